/*
 * The measured loop against a simulated disk in simulated time: the clock of
 * this program moves only when the disk works or the loop sleeps, so every
 * figure can be worked out beforehand. Also where requests go (place) and
 * when they are due (schedule).
 */
#include <config.h>

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "diskidx/clock.h"
#include "diskidx/histogram.h"
#include "diskidx/operation.h"
#include "diskidx/transfer.h"
#include "workload/loop.h"

#include "../support/test.h"

#define BLOCK 4096
#define BLOCKS 1000
#define MOST_DEPTH 64
#define NEVER UINT64_MAX

/*
 * Simulated time; it replaces clock.c, which this program doesn't link. Who
 * does nothing but look at it sees it move, in steps of a microsecond.
 */
static uint64_t now_ns;

uint64_t
clock_now_ns(void)
{
	static uint64_t last_ns;
	static unsigned looks;

	looks = now_ns == last_ns ? looks + 1 : 0;
	if (looks > 3)
		now_ns += NS_PER_US;
	last_ns = now_ns;
	return now_ns;
}

void
clock_sleep_ns(uint64_t duration_ns)
{
	now_ns += duration_ns;
}

double
clock_seconds(uint64_t duration_ns)
{
	return (double)duration_ns / 1e9;
}

/*
 * The disk: serves each request in service_ns[i % n], all in parallel, and
 * does nothing at all during its stall. Submitting takes submit_ns.
 */
static struct {
	uint64_t service_ns[4], submit_ns;
	unsigned n_services, served;
	uint64_t stall_ns, resume_ns;
	uint64_t done_ns[MOST_DEPTH];	/* NEVER: nothing in this slot */
	unsigned depth;
	struct request *request;
	uint64_t visits[BLOCKS];
	int64_t short_bytes;		/* of each request it moves no more;
					   0: all */
} disk;

static uint64_t
after_stall(uint64_t start_ns, uint64_t service_ns)
{
	uint64_t end_ns = start_ns + service_ns;

	if (end_ns <= disk.stall_ns || start_ns >= disk.resume_ns)
		return end_ns;
	return end_ns + disk.resume_ns -
	       (start_ns > disk.stall_ns ? start_ns : disk.stall_ns);
}

static int
disk_open(struct engine_state **state, int fd, struct request *request,
	  unsigned depth)
{
	unsigned i;

	(void)fd;
	*state = (struct engine_state *)&disk;
	disk.request = request;
	disk.depth = depth;
	for (i = 0; i < depth; i++)
		disk.done_ns[i] = NEVER;
	return 0;
}

static int
disk_submit(struct engine_state *state, const unsigned *slot, unsigned n)
{
	unsigned i;

	(void)state;
	for (i = 0; i < n; i++) {
		struct request *r = &disk.request[slot[i]];

		assert_true(disk.done_ns[slot[i]] == NEVER);
		r->result = disk.short_bytes > 0 ? disk.short_bytes :
			    (int64_t)r->length;
		disk.visits[r->offset / BLOCK]++;
		disk.done_ns[slot[i]] = after_stall(now_ns,
			disk.service_ns[disk.served++ % disk.n_services]);
	}
	now_ns += disk.submit_ns;
	return (int)n;
}

static uint64_t
earliest(void)
{
	uint64_t first = NEVER;
	unsigned i;

	for (i = 0; i < disk.depth; i++)
		if (disk.done_ns[i] < first)
			first = disk.done_ns[i];
	return first;
}

static int
disk_reap(struct engine_state *state, unsigned min, uint64_t max_wait_ns,
	  unsigned *slot)
{
	uint64_t first = earliest(), until_ns = now_ns;
	unsigned i;
	int n = 0;

	(void)state;
	if (min > 0 && first != NEVER && first > now_ns) {
		until_ns = first - now_ns > max_wait_ns ?
			   now_ns + max_wait_ns : first;
		now_ns = until_ns;
	} else {
		now_ns += 500;	/* looking costs something, too */
	}
	for (i = 0; i < disk.depth; i++)
		if (disk.done_ns[i] <= now_ns) {
			disk.done_ns[i] = NEVER;
			slot[n++] = i;
		}
	return n;
}

static void
disk_close(struct engine_state *state)
{
	(void)state;
}

