/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Workload: the contract of workload.h, over every entry of the table and
 * every shape that its parameters can give it, in this process. The null
 * engine and one made here show what is asked for; sync shows that it works.
 */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/operation.h"
#include "diskidx/base/prng.h"
#include "diskidx/base/transfer.h"
#include "diskidx/base/units.h"
#include "diskidx/platform/platform.h"
#include "diskidx/workload/workload.h"

#include "../support/bench.h"
#include "../support/rows.h"

#define FILE_BYTES MIB
#define BLOCK (64 * KIB)
#define SHORT_NS NS_PER_MS

/* The shapes that parameters can give a workload; a block fits FILE_BYTES. They
 * are rows of tests/unit/rows/workload. */
static struct shape {
	char workload[16];
	struct params params;
} shapes[40];
static size_t n_shapes;

static void
add_shape(char **field)
{
	struct shape *shape = &shapes[n_shapes++];

	assert_true(n_shapes <= LENGTH(shapes));
	strcpy(shape->workload, field[0]);
	assert_int_equal(params_parse(field[1], &shape->params), 0);
}

/*
 * The spy: an engine that does nothing, and looks at what it is asked to do.
 * Kept in global state, since a workload knows it as an engine only.
 */
static struct spy {
	struct request *request;
	unsigned in_flight, most_in_flight;
	unsigned queue[64];
	uint64_t submitted, done, bytes;
	uint64_t misplaced, shared_buffers, changed_data;
	uint64_t reaped[SAMPLE_DEPTHS];	/* calls that did 1-4, 5-8, ... */
	uint64_t first_word[64];	/* of the data in flight, by slot */
	struct prng random;
	uint64_t visits[FILE_BYTES / 512];	/* of each block */
	bool refuses;			/* takes less than it is offered */
	int opened, closed;
	int open_error;
	uint64_t submit_error_at, result_error_at;	/* 0: never */
	int64_t result_error;
	uint64_t error_offset;
	enum operation error_op;
} spy;

static int
spy_open(struct engine_state *state, int fd, struct request *request,
	 unsigned depth)
{
	(void)state;
	assert_true(depth <= LENGTH(spy.queue));
	assert_int_equal(fd, job.fd);
	if (spy.open_error != 0)
		return spy.open_error;
	spy.request = request;
	spy.opened++;
	prng_seed(&spy.random, 1);
	return 0;
}

static void
spy_note_error(const struct request *r)
{
	spy.error_op = r->op;
	spy.error_offset = r->offset;
}

static uint64_t
first_word(const struct request *r)
{
	uint64_t word;

	memcpy(&word, r->buffer, sizeof(word));
	return word;
}

static void
spy_look(const struct request *r)
{
	uint64_t length = r->length, i;

	if (r->offset % params_least_block(&params) != 0 ||
	    r->offset + length > FILE_BYTES)
		spy.misplaced++;
	else
		spy.visits[r->offset / length]++;
	for (i = 0; i < spy.in_flight; i++)
		if (spy.request[spy.queue[i]].buffer == r->buffer)
			spy.shared_buffers++;
}

static int
spy_submit(struct engine_state *state, const unsigned *slot, unsigned n)
{
	unsigned take = n, i;

	(void)state;
	if (spy.refuses)
		take = (unsigned)prng_below(&spy.random, n + 1);
	if (take == 0 && spy.in_flight > 0)
		return -EAGAIN;
	if (take == 0)
		take = 1;
	for (i = 0; i < take; i++) {
		struct request *r = &spy.request[slot[i]];

		if (spy.submitted + 1 == spy.submit_error_at) {
			spy_note_error(r);
			return i > 0 ? (int)i : -EBADF;
		}
		spy_look(r);
		spy.first_word[slot[i]] = first_word(r);
		spy.submitted++;
		spy.queue[spy.in_flight++] = slot[i];
	}
	if (spy.in_flight > spy.most_in_flight)
		spy.most_in_flight = spy.in_flight;
	return (int)take;
}

