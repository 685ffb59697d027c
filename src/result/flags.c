/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Flags: the evidence in the samples, compared with the promise of a disk test.
 * One bad sample is enough for a flag that excludes the row from the score: a
 * mean with one round from memory says nothing about the disk. Other loads come
 * and go, and are judged by sums over the samples.
 */
#include <config.h>

#include <stdio.h>
#include <string.h>

#include "diskidx/base/amount.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/operation.h"
#include "diskidx/base/say.h"
#include "diskidx/result/flags.h"
#include "diskidx/test/traits.h"

#define BIT(flag) (1u << (flag))

#define MIN_REQUESTS 10
#define MIN_BOUNDED_NS (20 * NS_PER_MS)

/* Limits in percent. */
#define MAX_FOREIGN_PCT 5
#define MAX_IDLE_BUSY_PCT 5
#define MAX_STOLEN_OF_WANTED_PCT 5
#define MAX_STOLEN_OF_ONE_PCT 1
#define MAX_LIMITED_PCT 1
#define MAX_CPU_PCT 95
#define MAX_OF_ONE_CPU_PCT 105	/* with the difference of clocks */

#define MIN_FOREIGN_IOPS 10
#define MIN_IDLE_IOS 10
#define MIN_STOLEN_NS (50 * NS_PER_MS)	/* a few ticks of the kernel's clock */

/* Parts of a quota on the disk: from one to the other, the quota is the limit
 * (a rate may exceed it after a rest). */
#define QUOTA_NEAR 0.85
#define QUOTA_MOST 1.5

/* A sample may count a few slices of time from before it. */
#define MIN_LIMITED_NS (10 * NS_PER_MS)

static bool
exceeds(uint64_t part, unsigned pct, uint64_t whole)
{
	return 100 * (double)part > pct * (double)whole;
}

static bool
falls_short(uint64_t from_disk, uint64_t asked)
{
	return from_disk < asked - asked / 10;
}

/* Judge the device's counts, if there are any. The counters of a part of the
 * devices can prove a disk, but not a cache. */
static unsigned
judge_counter(const struct sample *sample, bool is_enough, bool partial)
{
	if (!sample->has_device)
		return BIT(FLAG_UNPROVEN);
	if (is_enough)
		return 0;
	return partial ? BIT(FLAG_UNPROVEN) : BIT(FLAG_CACHED);
}

static unsigned
judge_reads(const struct sample *sample, bool partial)
{
	uint64_t read = sample->total.moved[OP_READ];

	if (sample->has_resident &&
	    sample->resident_bytes > sample->dropped_bytes / 10)
		return BIT(FLAG_CACHED);
	if (sample->has_inblock)
		return falls_short(sample->total.inblock_bytes, read) ?
		       BIT(FLAG_CACHED) : 0;
	return judge_counter(sample,
			     !falls_short(sample->device.read_bytes, read),
			     partial);
}

/* Return true if the samples must show that a disk was involved: in all tests
 * except those of the cache, on file systems that are not in memory. */
static bool
must_prove_disk(const struct result_test *test)
{
	return !params_is_cache_test(&test->params) && !test->memory;
}

/* Return true if more than a tenth of a read that should hit memory, in any
 * sample, came from the disk. */
static bool
is_evicted(const struct result *result)
{
	const struct result_test *test = &result->test;

	if (test->params.cache != CACHE_CACHED || test->memory ||
	    test->params.action != ACTION_READ)
		return false;
	for_each_sample(sample, result) {
		uint64_t from_disk = 0;

		if (sample->has_inblock)
			from_disk = sample->total.inblock_bytes;
		else if (sample->has_device)
			from_disk = sample->device.read_bytes;
		if (exceeds(from_disk, 10, sample->total.moved[OP_READ]))
			return true;
	}
	return false;
}

/* Return the flag cached or unproven, or neither. */
static unsigned
judge_disk(const struct result *result, const struct facts *target)
{
	const char *counters = facts_get(target, FACT_DEVICE_COUNTERS);
	bool partial = counters != NULL && strcmp(counters, "partial") == 0;
	const struct params *params = &result->test.params;
	unsigned flags = 0;

	if (!must_prove_disk(&result->test))
		return 0;
	/* The test asked for the file in memory. */
	if (params->cache == CACHE_CACHED && params_reads(params) &&
	    !is_evicted(result))
		flags |= BIT(FLAG_CACHED);
	for_each_sample(sample, result) {
		const struct device_counters *d = &sample->device;
		uint64_t written = sample->total.moved[OP_WRITE];
		uint64_t syncs = sample->total.ios[OP_WRITE];

		if (params_reads(params))
			flags |= judge_reads(sample, partial);
		/* A mix needs only a counter, because reads are evidence. */
		if (params_writes(params))
			flags |= judge_counter(sample,
					       params->action == ACTION_MIX ||
					       d->write_bytes >=
					       written - written / 2, partial);
		/* Each sync of a small file makes at least one request to the
		 * disk; copies may share it. */
		if (params_is_metadata(params) && params->sync == SYNC_FSYNC)
			flags |= judge_counter(sample,
					       d->write_ios >=
					       syncs / result->test.copies / 2,
					       partial);
	}
	if (facts_get(target, FACT_UNPROVEN) != NULL &&
	    (!params_is_metadata(params) || params->sync == SYNC_FSYNC))
		flags |= BIT(FLAG_UNPROVEN);
	if (flags & BIT(FLAG_CACHED))
		flags &= ~BIT(FLAG_UNPROVEN);
	return flags;
}