static const struct engine simulated = {
	.name = "simulated",
	.max_depth = MOST_DEPTH,
	.open = disk_open,
	.submit = disk_submit,
	.reap = disk_reap,
	.close = disk_close,
};

static struct counts counts;
static struct job job;
static struct params params;
static struct loop loop;

BEFORE_EACH(reset)
{
	now_ns = 1000000;
	memset(&disk, 0, sizeof(disk));
	memset(&counts, 0, sizeof(counts));
	memset(&job, 0, sizeof(job));
	memset(&params, 0, sizeof(params));
	job.params = &params;
	disk.n_services = 1;
	disk.service_ns[0] = 100 * NS_PER_US;
	disk.stall_ns = disk.resume_ns = NEVER;
	job.engine = &simulated;
	job.counts = &counts;
	params.action = ACTION_READ;
	params.block_bytes = BLOCK;
	params.depth = 1;
	params.read_pct = 100;
	job.file_bytes = BLOCKS * BLOCK;
	job.copies = 1;
	job.seed = 42;
	return 0;
}

static uint64_t
run_for(uint64_t time_ns)
{
	uint64_t begin_ns, end_ns;

	assert_int_equal(loop_open(&loop, &job, -1, false), 0);
	begin_ns = counts_start(&counts);
	assert_int_equal(loop_run(&loop, begin_ns, 0, time_ns, UINT64_MAX,
				  &end_ns), 0);
	counts_stop(&counts, end_ns);
	loop_close(&loop);
	return end_ns - begin_ns;
}

TEST(one_at_a_time_takes_the_service_time_each)
{
	uint64_t elapsed_ns = run_for(100 * NS_PER_MS);

	assert_true(counts.total.ios[OP_READ] == 1000);
	assert_true(elapsed_ns == 100 * NS_PER_MS);
	assert_true(counts.latency[LAT][OP_READ].min == 100 * NS_PER_US);
	assert_true(counts.latency[LAT][OP_READ].max == 100 * NS_PER_US);
}

TEST(percentiles_are_those_of_the_service_times)
{
	static const uint64_t service_us[] = { 100, 200, 400, 3200 };
	unsigned i;

	disk.n_services = 4;
	for (i = 0; i < 4; i++)
		disk.service_ns[i] = service_us[i] * NS_PER_US;
	run_for(3900 * NS_PER_MS);
	assert_true(counts.total.ios[OP_READ] == 4000);
	for (i = 0; i < 4; i++) {
		double p = (double)histogram_percentile(
			&counts.latency[LAT][OP_READ], 25 * i + 20);
		double exact = (double)service_us[i] * NS_PER_US;

		assert_true(fabs(p - exact) <= exact / 128);
	}
}

TEST(littles_law_holds_at_every_depth)
{
	unsigned depth;

	for (depth = 1; depth <= MOST_DEPTH; depth *= 2) {
		double elapsed, latency, rate;

		reset();
		disk.n_services = 3;
		disk.service_ns[1] = 170 * NS_PER_US;
		disk.service_ns[2] = 900 * NS_PER_US;
		disk.submit_ns = 2 * NS_PER_US;
		params.depth = depth;
		elapsed = (double)run_for(200 * NS_PER_MS);
		rate = (double)counts.total.ios[OP_READ] / elapsed;
		latency = histogram_mean(&counts.latency[LAT][OP_READ]);
		assert_true(fabs(rate * latency * elapsed /
				 (double)counts.total.depth_ns - 1) < 1e-9);
		assert_true((double)counts.total.depth_ns <= depth * elapsed);
		assert_true((double)counts.total.depth_ns >
			    0.8 * depth * elapsed);
	}
}

TEST(submission_and_completion_add_up_to_the_whole)
{
	disk.submit_ns = 7 * NS_PER_US;
	params.depth = 8;
	run_for(50 * NS_PER_MS);
	assert_true(counts.latency[SLAT][OP_READ].min == 7 * NS_PER_US);
	assert_true(counts.latency[SLAT][OP_READ].max == 7 * NS_PER_US);
	assert_true(counts.latency[SLAT][OP_READ].count ==
		    counts.latency[LAT][OP_READ].count);
	assert_true(counts.latency[SLAT][OP_READ].sum +
		    counts.latency[CLAT][OP_READ].sum ==
		    counts.latency[LAT][OP_READ].sum);
}