/* The last come first; what was wished for at least, at most everything. */
static int
spy_reap(struct engine_state *state, unsigned min, uint64_t max_wait_ns,
	 unsigned *slot)
{
	unsigned n = min, i;

	(void)state;
	assert_true(max_wait_ns == UINT64_MAX);
	if (spy.in_flight > min)
		n += (unsigned)prng_below(&spy.random,
					  spy.in_flight - min + 1);
	if (n > spy.in_flight)
		n = spy.in_flight;
	for (i = 0; i < n; i++) {
		struct request *r = &spy.request[spy.queue[--spy.in_flight]];

		slot[i] = spy.queue[spy.in_flight];
		spy.changed_data += first_word(r) != spy.first_word[slot[i]];
		r->result = r->length;
		spy.bytes += r->length;
		if (++spy.done != spy.result_error_at)
			continue;
		r->result = spy.result_error;
		spy_note_error(r);
	}
	for (i = 0; 4u << i < n && i < SAMPLE_DEPTHS - 1; i++)
		;
	spy.reaped[i] += n > 0;
	return (int)n;
}

static void
spy_close(struct engine_state *state)
{
	(void)state;
	spy.closed++;
}

static const struct traits spy_traits = { .name = "spy" };
static const struct engine spy_engine = {
	.traits = &spy_traits, .max_depth = 64, .can_flush = true,
	.state_bytes = 1, .open = spy_open, .submit = spy_submit,
	.reap = spy_reap, .close = spy_close,
};

BEFORE_ALL(make_target)
{
	each_row("workload", "shapes", add_shape);
	bench_be_worker();
	return bench_make("workload") != 0 || bench_open(1, FILE_BYTES) != 0;
}

AFTER_ALL(remove_target)
{
	return bench_close();
}

AFTER_EACH(clean_up)
{
	platform_direct(target.work[0][WORK_DSYNC], false);
	return platform_direct(*target.work[0], false);
}

/* Make the job of a shape on an engine, as deep as that goes. */
static void
set_job(const struct shape *shape, const struct engine *engine,
	uint64_t time_ns)
{
	bench_set_job(&shape->params, time_ns);
	job.engine = engine;
	if (params.depth > engine->max_depth)
		params.depth = engine->max_depth;
	memset(&spy, 0, sizeof(spy));
}

/* Return the first such shape. */
static const struct shape *
find_shape(const char *workload, enum action action, enum cache_mode cache)
{
	for (size_t i = 0; i < n_shapes; i++)
		if (strcmp(shapes[i].workload, workload) == 0 &&
		    shapes[i].params.action == action &&
		    shapes[i].params.cache == cache)
			return &shapes[i];
	fail_msg("no shape for %s", workload);
	return NULL;
}

static const struct workload *
workload_of(const struct shape *shape)
{
	const struct workload *workload = workload_by_name(shape->workload);

	assert_non_null(workload);
	return workload;
}

static int
run_job(const struct shape *shape)
{
	return bench_run(workload_of(shape));
}

static bool
is_possible(const struct shape *shape)
{
	return shape->params.cache != CACHE_DIRECT || bench_has_direct();
}

/* One pass over a file is all that there is to do. */
static bool
is_whole(const struct shape *shape)
{
	return strcmp(shape->workload, "wholefile") == 0;
}

/* Goes through the loop. */
static bool
has_loop(const struct shape *shape)
{
	const struct params *p = &shape->params;

	if (strcmp(shape->workload, "sequential") != 0)
		return strcmp(shape->workload, "random") == 0;
	return p->action != ACTION_COPY && p->cache == CACHE_DIRECT &&
	       p->sync == SYNC_NONE;
}

/* Passes are whole, whatever the time. */
static bool
has_passes(const struct shape *shape)
{
	return strcmp(shape->workload, "sequential") == 0 &&
	       shape->params.cache == CACHE_BUFFERED &&
	       shape->params.sync == SYNC_NONE;
}

/* Return how much oftener the spy saw one block of the file than another. */
static uint64_t
spread_of_visits(uint32_t block_bytes)
{
	uint64_t least = UINT64_MAX, most = 0;

	for (size_t i = 0; i < FILE_BYTES / block_bytes; i++) {
		if (spy.visits[i] < least)
			least = spy.visits[i];
		if (spy.visits[i] > most)
			most = spy.visits[i];
	}
	return most - least;
}

static bool
is_sequential(const struct shape *shape)
{
	return has_loop(shape) && (shape->params.sequential_pct == 100 ||
				   strcmp(shape->workload, "random") != 0);
}

