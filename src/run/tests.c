/* Which tests a plan has. */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "diskidx/alloc.h"
#include "diskidx/suggest.h"
#include "diskidx/suite.h"
#include "diskidx/units.h"
#include "tests.h"

#define MAX_TESTS 1000

void
plan_add_test(struct plan *plan, const struct test *test)
{
	size_t i;

	for (i = 0; i < plan->n_tests; i++)
		if (strcmp(plan->test[i].test.id, test->id) == 0)
			return;
	plan->test = xrealloc(plan->test,
			      (plan->n_tests + 1) * sizeof(*plan->test));
	memset(&plan->test[plan->n_tests], 0, sizeof(*plan->test));
	plan->test[plan->n_tests++].test = *test;
}

static void
add_suite(struct plan *plan, const struct suite *suite)
{
	size_t i;

	for (i = 0; suite->test[i] != NULL; i++)
		plan_add_test(plan, test_by_id(suite->test[i]));
}

static int
unknown_test(const char *word, char *error)
{
	struct suggestion s = { .word = word };
	size_t i;

	for (i = 0; test_at(i) != NULL; i++)
		suggest_offer(&s, test_at(i)->id);
	for (i = 0; suite_at(i) != NULL; i++)
		suggest_offer(&s, suite_at(i)->name);
	snprintf(error, PLAN_ERROR, "unknown test or suite '%.80s'%s", word,
		 suggest_end(&s, "", "; see diskidx list tests"));
	return -EINVAL;
}

/* SUITE:WORD, where the suite is known and the word is not. */
static int
unknown_of_suite(const struct suite *suite, const char *word, char *error)
{
	const char *test = strchr(word, ':') + 1;
	bool has_prefix = suite_of(suite->test[0]) != NULL;
	struct suggestion s = { .word = has_prefix ? word : test };
	size_t i;

	for (i = 0; suite->test[i] != NULL; i++)
		suggest_offer(&s, suite->test[i]);
	snprintf(error, PLAN_ERROR, "the suite %s has no test '%.80s'%s",
		 suite->name, test,
		 suggest_end(&s, "", "; see diskidx list suites"));
	return -EINVAL;
}

/* A name that is known wins over a file of that name. */
static bool
is_jobfile(const char *word)
{
	size_t length = strlen(word);

	return suite_by_name(word) == NULL && test_by_id(word) == NULL &&
	       (strchr(word, '/') != NULL ||
		(length > 4 && strcmp(word + length - 4, ".fio") == 0));
}

/* A job file brings settings of the whole run, so it stands alone. */
static int
add_jobfile(struct plan *plan, const char *path, size_t n_operands,
	    char *error)
{
	struct stat st;
	size_t i;

	if (n_operands > 1) {
		snprintf(error, PLAN_ERROR, "%.160s: a job file stands alone; "
			 "run the others by themselves", path);
		return -EINVAL;
	}
	if (stat(path, &st) == 0 && !S_ISREG(st.st_mode) &&
	    !S_ISFIFO(st.st_mode)) {
		snprintf(error, PLAN_ERROR, "%.160s: is no job file; to test "
			 "a disk give a directory on it, as in -d %.80s", path,
			 S_ISDIR(st.st_mode) ? path : "DIR");
		return -EINVAL;
	}
	plan->jobfile_path = path;
	plan->jobfile = jobfile_load(path, error, PLAN_ERROR);
	if (plan->jobfile == NULL)
		return -EINVAL;
	for (i = 0; i < plan->jobfile->n_tests; i++)
		plan_add_test(plan, &plan->jobfile->test[i]);
	return 0;
}

/* "disk", "seq-read" or "disk:seq-read". */
static int
add_operand(struct plan *plan, const char *word, char *error)
{
	const char *colon = strchr(word, ':');
	const struct suite *suite = suite_by_name(word);
	const struct test *test = test_by_id(word);
	char name[TEST_ID];
	size_t i;

	if (suite != NULL)
		add_suite(plan, suite);
	else if (test != NULL)
		plan_add_test(plan, test);
	if (suite != NULL || test != NULL)
		return 0;
	if (colon == NULL || (size_t)(colon - word) >= sizeof(name))
		return unknown_test(word, error);
	snprintf(name, sizeof(name), "%.*s", (int)(colon - word), word);
	suite = suite_by_name(name);
	if (suite == NULL)
		return unknown_test(word, error);
	for (i = 0; suite->test[i] != NULL; i++)
		if (strcmp(suite->test[i], colon + 1) == 0) {
			plan_add_test(plan, test_by_id(suite->test[i]));
			return 0;
		}
	return unknown_of_suite(suite, word, error);
}

static int
check_blocks(const struct numbers *blocks, char *error)
{
	size_t i;

	for (i = 0; i < blocks->n; i++)
		if (blocks->list[i] < 512 || blocks->list[i] > 64 * MIB ||
		    blocks->list[i] % 512 != 0) {
			snprintf(error, PLAN_ERROR, "-b: a block is a "
				 "multiple of 512 bytes, up to 64m");
			return -EINVAL;
		}
	return 0;
}

/* The parameters that options vary, in the order of an id. */
enum axis {
	AXIS_BLOCK, AXIS_DEPTH, AXIS_MIX, AXIS_RANDOM, AXIS_CACHE, AXIS_SYNC,
	AXIS_RATE, AXES
};

static const char *const axis_options[AXES] = {
	"-b", "-Q", "-m", "--random", "--cache", "--sync", "--rate"
};

