/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Results in fio's terms: see fio.h. */
#include <config.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/amount.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/say.h"
#include "diskidx/base/units.h"
#include "diskidx/base/utf8.h"
#include "diskidx/report/view.h"
#include "diskidx/result/result.h"
#include "diskidx/stats/histogram.h"
#include "diskidx/test/category.h"
#include "diskidx/test/name.h"
#include "diskidx/test/traits.h"
#include "fio.h"

const char *const fio_bin[FIO_SCALE_BINS + 2] = {
	"2", "4", "10", "20", "50", "100", "250", "500", "750", "1000",
	"2000", ">=2000",
};

const char *const fio_depth[FIO_DEPTHS][SAMPLE_DEPTHS] = {
	[FIO_LEVEL] = { "1", "2", "4", "8", "16", "32", ">=64" },
	[FIO_SUBMIT] = { "0", "4", "8", "16", "32", "64", ">=64" },
	[FIO_COMPLETE] = { "0", "4", "8", "16", "32", "64", ">=64" },
};

#define WINDOW_MS 500		/* by default */

uint64_t
fio_number(const struct record *record, const struct result *result,
	   const char *key, uint64_t otherwise)
{
	const char *text = record_given(record, result, key);

	if (text == NULL)
		return otherwise;
	if (strncmp(text, "0x", 2) == 0)
		return strtoull(text, NULL, 16);
	return *text == '\0' ? 1 : strtoull(text, NULL, 10);
}

const char *
fio_rw(const struct result_test *test)
{
	bool is_random = test->params.sequential_pct < 100 &&
			 traits_of_workload(test->workload)->is_random;

	if (test->params.action == ACTION_READ)
		return is_random ? "randread" : "read";
	if (test->params.action == ACTION_WRITE)
		return is_random ? "randwrite" : "write";
	return is_random ? "randrw" : "rw";
}

const char *
fio_engine(const struct result_test *test)
{
	return text_or(traits_of_engine(test->engine)->fio, test->engine);
}

/* A log has its own window; fio's speed has that of its log. */
uint64_t
fio_window_ns(const struct record *record, const struct result *result,
	      bool is_bw)
{
	const char *log = is_bw ? "write_bw_log" : "write_iops_log";
	uint64_t ms = WINDOW_MS;

	if (record_given(record, result, log) != NULL)
		ms = fio_number(record, result, "log_avg_msec", ms);
	return fio_number(record, result, is_bw ? "bwavgtime" : "iopsavgtime",
			  ms) * NS_PER_MS;
}

struct series_interval *
fio_windows(const struct result *result, uint64_t window_ns, bool has_rest,
	    size_t *n)
{
	const uint64_t *ios = result->summary.total.ios;
	struct series_interval *list = NULL, *spans;
	uint64_t begin_ns = 0;
	bool is_mix = ios[OP_READ] > 0 && ios[OP_WRITE] > 0;
	int op = ios[OP_WRITE] > 0 ? OP_WRITE : OP_READ;
	size_t more;

	*n = 0;
	for_each_sample(sample, result) {
		more = sample_windows(sample, result->test.params.block_bytes,
				      amount_max(window_ns, SAMPLE_TICK_NS),
				      result->test.asked_ns, has_rest, &spans);
		if (is_mix && sample->n_ticks > 0 &&
		    !sample_has_directions(sample))
			more = 0;
		list = xrealloc(list, (*n + more + 1) * sizeof(*list));
		for (size_t j = 0; j < more; j++) {
			spans[j].at_ns += begin_ns;
			if (!is_mix)
				spans[j].of[op].bytes = spans[j].bytes;
			list[(*n)++] = spans[j];
		}
		free(spans);
		begin_ns += sample->total.elapsed_ns;
	}
	return list;
}

double
speed_stddev(const struct speed *speed)
{
	if (speed->spans < 2)
		return 0;
	return sqrt(speed->squares / (double)(speed->spans - 1));
}

