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

#endif
