/* Records read whole, for tests. */
#ifndef RECORD_LOAD_H
#define RECORD_LOAD_H

#include <stddef.h>

#include "diskidx/record.h"

/*
 * Read every run of a file into *records (on the heap, not yet summarised).
 * Return their number, at least 1; 0 on failure with one line "PATH: message"
 * or "PATH:LINE: message" in `error`. Anything unexpected is a failure.
 */
size_t record_load(const char *path, struct record **records, char *error,
		   size_t error_size);

#endif