/* The rules of every run, by what an engine sees of it. */
static void
check_spy(const struct shape *shape)
{
	const struct params *p = &shape->params;

	assert_int_equal(spy.opened, 1);
	assert_int_equal(spy.closed, 1);
	assert_true(spy.most_in_flight <= params.depth);
	assert_true(spy.in_flight == 0);
	assert_true(spy.misplaced == 0 && spy.shared_buffers == 0 &&
		    spy.changed_data == 0);
	if (is_sequential(shape) || p->pattern == PATTERN_PERMUTATION)
		assert_true(spread_of_visits(p->block_bytes) <= 1);
	if (job.warm_up_ns > 0)
		return;
	assert_memory_equal(spy.reaped, counts.total.reap_seen,
			    sizeof(spy.reaped));
	assert_true(spy.done == totals_ios(&counts.total));
	assert_true(spy.bytes == counts.total.moved[OP_WRITE] +
		    counts.total.moved[OP_READ]);
}

/* Run the job; all that holds after any run without an error holds. */
static void
run_well(const struct shape *shape)
{
	assert_int_equal(run_job(shape), 0);
	assert_true(totals_ios(&counts.total) > 0);
	assert_int_equal(counts.error, 0);
	assert_false(counts.running);
	if (job.engine == &spy_engine)
		check_spy(shape);
}

/*
 * Call check for each shape that is possible here, on each engine. The spy
 * also refuses requests, of which there are four then at least.
 */
static void
for_each_run(uint64_t time_ns, void (*check)(const struct shape *))
{
	for (size_t i = 0; i < n_shapes; i++) {
		const struct engine *const engines[] = {
			engine_by_name("null"), engine_by_name("sync"),
			&spy_engine, &spy_engine,
		};
		size_t n = has_loop(&shapes[i]) ? LENGTH(engines) : 2;

		for (size_t e = 0; e < n && is_possible(&shapes[i]); e++) {
			set_job(&shapes[i], engines[e], time_ns);
			spy.refuses = e == 3;
			if (spy.refuses && params.depth == 1)
				params.depth = 4;
			check(&shapes[i]);
		}
	}
}

TEST(every_entry_has_a_name_and_a_shape_here)
{
#define NAME_OF(name, ...) #name,
	static const char *const names[] = { WORKLOAD_LIST(NAME_OF) };
#undef NAME_OF
	const struct workload *workload;
	size_t i, s;

	for (i = 0; i < LENGTH(names); i++) {
		workload = workload_by_name(names[i]);
		assert_non_null(workload);
		assert_true(workload->revision > 0);
		assert_string_equal(workload->traits->name, names[i]);
		assert_ptr_equal(traits_of_workload(names[i]),
				 workload->traits);
		if (strcmp(names[i], "smallfile") == 0)
			continue;	/* moves no blocks: unit-smallfile */
		for (s = 0; s < n_shapes; s++)
			if (strcmp(shapes[s].workload, names[i]) == 0)
				break;
		if (s == n_shapes)
			fail_msg("no shape for %s", names[i]);
	}
	assert_null(workload_by_name("no-such-workload"));
}

/* Reading is not bound by the limit. */
static void
check_whole_run(const struct shape *shape)
{
	if (!params_writes(&shape->params)) {
		job.write_limit_bytes = 1;
		assert_true(workload_most_written(workload_of(shape),
						  &params, true, 1) == 0);
	}
	run_well(shape);
	assert_true(!counts.bounded || is_whole(shape));
	if (!counts.bounded)
		assert_true(counts_clocked_ns(&counts, counts.end_ns) >=
			    SHORT_NS);
}

TEST(a_run_counts_what_it_did_for_as_long_as_asked)
{
	for_each_run(SHORT_NS, check_whole_run);
}

/* All tests over every shape leave these out where they can't run. */
TEST(direct_shapes_run_where_direct_works)
{
	if (!bench_has_direct())
		test_skip("direct", "no direct I/O in this directory");
}

/* The limit is no multiple of anything, and as large as two passes; the time
 * would never end it. */
static void
check_limit(const struct shape *shape)
{
	const struct params *p = &shape->params;
	uint64_t least = has_passes(shape) ? 2 * FILE_BYTES : 0;
	uint32_t block = params_largest_block(p);
	uint64_t limit = least + 5 * block / 2;

	if (!params_writes(p) || workload_of(shape)->own_files)
		return;
	job.write_limit_bytes = limit;
	run_well(shape);
	if (!has_passes(shape) && p->action != ACTION_MIX)
		least = limit - block;
	assert_true(counts.total.moved[OP_WRITE] >= least);
	assert_true(counts.total.moved[OP_WRITE] <= limit && counts.bounded);
	assert_true(workload_most_written(workload_of(shape), p, true,
					  limit) == limit);
}