/* Add the speed of a result in units of that many bytes. As in fio, the jobs of
 * a group add up; their windows, and each copy's own, are the same. */
static void
take_speed(struct speed *speed, const struct fio_job *job,
	  const struct result *result, bool is_bw, int op, double unit)
{
	size_t n;
	struct series_interval *list = fio_windows(result,
		fio_window_ns(job->record, result, is_bw), false, &n);
	double least = INFINITY, most = 0, mean = 0, off;

	for (size_t i = 0; i < n; i++) {
		uint64_t ms = amount_max(list[i].length_ns / NS_PER_MS, 1);
		double rate = floor((double)list[i].of[op].bytes * 1000 /
				    (double)ms / unit);

		least = fmin(least, rate);
		most = fmax(most, rate);
		off = rate - mean;
		mean += off / (double)(i + 1);
		speed->squares += off * (rate - mean);
	}
	free(list);
	if (n == 0)
		return;
	speed->spans += n * result->test.copies;
	speed->min += least;
	speed->max += most;
	speed->mean += mean;
}

static void
sum_direction(struct fio_job *job, const struct result *result, int op)
{
	struct histogram *const (*latency)[DIRECTIONS] =
		result->summary.latency;
	const struct totals *total = &result->summary.total;
	struct fio_direction *d = &job->of[op];
	const struct histogram *clat = latency[CLAT][op];
	const struct histogram *lat = latency[TRANSFER][op];
	/* The mean, as requests may differ in size. */
	double size = (double)total->moved[op] / (double)total->ios[op];

	d->runtime_ns = amount_max(d->runtime_ns, total->elapsed_ns);
	d->ios += total->ios[op];
	d->bytes += total->moved[op];
	/* All of it is clat, with a slat of 0, unless submission and completion
	 * were timed separately, and without a flush between. */
	if (lat != NULL || clat == NULL ||
	    traits_of_engine(result->test.engine)->is_synchronous)
		clat = lat != NULL ? lat : latency[LAT][op];
	else
		histogram_merge(&d->latency[SLAT], latency[SLAT][op]);
	histogram_merge(&d->latency[CLAT], clat);
	histogram_merge(&d->latency[LAT], lat != NULL ? lat : latency[LAT][op]);
	if (total->moved[op] > 0)
		take_speed(&d->bw, job, result, true, op, (double)KIB);
	take_speed(&d->rate, job, result, false, op, size > 0 ? size :
		  fmax(result->test.params.block_bytes, 1));
}

static void
add_result(struct fio_job *job, const struct result *result)
{
	const struct summary *summary = &result->summary;
	uint64_t elapsed_ns = summary->total.elapsed_ns;
	uint64_t longest_ns = amount_max(job->total.elapsed_ns, elapsed_ns);

	job->results++;
	job->copies += result->test.copies;
	job->run_ns += elapsed_ns * result->test.copies;
	if (!summary->has_value)
		job->error = 5;
	counters_add(&job->total, NULL, &summary->total);
	job->total.elapsed_ns = longest_ns;
	histogram_merge(&job->flushes, summary->latency[FLUSH][OP_WRITE]);
	for (int op = 0; op < OP_COUNT; op++)
		if (summary->total.ios[op] > 0)
			sum_direction(job, result, op);
}

/* Return the end of fio's group that a result begins. Each directory of -d and
 * each number of copies has all tests again. */
static const struct result *
group_end(const struct record *record, const struct result *begin)
{
	const struct result *all = record->result, *end = begin + 1;

	while (end < all + record->n_results && begin->test.job_name != NULL &&
	       end->test.job_name != NULL &&
	       end->test.group == begin->test.group &&
	       strcmp(end->test.id, all->test.id) != 0)
		end++;
	return end;
}

