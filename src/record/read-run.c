/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Read the lines of a record about a run and its tests. */
#include <config.h>

#include <errno.h>
#include <stdint.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/printf.h"
#include "diskidx/record/record.h"
#include "diskidx/test/expectation.h"
#include "diskidx/test/name.h"
#include "diskidx/test/test.h"
#include "lines.h"
#include "loader.h"

#define MAX_FACTS 1000
#define MAX_NOTES 10000
#define MAX_COPIES 1000000

int
loader_take_run(struct loader *loader)
{
	struct reader *r = &loader->reader;
	struct record *run = &loader->run;
	uint64_t offset_s, targets;
	bool is_west;

	if (loader->n == 2 * RECORD_MAX_RUNS)
		return reader_fail(r, "too many runs");
	if (!loader->run.is_old &&
	    strcmp(r->field[8], NUMBER_TEXT(RECORD_FORM)) != 0)
		return reader_fail(r, "form %.20s is unknown", r->field[8]);
	loader->run_line = r->number;
	run->offset = reader_offset(r);

	run->version = xstrdup(r->field[1]);
	is_west = r->field[4][0] == '-';
	r->field[4] += is_west;
	if (reader_number(r, 2, "started_s", CLOCK_LAST_S,
			  &run->started_s) != 0 ||
	    reader_number(r, 3, "ended_s", CLOCK_LAST_S, &run->ended_s) != 0 ||
	    reader_number(r, 4, "utc_offset_s", RECORD_MAX_OFFSET_S,
			  &offset_s) != 0 ||
	    reader_number(r, 5, "seed", UINT64_MAX, &run->seed) != 0 ||
	    reader_bool(r, 6, "interrupted", &run->interrupted) != 0 ||
	    reader_number(r, 7, "targets", RECORD_MAX_RESULTS, &targets) != 0)
		return -EINVAL;

	run->utc_offset_s = (int)offset_s;
	if (is_west)
		run->utc_offset_s = -run->utc_offset_s;
	run->n_targets = (size_t)targets;
	run->target = xmalloc(run->n_targets * sizeof(struct facts));
	memset(run->target, 0, run->n_targets * sizeof(struct facts));
	return 0;
}

/* Read the number of a target that the run has. */
static int
take_index(struct loader *loader, size_t field, uint64_t *index)
{
	struct reader *r = &loader->reader;

	if (reader_number(r, field, "target", RECORD_MAX_RESULTS, index) != 0)
		return -EINVAL;
	if (*index < loader->run.n_targets)
		return 0;
	return reader_fail(r, "target %.40s, but the run has %zu",
			   r->field[field], loader->run.n_targets);
}

int
loader_take_fact(struct loader *loader)
{
	struct reader *r = &loader->reader;
	struct facts *facts = &loader->run.host;
	const char *key = r->field[r->n_fields - 2];
	uint64_t index;

	if (loader->last == LINE_PLAN)
		facts = &loader->run.plan;
	if (loader->last == LINE_TARGET) {
		if (take_index(loader, 1, &index) != 0)
			return -EINVAL;
		facts = &loader->run.target[index];
	}
	if (key[0] == '\0' ||
	    key[strspn(key, "abcdefghijklmnopqrstuvwxyz0123456789_")] != '\0')
		return reader_fail(r, "\"%.40s\" is no key", key);
	if (!facts_carry(facts, key, r->field[r->n_fields - 1]))
		return reader_fail(r, "%.40s is there twice", key);
	if (facts->count > MAX_FACTS)
		return reader_fail(r, "too many facts");
	return 0;
}

int
loader_take_note(struct loader *loader)
{
	struct record *run = &loader->run;
	bool is_note = loader->last == LINE_NOTE;

	if (run->note.n + run->setting.n == MAX_NOTES)
		return reader_fail(&loader->reader, "too many notes");
	texts_add(is_note ? &run->note : &run->setting,
		  loader->reader.field[1]);
	return 0;
}

/* Copy a text that must not be empty, and must fit into `size` bytes. */
static int
take_text(struct reader *reader, size_t field, const char *name, size_t size,
	  char **copy)
{
	const char *text = reader->field[field];

	if (text[0] == '\0')
		return reader_fail(reader, "%s is empty", name);
	if (strlen(text) >= size)
		return reader_fail(reader, "%s is too long", name);
	*copy = xstrdup(text);
	return 0;
}

int
loader_take_test(struct loader *loader)
{
	struct record *run = &loader->run;
	struct reader *r = &loader->reader;
	const size_t any = SIZE_MAX, name_size = sizeof(run->score->name);
	struct result *result, *old;
	struct result_test *test;
	uint64_t target, copies;

	if (run->n_results == RECORD_MAX_RESULTS)
		return reader_fail(r, "too many tests");
	result = xadd(run->result, run->n_results);
	*result = (struct result){ 0 };
	loader->result = result;
	loader->sample = NULL;
	test = &result->test;

	if (take_text(r, 1, "id", TEST_ID, &test->id) != 0 ||
	    take_text(r, 2, "title", any, &test->title) != 0 ||
	    take_text(r, 3, "category", name_size, &test->category) != 0 ||
	    take_text(r, 7, "workload", any, &test->workload) != 0 ||
	    take_text(r, 8, "engine", any, &test->engine) != 0 ||
	    take_text(r, 13, "fingerprint", any, &test->fingerprint) != 0)
		return -EINVAL;
	test_name_renew(test->id);
	test->unit = unit_by_name(r->field[4]);
	if (test->unit == UNITS)
		return reader_fail(r, "\"%.40s\" is no unit", r->field[4]);
	if (strcmp(r->field[10], "unixbench") == 0)
		test->rule = RULE_UNIXBENCH;
	else if (strcmp(r->field[10], "mean") == 0)
		test->rule = RULE_MEAN;
	else
		return reader_fail(r, "\"%.40s\" is no rule", r->field[10]);
	if (params_parse(r->field[12], &test->params) != 0)
		return reader_fail(r, "\"%.80s\" are no parameters",
				   r->field[12]);
	if (take_index(loader, 5, &target) != 0 ||
	    reader_number(r, 6, "copies", MAX_COPIES, &copies) != 0 ||
	    reader_number(r, 9, "asked_ns", COUNTER_MAX_NS,
			  &test->asked_ns) != 0 ||
	    reader_bool(r, 11, "memory", &test->memory) != 0)
		return -EINVAL;
	if (copies == 0)
		return reader_fail(r, "copies is 0");
	test->target = (unsigned)target;
	test->copies = (unsigned)copies;
	for (old = run->result; old < result; old++)
		if (old->test.target == test->target &&
		    old->test.copies == test->copies &&
		    strcmp(old->test.id, test->id) == 0)
			return reader_fail(r, "test %s is there twice",
					   test->id);
	return 0;
}

int
loader_take_expectations(struct loader *loader)
{
	const char *list = loader->reader.field[1];
	struct expectation e;
	int found;

	while ((found = expectation_next(&e, &list)) > 0)
		;
	if (found < 0)
		return reader_fail(&loader->reader, "\"%.80s\" can't be "
				   "expected", e.text);
	return take_text(&loader->reader, 1, "expectation", SIZE_MAX,
			 &loader->result->test.expects);
}

int
loader_take_na_reason(struct loader *loader)
{
	return take_text(&loader->reader, 1, "reason", SIZE_MAX,
			 &loader->result->test.na_reason);
}