TEST(what_is_in_flight_is_seen_at_every_submit)
{
	uint64_t sum = 0;
	unsigned i;

	params.depth = 16;
	run_for(50 * NS_PER_MS);
	for (i = 0; i < SAMPLE_DEPTHS; i++)
		sum += counts.total.depth_seen[i];
	assert_true(sum == counts.total.submits);
	assert_true(counts.total.depth_seen[4] > 0);		/* 16 to 31 */
	assert_true(counts.total.depth_seen[5] == 0 &&
		    counts.total.depth_seen[6] == 0);
	assert_true(counts.total.submits <= counts.total.ios[OP_READ]);
	assert_true(2 * counts.total.submits >= counts.total.ios[OP_READ]);
	assert_true(counts.total.reaps > 0 &&
		    counts.total.reaps <= counts.total.ios[OP_READ]);
}

/* 100 us of service, 10 ms of stall in 100: the closed loop stops asking. */
TEST(a_closed_loop_hides_a_stall_and_an_open_one_does_not)
{
	uint64_t closed_p99, open_p99;

	disk.stall_ns = now_ns + 50 * NS_PER_MS;
	disk.resume_ns = disk.stall_ns + 10 * NS_PER_MS;
	run_for(100 * NS_PER_MS);
	assert_true(counts.latency[LAT][OP_READ].max >= 10 * NS_PER_MS);
	closed_p99 = histogram_percentile(&counts.latency[LAT][OP_READ], 99);
	assert_true(closed_p99 < 110 * NS_PER_US);

	reset();
	disk.stall_ns = now_ns + 50 * NS_PER_MS;
	disk.resume_ns = disk.stall_ns + 10 * NS_PER_MS;
	params.depth = 64;
	params.rate_iops = 5000;
	run_for(100 * NS_PER_MS);
	/* 10 % of the requests were due in the stall, evenly spread. */
	open_p99 = histogram_percentile(&counts.latency[LAT][OP_READ], 99);
	assert_true(open_p99 > 8 * NS_PER_MS);
	assert_true(histogram_percentile(&counts.latency[LAT][OP_READ], 95) >
		    4 * NS_PER_MS);
	assert_true(histogram_percentile(&counts.latency[LAT][OP_READ], 85) <
		    200 * NS_PER_US);
}

/* With one slot, what is due in a stall waits for the slot, and is counted. */
TEST(waiting_for_a_slot_counts_as_latency)
{
	disk.service_ns[0] = 2 * NS_PER_MS;	/* 500 a second */
	params.rate_iops = 1000;
	run_for(100 * NS_PER_MS);
	assert_true(counts.total.ios[OP_READ] >= 50 &&
		    counts.total.ios[OP_READ] <= 51);
	assert_true(counts.total.offered_ios == 100);
	assert_true(counts.latency[LAT][OP_READ].max > 45 * NS_PER_MS);
	assert_true(counts.latency[CLAT][OP_READ].max <= 2 * NS_PER_MS);
}

TEST(an_open_loop_keeps_its_rate_and_its_time)
{
	static const uint32_t rates[] = { 1, 7, 1000, 33333 };
	unsigned i;

	for (i = 0; i < 4; i++) {
		uint64_t elapsed_ns, ios;

		reset();
		params.depth = 32;
		params.rate_iops = rates[i];
		elapsed_ns = run_for(2 * NS_PER_S);
		ios = counts.total.ios[OP_READ];
		assert_true(elapsed_ns >= 2 * NS_PER_S);
		assert_true(elapsed_ns < 2 * NS_PER_S + NS_PER_MS);
		/* One more may be due a fraction before the end. */
		assert_true(ios == 2 * (uint64_t)rates[i] ||
			    ios == 2 * (uint64_t)rates[i] + 1);
		assert_true(counts.total.offered_ios == ios);
		assert_true(counts.latency[LAT][OP_READ].max < 102 * NS_PER_US);
	}
}

