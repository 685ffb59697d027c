/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The lines of a record: see lines.h. */
#include <config.h>

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/record/record.h"
#include "diskidx/test/test.h"
#include "lines.h"

#define MAX_COPIES 1000000

#define FIELDS(rows) .field = (const struct field[]){ rows { .name = NULL } }
#define FIELD(name, kind, tag, member, max) \
	{ name, FIELD_##kind, FIELD_AT(tag, member), max, NULL },
#define RUN(kind, member, max) FIELD(#member, kind, record, member, max)
#define TEST(kind, member, max) FIELD(#member, kind, result_test, member, max)
#define WORD(member, words) \
	{ #member, FIELD_WORD, FIELD_AT(result_test, member), 0, words },
#define COUNT(name, member) FIELD(name, NUMBER, sample, member, COUNTER_MAX)
#define TIME(member) \
	FIELD(#member, NUMBER, sample, total.member, COUNTER_MAX_NS)
#define DEVICE(member) COUNT(#member, device.member)
#define PROCESSORS(member) COUNT(#member, processors.member)
#define DEPTH(i) COUNT("depths", total.depth_seen[i])
#define PACKED(member, max) \
	FIELD(#member, NUMBER, histogram_packed, member, max)

#define HAS(has) .flag = offsetof(struct sample, has)

static const char *const rule_words[] = {
	[RULE_MEAN] = "mean",
	[RULE_UNIXBENCH] = "unixbench",
	NULL
};

#define LATENCY FIELDS( \
	PACKED(count, COUNTER_MAX) \
	PACKED(sum, UINT64_MAX) \
	PACKED(min, UINT64_MAX) \
	PACKED(max, UINT64_MAX))

const struct line_entry line_entry[LINE_COUNT] = {
	[LINE_RUN] = { "run", 1, LINE_END, LINE_END, FIELDS(
		RUN(TEXT, version, 0)
		RUN(NUMBER, started_s, CLOCK_LAST_S)
		RUN(NUMBER, ended_s, CLOCK_LAST_S)
		RUN(SIGNED, utc_offset_s, RECORD_MAX_OFFSET_S)
		RUN(NUMBER, seed, UINT64_MAX)
		RUN(BOOL, interrupted, 0)
		/* The last, for loader_take_run makes room for them. */
		FIELD("targets", NUMBER, record, n_targets,
		      RECORD_MAX_RESULTS)) },
	[LINE_HOST] = { "host", 2, LINE_RUN, LINE_HOST, FIELDS() },
	[LINE_PLAN] = { "plan", 2, LINE_RUN, LINE_PLAN, FIELDS() },
	[LINE_TARGET] = { "target", 3, LINE_RUN, LINE_TARGET, FIELDS() },
	[LINE_NOTE] = { "note", 1, LINE_RUN, LINE_NOTE, FIELDS() },
	[LINE_SETTING] = { "setting", 1, LINE_RUN, LINE_SETTING, FIELDS() },
	[LINE_TEST] = { "test", 0, LINE_RUN, LINE_WRITTEN, FIELDS(
		TEST(TEXT, id, TEST_ID)
		TEST(TEXT, title, SIZE_MAX)
		TEST(TEXT, category, sizeof(((struct score *)0)->name))
		WORD(unit, unit_words)
		TEST(NUMBER, target, RECORD_MAX_RESULTS)
		TEST(NUMBER, copies, MAX_COPIES)
		TEST(TEXT, workload, SIZE_MAX)
		TEST(TEXT, engine, SIZE_MAX)
		TEST(NUMBER, asked_ns, COUNTER_MAX_NS)
		WORD(rule, rule_words)
		TEST(BOOL, memory, 0)
		TEST(PARAMS, params, 0)
		TEST(TEXT, fingerprint, SIZE_MAX)) },
	[LINE_EXPECT] = { "expect", 0, LINE_TEST, LINE_TEST, FIELDS(
		FIELD("expectation", TEXT, result_test, expects, SIZE_MAX)) },
	[LINE_MISSING] = { "missing", 0, LINE_TEST, LINE_EXPECT, FIELDS(
		FIELD("reason", TEXT, result_test, na_reason, SIZE_MAX)) },
	[LINE_SAMPLE] = { "sample", 0, LINE_TEST, LINE_WRITTEN, FIELDS(
		FIELD("round", NUMBER, sample, round, SAMPLE_MAX_ROUND)
		TIME(elapsed_ns)
		COUNT("bytes", total.bytes)
		COUNT("reads", total.ios[OP_READ])
		COUNT("writes", total.ios[OP_WRITE])
		COUNT("read_bytes", total.moved[OP_READ])
		COUNT("write_bytes", total.moved[OP_WRITE])
		TIME(user_ns)
		TIME(system_ns)
		COUNT("switches", total.switches)
		COUNT("faults", total.faults)
		COUNT("minor_faults", total.minor_faults)
		FIELD("depth_ns", NUMBER, sample, total.depth_ns, UINT64_MAX)
		COUNT("submits", total.submits)
		COUNT("reaps", total.reaps)
		COUNT("offered_ios", total.offered_ios)
		FIELD("bounded", BOOL, sample, bounded, 0)
		FIELD("uneven", BOOL, sample, uneven, 0)) },
	[LINE_FLUSHED] = { "flush", 0, LINE_SAMPLE, LINE_SAMPLE, FIELDS(
		TIME(flush_ns)) },
	[LINE_INBLOCK] = { "inblock", 0, LINE_SAMPLE, LINE_FLUSHED,
		HAS(has_inblock), FIELDS(
		COUNT("inblock_bytes", total.inblock_bytes)) },
	[LINE_RESIDENT] = { "resident", 0, LINE_SAMPLE, LINE_INBLOCK,
		HAS(has_resident), FIELDS(
		COUNT("resident_bytes", resident_bytes)
		COUNT("dropped_bytes", dropped_bytes)) },
	[LINE_DEVICE] = { "device", 0, LINE_SAMPLE, LINE_RESIDENT,
		HAS(has_device), FIELDS(DEVICE_COUNTERS(DEVICE)) },
	[LINE_DISCARDS] = { "discards", 0, LINE_DEVICE, LINE_DEVICE, FIELDS(
		DEVICE(discard_ios) DEVICE(discard_bytes)) },
	[LINE_PROCESSORS] = { "processors", 0, LINE_SAMPLE, LINE_DISCARDS,
		HAS(has_processors), FIELDS(
		PROCESSORS(total_ns) PROCESSORS(busy_ns)
		PROCESSORS(stolen_ns)) },
	[LINE_QUOTA] = { "quota", 0, LINE_PROCESSORS, LINE_PROCESSORS, FIELDS(
		PROCESSORS(periods) PROCESSORS(limited_periods)
		PROCESSORS(limited_ns)) },
	[LINE_DEPTHS] = { "depths", 0, LINE_SAMPLE, LINE_QUOTA, FIELDS(
		DEPTH(0) DEPTH(1) DEPTH(2) DEPTH(3) DEPTH(4) DEPTH(5)
		DEPTH(6)) },
	[LINE_LATENCY] = { "latency", 2, LINE_SAMPLE, LINE_LATENCY, LATENCY },
	[LINE_SUBMISSION] = { "submission", 2, LINE_SAMPLE, LINE_SUBMISSION,
		LATENCY },
	[LINE_COMPLETION] = { "completion", 2, LINE_SAMPLE, LINE_COMPLETION,
		LATENCY },
	[LINE_TRANSFER] = { "transfer", 2, LINE_SAMPLE, LINE_TRANSFER,
		LATENCY },
	[LINE_FLUSH] = { "flush", 2, LINE_SAMPLE, LINE_FLUSH, LATENCY },
	[LINE_SERIES] = { "series", 1, LINE_SAMPLE, LINE_SERIES, FIELDS() },
	[LINE_WRITTEN] = { "written", 1, LINE_SERIES, LINE_WRITTEN, FIELDS() },
	[LINE_END] = { "end", 2, LINE_RUN, LINE_WRITTEN, FIELDS() },
};

/* Read a field in its struct. */
static int
field_take(struct reader *r, const struct field *f, size_t i, void *of)
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
		return reader_fail(r, "\"%.80s\" are no parameters", text);
	case FIELD_WORD:
		if (field_set_word(f, of, text) == 0)
			return 0;
		return reader_fail(r, "\"%.40s\" is no %s", text, f->name);
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
line_take(struct reader *reader, enum line line, size_t first, void *of)
{
	const struct field *f = line_entry[line].field;
	int rc = 0;

	for (; rc == 0 && f->name != NULL; f++)
		rc = field_take(reader, f, first++, of);
	return rc;
}
