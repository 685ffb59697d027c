/* Tests of the sizes in a plan: what -s, the free space and memory make of a
 * suite, on machines large and small. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <errno.h>
#include <string.h>

#include "diskidx/budget.h"
#include "diskidx/clock.h"
#include "diskidx/plan.h"
#include "diskidx/suite.h"

static struct options options;
static struct plan plan;
static char error[PLAN_ERROR];

/* A plan of `diskidx -s SIZE WORD` (NULL: without), before it is fitted. */
static void
build(const char *size, const char *word)
{
	static char texts[4][32];
	static char *argv[] = { texts[0], texts[1], texts[2], texts[3] };
	int n = 1;

	if (size != NULL) {
		strcpy(texts[n++], "-s");
		strcpy(texts[n++], size);
	}
	strcpy(texts[n++], word);
	assert_int_equal(options_parse(n, argv, &options, error), 0);
	assert_int_equal(plan_build(&options, &plan, error), 0);
}

static int
fit(uint64_t memory, uint64_t free_bytes)
{
	int status;

	plan_set_memory(&plan, memory);
	status = budget_fit(&plan, free_bytes, error);
	if (status >= 0) {
		plan_settle_sizes(&plan);
		plan_spare_memory(&plan, memory);
	}
	return status;
}

static void
finish(void)
{
	plan_free(&plan);
	options_free(&options);
}

static const struct plan_test *
find(const char *id)
{
	size_t i;

	for (i = 0; i < plan.n_tests; i++)
		if (strcmp(plan.test[i].test.id, id) == 0)
			return &plan.test[i];
	fail_msg("%s is not there", id);
	return NULL;
}

static void
every_suite_fits_a_small_machine(void **state)
{
	const struct suite *suite;
	size_t i;

	(void)state;
	for (i = 0; (suite = suite_at(i)) != NULL; i++) {
		build(NULL, suite->name);
		assert_true(fit(512 * MIB, 15 * GIB) >= 0);
		assert_int_equal(budget_check_memory(&plan, 512 * MIB, error),
				 0);
		assert_true(budget_space_bytes(&plan, plan.size_bytes) <=
			    15 * GIB / 20 * 19 + 20);
		finish();
	}
}

/* Or says what would. */
static void
every_suite_shrinks_with_the_free_space(void **state)
{
	static const uint64_t room[] = { 64, 200, 1000, 3000, 100000 };
	const struct suite *suite;
	size_t i, r;

	(void)state;
	for (i = 0; (suite = suite_at(i)) != NULL; i++)
		for (r = 0; r < 5; r++) {
			build(NULL, suite->name);
			if (fit(4 * GIB, room[r] * MIB) >= 0)
				assert_true(budget_space_bytes(&plan,
					plan.size_bytes) <= room[r] * MIB);
			else
				assert_non_null(strstr(error, "give -s "));
			finish();
		}
}

static void
a_block_that_memory_cannot_hold_names_one_that_fits(void **state)
{
	(void)state;
	build(NULL, "dd");
	assert_int_equal(fit(512 * MIB, 100 * GIB), 0);
	assert_string_equal(find("dd:write-400m-dsync")->missing, "one block "
			    "of 400 MiB doesn't fit into half of the memory; "
			    "128 MiB is the largest that does (-s 128m)");
	assert_string_not_equal(find("dd:read-400m")->missing, "");
	assert_string_equal(find("dd:write")->missing, "");
	finish();
	build("128m", "dd");
	assert_int_equal(fit(512 * MIB, 100 * GIB), 0);
	assert_string_equal(find("dd:write-400m-dsync")->missing, "");
	assert_int_equal(find("dd:read-400m")->test.params.block_bytes,
			 128 * MIB);
	assert_string_equal(find("dd:read-400m")->test.title, "Read bs=400M "
			    "count=1 cold (128 MiB of 400 MiB)");
	finish();
}

static void
a_size_caps_whole_files_and_nothing_else(void **state)
{
	(void)state;
	build("64m", "dd");
	assert_int_equal(fit(4 * GIB, 100 * GIB), 0);
	assert_int_equal(find("dd:write")->test.params.file_bytes, 64 * MIB);
	assert_int_equal(find("dd:write")->test.params.block_bytes, MIB);
	assert_int_equal(find("dd:write")->whole_bytes, 2 * GIB);
	assert_int_equal(find("dd:write-512-dsync")->whole_bytes, 0);
	assert_int_equal(budget_work_bytes(&plan, plan.size_bytes), 64 * MIB);
	finish();
	build("1m", "unixbench");
	assert_int_equal(fit(4 * GIB, 100 * GIB), 0);
	assert_int_equal(find("unixbench:fsdisk")->test.params.file_bytes,
			 8000 * KIB);
	assert_int_equal(budget_work_bytes(&plan, plan.size_bytes), 0);
	finish();
	build("1m", "small-files");
	assert_int_equal(budget_work_bytes(&plan, plan.size_bytes), 0);
	finish();
}

static void
the_cache_suite_follows_memory(void **state)
{
	(void)state;
	build(NULL, "cache");
	assert_int_equal(fit(4 * GIB, 100 * GIB), 0);
	assert_int_equal(plan.n_tests, 7);
	assert_int_equal(find("cache:reread-50")->test.params.file_bytes,
			 4 * GIB / 100 * 50 / MIB * MIB);
	assert_int_equal(plan.size_bytes, 4 * GIB / 100 * 200 / MIB * MIB);
	assert_int_equal(budget_work_bytes(&plan, plan.size_bytes),
			 plan.size_bytes);
	finish();
	build("3g", "cache");
	assert_int_equal(fit(4 * GIB, 100 * GIB), 0);
	assert_int_equal(plan.n_tests, 4);	/* 25, 50, and 75 % of 4 GiB */
	assert_int_equal(plan.n_twins, 3);	/* are below, 100 % is not */
	assert_int_equal(find("cache:reread-100")->test.params.file_bytes,
			 3 * GIB);
	finish();
	build(NULL, "cache");
	assert_int_equal(fit(4 * GIB, 2 * GIB), 1);
	assert_int_equal(plan.n_tests, 2);
	finish();
	build(NULL, "cache");
	assert_int_equal(fit(0, 100 * GIB), 0);
	assert_string_not_equal(find("cache:reread-25")->missing, "");
	finish();
}

static void
whole_files_are_planned_with_their_time_as_a_cap(void **state)
{
	const struct plan_test *t;

	(void)state;
	build(NULL, "dd");
	assert_int_equal(fit(4 * GIB, 100 * GIB), 0);
	t = find("dd:write-1m-dsync");
	/* 1 GiB at 200 MiB/s and 1024 milliseconds. */
	assert_in_range(budget_sample_ns(&plan, t), 6140 * NS_PER_MS,
			6150 * NS_PER_MS);
	plan.time_ns = NS_PER_S;
	assert_int_equal(budget_sample_ns(&plan, t), NS_PER_S);
	finish();
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_suite_fits_a_small_machine),
		cmocka_unit_test(every_suite_shrinks_with_the_free_space),
		cmocka_unit_test(
			a_block_that_memory_cannot_hold_names_one_that_fits),
		cmocka_unit_test(a_size_caps_whole_files_and_nothing_else),
		cmocka_unit_test(the_cache_suite_follows_memory),
		cmocka_unit_test(
			whole_files_are_planned_with_their_time_as_a_cap),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
