/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * JSON of the newest run as fio prints it, for programs that read fio's; and
 * its jobs and the devices' counters, which other JSON also has: in fio's order
 * and names, the samples of a job summed up, 0 if nothing was done.
 */
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/operation.h"
#include "diskidx/base/say.h"
#include "diskidx/base/units.h"
#include "diskidx/report/view.h"
#include "diskidx/stats/histogram.h"
#include "format/fio/fio.h"
#include "json.h"

#define SECTOR 512		/* bytes, as the kernel counts for any disk */

static uint64_t
whole(double value)
{
	return value > 0 && value < 1e19 ? (uint64_t)value : 0;
}

static void
put_shares(struct json *json, const char *key, const char *const *bin,
	   const double *share, size_t n)
{
	json_begin(json, key, '{');
	for (size_t i = 0; i < n; i++)
		json_number(json, bin[i], share[i]);
	json_end(json, '}');
}

/* Write fio's options that distinguish jobs in its plots. */
static void
put_options(struct json *json, const struct result_test *test)
{
	const struct params *p = &test->params;

	json_begin(json, "job options", '{');
	json_string(json, "rw", fio_rw(test));
	if (p->action == ACTION_MIX)
		json_string(json, "rwmixread", say("%u", p->read_pct));
	json_string(json, "bs", say("%u", p->block_bytes));
	json_string(json, "ioengine", fio_engine(test));
	json_string(json, "direct", say("%d", p->cache == CACHE_DIRECT));
	json_string(json, "iodepth", say("%u", p->depth));
	json_string(json, "numjobs", say("%u", test->copies));
	json_string(json, "runtime", say("%g", clock_seconds(test->asked_ns)));
	json_end(json, '}');
}

/* Write the keys of a section; one without a value is empty, as in fio. */
static void
put_given(struct json *json, const char *key, const struct texts *given)
{
	json_begin(json, key, '{');
	for (size_t i = 0; i < given->n; i++) {
		const char *text = given->text[i];
		size_t length = strcspn(text, "=");

		json_string(json, say("%.*s", (int)length, text),
			    text + length + (text[length] == '='));
	}
	json_end(json, '}');
}

static void
put_fio_latency(struct json *json, const char *key, const struct histogram *h,
		const struct fio_job *job, bool has_percentiles)
{
	json_begin(json, key, '{');
	json_integer(json, "min", h->min);
	json_integer(json, "max", h->max);
	json_number(json, "mean", histogram_mean(h));
	json_number(json, "stddev", histogram_stddev(h));
	json_integer(json, "N", h->count);
	has_percentiles &= h->count > 0;
	if (has_percentiles) {
		json_begin(json, "percentile", '{');
		for (size_t i = 0; i < job->percents; i++)
			json_integer(json, say("%f", job->percent[i]),
				     histogram_percentile(h, job->percent[i]));
		json_end(json, '}');
	}
	if (has_percentiles && json->has_bins) {
		json_begin(json, "bins", '{');
		for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++)
			if (h->bucket[i] > 0)
				json_integer(json, say("%" PRIu64,
					histogram_middle(i)), h->bucket[i]);
		json_end(json, '}');
	}
	json_end(json, '}');
}

/* Write a direction. Values are 0 without requests, and so is the speed over
 * time of a mix if its series has no directions. */
static void
put_direction(struct json *json, const char *key, const struct fio_job *job,
	      int op)
{
	const struct fio_direction *d = &job->of[op];
	const struct speed *bw = &d->bw, *rate = &d->rate;
	const bool *has = job->has_percentiles;

	json_begin(json, key, '{');
	json_integer(json, "io_bytes", d->bytes);
	json_integer(json, "io_kbytes", d->bytes / KIB);
	json_integer(json, "bw_bytes", whole(d->bytes_per_s));
	json_integer(json, "bw", whole(d->bytes_per_s / (double)KIB));
	json_number(json, "iops", d->iops);
	json_integer(json, "runtime", d->runtime_ns / NS_PER_MS);
	json_integer(json, "total_ios", d->ios);
	json_integer(json, "short_ios", 0);
	json_integer(json, "drop_ios", 0);
	put_fio_latency(json, "slat_ns", &d->latency[SLAT], job, has[SLAT]);
	put_fio_latency(json, "clat_ns", &d->latency[CLAT], job, has[CLAT]);
	put_fio_latency(json, "lat_ns", &d->latency[LAT], job, has[LAT]);
	json_integer(json, "bw_min", whole(bw->min));
	json_integer(json, "bw_max", whole(bw->max));
	json_number(json, "bw_agg", d->share_pct);
	json_number(json, "bw_mean", bw->mean);
	json_number(json, "bw_dev", speed_stddev(bw));
	json_integer(json, "bw_samples", bw->spans);
	json_integer(json, "iops_min", whole(rate->min));
	json_integer(json, "iops_max", whole(rate->max));
	json_number(json, "iops_mean", rate->mean);
	json_number(json, "iops_stddev", speed_stddev(rate));
	json_integer(json, "iops_samples", rate->spans);
	json_end(json, '}');
}

static void
put_steady(struct json *json, const struct fio_job *job)
{
	struct fio_steady s;

	if (!fio_steady_of(&s, job))
		return;
	json_begin(json, "steadystate", '{');
	json_string(json, "ss", say("%.*s:%f%s", (int)strcspn(s.ss, ":"),
				    s.ss, s.limit, s.pct));
	json_integer(json, "duration", s.length);
	json_integer(json, "attained", s.attained);
	json_string(json, "criterion", say("%f%s", s.criterion, s.pct));
	json_number(json, "max_deviation", s.is_slope ? 0 : s.figure);
	json_number(json, "slope", s.is_slope ? s.figure : 0);
	json_begin(json, "data", '{');
	json_integer(json, "bw_mean", whole(s.mean[1]));
	json_integer(json, "iops_mean", whole(s.mean[0]));
	for (int k = 0; k < 2; k++) {
		json_begin(json, k == 0 ? "iops" : "bw", '[');
		for (size_t i = 0; i < s.length; i++)
			json_integer(json, NULL, whole(s.rate[k][s.from + i]));
		json_end(json, ']');
		free(s.rate[k]);
	}
	json_end(json, '}');
	json_end(json, '}');
}