/* How many values an axis has; none leaves the test as it is. */
static size_t
option_values(const struct options *o, enum axis axis)
{
	switch (axis) {
	case AXIS_BLOCK:
		return o->block_bytes.n;
	case AXIS_DEPTH:
		return o->depth.n;
	case AXIS_MIX:
		return o->mix_pct.n;
	case AXIS_RANDOM:
		return o->random != NULL;
	case AXIS_CACHE:
		return o->cache != NULL;
	case AXIS_SYNC:
		return o->sync != NULL;
	case AXIS_RATE:
		return o->rate_iops.n;
	case AXES:
		break;
	}
	return 0;
}

/* The depths that this test's suite sweeps over, or NULL. */
static const uint32_t *
suite_depths(const struct plan *plan, const struct test *test)
{
	const struct suite *suite = plan->jobfile != NULL ? NULL :
				    suite_of(test->id);

	return suite != NULL ? suite->depth : NULL;
}

/* The same, with what the suite has for want of an option. */
static size_t
axis_values(const struct plan *plan, const struct options *o,
	    const struct test *test, enum axis axis)
{
	const uint32_t *depth = suite_depths(plan, test);
	size_t n = option_values(o, axis);

	if (axis == AXIS_DEPTH && n == 0 && depth != NULL)
		while (depth[n] != 0)
			n++;
	return n;
}

static int
set_random(struct test *test, const char *text)
{
	enum pattern pattern;
	uint32_t theta_milli;
	uint64_t random_pct;

	if (options_parse_random(text, &random_pct, &pattern,
				 &theta_milli) != 0)
		return -EINVAL;
	return pattern == PATTERN_UNIFORM ?
	       test_set_random(test, (uint32_t)random_pct) :
	       test_set_pattern(test, pattern, theta_milli);
}

static enum sync_mode
sync_of(const char *word)
{
	return strcmp(word, "dsync") == 0 ? SYNC_DSYNC :
	       strcmp(word, "fdatasync") == 0 ? SYNC_FDATASYNC : SYNC_NONE;
}

/* Gives the test the i-th value of an axis; -EINVAL: it has no such. */
static int
set_axis(const struct plan *plan, struct test *test, const struct options *o,
	 enum axis axis, size_t i)
{
	bool is_poisson = o->arrival != NULL &&
			  strcmp(o->arrival, "poisson") == 0;

	switch (axis) {
	case AXIS_BLOCK:
		return test_set_block(test, (uint32_t)o->block_bytes.list[i]);
	case AXIS_DEPTH:
		return test_set_depth(test, o->depth.n > 0 ?
				      (uint32_t)o->depth.list[i] :
				      suite_depths(plan, test)[i]);
	case AXIS_MIX:
		return test_set_mix(test, (uint32_t)o->mix_pct.list[i]);
	case AXIS_RANDOM:
		return set_random(test, o->random);
	case AXIS_CACHE:
		return test_set_cache(test, strcmp(o->cache, "direct") == 0 ?
				      CACHE_DIRECT : CACHE_BUFFERED);
	case AXIS_SYNC:
		return test_set_sync(test, sync_of(o->sync));
	case AXIS_RATE:
		return test_set_rate(test, (uint32_t)o->rate_iops.list[i],
				     is_poisson ? ARRIVAL_POISSON :
				     ARRIVAL_CONSTANT);
	case AXES:
		break;
	}
	return -EINVAL;
}

/*
 * Adds the variants of a test, over this axis and those after it, up to one
 * test too many. `applied` collects the axes that some test has.
 */
static void
add_variants(struct plan *plan, const struct options *o,
	     const struct test *test, enum axis axis, unsigned *applied)
{
	bool has_axis = false;
	size_t n, i;

	if (plan->n_tests > MAX_TESTS)
		return;
	if (axis == AXES) {
		plan_add_test(plan, test);
		return;
	}
	n = axis_values(plan, o, test, axis);
	for (i = 0; i < n; i++) {
		struct test variant = *test;

		if (set_axis(plan, &variant, o, axis, i) != 0)
			continue;
		has_axis = true;
		*applied |= 1u << axis;
		add_variants(plan, o, &variant, axis + 1, applied);
	}
	if (!has_axis)
		add_variants(plan, o, test, axis + 1, applied);
}

/* Puts the variants in the place of the tests. */
static int
vary(struct plan *plan, const struct options *o, char *error)
{
	struct plan_test *named = plan->test;
	size_t n_named = plan->n_tests, i;
	unsigned applied = 0, axis;

	plan->test = NULL;
	plan->n_tests = 0;
	for (i = 0; i < n_named; i++)
		add_variants(plan, o, &named[i].test, 0, &applied);
	free(named);
	if (plan->n_tests > MAX_TESTS) {
		snprintf(error, PLAN_ERROR, "the sweep has over %d tests; "
			 "give fewer values", MAX_TESTS);
		return -EINVAL;
	}
	for (axis = 0; axis < AXES; axis++)
		if (option_values(o, axis) > 0 && (applied & 1u << axis) == 0) {
			snprintf(error, PLAN_ERROR, "%s: none of these tests "
				 "has that parameter", axis_options[axis]);
			return -EINVAL;
		}
	return 0;
}

static int
add_operands(struct plan *plan, const struct texts *operand, char *error)
{
	int status = 0;
	size_t i;

	if (operand->n == 0)
		add_suite(plan, suite_at(0));
	for (i = 0; i < operand->n && status == 0; i++) {
		const char *word = operand->list[i];

		status = is_jobfile(word) ?
			 add_jobfile(plan, word, operand->n, error) :
			 add_operand(plan, word, error);
	}
	return status;
}

int
plan_select_tests(struct plan *plan, const struct options *o, char *error)
{
	int status = check_blocks(&o->block_bytes, error);

	if (status == 0)
		status = add_operands(plan, &o->operand, error);
	return status == 0 ? vary(plan, o, error) : status;
}
