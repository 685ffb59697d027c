/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * The normal output of fio, of the newest run, for scripts that look for its
 * lines. Numbers have four characters at most, units as fio chooses them, and
 * each job is a group.
 */
#include <config.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/amount.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/operation.h"
#include "diskidx/format/format.h"
#include "diskidx/report/report.h"
#include "diskidx/result/result.h"
#include "diskidx/stats/histogram.h"
#include "diskidx/test/params.h"
#include "fio.h"

#define NUMBER 32
#define COLUMNS 73		/* for the percentiles of a line */

/* The units of time: the nanoseconds of one. */
static const struct time_unit {
	const char *name;
	double ns;
} units[] = { { "nsec", 1 }, { "usec", 1e3 }, { "msec", 1e6 } };

/* Write a number in units of a power of the base, to a text that the call
 * brings along, as those of units.h do. */
#define lines_number(value, base) \
	lines_write_number((char[NUMBER]){ "" }, value, base)
static const char *
lines_write_number(char text[NUMBER], double value, double base)
{
	static const char *const prefix[][7] = {
		{ "", "k", "M", "G", "T", "P", "E" },
		{ "", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei" },
	};
	size_t scale = 0;
	int digits = 0;

	for (; value >= 9999.5 && scale < LENGTH(prefix[0]) - 1; scale++)
		value /= base;
	if (scale > 0 && value < 99.95)
		digits = value < 9.995 ? 2 : 1;
	snprintf(text, NUMBER, "%.*f%s", digits, value,
		 prefix[base > 1000][scale]);
	return text;
}

/* Return the unit that fio has for times between these. */
static const struct time_unit *
lines_unit(uint64_t least, uint64_t most, double stddev)
{
	if (least > 2000000 && most > 99999999 && stddev > 1e6)
		return &units[2];
	if (least > 2000 && most > 99999 && stddev > 1e3)
		return &units[1];
	return &units[0];
}

static void
lines_latency(FILE *out, const char *name, const struct histogram *h)
{
	const struct time_unit *unit;

	if (h->count == 0)
		return;
	unit = lines_unit(h->min, h->max, histogram_stddev(h));
	fprintf(out, "    %4s (%s): min=%s, max=%s, avg=%5.2f, stdev=%5.2f\n",
		name, unit->name,
		lines_number(floor((double)h->min / unit->ns), 1000),
		lines_number(floor((double)h->max / unit->ns), 1000),
		histogram_mean(h) / unit->ns, histogram_stddev(h) / unit->ns);
}

static void
lines_percentiles(FILE *out, const char *name, const struct histogram *h)
{
	const struct time_unit *unit;
	const struct percentile *p = NULL;
	uint64_t value[PERCENTILES_MOST];
	int width, each_line, n = 0;

	if (h->count == 0)
		return;
	while ((p = percentile_next(p, PERCENTILE_FIO)) != NULL)
		value[n++] = histogram_percentile(h, p->percent);
	unit = lines_unit(value[0], value[n - 1], INFINITY);
	width = snprintf(NULL, 0, "%.0f", (double)value[n - 1] / unit->ns);
	each_line = COLUMNS / (width + 14);
	fprintf(out, "    %s percentiles (%s):\n", name, unit->name);
	for (int i = 0; i < n; i++) {
		bool is_last = i == n - 1;

		p = percentile_next(p, PERCENTILE_FIO);
		if (i % each_line == 0)
			fputs("     |", out);
		fprintf(out, " %5.2fth=[%*.0f]%s", p->percent, width,
			(double)value[i] / unit->ns, is_last ? "" : ",");
		if (is_last || i % each_line == each_line - 1)
			putc('\n', out);
	}
}

/* Print the speed and the amount of a direction, as in both kinds of lines. */
static void
lines_direction(FILE *out, const struct fio_job *job, int op)
{
	const struct fio_direction *d = &job->of[op];
	const struct speed *bw = &d->bw, *rate = &d->rate;

	if (d->ios == 0)
		return;
	fprintf(out, "  %s: IOPS=%s, BW=%sB/s (%sB/s)(%sB/%" PRIu64
		"msec)%s\n", operation_name[op],
		lines_number(d->iops, 1000), lines_number(d->bytes_per_s, 1024),
		lines_number(d->bytes_per_s, 1000),
		lines_number((double)d->bytes, 1024), d->runtime_ns / NS_PER_MS,
		op == OP_WRITE ? "; 0 zone resets" : "");
	lines_latency(out, "slat", d->slat);
	lines_latency(out, "clat", d->clat);
	lines_latency(out, "lat", d->lat);
	lines_percentiles(out, "clat", d->clat);
	if (bw->intervals == 0)
		return;
	fprintf(out, "   bw (  KiB/s): min=%5.0f, max=%5.0f, per=%3.2f%%, "
		"avg=%5.2f, stdev=%5.2f, samples=%zu\n", bw->min, bw->max,
		d->share_pct, bw->mean, bw->stddev, bw->intervals);
	if (!params_has_sizes(&job->result->test.params))
		fprintf(out, "   iops        : min=%5.0f, max=%5.0f, "
			"avg=%5.2f, stdev=%5.2f, samples=%zu\n", rate->min,
			rate->max, rate->mean, rate->stddev, rate->intervals);
}

static void
lines_bins(FILE *out, const struct fio_job *job)
{
	int n = 0;

	for (size_t i = 0; i < FIO_BINS; i++) {
		size_t scale = amount_min(i / FIO_SCALE_BINS, 2);
		size_t bin = i - scale * FIO_SCALE_BINS;

		if (bin == 0) {
			fputs(n > 0 ? "\n" : "", out);
			n = 0;
		}
		if (job->bin_pct[i] <= 0)
			continue;
		if (n++ == 0)
			fprintf(out, "  lat (%s)   : ", units[scale].name);
		else
			fputs(", ", out);
		fprintf(out, "%s=%3.2f%%", fio_bin[bin],
			fmax(job->bin_pct[i], 0.01));
	}
	fputs(n > 0 ? "\n" : "", out);
}

static void
lines_job(FILE *out, const struct fio_job *job, size_t number)
{
	const struct totals *total = job->total;

	fprintf(out, "\n%s: (groupid=%zu, jobs=%u): err=%2u:\n", job->name,
		number, job->result->test.copies, job->error);
	for (int op = 0; op < OP_COUNT; op++)
		lines_direction(out, job, op);
	if (job->flushes->count > 0)
		fputs("  fsync/fdatasync/sync_file_range:\n", out);
	lines_latency(out, "sync", job->flushes);
	lines_percentiles(out, "sync", job->flushes);
	lines_bins(out, job);
	fprintf(out, "  cpu          : usr=%3.2f%%, sys=%3.2f%%, ctx=%" PRIu64
		", majf=%" PRIu64 ", minf=%" PRIu64 "\n", job->user_pct,
		job->system_pct, total->switches, total->faults,
		total->minor_faults);
	fprintf(out, "     issued rwts: total=%" PRIu64 ",%" PRIu64 ",0,%"
		PRIu64 " short=0,0,0,0 dropped=0,0,0,0\n",
		total->ios[OP_READ], total->ios[OP_WRITE], job->flushes->count);
}

/* Print a job as a group of its own. */
static void
lines_group(FILE *out, const struct fio_job *job, size_t number)
{
	fprintf(out, "\nRun status group %zu (all jobs):\n", number);
	for (int op = 0; op < OP_COUNT; op++) {
		const struct fio_direction *d = &job->of[op];
		const char *bw = lines_number(d->bytes_per_s, 1024);
		const char *si = lines_number(d->bytes_per_s, 1000);
		uint64_t ms = d->runtime_ns / NS_PER_MS;

		if (d->ios > 0)
			fprintf(out, "  %5s: bw=%sB/s (%sB/s), %sB/s-%sB/s "
				"(%sB/s-%sB/s), io=%sB (%sB), run=%" PRIu64 "-%"
				PRIu64 "msec\n",
				op == OP_READ ? "READ" : "WRITE", bw, si, bw,
				bw, si, si,
				lines_number((double)d->bytes, 1024),
				lines_number((double)d->bytes, 1000), ms, ms);
	}
}

static void
lines_print(const struct content *content, FILE *out)
{
	const struct record *record = content->records;
	struct fio_job job;

	for (size_t i = 0; i < record->n_results; i++) {
		fio_job_of(&job, &record->result[i]);
		lines_job(out, &job, i);
	}
	for (size_t i = 0; i < record->n_results; i++) {
		fio_job_of(&job, &record->result[i]);
		lines_group(out, &job, i);
	}
}

const struct format format_fio = {
	.name = "fio",
	.summary = "the lines that fio prints",
	.last_alone = true,
	.print = { lines_print },
};
