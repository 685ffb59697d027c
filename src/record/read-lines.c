/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Read the lines of a record: each adds to the run, its tests or a sample. */
#include <config.h>

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/operation.h"
#include "diskidx/base/printf.h"
#include "diskidx/record/record.h"
#include "diskidx/stats/sample.h"
#include "diskidx/test/expectation.h"
#include "diskidx/test/name.h"
#include "lines.h"

#define MAX_FACTS 1000
#define MAX_NOTES 10000
#define MAX_TICKS 100000000
#define SAFE_DIGITS 19	/* of a number that always fits */

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
	case FIELD_TEXTS:
		if (((struct texts *)member)->n == MAX_NOTES)
			return reader_fail(r, "too many notes");
		texts_add(member, text);
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

/* Read the fields of the current line, from `first`, into its struct. */
static int
take_fields(struct loader *loader, size_t first, void *of)
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
	if (take_fields(loader, 1, run) != 0)
		return -EINVAL;
	run->target = xmalloc(run->n_targets * sizeof(struct facts));
	return 0;
}

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
	return take_fields(loader, 1, &loader->run);
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
	if (take_fields(loader, 1, test) != 0 ||
	    check_target(loader, test->target) != 0)
		return -EINVAL;
	if (test->copies == 0)
		return reader_fail(r, "copies is 0");
	test_name_renew(test->id);
	for (old = run->result; old < result; old++)
		if (old->test.target == test->target &&
		    old->test.copies == test->copies &&
		    strcmp(old->test.id, test->id) == 0)
			return reader_fail(r, "test %s occurs twice", test->id);
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
	return take_fields(loader, 1, &loader->result->test);
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

int
loader_take_sample(struct loader *loader)
{
	struct reader *r = &loader->reader;
	struct result *result = loader->result;
	struct sample sample = { 0 };
	uint64_t moved;

	if (take_fields(loader, 1, &sample) != 0)
		return -EINVAL;
	moved = sample.total.moved[OP_WRITE];
	if (result->test.params.action != ACTION_COPY)
		moved += sample.total.moved[OP_READ];
	if (!loader->run.is_old && sample.total.bytes != moved)
		return reader_fail(r, "bytes differ from those that were "
				      "moved");
	/* The order also limits the number of samples. */
	if (sample.round == 0 || (loader->sample != NULL &&
				  sample.round <= loader->sample->round))
		return reader_fail(r, "round %u is out of order", sample.round);
	loader->n_written = 0;
	result_add_sample(result, &sample);
	loader->sample = &result->sample[result->n_samples - 1];
	return 0;
}

int
loader_take_counters(struct loader *loader)
{
	struct sample *sample = loader->sample;
	size_t flag = line_entry[loader->last].flag;

	if (flag != 0)
		*(bool *)((char *)sample + flag) = true;
	if (take_fields(loader, 1, sample) != 0)
		return -EINVAL;
	if (sample->processors.limited_periods > sample->processors.periods)
		return reader_fail(&loader->reader,
				   "more limited periods than periods");
	if (sample->total.flush_ns > sample->total.elapsed_ns)
		return reader_fail(&loader->reader,
				   "the flush is longer than the sample");
	return 0;
}

/* Read a number of a pair, and return its end; NULL: there is none, or it is
 * too large. Nearly all of a record is digits. */
static const char *
field_part(const char *at, uint64_t *value)
{
	const char *end = at;
	uint64_t number = 0;
	unsigned digit;

	for (; (digit = (unsigned)*end - '0') <= 9; end++)
		number = number * 10 + digit;
	*value = number;
	return end == at || end - at > SAFE_DIGITS ? NULL : end;
}

/* Take "A:B" and the blank after it off a list, and move *text on: 1, or 0 at
 * the end of the list. With `alone`, "B" is "1:B". */
static int
field_pair(struct reader *reader, const char **text, uint64_t *a, uint64_t *b,
	   bool alone)
{
	const char *at = *text;

	if (*at == '\0')
		return 0;
	*a = 1;
	at = field_part(at, b);
	if (at != NULL && *at == ':') {
		*a = *b;
		at = field_part(at + 1, b);
	} else if (!alone) {
		at = NULL;
	}
	if (at == NULL || (*at != '\0' && (*at != ' ' || at[1] == '\0')))
		return reader_fail(reader, "\"%.40s\" is not a pair of "
				   "numbers", *text);
	*text = *at == ' ' ? at + 1 : at;
	return 1;
}

