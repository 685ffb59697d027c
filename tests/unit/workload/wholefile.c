/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * wholefile: the bytes it moves and counts, what it leaves in memory, when it
 * ends; and the lead-in of File Copy. The contract that all workloads share is
 * in workload.c, and what a plan makes of both in run/plan.c.
 */
#include <config.h>

#include <unistd.h>

#include "diskidx/clock.h"
#include "diskidx/operation.h"
#include "diskidx/platform.h"
#include "diskidx/transfer.h"
#include "diskidx/units.h"
#include "diskidx/worker.h"
#include "diskidx/workload.h"

#include "../support/bench.h"
#include "../support/test.h"

#define FILE_BYTES (2 * MIB)
#define BLOCK (64 * KIB)
#define SHORT_NS (10 * NS_PER_MS)
#define SOURCE (64 * KIB)		/* of File Copy */

static char reason[WORKER_REASON];
static const struct workload *wholefile;

BEFORE_ALL(make_target)
{
	wholefile = workload_by_name("wholefile");
	bench_be_worker();
	return bench_make("wholefile") != 0 || bench_open(1, FILE_BYTES) != 0;
}

AFTER_ALL(remove_target)
{
	return bench_close();
}

/* Make a job on the whole work file. */
static void
set_job(enum action action, enum cache_mode cache, enum sync_mode sync)
{
	const struct params whole = {
		.action = action, .cache = cache, .sync = sync,
		.block_bytes = BLOCK, .depth = 1, .file_bytes = FILE_BYTES
	};

	bench_set_job(&whole, LONG_NS);
}

static int
run_job(void)
{
	return bench_run(wholefile);
}

/* Prepare and run: the file it made is there until finish. */
static void
begin(void)
{
	assert_int_equal(workload_prepare(wholefile, &job), 0);
	assert_int_equal(wholefile->run(&job), 0);
}

TEST(every_byte_of_an_odd_file_counts_once)
{
	static const enum action actions[] = {
		ACTION_READ, ACTION_WRITE, ACTION_COPY
	};
	static const uint32_t blocks[] = { 512, 1536, 4096, BLOCK, MIB + 1 };
	uint64_t bytes = FILE_BYTES - 4097;
	size_t a, b;

	for (a = 0; a < LENGTH(actions); a++)
		for (b = 0; b < LENGTH(blocks); b++) {
			uint64_t ios = (bytes + blocks[b] - 1) / blocks[b];

			uint64_t reads = actions[a] != ACTION_WRITE;
			uint64_t writes = actions[a] != ACTION_READ;

			set_job(actions[a], CACHE_CACHED, SYNC_NEVER);
			params.file_bytes = bytes;
			params.block_bytes = blocks[b];
			assert_int_equal(run_job(), 0);
			assert_true(counts.total.moved[OP_READ] ==
				    reads * bytes);
			assert_true(counts.total.moved[OP_WRITE] ==
				    writes * bytes);
			assert_true(counts.total.ios[OP_READ] == reads * ios);
			assert_true(counts.total.ios[OP_WRITE] ==
				    writes * ios);
			for (int op = 0; op < OP_COUNT; op++)
				assert_true(counts.latency[LAT][op].count ==
					    counts.total.ios[op]);
			assert_true(counts.progress_bytes ==
				    (reads + writes) * bytes);
			assert_true(counts.bounded);
		}
}

TEST(a_copy_equals_its_source_but_for_stamps)
{
	static unsigned char from[FILE_BYTES], to[FILE_BYTES + 1];
	size_t bytes = FILE_BYTES - 777, at;
	int fd = bench_next_fd();

	set_job(ACTION_COPY, CACHE_BUFFERED, SYNC_NONE);
	params.file_bytes = bytes;
	begin();
	assert_true(pread(target.work[0], from, bytes, 0) == (ssize_t)bytes);
	assert_true(pread(fd, to, sizeof(to), 0) == (ssize_t)bytes);
	for (at = 0; at < bytes; at++)
		assert_true(at % 512 < 8 || from[at] == to[at]);
	workload_finish(wholefile, &job);
}

/* A TiB, which no disk takes in that time. */
TEST(the_time_ends_a_pass_where_it_is)
{
	set_job(ACTION_WRITE, CACHE_BUFFERED, SYNC_NONE);
	params.file_bytes = (uint64_t)1 << 40;
	params.block_bytes = 512;
	job.time_ns = SHORT_NS;
	assert_int_equal(run_job(), 0);
	assert_true(counts.total.moved[OP_WRITE] > 0);
	assert_true(counts.end_ns - counts.begin_ns >= SHORT_NS);
	assert_false(counts.bounded);
	set_job(ACTION_READ, CACHE_CACHED, SYNC_NONE);
	job.time_ns = 1;
	assert_int_equal(run_job(), 0);
	assert_true(counts.total.ios[OP_READ] == 1);
	assert_false(counts.bounded);
}

TEST(memory_is_as_the_cache_mode_says)
{
	uint64_t resident, half = FILE_BYTES / 2;

	platform_drop_cache(target.work[0], FILE_BYTES);
	if (platform_resident(target.work[0], FILE_BYTES, &resident) != 0)
		test_skip("resident", "this platform can't tell");
	if (resident > 0)
		test_skip("disk", "the directory is in memory");
	set_job(ACTION_READ, CACHE_CACHED, SYNC_NONE);
	assert_int_equal(workload_prepare(wholefile, &job), 0);
	workload_finish(wholefile, &job);
	assert_false(counts.has_resident);
	platform_resident(target.work[0], FILE_BYTES, &resident);
	assert_true(resident == FILE_BYTES);
	set_job(ACTION_COPY, CACHE_BUFFERED, SYNC_NONE);
	params.file_bytes = half;
	job.warm_up_ns = LONG_NS;	/* that pass reads it, too */
	assert_int_equal(workload_prepare(wholefile, &job), 0);
	workload_finish(wholefile, &job);
	assert_true(counts.has_resident);
	assert_true(counts.dropped_bytes == FILE_BYTES);
	assert_true(counts.resident_bytes == 0);
	platform_resident(target.work[0], FILE_BYTES, &resident);
	assert_true(resident == 0);
}

