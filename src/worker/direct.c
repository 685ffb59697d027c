/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * The proof of direct I/O, before the first sample of a test. One process makes
 * transfers of the test's blocks, while another watches whether they go through
 * memory. To look afterwards is not enough: a file system that falls back to
 * the page cache (btrfs, for data with checksums) may clear it again at once.
 * If nothing can look into the cache, each write must advance a counter. Synced
 * writes need not: when they return, the data is on the disk.
 */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/amount.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/transfer.h"
#include "diskidx/platform/buffer.h"
#include "diskidx/test/params.h"
#include "diskidx/worker/worker.h"
#include "group.h"

#define READS 4
#define MIN_WRITES 4		/* the watcher looked into, */
#define MIN_ALL_LOOKS 64	/* and its looks in all */
#define MAX_RESTS 50000
#define QUICK_LOOKS 64		/* into a write, before a rest, */
#define QUICK_WAITS 20000	/* or for the next write */
#define MAX_REST 1000		/* microseconds */

/* In shared memory, for both processes and their parent. */
struct proof {
	const struct job *job;
	int fd;				/* the first copy's work file */
	uint64_t size;			/* of a transfer */
	uint64_t second;		/* offset of every second transfer */
	bool is_unseen;			/* a hidden cache: use counters */
	bool is_unknown;		/* mincore(2) does not show writes: use
					   counters */
	volatile bool is_writing, has_ended;
	volatile unsigned looks;	/* within the current write */
	volatile bool seen;		/* data was in memory during a write */
	uint64_t written_bytes;
	int error;			/* 0: proven; -ENOTSUP: n/a here */
	char reason[WORKER_REASON];
};

static bool
is_in_memory(const struct proof *p)
{
	uint64_t resident = 0;

	return platform_resident(p->fd, 2 * p->size, &resident) == 0 &&
	       resident > 0;
}

/*
 * Return the bytes that storage has moved so far, or UINT64_MAX if unknown: the
 * count for this process or, without it, the device's, if complete. If the
 * cache cannot be seen, both are evidence, even a part of the device's.
 */
static uint64_t
moved_by_storage(const struct proof *p, enum operation op)
{
	const struct target *target = p->job->target;
	struct device_counters counters = { .read_bytes = 0 };
	uint64_t own_bytes = 0;
	bool accounts = op == OP_READ &&
			(target->state->has_inblock || p->is_unseen) &&
			platform_inblock(&own_bytes);
	bool counts = target->state->has_counters &&
		      (p->is_unseen ||
		       (!accounts && !target->device.partial)) &&
		      platform_counters(&target->device, &counters) == 0;

	if (!accounts && !counts)
		return UINT64_MAX;
	return own_bytes + (op == OP_READ ? counters.read_bytes :
			    counters.write_bytes);
}

/* Return false if storage did not move a transfer since then, or if that must
 * be known and is not. */
static bool
has_moved(const struct proof *p, enum operation op, uint64_t before)
{
	uint64_t after = moved_by_storage(p, op);

	if (before == UINT64_MAX || after == UINT64_MAX)
		return !p->is_unseen;
	return after - before >= p->size / 2;
}

/* Record why there is no direct I/O. Return -ENOTSUP. */
static int
proof_lack(struct proof *p, const char *why)
{
	snprintf(p->reason, sizeof(p->reason), "no direct I/O here: %s", why);
	return -ENOTSUP;
}

/* Distinguish a file system that refuses a transfer from one that fails. */
static int
proof_refuse(struct proof *p, enum operation op, uint64_t offset, int64_t n)
{
	if (platform_is_unsupported((int)n))
		return proof_lack(p, "the file system refuses blocks of this "
				  "size");
	return transfer_explain(p->reason, sizeof(p->reason), op, offset,
				(int)n);
}

/* Read the first two blocks, or the only one, each twice. No read may leave
 * data in memory, and each must go to storage: a cache below may keep what was
 * read once. The samples find the cause of a short read. */
static int
proof_reads(struct proof *p, char *memory)
{
	const struct target *target = p->job->target;
	const char *remedy = facts_get(&target->facts, FACT_OWN_CACHE);
	uint64_t before, offset;
	int64_t n;

	for (unsigned i = 0; i < READS; i++) {
		offset = i / 2 * p->second;
		before = moved_by_storage(p, OP_READ);
		n = transfer_once(p->fd, OP_READ, memory, p->size, offset);
		if (n < 0)
			return proof_refuse(p, OP_READ, offset, n);
		if (n < (int64_t)p->size || target->memory)
			return 0;
		if (is_in_memory(p))
			return proof_lack(p, "reads of this block size go "
					  "through memory");
		if (has_moved(p, OP_READ, before))
			continue;
		if (remedy == NULL)
			return proof_lack(p, "reads of this block size come "
					  "from memory");
		snprintf(p->reason, sizeof(p->reason), "%s", remedy);
		return -ENOTSUP;
	}
	return 0;
}

/* Write the first two blocks in turn until the watcher has looked into enough
 * writes, but at most up to the limit. */