/* Read the buckets of a histogram, which has room for all. */
static int
take_cells(struct loader *loader, struct histogram_packed *packed)
{
	struct reader *r = &loader->reader;
	const char *text = r->field[6];
	uint64_t gap = 0, count = 0, index = 0, total = 0;
	int rc;

	while ((rc = field_pair(r, &text, &gap, &count, true)) > 0) {
		if (gap >= HISTOGRAM_BUCKETS ||
		    index + gap >= HISTOGRAM_BUCKETS)
			return reader_fail(r, "a bucket is out of range");
		if (count == 0 || (gap == 0 && packed->used > 0))
			return reader_fail(r, "a bucket is empty or repeated");
		if (count > packed->count - total)
			return reader_fail(r, "the buckets exceed the count");
		/* The index grows, so there is room. */
		index += gap;
		total += count;
		packed->cell[packed->used].index = (uint32_t)index;
		packed->cell[packed->used].count = count;
		packed->used++;
	}
	if (rc == 0 && total != packed->count)
		return reader_fail(r, "the buckets do not add up to the count");
	return rc;
}

int
loader_take_latency(struct loader *loader)
{
	struct reader *r = &loader->reader;
	struct sample *sample = loader->sample;
	struct histogram_packed **of = sample->latency[LINE_KIND(loader->last)];
	struct histogram_packed *h;
	int op = 0;

	/* Reads come before writes, each once. */
	while (op < OP_COUNT && strcmp(r->field[1], operation_name[op]) != 0)
		op++;
	if (op == OP_COUNT)
		return reader_fail(r, "\"%.40s\" is not a direction",
				   r->field[1]);
	if (of[op] != NULL || of[OP_WRITE] != NULL)
		return reader_fail(r, "%s %s is out of order", r->field[0],
				   r->field[1]);
	h = of[op] = xmalloc(HISTOGRAM_PACKED(HISTOGRAM_BUCKETS));
	if (take_fields(loader, 2, h) != 0)
		return -EINVAL;
	if (h->count == 0)
		return reader_fail(r, "count is 0");
	if (loader->last == LINE_FLUSH && h->count > sample->total.ios[op])
		return reader_fail(r, "count is more than the number of "
				      "requests");
	if (!loader->run.is_old && loader->last != LINE_FLUSH &&
	    h->count != sample->total.ios[op])
		return reader_fail(r, "count is not the number of requests");
	if (take_cells(loader, h) != 0)
		return -EINVAL;
	/* Check the exact values against the buckets. */
	if (histogram_index(h->min) != h->cell[0].index ||
	    histogram_index(h->max) != h->cell[h->used - 1].index ||
	    h->min > h->max)
		return reader_fail(r, "min and max are not in the first and "
				   "the last bucket");
	if (h->sum / h->count < h->min || h->sum / h->count > h->max)
		return reader_fail(r, "the mean is not between min and max");
	of[op] = xrealloc(h, HISTOGRAM_PACKED(h->used));
	return 0;
}

/* Read a part of a series, or of its writes with the same points; a long one
 * has several lines. */
int
loader_take_series(struct loader *loader)
{
	struct reader *r = &loader->reader;
	struct sample *sample = loader->sample;
	bool of_writes = loader->last == LINE_WRITTEN;
	size_t *n = of_writes ? &loader->n_written : &sample->n_ticks;
	const char *text = r->field[1];
	uint64_t at_ns = 0, bytes = 0, gap_ns = 0, more = 0;
	int rc;

	if (*n > 0) {
		const struct tick *last = &sample->tick[*n - 1];

		at_ns = last->at_ns;
		bytes = of_writes ? last->of[OP_WRITE].bytes : last->bytes;
	}
	while ((rc = field_pair(r, &text, &gap_ns, &more, false)) > 0) {
		struct tick *tick = of_writes ? &sample->tick[*n] : NULL;

		if (of_writes && (*n == sample->n_ticks ||
				  gap_ns != tick->at_ns - at_ns ||
				  more > tick->bytes - bytes))
			return reader_fail(r, "these are not the writes of the "
					   "series");
		if (gap_ns > COUNTER_MAX_NS - at_ns ||
		    more > COUNTER_MAX - bytes || *n == MAX_TICKS)
			return reader_fail(r, "the series is out of range");
		at_ns += gap_ns;
		bytes += more;
		if (!of_writes) {
			sample_tick(sample, at_ns, bytes);
			continue;
		}
		tick->of[OP_WRITE].bytes = bytes;
		tick->of[OP_READ].bytes = tick->bytes - bytes;
		++*n;
	}
	return rc;
}