static void
compare_group(struct fio_job *job, int op)
{
	struct fio_direction *d = &job->of[op];
	struct fio_group *group = &d->group;

	if (d->ios > 0) {
		d->iops = (double)d->ios / clock_seconds(d->runtime_ns);
		d->bytes_per_s = d->iops * (double)d->bytes / (double)d->ios;
	}
	for (const struct result *result = job->group_begin;
	     result < job->group_end; result++) {
		const struct totals *total = &result->summary.total;
		double bw = totals_rate(total, total->moved[op]);

		if (total->ios[op] == 0)
			continue;
		/* A group that is reported together is one job. */
		if (job->results > 1)
			bw = d->bytes_per_s;
		if (group->bytes == 0 || bw < group->min_bw)
			group->min_bw = bw;
		if (group->bytes == 0 || total->elapsed_ns < group->min_ns)
			group->min_ns = total->elapsed_ns;
		group->max_bw = fmax(group->max_bw, bw);
		group->max_ns = amount_max(group->max_ns, total->elapsed_ns);
		group->bytes += total->moved[op];
	}
	if (job->results > 1)
		group->min_ns = group->max_ns;
	group->bw = (double)group->bytes / clock_seconds(group->max_ns);
	if (d->bw.spans > 0)
		d->share_pct = fmin(floor(d->bw.mean) * KIB * 100 / group->bw,
				    100);
}

static void
fill_bins(struct fio_job *job)
{
	static const uint64_t scale[] = { 1, NS_PER_US, NS_PER_MS };
	uint64_t bound[FIO_BINS], count[FIO_BINS];
	struct histogram all = { 0 };

	for (int op = 0; op < OP_COUNT; op++)
		histogram_merge(&all, &job->of[op].latency[CLAT]);
	if (all.count == 0)
		return;
	/* The bins of each scale in turn, and two above. */
	bound[0] = 0;
	for (size_t i = 1; i < FIO_BINS - 1; i++)
		bound[i] = strtoull(fio_bin[(i - 1) % FIO_SCALE_BINS], NULL,
				    10) * scale[(i - 1) / FIO_SCALE_BINS];
	bound[FIO_BINS - 1] = 2 * NS_PER_S;
	histogram_bins(&all, bound, FIO_BINS, count);
	for (size_t i = 0; i < FIO_BINS; i++)
		if (count[i] > 0)
			job->bin_pct[i] = fmax(100 * (double)count[i] /
					       (double)all.count, 0.01);
}

/* Compute the shares by depth. Up to two requests are submitted at a time. */
static void
fill_depths(struct fio_job *job)
{
	struct totals *total = &job->total;
	uint64_t *seen = total->reap_seen;

	if (totals_ios(total) == 0)
		return;
	if (totals_depths(total) == 0 && job->result->test.params.depth == 1)
		total->depth_seen[0] = 1;	/* not saved, but always that */
	job->depth_pct[FIO_SUBMIT][1] = 100;
	for (unsigned i = 0; i < SAMPLE_DEPTHS; i++)
		job->depth_pct[FIO_LEVEL][i] = totals_depth_pct(total, i);
	/* A call that reaped none was only a look into memory, and is not kept;
	 * fio's last bin is from 65 requests on. */
	seen[5] += seen[6];
	for (unsigned i = 1; i < SAMPLE_DEPTHS && total->reaps > 0; i++)
		job->depth_pct[FIO_COMPLETE][i] = 100 * (double)seen[i - 1] /
						  (double)total->reaps;
}

static void
fill_percentiles(struct fio_job *job)
{
	static const char *const key[] = {
		[LAT] = "lat_percentiles", [SLAT] = "slat_percentiles",
		[CLAT] = "clat_percentiles",
	};
	const char *list = record_given(job->record, job->result,
					"percentile_list");
	char *end;

	for (int kind = LAT; kind <= CLAT; kind++)
		job->has_percentiles[kind] = fio_number(job->record,
			job->result, key[kind], kind == CLAT) > 0;
	while (list != NULL && job->percents < FIO_PERCENTILES) {
		double percent = strtod(list, &end);
		size_t at = job->percents++;

		for (; at > 0 && job->percent[at - 1] > percent; at--)
			job->percent[at] = job->percent[at - 1];
		job->percent[at] = percent;
		list = *end == ':' ? end + 1 : NULL;
	}
	if (job->percents > 0)
		return;
	for_each_percentile(p, PERCENTILE_FIO)
		job->percent[job->percents++] = p->percent;
}

