/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Worker: filling and measuring through real processes, on files in a directory
 * made here. Most workloads are made up: they have known counts, fail, crash,
 * or never end.
 */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diskidx/base/clock.h"
#include "diskidx/base/operation.h"
#include "diskidx/base/units.h"
#include "diskidx/platform/platform.h"
#include "diskidx/worker/worker.h"

#include "../support/bench.h"
#include "../support/rows.h"

#define COPIES 2
#define FILE_BYTES (4 * MIB)
#define BLOCK 4096
#define SHORT_NS (30 * NS_PER_MS)
#define PATIENCE_S 900	/* a hang is a failure, a slow machine none */

/* Shared with the made-up workloads, which tell and are told by it. */
static struct shared {
	volatile uint64_t prepared_ns[COPIES], begun_ns[COPIES];
	bool is_silent;
	struct job job[COPIES];
} *shared;

static struct sample sample;
static char reason[WORKER_REASON];

AFTER_ALL(remove_directory)
{
	platform_unshare(shared, sizeof(*shared));
	return bench_close();
}

/* Make a target that is filled, once for all tests. */
BEFORE_ALL(make_directory)
{
	alarm(PATIENCE_S);
	shared = platform_share(sizeof(*shared));
	if (shared == NULL || bench_make("worker") != 0 ||
	    bench_open(COPIES, 0) != 0)
		return -1;
	return worker_fill(&target, FILE_BYTES, UINT64_MAX, 1, NULL, reason);
}

AFTER_EACH(clean_up)
{
	limit_file_size(RLIM_INFINITY);
	sample_free(&sample);
	memset(shared, 0, sizeof(*shared));
	reason[0] = '\0';
	return 0;
}

static int
do_nothing(struct job *job)
{
	(void)job;
	return 0;
}

static void
finish_nothing(struct job *job)
{
	(void)job;
}

static int
note_begin(struct job *job)
{
	shared->begun_ns[job->copy] = counts_start(job->counts);
	counts_stop(job->counts, clock_now_ns());
	return 0;
}

static struct workload
made_up(int (*prepare)(struct job *), int (*run)(struct job *))
{
	static const struct traits traits = { .name = "made-up" };

	return (struct workload){
		.traits = &traits, .revision = 1,
		.prepare = prepare, .run = run, .finish = finish_nothing,
	};
}

static struct assignment
assign(const struct workload *workload, unsigned copies)
{
	struct assignment a = {
		.job = { .workload = workload,
			 .engine = engine_by_name("sync"), .params = &params,
			 .target = &target, .copies = copies,
			 .time_ns = SHORT_NS, .write_limit_bytes = UINT64_MAX,
			 .seed = 5 },
		.round = 3,
	};

	params = (struct params){ .action = ACTION_MIX, .cache = CACHE_BUFFERED,
		.block_bytes = BLOCK, .depth = 1,
		.read_pct = 50 };
	return a;
}

/* One sample by a made-up workload; what worker_measure gave. */
static int
measure(int (*prepare)(struct job *), int (*run)(struct job *),
	unsigned copies)
{
	struct workload workload = made_up(prepare, run);
	struct assignment a = assign(&workload, copies);

	return worker_measure(&a, 1, &sample, reason);
}

static int
look_around(struct job *job)
{
	struct stat null, output, errors;

	shared->is_silent = stat("/dev/null", &null) == 0 &&
			    fstat(STDOUT_FILENO, &output) == 0 &&
			    fstat(STDERR_FILENO, &errors) == 0 &&
			    output.st_rdev == null.st_rdev &&
			    errors.st_rdev == null.st_rdev;
	return note_begin(job);
}

TEST(a_reader_of_what_the_program_prints_waits_for_no_worker)
{
	assert_int_equal(measure(do_nothing, look_around, 1), 0);
	assert_true(shared->is_silent);
}

