/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * fio's terse output, one line per job of the newest run: version 3, which is
 * fio's default, 4 and 5. Fields are as in fio's HOWTO, times in microseconds,
 * bandwidth in KiB per second.
 */
#include <config.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "diskidx/base/clock.h"
#include "diskidx/base/units.h"
#include "diskidx/format/format.h"
#include "diskidx/report/report.h"
#include "diskidx/stats/histogram.h"
#include "fio.h"

static void
terse_latency(FILE *out, const struct histogram *h)
{
	fprintf(out, ";%" PRIu64 ";%" PRIu64 ";%f;%f", h->min / NS_PER_US,
		h->max / NS_PER_US, histogram_mean(h) / 1e3,
		histogram_stddev(h) / 1e3);
}

/* Print the fields of a direction; only version 5 has requests over time. */
static void
terse_direction(FILE *out, int version, const struct fio_job *job, int op)
{
	const struct fio_direction *d = &job->of[op];
	const struct speed *bw = &d->bw, *rate = &d->rate;
	enum latency_kind kind = job->has_percentiles[LAT] ? LAT : CLAT;
	size_t n = job->has_percentiles[kind] ? job->percents : 0;

	fprintf(out, ";%" PRIu64 ";%.0f;%.0f;%" PRIu64, d->bytes / KIB,
		floor(d->bytes_per_s / (double)KIB), floor(d->iops),
		d->runtime_ns / NS_PER_MS);
	terse_latency(out, &d->latency[SLAT]);
	terse_latency(out, &d->latency[CLAT]);
	for (size_t i = 0; i < n; i++)
		fprintf(out, ";%f%%=%" PRIu64, job->percent[i],
			histogram_percentile(&d->latency[kind],
					     job->percent[i]) / NS_PER_US);
	for (size_t i = n; i < FIO_PERCENTILES; i++)
		fputs(";0%=0", out);
	terse_latency(out, &d->latency[LAT]);
	fprintf(out, ";%.0f;%.0f;%f%%;%f;%f", bw->min, bw->max, d->share_pct,
		bw->mean, speed_stddev(bw));
	if (version == 5)
		fprintf(out, ";%zu;%.0f;%.0f;%f;%f;%zu", bw->spans,
			rate->min, rate->max, rate->mean, speed_stddev(rate),
			rate->spans);
}

static void
terse_job(FILE *out, int version, struct fio_job *job)
{
	double *bin = job->bin_pct;
	struct fio_disk disk;

	fprintf(out, "%d;" FORMAT_FIO_VERSION ";%s;%u;%u", version, job->name,
		job->group, job->error);
	/* Version 3 has no trims. */
	for (int op = 0; op < (version == 3 ? OP_COUNT : FIO_DIRECTIONS); op++)
		terse_direction(out, version, job, op);
	fprintf(out, ";%f%%;%f%%;%" PRIu64 ";%" PRIu64 ";%" PRIu64,
		job->user_pct, job->system_pct, job->total.switches,
		job->total.faults, job->total.minor_faults);
	for (size_t i = 0; i < SAMPLE_DEPTHS; i++)
		fprintf(out, ";%3.1f%%", job->depth_pct[FIO_LEVEL][i]);
	/* Print shares of microseconds, with all below, and milliseconds. */
	for (size_t i = 0; i < FIO_SCALE_BINS; i++)
		bin[FIO_SCALE_BINS] += bin[i];
	for (size_t i = FIO_SCALE_BINS; i < FIO_BINS; i++)
		fprintf(out, ";%3.2f%%", bin[i]);
	for (size_t i = 0; i < job->record->n_results; i++)
		if (fio_disk_at(&disk, job->record, i))
			fio_print_disk(out, &disk, "", true);
	fprintf(out, "%s%s\n", job->description != NULL ? ";" : "",
		text_or(job->description, ""));
}

static void
terse_print(const struct content *content, FILE *out)
{
	int version = content->format == &format_fio_terse4 ? 4 :
		      content->format == &format_fio_terse5 ? 5 : 3;
	struct fio_job *job = NULL;

	while ((job = fio_job_next(job, content->records, false)) != NULL)
		terse_job(out, version, job);
}

const struct format format_fio_terse = {
	.name = "fio-terse",
	.summary = "one line per job, as fio --minimal prints it, version 3",
	.print = { terse_print },
};

const struct format format_fio_terse4 = {
	.name = "fio-terse4",
	.summary = "the same, version 4, with trims",
	.print = { terse_print },
};

const struct format format_fio_terse5 = {
	.name = "fio-terse5",
	.summary = "the same, version 5, also with rates over time",
	.print = { terse_print },
};
