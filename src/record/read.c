/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Read a record: its lines, and their order. */
#include <config.h>

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "diskidx/base/checksum.h"
#include "diskidx/record/record.h"
#include "lines.h"

/* Read a line, add it to the run's checksum, and cut it into fields: 1, 0 at
 * the end, or -EINVAL. */
static int
next_line(struct loader *loader)
{
	struct reader *r = &loader->reader;
	int rc = reader_line(r);

	if (rc <= 0)
		return rc;
	if (loader->last == LINE_END)
		loader->sum = 0;
	loader->sum_before = loader->sum;
	loader->sum = checksum_add(loader->sum, r->line, r->length);
	loader->sum = checksum_add(loader->sum, "\n", 1);
	return reader_check(r) != 0 || reader_split(r) != 0 ? -EINVAL : 1;
}

static int
take_magic(struct loader *loader)
{
	struct reader *r = &loader->reader;
	uint64_t version;

	if (r->n_fields != 2 || strcmp(r->field[0], RECORD_MAGIC) != 0)
		return reader_fail(r, "not a diskidx record");
	if (reader_number(r, 1, "version", UINT64_MAX, &version) != 0)
		return -EINVAL;
	if (version != RECORD_VERSION)
		return reader_fail(r, "this is a record of version %.20s; this "
				   "diskidx reads version %d", r->field[1],
				   RECORD_VERSION);
	return 0;
}

static int
take_line(struct loader *loader)
{
	struct reader *r = &loader->reader;
	enum line kind = loader->last;
	const struct line_entry *entry;
	size_t fields = 0, tries = LINE_COUNT;

	/* Records may follow each other. */
	if (loader->last == LINE_END &&
	    strcmp(r->field[0], RECORD_MAGIC) == 0)
		return take_magic(loader);
	/* Nothing is lost if only the end of the last line was cut off. */
	if (loader->last == LINE_END && r->n_fields == 1 &&
	    strcmp(r->field[0], RECORD_CUT) == 0)
		return 0;
	/* Most lines are of the kind of the one before, or of the next. */
	while (strcmp(line_entry[kind].keyword, r->field[0]) != 0) {
		kind = (enum line)((kind + 1) % LINE_COUNT);
		if (--tries == 0)
			return reader_fail(r, "unknown line \"%.40s\"",
					   r->field[0]);
	}
	entry = &line_entry[kind];
	if (loader->last < entry->from || loader->last > entry->to)
		return reader_fail(r, "\"%s\" cannot follow \"%s\"",
				   entry->keyword,
				   line_entry[loader->last].keyword);
	while (entry->field[fields].name != NULL)
		fields++;
	fields += entry->others;
	if (kind == LINE_RUN)
		loader->run.is_old = r->n_fields == fields;
	fields -= loader->run.is_old && (kind == LINE_RUN || kind == LINE_END);
	if (r->n_fields != 1 + fields)
		return reader_fail(r, "\"%s\" has %zu fields, not %zu",
				   entry->keyword, r->n_fields - 1, fields);
	loader->last = kind;
	return entry->take(loader);
}

/*
 * After a wrong line, skip the rest of a run that was cut off: up to its mark,
 * to the header of another record, or to the end of a file that ends within a
 * line. Return false if the run is whole: the line is damaged.
 */
static bool
skip_cut(struct reader *r, bool in_run)
{
	while (!r->is_cut && strcmp(r->line, RECORD_CUT) != 0) {
		bool is_line;

		if (in_run && strncmp(r->line, RECORD_MAGIC,
				      strlen(RECORD_MAGIC)) == 0)
			return true;
		in_run = true;
		is_line = reader_line(r) > 0;
		if (!is_line && !r->is_cut)
			return false;
		if (is_line && (strncmp(r->line, "run\t", 4) == 0 ||
				strncmp(r->line, "end\t", 4) == 0))
			return false;
	}
	return true;
}

/* Drop a run that was cut off, with a warning. */
static void
drop_run(struct loader *loader)
{
	record_free(&loader->run);
	loader->last = LINE_END;
	reader_fail(&loader->reader, "a run was cut off here; it is left out");
}

static int
load(struct loader *loader)
{
	struct reader *r = &loader->reader;
	int rc = loader->is_one ? 0 : next_line(loader);

	if (rc == 0 && !loader->is_one)
		return reader_fail_at(r, 1, "the file is empty, so it is not a "
				      "record");
	if (rc > 0)
		rc = take_magic(loader);
	loader->last = LINE_END;
	while (rc == 0 && (!loader->is_one || loader->n == 0) &&
	       (rc = next_line(loader)) != 0) {
		const char *why;

		if (rc > 0)
			rc = take_line(loader);
		if (rc == 0)
			continue;
		/* A line may be wrong because a run was cut off there. Finding
		 * out overwrites the reason. */
		why = r->error;
		if (skip_cut(r, loader->last != LINE_END)) {
			drop_run(loader);
			rc = 0;
		} else {
			r->error = why;
		}
	}
	if (rc == 0 && loader->last != LINE_END)
		drop_run(loader);
	if (rc == 0 && loader->n == 0)
		rc = reader_fail(r, "the record has no whole run");
	return rc;
}

size_t
record_each(const char *path, const char *text, int64_t offset,
	    void (*take)(void *context, struct record *run), void *context,
	    const char **error)
{
	struct loader loader = {
		.is_one = offset > 0,
		.take = take,
		.context = context,
	};
	struct reader *r = &loader.reader;
	size_t n = 0;
	int rc;

	if (text != NULL)
		rc = reader_load_text(r, path, text, strlen(text), SIZE_MAX);
	else
		rc = reader_open(r, path, offset);
	if (rc == 0) {
		if (load(&loader) == 0)
			n = loader.n;
		reader_close(r);
	}
	*error = r->error;
	record_free(&loader.run);
	return n;
}

static void
take_whole(void *record, struct record *run)
{
	*(struct record *)record = *run;
}

const struct record *
record_whole(struct whole *whole, const struct record *run)
{
	const char *error;

	if (!run->is_thin)
		return run;
	record_free(&whole->record);
	if (record_each(text_or(run->path, "a run"), run->lines, run->offset,
			take_whole, &whole->record, &error) == 0) {
		snprintf(whole->error, sizeof(whole->error), "%s", error);
		return run;
	}
	if (whole->record.seed != run->seed ||
	    whole->record.started_s != run->started_s) {
		snprintf(whole->error, sizeof(whole->error), "%.200s was "
			 "replaced while it was read",
			 text_or(run->path, "a run"));
		return run;
	}
	record_summarise(&whole->record, run->baseline);
	return &whole->record;
}
