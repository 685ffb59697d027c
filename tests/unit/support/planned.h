/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * planned.h - the way from a command line, in one string, to its plan. There is
 * one of each at a time.
 */
#ifndef DISKIDX_TESTS_PLANNED_H
#define DISKIDX_TESTS_PLANNED_H

#include "diskidx/command/commands.h"
#include "diskidx/plan/plan.h"

extern struct options options;
extern struct plan plan;

/* Hold the message of the last refusal by the options. */
extern char options_error[OPTIONS_ERROR];

/* Parse the words of "diskidx LINE", with one blank between two. */
int options_of(const char *line);

/* Parse words that blanks can't part, after "diskidx". */
int options_of_words(const char *first, const char *second,
		     const char *third);

/* Build the plan of a line whose options must be good. */
int plan_of(const char *line);

/* Fail unless there is a plan. */
void assert_planned(const char *line);

/* Fail unless the plan is refused so; a * at the end stands for the rest. */
void assert_not_planned(const char *line, const char *expected);

/* Return the test of that id, which must be planned. */
const struct plan_test *planned(const char *id);

/* Free what the last line has made. */
void plan_forget(void);

#endif
