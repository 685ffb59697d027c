/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * fio's logs of a job: KiB a second, requests a second, or the mean latency in
 * nanoseconds, as "end in milliseconds, value, direction, block, priority",
 * whose last two are 0 for means.
 */
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>

#include "diskidx/clock.h"
#include "diskidx/format.h"
#include "diskidx/record.h"
#include "diskidx/units.h"

/* Print a line for each direction that the job has, of latencies where there
 * are some. */
static void
log_interval(FILE *out, const struct series_interval *interval,
	     const struct result *result, enum test_log kind,
	     uint64_t end_ns)
{
	double seconds = clock_seconds(interval->length_ns), value;

	for (int op = 0; op < OP_COUNT; op++) {
		const struct direction *of = &interval->of[op];

		if (result->summary.total.ios[op] == 0 ||
		    (kind == TEST_LOG_LATENCY && of->ios == 0))
			continue;
		if (kind == TEST_LOG_BW)
			value = (double)of->bytes / (double)KIB / seconds;
		else if (kind == TEST_LOG_IOPS)
			value = (double)of->ios / seconds;
		else
			value = (double)of->latency_ns / (double)of->ios;
		fprintf(out, "%" PRIu64 ", %.0f, %d, 0, 0\n",
			end_ns / NS_PER_MS, value, op == OP_WRITE);
	}
}

void
format_fio_log(FILE *out, const struct result *result,
	       enum test_log kind, uint64_t every_ns)
{
	uint64_t begin_ns = 0;

	for (size_t i = 0; i < result->n_samples; i++) {
		const struct sample *sample = &result->sample[i];
		struct series_interval *list, sum = { .at_ns = 0 };
		size_t n = sample_series(sample,
					 result->test.params.block_bytes,
					 &list);

		for (size_t j = 0; j < n; j++) {
			series_join(&sum, &list[j]);
			if (j + 1 < n && sum.length_ns + SAMPLE_TICK_NS / 2 <
			    every_ns)
				continue;
			log_interval(out, &sum, result, kind, begin_ns +
				     list[j].at_ns + list[j].length_ns);
			sum = (struct series_interval){ .at_ns = 0 };
		}
		free(list);
		begin_ns += sample->total.elapsed_ns;
	}
}