/* On a second target beside the first, which the other tests need. */
TEST(a_fill_is_whole_or_ends_in_a_whole_mebibyte)
{
	static const struct {
		uint64_t size, limit_ns, filled;
	} cases[] = {
		{ 3 * MIB + 512, 1, MIB },
		{ 2 * MIB + 512, UINT64_MAX, 2 * MIB + 512 },
	};

	for (size_t k = 0; k < LENGTH(cases); k++) {
		struct target other;
		int error;

		assert_int_equal(target_probe(&other, bench_directory), 0);
		assert_int_equal(target_open(&other, COPIES, 3), 0);
		error = worker_fill(&other, cases[k].size, cases[k].limit_ns, 1,
				    NULL, reason);
		assert_true(other.state->filled_bytes == cases[k].filled);
		other.state->fill_ns = 2 * NS_PER_S;
		assert_near(target_fill_rate(&other, COPIES),
			    (double)cases[k].filled, 1);
		assert_int_equal(other.n_work, 2 * COPIES);
		for (unsigned i = 0; i < 2 * COPIES; i++) {
			struct stat st;

			assert_int_equal(fstat(*other.work[i], &st), 0);
			assert_true(st.st_size == (off_t)cases[k].filled);
		}
		target_close(&other);
		assert_int_equal(error, 0);
	}
}

/* The totals that are sums of the copies', as words of a struct totals. */
#define FIRST_SUM (offsetof(struct totals, user_ns) / sizeof(uint64_t))
#define LAST_SUM (offsetof(struct totals, flush_ns) / sizeof(uint64_t))

/* The second copy does and takes twice of everything. */
static int
count_known(struct job *job)
{
	struct counts *t = job->counts;
	unsigned k = job->copy + 1, i;

	for (i = 0; i < 3 * k; i++) {
		counts_record(t, OP_READ, BLOCK, 1000 * k);
		histogram_record(&t->latency[SLAT][OP_READ], 100 * k);
		histogram_record(&t->latency[CLAT][OP_READ], 900 * k);
	}
	for (i = 0; i < 5 * k; i++)
		counts_record(t, OP_WRITE, BLOCK, 2000 * k);
	for (i = FIRST_SUM; i < LAST_SUM; i++)
		((uint64_t *)&t->total)[i] = i * k;
	t->resident_bytes = 70 * k;
	t->dropped_bytes = 80 * k;
	t->bounded = k == 2;
	/* 1000 to 5000 less 1000 off the clock; 2000 to 11000 less 3000. The
	 * first copy's requests are the last. */
	t->total.flush_ns = k == 1 ? 500 : 5000;
	t->begin_ns = 1000 * k;
	t->end_ns = k == 1 ? 5000 : 11000;
	t->excluded_ns = k == 1 ? 1000 : 3000;
	t->has_device = t->has_processors = true;
	t->device_begin.write_ios = t->processors_begin.busy_ns = 100 * k;
	t->device.write_ios = t->processors.busy_ns = 30 * k;
	/* A period ended between the readings of the two. */
	t->processors.periods = 10 * k;
	t->processors.limited_periods = 10 * k + 1;
	return 0;
}

static void
assert_latency(enum latency_kind kind, enum operation op, uint64_t count,
	       uint64_t sum, uint64_t min, uint64_t max)
{
	const struct histogram_packed *h = sample.latency[kind][op];

	assert_true(h->count == count && h->sum == sum);
	assert_true(h->min == min && h->max == max);
}

/* Compare a counter of the device and one of the processors. */
static void
assert_activity(uint64_t expected)
{
	assert_true(sample.has_device && sample.has_processors);
	assert_int_equal(sample.device.write_ios, expected);
	assert_int_equal(sample.processors.busy_ns, expected);
	assert_true(sample.processors.periods > 0 &&
		    sample.processors.limited_periods ==
		    sample.processors.periods);
}

