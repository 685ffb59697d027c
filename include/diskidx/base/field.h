/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Field: a member of a struct, and its name in a text. One table of fields (the
 * last has no name) both writes a struct and reads it: the lines of a record
 * and their parameters.
 */
#ifndef DISKIDX_BASE_FIELD_H
#define DISKIDX_BASE_FIELD_H

#include <stddef.h>
#include <stdint.h>

enum field_kind {
	FIELD_NUMBER,		/* of four bytes or eight, or a bool */
	FIELD_SIGNED,		/* an int, that may be negative */
	FIELD_BOOL,		/* 0 or 1 */
	FIELD_WORD,		/* an enum, by its word */
	FIELD_TEXT,		/* owned */
	FIELD_TEXTS,		/* struct texts: each has its own line */
	FIELD_PARAMS		/* struct params, by its text */
};

struct field {
	const char *name;
	enum field_kind kind;
	size_t offset, size;	/* of the member */
	uint64_t max;		/* the largest number; for a text, which must
				   not be empty, its room; 0: any */
	const char *const *word;	/* NULL ends */
};

#define FIELD_AT(tag, member) \
	offsetof(struct tag, member), sizeof(((struct tag *)0)->member)

/* Return the value of a number, bool or word in its struct, or set it. */
uint64_t field_value(const struct field *field, const void *of);
void field_set(const struct field *field, void *of, uint64_t value);

/* Set it to that word, "0" or "1" for a bool; return 0 or -EINVAL. */
int field_set_word(const struct field *field, void *of, const char *word);

#endif
