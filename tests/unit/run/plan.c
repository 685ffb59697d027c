/* Tests of the sizes in a plan: what -s, the free space and memory make of a
 * suite, on machines large and small. */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "diskidx/budget.h"
#include "diskidx/commands.h"
#include "diskidx/clock.h"
#include "diskidx/plan.h"
#include "diskidx/suite.h"
#include "../support/dry-run.h"
#include "../support/test.h"

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

TEST(every_suite_fits_a_small_machine)
{
	const struct suite *suite;
	size_t i;

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
TEST(every_suite_shrinks_with_the_free_space)
{
	static const uint64_t room[] = { 64, 200, 1000, 3000, 100000 };
	const struct suite *suite;
	size_t i, r;

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

TEST(a_block_that_memory_cannot_hold_names_one_that_fits)
{
	build(NULL, "dd");
	assert_int_equal(fit(512 * MIB, 100 * GIB), 0);
	assert_string_equal(find("dd:write-400m-dsync")->na_reason, "one block "
			    "of 400 MiB doesn't fit into half of the memory; "
			    "249 MiB is the largest that does (-s 249m)");
	assert_string_not_equal(find("dd:read-400m")->na_reason, "");
	assert_string_equal(find("dd:write")->na_reason, "");
	finish();
	build("128m", "dd");
	assert_int_equal(fit(512 * MIB, 100 * GIB), 0);
	assert_string_equal(find("dd:write-400m-dsync")->na_reason, "");
	assert_int_equal(find("dd:read-400m")->test.params.block_bytes,
			 128 * MIB);
	assert_string_equal(find("dd:read-400m")->test.title, "Read bs=400M "
			    "count=1 cold (128 MiB of 400 MiB)");
	finish();
}

/* The size that is named will do, and a MiB more would not. */
TEST(the_largest_block_that_fits_is_the_largest)
{
	static const uint64_t memory[] = { 16, 20, 77, 300, 512, 700, 811 };
	char size[32];
	const char *named;
	unsigned long long mib;
	size_t i;

	for (i = 0; i < 7; i++) {
		build(NULL, "dd:read-400m");
		assert_int_equal(fit(memory[i] * MIB, 100 * GIB), 0);
		named = strstr(find("dd:read-400m")->na_reason, "(-s ");
		assert_non_null(named);
		assert_int_equal(sscanf(named, "(-s %llum)", &mib), 1);
		finish();
		sprintf(size, "%llum", mib);
		build(size, "dd:read-400m");
		assert_int_equal(fit(memory[i] * MIB, 100 * GIB), 0);
		assert_string_equal(find("dd:read-400m")->na_reason, "");
		finish();
		sprintf(size, "%llum", mib + 1);
		build(size, "dd:read-400m");
		assert_int_equal(fit(memory[i] * MIB, 100 * GIB), 0);
		assert_string_not_equal(find("dd:read-400m")->na_reason, "");
		finish();
	}
	build(NULL, "dd:read-400m");
	assert_int_equal(fit(8 * MIB, 100 * GIB), 0);
	assert_string_equal(find("dd:read-400m")->na_reason, "one block of "
			    "400 MiB doesn't fit into half of the memory");
	finish();
}

TEST(the_dry_run_says_whether_there_is_a_work_file)
{
	build("64m", "commit");
	assert_non_null(strstr(dry_run(&plan),
			       "\nwork file      64 MiB a copy\n"));
	finish();
	build("64m", "unixbench");
	assert_non_null(strstr(dry_run(&plan),
			       "\nwork file      none: each test "
			       "makes its own files\n"));
	finish();
	build("64m", "small-files");
	assert_non_null(strstr(dry_run(&plan),
			       "\nwork file      none: "));
	finish();
}

TEST(the_dry_run_says_what_has_no_figure_and_why)
{
	const char *at;

	build(NULL, "dd");
	assert_int_equal(fit(512 * MIB, 100 * GIB), 0);
	at = strstr(dry_run(&plan), "  dd:read-400m ");
	assert_non_null(at);
	at = strchr(at, '\n');
	assert_int_equal(strspn(at + 1, " "), 27);
	assert_int_equal(strncmp(at + 28, "n/a: one block of 400 MiB ", 26),
			 0);
	finish();
	build("8m", "cache");
	assert_int_equal(fit(4 * GIB, 100 * GIB), 0);
	assert_int_equal(plan.n_tests, 1);
	at = strstr(dry_run(&plan), "  cache:reread-25 ");
	assert_non_null(at);
	at = strstr(at, "  cache:reread-50 ");
	assert_non_null(at);
	assert_non_null(strstr(at, "left out: "));
	assert_non_null(strstr(at, "  cache:reread-200 "));
	finish();
}

TEST(the_dry_run_says_what_its_bound_is_of)
{
	build("8m", "commit");
	assert_non_null(strstr(dry_run(&plan),
			       " MiB at most,\n               plus "
			       "the file system's own writes "
			       "(journal, inodes)\n"));
	finish();
}

/* Its own two, and one more every five seconds of 30 and of the lead-in. */
TEST(file_copy_writes_more_the_longer_it_lasts)
{
	uint64_t bytes;

	build(NULL, "unixbench:fsdisk");
	assert_true(budget_written_bytes(&plan, plan.max_rounds, &bytes));
	assert_int_equal(bytes, 3 * (2 + 34 / 5) * 8000 * KIB);
	plan.time_ns = 2 * NS_PER_S;
	plan.warm_up_ns = 0;
	assert_true(budget_written_bytes(&plan, plan.max_rounds, &bytes));
	assert_int_equal(bytes, 3 * 2 * 8000 * KIB);
	finish();
}

TEST(nothing_bounds_file_copy_where_memory_keeps_nothing)
{
	uint64_t bytes;

	build("64m", "disk");
	plan.writes_through = true;
	assert_false(budget_written_bytes(&plan, plan.max_rounds, &bytes));
	assert_non_null(strstr(dry_run(&plan),
			       "as much as the disk takes in the "
			       "time (it is mounted with sync)"));
	assert_int_equal(budget_check_max_write(&plan, error), 0);
	plan.max_write_bytes = 100 * GIB;
	assert_int_equal(budget_check_max_write(&plan, error), -EDQUOT);
	assert_non_null(strstr(error, "File Copy"));
	finish();
	build("64m", "dd");
	plan.writes_through = true;
	assert_true(budget_written_bytes(&plan, plan.max_rounds, &bytes));
	plan.max_write_bytes = 100 * GIB;
	assert_int_equal(budget_check_max_write(&plan, error), 0);
	finish();
}

TEST(renamed_and_deleted_files_are_bounded_as_created_ones)
{
	static char *const ids[] = {
		"small-files:create", "small-files:rename",
		"small-files:rename-fsync", "small-files:delete-fsync",
	};
	uint64_t bytes;
	size_t i;

	for (i = 0; i < 4; i++) {
		build("64m", ids[i]);
		assert_true(budget_written_bytes(&plan, plan.max_rounds, &bytes));
		assert_int_equal(bytes, 5 * 2 * 64 * MIB);
		finish();
	}
	build("64m", "small-files:stat");
	assert_true(budget_written_bytes(&plan, plan.max_rounds, &bytes));
	assert_int_equal(bytes, 5 * 2000 * 2 * 4 * KIB);
	finish();
}

TEST(where_no_size_helps_the_tests_are_named)
{
	build(NULL, "unixbench");
	assert_int_equal(fit(4 * GIB, 12 * MIB), -ENOSPC);
	assert_non_null(strstr(error, "; leave out unixbench:fsdisk, or "));
	assert_null(strstr(error, "-s"));
	finish();
	build(NULL, "small-files");
	assert_int_equal(fit(4 * GIB, 12 * MIB), -ENOSPC);
	assert_non_null(strstr(error, "small-files:create, small-files:create-"
			       "fsync, small-files:stat and 7 more, or "));
	assert_non_null(strstr(error, "-d"));
	finish();
	build(NULL, "seq-write");
	assert_int_equal(fit(4 * GIB, 12 * MIB), -ENOSPC);
	assert_non_null(strstr(error, "give -s 5m or less"));
	finish();
}

TEST(a_size_caps_whole_files_and_nothing_else)
{
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

TEST(the_cache_suite_follows_memory)
{
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
	assert_int_equal(plan.n_duplicates, 3);	/* are below, 100 % is not */
	assert_int_equal(find("cache:reread-100")->test.params.file_bytes,
			 3 * GIB);
	finish();
	build(NULL, "cache");
	assert_int_equal(fit(4 * GIB, 2 * GIB), 1);
	assert_int_equal(plan.n_tests, 2);
	finish();
	build(NULL, "cache");
	assert_int_equal(fit(0, 100 * GIB), 0);
	assert_string_not_equal(find("cache:reread-25")->na_reason, "");
	finish();
}

TEST(whole_files_are_planned_with_their_time_as_a_cap)
{
	const struct plan_test *t;

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
