/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Small files: what the workload does and counts, in this process, and what
 * finish and target_close leave of its trees; signals.sh has what is left when
 * it is killed.
 */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "diskidx/base/clock.h"
#include "diskidx/base/operation.h"
#include "diskidx/base/units.h"
#include "diskidx/target/tree.h"

#include "../support/bench.h"
#include "../support/test.h"

#define FILES 120		/* a directory and a fifth */
#define BLOCK 5000
#define EACH (3 * 4096)		/* what such a file takes */
#define LEAST 10
#define SHORT_NS (5 * NS_PER_MS)
#define PATIENCE_S 300		/* a hang is a failure, too */

/* Each action, and what it does to a file. */
static const struct kind {
	enum action action;
	enum operation op;
	bool has_data, needs_trees;	/* needs_trees: new ones for a pass */
	unsigned flushes;		/* if it is to be durable */
} kinds[] = {
	{ ACTION_CREATE, OP_WRITE, true, true, 2 },
	{ ACTION_STAT, OP_READ, false, false, 0 },
	{ ACTION_OPEN, OP_READ, true, false, 0 },
	{ ACTION_RENAME, OP_WRITE, false, false, 1 },
	{ ACTION_DELETE, OP_WRITE, false, true, 1 },
};

#define FOR_EACH(kind) \
	for (const struct kind *kind = kinds; kind < kinds + LENGTH(kinds); \
	     kind++)

static const struct workload *workload;

/* In the place of the system's: counts what falls on the clock. */
static struct {
	unsigned counted, beforehand;
	size_t names;			/* in the last directory */
	int error;
} flushes;

int
fsync(int fd)
{
	struct stat st;

	if (fstat(fd, &st) == 0 && S_ISDIR(st.st_mode))
		flushes.names = names_in(fd, ".");
	if (counts.running)
		flushes.counted++;
	else
		flushes.beforehand++;
	errno = flushes.error;
	return flushes.error != 0 ? -1 : 0;
}

BEFORE_ALL(make_directory)
{
	alarm(PATIENCE_S);
	workload = workload_by_name("smallfile");
	return workload == NULL || bench_make_in_memory("smallfile") != 0;
}

AFTER_ALL(remove_directory)
{
	return rmdir(bench_directory);
}

BEFORE_EACH(open_target)
{
	memset(&flushes, 0, sizeof(flushes));
	return bench_open(1, 0);
}

AFTER_EACH(close_target)
{
	return target_close(&target);
}

static void
set_job(enum action action, uint64_t time_ns)
{
	const struct params test = {
		.action = action, .cache = CACHE_CACHED, .block_bytes = BLOCK,
		.depth = 1, .sequential_pct = 100, .files = FILES
	};

	bench_set_job(&test, time_ns);
}

/* Prepare and run; what is there then is looked at before finish. */
static void
run(void)
{
	assert_int_equal(workload_prepare(workload, &job), 0);
	assert_int_equal(workload->run(&job), 0);
}

/* Return true if a file is there, which is as large as it should be. */
static bool
has_file(uint32_t file, char first)
{
	char path[64];
	struct stat st;

	snprintf(path, sizeof(path), "tree.0000/d%08u/%c%010u", file / 100,
		 first, file);
	if (fstatat(target.private_fd, path, &st, AT_SYMLINK_NOFOLLOW) != 0)
		return false;
	assert_true(S_ISREG(st.st_mode));
	assert_int_equal(st.st_size, params.block_bytes);
	return true;
}

static uint32_t
count_files(char first)
{
	uint32_t i, n = 0;

	for (i = 0; i < FILES; i++)
		n += has_file(i, first);
	return n;
}

static void
finish(void)
{
	workload_finish(workload, &job);
	assert_int_equal(names_in(target.private_fd, "."), 0);
}

/* In the order of names or not. A second pass needs time for a new tree. */
TEST(a_run_counts_each_file_that_it_did)
{
	for (uint32_t turn = 0; turn < 2; turn++)
		FOR_EACH(kind) {
			uint64_t ios, clocked_ns;

			set_job(kind->action, SHORT_NS);
			params.sequential_pct = turn * 100;
			params.files = turn == 0 ? FILES : 20;
			run();
			ios = counts.total.ios[kind->op];
			clocked_ns = counts_clocked_ns(&counts, counts.end_ns);
			assert_true(ios >= LEAST &&
				    ios == totals_ios(&counts.total));
			assert_true(counts.total.moved[kind->op] ==
				    (kind->has_data ? BLOCK * ios : 0));
			assert_true(counts.latency[LAT][kind->op].count ==
				    ios);
			assert_true(counts.total.depth_ns <= clocked_ns);
			assert_true(counts.excluded_ns == 0 ||
				    (kind->needs_trees && ios >= params.files));
			assert_true(counts.excluded_ns > 0 ||
				    !kind->needs_trees || ios <= params.files);
			assert_true(counts.bounded ==
				    (clocked_ns < SHORT_NS));
			assert_true(!counts.bounded ||
				    counts.excluded_ns > SHORT_NS);
			finish();
		}
}

