/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* fio's normal output, for scripts that look for its lines: numbers have as
 * many characters, and units are chosen, as in fio. */
#include <config.h>

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/operation.h"
#include "diskidx/base/say.h"
#include "diskidx/base/units.h"
#include "diskidx/format/format.h"
#include "diskidx/report/report.h"
#include "diskidx/stats/histogram.h"
#include "diskidx/test/params.h"
#include "fio.h"

#define DIGITS 4		/* in most numbers */
#define COLUMNS 73		/* of a line of percentiles */

/* The units of time, in nanoseconds. */
static const struct time_unit {
	const char *name;
	uint64_t ns;
} units[] = { { "nsec", 1 }, { "usec", 1000 }, { "msec", 1000000 } };

/* Return a number of at most that many characters, without the unit. */
#define lines_number(value, base) lines_fit((uint64_t)(value), base, DIGITS)
static const char *
lines_fit(uint64_t value, unsigned base, int most)
{
	static const char *const prefix[][7] = {
		{ "", "k", "M", "G", "T", "P", "E" },
		{ "", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei" },
	};
	size_t scale = 0;
	uint64_t rest = 0;
	int left;

	while ((left = most - snprintf(NULL, 0, "%" PRIu64, value)) < 0) {
		rest = value % base;
		value /= base;
		scale++;
	}
	/* A point counts, too. */
	return say("%.*f%s", scale > 0 && left > 1 ? left - 1 : 0,
		   (double)value + (double)rest / base,
		   prefix[base > 1000][scale]);
}

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
	fprintf(out, "    %s (%s): min=%s, max=%s, avg=%5.2f, stdev=%5.2f\n",
		name, unit->name,
		lines_fit(h->min / unit->ns, 1000, 6),
		lines_fit(h->max / unit->ns, 1000, 6),
		histogram_mean(h) / (double)unit->ns,
		histogram_stddev(h) / (double)unit->ns);
}

static void
lines_percentiles(FILE *out, const char *name, const struct histogram *h,
		  const struct fio_job *job)
{
	uint64_t least = histogram_percentile(h, job->percent[0]);
	uint64_t most = histogram_percentile(h,
					     job->percent[job->percents - 1]);
	const struct time_unit *unit = lines_unit(least, most, INFINITY);
	int width = snprintf(NULL, 0, "%5" PRIu64, most / unit->ns);
	size_t each_line = (size_t)(COLUMNS / (width + 12));

	if (h->count == 0)
		return;
	fprintf(out, "    %s percentiles (%s):\n", name, unit->name);
	for (size_t i = 0; i < job->percents; i++) {
		uint64_t ns = histogram_percentile(h, job->percent[i]);
		bool is_last = i == job->percents - 1;

		if (i % each_line == 0)
			fputs("     |", out);
		fprintf(out, " %5.2fth=[%*" PRIu64 "]%s", job->percent[i],
			width, (ns + unit->ns - 1) / unit->ns,
			is_last ? "" : ",");
		if (is_last || i % each_line == each_line - 1)
			putc('\n', out);
	}
}

static void
lines_direction(FILE *out, const struct fio_job *job, int op)
{
	static const struct {
		const char *name;
		enum latency_kind kind;
	} latencies[] = { { "slat", SLAT }, { "clat", CLAT }, { " lat", LAT } };
	const struct fio_direction *d = &job->of[op];
	const struct speed *bw = &d->bw, *rate = &d->rate;
	double unit = bw->mean > (double)MIB ? (double)KIB : 1;

	if (d->bytes == 0)
		return;
	fprintf(out, "  %s: IOPS=%s, BW=%sB/s (%sB/s)(%sB/%" PRIu64
		"msec)%s\n", operation_name[op],
		lines_number(d->iops, 1000), lines_number(d->bytes_per_s, 1024),
		lines_number(d->bytes_per_s, 1000),
		lines_number(d->bytes, 1024), d->runtime_ns / NS_PER_MS,
		op == OP_WRITE ? "; 0 zone resets" : "");
	for (size_t i = 0; i < LENGTH(latencies); i++)
		lines_latency(out, latencies[i].name,
			      &d->latency[latencies[i].kind]);
	for (size_t i = 0; i < LENGTH(latencies); i++)
		if (job->has_percentiles[latencies[i].kind])
			lines_percentiles(out, latencies[i].name +
					  (*latencies[i].name == ' '),
					  &d->latency[latencies[i].kind], job);
	if (bw->spans > 0)
		fprintf(out, "   bw (%5s/s): min=%5.0f, max=%5.0f, per=%3.2f%%"
			", avg=%5.2f, stdev=%5.2f, samples=%zu\n",
			unit > 1 ? "MiB" : "KiB", floor(bw->min / unit),
			floor(bw->max / unit), d->share_pct, bw->mean / unit,
			speed_stddev(bw) / unit, bw->spans);
	if (rate->spans > 0)
		fprintf(out, "   iops        : min=%5.0f, max=%5.0f, "
			"avg=%5.2f, stdev=%5.2f, samples=%zu\n", rate->min,
			rate->max, rate->mean, speed_stddev(rate), rate->spans);
}

