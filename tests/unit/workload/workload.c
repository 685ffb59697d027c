/*
 * Workload: the contract of workload.h, over every entry of the table and
 * every shape that its parameters can give it, in this process. The null
 * engine and one made here show what is asked for; sync shows that it works.
 */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "diskidx/alloc.h"
#include "diskidx/buffer.h"
#include "diskidx/clock.h"
#include "diskidx/operation.h"
#include "diskidx/platform.h"
#include "diskidx/random.h"
#include "diskidx/signals.h"
#include "diskidx/transfer.h"
#include "diskidx/units.h"
#include "diskidx/workload.h"

#include "../support/test.h"

#define FILE_BYTES MIB
#define SHORT_NS (10 * NS_PER_MS)
#define LONG_NS (600 * NS_PER_S)	/* something else ends it */

#define FILECOPY(block) \
	.action = ACTION_COPY, .cache = CACHE_CACHED, .block_bytes = block, \
	.depth = 1, .read_pct = 50, .file_bytes = 64 * KIB
#define SEQUENTIAL(action_, cache_, read_pct_) \
	.action = action_, .cache = cache_, .block_bytes = 64 * KIB, \
	.depth = 1, .read_pct = read_pct_
#define COMMIT(sync_) \
	.action = ACTION_WRITE, .cache = CACHE_BUFFERED, .sync = sync_, \
	.block_bytes = 4096, .depth = 1
#define RANDOM(action_, cache_, read_pct_) \
	.action = action_, .cache = cache_, .block_bytes = 4096, \
	.depth = 32, .read_pct = read_pct_

#define WHOLE(action_, cache_, sync_) \
	.action = action_, .cache = cache_, .sync = sync_, \
	.block_bytes = 64 * KIB, .depth = 1, .file_bytes = FILE_BYTES

/* What parameters can make of a workload; its block fits FILE_BYTES. */
static const struct shape {
	const char *workload;
	struct params params;
} shapes[] = {
	{ "filecopy", { FILECOPY(256) } },
	{ "filecopy", { FILECOPY(4096) } },
	{ "sequential", { SEQUENTIAL(ACTION_WRITE, CACHE_BUFFERED, 0) } },
	{ "sequential", { SEQUENTIAL(ACTION_READ, CACHE_BUFFERED, 100) } },
	{ "sequential", { SEQUENTIAL(ACTION_COPY, CACHE_BUFFERED, 50) } },
	{ "sequential", { SEQUENTIAL(ACTION_WRITE, CACHE_DIRECT, 0) } },
	{ "sequential", { SEQUENTIAL(ACTION_READ, CACHE_DIRECT, 100) } },
	{ "sequential", { SEQUENTIAL(ACTION_COPY, CACHE_DIRECT, 50) } },
	{ "sequential", { COMMIT(SYNC_FDATASYNC) } },
	{ "sequential", { COMMIT(SYNC_DSYNC) } },
	{ "random", { RANDOM(ACTION_READ, CACHE_BUFFERED, 100) } },
	{ "random", { RANDOM(ACTION_WRITE, CACHE_BUFFERED, 0) } },
	{ "random", { .action = ACTION_MIX, .cache = CACHE_BUFFERED,
		      .block_bytes = 512, .depth = 32, .read_pct = 75 } },
	{ "random", { RANDOM(ACTION_MIX, CACHE_DIRECT, 50) } },
	{ "random", { RANDOM(ACTION_READ, CACHE_DIRECT, 100),
		      .sequential_pct = 100 } },
	{ "random", { RANDOM(ACTION_WRITE, CACHE_DIRECT, 0),
		      .sync = SYNC_DSYNC, .pattern = PATTERN_PERMUTATION } },
	{ "random", { RANDOM(ACTION_READ, CACHE_CACHED, 100),
		      .pattern = PATTERN_ZIPF, .theta_milli = 1200 } },
	{ "random", { RANDOM(ACTION_WRITE, CACHE_CACHED, 0),
		      .sequential_pct = 50 } },
	{ "random", { RANDOM(ACTION_WRITE, CACHE_BUFFERED, 0),
		      .sync = SYNC_FDATASYNC } },
	{ "random", { RANDOM(ACTION_MIX, CACHE_BUFFERED, 50),
		      .sync = SYNC_FDATASYNC } },
	{ "random", { RANDOM(ACTION_MIX, CACHE_BUFFERED, 50),
		      .sync = SYNC_DSYNC } },
	{ "wholefile", { WHOLE(ACTION_WRITE, CACHE_BUFFERED, SYNC_NONE) } },
	{ "wholefile", { WHOLE(ACTION_WRITE, CACHE_BUFFERED, SYNC_NEVER) } },
	{ "wholefile", { WHOLE(ACTION_WRITE, CACHE_BUFFERED, SYNC_DSYNC) } },
	{ "wholefile", { WHOLE(ACTION_WRITE, CACHE_BUFFERED,
			       SYNC_FDATASYNC) } },
	{ "wholefile", { WHOLE(ACTION_READ, CACHE_BUFFERED, SYNC_NONE) } },
	{ "wholefile", { WHOLE(ACTION_READ, CACHE_CACHED, SYNC_NONE) } },
	{ "wholefile", { WHOLE(ACTION_COPY, CACHE_BUFFERED, SYNC_NONE) } },
	{ "wholefile", { WHOLE(ACTION_COPY, CACHE_CACHED, SYNC_NEVER) } },
};

/*
 * The spy: an engine that does nothing, and looks at what it is asked to do.
 * Kept in global state, since a workload knows it as an engine only.
 */
static struct spy {
	struct request *request;
	unsigned depth, in_flight, most_in_flight, most_submitted;
	unsigned queue[64];
	uint64_t submitted, done, end;	/* end: of the furthest request */
	uint64_t last_offset, gaps, misplaced, shared_buffers;
	struct random random;
	uint64_t visits[FILE_BYTES / 512];	/* of each block */
	uint64_t flushed, unflushed, flushed_reads, bounded_waits;
	int fd;
	bool refuses;			/* takes less than it is offered */
	int opened, closed;
	int open_error;
	uint64_t submit_error_at, result_error_at;	/* 0: never */
	int64_t result_error;
	uint64_t error_offset;
	enum operation error_op;
} spy;

static int
spy_open(struct engine_state **state, int fd, struct request *request,
	 unsigned depth)
{
	assert_true(depth <= LENGTH(spy.queue));
	spy.fd = fd;
	if (spy.open_error != 0)
		return spy.open_error;
	spy.request = request;
	spy.depth = depth;
	spy.opened++;
	random_seed(&spy.random, 1);
	*state = (struct engine_state *)&spy;
	return 0;
}

static void
spy_note_error(const struct request *r)
{
	spy.error_op = r->op;
	spy.error_offset = r->offset;
}