TEST(a_warm_up_is_a_pass_that_is_not_counted)
{
	set_job(ACTION_WRITE, CACHE_BUFFERED, SYNC_NONE);
	job.warm_up_ns = LONG_NS;
	assert_int_equal(run_job(), 0);
	assert_true(counts.warm_up_written == FILE_BYTES);
	assert_true(counts.total.moved[OP_WRITE] == FILE_BYTES);
	assert_true(counts.total.ios[OP_WRITE] == FILE_BYTES / BLOCK);
	assert_true(counts.latency[LAT][OP_WRITE].count == FILE_BYTES / BLOCK);
	assert_true(counts.progress_bytes == FILE_BYTES);
	assert_true(counts.total.depth_ns == counts.latency[LAT][OP_WRITE].sum);
	set_job(ACTION_WRITE, CACHE_BUFFERED, SYNC_NONE);
	job.warm_up_ns = 1;
	assert_int_equal(run_job(), 0);
	assert_true(counts.warm_up_written == BLOCK);
	assert_true(counts.total.moved[OP_WRITE] == FILE_BYTES);
}

TEST(a_warm_up_leaves_half_of_the_write_limit)
{
	uint64_t limit = FILE_BYTES - BLOCK;

	set_job(ACTION_COPY, CACHE_CACHED, SYNC_NEVER);
	job.warm_up_ns = LONG_NS;
	job.write_limit_bytes = limit;
	assert_int_equal(run_job(), 0);
	assert_true(counts.warm_up_written <= limit / 2);
	assert_true(counts.warm_up_written > limit / 2 - BLOCK);
	assert_true(counts.warm_up_written + counts.total.moved[OP_WRITE] ==
		    limit);
	assert_true(counts.bounded);
	/* A single block is for what counts. */
	job.write_limit_bytes = BLOCK;
	set_job(ACTION_WRITE, CACHE_BUFFERED, SYNC_NONE);
	job.warm_up_ns = LONG_NS;
	job.write_limit_bytes = BLOCK;
	assert_int_equal(run_job(), 0);
	assert_true(counts.warm_up_written == 0);
	assert_true(counts.total.moved[OP_WRITE] == BLOCK);
}

TEST(a_warm_up_that_fails_is_told_with_the_place)
{
	set_job(ACTION_READ, CACHE_BUFFERED, SYNC_NONE);
	job.file_bytes = params.file_bytes = 2 * FILE_BYTES;
	job.warm_up_ns = LONG_NS;
	assert_int_equal(run_job(), -TRANSFER_NO_DATA);
	assert_true(counts.is_transfer_error);
	assert_true(counts.error_offset == FILE_BYTES);
}

static struct assignment
assign(const char *workload, enum action action, enum cache_mode cache)
{
	struct assignment a = {
		.workload = workload_by_name(workload),
		.engine = engine_by_name("sync"),
		.params = &params,
		.target = &target, .copies = 1, .round = 1,
		.time_ns = LONG_NS, .write_limit_bytes = UINT64_MAX,
	};

	params = (struct params){ .action = action, .cache = cache, .depth = 1,
		.block_bytes = 1536, .file_bytes = FILE_BYTES };
	return a;
}

TEST(only_what_reads_asks_for_the_work_file)
{
	struct assignment a = assign("wholefile", ACTION_WRITE,
				     CACHE_BUFFERED);

	params.block_bytes = 2 * FILE_BYTES;
	params.file_bytes = 4 * FILE_BYTES;
	assert_false(worker_na_reason(&a, reason));
	assert_false(workload_needs_fill(a.workload, &params));
	params.action = ACTION_COPY;
	assert_true(worker_na_reason(&a, reason));
	assert_true(workload_needs_fill(a.workload, &params));
	params.block_bytes = FILE_BYTES;
	assert_false(worker_na_reason(&a, reason));
	a.workload = workload_by_name("filecopy");
	assert_false(workload_needs_fill(a.workload, &params));
	a.workload = workload_by_name("sequential");
	params.file_bytes = 0;
	assert_true(workload_needs_fill(a.workload, &params));
}

static void
set_file_copy(uint64_t warm_up_ns)
{
	set_job(ACTION_COPY, CACHE_CACHED, SYNC_NONE);
	params.block_bytes = 1024;
	params.file_bytes = SOURCE;
	job.time_ns = SHORT_NS;
	job.warm_up_ns = warm_up_ns;
}

TEST(file_copy_finds_its_source_at_full_size)
{
	static const uint64_t times[] = { 0, 1, 2 * SHORT_NS };
	const struct workload *workload = workload_by_name("filecopy");

	for (size_t i = 0; i < LENGTH(times); i++) {
		int source = bench_next_fd();

		set_file_copy(times[i]);
		assert_int_equal(workload_prepare(workload, &job), 0);
		assert_true(lseek(source, 0, SEEK_CUR) == 0);
		assert_true(lseek(source, 0, SEEK_END) == (off_t)SOURCE);
		assert_true(lseek(source, 0, SEEK_SET) == 0);
		workload_finish(workload, &job);
	}
}
