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

/*
 * Take "A:B" and the blank after it off a list, and move *text on: 1, or 0 at
 * the end of the list. With `alone`, "B" means "1:B".
 */
int field_pair(struct reader *reader, char **text, uint64_t *a, uint64_t *b,
	       bool alone);

#endif
