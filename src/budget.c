/* What a plan takes, and whether it fits. */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "diskidx/budget.h"
#include "diskidx/clock.h"
#include "diskidx/units.h"

#define PROCESS_BYTES (3 * MIB)	/* a process, its libraries included */
#define LEAST_SIZE (64 * MIB)	/* of a work file that nobody asked for */
#define ADVICE 64
#define FILL_NS (30 * NS_PER_S)
#define WHOLE_FILL_NS (600 * NS_PER_S)
#define LEAVE_FREE 20		/* a twentieth of the free space stays free */

/* What whole files are planned with, since nobody knows the disk yet. */
#define USUAL_RATE (200 * MIB)
#define USUAL_SYNC_NS NS_PER_MS

/* a x b, or UINT64_MAX where it would overflow. */
static uint64_t
times(uint64_t a, uint64_t b)
{
	return b != 0 && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

static uint64_t
plus(uint64_t a, uint64_t b)
{
	return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

size_t
budget_samples(const struct plan *plan)
{
	return plan->n_tests * plan->n_targets * plan->n_copies *
	       plan->rounds;
}

uint64_t
budget_warm_up_ns(const struct plan *plan, const struct plan_test *test)
{
	bool warms = test->test.params.cache == CACHE_DIRECT ||
		     test->test.params.file_bytes > 0 ||
		     strcmp(test->test.workload, "random") == 0;

	return warms ? plan->warm_up_ns : 0;
}

/* One pass over a whole file on a usual disk. */
static uint64_t
pass_ns(const struct plan *plan, const struct plan_test *test)
{
	struct params p = plan_params(test, plan->size_bytes);
	bool is_synced = params_writes(&p) &&
			 (p.sync == SYNC_DSYNC || p.sync == SYNC_FDATASYNC);
	double ns = (double)p.file_bytes * NS_PER_S / USUAL_RATE;

	if (params_reads(&p) && params_writes(&p))
		ns *= 2;
	if (is_synced)
		ns += (double)(p.file_bytes / p.block_bytes) * USUAL_SYNC_NS;
	return (uint64_t)ns;
}

static uint64_t
least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

uint64_t
budget_sample_ns(const struct plan *plan, const struct plan_test *test)
{
	uint64_t warm_up_ns = budget_warm_up_ns(plan, test), pass;

	if (!plan_is_whole(test))
		return plan->time_ns + warm_up_ns;
	pass = pass_ns(plan, test);
	/* What is read warm is read once before that. */
	return least(pass, plan->time_ns) + least(pass, warm_up_ns) +
	       (test->test.params.cache == CACHE_CACHED ? pass : 0);
}

uint64_t
budget_duration_ns(const struct plan *plan)
{
	uint64_t round_ns = 0;
	size_t i;

	for (i = 0; i < plan->n_tests; i++)
		round_ns += plan->test[i].missing[0] != '\0' ? 0 :
			    budget_sample_ns(plan, &plan->test[i]) +
			    plan->delay_ns;
	return times(round_ns, plan->n_targets * plan->n_copies *
		     plan->rounds);
}

uint64_t
budget_write_limit(const struct plan *plan)
{
	return plan->bounded ? times(2, plan->size_bytes) : UINT64_MAX;
}

uint64_t
budget_work_bytes(const struct plan *plan, uint64_t size_bytes)
{
	uint64_t most = 0, bytes;
	size_t i;

	for (i = 0; i < plan->n_tests; i++) {
		const struct plan_test *t = &plan->test[i];

		if (t->missing[0] != '\0' ||
		    !workload_needs_fill(t->workload, &t->test.params))
			continue;
		bytes = plan_uses_size(t) ? size_bytes :
			plan_params(t, size_bytes).file_bytes;
		most = bytes > most ? bytes : most;
	}
	return most;
}

uint64_t
budget_fill_ns(const struct plan *plan)
{
	size_t i;

	for (i = 0; i < plan->n_tests; i++)
		if (plan_is_whole(&plan->test[i]) &&
		    params_reads(&plan->test[i].test.params))
			return WHOLE_FILL_NS;
	return FILL_NS;
}

/* All work files on all targets. */
static uint64_t
fill_bytes(const struct plan *plan)
{
	return times(times(budget_work_bytes(plan, plan->size_bytes),
			   plan->most_copies), plan->n_targets);
}

/* The most that so many rounds write; false if nothing bounds it. */
static bool
written_bytes(const struct plan *plan, unsigned rounds, uint64_t *bytes)
{
	uint64_t round = 0, copies = 0;
	size_t i;

	for (i = 0; i < plan->n_copies; i++)
		copies += plan->copies[i];
	for (i = 0; i < plan->n_tests; i++) {
		const struct plan_test *t = &plan->test[i];
		struct params p = plan_params(t, plan->size_bytes);
		uint64_t most = workload_most_written(t->workload, &p,
			plan->warm_up_ns > 0, budget_write_limit(plan));

		if (t->missing[0] != '\0')
			continue;
		if (most == UINT64_MAX)
			return false;
		round = plus(round, times(most, copies));
	}
	*bytes = plus(times(times(round, rounds), plan->n_targets),
		      fill_bytes(plan));
	return true;
}

bool
budget_written_bytes(const struct plan *plan, uint64_t *bytes)
{
	return written_bytes(plan, plan->most_rounds, bytes);
}

uint64_t
budget_space_bytes(const struct plan *plan, uint64_t size_bytes)
{
	uint64_t most = 0;
	size_t i;

	for (i = 0; i < plan->n_tests; i++) {
		struct params p = plan_params(&plan->test[i], size_bytes);
		uint64_t extra = workload_extra_bytes(plan->test[i].workload,
						      &p, size_bytes);

		most = extra > most ? extra : most;
	}
	return times(plus(budget_work_bytes(plan, size_bytes), most),
		     plan->most_copies);
}

uint64_t
budget_test_memory(const struct plan *plan, const struct params *p)
{
	uint64_t bytes = plus(sizeof(struct tally) + PROCESS_BYTES,
			      times(p->block_bytes, (uint64_t)p->depth +
				    (p->file_bytes == 0)));

	return plus(PROCESS_BYTES, times(bytes, plan->most_copies));
}

uint64_t
budget_memory_bytes(const struct plan *plan)
{
	uint64_t most = 0, bytes;
	size_t i;

	for (i = 0; i < plan->n_tests; i++) {
		struct params p = plan_params(&plan->test[i],
					      plan->size_bytes);

		if (plan->test[i].missing[0] != '\0')
			continue;
		bytes = budget_test_memory(plan, &p);
		most = bytes > most ? bytes : most;
	}
	return most;
}

int
budget_check_memory(const struct plan *plan, uint64_t memory_bytes,
		    char *error)
{
	char need[UNITS_TEXT], has[UNITS_TEXT];

	if (memory_bytes == 0 || budget_memory_bytes(plan) <= memory_bytes / 2)
		return 0;
	snprintf(error, BUDGET_ERROR, "this plan takes %s of memory, over half "
		 "of the %s that there are; give a smaller -b, -Q or -c",
		 units_format_size(need, budget_memory_bytes(plan)),
		 units_format_size(has, memory_bytes));
	return -ENOMEM;
}

/* The largest size, in whole MiB, whose files fit; 0: none. */
static uint64_t
fitting_size(const struct plan *plan, uint64_t usable)
{
	uint64_t low = 0, high = plan->size_bytes / MIB + 1, middle;

	while (high - low > 1) {
		middle = low + (high - low) / 2;
		if (budget_space_bytes(plan, middle * MIB) <= usable)
			low = middle;
		else
			high = middle;
	}
	return low * MIB;
}

/* What the user can do about it. */
static const char *
advise(char *advice, uint64_t fits)
{
	if (fits == 0)
		return "give a smaller -s";
	snprintf(advice, ADVICE, "give -s %llum or less",
		 (unsigned long long)(fits / MIB));
	return advice;
}

int
budget_fit(struct plan *plan, uint64_t free_bytes, char *error)
{
	char need[UNITS_TEXT], has[UNITS_TEXT], advice[ADVICE];
	uint64_t usable = free_bytes - free_bytes / LEAVE_FREE, size, fits;

	if (budget_space_bytes(plan, plan->size_bytes) <= usable)
		return 0;
	fits = fitting_size(plan, usable);
	if (!plan->size_given && fits >= LEAST_SIZE) {
		plan->size_bytes = fits;
		return 1;
	}
	size = plan->size_given ? plan->size_bytes : LEAST_SIZE;
	if (free_bytes == 0) {
		snprintf(error, BUDGET_ERROR, "there is no space for files "
			 "here; choose another directory with -d");
		return -ENOSPC;
	}
	snprintf(error, BUDGET_ERROR, "the test files need %s and %s can be "
		 "used (5 %% of the free space is left alone); %s, or another "
		 "directory with -d",
		 units_format_size(need, budget_space_bytes(plan, size)),
		 units_format_size(has, usable), advise(advice, fits));
	return -ENOSPC;
}

/* Without a bound on the samples, the fill at least must be allowed. */
int
budget_check_max_write(const struct plan *plan, char *error)
{
	char most[UNITS_TEXT], limit[UNITS_TEXT];
	bool bounded;
	uint64_t bytes;

	bounded = written_bytes(plan, plan->rounds, &bytes);
	if (!bounded)
		bytes = fill_bytes(plan);
	if (bytes <= plan->max_write_bytes)
		return 0;
	snprintf(error, BUDGET_ERROR, "this plan %s write %s, more than "
		 "--max-write=%s; give a smaller -s, fewer rounds (-i) or "
		 "fewer tests", bounded ? "could" : "would",
		 units_format_size(most, bytes),
		 units_format_size(limit, plan->max_write_bytes));
	return -EDQUOT;
}

int
budget_check_max_time(const struct plan *plan, char *error)
{
	char takes[UNITS_TEXT];
	uint64_t duration_ns = budget_duration_ns(plan);

	if (duration_ns <= plan->max_time_ns)
		return 0;
	snprintf(error, BUDGET_ERROR, "this plan takes %s%s, more than "
		 "--max-time=%.10g s; give a larger --max-time, fewer rounds "
		 "(-i), shorter samples (-t) or fewer tests",
		 units_format_duration(takes, duration_ns),
		 plan->until_pct > 0 ? " at least" : "",
		 clock_seconds(plan->max_time_ns));
	return -ETIMEDOUT;
}

/* How many rounds, copies; with --until, when they end. */
static void
print_rounds(const struct plan *plan, FILE *stream)
{
	char most[UNITS_TEXT];
	bool is_cap = false;
	size_t i;

	for (i = 0; i < plan->n_tests; i++)
		is_cap |= plan_is_whole(&plan->test[i]);
	fprintf(stream, "%zu test%s, %u round%s%s of %g s%s", plan->n_tests,
		plan->n_tests == 1 ? "" : "s", plan->rounds,
		plan->rounds == 1 ? "" : "s",
		plan->until_pct > 0 ? " or more" : "",
		clock_seconds(plan->time_ns), is_cap ? " at most" : "");
	for (i = 0; i < plan->n_copies; i++)
		fprintf(stream, "%s%u", i == 0 ? ", copies: " : " and ",
			plan->copies[i]);
	if (plan->until_pct > 0)
		fprintf(stream, ",\nuntil every interval is within %g %%, "
			"%u rounds or %s at most", plan->until_pct,
			plan->most_rounds,
			units_format_duration(most, plan->max_time_ns));
	fputs("\n", stream);
}

/* How long it takes, by the plan and by what limits it. */
static void
print_time(const struct plan *plan, FILE *stream)
{
	char takes[UNITS_TEXT], most[UNITS_TEXT];

	fprintf(stream, "time           about %s%s",
		units_format_duration(takes, budget_duration_ns(plan)),
		plan->until_pct > 0 ? " or more" : "");
	if (budget_work_bytes(plan, plan->size_bytes) > 0)
		fprintf(stream, ", and %s at most to fill",
			units_format_duration(most, budget_fill_ns(plan)));
	if (plan->max_time_ns != UINT64_MAX)
		fprintf(stream, ";\n               %s in all at most "
			"(--max-time)",
			units_format_duration(most, plan->max_time_ns));
	fputs("\n", stream);
}

void
budget_print(const struct plan *plan, FILE *stream)
{
	char a[UNITS_TEXT], b[UNITS_TEXT];
	uint64_t written;
	size_t i;

	print_rounds(plan, stream);
	for (i = 0; i < plan->n_tests; i++)
		fprintf(stream, "  %-24s %s\n", plan->test[i].test.id,
			plan->test[i].test.title);
	for (i = 0; i < plan->n_targets; i++)
		fprintf(stream, "directory      %s\n", plan->directory[i]);
	fprintf(stream, "work file      %s a copy\n",
		units_format_size(a, budget_work_bytes(plan,
						       plan->size_bytes)));
	print_time(plan, stream);
	if (budget_written_bytes(plan, &written))
		fprintf(stream, "writes         %s at most\n",
			units_format_size(a, written));
	else if (plan->max_write_bytes != UINT64_MAX)
		fprintf(stream, "writes         as much as the disk takes, "
			"stopped at %s (--max-write)\n",
			units_format_size(a, plan->max_write_bytes));
	else
		fprintf(stream, "writes         as much as the disk takes in "
			"the time (-t or --full was given)\n");
	fprintf(stream, "space          %s at a time in each directory\n",
		units_format_size(a, budget_space_bytes(plan,
						      plan->size_bytes)));
	fprintf(stream, "memory         about %s\n",
		units_format_size(b, budget_memory_bytes(plan)));
	fprintf(stream, "seed           %llu\n",
		(unsigned long long)plan->seed);
}