TEST(no_run_writes_more_than_its_limit)
{
	const struct shape *copy = find_shape("filecopy", ACTION_COPY,
					      CACHE_CACHED);

	for_each_run(LONG_NS, check_limit);
	assert_true(workload_most_written(workload_of(copy), &copy->params,
					  true, UINT64_MAX) ==
		    2 * copy->params.file_bytes);
}

/* Make the fresh file of a log, which has that size before it is written. */
static void
prepare_log(enum fallocate how, uint32_t once, off_t size)
{
	const struct params log = {
		.action = ACTION_WRITE, .cache = CACHE_BUFFERED,
		.sync = once > 0 ? SYNC_SYNC : SYNC_FSYNC,
		.opened = SYNC_SYNC, .block_bytes = 65536, .depth = 1,
		.sequential_pct = 100, .once = once, .fallocate = how,
	};
	struct stat st;

	bench_set_job(&log, LONG_NS);
	job.write_limit_bytes = 5 * FILE_BYTES / 2;
	assert_int_equal(workload_prepare(workload_by_name("random"), &job),
			 0);
	assert_true(job.fd != *target.work[0] && fstat(job.fd, &st) == 0);
	assert_true(st.st_nlink == 0 && st.st_size == size);
	assert_true((fcntl(job.fd, F_GETFL) & O_SYNC) == O_SYNC);
}

/* Where no space can be given to a file it is as with `none`; one that is full
 * is written again. No filled file is asked for. */
TEST(a_fresh_file_is_grown_as_asked_and_written_once_or_more)
{
	static const struct {
		enum fallocate how;
		uint32_t once;
		off_t size;
	} rows[] = {
		{ FALLOCATE_NATIVE, 1, FILE_BYTES },
		{ FALLOCATE_KEEP, 1, 0 },
		{ FALLOCATE_TRUNCATE, 1, FILE_BYTES },
		{ FALLOCATE_NONE, 1, 0 }, { FALLOCATE_NONE, 2, 0 },
		{ FALLOCATE_NONE, 0, 0 },
	};
	const struct workload *workload = workload_by_name("random");
	int fd = target_fresh_file(&target, 0), next_fd;
	bool can_grow = platform_allocate(fd, FILE_BYTES, true) == 0;
	struct stat st;

	close(fd);
	next_fd = bench_next_fd();
	for (size_t i = 0; i < LENGTH(rows); i++) {
		uint64_t bytes = rows[i].once > 0 ? rows[i].once * FILE_BYTES :
				 5 * FILE_BYTES / 2;

		prepare_log(rows[i].how, rows[i].once,
			    rows[i].how == FALLOCATE_NATIVE && !can_grow ? 0 :
			    rows[i].size);
		assert_false(workload_needs_fill(workload, &params));
		assert_true(workload_extra_bytes(workload, &params, MIB) ==
			    MIB);
		assert_true(workload_extra_files(workload, &params) == 1);
		assert_int_equal(workload->run(&job), 0);
		assert_true(totals_ios(&counts.total) == bytes / 65536 &&
			    counts.bounded);
		assert_true(counts.latency[FLUSH][OP_WRITE].count ==
			    (rows[i].once > 0 ? 0 : bytes / 65536));
		assert_true(fstat(job.fd, &st) == 0 &&
			    st.st_size == FILE_BYTES);
		workload_finish(workload, &job);
		assert_int_equal(bench_next_fd(), next_fd);
	}
}

TEST(a_cached_test_starts_with_the_file_in_memory)
{
	for (size_t i = 0; i < n_shapes; i++) {
		const struct workload *workload = workload_of(&shapes[i]);
		uint64_t resident = FILE_BYTES;

		if (shapes[i].params.cache != CACHE_CACHED ||
		    params_is_cache_test(&shapes[i].params))
			continue;
		platform_drop_cache(*target.work[0], FILE_BYTES);
		set_job(&shapes[i], engine_by_name("sync"), SHORT_NS);
		assert_int_equal(workload_prepare(workload, &job), 0);
		platform_resident(*target.work[0], FILE_BYTES, &resident);
		workload_finish(workload, &job);
		assert_true(resident == FILE_BYTES);
		assert_true(counts.dropped_bytes == 0);
		assert_true(counts.begin_ns == 0);
	}
}

