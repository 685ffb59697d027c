/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The record in memory; write.c, file.c and read.c handle its file. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/say.h"
#include "diskidx/record/record.h"
#include "diskidx/result/capacity.h"
#include "diskidx/result/flags.h"
#include "diskidx/test/name.h"
#include "diskidx/test/test.h"

/* Find the capacity if the run was a search, and make a row of it. */
static void
find_capacity(struct record *record)
{
	struct capacity *c;
	struct expectation e;
	struct result *row;
	const struct result_test *like;

	if (expectation_parse(&e, facts_get(&record->plan, FACT_PROMISE)) != 0)
		return;
	row = xadd(record->result, record->n_results);
	*row = (struct result){ .follows = true };
	c = record->capacity = xmalloc(sizeof(*c));
	*c = capacity_find(&e, record->result, record->n_results - 1);
	if (c->least == NULL) {
		record->n_results--;
		free(c);
		record->capacity = NULL;
		return;
	}
	like = &c->most->test;
	row->test = (struct result_test){
		.id = xstrdup("capacity"),
		.title = xprintf("%s of %.*s", e.text, (int)
				 test_name_origin(test_name_within(like->id)),
				 test_name_within(like->id)),
		.category = xstrdup(like->category), .unit = UNIT_IOPS,
		.params = like->params,
		.workload = xstrdup(like->workload),
		/* The depth and the rates are part of what was found. */
		.fingerprint = xprintf("%s, %s, %s", e.text, arrival_name(
			c->least->test.params.arrival),
			record->result->test.fingerprint),
		.engine = xstrdup(like->engine),
		.target = like->target, .copies = like->copies,
	};
	row->judgement.flags = c->flags;
	row->summary.has_value = c->value_iops > 0;
	if (!row->summary.has_value)
		row->test.na_reason = xstrdup(capacity_text(c));
	row->summary.value = c->value_iops;
	row->summary.rounds = c->error;
	row->summary.ci95 = c->ci95;
}

void
record_summarise(struct record *record, const struct baseline *baseline)
{
	if (record->n_results > 0 &&
	    record->result[record->n_results - 1].follows)
		result_free(&record->result[--record->n_results]);
	free(record->capacity);
	record->capacity = NULL;
	for_each(struct result, result, record->result, record->n_results) {
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
	find_capacity(record);
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
	return text_or(facts_get(&record->plan, FACT_DISK_SUITE), ROSTER_FIRST);
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
		    struct fitness *f)
{
	const char *rest = text_or(f->rest, text_or(row->test.expects, ""));
	struct expectation e;

	if (expectation_next(&e, &rest) <= 0)
		return false;
	*f = fitness_judge(&e, row, record->result, record->n_results,
			   facts_number(&record->host, FACT_CPUS, 1));
	f->rest = rest;
	return true;
}

void
record_remember(struct record *record)
{
	record->is_thin = true;
	if (record->offset == 0)
		record->lines = record_text(record);
	/* A capacity rests on latencies. */
	for (size_t i = 0; i < record->n_results &&
	     facts_get(&record->plan, FACT_PROMISE) == NULL; i++)
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
	free(record->capacity);
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
