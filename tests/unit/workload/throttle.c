/*
 * A disk that is throttled in mid-sample: an engine with a known schedule goes
 * through the real worker, and what it did is to be found in the series of the
 * sample. The schedule is one of absolute times, so that a machine that is
 * late catches up; a run on a machine that was far behind says nothing, and
 * is repeated. Judged is never repeated.
 */
#include <config.h>

#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "diskidx/changepoint.h"
#include "diskidx/clock.h"
#include "diskidx/platform.h"
#include "diskidx/result.h"
#include "diskidx/units.h"
#include "diskidx/worker.h"

#define BLOCK 4096
#define FILE_BYTES MIB
#define MOST_DEPTH 128
#define FAST_NS (500 * NS_PER_US)	/* from one request to the next */
#define SLOW_NS (10 * FAST_NS)
#define STALL_NS (400 * NS_PER_MS)
#define BURST (STALL_NS / SLOW_NS)	/* requests that come after a stall */
#define FALL_NS (850 * NS_PER_MS)
#define TIME_NS (19 * FALL_NS / 10)
#define NEAR_NS (300 * NS_PER_MS)
#define NEAR_RATE 0.03
#define LATE_NS (10 * NS_PER_MS)	/* of the engine */
#define LATE_TICK_NS (200 * NS_PER_MS)	/* of the parent, since its last */
#define RUNS 3
#define PATIENCE_S 60

#define FAST_RATE (BLOCK * 1e9 / FAST_NS)
#define SLOW_RATE (BLOCK * 1e9 / SLOW_NS)

/* Between the worker, where the engine is, and the parent, where ticks are. */
static struct shared {
	bool has_stalls;
	volatile uint64_t slowdown_ns;	/* by the clock; 0: not yet */
	volatile uint64_t slowed_at_ns;	/* in the sample */
	volatile uint64_t late_ns;	/* the engine was, at most */
	uint64_t tick_ns, late_tick_ns;	/* the last one; the longest gap */
} *shared;

static char directory[] = "unit-throttle.XXXXXX";
static struct target target;
static struct sample sample;
static char reason[WORKER_REASON];

/* One server with a queue: requests are done one by one, each when it's due. */
struct engine_state {
	struct request *request;
	unsigned queue[MOST_DEPTH], first, n;
	uint64_t due_ns;		/* of the first in the queue; 0: idle */
	uint64_t last_ns;		/* when the one before was due */
	uint64_t n_slow;
};

static int
served_open(struct engine_state **state, int fd, struct request *request,
	    unsigned depth)
{
	struct engine_state *s = calloc(1, sizeof(*s));

	(void)fd;
	if (s == NULL || depth > MOST_DEPTH) {
		free(s);
		return -ENOMEM;
	}
	s->request = request;
	*state = s;
	return 0;
}

/* What was not done before the fall is slow, also where it was due by then. */
static void
serve_next(struct engine_state *s)
{
	uint64_t slowdown_ns = shared->slowdown_ns;

	s->due_ns = s->last_ns + FAST_NS;
	if (slowdown_ns != 0) {
		s->n_slow++;
		s->due_ns = slowdown_ns + (!shared->has_stalls ?
					   s->n_slow * SLOW_NS :
					   (s->n_slow + BURST - 1) / BURST *
					   STALL_NS);
	}
}

static int
served_submit(struct engine_state *s, const unsigned *slot, unsigned n)
{
	unsigned i;

	if (s->last_ns == 0)
		s->last_ns = clock_now_ns();
	for (i = 0; i < n; i++)
		s->queue[(s->first + s->n++) % MOST_DEPTH] = slot[i];
	if (s->due_ns == 0)
		serve_next(s);
	return (int)n;
}

/* Takes what is due by now. */
static unsigned
take(struct engine_state *s, unsigned *slot, unsigned n)
{
	uint64_t now_ns = clock_now_ns();

	while (s->n > 0 && s->due_ns <= now_ns) {
		struct request *r = &s->request[s->queue[s->first]];

		if (now_ns - s->due_ns > shared->late_ns)
			shared->late_ns = now_ns - s->due_ns;
		r->result = r->length;
		slot[n++] = s->queue[s->first];
		s->first = (s->first + 1) % MOST_DEPTH;
		s->n--;
		s->last_ns = s->due_ns;
		s->due_ns = 0;
		if (s->n > 0)
			serve_next(s);
	}
	return n;
}

static int
served_reap(struct engine_state *s, unsigned min, uint64_t max_wait_ns,
	    unsigned *slot)
{
	uint64_t begin_ns = clock_now_ns(), now_ns = begin_ns;
	unsigned n = take(s, slot, 0);

	while (n < min && s->n > 0 && now_ns - begin_ns < max_wait_ns) {
		if (s->due_ns > now_ns)
			clock_sleep_ns(s->due_ns - now_ns);
		n = take(s, slot, n);
		now_ns = clock_now_ns();
	}
	return (int)n;
}

