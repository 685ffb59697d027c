/* Lines, fields and numbers of a text file that may be anything. */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "diskidx/alloc.h"

#include "lines.h"
#include "reader.h"

#define CHUNK ((size_t)64 * 1024)	/* what is read at once, at most */
#define SAFE_DIGITS 19			/* any number of so many fits */
#define EACH_BYTE UINT64_C(0x0101010101010101)

int
reader_open(struct reader *reader, const char *path, char *error,
	    size_t error_size)
{
	memset(reader, 0, sizeof(*reader));
	reader->fd = open(path, O_RDONLY | O_NOCTTY | O_CLOEXEC);
	if (reader->fd < 0)
		return -errno;
	reader->path = path;
	reader->error = error;
	reader->error_size = error_size;
	reader->buffer = xmalloc(RECORD_LINE_MAX);
	reader->at = reader->end = reader->buffer;
	return 0;
}

void
reader_close(struct reader *reader)
{
	close(reader->fd);
	free(reader->buffer);
}

int
reader_fail(struct reader *reader, const char *format, ...)
{
	va_list args;
	size_t used;

	snprintf(reader->error, reader->error_size, "%s:%" PRIu64 ": ",
		 reader->path, reader->number);
	used = strlen(reader->error);
	va_start(args, format);
	vsnprintf(reader->error + used, reader->error_size - used, format,
		  args);
	va_end(args);
	return -EINVAL;
}

/* A directory, for one: that is nothing of a line. */
static int
unreadable(struct reader *reader)
{
	snprintf(reader->error, reader->error_size, "%s: %s", reader->path,
		 strerror(errno));
	return -EINVAL;
}

/* Reads more behind what is there; 0 at the end of the file, or -EINVAL. */
static int
read_more(struct reader *reader)
{
	size_t used = (size_t)(reader->end - reader->at);
	size_t room = RECORD_LINE_MAX - used;
	ssize_t got;

	memmove(reader->buffer, reader->at, used);
	reader->at = reader->buffer;
	reader->end = reader->buffer + used;
	do {
		got = read(reader->fd, reader->end,
			   room < CHUNK ? room : CHUNK);
	} while (got < 0 && errno == EINTR);
	if (got < 0)
		return unreadable(reader);
	reader->end += got;
	return got > 0;
}

/*
 * Whether any of eight bytes may be a control character: one under 0x20 has
 * its highest bit set by the first subtraction, and one that is 0x7f by the
 * second, which finds zeros.
 */
static bool
has_control(uint64_t bytes)
{
	uint64_t other = bytes ^ EACH_BYTE * 0x7f;

	return (((bytes - EACH_BYTE * 0x20) & ~bytes) |
		((other - EACH_BYTE) & ~other)) & EACH_BYTE * 0x80;
}

/* The first byte from `at` on that may be a control character, or near it. */
static const char *
skip_text(const char *at, const char *end)
{
	uint64_t bytes;

	while (end - at >= (ptrdiff_t)sizeof(bytes)) {
		memcpy(&bytes, at, sizeof(bytes));
		if (has_control(bytes))
			break;
		at += sizeof(bytes);
	}
	return at;
}

/* Text and tabs only. */
static int
check(struct reader *reader, const char *end)
{
	const char *at;
	unsigned char c;

	for (at = skip_text(reader->at, end); at < end;
	     at = skip_text(at + 1, end)) {
		c = (unsigned char)*at;
		if ((c < ' ' && c != '\t') || c == 0x7f)
			return reader_fail(reader, "byte 0x%02x: this is no "
					   "text", (unsigned)c);
	}
	return 0;
}

/* The end of the file, which no line may straddle; `rc` as of read_more. */
static int
end_file(struct reader *reader, int rc)
{
	if (rc == 0 && reader->at < reader->end)
		rc = check(reader, reader->end) != 0 ? -EINVAL :
		     reader_fail(reader, "the line is cut off");
	return rc;
}