TEST(a_sample_is_the_sum_of_its_copies)
{
	assert_int_equal(measure(do_nothing, count_known, 2), 0);
	assert_int_equal(sample.round, 3);
	assert_true(sample.total.ios[OP_READ] == 9 &&
		    sample.total.ios[OP_WRITE] == 15);
	assert_true(sample.total.moved[OP_READ] == 9 * BLOCK);
	assert_true(sample.total.moved[OP_WRITE] == 15 * BLOCK);
	assert_true(sample.total.bytes == 24 * BLOCK);
	for (size_t i = FIRST_SUM; i < LAST_SUM; i++)
		assert_true(((uint64_t *)&sample.total)[i] == 3 * i);
	assert_true(sample.has_resident && sample.bounded);
	assert_true(sample.resident_bytes == 210);
	assert_true(sample.dropped_bytes == 240);
	assert_latency(LAT, OP_READ, 9, 3 * 1000 + 6 * 2000, 1000, 2000);
	assert_latency(SLAT, OP_READ, 9, 3 * 100 + 6 * 200, 100, 200);
	assert_latency(CLAT, OP_READ, 9, 3 * 900 + 6 * 1800, 900, 1800);
	assert_latency(LAT, OP_WRITE, 15, 5 * 2000 + 10 * 4000, 2000, 4000);
	/* Nothing is there that was not kept. */
	assert_null(sample.latency[SLAT][OP_WRITE]);
	assert_null(sample.latency[CLAT][OP_WRITE]);
	/* From the first start to the last end on the clock. */
	assert_true(sample.total.elapsed_ns == 8000 - 1000);
	assert_true(sample.total.flush_ns == 8000 - 3500);
	assert_true(sample.uneven);
	assert_activity(100 + 60);
	sample_free(&sample);
	assert_int_equal(measure(do_nothing, count_known, 1), 0);
	assert_activity(30);
	assert_true(sample.total.elapsed_ns == 4000 - 1000);
	assert_true(sample.total.flush_ns == 500);
	assert_false(sample.uneven || sample.bounded);
}

/* The first copy is ready when the other one has long been so. */
static int
prepare_last(struct job *job)
{
	unsigned copy = job->copy;

	while (copy == 0 && shared->prepared_ns[1] == 0)
		clock_sleep_ns(NS_PER_MS);
	shared->prepared_ns[copy] = clock_now_ns();
	return 0;
}

TEST(copies_start_when_all_are_ready)
{
	unsigned i, j;

	assert_int_equal(measure(prepare_last, note_begin, 2), 0);
	for (i = 0; i < COPIES; i++)
		for (j = 0; j < COPIES; j++)
			assert_true(shared->begun_ns[i] >=
				    shared->prepared_ns[j]);
}

static int
note_job(struct job *job)
{
	shared->job[job->copy] = *job;
	return 0;
}

static int
fail_second(struct job *job)
{
	return job->fd == *target.work[1] ? -EDOM : 0;
}

TEST(of_two_tests_one_that_fails_fails_both)
{
	struct workload workload = made_up(fail_second, note_begin);
	struct assignment a[2] = { assign(&workload, 1), assign(&workload, 1) };
	struct sample both[2];

	a[1].first_file = 1;
	assert_int_equal(worker_measure(a, 2, both, reason), -EDOM);
	assert_has(reason, strerror(EDOM));
	assert_int_equal(both[0].total.elapsed_ns, 0);
	assert_int_equal(both[1].total.elapsed_ns, 0);
}

TEST(tests_that_write_have_the_work_file_of_their_kind)
{
	static const struct {
		const char *workload;
		struct params params;
		enum work_file kind, in_place;
	} rows[] = {
		{ "random", { .action = ACTION_WRITE }, 1, 1 },
		{ "random", { .action = ACTION_WRITE, .cache = CACHE_DIRECT },
		  1, 2 },
		{ "random", { .action = ACTION_MIX, .read_pct = 75 }, 1, 1 },
		{ "random", { .action = ACTION_WRITE, .sequential_pct = 99 },
		  1, 1 },
		{ "random", { .action = ACTION_WRITE, .sequential_pct = 100 },
		  0, 0 },
		{ "random", { .action = ACTION_READ, .read_pct = 100,
			      .cache = CACHE_DIRECT }, 0, 0 },
		{ "sequential", { .action = ACTION_COPY }, 0, 0 },
		{ "sequential", { .action = ACTION_WRITE,
				  .cache = CACHE_DIRECT }, 0, 2 },
	};

	for (size_t i = 0; i < LENGTH(rows); i++) {
		const struct workload *workload =
			workload_by_name(rows[i].workload);

		assert_int_equal(workload_work_file(workload, &rows[i].params,
						    false), rows[i].kind);
		assert_int_equal(workload_work_file(workload, &rows[i].params,
						    true), rows[i].in_place);
	}
}

