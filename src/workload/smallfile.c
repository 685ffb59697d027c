/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * smallfile: whole small files, in a tree of directories of 100. The action on
 * each is CREATE (with its data), STAT, OPEN (open, read, close; only CACHED:
 * the data is in memory), RENAME (within its directory, and back in the next
 * pass) or DELETE. `files` is their number, block_bytes the size of each (0:
 * empty). sequential_pct 100 means the order of their names, 0 a new random
 * order in each pass.
 *
 * Passes over all files repeat until the time is over, even in mid-pass, but
 * not before MIN_FILES files. CREATE starts each pass with an empty tree,
 * DELETE with a full one, made off the clock. Copies of these two do one pass
 * each, because while one is off the clock, the others would have the disk for
 * themselves. The other actions need nothing between passes and go on without a
 * break. If files are deleted much faster than made, a sample ends after
 * MAX_OUTSIDE times its time off the clock.
 *
 * A file counts as a request: a read for STAT and OPEN, else a write. With
 * SYNC_FSYNC a file is done when it is on the disk: CREATE flushes it and its
 * directory, RENAME and DELETE the directory; directories that are made off the
 * clock are flushed too. Any other sync flushes nothing.
 *
 * A created file uses its size, rounded up to 4 KiB, and 4 KiB of the write
 * limit; a renamed or deleted file uses 4 KiB. MIN_FILES files are done, and
 * the tree of one pass is made, whatever the limit.
 */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diskidx/base/amount.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/error.h"
#include "diskidx/base/operation.h"
#include "diskidx/base/transfer.h"
#include "diskidx/platform/platform.h"
#include "diskidx/platform/pool.h"
#include "diskidx/target/tree.h"
#include "diskidx/workload/workload.h"
#include "offsets.h"

#define MIN_FILES WORKLOAD_MIN_NAMES
#define REMOVING "removing small files"
#define MAX_OUTSIDE 4		/* times the sample's time, off the clock */

struct job_state {
	const struct file_operation *operation;	/* by the action */
	bool flushes;		/* each file, once it is done */
	struct tree tree;
	struct offsets offsets;	/* the random order */
	struct pool pool;	/* written from, and then read into */
	uint64_t taken;		/* blocks of the pool */
	uint64_t each, left;	/* bytes of a file; bytes left to write */
	uint64_t spent;		/* of those, by the action on a file */
	uint32_t done;		/* files of this pass */
	bool is_renamed;	/* the files' names before this pass */
};

/* Subtract written bytes from the limit; moved bytes are counted elsewhere. */
static void
smallfile_spend(struct job *job, uint64_t bytes, uint64_t moved)
{
	struct job_state *s = job->state;

	s->left = amount_left(s->left, bytes);
	job->counts->warm_up_written += bytes - moved;
}

/* Make a file, or read it, by its name. A file made off the clock is not
 * flushed by itself. */
static int
create_or_read(struct job *job, int directory_fd, const char *name,
	       enum operation op)
{
	static const int flags[OP_COUNT] = {
		[OP_READ] = O_RDONLY, [OP_WRITE] = O_WRONLY | O_CREAT | O_EXCL
	};
	struct job_state *s = job->state;
	void *data = s->pool.memory;
	int fd, error;

	fd = openat(directory_fd, name, flags[op] | O_NOFOLLOW, 0600);
	if (fd < 0)
		return counts_check(job->counts, -errno, "open");
	if (op == OP_WRITE)
		data = pool_take(&s->pool, 0, s->taken++, 0, s->pool.block);
	error = transfer_all(fd, op, data, job->params->block_bytes, 0);
	counts_check(job->counts, error, operation_name[op]);
	if (error == 0 && op == OP_WRITE && s->flushes && job->counts->running)
		error = counts_check(job->counts, platform_flush(fd, true),
				     "flush");
	return job_close(job, fd) != 0 ? -job->counts->error : error;
}