static void
lines_bins(FILE *out, const struct fio_job *job)
{
	for (size_t scale = 0, i = 0; scale < LENGTH(units); scale++) {
		size_t bins = FIO_SCALE_BINS + (scale == 2 ? 2 : 0);
		int n = 0;

		for (size_t bin = 0; bin < bins; bin++, i++) {
			if (job->bin_pct[i] <= 0)
				continue;
			if (n++ % 5 > 0)
				fputs(", ", out);
			else
				fprintf(out, "%s  lat (%s)   : ",
					n > 1 ? "\n" : "", units[scale].name);
			fprintf(out, "%s=%3.2f%%", fio_bin[bin],
				job->bin_pct[i]);
		}
		fputs(n > 0 ? "\n" : "", out);
	}
}

static void
lines_job(FILE *out, const struct fio_job *job)
{
	static const char *const depths[] = {
		"IO depths    ", "   submit    ", "   complete  ",
	};
	const struct totals *total = &job->total;
	struct fio_steady steady;

	if (totals_ios(total) == 0)
		return;
	fprintf(out, "%s: (groupid=%u, jobs=%u): err=%2u: pid=0: %s\n",
		job->name, job->group, job->copies, job->error,
		fio_time(job->record));
	if (job->description != NULL)
		fprintf(out, "  Description  : [%s]\n", job->description);
	for (int op = 0; op < OP_COUNT; op++)
		lines_direction(out, job, op);
	lines_bins(out, job);
	if (job->flushes.count > 0)
		fputs("  fsync/fdatasync/sync_file_range:\n", out);
	lines_latency(out, "sync", &job->flushes);
	lines_percentiles(out, "sync", &job->flushes, job);
	fprintf(out, "  cpu          : usr=%3.2f%%, sys=%3.2f%%, ctx=%" PRIu64
		", majf=%" PRIu64 ", minf=%" PRIu64 "\n", job->user_pct,
		job->system_pct, total->switches, total->faults,
		total->minor_faults);
	for (int kind = 0; kind < FIO_DEPTHS; kind++) {
		fprintf(out, "  %s:", depths[kind]);
		for (size_t i = 0; i < SAMPLE_DEPTHS; i++)
			fprintf(out, "%s %s=%3.1f%%", i > 0 ? "," : "",
				fio_depth[kind][i], job->depth_pct[kind][i]);
		putc('\n', out);
	}
	fprintf(out, "     issued rwts: total=%" PRIu64 ",%" PRIu64 ",0,%"
		PRIu64 " short=0,0,0,0 dropped=0,0,0,0\n"
		"     latency   : target=0, window=0, percentile=100.00%%, "
		"depth=%" PRIu64 "\n",
		total->ios[OP_READ], total->ios[OP_WRITE], job->flushes.count,
		fio_number(job->record, job->result, "iodepth",
			   job->result->test.params.depth));
	if (!fio_steady_of(&steady, job))
		return;
	fprintf(out, "  steadystate  : attained=%s, bw=%sB/s (%sB/s), iops=%s, "
		"%s%s=%.3f%s\n", steady.attained ? "yes" : "no",
		lines_number(steady.mean[1], 1024),
		lines_number(steady.mean[1], 1000),
		lines_number(steady.mean[0], 1000),
		*steady.ss == 'i' ? "iops" : "bw",
		steady.is_slope ? " slope" : " mean dev", steady.criterion,
		steady.pct);
	free(steady.rate[0]);
	free(steady.rate[1]);
}

