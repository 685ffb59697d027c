/*
 * Baseline: tables from files and from rows; those that are shipped stand in
 * baseline-tables.c. A file's table points into the text that was read, one
 * from rows into a copy of their texts.
 */
#include <config.h>

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/baseline.h"

#define MAX_BYTES ((size_t)1 << 20)
#define MAX_ROWS 4096		/* so that looking for duplicates is quick */
#define MAX_NAME 64
#define MIN_VALUE 1e-9
#define MAX_VALUE 1e18

/* A table on the heap; `base` is first, so that its address is the whole's. */
struct loaded {
	struct baseline base;
	struct baseline_row *row;
	char *path, *text;
};

/* Where a file is being read, for the error's sake. */
struct reader {
	struct loaded *loaded;
	size_t line;		/* from 1; 0 while it is the whole file */
	char *error;
	size_t error_size;
};

static bool
fail(struct reader *reader, const char *why)
{
	const char *path = reader->loaded->path;

	if (reader->line == 0)
		snprintf(reader->error, reader->error_size, "%s: %s", path,
			 why);
	else
		snprintf(reader->error, reader->error_size, "%s:%zu: %s",
			 path, reader->line, why);
	return false;
}

/* The whole file, with room for a zero after it; *size is its length. */
static bool
read_file(struct reader *reader, size_t *size)
{
	FILE *stream = fopen(reader->loaded->path, "r");
	char *text;
	int error;

	if (stream == NULL)
		return fail(reader, strerror(errno));
	text = xmalloc(MAX_BYTES + 2);
	errno = 0;
	*size = fread(text, 1, MAX_BYTES + 1, stream);
	error = ferror(stream) ? errno : 0;
	fclose(stream);
	reader->loaded->text = xrealloc(text, *size + 1);
	reader->loaded->text[*size] = '\0';
	if (error != 0)
		return fail(reader, strerror(error));
	if (*size > MAX_BYTES)
		return fail(reader, "larger than 1 MiB");
	return true;
}

/* ASCII that shows, or a blank if `blanks` are allowed; not empty. */
static bool
is_word(const char *text, bool blanks)
{
	if (*text == '\0')
		return false;
	for (; *text != '\0'; text++)
		if (*text < (blanks ? ' ' : '!') || *text > '~')
			return false;
	return true;
}

static bool
has_controls(const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (((unsigned char)text[i] < ' ' && text[i] != '\t') ||
		    text[i] == 0x7f)
			return true;
	return false;
}

/* Cuts a line at its tabs; false unless there are exactly two. */
static bool
split(char *line, char *field[3])
{
	for (int i = 0; i < 3; i++) {
		field[i] = line;
		line = strchr(line, '\t');
		if ((line == NULL) != (i == 2))
			return false;
		if (line != NULL)
			*line++ = '\0';
	}
	return true;
}

/* Decimal only: strtod alone would take blanks, hexadecimal, inf and nan. */
static bool
parse_value(const char *text, double *value)
{
	char *end;

	if (*text < '0' || *text > '9' ||
	    text[strspn(text, "0123456789.eE+-")] != '\0')
		return false;
	*value = strtod(text, &end);
	return *end == '\0' && *value >= MIN_VALUE && *value <= MAX_VALUE;
}

static bool
parse_header(struct reader *reader, char *line)
{
	struct baseline *base = &reader->loaded->base;
	char *field[3];

	if (!split(line, field) || strcmp(field[0], "diskidx-baseline") != 0)
		return fail(reader, "not a baseline of diskidx");
	if (strcmp(field[1], "1") != 0)
		return fail(reader, "unknown version of the format");
	if (!is_word(field[2], true) || strlen(field[2]) > MAX_NAME)
		return fail(reader, "the name is not 1 to 64 printable "
			    "characters");
	base->version = field[2];
	return true;
}

static bool
parse_row(struct reader *reader, char *line)
{
	struct loaded *loaded = reader->loaded;
	size_t n = loaded->base.n_rows;
	char *field[3];
	double value, other;

	if (!split(line, field))
		return fail(reader, "not three fields with tabs between");
	if (!is_word(field[0], false))
		return fail(reader, "the id is not printable characters");
	if (!parse_value(field[1], &value))
		return fail(reader, "the value is not a number from 1e-9 to "
			    "1e18");
	if (baseline_value(&loaded->base, field[0], NULL, &other))
		return fail(reader, "this id is there already");
	if (n == MAX_ROWS)
		return fail(reader, "more than 4096 rows");
	loaded->row = xrealloc(loaded->row, (n + 1) * sizeof(*loaded->row));
	loaded->row[n].id = field[0];
	loaded->row[n].value = value;
	loaded->row[n].source = field[2];
	loaded->row[n].fingerprint = NULL;
	loaded->base.row = loaded->row;
	loaded->base.n_rows = n + 1;
	return true;
}

