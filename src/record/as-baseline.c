/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * A baseline from a record: the mean of each test over all runs. A row is for
 * tests of the same fingerprint only.
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "diskidx/base/alloc.h"
#include "diskidx/record/record.h"
#include "diskidx/result/flags.h"
#include "diskidx/test/traits.h"
#include "lines.h"

/* The sum of a test over the runs. */
struct sum {
	struct baseline_row row;	/* owned; its value is of logarithms */
	size_t runs;
};

/* The sums over the record so far. */
struct sums {
	struct sum *list;
	size_t n;
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

static struct sum *
find_sum(struct sums *sums, const struct result *result)
{
	struct sum *sum;

	for (size_t i = 0; i < sums->n; i++) {
		sum = &sums->list[i];
		if (strcmp(sum->row.id, result->test.id) == 0 &&
		    strcmp(sum->row.fingerprint,
			   result->test.fingerprint) == 0)
			return sum;
	}
	sum = xadd(sums->list, sums->n);
	*sum = (struct sum){ .row = {
		.id = xstrdup(result->test.id),
		.fingerprint = xstrdup(result->test.fingerprint),
	} };
	return sum;
}

/* Add a result whose figure can be a reference. */
static void
sum_result(struct sums *sums, const struct result *result)
{
	struct sum *sum;

	if (sums->copies == 0) {
		sums->target = result->test.target;
		sums->copies = result->test.copies;
	}
	if (result->test.target != sums->target ||
	    result->test.copies != sums->copies ||
	    !result->summary.has_value || result->summary.value <= 0 ||
	    flags_invalidate(result->judgement.flags) ||
	    traits_of_engine(result->test.engine)->moves_nothing)
		return;
	sum = find_sum(sums, result);
	sum->row.value += log(result->summary.value);
	sum->runs++;
}

static void
sum_run(void *context, struct record *run)
{
	static const struct baseline none = { .name = "none",
					      .version = "none" };
	struct sums *sums = context;

	record_summarise(run, &none);
	for (size_t i = 0; i < run->n_results; i++)
		sum_result(sums, &run->result[i]);
	record_free(run);
}

static struct baseline *
make_baseline(const struct sums *sums, const char *path)
{
	const char *slash = strrchr(path, '/');
	char name[BASELINE_NAME + 1];
	struct baseline *baseline;

	/* It is named as the file, with printable characters only. */
	snprintf(name, sizeof(name), "%s", slash != NULL ? slash + 1 : path);
	for (char *at = name; *at != '\0'; at++)
		if (*at <= ' ' || *at > '~')
			*at = '-';
	baseline = baseline_make(name);
	for (size_t i = 0; i < sums->n; i++) {
		struct sum *sum = &sums->list[i];

		sum->row.value = exp(sum->row.value / (double)sum->runs);
		baseline_add(baseline, &sum->row);
	}
	return baseline;
}

struct baseline *
record_baseline(const char *path, char error[RECORD_ERROR])
{
	struct sums sums = { 0 };
	struct baseline *baseline = NULL;

	if (record_each(path, NULL, 0, sum_run, &sums, error) > 0) {
		if (sums.n > 0)
			baseline = make_baseline(&sums, path);
		else
			snprintf(error, RECORD_ERROR, "%s: no figure of this "
				 "record can be a baseline", path);
	}
	for (size_t i = 0; i < sums.n; i++) {
		free((void *)sums.list[i].row.id);
		free((void *)sums.list[i].row.fingerprint);
	}
	free(sums.list);
	return baseline;
}