/* has_data: the operation moves the file's bytes. */
static const struct file_operation {
	enum operation op;
	bool has_data, needs_files, uses_up;
} operations[] = {
	[ACTION_CREATE] = { OP_WRITE, true, false, true },
	[ACTION_STAT] = { OP_READ, false, true, false },
	[ACTION_OPEN] = { OP_READ, true, true, false },
	[ACTION_RENAME] = { OP_WRITE, false, true, false },
	[ACTION_DELETE] = { OP_WRITE, false, true, true },
};

/* Do the action on one file. Return 0 or -errno. */
static int
smallfile_act(struct job *job, enum action action, uint32_t file)
{
	bool is_renamed = action == ACTION_RENAME && job->state->is_renamed;
	int fd = tree_directory(&job->state->tree, file), result;
	char name[TREE_NAME], other[TREE_NAME];
	const char *call;
	struct stat st;

	tree_name(name, file, is_renamed);
	switch (action) {
	case ACTION_STAT:
		result = fstatat(fd, name, &st, AT_SYMLINK_NOFOLLOW);
		call = "stat";
		break;
	case ACTION_RENAME:
		tree_name(other, file, !is_renamed);
		result = renameat(fd, name, fd, other);
		call = "rename";
		break;
	case ACTION_DELETE:
		result = unlinkat(fd, name, 0);
		call = "unlink";
		break;
	default:
		return create_or_read(job, fd, name, operations[action].op);
	}
	return counts_check(job->counts, or_errno(result), call);
}

/* Do the action on every file, off the clock, in the order of the names. Return
 * -ECANCELED if nothing more may be written. */
static int
smallfile_do_all(struct job *job, enum action action)
{
	int error = 0;

	for (uint32_t i = 0; i < job->params->files && error == 0; i++) {
		if (job->counts->ends)
			return -ECANCELED;
		error = smallfile_act(job, action, i);
		if (error == 0 && action == ACTION_CREATE)
			smallfile_spend(job, job->state->each, 0);
	}
	return error;
}

/* Replace the old tree by a new one, as the action needs it. */
static int
smallfile_renew(struct job *job)
{
	struct job_state *s = job->state;
	int private_fd = job->target->private_fd, error;

	tree_close(&s->tree);
	s->done = 0;
	error = counts_check(job->counts, tree_remove(private_fd, job->copy),
			     REMOVING);
	if (error == 0)
		error = job_check_room(job, job->room_bytes, NULL);
	if (error != 0)
		return error;
	error = counts_check(job->counts,
			     tree_make(&s->tree, private_fd, job->copy,
				       job->params->files),
			     "making directories");
	if (error == 0 && s->operation->needs_files)
		error = smallfile_do_all(job, ACTION_CREATE);
	for (uint32_t i = 0; i < s->tree.n_directories && error == 0 &&
	     s->flushes; i++)
		error = counts_check(job->counts, platform_flush(
				     s->tree.directory_fd[i], true), "flush");
	return error;
}

static int
smallfile_prepare(struct job *job)
{
	struct job_state *s = job->state;
	struct params order = *job->params;
	int error;

	if (!params_is_metadata(job->params) || job->params->files == 0)
		return -EINVAL;
	if (job->params->action == ACTION_OPEN &&
	    job->params->cache != CACHE_CACHED)
		return -ENOTSUP;
	order.sequential_pct = 0;
	order.pattern = PATTERN_PERMUTATION;
	error = offsets_open(&s->offsets, &order, order.files, job->seed);
	if (error != 0)
		return error;
	s->operation = &operations[job->params->action];
	s->flushes = job->params->sync == SYNC_FSYNC;
	s->each = workload_tree_bytes(job->params) / job->params->files;
	s->spent = job->params->action == ACTION_CREATE ? s->each :
		   WORKLOAD_NAME_BYTES;
	s->left = job->write_limit_bytes;
	error = pool_open(&s->pool, job->params->block_bytes, 1, false,
			  job->seed);
	if (error == 0)
		error = smallfile_renew(job);
	if (error == 0 && job->params->action == ACTION_OPEN)
		error = smallfile_do_all(job, ACTION_OPEN);
	return error;
}