/* In mid-pass, or with fewer files by doing them again; empty ones too. Only
 * what is asked to be durable is flushed: files, and a directory that changed,
 * of which the first had a hundred. */
TEST(a_run_without_time_ends_after_ten_files)
{
	static const struct {
		uint32_t files, bytes;
		enum sync_mode sync;
	} cases[] = {
		{ FILES, BLOCK, SYNC_NONE }, { FILES, BLOCK, SYNC_FSYNC },
		{ 3, BLOCK, SYNC_NONE }, { FILES, 0, SYNC_NONE },
	};

	for (size_t k = 0; k < LENGTH(cases); k++)
		FOR_EACH(kind) {
			bool durable = cases[k].sync == SYNC_FSYNC;

			memset(&flushes, 0, sizeof(flushes));
			set_job(kind->action, 0);
			params.files = cases[k].files;
			params.block_bytes = cases[k].bytes;
			params.sync = cases[k].sync;
			run();
			assert_int_equal(totals_ios(&counts.total), LEAST);
			if (cases[k].bytes == 0)
				assert_true(counts.total.moved[OP_READ] == 0 &&
					    counts.total.moved[OP_WRITE] == 0);
			assert_int_equal(flushes.counted,
					 durable * kind->flushes * LEAST);
			/* Of the directories. */
			assert_int_equal(flushes.beforehand, durable * 2);
			if (durable && kind->action == ACTION_DELETE)
				assert_int_equal(flushes.names, 100 - LEAST);
			finish();
		}
}

TEST(a_pass_does_every_file_once)
{
	static const enum action whole[] = { ACTION_CREATE, ACTION_DELETE };

	for (size_t i = 0; i < 4; i++) {
		bool creates = whole[i % 2] == ACTION_CREATE;

		set_job(whole[i % 2], LONG_NS);
		job.copies = 2;		/* so that it is one pass */
		params.sequential_pct = i / 2 * 100;
		run();
		assert_int_equal(totals_ios(&counts.total), FILES);
		assert_true(counts.bounded);
		assert_int_equal(count_files('f'), creates ? FILES : 0);
		if (creates)
			assert_int_equal(names_in(target.private_fd,
						  "tree.0000"), 2);
		finish();
	}
}

/* It ends in mid-pass, so some have the one name and some the other. */
TEST(files_are_renamed_and_back)
{
	uint64_t passes, rest;

	set_job(ACTION_RENAME, SHORT_NS);
	params.sequential_pct = 0;
	run();
	passes = totals_ios(&counts.total) / FILES;
	rest = totals_ios(&counts.total) % FILES;
	assert_int_equal(count_files('f') + count_files('r'), FILES);
	assert_int_equal(count_files('r'), passes % 2 == 0 ? rest :
			 FILES - rest);
	finish();
}

/* Return a number of the ten files that are deleted first. */
static uint64_t
first_ten(uint32_t sequential_pct, uint64_t seed)
{
	uint64_t sum = 0;

	set_job(ACTION_DELETE, 0);
	params.sequential_pct = sequential_pct;
	job.seed = seed;
	run();
	for (uint32_t i = 0; i < FILES; i++)
		sum += has_file(i, 'f') ? 0 : (uint64_t)i * i + 1;
	finish();
	return sum;
}

TEST(the_order_is_that_of_names_or_of_the_seed)
{
	uint64_t in_order = 285 + LEAST;	/* squares of 0 to 9 */

	assert_true(first_ten(100, 1) == in_order);
	assert_true(first_ten(100, 2) == in_order);
	assert_true(first_ten(0, 1) != in_order);
	assert_true(first_ten(0, 1) == first_ten(0, 1));
	assert_true(first_ten(0, 1) != first_ten(0, 2));
}

static uint64_t
written(void)
{
	return counts.total.moved[OP_WRITE] + counts.warm_up_written;
}

/* All that a limit allows, behind a tree and ten names or files at least; a
 * tree that is used up is made again if that fits, too. */
static uint64_t
most_written(const struct kind *kind, uint64_t limit)
{
	uint64_t tree = FILES * EACH, least = tree + LEAST * 4096;

	if (kind->op == OP_READ)
		return tree;
	if (kind->action == ACTION_CREATE)
		return limit < LEAST * EACH ? LEAST * EACH :
		       limit / EACH * EACH;
	if (limit < least)
		return least;
	limit = tree + (limit - tree) / 4096 * 4096;
	return kind->action == ACTION_DELETE && limit > tree + FILES * 4096 ?
	       tree + FILES * 4096 : limit;
}

TEST(no_run_writes_more_than_its_limit)
{
	uint64_t limits[] = { 0, 100 * EACH, FILES * EACH + 100 * 4096 + 4095,
			      2 * FILES * EACH + 1 };

	FOR_EACH(kind)
		for (size_t k = 0; k < LENGTH(limits); k++) {
			bool writes = kind->op == OP_WRITE;

			set_job(kind->action, writes ? LONG_NS : 0);
			job.write_limit_bytes = limits[k];
			run();
			assert_int_equal(counts.bounded, writes);
			assert_int_equal(written(),
					 most_written(kind, limits[k]));
			assert_true(written() <=
				    workload_most_written(workload,
						&params, false,
						limits[k]));
			finish();
		}
}