static void
lines_group(FILE *out, const struct fio_job *job)
{
	fprintf(out, "\nRun status group %u (all jobs):\n", job->group);
	for (int op = 0; op < OP_COUNT; op++) {
		const struct fio_group *g = &job->of[op].group;

		if (g->max_ns == 0)
			continue;
		fprintf(out, "  %5s: bw=%sB/s (%sB/s), %sB/s-%sB/s "
			"(%sB/s-%sB/s), io=%sB (%sB), run=%" PRIu64 "-%" PRIu64
			"msec\n", op == OP_READ ? "READ" : "WRITE",
			lines_number(g->bw, 1024), lines_number(g->bw, 1000),
			lines_number(g->min_bw, 1024),
			lines_number(g->max_bw, 1024),
			lines_number(g->min_bw, 1000),
			lines_number(g->max_bw, 1000),
			lines_number(g->bytes, 1024),
			lines_number(g->bytes, 1000),
			g->min_ns / NS_PER_MS, g->max_ns / NS_PER_MS);
	}
}

static void
lines_begin(FILE *out, const struct fio_job *job)
{
	const struct result_test *test = &job->result->test;
	const struct params *p = &test->params;

	fprintf(out, "%s: (g=%u): rw=%s, ", job->name, job->group,
		fio_rw(test));
	for (int op = 0; op < FIO_DIRECTIONS; op++) {
		const struct sizes *s = &p->sizes[op == OP_READ ? OP_READ :
						  OP_WRITE];

		fprintf(out, "%s(%c) %sB-%sB, ", op == 0 ? "bs=" : "",
			"RWT"[op], lines_number(s->n > 0 ? s->bytes[0] :
						p->block_bytes, 1024),
			lines_number(s->n > 0 ? sizes_largest(s) :
				     p->block_bytes, 1024));
	}
	fprintf(out, "ioengine=%s, iodepth=%" PRIu64 "\n",
		text_or(record_given(job->record, job->result, "ioengine"),
			fio_engine(test)),
		fio_number(job->record, job->result, "iodepth", p->depth));
}

/* Print the first lines of all jobs; copies share one. */
static void
lines_begin_all(const struct content *content, FILE *out)
{
	const struct record *record = content->records;
	struct fio_job *job = NULL;
	unsigned all = 0, same = 0;
	const char *last = "";
	bool is_thread = false;

	while ((job = fio_job_next(job, record, true)) != NULL) {
		if (strcmp(job->name, last) != 0) {
			lines_begin(out, job);
			same = 0;
		}
		if (same < 2 && same + job->copies >= 2)
			fputs("...\n", out);
		same += job->copies;
		all += job->copies;
		last = job->name;
		is_thread |= fio_number(record, job->result, "thread", 0) > 0;
	}
	fprintf(out, FORMAT_FIO_VERSION "\nStarting %u %s%s\n", all,
		is_thread ? "thread" : "process",
		all == 1 ? "" : is_thread ? "s" : "es");
}

static void
lines_print(const struct content *content, FILE *out)
{
	const struct record *record = content->records;
	struct fio_job *job = NULL;
	const char *head = "\nDisk stats (read/write):\n";
	unsigned group = UINT_MAX;
	struct fio_disk disk;

	if (!content->follows)
		lines_begin_all(content, out);
	putc('\n', out);
	while ((job = fio_job_next(job, record, false)) != NULL)
		lines_job(out, job);
	while ((job = fio_job_next(job, record, false)) != NULL) {
		if (job->group != group)
			lines_group(out, job);
		group = job->group;
	}
	for (size_t i = 0; i < record->n_results; i++)
		if (fio_disk_at(&disk, record, i)) {
			fio_print_disk(out, &disk, head, false);
			head = "";
		}
}

const struct format format_fio_begin = {
	.print = { lines_begin_all },
};

const struct format format_fio = {
	.name = "fio",
	.summary = "the lines that fio prints",
	.print = { lines_print },
};
