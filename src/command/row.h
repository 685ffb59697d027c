/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Option row: a row of the table of options. */
#ifndef DISKIDX_OPTION_ROW_H
#define DISKIDX_OPTION_ROW_H

#include <stddef.h>
#include <stdint.h>

#include "diskidx/plan/options.h"
#include "diskidx/test/value.h"

enum option_kind {
	KIND_FLAG,	/* bool */
	KIND_BRIEF,	/* the same, with =line or without */
	KIND_TEXT,	/* const char * */
	KIND_TEXTS,	/* struct words */
	KIND_FORMAT,	/* of output.h */
	KIND_NUMBER,	/* uint64_t */
	KIND_SEED,	/* the same, of seed_given, too */
	KIND_PERCENT,	/* double */
	KIND_LIST	/* struct numbers */
};

/* Groups of options, as bits: each command says which it takes. */
enum option_group {
	FOR_ALL = 1 << 0,
	FOR_RUN = 1 << 1,	/* what is measured */
	FOR_PRINT = 1 << 2,	/* how it is printed */
	FOR_SCORE = 1 << 3,	/* how it is judged by itself, */
	FOR_GATE = 1 << 4,	/* and against others */
	FOR_DETAIL = 1 << 5,	/* more or less of each test */
	FOR_LAST = 1 << 6,	/* which runs are compared */
	IN_HELP = 1 << 7	/* of a run, which has no room for all */
};

struct option_row {
	char letter;		/* 0: none */
	const char *name;	/* NULL past the last */
	const char *argument;	/* NULL: it has none */
	unsigned groups;
	enum option_kind kind;
	size_t at;		/* of the field in struct options; 0: the value,
				   or each, is one of the option's variation */
	struct value_rule rule;
	const char *help;
};

extern const struct option_row option_table[];

/* Take the options of fio about the output from the operands. Return 0, or
 * -EINVAL with `error` (OPTIONS_ERROR). */
int fio_take_output(struct options *options, char *error);

#endif