/* Each block once before any twice: check_spy finds what got lost. */
TEST(what_is_refused_as_a_warm_up_ends_is_done_in_the_sample)
{
	struct shape shape = *find_shape("random", ACTION_READ,
					 CACHE_BUFFERED);

	shape.params.pattern = PATTERN_PERMUTATION;
	for (int i = 0; i < 10; i++) {
		set_job(&shape, &spy_engine, SHORT_NS);
		job.warm_up_ns = SHORT_NS;
		spy.refuses = true;
		run_well(&shape);
	}
}

/* A long one leaves half of it. */
TEST(a_warm_up_counts_towards_the_write_limit)
{
	static const struct {
		uint64_t warm_up_ns, least, most;
	} cases[] = { { 1, 900, 999 }, { 1000 * NS_PER_S, 490, 532 } };
	const struct shape *shape = find_shape("random", ACTION_WRITE,
						CACHE_BUFFERED);

	for (size_t i = 0; i < LENGTH(cases); i++) {
		set_job(shape, &spy_engine, LONG_NS);
		job.warm_up_ns = cases[i].warm_up_ns;
		job.write_limit_bytes = 1000 * shape->params.block_bytes;
		run_well(shape);
		assert_true(spy.done == 1000);
		assert_in_range(counts.total.ios[OP_WRITE], cases[i].least,
				cases[i].most);
		assert_true(counts.bounded);
	}
}

/* It is refused by submit, or fails later, or moves less than it should. */
TEST(the_first_failed_request_is_named)
{
	static const int64_t results[] = { -EIO, -ENOSPC, 100, 0 };
	const struct shape *shape = find_shape("random", ACTION_MIX,
						CACHE_BUFFERED);

	for (unsigned at = 1; at < 40; at++) {
		int64_t result = results[at % LENGTH(results)];
		int expected = at < 20 ? EBADF : result < 0 ? (int)-result :
			       EIO;

		set_job(shape, &spy_engine, LONG_NS);
		job.write_limit_bytes = FILE_BYTES;
		if (at < 20)
			spy.submit_error_at = at;
		else
			spy.result_error_at = 80 + at;
		spy.result_error = result;
		assert_int_equal(run_job(shape), -expected);
		assert_int_equal(counts.error, expected);
		assert_int_equal(counts.error_op, spy.error_op);
		assert_true(counts.error_offset == spy.error_offset);
		assert_int_equal(spy.closed, 1);
	}
}

TEST(finish_follows_a_prepare_that_failed_or_never_ran)
{
	struct target gone = target;

	gone.private_fd = -1;
	for (size_t i = 0; i < n_shapes; i++) {
		const struct workload *workload = workload_of(&shapes[i]);

		if (!is_possible(&shapes[i]))
			continue;
		set_job(&shapes[i], engine_by_name("sync"), SHORT_NS);
		assert_int_equal(workload_prepare(workload, &job), 0);
		workload_finish(workload, &job);
		assert_true(counts.begin_ns == 0);
		if (!has_loop(&shapes[i]) &&	/* needs the work file only */
		    (!params_writes(&shapes[i].params) ||
		     shapes[i].params.cache == CACHE_DIRECT))
			continue;
		set_job(&shapes[i], &spy_engine, SHORT_NS);
		job.target = &gone;
		spy.open_error = -EMFILE;
		assert_true(workload_prepare(workload, &job) < 0);
		workload_finish(workload, &job);
		assert_int_equal(spy.closed, 0);
	}
}

/* Make a job of the one pass that is all of wholefile. */
static void
set_whole(enum action action, enum cache_mode cache, enum sync_mode sync)
{
	const struct params whole = {
		.action = action, .cache = cache, .sync = sync,
		.block_bytes = BLOCK, .depth = 1, .file_bytes = FILE_BYTES
	};

	bench_set_job(&whole, LONG_NS);
}

TEST(every_byte_of_an_odd_file_counts_once)
{
	static const enum action actions[] = {
		ACTION_READ, ACTION_WRITE, ACTION_COPY
	};
	static const uint32_t blocks[] = { 512, 1536, MIB / 2 + 1 };
	uint64_t bytes = FILE_BYTES - 4097;

	for (size_t i = 0; i < LENGTH(actions) * LENGTH(blocks); i++) {
		enum action action = actions[i / LENGTH(blocks)];
		uint32_t block = blocks[i % LENGTH(blocks)];
		uint64_t ios = (bytes + block - 1) / block;

		set_whole(action, CACHE_CACHED, SYNC_NEVER);
		params.file_bytes = bytes;
		params.block_bytes = block;
		assert_int_equal(bench_run(workload_by_name("wholefile")), 0);
		for (int op = 0; op < OP_COUNT; op++) {
			bool moves = op == OP_READ ? params_reads(&params) :
				     params_writes(&params);

			assert_true(counts.total.moved[op] == moves * bytes);
			assert_true(counts.total.ios[op] == moves * ios);
			assert_true(counts.latency[LAT][op].count ==
				    moves * ios);
		}
		assert_true(counts.bounded);
	}
}

