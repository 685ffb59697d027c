/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Value: the text of an option, or of a key of a job file, made a number. A
 * rule says of what kind it is, and what it may be; both sides have the same
 * kinds.
 */
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
	VALUE_SHARE,	/* the same, or a share of the usual size */
	VALUE_RATE,	/* the same for reads and writes, or for each */
	VALUE_BLOCKS,	/* the same of reads and writes, or of each */
	VALUE_RANGE,	/* the same, from the least to the most */
	VALUE_SPLIT,	/* the same, several with a share each */
	VALUE_COUNT,	/* a whole number */
	VALUE_TIME,	/* ns; without a unit seconds; the last number of fio's
			   that has its forms */
	VALUE_DECIMAL,	/* billionths, as of per cent */
	VALUE_WORD,	/* one of the words */
	VALUE_ACTION,	/* the same, or a read with bytes */
	VALUE_RANDOM,	/* as RANDOM_PERMUTATION in test.h says; of fio also
			   the text of zones */
	VALUE_BYTES,	/* 1, 2 or 4 bytes, repeated to 4 */
	VALUE_PERCENTILES,	/* any, with colons between them */
	VALUE_PATHS,	/* directories with colons between them */
	VALUE_FILES,	/* files with colons between them, in one directory */
	VALUE_TEXT	/* anything */
};

/* A word, others that stand for it, and what it means; with advice words that
 * only fio knows, which come behind all that are known here. */
struct word {
	const char *name;	/* NULL past the last */
	uint64_t number;
	const char *others;	/* with blanks between them */
	const char *text, *advice;
};

struct value_rule {
	enum value_kind kind;
	uint64_t min, max;	/* of the number, or of each */
	uint64_t step;		/* 0: 1 */
	const struct word *word;
	const char *wanted;	/* completes "is not "; NULL: made from the
				   words, or from min and max */
	bool is_fio;		/* as in scripts for fio: numbers also in
				   hexadecimal, or with zeros behind a point
				   but no other fraction; and no kib */
};

struct value {
	uint64_t number;	/* or how many paths; 0 for other texts */
	uint64_t second;	/* the rate of writes; a size in per cent; the
				   step back of reads; the length of the files'
				   directory, or 0 */
	const char *text;	/* NULL where it is a number */
};

/* Rules for any size of a file, and for any time. */
#define VALUE_ANY_SIZE .max = INT64_MAX, \
	.wanted = "a size over 0 and under 8 EiB, as in 512m"
#define VALUE_ANY_TIME(range, examples) \
	.max = UNITS_MAX_SECONDS * NS_PER_S, .wanted = "a time " range " " \
		NUMBER_TEXT(UNITS_MAX_SECONDS) " s, " examples

/*
 * Parse a text. Return 0, or -EINVAL with the reason in `why` (VALUE_WHY
 * bytes): "'TEXT' is not ..., as in ...".
 */
#define VALUE_WHY 224
int value_parse(const struct value_rule *rule, const char *text,
		struct value *value, char *why);

/* Parse numbers with commas between them. Return how many, up to `most`, or
 * -EINVAL as above. Of fio's some may be empty, and are 0. */
int value_parse_list(const struct value_rule *rule, const char *text,
		     uint64_t *number, size_t most, char *why);

/* Return a path of a list, counted from 0; it lasts as say.h says. As in fio a
 * colon behind a backslash is part of it. */
char *value_path(const char *text, uint64_t i);

bool value_is_same(const struct value *a, const struct value *b);

/* Return true if a text of that length is one of the words, with blanks between
 * them, of which one that ends in * is any that begins so. */
bool value_is_word(const char *words, const char *text, size_t length);

#endif
