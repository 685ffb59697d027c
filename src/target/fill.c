/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* In a worker: fills the work files, and finds out if they can be read cold,
 * and which counters count their reads and writes. */
#include <config.h>

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "diskidx/base/amount.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/error.h"
#include "diskidx/base/operation.h"
#include "diskidx/base/transfer.h"
#include "diskidx/base/units.h"
#include "diskidx/platform/pool.h"
#include "diskidx/target/target.h"

#define CHUNK MIB		/* one write of the fill */
#define FLUSH_EVERY (32 * MIB)	/* so that the fill's time is the disk's */

/* Record the error, if it is one, of the step in `words`. Return `error`. */
static int
fill_check(struct target_state *state, int error, const char *words)
{
	if (error != 0)
		snprintf(state->failure, TARGET_REASON, "%s: %s", words,
			 strerror(-error));
	return error;
}

/* Fill the same part of every work file, so that all are equally long. */
static int
fill_chunk(struct target *target, struct pool *pool, uint64_t offset,
	   uint64_t size_bytes)
{
	size_t size = (size_t)amount_min(size_bytes - offset, CHUNK);
	bool flushes = (offset + size) % FLUSH_EVERY == 0 ||
		       offset + size == size_bytes;
	int error = 0;

	for (unsigned i = 0; i < target->n_work && error == 0; i++) {
		error = transfer_all(*target->work[i], OP_WRITE,
				     pool_take(pool, 0, i, 0, size), size,
				     offset);
		if (error != 0)
			transfer_explain(target->state->failure, TARGET_REASON,
					 OP_WRITE, offset, error);
		else if (flushes)
			error = fill_check(target->state,
					   platform_flush(*target->work[i],
							  false), "flush");
	}
	return error;
}

static int
fill_all(struct target *target, uint64_t size_bytes, uint64_t limit_ns,
	 uint64_t seed)
{
	struct target_state *state = target->state;
	uint64_t begin_ns = clock_now_ns(), offset;
	uint64_t bytes = target->n_work * (uint64_t)CHUNK, granted = 0;
	const char *what = "making data";
	struct pool pool;
	int error = fill_check(state, pool_open(&pool, CHUNK, 1, true, seed),
			       what);

	for (offset = 0; offset < size_bytes && error == 0; offset += CHUNK) {
		/* Check the room at each flush, and at the grant's end. */
		if (granted < bytes || offset % FLUSH_EVERY == 0)
			error = target_check_room(target, bytes, 0, &granted,
						  &what);
		if (fill_check(state, error, what) != 0)
			break;
		granted = amount_left(granted, bytes);
		error = fill_chunk(target, &pool, offset, size_bytes);
		state->filled_bytes = amount_min(offset + CHUNK, size_bytes);
		state->fill_ns = clock_now_ns() - begin_ns;
		if (state->fill_ns > limit_ns)
			break;
	}
	for (unsigned i = 0; i < target->n_work && error == 0; i++)
		error = fill_check(state, platform_flush(*target->work[i], true),
				   "flush");
	state->fill_ns = clock_now_ns() - begin_ns;
	pool_close(&pool);
	return error;
}

/* Return the bytes of memory: most of a file over twice as large is not
 * cached. */
static uint64_t
fill_memory(void)
{
	struct facts host = { 0 };
	uint64_t bytes;

	platform_host(&host);
	bytes = facts_number(&host, FACT_MEMORY_BYTES, UINT64_MAX);
	facts_free(&host);
	return bytes;
}

/*
 * Read the first byte, and find out which count of reads from storage moves:
 * this process's, which FUSE and memory file systems do not keep, or the
 * device's. Return 0, or -errno if the disk fails.
 */
static int
read_first(struct target *target, bool *from_device)
{
	struct target_state *state = target->state;
	struct device_counters before, after;
	bool counts = platform_pages(*target->work[0]) == PAGES_UNSEEN &&
		      platform_counters(&target->device, &before) == 0;
	uint64_t read_before, read_after;
	bool accounts = platform_inblock(&read_before);
	char byte;
	int error = transfer_all(*target->work[0], OP_READ, &byte, 1, 0);

	state->has_inblock = accounts && platform_inblock(&read_after) &&
			     read_after > read_before;
	*from_device = counts &&
		       platform_counters(&target->device, &after) == 0 &&
		       after.read_bytes > before.read_bytes;
	if (error != 0)
		transfer_explain(state->failure, TARGET_REASON, OP_READ, 0,
				 error);
	return error;
}

/* Try a cold read. Return 0, or -errno if the disk failed: then the tests find
 * out which part can be read. */
static int
try_cold(struct target *target)
{
	const char *why = facts_get(&target->facts, FACT_OWN_CACHE);
	struct target_state *state = target->state;
	int fd = *target->work[0], error, unread, lists_pages;
	uint64_t size = state->filled_bytes, resident;
	bool from_device, counts = state->has_counters;

	error = platform_drop_cache(fd, size);
	lists_pages = platform_resident(fd, size, &resident);
	unread = read_first(target, &from_device);
	if (unread != 0)
		return unread;
	/* If no call drops data, the first read must be from storage. */
	if (platform_pages(fd) == PAGES_UNSEEN)
		counts = from_device;
	if (why == NULL)
		why = "nothing shows that the disk, not a cache, serves a "
		      "read here";
	if (platform_is_unsupported(error))
		snprintf(state->cold_na_reason, TARGET_REASON,
			 "this system cannot drop a file from memory: %s",
			 strerror(-error));
	else if (error != 0)
		return fill_check(state, error,
				  "dropping the file from memory");
	else if (lists_pages != 0 && !state->has_inblock && !counts &&
		 size / 2 <= fill_memory())
		snprintf(state->cold_na_reason, TARGET_REASON, "%s", why);
	return 0;
}

void
target_fill(struct target *target, uint64_t size_bytes, uint64_t limit_ns,
	    uint64_t seed)
{
	struct device_counters before, after;
	bool counts = platform_counters(&target->device, &before) == 0;
	bool is_unknown;
	int error = fill_all(target, size_bytes, limit_ns, seed);

	target->state->error = -error;
	/* Give back the space of a fill that failed: other targets go on. */
	for (unsigned i = 0; i < target->n_work && error != 0; i++)
		or_errno(ftruncate(*target->work[i], 0));
	if (error != 0)
		return;
	target->state->is_filled = true;
	/* A part of a pool's counters shows only direct writes. */
	is_unknown = target->device.partial &&
		    platform_pages(*target->work[0]) == PAGES_UNSEEN;
	target->state->has_counters =
		counts && platform_counters(&target->device, &after) == 0 &&
		(after.write_bytes > before.write_bytes || is_unknown);
	for (int op = 0; op < OP_COUNT; op++)
		target->state->direct_alignment[op] =
			platform_direct_alignment(*target->work[0],
						  &target->facts,
						  (enum operation)op);
	target->state->error = -try_cold(target);
	for (unsigned i = 0; i < target->n_work; i++)
		platform_drop_cache(*target->work[i],
				    target->state->filled_bytes);
}

double
target_fill_rate(const struct target *target, unsigned copies)
{
	const struct target_state *state = target->state;

	return (double)state->filled_bytes * target->n_work / copies /
	       clock_seconds(amount_max(state->fill_ns, 1));
}
