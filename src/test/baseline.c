/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Baseline: the built-in table (a desktop disk and, for the file copies,
 * UnixBench's machine), and tables from files and rows. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/reader.h"
#include "diskidx/test/baseline.h"

#define MAX_ROWS 4096		/* keeps looking for duplicates quick */
#define MIN_VALUE 1e-9
#define MAX_VALUE 1e18

#define ROW(id, value, source) { id, value, source, NULL, 0 }

#define GEORGE "UnixBench's \"George\", a SPARCstation 20-61"

/* A disk of 120 turns per second. The Samsung F1 of 1 TB is one; the authors of
 * fio-plot measured it without a file system. */
#define MIDDLE "convention: between the outer and the inner tracks"
#define BOTH_WAYS "follows: each byte is read and written"
#define F1(iops) "; " iops " measured on a Samsung F1"

static const struct baseline_row hdd_7200_rows[] = {
	ROW("fsbuffer", 1655, GEORGE),
	ROW("fstime", 3960, GEORGE),
	ROW("fsdisk", 5800, GEORGE),
	ROW("unixbench:fsbuffer", 1655, GEORGE),
	ROW("unixbench:fstime", 3960, GEORGE),
	ROW("unixbench:fsdisk", 5800, GEORGE),
	ROW("seq-write", 100, MIDDLE),
	ROW("seq-read", 100, MIDDLE),
	ROW("seq-copy", 50, BOTH_WAYS),
	ROW("seq-write-direct", 100, MIDDLE),
	ROW("seq-read-direct", 100, MIDDLE),
	ROW("seq-copy-direct", 50, BOTH_WAYS),
	ROW("rand-read-q1", 75, "follows: half a turn, 4.2 ms, and a seek of "
	    "9.2 ms" F1("72")),
	ROW("rand-read-q32", 150, "convention: a full queue shortens the way "
	    "by half" F1("131")),
	ROW("rand-write-q32", 150, "convention: as rand-read-q32" F1("151")),
	ROW("rand-mixed-q32", 150, "follows: reads and writes are equally "
	    "fast"),
	ROW("commit", 60, "follows: two turns, for the data and for the "
	    "journal"),
	ROW("overwrite-dsync", 120, "follows: one turn, because only the data "
	    "is written"),
};

const struct baseline baseline_table[] = {
	{ .name = BASELINE_DEFAULT, .version = BASELINE_DEFAULT "-1",
	  .summary = "a 7200 rpm desktop disk scores 10; File Copy is relative "
		"to UnixBench's machine",
	  .row = hdd_7200_rows, .n_rows = LENGTH(hdd_7200_rows) },
	{ .name = NULL },
};

const struct baseline *const baseline_default = baseline_table;

const struct baseline *
baseline_by_name(const char *name)
{
	for (const struct baseline *b = baseline_table; b->name != NULL; b++)
		if (strcmp(b->name, name) == 0 ||
		    strcmp(b->version, name) == 0)
			return b;
	return NULL;
}

struct baseline *
baseline_make(const char *version)
{
	struct baseline *baseline = xmalloc(sizeof(*baseline));

	*baseline = (struct baseline){ .version = xstrdup(version) };
	return baseline;
}

struct baseline_row *
baseline_add(struct baseline *baseline, const struct baseline_row *row)
{
	size_t n = baseline->n_rows++;
	struct baseline_row *list = xgrow((void *)baseline->row, n,
					  sizeof(*list));

	list[n] = (struct baseline_row){
		.id = xstrdup(row->id), .value = row->value,
		.fingerprint = xstrdup(row->fingerprint),
	};
	baseline->row = list;
	return &list[n];
}

void
baseline_free(const struct baseline *baseline)
{
	if (baseline == NULL || baseline->name != NULL)
		return;
	for (size_t i = 0; i < baseline->n_rows; i++) {
		free((void *)baseline->row[i].id);
		free((void *)baseline->row[i].fingerprint);
	}
	free((void *)baseline->row);
	free((void *)baseline->version);
	free((void *)baseline);
}

/* Return true for printable ASCII, of at least that character. */
static bool
is_word(const char *text, char first)
{
	if (*text == '\0')
		return false;
	for (; *text != '\0'; text++)
		if (*text < first || *text > '~')
			return false;
	return true;
}

static int
parse_header(struct reader *reader, struct baseline *baseline)
{
	char **field = reader->field;

	if (reader_split(reader) != 0 || reader->n_fields != 3 ||
	    strcmp(field[0], "diskidx-baseline") != 0)
		return reader_fail(reader, "not a diskidx baseline");
	if (strcmp(field[1], "1") != 0)
		return reader_fail(reader, "the version of its format is "
					   "unknown");
	if (!is_word(field[2], ' ') || strlen(field[2]) > BASELINE_NAME)
		return reader_fail(reader, "the name is not 1 to %d printable "
				   "characters", BASELINE_NAME);
	free((void *)baseline->version);
	baseline->version = xstrdup(field[2]);
	return 0;
}

static int
parse_row(struct reader *reader, struct baseline *baseline)
{
	char **field = reader->field, *end;
	struct baseline_row row = { .id = NULL };

	if (reader_split(reader) != 0 || reader->n_fields != 3)
		return reader_fail(reader, "not three fields separated by "
				   "tabs");
	row.id = field[0];
	if (!is_word(row.id, '!'))
		return reader_fail(reader, "the id has characters that cannot "
				   "be printed");
	/* Only decimals: strtod by itself accepts hexadecimal, inf and nan. */
	row.value = strtod(field[1], &end);
	if (*field[1] < '0' || *field[1] > '9' || *end != '\0' ||
	    field[1][strspn(field[1], "0123456789.eE+-")] != '\0' ||
	    row.value < MIN_VALUE || row.value > MAX_VALUE)
		return reader_fail(reader, "the value is not a number from "
				   "1e-9 to 1e18");
	if (baseline_value(baseline, row.id, NULL) > 0)
		return reader_fail(reader, "an earlier row has this id");
	if (baseline->n_rows == MAX_ROWS)
		return reader_fail(reader, "more than 4096 rows");
	baseline_add(baseline, &row);
	return 0;
}

struct baseline *
baseline_load(const char *path, const char **error)
{
	struct baseline *baseline;
	struct reader reader;
	int rc;

	if (reader_load(&reader, path) != 0) {
		*error = reader.error;
		return NULL;
	}
	baseline = baseline_make(path);
	while ((rc = reader_line(&reader)) > 0) {
		rc = reader_check(&reader);
		if (rc == 0 && reader.number == 1)
			rc = parse_header(&reader, baseline);
		else if (rc == 0 && reader.length > 0 && reader.line[0] != '#')
			rc = parse_row(&reader, baseline);
		if (rc < 0)
			break;
	}
	if (rc == 0 && reader.number == 0)
		rc = reader_fail_at(&reader, 0, "empty");
	else if (rc == 0 && baseline->n_rows == 0)
		rc = reader_fail_at(&reader, 0, "no rows");
	reader_close(&reader);
	if (rc == 0)
		return baseline;
	*error = reader.error;
	baseline_free(baseline);
	return NULL;
}

double
baseline_value(const struct baseline *baseline, const char *id,
	       const char *fingerprint)
{
	for_each(const struct baseline_row, row, baseline->row,
		 baseline->n_rows) {
		/* A row without a fingerprint is for any. */
		if (strcmp(row->id, id) == 0 &&
		    (row->fingerprint == NULL || fingerprint == NULL ||
		     strcmp(row->fingerprint, fingerprint) == 0))
			return row->value;
	}
	return 0;
}