/* Of copies that have a work file of each kind, or one of the first two. */
TEST(a_copy_has_its_own_work_file_of_a_kind)
{
	struct workload random = *workload_by_name("random");
	struct assignment a = assign(&random, COPIES);
	struct target other = target;
	int work[WORK_FILES * COPIES][WORK_WAYS];

	random.prepare = note_job;
	random.run = note_begin;
	random.finish = finish_nothing;
	for (int i = 0; i < WORK_FILES * COPIES; i++)
		*work[i] = 1000 + i;
	other.work = work;
	a.job.target = &other;
	for (unsigned place = 0; place < 2; place++) {
		other.place[1] = place;
		assert_int_equal(worker_measure(&a, 1, &sample, reason), 0);
		sample_free(&sample);
		for (unsigned i = 0; i < COPIES; i++)
			assert_int_equal(shared->job[i].fd,
					 *work[place * COPIES + i]);
	}
}

/* A pass is as much as fits the 30 ms at the rate of the fill, of which one
 * copy has twice as much as each of two. */
TEST(a_job_is_in_whole_blocks_within_file_and_limit)
{
	static const struct {
		unsigned copies;
		uint64_t fill_ns, limit, pass;
	} cases[] = {
		{ 1, NS_PER_MS, UINT64_MAX, FILE_BYTES },
		{ 1, 4 * SHORT_NS, UINT64_MAX, FILE_BYTES / 2 },
		{ 2, 2 * SHORT_NS, UINT64_MAX, FILE_BYTES / 2 },
		{ 1, 100 * SHORT_NS, UINT64_MAX, MIB },
		{ 1, 4 * SHORT_NS, FILE_BYTES / 3, FILE_BYTES / 3 },
		{ 1, 4 * SHORT_NS, 3 * BLOCK + 1, 3 * BLOCK + 1 },
		{ 1, 4 * SHORT_NS, 1536, 1536 },
	};
	struct workload workload = made_up(note_job, note_begin);
	struct assignment a = assign(&workload, 1);
	uint64_t fill_ns = target.state->fill_ns;

	params.block_bytes = 1536;
	for (size_t i = 0; i < LENGTH(cases); i++) {
		const struct job *job = &shared->job[0];

		target.state->fill_ns = cases[i].fill_ns;
		a.job.copies = cases[i].copies;
		a.job.write_limit_bytes = cases[i].limit;
		assert_int_equal(worker_measure(&a, 1, &sample, reason), 0);
		sample_free(&sample);
		assert_true(job->file_bytes == FILE_BYTES / 1536 * 1536);
		assert_true(job->pass_bytes == cases[i].pass / 1536 * 1536);
		assert_true(job->write_limit_bytes == cases[i].limit);
	}
	target.state->fill_ns = fill_ns;
}

/* For good, since cmocka catches it, and without a core file. */
static void
crash(void)
{
	const struct rlimit none = { 0, 0 };

	setrlimit(RLIMIT_CORE, &none);
	signal(SIGSEGV, SIG_DFL);
	raise(SIGSEGV);
}

static int
crash_always(struct job *job)
{
	(void)job;
	crash();
	return 0;
}

static int
leave(struct job *job)
{
	(void)job;
	_exit(3);
}

