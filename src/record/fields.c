/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Fields of a record's line as numbers: see fields.h. */
#include <config.h>

#include <errno.h>
#include <string.h>

#include "diskidx/units.h"
#include "fields.h"

int
field_number(struct reader *reader, size_t i, const char *name, uint64_t max,
	     uint64_t *value)
{
	const char *text = reader->field[i];
	int rc = units_parse_count(text, max, value);

	if (rc == 0)
		return 0;
	if (rc == -ERANGE && text[0] != '-')
		return reader_fail(reader, "%s: %.40s is too large", name,
				   text);
	return reader_fail(reader, "%s: \"%.40s\" is not a number", name, text);
}

int
field_bool(struct reader *reader, size_t i, const char *name, bool *value)
{
	const char *text = reader->field[i];

	if (strcmp(text, "0") != 0 && strcmp(text, "1") != 0)
		return reader_fail(reader, "%s: \"%.40s\" is neither 0 nor 1",
				   name, text);
	*value = text[0] == '1';
	return 0;
}