/* Do the next file of the pass; *now_ns goes from its start to its end. */
static int
smallfile_do_next(struct job *job, uint64_t *now_ns)
{
	struct job_state *s = job->state;
	const struct file_operation *operation = s->operation;
	uint64_t bytes = operation->has_data ? job->params->block_bytes : 0;
	uint64_t start_ns = *now_ns;
	uint32_t file = s->done;
	int error;

	if (job->params->sequential_pct < 100)
		file = (uint32_t)offsets_next(&s->offsets, OP_READ);
	error = smallfile_act(job, job->params->action, file);
	if (error == 0 && s->flushes && operation->op == OP_WRITE)
		error = counts_check(job->counts, platform_flush(
				     tree_directory(&s->tree, file), true),
				     "flush");
	*now_ns = clock_now_ns();
	if (error != 0)
		return counts_fail(job->counts, error, operation->op, file);
	s->done++;
	if (operation->op == OP_WRITE)
		smallfile_spend(job, s->spent, bytes);
	counts_record(job->counts, operation->op, bytes, *now_ns - start_ns);
	return 0;
}

static bool
has_time(const struct job *job, uint64_t now_ns)
{
	const struct counts *t = job->counts;

	return (counts_clocked_ns(t, now_ns) < job->time_ns && !t->ends) ||
	       totals_ios(&t->total) < MIN_FILES;
}

static bool
has_bytes(const struct job *job)
{
	return job->state->operation->op != OP_WRITE ||
	       job->state->left >= job->state->spent ||
	       job->counts->total.ios[OP_WRITE] < MIN_FILES;
}

static bool
has_pass(const struct job *job)
{
	const struct counts *t = job->counts;

	if (totals_ios(&t->total) < MIN_FILES)
		return true;
	if (!has_bytes(job) || !job->state->operation->uses_up)
		return has_bytes(job);
	return job->copies == 1 &&
	       t->excluded_ns < MAX_OUTSIDE * job->time_ns &&
	       (job->params->action == ACTION_CREATE ||
		job->state->left >= workload_tree_bytes(job->params));
}

static int
smallfile_run(struct job *job)
{
	uint64_t now_ns = counts_start(job->counts);
	int error = 0;

	for (;;) {
		while (error == 0 && job->state->done < job->params->files &&
		       has_time(job, now_ns) && has_bytes(job))
			error = smallfile_do_next(job, &now_ns);
		if (error != 0 || !has_time(job, now_ns) || !has_pass(job))
			break;
		job->state->is_renamed = !job->state->is_renamed;
		job->state->done = 0;
		/* Prepare the next pass, off the clock if that takes time. */
		if (job->state->operation->uses_up) {
			counts_stop(job->counts, now_ns);
			error = smallfile_renew(job);
			now_ns = counts_start(job->counts);
		}
	}
	if (error == -ECANCELED)
		error = 0;
	job->counts->bounded = has_time(job, now_ns) || job->counts->ends;
	counts_stop(job->counts, now_ns);
	return error;
}

static void
smallfile_finish(struct job *job)
{
	struct job_state *s = job->state;

	counts_check(job->counts,
		     tree_remove(job->target->private_fd, job->copy), REMOVING);
	tree_close(&s->tree);
	pool_close(&s->pool);
}

const struct workload workload_smallfile = {
	.traits = &workload_traits[WORKLOAD_smallfile],
	.revision = 2,
	.own_files = true,
	.state_bytes = sizeof(struct job_state),
	.prepare = smallfile_prepare,
	.run = smallfile_run,
	.finish = smallfile_finish,
};