/* What was due in the warm-up and waits still is not offered once more. */
TEST(a_warm_up_takes_its_backlog_with_it)
{
	uint64_t begin_ns, end_ns;

	disk.service_ns[0] = 2 * NS_PER_MS;	/* 500 a second */
	params.rate_iops = 1000;
	assert_int_equal(loop_open(&loop, &job, -1, false), 0);
	begin_ns = counts_start(&counts);
	assert_int_equal(loop_run(&loop, begin_ns, 300 * NS_PER_MS,
				  100 * NS_PER_MS, UINT64_MAX, &end_ns), 0);
	counts_stop(&counts, end_ns);
	loop_close(&loop);
	assert_true(counts.total.offered_ios >= 98 &&
		    counts.total.offered_ios <= 102);
	assert_true(counts.total.ios[OP_READ] >= 49 &&
		    counts.total.ios[OP_READ] <= 52);
}

TEST(copies_share_the_rate_and_take_turns)
{
	struct arrivals first, second;
	struct params params;

	memset(&params, 0, sizeof(params));
	params.rate_iops = 1000;
	arrivals_start(&first, &params, 0, 2, 1, 0);
	arrivals_start(&second, &params, 1, 2, 1, 0);
	assert_true(arrivals_take(&first) == 0);
	assert_true(arrivals_take(&second) == 1 * NS_PER_MS);
	assert_true(arrivals_take(&first) == 2 * NS_PER_MS);
	assert_true(arrivals_count(&first, NS_PER_S) == 500);
	assert_true(arrivals_take(&first) == 4 * NS_PER_MS);
}

TEST(poisson_gaps_have_the_mean_and_the_spread)
{
	struct arrivals s;
	struct params params;
	double sum = 0, squares = 0, gap;
	uint64_t last = 0, due;
	int i, n = 100000;

	memset(&params, 0, sizeof(params));
	params.rate_iops = 10000;
	params.arrival = ARRIVAL_POISSON;
	arrivals_start(&s, &params, 0, 1, 7, 0);
	arrivals_take(&s);
	for (i = 0; i < n; i++, last = due) {
		due = arrivals_take(&s);
		gap = (double)(due - last);
		sum += gap;
		squares += gap * gap;
	}
	assert_true(fabs(sum / n / 100000 - 1) < 0.02);
	/* The standard deviation of an exponential is its mean. */
	assert_true(fabs(sqrt(squares / n - sum / n * sum / n) / 100000 - 1) <
		    0.03);
}

/* What a loop comes to whose requests move but a part, on such a file. */
static int
run_short(enum action action, FILE *file)
{
	uint64_t begin_ns, end_ns;
	int error;

	assert_non_null(file);
	params.action = action;
	job.fd = fileno(file);
	disk.short_bytes = 512;
	assert_int_equal(loop_open(&loop, &job, -1, false), 0);
	begin_ns = counts_start(&counts);
	error = loop_run(&loop, begin_ns, 0, NS_PER_MS, UINT64_MAX, &end_ns);
	loop_close(&loop);
	assert_true(counts.is_transfer_error && counts.error == -error);
	assert_int_equal(counts.error_op, action == ACTION_READ ? OP_READ :
			 OP_WRITE);
	assert_true(counts.latency[LAT][OP_READ].count == 0);
	assert_true(counts.latency[LAT][OP_WRITE].count == 0);
	return error;
}

/* Of what a limit on the size of files cuts off, the rest is refused. */
TEST(a_short_write_fails_for_what_stopped_it)
{
	struct rlimit limit, small;
	FILE *file = tmpfile();
	int error;

	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
	small = limit;
	small.rlim_cur = 0;
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
	error = run_short(ACTION_WRITE, file);
	setrlimit(RLIMIT_FSIZE, &limit);
	fclose(file);
	assert_int_equal(error, -EFBIG);
}

/* The disk has nothing against it, so that the engine has lost it. */
TEST(a_short_write_whose_rest_goes_on_is_an_io_error)
{
	FILE *file = tmpfile();

	assert_int_equal(run_short(ACTION_WRITE, file), -EIO);
	fclose(file);
}

TEST(a_short_read_at_the_files_end_has_no_data)
{
	FILE *file = tmpfile();
	int error = run_short(ACTION_READ, file);

	fclose(file);
	assert_int_equal(error, -TRANSFER_NO_DATA);
}

TEST(a_short_read_fails_for_what_stopped_it)
{
	FILE *file = fopen("/dev/null", "w");

	assert_int_equal(run_short(ACTION_READ, file), -EBADF);
	fclose(file);
}

