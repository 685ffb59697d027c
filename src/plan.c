/* What will run: the command line made into tests, targets and rounds. */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/clock.h"
#include "diskidx/message.h"
#include "diskidx/plan.h"
#include "diskidx/random.h"
#include "diskidx/suggest.h"
#include "diskidx/suite.h"
#include "diskidx/units.h"

#define QUICK_NS (NS_PER_S / 2)
#define QUICK_ROUNDS 5
#define FULL_NS (10 * NS_PER_S)
#define FULL_ROUNDS 10

static void
add_test(struct plan *plan, const struct test *test)
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
		add_test(plan, test_by_id(suite->test[i]));
}

static int
unknown_test(const char *word, char *error)
{
	struct suggestion s = { .word = word };
	char text[SUGGEST_TEXT];
	size_t i, length = strlen(word);

	if (strchr(word, '/') != NULL ||
	    (length > 4 && strcmp(word + length - 4, ".fio") == 0)) {
		snprintf(error, PLAN_ERROR, "%.160s: job files are not in "
			 "this version", word);
		return -EINVAL;
	}
	for (i = 0; test_at(i) != NULL; i++)
		suggest_offer(&s, test_at(i)->id);
	for (i = 0; suite_at(i) != NULL; i++)
		suggest_offer(&s, suite_at(i)->name);
	suggest_format(text, &s);
	snprintf(error, PLAN_ERROR, "unknown test or suite '%.80s'%s", word,
		 text[0] != '\0' ? text : "; see diskidx list tests");
	return -EINVAL;
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
		add_test(plan, test);
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
			add_test(plan, test_by_id(suite->test[i]));
			return 0;
		}
	snprintf(error, PLAN_ERROR, "the suite %s has no test '%.80s'; see "
		 "diskidx list suites", name, colon + 1);
	return -EINVAL;
}

/* Changes the tests that have such a parameter; one at least must have it. */
static int
vary(struct plan *plan, uint64_t value, const char *option,
     int (*change)(struct test *, uint32_t), char *error)
{
	bool changed = false;
	size_t i;

	for (i = 0; i < plan->n_tests; i++)
		changed |= change(&plan->test[i].test, (uint32_t)value) == 0;
	if (changed)
		return 0;
	snprintf(error, PLAN_ERROR, "%s: none of these tests has that "
		 "parameter", option);
	return -EINVAL;
}

static int
check_block(uint64_t bytes, char *error)
{
	if (bytes >= 512 && bytes <= 64 * MIB && bytes % 512 == 0)
		return 0;
	snprintf(error, PLAN_ERROR, "-b: a block is a multiple of 512 bytes, "
		 "up to 64m");
	return -EINVAL;
}

static int
vary_all(struct plan *plan, const struct options *o, char *error)
{
	int status = 0;

	if (o->block_bytes > 0)
		status = check_block(o->block_bytes, error);
	if (status == 0 && o->block_bytes > 0)
		status = vary(plan, o->block_bytes, "-b", test_set_block,
			      error);
	if (status == 0 && o->depth > 0)
		status = vary(plan, o->depth, "-Q", test_set_depth, error);
	if (status == 0 && o->mix != NULL)
		status = vary(plan, o->mix_pct, "-m", test_set_mix, error);
	return status;
}

static int
find_engine(const char *name, const struct engine **engine, char *error)
{
	struct suggestion s = { .word = name };
	char text[SUGGEST_TEXT];
	const char *missing;
	size_t i;

	*engine = engine_by_name(name);
	if (*engine == NULL) {
		for (i = 0; engine_at(i) != NULL; i++)
			suggest_offer(&s, engine_at(i)->name);
		suggest_format(text, &s);
		snprintf(error, PLAN_ERROR, "unknown engine '%.80s'%s", name,
			 text[0] != '\0' ? text : "; see diskidx list engines");
		return -EINVAL;
	}
	missing = engine_missing(*engine);
	if (missing == NULL)
		return 0;
	snprintf(error, PLAN_ERROR, "the engine %s can't be used: %s", name,
		 missing);
	return -EINVAL;
}

