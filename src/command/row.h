/* Option row: a row of the table of options, and the parser of its value. */
#ifndef DISKIDX_OPTION_ROW_H
#define DISKIDX_OPTION_ROW_H

#include <stddef.h>
#include <stdint.h>

#include "diskidx/options.h"

enum option_kind {
	KIND_FLAG,	/* bool */
	KIND_TEXT,	/* const char * */
	KIND_TEXTS,	/* struct texts */
	KIND_WORD,	/* struct numbers, one of the name's enum */
	KIND_RANDOM,	/* struct numbers, a share or a pattern */
	KIND_SIZE,	/* uint64_t, bytes */
	KIND_SIZES,	/* struct numbers, bytes */
	KIND_SECONDS,	/* uint64_t, nanoseconds, over 0 */
	KIND_PAUSE,	/* the same, 0 allowed */
	KIND_COUNT,	/* uint64_t, 1 to max */
	KIND_COUNTS,	/* struct numbers, each 1 to max */
	KIND_PERCENTS,	/* struct numbers, each 0 to max */
	KIND_PERCENT,	/* double, over 0 to max; fractions allowed */
	KIND_SEED	/* uint64_t, 0 to max */
};

struct option_row {
	char letter;		/* 0: none */
	const char *name, *argument;
	unsigned commands;	/* bits: 1u << enum command */
	enum option_kind kind;
	size_t at;		/* of the field in struct options */
	uint64_t max;
	const char *help;
};

/* Set an option's value. Return 0, or -EINVAL with one line in `error`. */
int option_set(struct options *options, const struct option_row *row,
	       const char *option, const char *value, char *error);

/* Write "OPTION: 'VALUE' WHAT" to `error`. Return -EINVAL. */
int option_fail(char *error, const char *option, const char *value,
		const char *what);

void option_add_text(struct texts *texts, const char *text);

#endif
