/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * The part of the JSON document in the form of fio's: one job per result, its
 * samples summed up. Keys that fio always has are 0 where nothing was done;
 * figures that were not measured, or not by direction, are left out.
 */
#include <config.h>

#include <inttypes.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/amount.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/operation.h"
#include "diskidx/base/units.h"
#include "diskidx/stats/histogram.h"
#include "diskidx/test/traits.h"
#include "format/fio/fio.h"
#include "json.h"

static const char *const depth_names[SAMPLE_DEPTHS] = {
	"1", "2", "4", "8", "16", "32", ">=64"
};

static uint64_t
whole(double value)
{
	return value > 0 && value < 1e19 ? (uint64_t)value : 0;
}

void
json_depths(struct json *json, const char *key, const struct totals *totals)
{
	json_begin(json, key, '{');
	for (unsigned i = 0; i < SAMPLE_DEPTHS; i++)
		json_number(json, depth_names[i], totals_depth_pct(totals, i));
	json_end(json, '}');
}

/*
 * Return fio's engine for the same work on small files. NULL: fio has none,
 * since its engines create empty files and flush nothing.
 */
static const char *
file_engine_of(const struct params *p)
{
	if (p->action == ACTION_STAT)
		return "filestat";
	if (p->sync == SYNC_FSYNC)
		return NULL;
	if (p->action == ACTION_DELETE)
		return "filedelete";
	if (p->action == ACTION_CREATE && p->block_bytes == 0)
		return "filecreate";
	return NULL;
}

/* Write the rate of all copies as fio has it: for each, and of a mix for reads
 * and for writes. */
static void
put_rate(struct json *json, const char *key, uint64_t rate,
	 const struct result_test *test)
{
	uint64_t one = (rate + test->copies / 2) / test->copies;
	uint64_t reads = (one * test->params.read_pct + 50) / 100;

	if (test->params.action == ACTION_MIX)
		json_format(json, key, "%" PRIu64 ",%" PRIu64, reads,
			    one - reads);
	else
		json_format(json, key, "%" PRIu64, one);
}

/* Write the options of tests that read and write a work file. */
static void
put_transfer(struct json *json, const struct record *record,
	     const struct result *result)
{
	const struct params *p = &result->test.params;
	const char *engine = result->test.engine;
	const char *filled = record_target_fact(record, result->test.target,
						FACT_FILE_BYTES);
	uint64_t size = amount_max(p->span_bytes, p->file_bytes);
	bool is_random = p->sequential_pct < 100 &&
			 traits_of_workload(result->test.workload)->is_random;
	const char *rw = "rw";

	if (p->action == ACTION_READ || p->action == ACTION_WRITE)
		rw = action_name(p->action);
	json_format(json, "rw", "%s%s", is_random ? "rand" : "", rw);
	if (p->action == ACTION_MIX)
		json_format(json, "rwmixread", "%u", p->read_pct);
	if (params_has_sizes(p))
		json_string(json, "bssplit", sizes_format(p->sizes));
	else if (p->block_bytes % KIB == 0 && p->block_bytes > 0)
		json_format(json, "bs", "%uk", p->block_bytes / (uint32_t)KIB);
	else
		json_format(json, "bs", "%u", p->block_bytes);
	json_string(json, "ioengine",
		    text_or(traits_of_engine(engine)->fio, engine));
	json_format(json, "direct", "%d", p->cache == CACHE_DIRECT);
	if (p->cache == CACHE_CACHED && params_reads(p))
		json_string(json, "invalidate", "0");
	if (size > 0)
		json_format(json, "size", "%" PRIu64, size);
	else if (filled != NULL)
		json_string(json, "size", filled);
	/* Write how data reach the disk; writes end with a flush. */
	if (params_flushes(p))
		json_format(json, sync_name(p->sync), "%" PRIu64,
			    amount_max(p->sync_every, 1));
	else if (params_opens_synced(p))
		json_string(json, "sync", sync_name(p->sync));
	else if (p->sync == SYNC_NONE && params_writes(p) &&
		 !params_is_cache_test(p))
		json_string(json, "end_fsync", "1");
}

static void
put_options(struct json *json, const struct record *record,
	    const struct fio_job *job)
{
	const struct result_test *test = &job->result->test;
	const struct params *p = &test->params;

	json_begin(json, "job options", '{');
	if (params_is_metadata(p)) {
		/* Small files, as far as fio has any option for them. */
		json_string(json, "ioengine", file_engine_of(p));
		json_format(json, "nrfiles", "%u", p->files);
		json_format(json, "filesize", "%u", p->block_bytes);
	} else {
		put_transfer(json, record, job->result);
	}
	json_format(json, "iodepth", "%u", p->depth);
	json_format(json, "numjobs", "%u", test->copies);
	if (test->asked_ns % NS_PER_S == 0)
		json_format(json, "runtime", "%" PRIu64,
			    test->asked_ns / NS_PER_S);
	else
		json_format(json, "runtime", "%" PRIu64 "ms",
			    test->asked_ns / NS_PER_MS);
	if (p->rate_bytes > 0)
		put_rate(json, "rate", p->rate_bytes, test);
	else if (p->rate_iops > 0)
		put_rate(json, "rate_iops", p->rate_iops, test);
	if (json->is_fio)	/* last: a script greps what is behind it */
		json_string(json, "name", job->name);
	json_end(json, '}');
}

