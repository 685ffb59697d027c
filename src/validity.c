/*
 * Validity: the evidence that the samples carry, held against what a disk
 * test promises. One sample that fails is enough: a mean over rounds of which
 * one came from memory is no figure of a disk.
 */
#include <config.h>

#include "diskidx/clock.h"
#include "diskidx/validity.h"

#define MIN_REQUESTS 10
#define MIN_BOUNDED_NS (50 * NS_PER_MS)
#define MAX_CV 0.10

static const struct validity table[FLAG_COUNT] = {
	[FLAG_CACHED] = {
		"cached", 'C', true,
		"part of what the test read came from memory, not from the "
		"disk: use a file larger than memory (-s), or a file system "
		"that has direct I/O (-d)"
	},
	[FLAG_MEMORY] = {
		"memory", 'M', true,
		"the file system lives in memory, so this says nothing about "
		"a disk: choose a directory on a disk (-d)"
	},
	[FLAG_SHORT] = {
		"short", 'S', true,
		"a sample has under 10 requests, or lasted under half of its "
		"time (50 ms, if it ended at the bound on writing): make the "
		"samples longer (-t) or the file larger (-s)"
	},
	[FLAG_NOISY] = {
		"noisy", 'N', false,
		"the spread over the rounds is over 10 %: another load may "
		"share this disk; run again when it is idle, or with more "
		"rounds (-i)"
	},
};

const struct validity *
validity_of(enum flag flag)
{
	return &table[flag];
}

/* Under 90 % of what was asked for. */
static bool
falls_short(uint64_t from_disk, uint64_t asked)
{
	return from_disk < asked - asked / 10;
}

static bool
is_cached(const struct sample *sample)
{
	uint64_t read = sample->moved[OP_READ];

	if (sample->has_inblock) {
		if (falls_short(sample->inblock_bytes, read))
			return true;
	} else if (sample->has_device) {
		if (falls_short(sample->device.read_bytes, read))
			return true;
	}
	return sample->has_resident &&
		sample->resident_bytes > sample->dropped_bytes / 10;
}

/* A copy's read and write are one request. */
static uint64_t
requests(const struct sample *sample, enum action action)
{
	uint64_t reads = sample->ios[OP_READ], writes = sample->ios[OP_WRITE];

	if (action != ACTION_COPY)
		return reads + writes;
	return reads > writes ? reads : writes;
}

static bool
is_short(const struct sample *sample, const struct result *result)
{
	if (requests(sample, result->params.action) < MIN_REQUESTS)
		return true;
	if (sample->bounded)
		return sample->elapsed_ns < MIN_BOUNDED_NS;
	return sample->elapsed_ns < result->asked_ns / 2;
}

/*
 * Whether it is for the samples to show that a disk was involved: not where
 * the test is of the cache, or the file system is known to be in memory.
 */
static bool
must_prove_disk(const struct result *result)
{
	return !params_is_cache_test(&result->params) && !result->memory &&
		params_reads(&result->params);
}

/* Read into memory beforehand, as asked for: no need of evidence. */
static bool
is_warm(const struct result *result)
{
	return result->params.cache == CACHE_CACHED && !result->memory &&
		!params_is_cache_test(&result->params) &&
		params_reads(&result->params);
}

unsigned
validity_judge(const struct result *result)
{
	unsigned flags = 0;

	if (!result->has_value)
		return 0;
	if (result->memory && !params_is_cache_test(&result->params))
		flags |= 1u << FLAG_MEMORY;
	if (is_warm(result))
		flags |= 1u << FLAG_CACHED;
	if (result->cv > MAX_CV)
		flags |= 1u << FLAG_NOISY;
	for (size_t i = 0; i < result->n_samples; i++) {
		const struct sample *sample = &result->sample[i];

		if (is_short(sample, result))
			flags |= 1u << FLAG_SHORT;
		if (must_prove_disk(result) && is_cached(sample))
			flags |= 1u << FLAG_CACHED;
	}
	return flags;
}

bool
validity_invalidates(unsigned flags)
{
	for (unsigned flag = 0; flag < FLAG_COUNT; flag++)
		if (flags & 1u << flag && table[flag].invalidates)
			return true;
	return false;
}
