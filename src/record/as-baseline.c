/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * A baseline from a record: the mean of each test over all runs. A row is only
 * for tests with the same fingerprint.
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "diskidx/base/say.h"
#include "diskidx/record/record.h"
#include "diskidx/result/flags.h"
#include "diskidx/test/traits.h"
#include "lines.h"

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
	static const struct baseline none = { .name = "none",
					      .version = "none" };
	struct sums *sums = context;
	struct baseline_row *row;

	record_summarise(run, &none);
	for (size_t i = 0; i < run->n_results; i++) {
		const struct result *result = &run->result[i];

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