TEST(a_tree_takes_what_the_budget_says)
{
	set_job(ACTION_CREATE, 0);
	assert_true(workload_tree_bytes(&params) == FILES * EACH);
	assert_true(workload_extra_bytes(workload, &params, GIB) ==
		    FILES * EACH);
	assert_false(workload_needs_fill(workload, &params));
	params.block_bytes = 0;
	assert_true(workload_tree_bytes(&params) == FILES * 4096);
	params.files = UINT32_MAX;
	params.block_bytes = 4096;
	assert_true(workload_tree_bytes(&params) ==
		    UINT64_C(8192) * UINT32_MAX);
}

TEST(a_failed_prepare_leaves_nothing)
{
	set_job(ACTION_STAT, LONG_NS);
	limit_file_size(BLOCK - 1);
	assert_int_equal(workload_prepare(workload, &job), -EFBIG);
	limit_file_size(RLIM_INFINITY);
	finish();
}

TEST(a_file_that_cannot_be_made_is_told_by_its_number)
{
	set_job(ACTION_CREATE, LONG_NS);
	assert_int_equal(workload_prepare(workload, &job), 0);
	assert_int_equal(mkdirat(target.private_fd,
				 "tree.0000/d00000001/f0000000107", 0700), 0);
	assert_int_equal(workload->run(&job), -EEXIST);
	assert_int_equal(counts.error, EEXIST);
	assert_int_equal(counts.error_offset, 107);
	assert_int_equal(unlinkat(target.private_fd,
				  "tree.0000/d00000001/f0000000107",
				  AT_REMOVEDIR), 0);
	finish();
}

/* Made here; its descriptor's path is relative to the private directory. */
static void
touch(const char *path)
{
	int fd = openat(target.private_fd, path, O_WRONLY | O_CREAT | O_EXCL,
			0600);

	assert_true(fd >= 0);
	close(fd);
}

TEST(only_our_names_are_removed_and_no_link_is_followed)
{
	static const char *const directories[] = {
		"tree.0000", "tree.0000/d00000000", "tree.0000/d00000001",
		"tree.1", "outside",
	};
	static const char *const others[] = {
		"tree.0000/d00000000/f123", "tree.0000/d00000000/g0000000000",
		"tree.0000/d00000000/f00000000001", "tree.0000/other",
		"tree.1/f0000000000", "outside/f0000000001",
		"outside/d00000000", "tree.00a0",
	};
	int fd = target.private_fd;

	for (size_t i = 0; i < LENGTH(directories); i++)
		assert_int_equal(mkdirat(fd, directories[i], 0700), 0);
	for (size_t i = 0; i < LENGTH(others); i++)
		touch(others[i]);
	touch("tree.0000/d00000000/f0000000000");
	touch("tree.0000/d00000001/r0000000100");
	assert_int_equal(symlinkat("outside", fd, "tree.0007"), 0);
	assert_int_equal(symlinkat("../outside", fd, "tree.0000/d00000002"),
			 0);
	tree_remove_all(fd);
	assert_int_equal(names_in(fd, "tree.0000"), 3);
	assert_int_equal(names_in(fd, "tree.0000/d00000000"), 3);
	for (size_t i = 0; i < LENGTH(others); i++)
		assert_int_equal(unlinkat(fd, others[i], 0), 0);
	assert_int_equal(unlinkat(fd, "tree.0000/d00000002", 0), 0);
	assert_int_equal(unlinkat(fd, "tree.0007", 0), 0);
	assert_int_equal(unlinkat(fd, "outside", AT_REMOVEDIR), 0);
	assert_int_equal(unlinkat(fd, "tree.1", AT_REMOVEDIR), 0);
	tree_remove_all(fd);
	assert_int_equal(names_in(fd, "."), 0);
}

TEST(closing_removes_the_trees_of_all_copies)
{
	struct job other;

	set_job(ACTION_STAT, 0);
	run();
	other = job;
	job.copy = 3;
	run();
	assert_int_equal(names_in(target.private_fd, "."), 2);
	assert_int_equal(close_target(), 0);
	assert_int_equal(names_in(AT_FDCWD, bench_directory), 0);
	workload_finish(workload, &other);	/* frees what they have */
	workload_finish(workload, &job);
	assert_int_equal(open_target(), 0);
}

TEST(a_normal_end_leaves_no_cleanup_process)
{
	for (int stopped = 0; stopped < 2; stopped++) {
		assert_true(target.cleanup.pid > 0);
		if (stopped)
			kill(target.cleanup.pid, SIGSTOP);
		assert_int_equal(close_target(), 0);
		assert_int_equal(waitpid(-1, NULL, 0), -1);
		assert_int_equal(errno, ECHILD);
		assert_int_equal(names_in(AT_FDCWD, bench_directory), 0);
		assert_int_equal(open_target(), 0);
	}
}