static void
spy_look(const struct request *r)
{
	uint64_t length = r->length, i;

	if (spy.submitted > 0 && r->offset != spy.last_offset + length &&
	    !(r->offset == 0 && spy.last_offset + length == spy.end))
		spy.gaps++;
	spy.last_offset = r->offset;
	if (r->offset + length > spy.end)
		spy.end = r->offset + length;
	if (r->offset % length != 0 || r->offset + length > FILE_BYTES)
		spy.misplaced++;
	else
		spy.visits[r->offset / length]++;
	spy.flushed_reads += r->op == OP_READ && r->flush;
	spy.flushed += r->op == OP_WRITE && r->flush;
	spy.unflushed += r->op == OP_WRITE && !r->flush;
	for (i = 0; i < spy.in_flight; i++)
		if (spy.request[spy.queue[i]].buffer == r->buffer)
			spy.shared_buffers++;
}

static int
spy_submit(struct engine_state *state, const unsigned *slot, unsigned n)
{
	unsigned take = n, i;

	(void)state;
	if (n > spy.most_submitted)
		spy.most_submitted = n;
	if (spy.refuses)
		take = (unsigned)random_below(&spy.random, n + 1);
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
	spy.bounded_waits += max_wait_ns != UINT64_MAX;
	if (spy.in_flight > min)
		n += (unsigned)random_below(&spy.random,
					    spy.in_flight - min + 1);
	if (n > spy.in_flight)
		n = spy.in_flight;
	for (i = 0; i < n; i++) {
		struct request *r = &spy.request[spy.queue[--spy.in_flight]];

		slot[i] = spy.queue[spy.in_flight];
		r->result = r->length;
		if (++spy.done != spy.result_error_at)
			continue;
		r->result = spy.result_error;
		spy_note_error(r);
	}
	return (int)n;
}

static void
spy_close(struct engine_state *state)
{
	(void)state;
	spy.closed++;
}

static const struct engine spy_engine = {
	.name = "spy", .summary = "looks at requests", .max_depth = 64,
	.can_flush = true,
	.open = spy_open, .submit = spy_submit, .reap = spy_reap,
	.close = spy_close,
};

static char directory[] = "unit-workload.XXXXXX";
static struct target target;
static struct counts counts;
static struct job job;
static struct params params;
static bool has_direct;

/* In the place of the system's: counts what falls on the clock. */
static struct {
	uint64_t counted, end_ns;	/* end_ns: of the last one */
	int error;			/* 0: they succeed */
} flushes;

int
fdatasync(int fd)
{
	int status;

	flushes.counted += counts.running;
	if (flushes.error != 0) {
		errno = flushes.error;
		return -1;
	}
	status = fsync(fd);
	flushes.end_ns = clock_now_ns();
	return status;
}

/* Whether a direct read works here. */
static bool
try_direct(void)
{
	void *memory = buffer_create(4096, 1);
	bool works;

	assert_non_null(memory);
	works = platform_direct(target.work[0], true) == 0 &&
		pread(target.work[0], memory, 4096, 0) == 4096;
	platform_direct(target.work[0], false);
	free(memory);
	return works;
}

/* As a worker does, but that the terminal can end the test. */
BEFORE_ALL(make_target)
{
	signals_in_worker(getppid());
	signal(SIGINT, SIG_DFL);
	signal(SIGTERM, SIG_DFL);
	signal(SIGXFSZ, SIG_IGN);
	if (mkdtemp(directory) == NULL)
		return -1;
	if (target_probe(&target, directory) != 0 ||
	    target_open(&target, 1) != 0)
		return -1;
	target_fill(&target, FILE_BYTES, 0, 1);
	has_direct = try_direct();
	return target.state->error;
}

AFTER_ALL(remove_target)
{
	target_close(&target);
	return rmdir(directory);
}

AFTER_EACH(clean_up)
{
	limit_file_size(RLIM_INFINITY);
	memset(&spy, 0, sizeof(spy));
	memset(&flushes, 0, sizeof(flushes));
	platform_direct(target.work_dsync[0], false);
	return platform_direct(target.work[0], false);
}

/* The job of a shape on an engine, as deep as it goes, without bounds. */
static void
set_job(const struct shape *shape, const struct engine *engine,
	uint64_t time_ns)
{
	memset(&counts, 0, sizeof(counts));
	memset(&job, 0, sizeof(job));
	params = shape->params;
	job.params = &params;
	if (params.depth > engine->max_depth)
		params.depth = engine->max_depth;
	job.engine = engine;
	job.target = &target;
	job.fd = target.work[0];
	job.dsync_fd = target.work_dsync[0];
	job.copies = 1;
	job.file_bytes = job.pass_bytes = FILE_BYTES;
	job.time_ns = time_ns;
	job.write_limit_bytes = UINT64_MAX;
	job.seed = 7;
	job.counts = &counts;
}

