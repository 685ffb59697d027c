/* Fields of a record's line as numbers: see fields.h. */
#include <config.h>

#include <string.h>

#include "fields.h"

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

int
field_number(struct reader *reader, const char *text, const char *name,
	      uint64_t max, uint64_t *value)
{
	const char *end = field_digits(text, value);

	if (*end == '\0' && end > text && *value <= max &&
	    (end - text <= FIELD_SAFE_DIGITS || !overflows(text, end)))
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

int
field_fail_pair(struct reader *reader, const char *text)
{
	return reader_fail(reader, "\"%.40s\" is not a pair of numbers", text);
}