/* As all copies do, which are passes, too. */
TEST(a_copy_equals_its_source_but_for_stamps)
{
	static unsigned char from[FILE_BYTES], to[FILE_BYTES];
	const struct workload *workload = workload_by_name("wholefile");
	size_t bytes = FILE_BYTES - 777, at;
	int fd = bench_next_fd();

	set_whole(ACTION_COPY, CACHE_BUFFERED, SYNC_NONE);
	params.file_bytes = bytes;
	assert_int_equal(workload_prepare(workload, &job), 0);
	assert_int_equal(workload->run(&job), 0);
	assert_true(pread(*target.work[0], from, bytes, 0) == (ssize_t)bytes);
	assert_true(pread(fd, to, sizeof(to), 0) == (ssize_t)bytes);
	for (at = 0; at < bytes; at++)
		assert_true(at % 512 < 8 || from[at] == to[at]);
	workload_finish(workload, &job);
}

/* Half of what may be written is for the pass that counts, at least; and all,
 * if it is one block. */
TEST(a_warm_up_of_a_whole_file_is_a_pass_that_is_not_counted)
{
	static const uint64_t limit = FILE_BYTES - BLOCK;
	static const struct {
		enum action action;
		uint64_t warm_up_ns, limit, warm_up, counted;
	} rows[] = {
		{ ACTION_WRITE, LONG_NS, UINT64_MAX, FILE_BYTES, FILE_BYTES },
		{ ACTION_WRITE, 1, UINT64_MAX, BLOCK, FILE_BYTES },
		{ ACTION_COPY, LONG_NS, limit, limit / 2 / BLOCK * BLOCK,
		  limit - limit / 2 / BLOCK * BLOCK },
		{ ACTION_WRITE, LONG_NS, BLOCK, 0, BLOCK },
	};

	for (size_t i = 0; i < LENGTH(rows); i++) {
		const struct totals *t = &counts.total;

		set_whole(rows[i].action, CACHE_BUFFERED, SYNC_NEVER);
		job.warm_up_ns = rows[i].warm_up_ns;
		job.write_limit_bytes = rows[i].limit;
		assert_int_equal(bench_run(workload_by_name("wholefile")), 0);
		assert_true(counts.warm_up_written == rows[i].warm_up);
		assert_true(t->moved[OP_WRITE] == rows[i].counted);
		assert_true(t->ios[OP_WRITE] == rows[i].counted / BLOCK);
		assert_true(counts.latency[LAT][OP_WRITE].count ==
			    t->ios[OP_WRITE]);
		assert_true(t->depth_ns == counts.latency[LAT][OP_WRITE].sum +
			    counts.latency[LAT][OP_READ].sum);
		assert_true(counts.bounded);
	}
}

TEST(a_warm_up_that_fails_is_told_with_the_place)
{
	set_whole(ACTION_READ, CACHE_BUFFERED, SYNC_NONE);
	job.file_bytes = params.file_bytes = 2 * FILE_BYTES;
	job.warm_up_ns = LONG_NS;
	assert_int_equal(bench_run(workload_by_name("wholefile")),
			 -TRANSFER_NO_DATA);
	assert_true(counts.is_transfer_error);
	assert_true(counts.error_offset == FILE_BYTES);
}

TEST(only_what_reads_asks_for_a_filled_file)
{
	static const struct {
		const char *workload;
		enum action action;
		uint64_t file_bytes;
		bool needs_fill;
	} rows[] = {
		{ "wholefile", ACTION_WRITE, FILE_BYTES, false },
		{ "wholefile", ACTION_COPY, FILE_BYTES, true },
		{ "filecopy", ACTION_COPY, FILE_BYTES, false },
		{ "sequential", ACTION_WRITE, 0, true },
	};

	for (size_t i = 0; i < LENGTH(rows); i++) {
		set_whole(rows[i].action, CACHE_BUFFERED, SYNC_NONE);
		params.file_bytes = rows[i].file_bytes;
		assert_int_equal(workload_needs_fill(
				 workload_by_name(rows[i].workload), &params),
				 rows[i].needs_fill);
	}
}
