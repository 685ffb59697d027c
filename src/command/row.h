/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Option row: a row of the table of options. */
#ifndef DISKIDX_OPTION_ROW_H
#define DISKIDX_OPTION_ROW_H

#include <errno.h>
#include <stddef.h>
#include <stdio.h>

#include "diskidx/command/commands.h"
#include "diskidx/plan/options.h"
#include "diskidx/test/value.h"

enum option_kind {
	KIND_FLAG,	/* bool */
	KIND_BRIEF,	/* bool, with =line or without */
	KIND_TEXT,	/* const char * */
	KIND_TEXTS,	/* struct words */
	KIND_FORMAT,	/* of output.h */
	KIND_NUMBER,	/* uint64_t */
	KIND_PERCENT,	/* double */
	KIND_ONE,	/* struct numbers, the last value given */
	KIND_LIST	/* all values */
};

/* Groups of options, as bits: each command says which it accepts. */
enum option_group {
	FOR_ALL = 1 << 0,
	FOR_RUN = 1 << 1,	/* what is measured */
	FOR_PRINT = 1 << 2,	/* how it is printed */
	FOR_SCORE = 1 << 3,	/* how one run is judged */
	FOR_GATE = 1 << 4,	/* how it is compared */
	FOR_DETAIL = 1 << 5,	/* more or less about each test */
	FOR_LAST = 1 << 6,	/* which runs are compared */
	FOR_ROUNDS = 1 << 7,	/* part of FOR_RUN: refused for one long sample,
				   and not in its --help */
	IN_HELP = 1 << 8	/* in --help of a run, if there is room */
};

struct option_row {
	const char *letter;	/* "-s"; NULL: none */
	const char *name;	/* "--size"; NULL past the last */
	const char *argument;	/* NULL: it has none */
	unsigned groups;
	enum option_kind kind;
	size_t at;		/* of the field in struct options */
	struct value_rule rule;
	const char *help;
};

extern const struct option_row option_table[];

/* Format the error of a command line; the value is -EINVAL. */
#define options_fail(error, ...) \
	(snprintf(error, OPTIONS_ERROR, __VA_ARGS__), -EINVAL)

/* In fio.c: take fio's options about the output from the operands. Return 0, or
 * -EINVAL with `error` (OPTIONS_ERROR). */
int fio_take_output(struct options *options, char *error);

#endif