static void
served_close(struct engine_state *s)
{
	free(s);
}

static const struct engine served = {
	.name = "served", .summary = "for this test", .max_depth = MOST_DEPTH,
	.is_real = true,
	.open = served_open, .submit = served_submit, .reap = served_reap,
	.close = served_close,
};

static int
remove_directory(void **state)
{
	(void)state;
	target_close(&target);
	platform_unshare(shared, sizeof(*shared));
	return rmdir(directory);
}

static int
make_directory(void **state)
{
	(void)state;
	alarm(PATIENCE_S);
	shared = platform_share(sizeof(*shared));
	if (shared == NULL || mkdtemp(directory) == NULL ||
	    target_probe(&target, directory) != 0 ||
	    target_open(&target, 1) != 0)
		return -1;
	return worker_fill(&target, FILE_BYTES, 0, 1, NULL, NULL, reason);
}

static int
clean_up(void **state)
{
	(void)state;
	sample_free(&sample);
	return 0;
}

/* The fall begins at a point of the series, so that no stretch is of both. */
static void
watch(void *context, uint64_t elapsed_ns, uint64_t bytes)
{
	(void)context;
	(void)bytes;
	if (elapsed_ns - shared->tick_ns > shared->late_tick_ns)
		shared->late_tick_ns = elapsed_ns - shared->tick_ns;
	shared->tick_ns = elapsed_ns;
	if (shared->slowdown_ns == 0 && elapsed_ns >= FALL_NS) {
		shared->slowed_at_ns = elapsed_ns;
		shared->slowdown_ns = clock_now_ns();
	}
}

static struct params params;

static struct assignment
assign(unsigned depth)
{
	struct assignment a = {
		.workload = workload_by_name("random"), .engine = &served,
		.params = &params,
		.target = &target, .copies = 1, .round = 1,
		.time_ns = TIME_NS, .write_limit_bytes = UINT64_MAX,
		.seed = 7, .watch = watch,
	};

	params = (struct params){ .action = ACTION_MIX, .cache = CACHE_BUFFERED,
		.sync = SYNC_DSYNC, .block_bytes = BLOCK,
		.depth = depth };
	return a;
}

/* One sample; false if the machine was late however often it was tried. */
static bool
measure(unsigned depth, bool has_stalls)
{
	struct assignment a = assign(depth);
	int i;

	for (i = 0; i < RUNS; i++) {
		memset(shared, 0, sizeof(*shared));
		shared->has_stalls = has_stalls;
		sample_free(&sample);
		if (worker_measure(&a, &sample, reason) != 0)
			fail_msg("%s", reason);
		if (shared->late_ns < LATE_NS &&
		    shared->late_tick_ns < LATE_TICK_NS)
			return true;
	}
	print_message("no verdict: the machine was late by %u ms, and %u ms "
		      "between two points\n",
		      (unsigned)(shared->late_ns / NS_PER_MS),
		      (unsigned)(shared->late_tick_ns / NS_PER_MS));
	return false;
}

static void
assert_near(double got, double wanted, double by)
{
	if (!(fabs(got - wanted) <= by))
		fail_msg("%.10g is not within %.10g of %.10g", got, by,
			 wanted);
}

/* Two levels, the lower a tenth, from where it fell. */
static void
assert_slowdown_is_found(void)
{
	struct stretch *series;
	struct segment *segment;
	size_t n = sample_series(&sample, &series), segments;

	assert_true(n > 0);
	segments = changepoint_cut(series, n, BLOCK / 2.0, &segment);
	assert_int_equal(segments, 2);
	assert_near(clock_seconds(segment[1].at_ns),
		    clock_seconds(shared->slowed_at_ns), clock_seconds(NEAR_NS));
	assert_near(segment[0].rate, FAST_RATE, NEAR_RATE * FAST_RATE);
	assert_near(segment[1].rate, SLOW_RATE, NEAR_RATE * SLOW_RATE);
	free(segment);
	free(series);
}

static void
a_fall_to_a_tenth_is_found_in_the_series(void **state)
{
	(void)state;
	if (measure(4, false))
		assert_slowdown_is_found();
}

/* As those who sell speed do: nothing for a while, then all of it at once.
 * The queue holds a burst, so that the sample ends with one. */
static void
a_fall_with_stalls_of_whole_intervals_is_found(void **state)
{
	size_t empty = 0, i;

	(void)state;
	if (!measure(BURST, true))
		return;
	for (i = 1; i < sample.n_ticks; i++)
		empty += sample.tick[i].bytes == sample.tick[i - 1].bytes;
	assert_true(empty >= 4);
	assert_slowdown_is_found();
}

#define TEST(name) cmocka_unit_test_teardown(name, clean_up)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_fall_to_a_tenth_is_found_in_the_series),
		TEST(a_fall_with_stalls_of_whole_intervals_is_found),
	};

	return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
