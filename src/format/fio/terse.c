/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * fio's terse output, a line a job of the newest run: version 3, which is
 * fio's default, 4 and 5. Fields are as fio's HOWTO lists them, times in
 * microseconds, bandwidth in KiB a second.
 */
#include <config.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "diskidx/base/clock.h"
#include "diskidx/base/operation.h"
#include "diskidx/base/units.h"
#include "diskidx/format/format.h"
#include "diskidx/report/report.h"
#include "diskidx/result/result.h"
#include "diskidx/stats/histogram.h"
#include "fio.h"

#define PERCENTILE_FIELDS 20

static void
terse_latency(FILE *out, const struct histogram *h)
{
	fprintf(out, ";%" PRIu64 ";%" PRIu64 ";%f;%f", h->min / NS_PER_US,
		h->max / NS_PER_US, histogram_mean(h) / 1e3,
		histogram_stddev(h) / 1e3);
}

static void
terse_percentiles(FILE *out, const struct histogram *h)
{
	const struct percentile *p = NULL;
	int left = PERCENTILE_FIELDS;

	for (; (p = percentile_next(p, PERCENTILE_FIO)) != NULL; left--) {
		uint64_t ns = histogram_percentile(h, p->percent);

		fprintf(out, ";%f%%=%" PRIu64, p->percent, ns / NS_PER_US);
	}
	while (left-- > 0)
		fputs(";0%=0", out);
}

/* Print the fields of a direction; only version 5 has the speed over time in
 * requests as well. */
static void
terse_direction(FILE *out, int version, const struct fio_direction *d)
{
	const struct speed *bw = &d->bw, *rate = &d->rate;

	fprintf(out, ";%" PRIu64 ";%.0f;%.0f;%" PRIu64, d->bytes / KIB,
		floor(d->bytes_per_s / (double)KIB), floor(d->iops),
		d->runtime_ns / NS_PER_MS);
	terse_latency(out, d->slat);
	terse_latency(out, d->clat);
	terse_percentiles(out, d->clat);
	terse_latency(out, d->lat);
	fprintf(out, ";%.0f;%.0f;%f%%;%f;%f", bw->min, bw->max, d->share_pct,
		bw->mean, bw->stddev);
	if (version == 5)
		fprintf(out, ";%zu;%.0f;%.0f;%f;%f;%zu", bw->intervals,
			rate->min, rate->max, rate->mean, rate->stddev,
			rate->intervals);
}

/* Print the line of a job, which is a group of its own. */
static void
terse_job(FILE *out, int version, const struct result *result, size_t group)
{
	struct fio_job job;
	double *bin = job.bin_pct;

	fio_job_of(&job, result);
	fprintf(out, "%d;" FORMAT_FIO_VERSION ";%s;%zu;%u", version, job.name,
		group, job.error);
	/* Only versions 4 and 5 have trims. */
	for (int op = 0; op < (version > 3 ? FIO_DIRECTIONS : OP_COUNT); op++)
		terse_direction(out, version, &job.of[op]);
	fprintf(out, ";%f%%;%f%%;%" PRIu64 ";%" PRIu64 ";%" PRIu64,
		job.user_pct, job.system_pct, job.total->switches,
		job.total->faults, job.total->minor_faults);
	for (unsigned i = 0; i < SAMPLE_DEPTHS; i++)
		fprintf(out, ";%.1f%%", totals_depth_pct(job.depths, i));
	/* Print the shares of microseconds, in whose first those below count,
	 * and of milliseconds. */
	for (size_t i = 0; i < FIO_SCALE_BINS; i++)
		bin[FIO_SCALE_BINS] += bin[i];
	for (size_t i = FIO_SCALE_BINS; i < FIO_BINS; i++)
		fprintf(out, ";%.2f%%", bin[i]);
	putc('\n', out);
}

static void
terse_print(const struct content *content, FILE *out)
{
	const struct record *record = content->records;
	int version = content->format->terse_version;

	for (size_t i = 0; i < record->n_results; i++)
		terse_job(out, version, &record->result[i], i);
}

const struct format format_fio_terse = {
	.name = "fio-terse",
	.summary = "a line a job as fio --minimal prints it, version 3",
	.is_fio = true,
	.terse_version = 3,
	.last_alone = true,
	.print = { terse_print },
};

const struct format format_fio_terse4 = {
	.name = "fio-terse4",
	.summary = "the same, version 4, with trims",
	.is_fio = true,
	.terse_version = 4,
	.last_alone = true,
	.print = { terse_print },
};

const struct format format_fio_terse5 = {
	.name = "fio-terse5",
	.summary = "the same, version 5, with rates over time, too",
	.is_fio = true,
	.terse_version = 5,
	.last_alone = true,
	.print = { terse_print },
};