static const char *
clean(const char *text)
{
	return text != NULL ? utf8_clean(say("%s", text)) : NULL;
}

struct fio_job *
fio_job_next(struct fio_job *job, const struct record *record, bool is_alone)
{
	const struct result *first = record->result, *begin = first, *next;

	if (job == NULL) {
		job = xmalloc(sizeof(*job));
	} else {
		first = job->result + job->results;
		begin = first < job->group_end ? job->group_begin : first;
	}
	if (first == record->result + record->n_results) {
		free(job);
		return NULL;
	}
	*job = (struct fio_job){
		.record = record, .result = first,
		.name = clean(text_or(first->test.job_name,
			category_is(CATEGORY_JOB, first->test.category) ?
			test_name_within(first->test.id) : first->test.id)),
		.description = clean(record_given(record, first,
						  "description")),
		.group_begin = begin, .group_end = group_end(record, begin),
		.group = first->test.job_name != NULL ? first->test.group :
			 (unsigned)(first - record->result),
	};
	next = first;
	do {
		add_result(job, next++);
	} while (!is_alone && next < job->group_end &&
		 fio_number(record, next, "group_reporting", 0) > 0);
	for (int op = 0; op < OP_COUNT; op++)
		compare_group(job, op);
	if (job->run_ns > 0) {
		job->user_pct = 100 * (double)job->total.user_ns /
				(double)job->run_ns;
		job->system_pct = 100 * (double)job->total.system_ns /
				  (double)job->run_ns;
	}
	fill_bins(job);
	fill_depths(job);
	fill_percentiles(job);
	return job;
}

static const char *
device_of(const struct record *record, size_t at)
{
	const struct result *result = &record->result[at];
	const char *name = record_fact(record, result->test.target, FACT_DISK);

	if (result->n_samples == 0 || (!result->sample[0].has_shared &&
				       !result->summary.has_device))
		return NULL;
	if (name == NULL)
		name = record_fact(record, result->test.target, FACT_DEVICE);
	/* "vda" for "/dev/vda" */
	return clean(name != NULL && strncmp(name, "/dev/", 5) == 0 ? name + 5 :
		     name);
}

bool
fio_disk_at(struct fio_disk *disk, const struct record *record, size_t at)
{
	const char *other;
	uint64_t elapsed_ns = 0;

	*disk = (struct fio_disk){ .name = device_of(record, at) };
	for (size_t i = 0; disk->name != NULL && i < record->n_results; i++) {
		other = device_of(record, i);
		if (other == NULL || strcmp(other, disk->name) != 0)
			continue;
		if (i < at)
			return false;
		for_each_sample(sample, &record->result[i])
			counters_add(&disk->sum, NULL, &sample->device);
		elapsed_ns += record->result[i].summary.total.elapsed_ns;
	}
	disk->util_pct = view_utilisation(&disk->sum, elapsed_ns);
	return disk->name != NULL;
}

void
fio_print_disk(FILE *out, const struct fio_disk *disk, const char *head,
	       bool is_terse)
{
	const struct device_counters *sum = &disk->sum;

	fprintf(out, is_terse ? "%s;%s;%" PRIu64 ";%" PRIu64 ";%" PRIu64 ";%"
		PRIu64 ";%" PRIu64 ";%" PRIu64 ";%" PRIu64 ";%3.2f%%" :
		"%s  %s: ios=%" PRIu64 "/%" PRIu64 ", merge=%" PRIu64 "/%"
		PRIu64 ", ticks=%" PRIu64 "/%" PRIu64 ", in_queue=%" PRIu64
		", util=%3.2f%%\n", head, disk->name, sum->read_ios,
		sum->write_ios, sum->read_merges, sum->write_merges,
		sum->read_ms, sum->write_ms, sum->queue_ms, disk->util_pct);
}
