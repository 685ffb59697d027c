/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Value: the text of an option, or of a job file's key, as a number. A rule
 * says its kind and its range; both sides have the same kinds. */
#ifndef DISKIDX_TEST_VALUE_H
#define DISKIDX_TEST_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diskidx/base/clock.h"
#include "diskidx/base/printf.h"
#include "diskidx/base/units.h"

enum value_kind {
	VALUE_SIZE,	/* bytes, a multiple of `step` */
	VALUE_SHARE,	/* a size, or a share of the usual one */
	VALUE_RATE,	/* a size for both directions, or for each */
	VALUE_BLOCKS,	/* the same, of requests */
	VALUE_RANGE,	/* the same, each from the least to the most */
	VALUE_SPLIT,	/* the same, each a list with shares */
	VALUE_COUNT,	/* a whole number */
	VALUE_TIME,	/* ns, or seconds without a unit; fio's last number */
	VALUE_DECIMAL,	/* in billionths */
	VALUE_WORD,	/* one of the words */
	VALUE_ACTION,	/* the same; or a read with bytes */
	VALUE_RANDOM,	/* RANDOM_PERMUTATION in test.h; for fio also zones */
	VALUE_BYTES,	/* 1, 2 or 4 bytes, repeated to 4 */
	VALUE_PERCENTILES,	/* any, separated by colons */
	VALUE_PATHS,	/* directories, separated by colons */
	VALUE_FILES,	/* files of one directory, in the same way */
	VALUE_TEXT	/* anything */
};

/* A word, its synonyms, and what it means. Words with advice are known only to
 * fio, and come after all others. */
struct word {
	const char *name;	/* NULL past the last */
	uint64_t number;
	const char *others;	/* separated by blanks */
	const char *text, *advice;
};

struct value_rule {
	enum value_kind kind;
	uint64_t min, max;	/* of the number, or of each */
	uint64_t step;		/* 0: 1 */
	const struct word *word;
	const char *wanted;	/* "is not ..."; NULL: words, or min and max */
	bool is_fio;		/* as in scripts for fio: numbers also in
				   hexadecimal, or with a fraction of only
				   zeros; and no kib */
};

struct value {
	uint64_t number;	/* or the number of paths; 0: another text */
	uint64_t second;	/* the rate of writes; a size in per cent; the
				   step back of reads; or the length of the
				   files' directory */
	const char *text;	/* NULL: it is a number */
};

/* Rules for any size of a file, and for any time. */
#define VALUE_ANY_SIZE .max = INT64_MAX, \
	.wanted = "a size of more than 0 and less than 8 EiB; use " \
		"digits and k, m, g or t, as in 512m"
#define VALUE_ANY_TIME(range, examples) \
	.max = UNITS_MAX_SECONDS * NS_PER_S, .wanted = "a time " range " " \
		NUMBER_TEXT(UNITS_MAX_SECONDS) " s, " examples

/* Parse a text. Return NULL, or the reason why it is not a value, a text of
 * say.h: "'TEXT' is not ..., as in ...". */
char *value_parse(const struct value_rule *rule, const char *text,
		  struct value *value);

/* Parse numbers separated by commas. Return how many, up to `most`, or -EINVAL
 * with such a reason. For fio, a number may be empty, which is 0. */
int value_parse_list(const struct value_rule *rule, const char *text,
		     uint64_t *number, size_t most, char **why);

/* Return a path of a list, counted from 0; it lasts as say.h says. As in fio, a
 * colon after a backslash is part of it. */
char *value_path(const char *text, uint64_t i);

bool value_is_same(const struct value *a, const struct value *b);

/* Return true if a text of that length is one of the words, which are separated
 * by blanks; one that ends in * means all with that beginning. */
bool value_is_word(const char *words, const char *text, size_t length);

#endif
