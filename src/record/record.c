/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * The record in memory; write.c, file.c and read.c handle its file. Also a
 * baseline from a record: the mean of each test over all runs. A row is only
 * for tests with the same fingerprint.
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/say.h"
#include "diskidx/record/record.h"
#include "diskidx/result/flags.h"
#include "diskidx/test/test.h"
#include "diskidx/test/traits.h"
#include "lines.h"

void
record_summarise(struct record *record, const struct baseline *baseline)
{
	for (size_t i = 0; i < record->n_results; i++) {
		struct result *result = &record->result[i];
		const struct test *from = test_origin(result->test.id);

		/* A test of an older version may have another category. */
		if (from != NULL) {
			free(result->test.category);
			result->test.category =
				xstrdup(category_name(from->category));
		}
		result_summarise(result);
		flags_judge(result, &record->target[result->test.target]);
	}
	flags_judge_run(record->result, record->n_results, record->n_targets);
	for (size_t i = 0; i < record->n_results; i++)
		index_apply(&record->result[i], baseline);
	record->baseline = baseline;
	free(record->score);
	record->score = NULL;
	roster_take(&record->roster,
		    facts_get(&record->plan, FACT_SUITE_TESTS));
	record->n_scores = index_scores(record->result, record->n_results,
					&record->roster, &record->score);
}

const char *
record_suite(const struct record *record)
{
	return text_or(facts_get(&record->plan, FACT_DISK_SUITE),
		       ROSTER_FIRST);
}

const char *
record_fact(const struct record *record, unsigned target, enum fact_key key)
{
	if (fact_entry[key].owner == OWNER_HOST)
		return facts_get(&record->host, key);
	if (fact_entry[key].owner == OWNER_PLAN)
		return facts_get(&record->plan, key);
	if (target >= record->n_targets)
		return NULL;
	return facts_get(&record->target[target], key);
}

const char *
record_target(const struct record *record, unsigned target)
{
	return record_fact(record, target, FACT_DIRECTORY);
}

const char *
record_host(const struct record *record)
{
	return text_or(facts_get(&record->plan, FACT_LAUNCHED_AS),
		       facts_get(&record->host, FACT_HOSTNAME));
}

const char *
record_given(const struct record *record, const struct result *result,
	     const char *key)
{
	const struct texts *from[] = { &result->test.given, &record->global };
	size_t length = strlen(key);

	for (size_t i = 0; i < LENGTH(from); i++)
		for (size_t j = 0; j < from[i]->n; j++) {
			const char *text = from[i]->text[j];

			if (strncmp(text, key, length) != 0)
				continue;
			if (text[length] == '=')
				return text + length + 1;
			if (text[length] == '\0')
				return "";
		}
	return NULL;
}

bool
record_next_fitness(const struct record *record, const struct result *row,
		    const char **list, struct fitness *f)
{
	struct expectation e;

	*list = text_or(*list, text_or(row->test.expects, ""));
	if (expectation_next(&e, list) <= 0)
		return false;
	*f = fitness_judge(&e, row, record->result, record->n_results,
			   facts_number(&record->host, FACT_CPUS, 1));
	return true;
}

void
record_remember(struct record *record)
{
	record->is_thin = true;
	if (record->offset == 0)
		record->lines = record_text(record);
	for (size_t i = 0; i < record->n_results; i++)
		result_drop_latencies(&record->result[i]);
}

void
record_thin(struct record *record)
{
	for (size_t i = 0; i < record->n_results; i++) {
		result_drop_latencies(&record->result[i]);
		for (size_t j = 0; j < record->result[i].n_samples; j++) {
			struct sample *sample = &record->result[i].sample[j];

			free(sample->tick);
			sample->tick = NULL;
			sample->n_ticks = 0;
		}
	}
}

bool
record_has_other_copies(const struct record *record)
{
	for (size_t i = 1; i < record->n_results; i++)
		if (record->result[i].test.copies !=
		    record->result[0].test.copies)
			return true;
	return false;
}

void
record_free(struct record *record)
{
	for (size_t i = 0; i < record->n_results; i++)
		result_free(&record->result[i]);
	for (size_t i = 0; i < record->n_targets; i++)
		facts_free(&record->target[i]);
	texts_free(&record->note);
	texts_free(&record->setting);
	texts_free(&record->global);
	facts_free(&record->host);
	facts_free(&record->plan);
	roster_free(&record->roster);
	free(record->result);
	free(record->target);
	free(record->path);
	free(record->lines);
	free(record->version);
	free(record->score);
	*record = (struct record){ 0 };
}

const char *
record_directory(void)
{
	const char *directory = text_or(getenv("DISKIDX_RESULTDIR"), "");
	const char *state = text_or(getenv("XDG_STATE_HOME"), "");
	const char *home = text_or(getenv("HOME"), "");

	if (directory[0] != '\0')
		return directory;
	/* XDG's specification: a path that isn't absolute is ignored. */
	if (state[0] == '/')
		return say("%s/diskidx", state);
	if (home[0] != '\0')
		return say("%s/.local/state/diskidx", home);
	return NULL;
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