/* The first such. */
static const struct shape *
find_shape(const char *workload, enum action action, enum cache_mode cache)
{
	size_t i;

	for (i = 0; i < LENGTH(shapes); i++)
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

/* The return value of run; the counts stay. */
static int
run_job(const struct workload *workload)
{
	int error = workload->prepare(&job);

	assert_int_equal(error, 0);
	error = workload->run(&job);
	workload->finish(&job);
	platform_direct(job.fd, false);
	platform_direct(job.dsync_fd, false);
	return error;
}

static bool
is_possible(const struct shape *shape)
{
	return shape->params.cache != CACHE_DIRECT || has_direct;
}

static bool
has_latency(const struct shape *shape)
{
	return strcmp(shape->workload, "filecopy") != 0;
}

/* Each write is on the disk when it is done. */
static bool
is_durable(const struct shape *shape)
{
	return shape->params.sync != SYNC_NONE &&
	       shape->params.sync != SYNC_NEVER;
}

/* One pass over a file is all that there is to do. */
static bool
is_whole(const struct shape *shape)
{
	return strcmp(shape->workload, "wholefile") == 0;
}

static bool
is_commit(const struct shape *shape)
{
	return is_durable(shape) &&
	       strcmp(shape->workload, "sequential") == 0;
}

/* Goes through the loop, which keeps more account than a plain transfer. */
static bool
has_loop(const struct shape *shape)
{
	const struct params *p = &shape->params;

	if (strcmp(shape->workload, "sequential") != 0)
		return strcmp(shape->workload, "random") == 0;
	return p->action == ACTION_READ ||
	       (p->action == ACTION_WRITE && p->cache == CACHE_DIRECT);
}

/* Passes are whole, whatever the time. */
static bool
has_passes(const struct shape *shape)
{
	return strcmp(shape->workload, "sequential") == 0 &&
	       shape->params.cache == CACHE_BUFFERED && !is_commit(shape);
}

static uint64_t
clocked_ns(void)
{
	return counts_clocked_ns(&counts, counts.end_ns);
}

static void
check_counts(const struct shape *shape)
{
	const struct params *p = &shape->params;
	int op;

	for (op = 0; op < OP_COUNT; op++) {
		assert_true(counts.total.moved[op] ==
			    counts.total.ios[op] * p->block_bytes);
		assert_true(counts.latency[LAT][op].count ==
			    (has_latency(shape) ? counts.total.ios[op] : 0));
	}
	assert_true(counts.total.ios[OP_READ] + counts.total.ios[OP_WRITE] > 0);
	if (!params_writes(p))
		assert_true(counts.total.ios[OP_WRITE] == 0);
	if (!params_reads(p))
		assert_true(counts.total.ios[OP_READ] == 0);
	if (p->action == ACTION_COPY)
		assert_true(counts.total.ios[OP_READ] ==
			    counts.total.ios[OP_WRITE]);
	assert_true(counts.progress_bytes == counts.total.moved[OP_WRITE] +
		    counts.total.moved[OP_READ]);
	assert_int_equal(counts.error, 0);
	assert_false(counts.running);
}

/* Little's law holds exactly, since the same clock readings are added up. */
static void
check_depth(const struct shape *shape)
{
	uint64_t latency_ns = counts.latency[LAT][OP_READ].sum +
			      counts.latency[LAT][OP_WRITE].sum;

	assert_true(counts.total.depth_ns == latency_ns);
	assert_true(counts.total.depth_ns <= params.depth * clocked_ns());
	if (has_latency(shape))
		assert_true(counts.total.depth_ns > 0);
}

static uint64_t
done(void)
{
	return counts.total.ios[OP_READ] + counts.total.ios[OP_WRITE];
}

/*
 * What the loop counts beside, in a closed loop without a warm-up. Where
 * submitting is all there is to a request its parts are not kept.
 */
static void
check_loop(const struct shape *shape)
{
	bool has_parts = has_loop(shape) && job.engine->max_depth > 1;
	uint64_t seen = 0;
	int op, i;

	for (op = 0; op < OP_COUNT; op++) {
		uint64_t n = has_parts ? counts.total.ios[op] : 0;

		if (job.engine->max_depth == 1)
			n = 0;		/* there is but one part */
		assert_true(counts.latency[SLAT][op].count == n);
		assert_true(counts.latency[CLAT][op].count == n);
		assert_true(n == 0 || counts.latency[SLAT][op].sum +
			    counts.latency[CLAT][op].sum ==
			    counts.latency[LAT][op].sum);
	}
	for (i = 0; i < SAMPLE_DEPTHS; i++)
		seen += counts.total.depth_seen[i];
	assert_true(seen == counts.total.submits);
	assert_true(counts.total.offered_ios == 0);
	assert_true((counts.total.submits > 0) == has_loop(shape));
	if (!has_loop(shape))
		return;
	assert_true(counts.total.submits <= done());
	assert_true(2 * counts.total.submits >= done());
	assert_true(counts.total.reaps > 0 && counts.total.reaps <= done());
}

/* Calls check for each shape that is possible here, on both engines. */
static void
for_each_run(uint64_t time_ns, void (*check)(const struct shape *))
{
	static const char *const engines[] = { "null", "sync" };
	size_t i, e;

	for (i = 0; i < LENGTH(shapes); i++)
		for (e = 0; e < LENGTH(engines) && is_possible(&shapes[i]);
		     e++) {
			set_job(&shapes[i], engine_by_name(engines[e]),
				time_ns);
			check(&shapes[i]);
		}
}

TEST(every_entry_has_a_name_and_a_shape_here)
{
#define NAME_OF(name) #name,
	static const char *const names[] = { WORKLOAD_LIST(NAME_OF) };
#undef NAME_OF
	const struct workload *workload;
	size_t i, s;

	for (i = 0; i < LENGTH(names); i++) {
		workload = workload_by_name(names[i]);
		assert_non_null(workload);
		assert_true(workload->summary[0] != '\0');
		assert_true(workload->revision > 0);
		assert_string_equal(workload->name, names[i]);
		if (strcmp(workload->name, "smallfile") == 0)
			continue;	/* moves no blocks: unit-smallfile */
		for (s = 0; s < LENGTH(shapes); s++)
			if (strcmp(shapes[s].workload, workload->name) == 0)
				break;
		if (s == LENGTH(shapes))
			fail_msg("no shape for %s", workload->name);
	}
	assert_null(workload_by_name("no-such-workload"));
}

static void
check_whole_run(const struct shape *shape)
{
	assert_int_equal(run_job(workload_of(shape)), 0);
	check_counts(shape);
	check_depth(shape);
	check_loop(shape);
	assert_true(!counts.bounded || is_whole(shape));
	if (!counts.bounded)
		assert_true(clocked_ns() >= SHORT_NS);
}

TEST(a_run_counts_what_it_did_for_as_long_as_asked)
{
	for_each_run(SHORT_NS, check_whole_run);
}

static void
need_direct(void)
{
	if (!has_direct)
		test_skip("direct", "no direct I/O in this directory");
}

/* All tests over every shape leave these out where they can't run. */
TEST(direct_shapes_run_where_direct_works)
{
	need_direct();
}

/* The limit is no multiple of anything; the time would never end it. */
static void
check_limit(const struct shape *shape)
{
	const struct params *p = &shape->params;
	uint64_t least = has_passes(shape) ? 2 * FILE_BYTES : 0;
	uint64_t limit = 2 * FILE_BYTES + 5 * p->block_bytes / 2;

	if (!params_writes(p) || !has_latency(shape))
		return;
	if (is_durable(shape) || is_whole(shape))	/* each is a flush */
		limit = 5 * p->block_bytes / 2;
	job.write_limit_bytes = limit;
	assert_int_equal(run_job(workload_of(shape)), 0);
	check_counts(shape);
	assert_true(counts.total.moved[OP_WRITE] <= limit);
	if (!has_passes(shape) && p->action != ACTION_MIX)
		least = limit - p->block_bytes;
	assert_true(counts.total.moved[OP_WRITE] >= least);
	assert_true(counts.bounded);
	assert_true(workload_most_written(workload_of(shape), p, true,
					  limit) == limit);
}

TEST(no_run_writes_more_than_its_limit)
{
	for_each_run(LONG_NS, check_limit);
}

static void
check_unlimited(const struct shape *shape)
{
	const struct params *p = &shape->params;

	if (params_writes(p))
		return;
	job.write_limit_bytes = 1;
	assert_int_equal(run_job(workload_of(shape)), 0);
	check_counts(shape);
	assert_true(!counts.bounded || is_whole(shape));
	if (!counts.bounded)
		assert_true(clocked_ns() >= SHORT_NS);
	assert_true(workload_most_written(workload_of(shape), p, true, 1) ==
		    0);
}

TEST(reading_is_not_bound_by_the_write_limit)
{
	for_each_run(SHORT_NS, check_unlimited);
}

TEST(file_copy_writes_its_two_files_at_most)
{
	const struct shape *shape = find_shape("filecopy", ACTION_COPY,
					       CACHE_CACHED);
	const struct params *p = &shape->params;

	assert_true(workload_most_written(workload_of(shape), p, true,
					  UINT64_MAX) ==
		    2 * p->file_bytes);
}

/* Half of the file a pass, and a time that is over at once. */
static void
check_passes(const struct shape *shape)
{
	const struct params *p = &shape->params;
	uint64_t pass = FILE_BYTES / 2, moved, passes;

	if (!has_passes(shape))
		return;
	job.pass_bytes = pass;
	assert_int_equal(run_job(workload_of(shape)), 0);
	check_counts(shape);
	moved = counts.total.moved[params_writes(p) ? OP_WRITE : OP_READ];
	passes = moved / pass;
	assert_true(passes >= 1 && moved == passes * pass);
	if (params_reads(p) && counts.has_resident) {
		assert_true(counts.dropped_bytes == passes * pass);
		assert_true(counts.resident_bytes <= counts.dropped_bytes);
	}
}

TEST(buffered_passes_are_whole)
{
	for_each_run(1, check_passes);
	for_each_run(SHORT_NS, check_passes);
}

TEST(what_lies_between_passes_is_off_the_clock)
{
	const struct shape *shape = find_shape("sequential", ACTION_WRITE,
						CACHE_BUFFERED);

	set_job(shape, engine_by_name("sync"), LONG_NS);
	job.write_limit_bytes = 3 * FILE_BYTES;
	assert_int_equal(run_job(workload_of(shape)), 0);
	assert_true(counts.total.moved[OP_WRITE] == 3 * FILE_BYTES);
	assert_true(counts.excluded_ns > 0);
	assert_true(clocked_ns() < counts.end_ns - counts.begin_ns);
}

TEST(a_full_log_is_replaced_and_commits_go_on)
{
	size_t i;

	for (i = 0; i < LENGTH(shapes); i++) {
		const struct shape *shape = &shapes[i];

		if (!is_commit(shape))
			continue;
		set_job(shape, engine_by_name("sync"), LONG_NS);
		job.file_bytes = 4 * shape->params.block_bytes;
		job.write_limit_bytes = 10 * shape->params.block_bytes;
		assert_int_equal(run_job(workload_of(shape)), 0);
		check_counts(shape);
		check_depth(shape);
		assert_true(counts.total.ios[OP_WRITE] == 10);
		assert_true(counts.excluded_ns > 0);
		assert_true(counts.bounded);
	}
}

/* Return the number of flushes that belong to the requests counted. */
static uint64_t
flushes_expected(const struct shape *shape)
{
	const struct params *p = &shape->params;

	if (p->sync == SYNC_FDATASYNC)
		return counts.total.ios[OP_WRITE];
	if (!params_writes(p) || p->cache == CACHE_DIRECT ||
	    p->sync == SYNC_DSYNC || p->sync == SYNC_NEVER ||
	    !has_latency(shape))
		return 0;
	return has_passes(shape) ?
	       counts.total.moved[OP_WRITE] / job.pass_bytes : 1;
}

TEST(what_waits_in_memory_is_flushed_on_the_clock)
{
	size_t i;

	for (i = 0; i < LENGTH(shapes); i++) {
		if (!is_possible(&shapes[i]))
			continue;
		set_job(&shapes[i], engine_by_name("sync"), SHORT_NS);
		memset(&flushes, 0, sizeof(flushes));
		assert_int_equal(run_job(workload_of(&shapes[i])), 0);
		assert_true(flushes.counted == flushes_expected(&shapes[i]));
		if (flushes.counted > 0)
			assert_true(counts.end_ns >= flushes.end_ns);
	}
}

TEST(a_flush_that_fails_is_told)
{
	size_t i;

	for (i = 0; i < LENGTH(shapes); i++) {
		const struct workload *workload = workload_of(&shapes[i]);
		uint64_t done_before;

		set_job(&shapes[i], engine_by_name("sync"), 1);
		counts.total.ios[OP_WRITE] = 1;
		done_before = flushes_expected(&shapes[i]);
		counts.total.ios[OP_WRITE] = 0;
		if (!is_possible(&shapes[i]) ||
		    (done_before == 0 && !has_passes(&shapes[i])) ||
		    !params_writes(&shapes[i].params))
			continue;
		job.write_limit_bytes = 4 * FILE_BYTES;
		assert_int_equal(workload->prepare(&job), 0);
		flushes.error = EDOM;
		assert_int_equal(workload->run(&job), -EDOM);
		flushes.error = 0;
		workload->finish(&job);
		assert_int_equal(counts.error, EDOM);
		assert_int_equal(counts.error_op, OP_WRITE);
	}
}

TEST(a_cached_test_starts_with_the_file_in_memory)
{
	size_t i;

	for (i = 0; i < LENGTH(shapes); i++) {
		const struct workload *workload = workload_of(&shapes[i]);
		uint64_t resident = FILE_BYTES;

		if (shapes[i].params.cache != CACHE_CACHED ||
		    params_is_cache_test(&shapes[i].params))
			continue;
		platform_drop_cache(target.work[0], FILE_BYTES);
		set_job(&shapes[i], engine_by_name("sync"), SHORT_NS);
		assert_int_equal(workload->prepare(&job), 0);
		platform_resident(target.work[0], FILE_BYTES, &resident);
		workload->finish(&job);
		assert_true(resident == FILE_BYTES);
		assert_false(counts.has_resident);
		assert_true(counts.begin_ns == 0);
	}
}

TEST(a_buffered_random_read_starts_cold_and_says_so)
{
	const struct shape *shape = find_shape("random", ACTION_READ,
						CACHE_BUFFERED);
	const struct workload *workload = workload_of(shape);
	uint64_t resident;

	set_job(shape, engine_by_name("sync"), SHORT_NS);
	assert_int_equal(workload->prepare(&job), 0);
	workload->finish(&job);
	if (platform_resident(target.work[0], FILE_BYTES, &resident) != 0)
		test_skip("resident", "this platform can't tell");
	assert_true(counts.has_resident);
	assert_true(counts.dropped_bytes == FILE_BYTES);
	assert_true(counts.resident_bytes <= FILE_BYTES);
}

/* Within five standard deviations of the share that was asked for. */
TEST(a_mix_reads_its_share)
{
	static const uint32_t shares[] = { 1, 25, 50, 75, 99 };
	struct shape shape = *find_shape("random", ACTION_MIX,
					 CACHE_BUFFERED);
	size_t i;

	for (i = 0; i < LENGTH(shares); i++) {
		double p = shares[i] / 100.0, n, reads;

		shape.params.read_pct = shares[i];
		set_job(&shape, engine_by_name("null"), SHORT_NS);
		assert_int_equal(run_job(workload_of(&shape)), 0);
		reads = (double)counts.total.ios[OP_READ];
		n = reads + (double)counts.total.ios[OP_WRITE];
		assert_true(fabs(reads - p * n) <=
			    5 * sqrt(p * (1 - p) * n) + 1);
	}
}

/* In the memory of the caller: the file's `size` bytes from `offset`. */
static void
read_work_file(unsigned char *bytes, size_t size, uint64_t offset)
{
	assert_true(pread(target.work[0], bytes, size, (off_t)offset) ==
		    (ssize_t)size);
}

TEST(a_direct_copy_makes_the_second_half_the_first)
{
	static unsigned char before[FILE_BYTES], after[FILE_BYTES];
	size_t half = FILE_BYTES / 2;
	const struct shape *shape = find_shape("sequential", ACTION_COPY,
						CACHE_DIRECT);

	need_direct();
	target_fill(&target, FILE_BYTES, 0, 3);
	read_work_file(before, FILE_BYTES, 0);
	assert_memory_not_equal(before, before + half, half);
	set_job(shape, engine_by_name("sync"), LONG_NS);
	job.write_limit_bytes = half;
	assert_int_equal(run_job(workload_of(shape)), 0);
	assert_true(counts.total.moved[OP_READ] == half);
	assert_true(counts.total.moved[OP_WRITE] == half);
	read_work_file(after, FILE_BYTES, 0);
	assert_memory_equal(after, before, half);
	assert_memory_equal(after + half, before, half);
}

static bool
is_sequential(const struct shape *shape)
{
	return has_loop(shape) && (shape->params.sequential_pct == 100 ||
				   strcmp(shape->workload, "random") != 0);
}

/* How much oftener the spy saw one block of the file than another. */
static uint64_t
spread_of_visits(uint32_t block_bytes)
{
	uint64_t least = UINT64_MAX, most = 0;
	size_t i;

	for (i = 0; i < FILE_BYTES / block_bytes; i++) {
		if (spy.visits[i] < least)
			least = spy.visits[i];
		if (spy.visits[i] > most)
			most = spy.visits[i];
	}
	return most - least;
}

TEST(sequential_requests_leave_nothing_out)
{
	size_t i, n = 0;

	for (i = 0; i < LENGTH(shapes); i++) {
		const struct shape *shape = &shapes[i];

		if (!is_sequential(shape) || !is_possible(shape))
			continue;
		set_job(shape, &spy_engine, SHORT_NS);
		params.depth = 4;	/* so that some can be refused */
		memset(&spy, 0, sizeof(spy));
		spy.refuses = true;
		while (spy.end < FILE_BYTES) {
			memset(&counts, 0, sizeof(counts));
			memset(&spy.visits, 0, sizeof(spy.visits));
			spy.submitted = 0;
			job.time_ns *= 2;
			assert_int_equal(run_job(workload_of(shape)), 0);
		}
		check_counts(shape);
		check_loop(shape);
		assert_true(spy.gaps == 0 && spy.misplaced == 0);
		assert_true(spread_of_visits(shape->params.block_bytes) <=
			    (has_passes(shape) ? 0 : 1));
		assert_true(spy.visits[0] > 0);
		n++;
	}
	assert_true(n >= 1);
}

/* Every combination of what --cache, --sync and --random can ask for. */
static struct shape
variant(unsigned number)
{
	static const enum action actions[] = { ACTION_READ, ACTION_WRITE,
					       ACTION_MIX };
	static const uint32_t shares[] = { 100, 0, 50 };
	struct shape shape = { .workload = "random", .params = {
		.block_bytes = 4096, .depth = 8 } };
	struct params *p = &shape.params;

	p->action = actions[number % 3];
	p->read_pct = shares[number % 3];
	p->cache = (enum cache_mode)(number / 3 % 3);
	p->sync = p->action == ACTION_READ ? SYNC_NONE :
		  (enum sync_mode)(number / 9 % 3);
	switch (number / 27) {
	case 0:
	case 1:
	case 2:
		p->sequential_pct = 50 * (number / 27);
		break;
	case 3:
		p->pattern = PATTERN_PERMUTATION;
		break;
	case 4:
		p->pattern = PATTERN_ZIPF;
		p->theta_milli = 900;
		break;
	}
	return shape;
}

#define VARIANTS (27 * 5)

static void
check_variant(const struct shape *shape)
{
	const struct params *p = &shape->params;
	bool by_turns = p->sequential_pct == 100 ||
			p->pattern == PATTERN_PERMUTATION;

	check_counts(shape);
	check_depth(shape);
	check_loop(shape);
	assert_true(spy.done == done());
	assert_true(spy.misplaced == 0 && spy.shared_buffers == 0);
	assert_int_equal(spy.fd, p->sync == SYNC_DSYNC ?
			 target.work_dsync[0] : target.work[0]);
	assert_true(spy.flushed_reads == 0);
	assert_true((p->sync == SYNC_FDATASYNC ? spy.flushed :
		     spy.unflushed) == counts.total.ios[OP_WRITE]);
	assert_true((p->sync == SYNC_FDATASYNC ? spy.unflushed :
		     spy.flushed) == 0);
	assert_true(spy.bounded_waits == 0);
	if (by_turns)
		assert_true(spread_of_visits(p->block_bytes) <= 1);
	if (p->sequential_pct == 100)
		assert_true(spy.gaps == 0);
	/* The spy flushes nothing itself. */
	assert_true(flushes.counted == (params_writes(p) &&
					p->cache != CACHE_DIRECT &&
					p->sync == SYNC_NONE));
	/* Also before writes: a part of a page may be read to be written. */
	assert_true(counts.has_resident == (p->cache == CACHE_BUFFERED));
}

TEST(every_variant_of_a_random_test_keeps_its_rules)
{
	unsigned i;

	for (i = 0; i < VARIANTS; i++) {
		struct shape shape = variant(i);

		if (!is_possible(&shape))
			continue;
		memset(&spy, 0, sizeof(spy));
		memset(&flushes, 0, sizeof(flushes));
		set_job(&shape, &spy_engine, NS_PER_MS / 4);
		spy.refuses = i % 2 != 0;
		assert_int_equal(run_job(workload_of(&shape)), 0);
		check_variant(&shape);
	}
}

/* The descriptor of each variant is as its sync mode wants it. */
TEST(only_dsync_writes_through)
{
	assert_int_equal(fcntl(target.work[0], F_GETFL) & O_DSYNC, 0);
	assert_int_equal(fcntl(target.work_dsync[0], F_GETFL) & O_DSYNC,
			 O_DSYNC);
}

/* Within five standard deviations; by chance 1 in 256 goes on as well. */
TEST(a_sequential_share_goes_on_where_it_was)
{
	static const uint32_t shares[] = { 10, 50, 90 };
	struct shape shape = *find_shape("random", ACTION_WRITE,
					 CACHE_BUFFERED);
	double n = 10000;
	size_t i;

	for (i = 0; i < LENGTH(shares); i++) {
		double p = (1 - shares[i] / 100.0) * 255 / 256;

		memset(&spy, 0, sizeof(spy));
		shape.params.sequential_pct = shares[i];
		set_job(&shape, &spy_engine, LONG_NS);
		job.write_limit_bytes = (uint64_t)n * 4096;
		assert_int_equal(run_job(workload_of(&shape)), 0);
		assert_true(fabs((double)spy.gaps - p * n) <=
			    5 * sqrt(p * (1 - p) * n) + 1);
	}
}

TEST(zipf_has_a_hot_spot_and_uniform_has_none)
{
	struct shape shape = *find_shape("random", ACTION_WRITE,
					 CACHE_BUFFERED);

	set_job(&shape, &spy_engine, LONG_NS);
	job.write_limit_bytes = 10000 * 4096;
	assert_int_equal(run_job(workload_of(&shape)), 0);
	assert_true(spread_of_visits(4096) < 100);
	memset(&spy, 0, sizeof(spy));
	shape.params.pattern = PATTERN_ZIPF;
	shape.params.theta_milli = 1200;
	set_job(&shape, &spy_engine, LONG_NS);
	job.write_limit_bytes = 10000 * 4096;
	assert_int_equal(run_job(workload_of(&shape)), 0);
	assert_true(spread_of_visits(4096) > 1000);
}

/* A random read at a rate, on the null engine. */
static const struct shape *
set_open_job(uint32_t rate_iops, enum arrival arrival, uint64_t time_ns)
{
	static struct shape shape;

	shape = *find_shape("random", ACTION_READ, CACHE_BUFFERED);
	shape.params.rate_iops = rate_iops;
	shape.params.arrival = arrival;
	set_job(&shape, engine_by_name("null"), time_ns);
	return &shape;
}

/* However late this process gets to them. */
TEST(an_open_loop_counts_what_was_due)
{
	const struct shape *shape;
	int op;

	shape = set_open_job(2000, ARRIVAL_CONSTANT, 50 * NS_PER_MS);
	assert_int_equal(run_job(workload_of(shape)), 0);
	check_counts(shape);
	assert_true(counts.total.offered_ios == 100);
	assert_true(done() <= 100);
	assert_true(clocked_ns() >= 50 * NS_PER_MS);
	assert_false(counts.bounded);
	for (op = 0; op < OP_COUNT; op++) {
		assert_true(counts.latency[SLAT][op].count ==
			    counts.total.ios[op]);
		assert_true(counts.latency[CLAT][op].count ==
			    counts.total.ios[op]);
		/* What it waited before the submission counts, too. */
		assert_true(counts.latency[SLAT][op].sum +
			    counts.latency[CLAT][op].sum <=
			    counts.latency[LAT][op].sum);
	}
}

TEST(poisson_offers_the_same_on_average)
{
	const struct shape *shape;

	shape = set_open_job(100000, ARRIVAL_POISSON, 20 * NS_PER_MS);
	assert_int_equal(run_job(workload_of(shape)), 0);
	check_counts(shape);
	assert_true(done() <= counts.total.offered_ios);
	assert_true(fabs((double)counts.total.offered_ios - 2000) <=
		    6 * sqrt(2000));
}

TEST(copies_share_what_is_offered)
{
	const struct shape *shape;
	unsigned copy;

	for (copy = 0; copy < 4; copy++) {
		shape = set_open_job(2000, ARRIVAL_CONSTANT, 20 * NS_PER_MS);
		job.copy = copy;
		job.copies = 4;
		assert_int_equal(run_job(workload_of(shape)), 0);
		assert_true(counts.total.offered_ios == 10);
	}
}

/* Holds on to the one request that it takes until the time is over. */
static int
stuck_submit(struct engine_state *state, const unsigned *slot, unsigned n)
{
	return spy.in_flight > 0 ? -EAGAIN :
	       spy_submit(state, slot, n > 1 ? 1 : n);
}

static int
stuck_reap(struct engine_state *state, unsigned min, uint64_t max_wait_ns,
	   unsigned *slot)
{
	return max_wait_ns == UINT64_MAX ?
	       spy_reap(state, min, max_wait_ns, slot) : 0;
}

TEST(what_an_engine_refuses_was_offered_all_the_same)
{
	struct engine stuck = spy_engine;
	const struct shape *shape;

	stuck.submit = stuck_submit;
	stuck.reap = stuck_reap;
	shape = set_open_job(2000, ARRIVAL_CONSTANT, 20 * NS_PER_MS);
	job.engine = &stuck;
	assert_int_equal(run_job(workload_of(shape)), 0);
	assert_true(done() == 1);
	assert_true(counts.total.offered_ios == 40);
	assert_true(counts.latency[LAT][OP_READ].max >= 19 * NS_PER_MS);
}

TEST(what_was_due_in_the_warm_up_is_not_offered)
{
	const struct shape *shape;

	shape = set_open_job(2000, ARRIVAL_CONSTANT, 20 * NS_PER_MS);
	job.warm_up_ns = 10 * NS_PER_MS;
	assert_int_equal(run_job(workload_of(shape)), 0);
	assert_true(counts.total.offered_ios == 40);
	assert_true(clocked_ns() >= 20 * NS_PER_MS);
}

/* What would have been due after the last byte was written isn't offered. */
TEST(nothing_is_offered_beyond_the_write_limit)
{
	struct shape shape = *find_shape("random", ACTION_WRITE,
					 CACHE_BUFFERED);

	shape.params.rate_iops = 100000;
	set_job(&shape, engine_by_name("null"), LONG_NS);
	job.write_limit_bytes = 100 * 4096;
	assert_int_equal(run_job(workload_of(&shape)), 0);
	check_counts(&shape);
	assert_true(counts.bounded);
	assert_true(done() == 100);
	assert_true(counts.total.offered_ios >= 100);
	assert_true((double)counts.total.offered_ios <=
		    (double)clocked_ns() / 10000 + 1);
}

TEST(every_read_pass_starts_at_the_beginning)
{
	const struct shape *shape = find_shape("sequential", ACTION_READ,
						CACHE_BUFFERED);

	set_job(shape, &spy_engine, SHORT_NS);
	job.pass_bytes = FILE_BYTES / 2;
	while (spy.done <= job.pass_bytes / shape->params.block_bytes) {
		memset(&counts, 0, sizeof(counts));
		job.time_ns *= 2;
		assert_int_equal(run_job(workload_of(shape)), 0);
	}
	assert_true(spy.end == FILE_BYTES / 2);
	assert_true(spy.gaps == 0);
}

TEST(the_loop_keeps_within_file_depth_and_slots)
{
	size_t i;
	int refuses;

	for (i = 0; i < LENGTH(shapes); i++)
		for (refuses = 0; refuses < 2; refuses++) {
			const struct shape *shape = &shapes[i];

			if (!workload_of(shape)->uses_engine ||
			    !is_possible(shape))
				continue;
			set_job(shape, &spy_engine, SHORT_NS);
			memset(&spy, 0, sizeof(spy));
			spy.refuses = refuses != 0;
			assert_int_equal(run_job(workload_of(shape)), 0);
			check_counts(shape);
			check_depth(shape);
			check_loop(shape);
			assert_true(spy.misplaced == 0);
			assert_true(spy.shared_buffers == 0);
			assert_true(spy.most_submitted <= 2);
			assert_true(spy.most_in_flight <= params.depth);
			assert_true(spy.in_flight == 0);
			assert_true(spy.done == done());
			assert_int_equal(spy.opened, 1);
			assert_int_equal(spy.closed, 1);
		}
}

/* An engine that holds back what it has until somebody waits for it. */
static int
lazy_reap(struct engine_state *state, unsigned min, uint64_t max_wait_ns,
	  unsigned *slot)
{
	return min == 0 ? 0 : spy_reap(state, min, max_wait_ns, slot);
}

TEST(the_depth_is_used_up_before_anything_is_waited_for)
{
	struct engine lazy = spy_engine;
	const struct shape *shape = find_shape("random", ACTION_READ,
						CACHE_BUFFERED);

	lazy.reap = lazy_reap;
	set_job(shape, &lazy, SHORT_NS);
	assert_int_equal(run_job(workload_of(shape)), 0);
	assert_int_equal(spy.most_in_flight, shape->params.depth);
}

TEST(warm_up_is_not_counted)
{
	size_t i;

	for (i = 0; i < LENGTH(shapes); i++) {
		const struct shape *shape = &shapes[i];
		uint64_t begin_ns;

		if (!workload_of(shape)->uses_engine || !is_possible(shape))
			continue;
		set_job(shape, &spy_engine, SHORT_NS);
		memset(&spy, 0, sizeof(spy));
		job.warm_up_ns = SHORT_NS;
		begin_ns = clock_now_ns();
		assert_int_equal(run_job(workload_of(shape)), 0);
		check_counts(shape);
		assert_true(counts.begin_ns >= begin_ns + SHORT_NS);
		assert_true(clocked_ns() >= SHORT_NS);
		assert_true(spy.done > done());
	}
}

TEST(a_direct_copy_does_not_count_its_warm_up)
{
	const struct shape *shape = find_shape("sequential", ACTION_COPY,
						CACHE_DIRECT);
	uint64_t begin_ns = clock_now_ns();

	need_direct();
	set_job(shape, engine_by_name("sync"), SHORT_NS);
	job.warm_up_ns = SHORT_NS;
	assert_int_equal(run_job(workload_of(shape)), 0);
	check_counts(shape);
	check_depth(shape);
	assert_true(counts.begin_ns >= begin_ns + SHORT_NS);
	assert_true(clocked_ns() >= SHORT_NS);
}

TEST(the_warm_up_counts_towards_the_write_limit)
{
	const struct shape *shape = find_shape("random", ACTION_WRITE,
						CACHE_BUFFERED);
	uint64_t block = shape->params.block_bytes;

	set_job(shape, &spy_engine, LONG_NS);
	job.warm_up_ns = 1;
	job.write_limit_bytes = 1000 * block;
	assert_int_equal(run_job(workload_of(shape)), 0);
	assert_true(spy.done == 1000);
	assert_true(counts.total.moved[OP_WRITE] < 1000 * block);
	assert_true(counts.bounded);
}

TEST(a_long_warm_up_leaves_half_of_the_write_limit)
{
	const struct shape *shape = find_shape("random", ACTION_WRITE,
						CACHE_BUFFERED);
	uint64_t block = shape->params.block_bytes;

	set_job(shape, &spy_engine, LONG_NS);
	job.warm_up_ns = 1000 * NS_PER_S;
	job.write_limit_bytes = 1000 * block;
	assert_int_equal(run_job(workload_of(shape)), 0);
	assert_true(spy.done == 1000);
	assert_true(counts.total.moved[OP_WRITE] >= 490 * block);
	assert_true(counts.total.moved[OP_WRITE] <=
		    (500 + shape->params.depth) * block);
	assert_true(counts.bounded);
}

TEST(the_first_failed_request_is_named)
{
	static const int64_t results[] = { -EIO, -ENOSPC, 100, 0 };
	const struct shape *shape = find_shape("random", ACTION_MIX,
						CACHE_BUFFERED);
	size_t i;

	for (i = 0; i < LENGTH(results); i++) {
		int expected = results[i] < 0 ? (int)-results[i] : EIO;

		set_job(shape, &spy_engine, LONG_NS);
		memset(&spy, 0, sizeof(spy));
		spy.result_error_at = 100 + i;
		spy.result_error = results[i];
		assert_int_equal(run_job(workload_of(shape)), -expected);
		assert_int_equal(counts.error, expected);
		assert_int_equal(counts.error_op, spy.error_op);
		assert_true(counts.error_offset == spy.error_offset);
		assert_int_equal(spy.closed, 1);
	}
}

TEST(a_refused_submission_is_named)
{
	const struct shape *shape = find_shape("random", ACTION_MIX,
						CACHE_BUFFERED);
	uint64_t at;

	for (at = 1; at < 20; at++) {
		set_job(shape, &spy_engine, LONG_NS);
		memset(&spy, 0, sizeof(spy));
		spy.submit_error_at = at;
		assert_int_equal(run_job(workload_of(shape)), -EBADF);
		assert_int_equal(counts.error, EBADF);
		assert_int_equal(counts.error_op, spy.error_op);
		assert_true(counts.error_offset == spy.error_offset);
	}
}

/* A file of FILE_BYTES, without a name, that only one direction works on. */
static int
one_way_file(int flags)
{
	char *path = xprintf("%s/one-way", directory);
	int made = open(path, O_RDWR | O_CREAT | O_EXCL, 0600), fd;

	assert_true(made >= 0);
	assert_int_equal(ftruncate(made, (off_t)FILE_BYTES), 0);
	fd = open(path, flags);
	unlink(path);
	close(made);
	free(path);
	assert_true(fd >= 0);
	return fd;
}

/* On each engine that moves data, since they tell it in different ways. */
TEST(a_descriptor_that_fails_is_told_with_the_place)
{
	const struct engine *engine;
	size_t i, e;

	for (i = 0; i < LENGTH(shapes); i++)
		for (e = 0; (engine = engine_at(e)) != NULL; e++) {
			const struct params *p = &shapes[i].params;
			enum operation op = params_reads(p) ? OP_READ :
					    OP_WRITE;

			if (!workload_of(&shapes[i])->uses_engine ||
			    p->action == ACTION_MIX ||
			    p->cache == CACHE_CACHED ||	/* warm reads first */
			    !is_possible(&shapes[i]) ||
			    engine_na_reason(engine) != NULL ||
			    !engine->is_real)
				continue;
			set_job(&shapes[i], engine, LONG_NS);
			job.fd = job.dsync_fd =
				one_way_file(op == OP_READ ? O_WRONLY :
					     O_RDONLY);
			assert_int_equal(run_job(workload_of(&shapes[i])),
					 -EBADF);
			assert_int_equal(counts.error, EBADF);
			assert_int_equal(counts.error_op, op);
			assert_true(counts.error_offset % p->block_bytes == 0);
			assert_true(counts.error_offset < FILE_BYTES);
			close(job.fd);
		}
}

/* Reading beyond what is there; sequential, so the place is known. */
TEST(a_file_that_shrank_is_told_with_the_place)
{
	const struct shape *shape = find_shape("sequential", ACTION_READ,
						CACHE_BUFFERED);

	set_job(shape, engine_by_name("sync"), LONG_NS);
	job.fd = one_way_file(O_RDWR);
	assert_int_equal(ftruncate(job.fd, (off_t)FILE_BYTES / 2), 0);
	assert_int_equal(run_job(workload_of(shape)), -TRANSFER_NO_DATA);
	assert_int_equal(counts.error, TRANSFER_NO_DATA);
	assert_int_equal(counts.error_op, OP_READ);
	assert_true(counts.error_offset == FILE_BYTES / 2);
	close(job.fd);
}

TEST(a_file_that_shrank_cannot_be_warmed)
{
	const struct shape *shape = find_shape("random", ACTION_READ,
						CACHE_CACHED);
	const struct workload *workload = workload_of(shape);

	set_job(shape, &spy_engine, SHORT_NS);
	job.fd = one_way_file(O_RDWR);
	assert_int_equal(ftruncate(job.fd, (off_t)FILE_BYTES - 1), 0);
	assert_int_equal(workload->prepare(&job), -TRANSFER_NO_DATA);
	workload->finish(&job);
	assert_int_equal(spy.closed, 1);
	close(job.fd);
}

TEST(a_fresh_file_that_cannot_grow_is_told_with_the_place)
{
	size_t i;

	for (i = 0; i < LENGTH(shapes); i++) {
		const struct shape *shape = &shapes[i];
		uint64_t most = 2 * shape->params.block_bytes;
		const struct workload *workload = workload_of(shape);

		if (shape->params.cache == CACHE_DIRECT ||
		    !params_writes(&shape->params) || workload->uses_engine)
			continue;
		set_job(shape, engine_by_name("sync"), LONG_NS);
		assert_int_equal(workload->prepare(&job), 0);
		limit_file_size((rlim_t)most);
		assert_int_equal(workload->run(&job), -EFBIG);
		limit_file_size(RLIM_INFINITY);
		workload->finish(&job);
		assert_int_equal(counts.error, EFBIG);
		assert_int_equal(counts.error_op, OP_WRITE);
		if (has_latency(shape))
			assert_true(counts.error_offset == most);
	}
}

TEST(finish_follows_a_failed_prepare)
{
	struct target gone = target;
	size_t i;

	gone.private_fd = -1;
	for (i = 0; i < LENGTH(shapes); i++) {
		const struct workload *workload = workload_of(&shapes[i]);

		if (!is_possible(&shapes[i]) ||
		    (is_whole(&shapes[i]) &&	/* needs no more than a read */
		     !params_writes(&shapes[i].params)))
			continue;
		set_job(&shapes[i], &spy_engine, SHORT_NS);
		job.target = &gone;
		memset(&spy, 0, sizeof(spy));
		spy.open_error = -EMFILE;
		assert_true(workload->prepare(&job) < 0);
		workload->finish(&job);
		assert_int_equal(spy.closed, 0);
	}
}

TEST(finish_follows_a_prepare_that_never_ran)
{
	size_t i;

	for (i = 0; i < LENGTH(shapes); i++) {
		const struct workload *workload = workload_of(&shapes[i]);

		if (!is_possible(&shapes[i]))
			continue;
		set_job(&shapes[i], engine_by_name("sync"), SHORT_NS);
		assert_int_equal(workload->prepare(&job), 0);
		workload->finish(&job);
		assert_true(counts.begin_ns == 0);
	}
}

TEST(one_seed_gives_one_sequence)
{
	const struct shape *shape = find_shape("random", ACTION_MIX,
						CACHE_BUFFERED);
	uint64_t reads, last;

	set_job(shape, &spy_engine, LONG_NS);
	job.write_limit_bytes = 1000 * shape->params.block_bytes;
	assert_int_equal(run_job(workload_of(shape)), 0);
	reads = counts.total.ios[OP_READ];
	last = spy.last_offset;
	assert_true(spy.gaps > 900);	/* and it is a random one */
	memset(&spy, 0, sizeof(spy));
	set_job(shape, &spy_engine, LONG_NS);
	job.write_limit_bytes = 1000 * shape->params.block_bytes;
	assert_int_equal(run_job(workload_of(shape)), 0);
	assert_true(reads == counts.total.ios[OP_READ] &&
		    last == spy.last_offset);
}

TEST(another_seed_gives_another_sequence)
{
	static const enum pattern patterns[] = {
		PATTERN_UNIFORM, PATTERN_PERMUTATION, PATTERN_ZIPF
	};
	static uint64_t visits[2][FILE_BYTES / 512];
	struct shape shape = *find_shape("random", ACTION_WRITE,
					 CACHE_BUFFERED);
	size_t i, seed;

	for (i = 0; i < LENGTH(patterns); i++) {
		shape.params.pattern = patterns[i];
		shape.params.theta_milli = 1200;
		for (seed = 0; seed < 2; seed++) {
			memset(&spy, 0, sizeof(spy));
			set_job(&shape, &spy_engine, LONG_NS);
			job.seed = seed;
			/* Half of the blocks: of a permutation, which ones. */
			job.write_limit_bytes = FILE_BYTES / 2;
			assert_int_equal(run_job(workload_of(&shape)), 0);
			memcpy(visits[seed], spy.visits, sizeof(spy.visits));
		}
		assert_memory_not_equal(visits[0], visits[1],
					sizeof(visits[0]));
	}
}
