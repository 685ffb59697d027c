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
fill_all(struct target *target, uint64_t size_bytes, uint64_t limit_ns,
	 uint64_t seed)
{
	struct target_state *state = target->state;
	uint64_t begin_ns = clock_now_ns(), offset, size;
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
		size = amount_min(size_bytes - offset, CHUNK);
		for (unsigned i = 0; i < target->n_work && error == 0; i++) {
			int fd = *target->work[i];
			void *data = pool_take(&pool, 0, i, 0, (size_t)size);

			error = transfer_all(fd, OP_WRITE, data, (size_t)size,
					     offset);
			if (error != 0)
				transfer_explain(state->failure, TARGET_REASON,
						 OP_WRITE, offset, error);
			else if ((offset + size) % FLUSH_EVERY == 0 ||
				 offset + size == size_bytes)
				error = fill_check(state, platform_flush(
						   fd, false), "flush");
		}
		state->filled_bytes = offset + size;
		state->fill_ns = clock_now_ns() - begin_ns;
		if (state->fill_ns > limit_ns)
			break;
	}
	for (unsigned i = 0; i < target->n_work && error == 0; i++)
		error = fill_check(state, platform_flush(
				*target->work[i], true), "flush");
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
 * Try a cold read, and find out which count of reads from storage it moves:
 * this process's, which FUSE and memory file systems do not keep, or the
 * device's. Return 0, or -errno if the disk failed: then the tests find out
 * which part can be read.
 */
static int
try_cold(struct target *target)
{
	const char *why = facts_get(&target->facts, FACT_OWN_CACHE);
	struct target_state *state = target->state;
	int fd = *target->work[0], error, unread, lists_pages;
	bool is_unseen = platform_pages(fd) == PAGES_UNSEEN;
	bool accounts, counts = state->has_counters;
	uint64_t size = state->filled_bytes, resident, own_before, own_after;
	struct device_counters before, after;
	char byte;

	error = platform_drop_cache(fd, size);
	lists_pages = platform_resident(fd, size, &resident);
	if (is_unseen)
		counts = platform_counters(&target->device, &before) == 0;
	accounts = platform_inblock(&own_before);
	unread = transfer_all(fd, OP_READ, &byte, 1, 0);
	state->has_inblock = accounts && platform_inblock(&own_after) &&
			     own_after > own_before;
	if (unread != 0)
		return transfer_explain(state->failure, TARGET_REASON, OP_READ,
					0, unread);
	/* If no call drops data, the first read must be from storage. */
	if (is_unseen)
		counts = counts &&
			 platform_counters(&target->device, &after) == 0 &&
			 after.read_bytes > before.read_bytes;
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