static bool
is_short(const struct sample *sample, const struct result_test *test)
{
	uint64_t reads = sample->total.ios[OP_READ];
	uint64_t writes = sample->total.ios[OP_WRITE];
	uint64_t requests = reads + writes;

	/* A copy's read and write are one request. */
	if (test->params.action == ACTION_COPY)
		requests = amount_max(reads, writes);
	/* A whole file is long enough, however fast. */
	if (traits_of_workload(test->workload)->takes_whole_file &&
	    sample->total.bytes >= test->params.file_bytes * test->copies)
		return false;
	if (requests < MIN_REQUESTS)
		return true;
	if (sample->bounded)
		return sample->total.elapsed_ns < MIN_BOUNDED_NS;
	return sample->total.elapsed_ns < test->asked_ns / 2;
}

static bool
is_foreign(const struct result *result, const struct facts *target)
{
	uint64_t idle_ns = facts_number(target, FACT_IDLE_NS, 0);
	uint64_t busy_ms = facts_number(target, FACT_IDLE_BUSY_MS, 0);
	uint64_t idle_ios = facts_number(target, FACT_IDLE_IOS, 0);
	const struct summary *summary = &result->summary;
	const struct device_counters *d = &summary->device;
	const struct params *params = &result->test.params;
	bool reads = params_reads(params), writes = params_writes(params);
	uint64_t ios = reads ? d->write_ios : d->read_ios;
	uint64_t bytes = reads ? d->write_bytes : d->read_bytes;

	if (!must_prove_disk(&result->test))
		return false;
	if (idle_ios >= MIN_IDLE_IOS && exceeds(busy_ms * NS_PER_MS,
						MAX_IDLE_BUSY_PCT, idle_ns))
		return true;
	/* Find requests in the direction that the test does not use. Caches
	 * read blocks and pages that they change in part. */
	if (facts_get(target, FACT_OWN_CACHE) != NULL || !summary->has_device ||
	    reads == writes || (params->cache != CACHE_DIRECT && writes &&
				!params_is_multiple(params, 4096)))
		return false;
	if ((double)ios <
	    MIN_FOREIGN_IOPS * clock_seconds(summary->total.elapsed_ns))
		return false;
	return exceeds(ios, MAX_FOREIGN_PCT, d->read_ios + d->write_ios) ||
		exceeds(bytes, MAX_FOREIGN_PCT, d->read_bytes + d->write_bytes);
}

/* Return the bytes moved as a part of what the link to the target can carry. */
static double
link_part(const struct result_test *test, const struct totals *totals,
	  const struct facts *target)
{
	uint64_t bytes = facts_number(target, FACT_LINK_BYTES, 0);
	enum cache_mode cache = test->params.cache;

	/* In the page cache a block may be written, or read, many times. */
	if (bytes == 0 || !must_prove_disk(test) || cache == CACHE_CACHED ||
	    (cache == CACHE_BUFFERED &&
	     traits_of_workload(test->workload)->is_random))
		return 0;
	return totals_rate(totals, amount_max(totals->moved[OP_READ],
					      totals->moved[OP_WRITE])) /
	       (double)bytes;
}

const char *
flags_quota(const struct result *result, const struct facts *target)
{
	const char *at = text_or(facts_get(target, FACT_IO_LIMIT), "");
	const struct totals *total = &result->summary.total;
	char way, kind[8];
	double quota;
	int length;

	for (; sscanf(at, " %c%7[a-z]=%lf%n", &way, kind, &quota, &length) == 3;
	     at += length) {
		enum operation op = way == 'r' ? OP_READ : OP_WRITE;
		bool is_bytes = kind[0] == 'b';
		double part = totals_rate(total, is_bytes ? total->moved[op] :
					  total->ios[op]) / quota;

		if (!(part >= QUOTA_NEAR && part <= QUOTA_MOST))
			continue;
		if (!must_prove_disk(&result->test))
			return NULL;
		return is_bytes ? say("a quota of %s/s",
				      units_size((uint64_t)quota)) :
			say("a quota of %.0f IOPS", quota);
	}
	return NULL;
}

