/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Reader: the lines of a text file, and their fields between tabs, trusting
 * nothing. The first fault becomes the reader's error, "PATH: message" or
 * "PATH:LINE: message", a text of say.h; a function that fails returns -EINVAL.
 */
#ifndef DISKIDX_BASE_READER_H
#define DISKIDX_BASE_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diskidx/base/say.h"

#define READER_MAX_LINE ((size_t)1 << 20) /* bytes; also of a whole text */
#define READER_MAX_FIELDS 20

struct reader {
	const char *path;
	const char *error;	/* "": nothing was wrong so far */
	uint64_t number;	/* of the line, from 1; 0 before the first */
	bool is_cut;		/* the file ended within a line */
	char *line;		/* zero-terminated; valid until the next call,
				   of a whole text until reader_close */
	size_t length;		/* of the line */
	char *field[READER_MAX_FIELDS];	/* of the line, from reader_split */
	size_t n_fields;

	/* Private. */
	int fd;			/* -1: the whole text is in the buffer */
	bool is_regular;	/* the file can be opened at any offset */
	char *buffer;		/* on the heap */
	char *at, *end;		/* the part of it that was read and not taken */
};

/* The name of the standard input among files. */
#define READER_STDIN "-"

/*
 * Open a file of any length, at an offset where a line begins; its last line
 * must end with a line break. Return 0, or -errno with the error set.
 * reader_close is for a successful open only.
 */
int reader_open(struct reader *reader, const char *path, int64_t offset);

/* Read a whole file of at most 1 MiB; its last line may end without break. */
int reader_load(struct reader *reader, const char *path);

/* Read a copy of a text in memory in the same way; refuse one larger than
 * `most`, 1 MiB or SIZE_MAX. */
int reader_load_text(struct reader *reader, const char *path, const char *text,
		     size_t size, size_t most);

/* Close the file and free the lines. */
void reader_close(struct reader *reader);

/* Set the error, about that line (0: the whole file) or the line read last.
 * Return -EINVAL. */
int reader_fail_at(struct reader *reader, uint64_t number, const char *why);
#define reader_fail(reader, ...) \
	reader_fail_at(reader, (reader)->number, say(__VA_ARGS__))

/* Read the next line: 1, 0 at the end, or -EINVAL. */
int reader_line(struct reader *reader);

/* Return the offset of that line, or 0 if the file cannot be opened there. */
int64_t reader_offset(const struct reader *reader);

/* Return 0 if the line has no control character other than the tab. */
int reader_check(struct reader *reader);

/* Cut the line at its tabs into fields, which last as long as the line. */
int reader_split(struct reader *reader);

/* Parse the decimal number, at most `max`, in that field, `name` in a
 * message. */
int reader_number(struct reader *reader, size_t i, const char *name,
		  uint64_t max, uint64_t *value);

#endif
