/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * fio's logs of a job: KiB per second, requests per second, or the mean latency
 * or a part of it in nanoseconds, as "end in milliseconds, value, direction,
 * block, priority"; the last two are 0 for means.
 */
#include <config.h>

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "diskidx/base/clock.h"
#include "diskidx/base/units.h"
#include "diskidx/format/format.h"
#include "diskidx/stats/sample.h"
#include "fio.h"

const char *
format_log_refusal(const struct result *result, enum test_log kind)
{
	size_t n;
	struct series_interval *list = fio_windows(result, 0, true, &n);
	uint64_t ios = 0;

	for (size_t i = 0; i < n; i++)
		ios += list[i].of[OP_READ].ios + list[i].of[OP_WRITE].ios;
	free(list);
	if (n == 0 || result->summary.total.bytes == 0)
		return "it is unknown when a test read and when it wrote";
	if (ios == 0 && (kind >= TEST_LOG_LATENCY ||
	    (kind == TEST_LOG_IOPS && params_has_sizes(&result->test.params))))
		return "bytes over time are known, but neither the number of "
			"requests nor their latency";
	return NULL;
}

/* Return the value of a direction; not finite: none, such as a latency without
 * requests. As in fio, a request that is one call has no submission. */
static double
log_value(const struct series_interval *interval, const struct result *result,
	  enum test_log kind, int op)
{
	const struct direction *of = &interval->of[op];
	const struct params *p = &result->test.params;
	double seconds = clock_seconds(interval->length_ns);

	if (kind == TEST_LOG_BW)
		return (double)of->bytes / (double)KIB / seconds;
	if (kind == TEST_LOG_IOPS && params_has_sizes(p))
		return (double)of->ios / seconds;
	if (kind == TEST_LOG_IOPS)
		return (double)of->bytes / p->block_bytes / seconds;
	if (kind == TEST_LOG_SLAT)
		return (double)of->submit_ns / (double)of->submits;
	if (kind == TEST_LOG_CLAT && result->summary.latency[CLAT][op] != NULL)
		return (double)of->complete_ns / (double)of->ios;
	return (double)of->latency_ns / (double)of->ios;
}

void
format_log(FILE *out, const struct record *record, const struct result *result,
	   enum test_log kind, bool is_asked)
{
	uint64_t every_ns = 0, begin_ns = 0;
	bool is_speed;
	struct series_interval *list;
	size_t n;

	if (fio_number(record, result, "log_unix_epoch", 0) > 0)
		begin_ns = result->test.began_ms * NS_PER_MS;
	if (is_asked)
		every_ns = fio_number(record, result, "log_avg_msec", 0) *
			   NS_PER_MS;
	is_speed = kind <= TEST_LOG_IOPS && every_ns > 0;
	if (is_speed)
		every_ns = fio_window_ns(record, result, kind == TEST_LOG_BW);
	list = fio_windows(result, every_ns, !is_speed, &n);
	for (size_t i = 0; i < n; i++) {
		uint64_t end_ns = begin_ns + list[i].at_ns + list[i].length_ns;

		for (int op = 0; op < OP_COUNT; op++) {
			double value = log_value(&list[i], result, kind, op);

			if (result->summary.total.ios[op] > 0 &&
			    isfinite(value))
				fprintf(out, "%" PRIu64 ", %.0f, %d, 0, 0\n",
					end_ns / NS_PER_MS, value,
					op == OP_WRITE);
		}
	}
	free(list);
}

const struct format format_fio_log = {
	.name = "fio-log",
	.summary = "fio's logs, in files PREFIX_bw.1.log and the like",
};