static void
visit(const struct params *params, uint64_t blocks, uint64_t n,
      uint64_t *visits)
{
	struct offsets offsets;
	uint64_t i, block;

	memset(visits, 0, blocks * sizeof(*visits));
	assert_int_equal(offsets_open(&offsets, params, blocks, 99), 0);
	for (i = 0; i < n; i++) {
		block = offsets_next(&offsets);
		assert_true(block < blocks);
		visits[block]++;
	}
	offsets_close(&offsets);
}

TEST(a_permutation_visits_each_block_once_before_any_twice)
{
	static const uint64_t sizes[] = { 2, 3, 5, 64, 1000, 4096, 65537 };
	struct params params;
	unsigned i, round;
	uint64_t j;

	memset(&params, 0, sizeof(params));
	params.pattern = PATTERN_PERMUTATION;
	for (i = 0; i < 7; i++) {
		uint64_t *visits = calloc(sizes[i], sizeof(*visits));

		for (round = 1; round <= 3; round++) {
			visit(&params, sizes[i], round * sizes[i], visits);
			for (j = 0; j < sizes[i]; j++)
				assert_true(visits[j] == round);
		}
		free(visits);
	}
}

/* Neighbours in time are neighbours in place no more often than by chance. */
TEST(a_permutation_looks_random)
{
	struct params params;
	struct offsets offsets;
	uint64_t last, block;
	unsigned i, near = 0, up = 0;

	memset(&params, 0, sizeof(params));
	params.pattern = PATTERN_PERMUTATION;
	assert_int_equal(offsets_open(&offsets, &params, 100000, 5), 0);
	last = offsets_next(&offsets);
	for (i = 0; i < 50000; i++, last = block) {
		block = offsets_next(&offsets);
		near += block < last + 1000 && last < block + 1000;
		up += block > last;
	}
	offsets_close(&offsets);
	assert_true(near > 500 && near < 2000);		/* 2 % are 1000 */
	assert_true(up > 24000 && up < 26000);
}

static int
descending(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? 1 : x > y ? -1 : 0;
}

TEST(zipf_follows_its_law)
{
	static const uint32_t thetas[] = { 500, 1000, 1200 };
	uint64_t n = 2000000, blocks = 10000, i;
	uint64_t *visits = calloc(blocks, sizeof(*visits));
	struct params params;
	unsigned t;

	memset(&params, 0, sizeof(params));
	params.pattern = PATTERN_ZIPF;
	for (t = 0; t < 3; t++) {
		double theta = thetas[t] / 1000.0, all = 0, hot = 0;
		uint64_t seen = 0;

		params.theta_milli = thetas[t];
		visit(&params, blocks, n, visits);
		qsort(visits, blocks, sizeof(*visits), descending);
		for (i = 1; i <= blocks; i++)
			all += pow((double)i, -theta);
		for (i = 1; i <= blocks; i++) {
			hot += pow((double)i, -theta) / all;
			seen += visits[i - 1];
			if (i == 1 || i == 10 || i == 100)
				assert_true(fabs((double)seen / (double)n /
						 hot - 1) < 0.05);
		}
	}
	free(visits);
}

TEST(zipf_scatters_the_wanted_blocks)
{
	uint64_t *visits = calloc(10000, sizeof(*visits)), low = 0, i;
	struct params params;

	memset(&params, 0, sizeof(params));
	params.pattern = PATTERN_ZIPF;
	params.theta_milli = 900;
	visit(&params, 10000, 100000, visits);
	for (i = 0; i < 100; i++)
		low += visits[i];
	assert_true(low < 20000);
	free(visits);
}

TEST(a_sequential_share_goes_on_from_where_it_is)
{
	static const uint32_t shares[] = { 0, 25, 50, 100 };
	struct params params;
	struct offsets offsets;
	unsigned s, i;

	memset(&params, 0, sizeof(params));
	for (s = 0; s < 4; s++) {
		uint64_t last, block;
		double on = 0;

		params.sequential_pct = shares[s];
		assert_int_equal(offsets_open(&offsets, &params, 100000, 3), 0);
		last = offsets_next(&offsets);
		if (shares[s] == 100)
			assert_true(last == 0);
		for (i = 0; i < 100000; i++, last = block) {
			block = offsets_next(&offsets);
			on += block == (last + 1) % 100000;
		}
		offsets_close(&offsets);
		assert_true(fabs(on / 1000 - shares[s]) < 1);
	}
}
