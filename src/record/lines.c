/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The lines of a record: see lines.h. */
#include <config.h>

#include "diskidx/record/record.h"
#include "diskidx/test/test.h"
#include "lines.h"

#define MAX_COPIES 1000000

/* A row of the table: a struct line_entry, with the fields last. */
#define LINE(line, keyword, others, from, to, take, flag, ...) \
	[LINE_##line] = { keyword, others, LINE_##from, LINE_##to, \
		loader_take_##take, flag, \
		(const struct field[]){ __VA_ARGS__ { .name = NULL } } },
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
#define REAPED(i) COUNT("reaped", total.reap_seen[i])
#define SUM(member, max) \
	FIELD(#member, NUMBER, histogram_packed, member, max)

#define HAS(what) offsetof(struct sample, has_##what)

static const char *const rule_words[] = {
	[RULE_MEAN] = "mean",
	[RULE_UNIXBENCH] = "unixbench",
	NULL
};

#define SUMS \
	SUM(count, COUNTER_MAX) \
	SUM(sum, UINT64_MAX) \
	SUM(min, UINT64_MAX) \
	SUM(max, UINT64_MAX)

const struct line_entry line_entry[LINE_COUNT] = {
	LINE(RUN, "run", 1, END, END, run, 0,
		RUN(TEXT, version, 0)
		RUN(NUMBER, started_s, CLOCK_LAST_S)
		RUN(NUMBER, ended_s, CLOCK_LAST_S)
		RUN(SIGNED, utc_offset_s, RECORD_MAX_OFFSET_S)
		RUN(NUMBER, seed, UINT64_MAX)
		RUN(BOOL, interrupted, 0)
		/* The last one, because loader_take_run makes room then. */
		FIELD("targets", NUMBER, record, n_targets, RECORD_MAX_RESULTS))
	LINE(HOST, "host", 2, RUN, HOST, fact, 0,)
	LINE(PLAN, "plan", 2, RUN, PLAN, fact, 0,)
	LINE(TARGET, "target", 3, RUN, TARGET, fact, 0,)
	LINE(NOTE, "note", 0, RUN, NOTE, note, 0, RUN(TEXTS, note, 0))
	LINE(SETTING, "setting", 0, RUN, SETTING, note, 0,
		RUN(TEXTS, setting, 0))
	LINE(GLOBAL, "global", 0, RUN, GLOBAL, note, 0, RUN(TEXTS, global, 0))
	LINE(TEST, "test", 0, RUN, WRITTEN, test, 0,
		TEST(TEXT, id, TEST_ID)
		TEST(TEXT, title, SIZE_MAX)
		TEST(TEXT, category, sizeof(((struct score *)0)->name))
		WORD(unit, unit_name)
		TEST(NUMBER, target, RECORD_MAX_RESULTS)
		TEST(NUMBER, copies, MAX_COPIES)
		TEST(TEXT, workload, SIZE_MAX)
		TEST(TEXT, engine, SIZE_MAX)
		TEST(NUMBER, asked_ns, COUNTER_MAX_NS)
		WORD(rule, rule_words)
		TEST(BOOL, memory, 0)
		TEST(PARAMS, params, 0)
		TEST(TEXT, fingerprint, SIZE_MAX))
	LINE(JOB, "job", 0, TEST, TEST, reason, 0,
		TEST(TEXT, job_name, SIZE_MAX)
		TEST(NUMBER, group, RECORD_MAX_RESULTS)
		TEST(NUMBER, began_ms, COUNTER_MAX))
	LINE(GIVEN, "given", 0, JOB, GIVEN, reason, 0, TEST(TEXTS, given, 0))
	LINE(EXPECT, "expect", 0, TEST, GIVEN, reason, 0,
		FIELD("expectation", TEXT, result_test, expects, SIZE_MAX))
	LINE(MISSING, "missing", 0, TEST, EXPECT, reason, 0,
		FIELD("reason", TEXT, result_test, na_reason, SIZE_MAX))
	LINE(SAMPLE, "sample", 0, TEST, WRITTEN, sample, 0,
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
		FIELD("uneven", BOOL, sample, uneven, 0))
	LINE(FLUSHED, "flush", 0, SAMPLE, SAMPLE, counters, 0, TIME(flush_ns))
	LINE(INBLOCK, "inblock", 0, SAMPLE, FLUSHED, counters, HAS(inblock),
		COUNT("inblock_bytes", total.inblock_bytes))
	LINE(RESIDENT, "resident", 0, SAMPLE, INBLOCK, counters, HAS(resident),
		COUNT("resident_bytes", resident_bytes)
		COUNT("dropped_bytes", dropped_bytes))
	LINE(DEVICE, "device", 0, SAMPLE, RESIDENT, counters, HAS(device),
		DEVICE_COUNTERS(DEVICE))
	LINE(DISCARDS, "discards", 0, DEVICE, DEVICE, counters, 0,
		DEVICE(discard_ios) DEVICE(discard_bytes))
	LINE(SHARED, "shared", 0, SAMPLE, DISCARDS, counters, HAS(shared),
		DEVICE_COUNTERS(DEVICE))
	LINE(PROCESSORS, "processors", 0, SAMPLE, SHARED, counters,
		HAS(processors),
		PROCESSORS(total_ns) PROCESSORS(busy_ns) PROCESSORS(stolen_ns))
	LINE(QUOTA, "quota", 0, PROCESSORS, PROCESSORS, counters, 0,
		PROCESSORS(periods) PROCESSORS(limited_periods)
		PROCESSORS(limited_ns))
	LINE(DEPTHS, "depths", 0, SAMPLE, QUOTA, counters, 0,
		DEPTH(0) DEPTH(1) DEPTH(2) DEPTH(3) DEPTH(4) DEPTH(5)
		DEPTH(6))
	LINE(REAPED, "reaped", 0, SAMPLE, DEPTHS, counters, 0,
		REAPED(0) REAPED(1) REAPED(2) REAPED(3) REAPED(4) REAPED(5)
		REAPED(6))
	LINE(LATENCY, "latency", 2, SAMPLE, LATENCY, latency, 0, SUMS)
	LINE(SUBMISSION, "submission", 2, SAMPLE, SUBMISSION, latency, 0, SUMS)
	LINE(COMPLETION, "completion", 2, SAMPLE, COMPLETION, latency, 0, SUMS)
	LINE(TRANSFER, "transfer", 2, SAMPLE, TRANSFER, latency, 0, SUMS)
	LINE(FLUSH, "flush", 2, SAMPLE, FLUSH, latency, 0, SUMS)
	LINE(SERIES, "series", 1, SAMPLE, SERIES, series, 0,)
	LINE(WRITTEN, "written", 1, SERIES, WRITTEN, series, 0,)
	LINE(END, "end", 2, RUN, WRITTEN, end, 0,)
};