static int
set_engines(struct plan *plan, const char *name, char *error)
{
	const struct engine *engine = engine_default();
	size_t i;

	if (name != NULL && find_engine(name, &engine, error) != 0)
		return -EINVAL;
	plan->scores = engine->is_real;
	for (i = 0; i < plan->n_tests; i++) {
		struct plan_test *t = &plan->test[i];

		t->workload = workload_by_name(t->test.workload);
		t->engine = t->workload->uses_engine ? engine :
			    engine_by_name("sync");
		if (t->test.params.depth <= t->engine->max_depth)
			continue;
		snprintf(error, PLAN_ERROR, "%s: the engine %s takes a depth "
			 "of %u at most", t->test.id, t->engine->name,
			 t->engine->max_depth);
		return -EINVAL;
	}
	return 0;
}

/* The size in whole blocks of the largest block, two of them at least. */
static int
check_size(struct plan *plan, char *error)
{
	uint32_t block = 1;
	char text[UNITS_TEXT];
	size_t i;

	for (i = 0; i < plan->n_tests; i++) {
		const struct params *p = &plan->test[i].test.params;

		if (p->file_bytes == 0 && p->block_bytes > block)
			block = p->block_bytes;
	}
	if (plan->size_bytes / 2 < block) {
		snprintf(error, PLAN_ERROR, "-s: these tests need a work file "
			 "of at least %s", units_format_size(text, 2 *
							     (uint64_t)block));
		return -EINVAL;
	}
	plan->size_bytes = plan->size_bytes / block * block;
	return 0;
}

static void
set_amounts(struct plan *plan, const struct options *o,
	    const struct suite *suite)
{
	plan->time_ns = o->time_ns > 0 ? o->time_ns : o->quick ? QUICK_NS :
			o->full ? FULL_NS : suite->time_ns;
	plan->rounds = (unsigned)(o->rounds > 0 ? o->rounds :
				  o->quick ? QUICK_ROUNDS :
				  o->full ? FULL_ROUNDS : suite->rounds);
	plan->size_bytes = o->size_bytes > 0 ? o->size_bytes :
			   suite->size_bytes;
	plan->size_given = o->size_bytes > 0;
	plan->bounded = o->time_ns == 0 && !o->full;
	plan->warm_up_ns = o->warm_up_ns;
	plan->delay_ns = o->delay_ns;
	plan->max_write_bytes = o->max_write_bytes > 0 ? o->max_write_bytes :
				UINT64_MAX;
	plan->seed = o->seed_text != NULL ? o->seed : random_fresh_seed();
}

static void
set_copies(struct plan *plan, const struct options *o)
{
	size_t i, j;

	plan->copies = xmalloc((o->n_copies + 1) * sizeof(*plan->copies));
	for (i = 0; i < o->n_copies; i++) {
		for (j = 0; j < i && o->copies[j] != o->copies[i]; j++)
			;
		if (j == i)
			plan->copies[plan->n_copies++] =
				(unsigned)o->copies[i];
	}
	if (plan->n_copies == 0)
		plan->copies[plan->n_copies++] = 1;
	for (i = 0; i < plan->n_copies; i++)
		if (plan->copies[i] > plan->most_copies)
			plan->most_copies = plan->copies[i];
}

int
plan_build(const struct options *o, struct plan *plan, char *error)
{
	static const char *here = ".";
	const struct suite *suite = suite_at(0);
	int status = 0;
	size_t i;

	memset(plan, 0, sizeof(*plan));
	if (o->n_operands == 0)
		add_suite(plan, suite);
	else if (suite_by_name(o->operand[0]) != NULL)
		suite = suite_by_name(o->operand[0]);
	for (i = 0; i < o->n_operands && status == 0; i++)
		status = add_operand(plan, o->operand[i], error);
	if (status == 0)
		status = vary_all(plan, o, error);
	if (status == 0)
		status = set_engines(plan, o->engine, error);
	if (status != 0)
		return status;
	set_amounts(plan, o, suite);
	set_copies(plan, o);
	plan->directory = o->n_directories > 0 ? o->directory : &here;
	plan->n_targets = o->n_directories > 0 ? o->n_directories : 1;
	return check_size(plan, error);
}

void
plan_free(struct plan *plan)
{
	free(plan->test);
	free(plan->copies);
}
