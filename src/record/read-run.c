/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Read the lines of a record about a run and its tests. */
#include <config.h>

#include <errno.h>
#include <inttypes.h>
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

int
loader_take_run(struct loader *loader)
{
	struct reader *r = &loader->reader;
	struct record *run = &loader->run;

	if (loader->n == 2 * RECORD_MAX_RUNS)
		return reader_fail(r, "too many runs");
	if (!loader->run.is_old &&
	    strcmp(r->field[8], NUMBER_TEXT(RECORD_FORM)) != 0)
		return reader_fail(r, "form %.20s is unknown", r->field[8]);
	loader->run_line = r->number;
	run->offset = reader_offset(r);

	if (line_take(r, LINE_RUN, 1, run) != 0)
		return -EINVAL;
	run->target = xmalloc(run->n_targets * sizeof(struct facts));
	memset(run->target, 0, run->n_targets * sizeof(struct facts));
	return 0;
}

/* Return 0 if the run has a target of that number. */
static int
check_target(struct loader *loader, uint64_t target)
{
	if (target < loader->run.n_targets)
		return 0;
	return reader_fail(&loader->reader, "target %" PRIu64 ", but the run "
			   "has %zu", target, loader->run.n_targets);
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
		if (reader_number(r, 1, "target", RECORD_MAX_RESULTS,
				  &index) != 0 ||
		    check_target(loader, index) != 0)
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

int
loader_take_test(struct loader *loader)
{
	struct record *run = &loader->run;
	struct reader *r = &loader->reader;
	struct result *result, *old;
	struct result_test *test;

	if (run->n_results == RECORD_MAX_RESULTS)
		return reader_fail(r, "too many tests");
	result = xadd(run->result, run->n_results);
	*result = (struct result){ 0 };
	loader->result = result;
	loader->sample = NULL;
	test = &result->test;

	if (line_take(r, LINE_TEST, 1, test) != 0 ||
	    check_target(loader, test->target) != 0)
		return -EINVAL;
	if (test->copies == 0)
		return reader_fail(r, "copies is 0");
	test_name_renew(test->id);
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
	return line_take(&loader->reader, LINE_EXPECT, 1,
			 &loader->result->test);
}

int
loader_take_na_reason(struct loader *loader)
{
	return line_take(&loader->reader, LINE_MISSING, 1,
			 &loader->result->test);
}