static bool
parse_line(struct reader *reader, char *line, size_t length)
{
	reader->line++;
	if (has_controls(line, length))
		return fail(reader, "a control character");
	if (reader->line == 1)
		return parse_header(reader, line);
	if (length == 0 || line[0] == '#')
		return true;
	return parse_row(reader, line);
}

static bool
parse_text(struct reader *reader, size_t size)
{
	char *line = reader->loaded->text, *end = line + size, *stop;

	if (size == 0)
		return fail(reader, "empty");
	for (; line < end; line = stop + 1) {
		stop = memchr(line, '\n', (size_t)(end - line));
		if (stop == NULL)
			stop = end;
		*stop = '\0';
		if (!parse_line(reader, line, (size_t)(stop - line)))
			return false;
	}
	reader->line = 0;
	if (reader->loaded->base.n_rows == 0)
		return fail(reader, "no rows");
	return true;
}

struct baseline *
baseline_load(const char *path, char *error, size_t error_size)
{
	struct loaded *loaded = xmalloc(sizeof(*loaded));
	struct reader reader = { loaded, 0, error, error_size };
	size_t size = 0;

	memset(loaded, 0, sizeof(*loaded));
	loaded->path = xstrdup(path);
	loaded->base.name = loaded->path;
	loaded->base.summary = "a table from a file";
	if (!read_file(&reader, &size) || !parse_text(&reader, size)) {
		baseline_free(&loaded->base);
		return NULL;
	}
	return &loaded->base;
}

void
baseline_free(struct baseline *baseline)
{
	struct loaded *loaded = (struct loaded *)baseline;

	if (loaded == NULL)
		return;
	free(loaded->row);
	free(loaded->text);
	free(loaded->path);
	free(loaded);
}

static size_t
room_for(const char *text)
{
	return text != NULL ? strlen(text) + 1 : 0;
}

/* Copies a text to *at, which moves behind it. */
static const char *
put(char **at, const char *text)
{
	const char *copy = *at;

	if (text == NULL)
		return NULL;
	memcpy(*at, text, strlen(text) + 1);
	*at += strlen(text) + 1;
	return copy;
}

struct baseline *
baseline_make(const char *name, const struct baseline_row *row, size_t n_rows)
{
	struct loaded *loaded = xmalloc(sizeof(*loaded));
	size_t size = 1;
	char *at;

	memset(loaded, 0, sizeof(*loaded));
	for (size_t i = 0; i < n_rows; i++)
		size += room_for(row[i].id) + room_for(row[i].source) +
			room_for(row[i].fingerprint);
	at = loaded->text = xmalloc(size);
	loaded->row = xmalloc((n_rows + 1) * sizeof(*loaded->row));
	for (size_t i = 0; i < n_rows; i++) {
		loaded->row[i].id = put(&at, row[i].id);
		loaded->row[i].value = row[i].value;
		loaded->row[i].source = put(&at, row[i].source);
		loaded->row[i].fingerprint = put(&at, row[i].fingerprint);
	}
	loaded->path = xstrdup(name);
	loaded->base.name = loaded->base.version = loaded->path;
	loaded->base.summary = "a table made up";
	loaded->base.row = loaded->row;
	loaded->base.n_rows = n_rows;
	return &loaded->base;
}

/* The same test: a row without fingerprint is of any. */
static bool
is_meant(const struct baseline_row *row, const char *id,
	 const char *fingerprint)
{
	return strcmp(row->id, id) == 0 &&
		(row->fingerprint == NULL || fingerprint == NULL ||
		 strcmp(row->fingerprint, fingerprint) == 0);
}

bool
baseline_value(const struct baseline *baseline, const char *id,
	       const char *fingerprint, double *value)
{
	for (size_t i = 0; i < baseline->n_rows; i++) {
		if (is_meant(&baseline->row[i], id, fingerprint)) {
			*value = baseline->row[i].value;
			return true;
		}
	}
	return false;
}
