/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Barrier: samples of several hosts start together, at the word of what holds
 * standard input and output (--barrier). The lines are in diskidx-record.5.
 */
#ifndef RUN_BARRIER_H
#define RUN_BARRIER_H

#include "diskidx/run/run.h"

/* Count a sample of the plan, also one that is not taken: its number is the
 * same on all hosts. */
void barrier_next(const struct run *r);

/* Say that this sample is ready, and wait for the word. Return 0 to begin, or
 * -EINTR after SIGTERM, if it is to end. Without --barrier, begin. */
int barrier_wait(struct run *r, const char *test);

/* Look during a sample if that is to end. */
void barrier_watch(const struct run *r);

/* Record the set of hosts, unless samples were taken apart from them. */
void barrier_describe(struct run *r);

#endif
