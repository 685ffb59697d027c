/* Lines, fields and numbers of a text file that may be anything. */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "record-lines.h"
#include "record-reader.h"

#define FIRST_SIZE 4096

int
reader_open(struct reader *reader, const char *path, char *error,
	    size_t error_size)
{
	int fd, rc;

	memset(reader, 0, sizeof(*reader));
	fd = open(path, O_RDONLY | O_NOCTTY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	reader->stream = fdopen(fd, "r");
	if (reader->stream == NULL) {
		rc = -errno;
		close(fd);
		return rc;
	}
	reader->path = path;
	reader->error = error;
	reader->error_size = error_size;
	reader->size = FIRST_SIZE;
	reader->line = xmalloc(reader->size);
	return 0;
}

void
reader_close(struct reader *reader)
{
	fclose(reader->stream);
	free(reader->line);
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

/* A byte of the line: text and tabs only, and never without end. */
static int
keep(struct reader *reader, size_t length, int c)
{
	if ((c < ' ' && c != '\t') || c == 0x7f)
		return reader_fail(reader, "byte 0x%02x: this is no text",
				   (unsigned)c);
	if (length + 1 >= reader->size) {
		if (reader->size >= RECORD_LINE_MAX)
			return reader_fail(reader,
					   "the line is longer than 1 MiB");
		reader->size *= 2;
		reader->line = xrealloc(reader->line, reader->size);
	}
	reader->line[length] = (char)c;
	return 0;
}

/* A directory, for one: that is nothing of a line. */
static int
unreadable(struct reader *reader)
{
	snprintf(reader->error, reader->error_size, "%s: %s", reader->path,
		 strerror(errno));
	return -EINVAL;
}

static int
read_line(struct reader *reader)
{
	size_t length = 0;
	int c, rc;

	reader->number++;
	errno = 0;
	while ((c = getc(reader->stream)) != EOF && c != '\n') {
		rc = keep(reader, length, c);
		if (rc != 0)
			return rc;
		length++;
	}
	if (ferror(reader->stream))
		return unreadable(reader);
	if (c == EOF && length > 0)
		return reader_fail(reader, "the line is cut off");
	reader->line[length] = '\0';
	return c == EOF ? 0 : 1;
}

static int
split(struct reader *reader)
{
	char *at = reader->line;

	reader->n_fields = 0;
	for (;;) {
		if (reader->n_fields == READER_FIELDS)
			return reader_fail(reader, "too many fields");
		reader->field[reader->n_fields++] = at;
		at = strchr(at, '\t');
		if (at == NULL)
			return 1;
		*at++ = '\0';
	}
}

int
reader_next(struct reader *reader)
{
	int rc = read_line(reader);

	if (rc == 0)
		reader->number--;
	return rc > 0 ? split(reader) : rc;
}

/* Takes the digits off the front; false if there are none, or too many. */
static bool
digits(const char **text, uint64_t *value)
{
	const char *at = *text;
	uint64_t digit;

	*value = 0;
	for (; *at >= '0' && *at <= '9'; at++) {
		digit = (uint64_t)(*at - '0');
		if (*value > (UINT64_MAX - digit) / 10)
			return false;
		*value = *value * 10 + digit;
	}
	if (at == *text)
		return false;
	*text = at;
	return true;
}

int
reader_number(struct reader *reader, const char *text, const char *name,
	      uint64_t max, uint64_t *value)
{
	const char *at = text;

	if (text[0] == '\0' || text[strspn(text, "0123456789")] != '\0')
		return reader_fail(reader, "%s: \"%.40s\" is no number", name,
				   text);
	if (!digits(&at, value) || *value > max)
		return reader_fail(reader, "%s: %.40s is too large", name,
				   text);
	return 0;
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
