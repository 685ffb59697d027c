/*
 * Reads a file as lines of fields between tabs, and fields as numbers,
 * trusting nothing. The first thing that is wrong becomes the reader's error;
 * every function returns 0 (or a count) or -EINVAL.
 */
#ifndef DISKIDX_RECORD_READER_H
#define DISKIDX_RECORD_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diskidx/printf.h"

#define READER_FIELDS 20

struct reader {
	int fd;
	const char *path;
	char *error;		/* gets the message */
	size_t error_size;
	uint64_t number;	/* of the line, from 1 */
	char *buffer;		/* on the heap; room for the longest line */
	char *at, *end;		/* of it what was read and not yet taken */
	char *field[READER_FIELDS];	/* of the line; point into the buffer */
	size_t n_fields;
};

/* -errno if the file can't be opened; no message then. */
int reader_open(struct reader *reader, const char *path, char *error,
		size_t error_size);
void reader_close(struct reader *reader);

/* "PATH:LINE: " and the text; returns -EINVAL. */
int reader_fail(struct reader *reader, const char *format, ...)
	PRINTF_LIKE(2, 3);

/*
 * Reads a line and cuts it into fields, which last until the next call: 1, 0
 * at the end, or -EINVAL.
 */
int reader_next(struct reader *reader);

/* A decimal number of at most `max`; `name` is for the message. */
int reader_number(struct reader *reader, const char *text, const char *name,
		  uint64_t max, uint64_t *value);
int reader_bool(struct reader *reader, const char *text, const char *name,
		bool *value);

/*
 * Takes "A:B" and the blank behind it off a list, and moves *text on. 1, or 0
 * if the list is at its end, or -EINVAL.
 */
int reader_pair(struct reader *reader, char **text, uint64_t *a, uint64_t *b);

/* As reader_pair, but "B" alone will do: it means "1:B". */
int reader_short_pair(struct reader *reader, char **text, uint64_t *a,
		      uint64_t *b);

#endif
