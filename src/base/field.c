/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Field: see field.h. */
#include <config.h>

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "diskidx/base/field.h"

/* A member, by its size. */
union member {
	bool yes;
	uint32_t word;
	uint64_t number;
};

uint64_t
field_value(const struct field *field, const void *of)
{
	union member member;

	memcpy(&member, (const char *)of + field->offset, field->size);
	if (field->size == sizeof(member.yes))
		return member.yes;
	return field->size == sizeof(member.word) ? member.word : member.number;
}

void
field_set(const struct field *field, void *of, uint64_t value)
{
	union member member = { .number = value };

	if (field->size == sizeof(member.yes))
		member.yes = value != 0;
	else if (field->size == sizeof(member.word))
		member.word = (uint32_t)value;
	memcpy((char *)of + field->offset, &member, field->size);
}

int
field_set_word(const struct field *field, void *of, const char *word)
{
	static const char *const bools[] = { "0", "1", NULL };
	const char *const *words = field->word;
	size_t i = 0;

	if (field->kind == FIELD_BOOL)
		words = bools;
	while (words[i] != NULL && strcmp(words[i], word) != 0)
		i++;
	if (words[i] == NULL)
		return -EINVAL;
	field_set(field, of, i);
	return 0;
}
