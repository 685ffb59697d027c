/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Read a record: its lines, and their order. Also a baseline from a record: the
 * mean of each test over all runs. A row is only for tests with the same
 * fingerprint.
 */
#include <config.h>

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "diskidx/base/checksum.h"
#include "diskidx/base/say.h"
#include "diskidx/record/record.h"
#include "diskidx/result/flags.h"
#include "diskidx/test/traits.h"
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
	if (loader->last == LINE_END && strcmp(r->field[0], RECORD_MAGIC) == 0)
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
	const char *path = text_or(run->path, "a run"), *error;

	if (!run->is_thin)
		return run;
	record_free(&whole->record);
	if (record_each(path, run->lines, run->offset, take_whole,
			&whole->record, &error) > 0) {
		if (whole->record.seed == run->seed &&
		    whole->record.started_s == run->started_s) {
			record_summarise(&whole->record, run->baseline);
			return &whole->record;
		}
		error = say("%.200s was replaced while it was read", path);
	}
	snprintf(whole->error, sizeof(whole->error), "%s", error);
	return run;
}

/* The sums over the record so far. */
struct sums {
	struct baseline *baseline;	/* its values are sums of logarithms */
	unsigned target, copies;	/* of the first test; 0: none yet */
};

bool
record_is(const char *path)
{
	static const char magic[] = RECORD_MAGIC "\t";
	char text[sizeof(magic) - 1];
	struct stat st;
	FILE *stream;
	bool same;

	/* A FIFO would wait for a writer, and lose the bytes read. */
	if (stat(path, &st) != 0 || !S_ISREG(st.st_mode))
		return false;
	stream = fopen(path, "r");
	if (stream == NULL)
		return false;
	same = fread(text, 1, sizeof(text), stream) == sizeof(text) &&
	       memcmp(text, magic, sizeof(text)) == 0;
	fclose(stream);
	return same;
}

static struct baseline_row *
find_sum(struct baseline *baseline, const struct result_test *test)
{
	struct baseline_row new = {
		.id = test->id, .fingerprint = test->fingerprint
	};

	for (size_t i = 0; i < baseline->n_rows; i++) {
		const struct baseline_row *row = &baseline->row[i];

		if (strcmp(row->id, new.id) == 0 &&
		    strcmp(row->fingerprint, new.fingerprint) == 0)
			return (struct baseline_row *)row;
	}
	return baseline_add(baseline, &new);
}

/* Add the results that can be a reference. */
static void
sum_run(void *context, struct record *run)
{
	struct sums *sums = context;
	struct baseline_row *row;

	record_summarise(run, baseline_default);
	for_each_row(result, run) {
		if (sums->copies == 0) {
			sums->target = result->test.target;
			sums->copies = result->test.copies;
		}
		if (result->test.target != sums->target ||
		    result->test.copies != sums->copies ||
		    !result->summary.has_value || result->summary.value <= 0 ||
		    flags_invalidate(result->judgement.flags) ||
		    traits_of_engine(result->test.engine)->moves_nothing)
			continue;
		row = find_sum(sums->baseline, &result->test);
		row->value += log(result->summary.value);
		row->runs++;
	}
	record_free(run);
}

struct baseline *
record_baseline(const char *path, const char **error)
{
	const char *slash = strrchr(path, '/');
	char name[BASELINE_NAME + 1];
	struct sums sums = { 0 };
	struct baseline_row *row;
	size_t runs;

	/* Its name is the file's, in printable characters. */
	snprintf(name, sizeof(name), "%s", slash != NULL ? slash + 1 : path);
	for (char *at = name; *at != '\0'; at++)
		if (*at <= ' ' || *at > '~')
			*at = '-';
	sums.baseline = baseline_make(name);
	runs = record_each(path, NULL, 0, sum_run, &sums, error);
	for (size_t i = 0; i < sums.baseline->n_rows; i++) {
		row = (struct baseline_row *)&sums.baseline->row[i];
		row->value = exp(row->value / (double)row->runs);
	}
	if (runs > 0 && sums.baseline->n_rows > 0)
		return sums.baseline;
	if (runs > 0)
		*error = say("%s: no result of this record can be a baseline",
			     path);
	baseline_free(sums.baseline);
	return NULL;
}
