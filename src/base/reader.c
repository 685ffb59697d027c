/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Reader: lines and fields of a text that may be anything. */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/amount.h"
#include "diskidx/base/reader.h"
#include "diskidx/base/say.h"
#include "diskidx/base/units.h"

#define MAX_READ ((size_t)64 * 1024)	/* bytes of one read(2) */

int
reader_fail_at(struct reader *reader, uint64_t number, const char *why)
{
	if (number == 0)
		reader->error = say("%s: %s", reader->path, why);
	else
		reader->error = say("%s:%" PRIu64 ": %s", reader->path, number,
				    why);
	return -EINVAL;
}

/* Prepare a reader with room for the longest line or text, and a zero. */
static void
reader_begin(struct reader *reader, const char *path, size_t size)
{
	*reader = (struct reader){ .path = path, .error = "", .fd = -1 };
	reader->buffer = xmalloc(amount_max(size, READER_MAX_LINE) + 1);
	reader->at = reader->end = reader->buffer;
}

void
reader_close(struct reader *reader)
{
	if (reader->fd >= 0)
		close(reader->fd);
	free(reader->buffer);
}

int
reader_open(struct reader *reader, const char *path, int64_t offset)
{
	struct stat st;
	int saved;

	reader_begin(reader, path, 0);
	if (strcmp(path, READER_STDIN) == 0) {
		reader->path = "standard input";
		reader->fd = dup(STDIN_FILENO);
	} else {
		reader->fd = open(path, O_RDONLY | O_NOCTTY | O_CLOEXEC);
		reader->is_regular = reader->fd >= 0 &&
			fstat(reader->fd, &st) == 0 && S_ISREG(st.st_mode);
	}
	if (reader->fd >= 0 &&
	    (offset == 0 || lseek(reader->fd, (off_t)offset, SEEK_SET) >= 0))
		return 0;
	saved = errno;
	reader_fail_at(reader, 0, strerror(saved));
	reader_close(reader);
	return -saved;
}

/* Read up to `room` bytes more; 1, 0 at the end of the file, or -EINVAL. */
static int
reader_more(struct reader *reader, size_t room)
{
	ssize_t got;

	got = read(reader->fd, reader->end, (size_t)amount_min(room, MAX_READ));
	if (got < 0)	/* a directory, for one */
		return reader_fail_at(reader, 0, strerror(errno));
	reader->end += got;
	return got > 0;
}

int
reader_load(struct reader *reader, const char *path)
{
	char *limit;
	int rc = reader_open(reader, path, 0);

	if (rc != 0)
		return rc;
	/* The byte past the limit shows that the file is larger. */
	limit = reader->buffer + READER_MAX_LINE + 1;
	do {
		if (reader->end == limit)
			rc = reader_fail_at(reader, 0, "larger than 1 MiB");
		else
			rc = reader_more(reader, (size_t)(limit - reader->end));
	} while (rc > 0);
	if (rc != 0) {
		reader_close(reader);
		return rc;
	}
	close(reader->fd);
	reader->fd = -1;
	return 0;
}

int
reader_load_text(struct reader *reader, const char *path, const char *text,
		 size_t size, size_t most)
{
	reader_begin(reader, path, size);
	if (size > most) {
		reader_fail_at(reader, 0, "larger than 1 MiB");
		reader_close(reader);
		return -EINVAL;
	}
	memcpy(reader->buffer, text, size);
	reader->end += size;
	return 0;
}

int
reader_check(struct reader *reader)
{
	for (size_t i = 0; i < reader->length; i++) {
		unsigned char c = (unsigned char)reader->line[i];

		if ((c < ' ' && c != '\t') || c == 0x7f)
			return reader_fail(reader, "a control character "
					   "(0x%02x)", (unsigned)c);
	}
	return 0;
}

/* Refuse the line that was begun, unless there is a better reason to. The next
 * one begins after it. */
static int
reader_refuse(struct reader *reader, const char *why)
{
	reader->number++;
	reader->line = reader->at;
	reader->length = (size_t)(reader->end - reader->at);
	reader->at = reader->end;
	if (reader_check(reader) == 0)
		reader_fail(reader, "%s", why);
	return -EINVAL;
}

/* Read until the line has its end at *stop: 1, 0 at the end, or -EINVAL. */
static int
reader_find_end(struct reader *reader, char **stop)
{
	size_t used = (size_t)(reader->end - reader->at), seen = 0;
	int rc;

	while ((*stop = memchr(reader->at + seen, '\n', used - seen)) == NULL) {
		*stop = reader->end;
		if (reader->fd < 0)
			return used > 0;
		if (used == READER_MAX_LINE)
			return reader_refuse(reader,
					     "the line is longer than 1 MiB");
		memmove(reader->buffer, reader->at, used);
		reader->at = reader->buffer;
		reader->end = reader->buffer + used;
		rc = reader_more(reader, READER_MAX_LINE - used);
		reader->is_cut = rc == 0 && used > 0;
		if (reader->is_cut)
			return reader_refuse(reader, "the line is cut off");
		if (rc <= 0)
			return rc;
		seen = used;
		used = (size_t)(reader->end - reader->at);
	}
	return 1;
}

int
reader_line(struct reader *reader)
{
	char *stop;
	int rc = reader_find_end(reader, &stop);

	if (rc <= 0) {
		*reader->end = '\0';
		reader->line = reader->end;
		return rc;
	}
	reader->number++;
	*stop = '\0';
	reader->line = reader->at;
	reader->length = (size_t)(stop - reader->line);
	reader->at = stop < reader->end ? stop + 1 : stop;
	return 1;
}

int64_t
reader_offset(const struct reader *reader)
{
	if (!reader->is_regular)
		return 0;
	return lseek(reader->fd, 0, SEEK_CUR) - (reader->end - reader->line);
}

int
reader_split(struct reader *reader)
{
	char *at = reader->line, *stop = at + reader->length;

	reader->n_fields = 0;
	while (reader->n_fields < READER_MAX_FIELDS) {
		reader->field[reader->n_fields++] = at;
		at = memchr(at, '\t', (size_t)(stop - at));
		if (at == NULL)
			return 0;
		*at++ = '\0';
	}
	return reader_fail(reader, "too many fields");
}

int
reader_number(struct reader *reader, size_t i, const char *name, uint64_t max,
	      uint64_t *value)
{
	const char *text = reader->field[i];
	int rc = units_parse_count(text, max, value);

	if (rc == 0)
		return 0;
	if (rc == -ERANGE)
		return reader_fail(reader, "%s: %.40s is too large", name,
				   text);
	return reader_fail(reader, "%s: \"%.40s\" is not a number", name, text);
}
