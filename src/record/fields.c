/* Fields of a record's line as numbers: see fields.h. */
#include <config.h>

#include <string.h>

#include "fields.h"

#define SAFE_DIGITS 19		/* a number of so many digits always fits */

/* Return true if the digits are more than a number can hold. */
static bool
overflows(const char *text, const char *end)
{
	uint64_t value = 0, digit;

	for (; text < end; text++) {
		digit = (uint64_t)(*text - '0');
		if (value > (UINT64_MAX - digit) / 10)
			return true;
		value = value * 10 + digit;
	}
	return false;
}

/*
 * Take the digits off the front; false if there are none, or too many. Nearly
 * all of a record is digits.
 */
static inline bool
digits(const char **text, uint64_t *value)
{
	const char *at = *text;
	uint64_t number = 0;
	unsigned digit;

	for (; (digit = (unsigned)*at - '0') <= 9; at++)
		number = number * 10 + digit;
	*value = number;
	if (at == *text ||
	    (at - *text > SAFE_DIGITS && overflows(*text, at)))
		return false;
	*text = at;
	return true;
}

int
field_number(struct reader *reader, const char *text, const char *name,
	      uint64_t max, uint64_t *value)
{
	const char *at = text;

	if (digits(&at, value) && *at == '\0' && *value <= max)
		return 0;
	if (text[0] == '\0' || text[strspn(text, "0123456789")] != '\0')
		return reader_fail(reader, "%s: \"%.40s\" is not a number",
				   name, text);
	return reader_fail(reader, "%s: %.40s is too large", name, text);
}

int
field_bool(struct reader *reader, const char *text, const char *name,
	    bool *value)
{
	if (strcmp(text, "0") != 0 && strcmp(text, "1") != 0)
		return reader_fail(reader, "%s: \"%.40s\" is neither 0 nor 1",
				   name, text);
	*value = text[0] == '1';
	return 0;
}

/*
 * Take the number after the colon. Without a colon, *a was meant as *b, if
 * `alone` allows it.
 */
static bool
second(const char **text, uint64_t *a, uint64_t *b, bool alone)
{
	if (**text == ':') {
		(*text)++;
		return digits(text, b);
	}
	*b = *a;
	*a = 1;
	return alone;
}

int
field_pair(struct reader *reader, char **text, uint64_t *a, uint64_t *b,
	   bool alone)
{
	const char *at = *text;

	if (*at == '\0')
		return 0;
	if (!digits(&at, a) || !second(&at, a, b, alone) ||
	    (*at != ' ' && *at != '\0') || (*at == ' ' && at[1] == '\0'))
		return reader_fail(reader, "\"%.40s\" is not a pair of numbers",
				   *text);
	if (*at == ' ')
		at++;
	*text += at - *text;
	return 1;
}
