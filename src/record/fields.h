/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Fields of a record's line as numbers. Every function sets the reader's error
 * and returns -EINVAL if the text is something else.
 */
#ifndef DISKIDX_RECORD_FIELDS_H
#define DISKIDX_RECORD_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diskidx/reader.h"

/* Parse the decimal number, at most `max`, in that field of the line; `name` is
 * for the message. */
int field_number(struct reader *reader, size_t i, const char *name,
		 uint64_t max, uint64_t *value);
int field_bool(struct reader *reader, size_t i, const char *name, bool *value);

#define FIELD_SAFE_DIGITS 19	/* of a number that always fits */

/* Read a number of a pair, and return its end; NULL: there is none, or it can't
 * fit. Nearly all of a record is digits. */
static inline const char *
field_part(const char *at, uint64_t *value)
{
	const char *end = at;
	uint64_t number = 0;
	unsigned digit;

	for (; (digit = (unsigned)*end - '0') <= 9; end++)
		number = number * 10 + digit;
	*value = number;
	return end == at || end - at > FIELD_SAFE_DIGITS ? NULL : end;
}

/*
 * Take "A:B" and the blank after it off a list, and move *text on: 1, or 0 at
 * the end of the list. With `alone`, "B" means "1:B".
 */
static inline int
field_pair(struct reader *reader, const char **text, uint64_t *a, uint64_t *b,
	   bool alone)
{
	const char *at = *text;

	if (*at == '\0')
		return 0;
	*a = 1;
	at = field_part(at, b);
	if (at != NULL && *at == ':') {
		*a = *b;
		at = field_part(at + 1, b);
	} else if (!alone) {
		at = NULL;
	}
	if (at == NULL || (*at != '\0' && (*at != ' ' || at[1] == '\0')))
		return reader_fail(reader, "\"%.40s\" is not a pair of "
				   "numbers", *text);
	*text = *at == ' ' ? at + 1 : at;
	return 1;
}

#endif
