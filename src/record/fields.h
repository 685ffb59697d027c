/*
 * Fields of a record's line as numbers. Every function sets the reader's error
 * and returns -EINVAL if the text is something else.
 */
#ifndef DISKIDX_RECORD_FIELDS_H
#define DISKIDX_RECORD_FIELDS_H

#include <stdbool.h>
#include <stdint.h>

#include "diskidx/reader.h"

/* Parse a decimal number of at most `max`; `name` is for the message. */
int field_number(struct reader *reader, const char *text, const char *name,
		 uint64_t max, uint64_t *value);
int field_bool(struct reader *reader, const char *text, const char *name,
	       bool *value);

int field_fail_pair(struct reader *reader, const char *text);

#define FIELD_SAFE_DIGITS 19	/* a number of so many always fits */

/* Read digits, and return their end. Nearly all of a record is digits. */
static inline const char *
field_digits(const char *at, uint64_t *value)
{
	uint64_t number = 0;
	unsigned digit;

	for (; (digit = (unsigned)*at - '0') <= 9; at++)
		number = number * 10 + digit;
	*value = number;
	return at;
}

/* Read a number of a pair; NULL: there is none, or it can't fit. */
static inline const char *
field_part(const char *at, uint64_t *value)
{
	const char *end = field_digits(at, value);

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
		return field_fail_pair(reader, *text);
	*text = *at == ' ' ? at + 1 : at;
	return 1;
}

#endif