/*
 * Judge by sums over the samples and copies, which share the work evenly. If a
 * CPU's whole time is exceeded, threads of the kernel did a part, as io_uring's
 * do if a file system would block; then no single CPU is known to be the limit.
 */
static bool
is_cpu_bound(const struct result *result)
{
	const struct totals *total = &result->summary.total;
	const struct params *params = &result->test.params;
	uint64_t cpu_ns = total->user_ns + total->system_ns;
	uint64_t elapsed_ns = total->elapsed_ns * result->test.copies;

	if (params_is_cache_test(params) || params_is_metadata(params))
		return false;
	/* Exclude open loops, which wait actively, and engines with threads. */
	if (params->rate_iops > 0 || (params->depth > 1 &&
	    traits_of_engine(result->test.engine)->has_threads))
		return false;
	return exceeds(cpu_ns, MAX_CPU_PCT, elapsed_ns) &&
		!exceeds(cpu_ns, MAX_OF_ONE_CPU_PCT, elapsed_ns);
}

/*
 * Exclude disks and caches that are done before the next request is made, by
 * the switches of a process that waits. Reads from a disk through the page
 * cache are not excluded: they wait in their submission in any case, even if
 * the host of a virtual machine has them done at once.
 */
static bool
is_shallow(const struct result *result)
{
	const struct result_test *test = &result->test;
	const struct traits *engine = traits_of_engine(test->engine);
	bool waits = test->params.cache == CACHE_BUFFERED &&
		     params_reads(&test->params);
	const struct totals *sum = &result->summary.total;
	uint32_t half = test->params.depth / 2;
	uint64_t start = result->n_samples * test->copies * half, submits = 0;

	if (test->params.rate_iops > 0 || engine->has_threads ||
	    !must_prove_disk(test))
		return false;
	/* Count requests submitted with less than half the depth in flight,
	 * except for the first of each sample. */
	for (unsigned i = 0; i < SAMPLE_DEPTHS - 1 && UINT32_C(2) << i <= half;
	     i++)
		submits += sum->depth_seen[i];
	submits = amount_left(submits, start);
	return exceeds(submits, 50, sum->submits) &&
		(waits || sum->switches >= totals_ios(sum) / 2);
}

void
flags_judge(struct result *result, const struct facts *target)
{
	const struct result_test *test = &result->test;
	const struct summary *summary = &result->summary;
	const struct processor_times *cpu = &summary->processors;
	uint64_t elapsed_ns = summary->total.elapsed_ns;
	const bool has[FLAG_COUNT] = {
		[FLAG_MEMORY] = test->memory &&
			!params_is_cache_test(&test->params),
		[FLAG_SHALLOW] = is_shallow(result),
		[FLAG_EVICTED] = is_evicted(result),
		[FLAG_VERIFIED] = facts_get(target, FACT_VERIFIED) != NULL &&
			!traits_of_engine(test->engine)->is_none,
		[FLAG_NOISY] = summary->cv > FLAGS_MAX_CV,
		[FLAG_THROTTLED] = summary->slowdown.for_good,
		[FLAG_STALLED] = summary->n_stalls > 0,
		[FLAG_FOREIGN] = is_foreign(result, target),
		/* Judge File Copy and small files, too: served by memory, they
		 * slow most. */
		[FLAG_STOLEN] = cpu->stolen_ns >= MIN_STOLEN_NS &&
			exceeds(cpu->stolen_ns, MAX_STOLEN_OF_ONE_PCT,
				elapsed_ns) &&
			exceeds(cpu->stolen_ns, MAX_STOLEN_OF_WANTED_PCT,
				cpu->busy_ns + cpu->stolen_ns),
		[FLAG_LIMITED] = flags_quota(result, target) != NULL ||
			(cpu->limited_ns >= MIN_LIMITED_NS &&
			 exceeds(cpu->limited_ns, MAX_LIMITED_PCT, elapsed_ns)),
		[FLAG_CPU_BOUND] = is_cpu_bound(result),
	};
	unsigned flags = judge_disk(result, target);

	if (!summary->has_value)
		return;
	for_each_sample(sample, result) {
		if (is_short(sample, test))
			flags |= BIT(FLAG_SHORT);
		if (link_part(test, &sample->total, target) > FLAGS_LINK_MOST)
			flags |= BIT(FLAG_IMPOSSIBLE);
	}
	for (unsigned flag = 0; flag < FLAG_COUNT; flag++)
		if (has[flag])
			flags |= BIT(flag);
	result->judgement.flags = flags;
	result->judgement.link_part = link_part(test, &summary->total, target);
}