static int
proof_writes(struct proof *p, char *memory)
{
	const struct job *job = p->job;
	/* A busy machine may prevent looks; counters need none. */
	unsigned most = p->is_unknown ? PARAMS_PROOF_UNSEEN :
			PARAMS_PROOF_WRITES;
	unsigned i, looked = 0, looks = 0;
	uint64_t before = 0;
	int64_t n;

	for (i = 0; i < most && !p->seen &&
	     (looked < MIN_WRITES || looks < MIN_ALL_LOOKS) &&
	     p->size <= job->write_limit_bytes - p->written_bytes; i++) {
		uint64_t offset = i % 2 * p->second;

		if (p->is_unknown)
			before = moved_by_storage(p, OP_WRITE);
		p->looks = 0;
		p->is_writing = true;
		n = transfer_once(p->fd, OP_WRITE, memory + i % 2 * p->size,
				  p->size, offset);
		p->is_writing = false;
		looked += p->looks > 0;
		looks += p->looks;
		if (n < 0)
			return proof_refuse(p, OP_WRITE, offset, n);
		p->written_bytes += (uint64_t)n;
		if (job->target->memory)
			return 0;
		if (is_in_memory(p) ||
		    (p->is_unknown && !has_moved(p, OP_WRITE, before)))
			p->seen = true;
	}
	if (p->seen)
		return proof_lack(p, "writes of this block size go through "
				  "memory");
	return 0;
}

/* Return 0 if direct I/O is proven, else -errno with the reason. */
static int
proof_try(struct proof *p)
{
	const struct job *job = p->job;
	char *memory = buffer_create(2 * p->size, false, job->seed);
	bool moves = !job->engine->traits->moves_nothing;
	enum sync_mode opened = params_opened(job->params);
	bool is_durable = opened == SYNC_DSYNC || opened == SYNC_SYNC;
	int error;

	if (memory == NULL) {
		snprintf(p->reason, sizeof(p->reason), "out of memory");
		return -ENOMEM;
	}
	/* Drop all of it: a page larger than both transfers would stay. */
	platform_drop_cache(p->fd, amount_max(job->target->state->filled_bytes,
					      2 * p->size));
	error = platform_direct(p->fd, true);
	if (error == -ENOTSUP)
		proof_lack(p, "not supported on this system");
	else if (platform_is_unsupported(error))
		error = proof_lack(p, "the file system refuses it");
	else if (error != 0)
		snprintf(p->reason, sizeof(p->reason),
			 "switching to direct I/O: %s", strerror(-error));
	if (error == 0 && moves && params_reads(job->params))
		error = proof_reads(p, memory);
	if (error == 0 && moves && params_writes(job->params) &&
	    !(p->is_unknown && is_durable)) {
		if (p->is_unknown &&
		    moved_by_storage(p, OP_WRITE) == UINT64_MAX)
			error = proof_lack(p, "nothing counts the disk's "
					   "writes");
		else
			error = proof_writes(p, memory);
	}
	platform_direct(p->fd, false);
	free(memory);
	return error;
}

static void
proof_run(void *context, unsigned member)
{
	struct proof *p = context;
	uint64_t n = 0, waits = 0, rest;

	if (member == 0) {
		p->error = proof_try(p);
		p->has_ended = true;
		return;
	}
	/* Look into memory while the other process writes, and wait for its
	 * writes: first without rests. The number of rests is limited, because
	 * the other process may be dead or stuck. */
	for (; n < MAX_RESTS && !p->has_ended && !p->seen; n += rest > 0) {
		bool is_writing = p->is_writing;

		if (is_writing && is_in_memory(p))
			p->seen = true;
		if (is_writing && p->is_writing)
			p->looks++;
		waits = is_writing ? 0 : waits + 1;
		rest = amount_left(p->looks, QUICK_LOOKS) +
		       amount_left(waits, QUICK_WAITS);
		if (rest > 0)
			clock_sleep_ns(amount_min(rest, MAX_REST) * NS_PER_US);
	}
}

int
worker_prove_direct(struct assignment *a, char *reason)
{
	const struct job *job = &a->job;
	struct proof *p = platform_share(sizeof(*p));
	struct group_work work = { .run = proof_run, .context = p };
	enum platform_pages pages;
	int error;

	if (p == NULL) {
		snprintf(reason, WORKER_REASON, "out of memory");
		return -ENOMEM;
	}
	p->job = job;
	p->fd = job_work_file(job, 0, SYNC_NONE);
	pages = platform_pages(p->fd);
	p->is_unseen = pages == PAGES_UNSEEN;
	p->is_unknown = p->is_unseen || pages == PAGES_UNKNOWN;
	p->size = params_least_block(job->params);
	/* Keep the alignment of the block, in a size not much above a part. */
	if (!p->is_unseen && p->size > PARAMS_PROOF_PART)
		p->size = PARAMS_PROOF_PART + p->size % PARAMS_PROOF_PART;
	if (job->target->state->filled_bytes >= 2 * p->size)
		p->second = p->size;
	error = group_run(&work, 2, reason);
	a->proof_bytes = p->written_bytes;
	if (p->error != 0)
		snprintf(reason, WORKER_REASON, "%s", p->reason);
	if (error != -EINTR && p->error != 0)
		error = p->error;
	platform_unshare(p, sizeof(*p));
	return error;
}
