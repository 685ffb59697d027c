/* What a plan takes, and whether it fits. */
#include <config.h>

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "diskidx/budget.h"
#include "diskidx/clock.h"
#include "diskidx/printf.h"
#include "diskidx/units.h"

#define PROCESS_BYTES (3 * MIB)	/* a process, its libraries included */
#define LEAST_SIZE (64 * MIB)	/* of a work file that nobody asked for */
#define ADVICE 224
#define MOST_NAMED 3	/* tests in an advice; more are a number */
#define FILL_NS (30 * NS_PER_S)
#define WHOLE_FILL_NS (600 * NS_PER_S)
#define LEAVE_FREE 20		/* a twentieth of the free space stays free */
#define FLUSHER_NS (5 * NS_PER_S)	/* Linux looks for old pages */

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
		round_ns += plan->test[i].na_reason[0] != '\0' ? 0 :
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

		if (t->na_reason[0] != '\0' ||
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

/* Files of its own that are never flushed, but for the source at first. */
static bool
is_file_copy(const struct plan_test *t)
{
	return t->workload->own_files &&
	       !params_is_metadata(&t->test.params);
}

/*
 * Of File Copy the system writes what is dirty whenever its flusher comes and
 * finds it old enough, or memory too full of it.
 */
uint64_t
budget_most_written(const struct plan *plan, const struct plan_test *test,
		    uint64_t limit_bytes)
{
	struct params p = plan_params(test, plan->size_bytes);
	uint64_t most = workload_most_written(test->workload, &p,
					      plan->warm_up_ns > 0,
					      limit_bytes);
	uint64_t visits = budget_sample_ns(plan, test) / FLUSHER_NS;

	if (!is_file_copy(test))
		return most;
	return plan->writes_through ? UINT64_MAX :
	       plus(most, times(visits, p.file_bytes));
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
		uint64_t most = budget_most_written(plan, t,
						    budget_write_limit(plan));

		if (t->na_reason[0] != '\0')
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
	uint64_t bytes = plus(sizeof(struct counts) + PROCESS_BYTES,
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

		if (plan->test[i].na_reason[0] != '\0')
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

/* What one test takes of the space with the smallest work file. */
static uint64_t
least_space(const struct plan *plan, size_t test)
{
	struct plan one = *plan;

	one.test = &plan->test[test];
	one.n_tests = 1;
	return budget_space_bytes(&one, MIB);
}

static void
append(char *text, const char *format, ...) PRINTF_LIKE(2, 3);

static void
append(char *text, const char *format, ...)
{
	size_t used = strlen(text);
	va_list args;

	va_start(args, format);
	vsnprintf(text + used, ADVICE - used, format, args);
	va_end(args);
}

/* The tests that don't fit whatever the size; of many, the first few. */
static void
name_tests(char *advice, const struct plan *plan, uint64_t usable)
{
	size_t n = 0, i;

	for (i = 0; i < plan->n_tests; i++) {
		if (least_space(plan, i) <= usable)
			continue;
		if (n++ < MOST_NAMED)
			append(advice, "%s %.40s", n > 1 ? "," : "",
			       plan->test[i].test.id);
	}
	if (n > MOST_NAMED)
		append(advice, " and %zu more", n - MOST_NAMED);
}

/* What the user can do about it: -s where there is a size that fits, else
 * without the tests that need the space, or the copies. */
static const char *
advise(char *advice, const struct plan *plan, uint64_t usable, uint64_t fits)
{
	if (fits > 0) {
		snprintf(advice, ADVICE, "give -s %llum or less, or another "
			 "directory with -d", (unsigned long long)(fits / MIB));
		return advice;
	}
	snprintf(advice, ADVICE, "leave out");
	name_tests(advice, plan, usable);
	if (strcmp(advice, "leave out") == 0)
		append(advice, " some tests");
	if (plan->most_copies > 1)
		append(advice, ", give fewer copies (-c)");
	append(advice, ", or choose another directory with -d");
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
		 "used (5 %% of the free space is left alone); %s",
		 units_format_size(need, budget_space_bytes(plan, size)),
		 units_format_size(has, usable),
		 advise(advice, plan, usable, fits));
	return -ENOSPC;
}

/* Other tests look at what they may write; File Copy looks at nothing. */
static bool
has_unstoppable(const struct plan *plan)
{
	bool has = false;
	size_t i;

	for (i = 0; i < plan->n_tests && plan->writes_through; i++)
		has |= is_file_copy(&plan->test[i]);
	return has;
}

/* Without a bound on the samples, the fill at least must be allowed. */
int
budget_check_max_write(const struct plan *plan, char *error)
{
	char most[UNITS_TEXT], limit[UNITS_TEXT];
	bool bounded;
	uint64_t bytes;

	if (plan->max_write_bytes != UINT64_MAX && has_unstoppable(plan)) {
		snprintf(error, BUDGET_ERROR, "File Copy can't be held to "
			 "--max-write=%s, since the file system is mounted "
			 "with the option sync; leave it out",
			 units_format_size(limit, plan->max_write_bytes));
		return -EDQUOT;
	}
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