/* Lets *stop be the line break of the next line: 1, 0 at the end, -EINVAL. */
static int
find_line(struct reader *reader, char **stop)
{
	size_t seen = 0, used = (size_t)(reader->end - reader->at);
	int rc;

	while ((*stop = memchr(reader->at + seen, '\n', used - seen)) == NULL) {
		if (used == RECORD_LINE_MAX)
			return check(reader, reader->end) != 0 ? -EINVAL :
			       reader_fail(reader, "the line is longer than "
					   "1 MiB");
		seen = used;
		rc = read_more(reader);
		if (rc <= 0)
			return end_file(reader, rc);
		used = (size_t)(reader->end - reader->at);
	}
	return 1;
}

/* Cuts what is up to `stop` at its tabs, and moves on. */
static int
split(struct reader *reader, char *stop)
{
	char *at = reader->at;

	*stop = '\0';
	reader->at = stop + 1;
	reader->n_fields = 0;
	while (reader->n_fields < READER_FIELDS) {
		reader->field[reader->n_fields++] = at;
		at = memchr(at, '\t', (size_t)(stop - at));
		if (at == NULL)
			return 1;
		*at++ = '\0';
	}
	return reader_fail(reader, "too many fields");
}

int
reader_next(struct reader *reader)
{
	char *stop;
	int rc;

	reader->number++;
	rc = find_line(reader, &stop);
	if (rc == 0)
		reader->number--;
	if (rc <= 0)
		return rc;
	return check(reader, stop) == 0 ? split(reader, stop) : -EINVAL;
}

/* Whether so many digits are more than a number can be. */
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

/*
 * Takes the digits off the front; false if there are none, or too many. Nearly
 * all of a record is digits.
 */
static inline bool
digits(const char **text, uint64_t *value)
{
	const char *at = *text;
	uint64_t number = 0;
	unsigned digit;

	for (; (digit = (unsigned)*at - '0') <= 9; at++)
		number = number * 10 + digit;
	*value = number;
	if (at == *text ||
	    (at - *text > SAFE_DIGITS && overflows(*text, at)))
		return false;
	*text = at;
	return true;
}

int
reader_number(struct reader *reader, const char *text, const char *name,
	      uint64_t max, uint64_t *value)
{
	const char *at = text;

	if (digits(&at, value) && *at == '\0' && *value <= max)
		return 0;
	if (text[0] == '\0' || text[strspn(text, "0123456789")] != '\0')
		return reader_fail(reader, "%s: \"%.40s\" is no number", name,
				   text);
	return reader_fail(reader, "%s: %.40s is too large", name, text);
}

int
reader_bool(struct reader *reader, const char *text, const char *name,
	    bool *value)
{
	if (strcmp(text, "0") != 0 && strcmp(text, "1") != 0)
		return reader_fail(reader, "%s: \"%.40s\" is neither 0 nor 1",
				   name, text);
	*value = text[0] == '1';
	return 0;
}

/* The number behind the colon; where there is none, *a was `b`, if allowed. */
static bool
second(const char **text, uint64_t *a, uint64_t *b, bool alone)
{
	if (**text == ':') {
		(*text)++;
		return digits(text, b);
	}
	*b = *a;
	*a = 1;
	return alone;
}

static int
take_pair(struct reader *reader, char **text, uint64_t *a, uint64_t *b,
	  bool alone)
{
	const char *at = *text;

	if (*at == '\0')
		return 0;
	if (!digits(&at, a) || !second(&at, a, b, alone) ||
	    (*at != ' ' && *at != '\0') || (*at == ' ' && at[1] == '\0'))
		return reader_fail(reader, "\"%.40s\" is no pair of numbers",
				   *text);
	if (*at == ' ')
		at++;
	*text += at - *text;
	return 1;
}

int
reader_pair(struct reader *reader, char **text, uint64_t *a, uint64_t *b)
{
	return take_pair(reader, text, a, b, false);
}

int
reader_short_pair(struct reader *reader, char **text, uint64_t *a, uint64_t *b)
{
	return take_pair(reader, text, a, b, true);
}