static void
put_job(struct json *json, const struct fio_job *job)
{
	static const char *const depths[] = {
		"iodepth_level", "iodepth_submit", "iodepth_complete",
	};
	const bool *has = job->has_percentiles;
	const double *share = job->bin_pct;
	const struct result *result = job->result;

	json_begin(json, NULL, '{');
	json_string(json, "jobname", job->name);
	json_integer(json, "groupid", job->group);
	json_integer(json, "error", job->error);
	json_integer(json, "eta", 0);
	json_integer(json, "elapsed", job->total.elapsed_ns / NS_PER_S +
		     (job->total.elapsed_ns % NS_PER_S > 0));
	if (result->test.job_name != NULL)
		put_given(json, "job options", &result->test.given);
	else
		put_options(json, &result->test);
	put_direction(json, "read", job, OP_READ);
	put_direction(json, "write", job, OP_WRITE);
	put_direction(json, "trim", job, FIO_TRIM);
	json_begin(json, "sync", '{');
	json_integer(json, "total_ios", job->flushes.count);
	put_fio_latency(json, "lat_ns", &job->flushes, job,
			has[LAT] || has[CLAT]);
	json_end(json, '}');
	json_integer(json, "job_runtime", job->run_ns / NS_PER_MS);
	json_number(json, "usr_cpu", job->user_pct);
	json_number(json, "sys_cpu", job->system_pct);
	json_integer(json, "ctx", job->total.switches);
	json_integer(json, "majf", job->total.faults);
	json_integer(json, "minf", job->total.minor_faults);
	for (size_t i = 0; i < LENGTH(depths); i++)
		put_shares(json, depths[i], fio_depth[i], job->depth_pct[i],
			   SAMPLE_DEPTHS);
	put_shares(json, "latency_ns", fio_bin, share, FIO_SCALE_BINS);
	share += FIO_SCALE_BINS;
	put_shares(json, "latency_us", fio_bin, share, FIO_SCALE_BINS);
	share += FIO_SCALE_BINS;
	put_shares(json, "latency_ms", fio_bin, share, LENGTH(fio_bin));
	json_integer(json, "latency_depth",
		     fio_number(job->record, result, "iodepth",
				result->test.params.depth));
	json_integer(json, "latency_target", 0);
	json_number(json, "latency_percentile", 100);
	json_integer(json, "latency_window", 0);
	json_string(json, "desc", job->description);
	put_steady(json, job);
	json_end(json, '}');
}

static void
put_disk(struct json *json, const struct fio_disk *disk)
{
	const struct device_counters *sum = &disk->sum;

	json_begin(json, NULL, '{');
	json_string(json, "name", disk->name);
	json_integer(json, "read_ios", sum->read_ios);
	json_integer(json, "write_ios", sum->write_ios);
	if (!json->is_fio) {
		json_integer(json, "read_sectors", sum->read_bytes / SECTOR);
		json_integer(json, "write_sectors", sum->write_bytes / SECTOR);
	}
	json_integer(json, "read_merges", sum->read_merges);
	json_integer(json, "write_merges", sum->write_merges);
	/* Some devices count no time; fio prints 0. */
	if (json->is_fio ||
	    view_has_time(sum->busy_ms, sum->read_ios + sum->write_ios)) {
		json_integer(json, "read_ticks", sum->read_ms);
		json_integer(json, "write_ticks", sum->write_ms);
		json_integer(json, "in_queue", sum->queue_ms);
		json_number(json, "util", disk->util_pct);
	}
	json_end(json, '}');
}

void
json_parts_of_fio(struct json *json, const struct record *record)
{
	struct fio_job *job = NULL;
	struct fio_disk disk;

	put_given(json, "global options", &record->global);
	json_begin(json, "jobs", '[');
	while ((job = fio_job_next(job, record, false)) != NULL)
		if (json->is_fio || totals_ios(&job->total) > 0)
			put_job(json, job);
	json_end(json, ']');
	json_begin(json, "disk_util", '[');
	for (size_t i = 0; i < record->n_results; i++)
		if (fio_disk_at(&disk, record, i))
			put_disk(json, &disk);
	json_end(json, ']');
}

static void
fio_json_print(const struct content *content, FILE *stream)
{
	struct json json = {
		.stream = stream, .is_fio = true,
		.has_bins = content->format == &format_fio_json_plus,
	};
	const struct record *record = content->records;

	json_begin(&json, NULL, '{');
	json_string(&json, "fio version", FORMAT_FIO_VERSION);
	json_integer(&json, "timestamp", record->ended_s);
	json_integer(&json, "timestamp_ms", record->ended_s * 1000);
	json_string(&json, "time", fio_time(record));
	json_parts_of_fio(&json, record);
	json_string(&json, "diskidx version", record->version);
	json_notes(&json, notes_of_record(record, false, false, false));
	json_end(&json, '}');
}

const struct format format_fio_json = {
	.name = "fio-json",
	.summary = "JSON as fio prints it, for programs that read it",
	.print = { fio_json_print },
};

const struct format format_fio_json_plus = {
	.name = "fio-json+",
	.summary = "the same with the bins of latencies, as fio's json+",
	.print = { fio_json_print },
};