/* Write a latency as fio does. */
static void
put_fio_latency(struct json *json, const char *key, const struct histogram *h)
{
	json_begin(json, key, '{');
	json_integer(json, "min", h->min);
	json_integer(json, "max", h->max);
	json_number(json, "mean", histogram_mean(h));
	json_number(json, "stddev", histogram_stddev(h));
	json_integer(json, "N", h->count);
	json_percentiles(json, h);
	json_end(json, '}');
}

/*
 * Write a direction. One without requests has figures that are 0. The speed is
 * in KiB a second, and in requests; a mix whose series does not tell the
 * directions has none of it, operations on files need not move bytes, and
 * requests of several sizes don't follow from them.
 */
static void
put_fio_direction(struct json *json, const char *key,
		  const struct fio_direction *d, const struct params *p)
{
	const struct speed *bw = &d->bw, *rate = &d->rate;
	bool has_speed = bw->intervals > 0 || d->ios == 0 ||
			 !params_reads(p) || !params_writes(p);

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
	put_fio_latency(json, "slat_ns", d->slat);
	put_fio_latency(json, "clat_ns", d->clat);
	put_fio_latency(json, "lat_ns", d->lat);
	if (has_speed && (d->bytes > 0 || d->ios == 0)) {
		json_integer(json, "bw_min", whole(bw->min));
		json_integer(json, "bw_max", whole(bw->max));
		json_number(json, "bw_agg", d->share_pct);
		json_number(json, "bw_mean", bw->mean);
		json_number(json, "bw_dev", bw->stddev);
		json_integer(json, "bw_samples", bw->intervals);
	}
	if (has_speed && !params_has_sizes(p)) {
		json_integer(json, "iops_min", whole(rate->min));
		json_integer(json, "iops_max", whole(rate->max));
		json_number(json, "iops_mean", rate->mean);
		json_number(json, "iops_stddev", rate->stddev);
		json_integer(json, "iops_samples", rate->intervals);
	}
	json_end(json, '}');
}

/* Write the shares of fio's bins of latency. */
static void
put_bins(struct json *json, const struct fio_job *job)
{
	static const char *const key[] = {
		"latency_ns", "latency_us", "latency_ms",
	};
	const double *share = job->bin_pct;

	for (size_t i = 0; i < LENGTH(key); i++) {
		size_t n = FIO_SCALE_BINS + (i == LENGTH(key) - 1 ? 2 : 0);

		json_begin(json, key[i], '{');
		for (size_t j = 0; j < n; j++)
			json_number(json, fio_bin[j], *share++);
		json_end(json, '}');
	}
}

void
json_job(struct json *json, const struct record *record, size_t number)
{
	static const struct params none;	/* as a trim has */
	const struct result *result = &record->result[number];
	struct fio_job job;

	fio_job_of(&job, result);
	json_begin(json, NULL, '{');
	json_string(json, "jobname", job.name);
	json_integer(json, "groupid", json->is_fio ? number : 0);
	json_integer(json, "error", job.error);
	json_integer(json, "eta", 0);
	json_integer(json, "elapsed", job.total->elapsed_ns / NS_PER_S +
		     (job.total->elapsed_ns % NS_PER_S > 0));
	put_options(json, record, &job);
	for (int op = 0; op < OP_COUNT; op++)
		put_fio_direction(json, operation_name[op], &job.of[op],
				  &result->test.params);
	put_fio_direction(json, "trim", &job.of[FIO_TRIM], &none);
	json_begin(json, "sync", '{');
	json_integer(json, "total_ios", job.flushes->count);
	put_fio_latency(json, "lat_ns", job.flushes);
	json_end(json, '}');
	json_integer(json, "job_runtime", job.total->elapsed_ns / NS_PER_MS);
	json_number(json, "usr_cpu", job.user_pct);
	json_number(json, "sys_cpu", job.system_pct);
	json_integer(json, "ctx", job.total->switches);
	json_integer(json, "majf", job.total->faults);
	json_integer(json, "minf", job.total->minor_faults);
	if (totals_depths(job.depths) > 0)
		json_depths(json, "iodepth_level", job.depths);
	put_bins(json, &job);
	json_end(json, '}');
}
