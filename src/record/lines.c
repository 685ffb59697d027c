/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The lines of a record: see lines.h. */
#include <config.h>

#include "diskidx/base/alloc.h"
#include "diskidx/stats/sample.h"
#include "lines.h"

#define OFFSET(member) offsetof(struct sample, member)

/* A line of counters. */
#define LINE_OF(counters) (LINE_SAMPLE + COUNTERS_##counters)

const struct line_entry line_entry[LINE_COUNT] = {
	[LINE_RUN] = { "run", 8, LINE_END, LINE_END },
	[LINE_HOST] = { "host", 2, LINE_RUN, LINE_HOST },
	[LINE_PLAN] = { "plan", 2, LINE_RUN, LINE_PLAN },
	[LINE_TARGET] = { "target", 3, LINE_RUN, LINE_TARGET },
	[LINE_NOTE] = { "note", 1, LINE_RUN, LINE_NOTE },
	[LINE_SETTING] = { "setting", 1, LINE_RUN, LINE_SETTING },
	[LINE_TEST] = { "test", 13, LINE_RUN, LINE_WRITTEN },
	[LINE_EXPECT] = { "expect", 1, LINE_TEST, LINE_TEST },
	[LINE_MISSING] = { "missing", 1, LINE_TEST, LINE_EXPECT },
	[LINE_SAMPLE] = { "sample", 3, LINE_TEST, LINE_WRITTEN },
	[LINE_OF(FLUSH)] = { "flush", 0, LINE_SAMPLE, LINE_SAMPLE },
	[LINE_OF(INBLOCK)] = { "inblock", 0, LINE_SAMPLE, LINE_OF(FLUSH) },
	[LINE_OF(RESIDENT)] = { "resident", 0, LINE_SAMPLE, LINE_OF(INBLOCK) },
	[LINE_OF(DEVICE)] = { "device", 0, LINE_SAMPLE, LINE_OF(RESIDENT) },
	[LINE_OF(DISCARDS)] = { "discards", 0, LINE_OF(DEVICE),
				LINE_OF(DEVICE) },
	[LINE_OF(PROCESSORS)] = { "processors", 0, LINE_SAMPLE,
				  LINE_OF(DISCARDS) },
	[LINE_OF(QUOTA)] = { "quota", 0, LINE_OF(PROCESSORS),
			     LINE_OF(PROCESSORS) },
	[LINE_OF(DEPTHS)] = { "depths", 0, LINE_SAMPLE, LINE_OF(QUOTA) },
	[LINE_LATENCY] = { "latency", 6, LINE_SAMPLE, LINE_LATENCY },
	[LINE_SUBMISSION] = { "submission", 6, LINE_SAMPLE, LINE_SUBMISSION },
	[LINE_COMPLETION] = { "completion", 6, LINE_SAMPLE, LINE_COMPLETION },
	[LINE_TRANSFER] = { "transfer", 6, LINE_SAMPLE, LINE_TRANSFER },
	[LINE_FLUSH] = { "flush", 6, LINE_SAMPLE, LINE_FLUSH },
	[LINE_SERIES] = { "series", 1, LINE_SAMPLE, LINE_SERIES },
	[LINE_WRITTEN] = { "written", 1, LINE_SERIES, LINE_WRITTEN },
	[LINE_END] = { "end", 2, LINE_RUN, LINE_WRITTEN },
};

static const size_t flag[LINE_COUNT] = {
	[LINE_OF(INBLOCK)] = OFFSET(has_inblock),
	[LINE_OF(RESIDENT)] = OFFSET(has_resident),
	[LINE_OF(DEVICE)] = OFFSET(has_device),
	[LINE_OF(PROCESSORS)] = OFFSET(has_processors),
};

static const struct counter resident_counter[] = {
	{ "resident_bytes", COUNTERS_RESIDENT, OFFSET(resident_bytes),
	  COUNTER_MAX },
	{ "dropped_bytes", COUNTERS_RESIDENT, OFFSET(dropped_bytes),
	  COUNTER_MAX },
};

/* All counters of a sample. */
static const struct {
	const struct counter *counter;
	size_t n, at;		/* of their struct in struct sample */
} set[] = {
	{ totals_counter, TOTALS_COUNTERS, OFFSET(total) },
	{ resident_counter, LENGTH(resident_counter), 0 },
	{ device_counter, DEVICE_COUNTERS, OFFSET(device) },
	{ processor_counter, PROCESSOR_COUNTERS, OFFSET(processors) },
};

struct line_counters
line_counters(enum line line)
{
	struct line_counters found = { NULL, 0, 0 };

	for (size_t s = 0; s < LENGTH(set); s++)
		for (size_t c = 0; c < set[s].n; c++) {
			if (LINE_SAMPLE + set[s].counter[c].line != line)
				continue;
			if (found.n++ == 0)
				found.list = &set[s].counter[c];
			found.at = set[s].at;
		}
	return found;
}

size_t
line_flag(enum line line)
{
	return flag[line];
}