/* The other copy is on its way to the barrier by then, or waits there. */
static int
crash_last(struct job *job)
{
	prepare_last(job);
	if (job->copy == 0)
		crash();
	return 0;
}

static int
refuse(struct job *job)
{
	return job->copy == target.copies - 1 ? -EROFS : 0;
}

static int
fail_somewhere(struct job *job)
{
	counts_start(job->counts);
	return counts_fail(job->counts, -EDOM, OP_WRITE, 8192);
}

static int
never_stop(struct job *job)
{
	counts_start(job->counts);
	return 0;
}

/* However many there are, and whichever of them it is. */
TEST(a_worker_that_fails_is_an_error_with_its_reason)
{
	static const struct {
		int (*prepare)(struct job *), (*run)(struct job *);
		unsigned copies;
		int error, shown;	/* shown: by its text, or 0 */
		const char *reason;
	} cases[] = {
		{ do_nothing, crash_always, 1, ECHILD, 0, "signal 11" },
		{ do_nothing, crash_always, 2, ECHILD, 0, "signal 11" },
		{ crash_always, note_begin, 1, ECHILD, 0, "signal 11" },
		{ crash_last, note_begin, 2, ECHILD, 0, "signal 11" },
		{ do_nothing, leave, 1, ECHILD, 0, "the worker ended early" },
		{ leave, do_nothing, 2, ECHILD, 0, "the worker ended early" },
		{ refuse, note_begin, 2, EROFS, EROFS, "preparing the test: " },
		{ do_nothing, do_nothing, 1, EIO, 0, "without a measurement" },
		{ do_nothing, never_stop, 2, EIO, 0, "without a measurement" },
		{ do_nothing, fail_somewhere, 1, EDOM, EDOM,
		  "write at offset 8192: " },
	};

	for (size_t i = 0; i < LENGTH(cases); i++) {
		memset(shared, 0, sizeof(*shared));
		assert_int_equal(measure(cases[i].prepare, cases[i].run,
					 cases[i].copies), -cases[i].error);
		assert_has(reason, cases[i].reason);
		if (cases[i].shown != 0)
			assert_has(reason, strerror(cases[i].shown));
		assert_true(sample.total.elapsed_ns == 0 &&
			    sample.latency[LAT][0] == NULL);
		/* A copy that waits for one that isn't ready never starts. */
		if (cases[i].run == note_begin)
			assert_true(shared->begun_ns[0] == 0 &&
				    shared->begun_ns[1] == 0);
	}
}

/* Parameters, what the target lacks or is, and the reason, or a dash. */
TEST_ROWS("worker", what_a_test_lacks_is_the_reason)
{
	struct assignment a = assign(workload_by_name("random"), 1);
	const char *why;
	struct target_state known = *target.state;
	struct target other = target;

	assert_int_equal(params_parse(field[0], &params), 0);
	strcpy(known.cold_na_reason,
	       strstr(field[1], "cold") != NULL ? "cold" : "");
	known.direct_alignment[OP_READ] = BLOCK;
	known.direct_alignment[OP_WRITE] =
		strstr(field[1], "aligned") != NULL ? 2 * BLOCK : 0;
	other.state = &known;
	other.memory = strstr(field[1], "memory") != NULL;
	a.job.target = &other;
	why = worker_na_reason(&a.job);
	if (strcmp(field[2], "-") != 0)
		assert_has(why, field[2]);
	else
		assert_null(why);
}

/* The writes of the proof stay in the first two blocks, or the only one, and
 * within the limit; with no direct I/O here, there are none. */
