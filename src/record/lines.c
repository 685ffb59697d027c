/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The lines of a record: see lines.h. */
#include <config.h>

#include "diskidx/array.h"
#include "loader.h"

#define OFFSET(member) offsetof(struct sample, member)

/* A line of counters. */
#define LINE_OF(counters) (LINE_SAMPLE + COUNTERS_##counters)

const struct line_entry line_entry[LINE_COUNT] = {
	[LINE_RUN] = { "run", 8, LINE_END, LINE_END, .take = loader_take_run },
	[LINE_HOST] = { "host", 2, LINE_RUN, LINE_HOST,
			.take = loader_take_fact },
	[LINE_PLAN] = { "plan", 2, LINE_RUN, LINE_PLAN,
			.take = loader_take_fact },
	[LINE_TARGET] = { "target", 3, LINE_RUN, LINE_TARGET,
			  .take = loader_take_fact },
	[LINE_NOTE] = { "note", 1, LINE_RUN, LINE_NOTE,
			.take = loader_take_note },
	[LINE_SETTING] = { "setting", 1, LINE_RUN, LINE_SETTING,
			   .take = loader_take_note },
	[LINE_TEST] = { "test", 13, LINE_RUN, LINE_WRITTEN,
			.take = loader_take_test },
	[LINE_EXPECT] = { "expect", 1, LINE_TEST, LINE_TEST,
			  .take = loader_take_expectations },
	[LINE_MISSING] = { "missing", 1, LINE_TEST, LINE_EXPECT,
			   .take = loader_take_na_reason },
	[LINE_SAMPLE] = { "sample", 3, LINE_TEST, LINE_WRITTEN,
			  .take = loader_take_sample },
	[LINE_OF(FLUSH)] = { "flush", 0, LINE_SAMPLE, LINE_SAMPLE,
			     .take = NULL },
	[LINE_OF(INBLOCK)] = { "inblock", 0, LINE_SAMPLE, LINE_OF(FLUSH),
			       .flag = OFFSET(has_inblock) },
	[LINE_OF(RESIDENT)] = { "resident", 0, LINE_SAMPLE, LINE_OF(INBLOCK),
				.flag = OFFSET(has_resident) },
	[LINE_OF(DEVICE)] = { "device", 0, LINE_SAMPLE, LINE_OF(RESIDENT),
			      .flag = OFFSET(has_device) },
	[LINE_OF(DISCARDS)] = { "discards", 0, LINE_OF(DEVICE), LINE_OF(DEVICE),
				.take = NULL },
	[LINE_OF(PROCESSORS)] = { "processors", 0, LINE_SAMPLE,
				  LINE_OF(DISCARDS),
				  .flag = OFFSET(has_processors) },
	[LINE_OF(QUOTA)] = { "quota", 0, LINE_OF(PROCESSORS),
			     LINE_OF(PROCESSORS), .take = NULL },
	[LINE_OF(DEPTHS)] = { "depths", 0, LINE_SAMPLE, LINE_OF(QUOTA),
			      .take = NULL },
	[LINE_LATENCY] = { "latency", 6, LINE_SAMPLE, LINE_LATENCY,
			   .take = loader_take_latency },
	[LINE_SUBMISSION] = { "submission", 6, LINE_SAMPLE, LINE_SUBMISSION,
			      .take = loader_take_latency },
	[LINE_COMPLETION] = { "completion", 6, LINE_SAMPLE, LINE_COMPLETION,
			      .take = loader_take_latency },
	[LINE_TRANSFER] = { "transfer", 6, LINE_SAMPLE, LINE_TRANSFER,
			    .take = loader_take_latency },
	[LINE_FLUSH] = { "flush", 6, LINE_SAMPLE, LINE_FLUSH,
			 .take = loader_take_latency },
	[LINE_SERIES] = { "series", 1, LINE_SAMPLE, LINE_SERIES,
			  .take = loader_take_series },
	[LINE_WRITTEN] = { "written", 1, LINE_SERIES, LINE_WRITTEN,
			   .take = loader_take_series },
	[LINE_END] = { "end", 2, LINE_RUN, LINE_WRITTEN,
		       .take = loader_take_end },
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
