/* The lines of a record: see lines.h. */
#include <config.h>

#include "diskidx/sample.h"
#include "lines.h"

#define OFFSET(member) offsetof(struct sample, member)
#define LINE(keyword_, fields_, from_, to_) \
	.keyword = (keyword_), .fields = (fields_), .from = (from_), \
	.to = (to_)
#define COUNTERS(table, first, n, member) \
	.n_counters = (n), .counter = &(table)[first], .offset = OFFSET(member)

/* Counters in a sample's line, after which come those of the depths. */
#define SAMPLE_COUNTERS 15
#define INBLOCK (SAMPLE_COUNTERS + SAMPLE_DEPTHS)
#define FLUSH (INBLOCK + 1)

/* A device's counters without those of discards. */
#define TRANSFERS (DEVICE_COUNTERS - DISCARD_COUNTERS)

/* Processors' counters without those of the quota. */
#define PROCESSORS 3
#define QUOTA (PROCESSOR_COUNTERS - PROCESSORS)

static const struct counter resident_counter[] = {
	{ "resident_bytes", OFFSET(resident_bytes), COUNTER_MAX },
	{ "dropped_bytes", OFFSET(dropped_bytes), COUNTER_MAX },
};

const struct record_line record_line[LINE_COUNT] = {
	[LINE_RUN] = { LINE("run", 7, LINE_END, LINE_END) },
	[LINE_HOST] = { LINE("host", 2, LINE_RUN, LINE_HOST) },
	[LINE_PLAN] = { LINE("plan", 2, LINE_RUN, LINE_PLAN) },
	[LINE_TARGET] = { LINE("target", 3, LINE_RUN, LINE_TARGET) },
	[LINE_NOTE] = { LINE("note", 1, LINE_RUN, LINE_NOTE) },
	[LINE_TEST] = { LINE("test", 13, LINE_RUN, LINE_SERIES) },
	[LINE_MISSING] = { LINE("missing", 1, LINE_TEST, LINE_TEST) },
	[LINE_SAMPLE] = { LINE("sample", 3, LINE_TEST, LINE_SERIES),
		COUNTERS(totals_counter, 0, SAMPLE_COUNTERS, total) },
	[LINE_FLUSH] = { LINE("flush", 0, LINE_SAMPLE, LINE_SAMPLE),
		COUNTERS(totals_counter, FLUSH, 1, total), .sparse = true },
	[LINE_INBLOCK] = { LINE("inblock", 0, LINE_SAMPLE, LINE_FLUSH),
		COUNTERS(totals_counter, INBLOCK, 1, total),
		.flag = OFFSET(has_inblock) },
	[LINE_RESIDENT] = { LINE("resident", 0, LINE_SAMPLE, LINE_INBLOCK),
		.n_counters = 2, .counter = resident_counter,
		.flag = OFFSET(has_resident) },
	[LINE_DEVICE] = { LINE("device", 0, LINE_SAMPLE, LINE_RESIDENT),
		COUNTERS(device_counter, 0, TRANSFERS, device),
		.flag = OFFSET(has_device) },
	[LINE_DISCARDS] = { LINE("discards", 0, LINE_DEVICE, LINE_DEVICE),
		COUNTERS(device_counter, TRANSFERS, DISCARD_COUNTERS, device),
		.flag = OFFSET(has_device), .sparse = true },
	[LINE_PROCESSORS] = { LINE("processors", 0, LINE_SAMPLE,
				   LINE_DISCARDS),
		COUNTERS(processor_counter, 0, PROCESSORS, processors),
		.flag = OFFSET(has_processors) },
	[LINE_QUOTA] = { LINE("quota", 0, LINE_PROCESSORS, LINE_PROCESSORS),
		COUNTERS(processor_counter, PROCESSORS, QUOTA, processors),
		.flag = OFFSET(has_processors), .sparse = true },
	[LINE_DEPTHS] = { LINE("depths", 0, LINE_SAMPLE, LINE_QUOTA),
		COUNTERS(totals_counter, SAMPLE_COUNTERS, SAMPLE_DEPTHS,
			 total), .sparse = true },
	[LINE_LATENCY] = { LINE("latency", 6, LINE_SAMPLE, LINE_LATENCY) },
	[LINE_SUBMISSION] = { LINE("submission", 6, LINE_SAMPLE,
				   LINE_SUBMISSION) },
	[LINE_COMPLETION] = { LINE("completion", 6, LINE_SAMPLE,
				   LINE_COMPLETION) },
	[LINE_SERIES] = { LINE("series", 1, LINE_SAMPLE, LINE_SERIES) },
	[LINE_END] = { LINE("end", 1, LINE_RUN, LINE_SERIES) },
};
