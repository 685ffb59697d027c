/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Read the lines of a record about a run and its tests. */
#include <config.h>

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/printf.h"
#include "diskidx/record/record.h"
#include "diskidx/test/expectation.h"
#include "diskidx/test/name.h"
#include "lines.h"
#include "loader.h"

#define MAX_FACTS 1000
#define MAX_NOTES 10000

/* Read a field into its struct. */
static int
take_field(struct reader *r, const struct field *f, size_t i, void *of)
{
	const char *text = r->field[i];
	void *member = (char *)of + f->offset;
	bool is_minus = false;
	uint64_t number;

	switch (f->kind) {
	case FIELD_TEXT:
		if (f->max > 0 && text[0] == '\0')
			return reader_fail(r, "%s is empty", f->name);
		if (f->max > 0 && strlen(text) >= f->max)
			return reader_fail(r, "%s is too long", f->name);
		*(char **)member = xstrdup(text);
		return 0;
	case FIELD_PARAMS:
		if (params_parse(text, member) == 0)
			return 0;
		return reader_fail(r, "\"%.80s\" are not parameters", text);
	case FIELD_WORD:
		if (field_set_word(f, of, text) == 0)
			return 0;
		return reader_fail(r, "\"%.40s\" is not a valid %s", text,
				   f->name);
	case FIELD_BOOL:
		if (field_set_word(f, of, text) == 0)
			return 0;
		return reader_fail(r, "%s: \"%.40s\" is neither 0 nor 1",
				   f->name, text);
	case FIELD_SIGNED:
		is_minus = text[0] == '-';
		r->field[i] += is_minus;
		break;
	case FIELD_NUMBER:
		break;
	}
	if (reader_number(r, i, f->name, f->max, &number) != 0)
		return -EINVAL;
	field_set(f, of, is_minus ? -number : number);
	return 0;
}

int
loader_take_fields(struct loader *loader, size_t first, void *of)
{
	const struct field *f = line_entry[loader->last].field;
	int rc = 0;

	for (; rc == 0 && f->name != NULL; f++)
		rc = take_field(&loader->reader, f, first++, of);
	return rc;
}

int
loader_take_run(struct loader *loader)
{
	struct reader *r = &loader->reader;
	struct record *run = &loader->run;
	const char *form = r->field[r->n_fields - 1];

	if (loader->n == 2 * RECORD_MAX_RUNS)
		return reader_fail(r, "too many runs");
	if (!run->is_old && strcmp(form, NUMBER_TEXT(RECORD_FORM)) != 0)
		return reader_fail(r, "form %.20s is unknown", form);
	loader->run_line = r->number;
	run->offset = reader_offset(r);

	if (loader_take_fields(loader, 1, run) != 0)
		return -EINVAL;
	run->target = xmalloc(run->n_targets * sizeof(struct facts));
	return 0;
}

/* Return 0 if the run has a target with that number. */
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
		return reader_fail(r, "\"%.40s\" is not a key", key);
	if (!facts_carry(facts, key, r->field[r->n_fields - 1]))
		return reader_fail(r, "%.40s occurs twice", key);
	if (facts->count > MAX_FACTS)
		return reader_fail(r, "too many facts");
	return 0;
}

int
loader_take_note(struct loader *loader)
{
	struct record *run = &loader->run;
	struct texts *texts = &run->note;

	if (loader->last == LINE_SETTING)
		texts = &run->setting;
	else if (loader->last == LINE_GLOBAL)
		texts = &run->global;
	else if (loader->last == LINE_GIVEN)
		texts = &loader->result->test.given;
	if (texts->n == MAX_NOTES)
		return reader_fail(&loader->reader, "too many notes");
	texts_add(texts, loader->reader.field[1]);
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

	if (loader_take_fields(loader, 1, test) != 0 ||
	    check_target(loader, test->target) != 0)
		return -EINVAL;
	if (test->copies == 0)
		return reader_fail(r, "copies is 0");
	test_name_renew(test->id);
	for (old = run->result; old < result; old++)
		if (old->test.target == test->target &&
		    old->test.copies == test->copies &&
		    strcmp(old->test.id, test->id) == 0)
			return reader_fail(r, "test %s occurs twice",
					   test->id);
	return 0;
}

int
loader_take_reason(struct loader *loader)
{
	const char *list = loader->reader.field[1];
	struct expectation e;
	int found = loader->last == LINE_EXPECT;

	while (found > 0)
		found = expectation_next(&e, &list);
	if (found < 0)
		return reader_fail(&loader->reader, "\"%.80s\" is not an "
				   "expectation", e.text);
	return loader_take_fields(loader, 1, &loader->result->test);
}

int
loader_take_end(struct loader *loader)
{
	struct reader *r = &loader->reader;
	uint64_t lines = r->number - loader->run_line + 1, said;
	char sum[16];

	if (reader_number(r, 1, "lines", UINT64_MAX, &said) != 0)
		return -EINVAL;
	if (said != lines)
		return reader_fail(r, "the run should have %" PRIu64 " lines, "
				   "but has %" PRIu64, said, lines);
	snprintf(sum, sizeof(sum), RECORD_SUM, loader->sum_before);
	if (!loader->run.is_old && strcmp(r->field[2], sum) != 0)
		return reader_fail(r, "run %zu was changed: its checksum is %s",
				   loader->n + 1, sum);
	loader->run.place = ++loader->n;
	loader->run.path = xstrdup(r->path);
	if (loader->take == NULL)
		record_free(&loader->run);
	else
		loader->take(loader->context, &loader->run);
	loader->run = (struct record){ 0 };
	return 0;
}