TEST(the_proof_of_direct_io_keeps_to_its_limit)
{
	struct assignment a = assign(workload_by_name("random"), 1);
	struct target_state short_state = *target.state;
	struct target short_target = target;
	char before[3 * BLOCK], after[3 * BLOCK];

	params.action = ACTION_WRITE;
	a.job.write_limit_bytes = 3 * BLOCK + 1;
	assert_true(pread(*target.work[0], before, 3 * BLOCK, 0) == 3 * BLOCK);
	worker_prove_direct(&a, reason);
	assert_true(a.proof_bytes <= 3 * BLOCK);
	assert_true(a.proof_bytes % BLOCK == 0);
	assert_true(pread(*target.work[0], after, 3 * BLOCK, 0) == 3 * BLOCK);
	assert_true((memcmp(before, after, BLOCK) == 0) ==
		    (a.proof_bytes == 0));
	assert_memory_equal(before + 2 * BLOCK, after + 2 * BLOCK, BLOCK);
	short_state.filled_bytes = 2 * BLOCK - 1;
	short_target.state = &short_state;
	a.job.target = &short_target;
	a.job.seed++;
	worker_prove_direct(&a, reason);
	assert_true(pread(*target.work[0], before, BLOCK, BLOCK) == BLOCK);
	assert_memory_equal(before, after + BLOCK, BLOCK);
	params.action = ACTION_READ;
	worker_prove_direct(&a, reason);
	assert_true(a.proof_bytes == 0);
}

static int
await_tick(struct job *job)
{
	if (job->params->action == ACTION_STAT)
		counts_record(job->counts, OP_READ, 0, 1);
	else
		job->counts->total.moved[OP_WRITE] = 5 * BLOCK;
	job->counts->warm_up_written = 7;
	counts_start(job->counts);
	while (!job->counts->ends)
		clock_sleep_ns(NS_PER_MS);
	counts_stop(job->counts, clock_now_ns());
	return 0;
}

static bool
has_tick(void *context, uint64_t written_bytes)
{
	(void)context;
	(void)written_bytes;
	return sample.n_ticks > 0;
}

/* As copies that failed leave it; and of files that move none, the bytes that
 * they have, which aren't written. The tick may be of the first copy alone. */
TEST(what_was_moved_and_written_is_known_while_copies_run)
{
	static const struct {
		enum action action;
		uint64_t written, shown;
	} cases[] = { { ACTION_MIX, 5 * BLOCK + 7, 5 * BLOCK },
		      { ACTION_STAT, 7, BLOCK } };
	struct workload workload = made_up(do_nothing, await_tick);

	for (size_t i = 0; i < LENGTH(cases); i++) {
		struct assignment a = assign(&workload, 2);

		params.action = cases[i].action;
		a.ends = has_tick;
		assert_int_equal(worker_measure(&a, 1, &sample, reason), 0);
		assert_int_equal(sample.written_bytes, 2 * cases[i].written);
		assert_true(sample.tick[0].bytes == cases[i].shown ||
			    sample.tick[0].bytes == 2 * cases[i].shown);
		sample_free(&sample);
	}
}

/* By a file that has none, and by one that isn't open. */
TEST(direct_io_that_cannot_be_switched_on_says_why)
{
	static const char *const why[] = {
		"the file system refuses it", "switching to direct I/O: ",
	};
	struct assignment a = assign(workload_by_name("random"), 1);
	int fds[][WORK_WAYS] = { { open("/dev/null", O_RDWR) }, { -1 } };
	struct target other = target;
	int error = platform_direct(fds[0][0], true);

	if (error == 0 || error == -ENOTSUP)
		test_skip("direct", "this platform refuses none, or all");
	a.job.target = &other;
	for (size_t i = 0; i < LENGTH(fds); i++) {
		other.work = &fds[i];
		other.n_work = 1;
		error = worker_prove_direct(&a, reason);
		assert_int_equal(error, i == 0 ? -ENOTSUP : -EBADF);
		assert_has(reason, why[i]);
	}
	close(fds[0][0]);
}

/* Without its processes: nobody has seen anything then. */
TEST(a_proof_of_direct_io_that_cannot_be_tried_fails)
{
	struct assignment a = assign(workload_by_name("random"), 1);
	int error;

	limit_descriptors(0);
	error = worker_prove_direct(&a, reason);
	limit_descriptors(RLIM_INFINITY);
	assert_int_equal(error, -EMFILE);
	assert_has(reason, strerror(EMFILE));
}
