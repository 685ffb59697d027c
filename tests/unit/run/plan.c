/* Tests of the sizes in a plan: what -s, the free space and memory make of a
 * suite, on machines large and small; and of what a dry run says. */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "diskidx/budget.h"
#include "diskidx/clock.h"
#include "diskidx/suite.h"
#include "../support/dry-run.h"
#include "../support/planned.h"
#include "../support/rows.h"

static char error[PLAN_ERROR];

AFTER_EACH(forget)
{
	plan_forget();
	return 0;
}

/* Plan a line on a machine with so much memory and free space. */
static int
fit(const char *line, uint64_t memory, uint64_t free_bytes)
{
	int status;

	assert_planned(line);
	plan_set_memory(&plan, memory);
	status = budget_fit(&plan, free_bytes, error);
	if (status >= 0) {
		plan_settle_sizes(&plan);
		plan_spare_memory(&plan, memory);
	}
	return status;
}

TEST(every_suite_fits_a_small_machine)
{
	const struct suite *suite;
	size_t i;

	for (i = 0; (suite = suite_at(i)) != NULL; i++) {
		assert_true(fit(suite->name, 512 * MIB, 15 * GIB) >= 0);
		assert_int_equal(budget_check_memory(&plan, 512 * MIB, error),
				 0);
		assert_true(budget_space_bytes(&plan, plan.size_bytes) <=
			    15 * GIB / 10 * 9 + 10);
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
			if (fit(suite->name, 4 * GIB, room[r] * MIB) >= 0)
				assert_true(budget_space_bytes(&plan,
					plan.size_bytes) <= room[r] * MIB);
			else
				assert_has(error, "give -s ");
		}
}

TEST(a_block_that_memory_cannot_hold_names_one_that_fits)
{
	assert_int_equal(fit("dd", 512 * MIB, 100 * GIB), 0);
	assert_string_equal(planned("dd:write-400m-dsync")->na_reason,
			    "one block of 400 MiB doesn't fit into half of "
			    "the memory; 249 MiB is the largest that does "
			    "(-s 249m)");
	assert_string_not_equal(planned("dd:read-400m")->na_reason, "");
	assert_string_equal(planned("dd:write")->na_reason, "");
	assert_int_equal(fit("-s 128m dd", 512 * MIB, 100 * GIB), 0);
	assert_string_equal(planned("dd:write-400m-dsync")->na_reason, "");
	assert_int_equal(planned("dd:read-400m")->test.params.block_bytes,
			 128 * MIB);
	assert_string_equal(planned("dd:read-400m")->test.title, "Read bs=400M "
			    "count=1 cold (128 MiB of 400 MiB)");
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
		assert_int_equal(fit("dd:read-400m", memory[i] * MIB,
				     100 * GIB), 0);
		named = strstr(planned("dd:read-400m")->na_reason, "(-s ");
		assert_non_null(named);
		assert_int_equal(sscanf(named, "(-s %llum)", &mib), 1);
		sprintf(size, "-s %llum dd:read-400m", mib);
		assert_int_equal(fit(size, memory[i] * MIB, 100 * GIB), 0);
		assert_string_equal(planned("dd:read-400m")->na_reason, "");
		sprintf(size, "-s %llum dd:read-400m", mib + 1);
		assert_int_equal(fit(size, memory[i] * MIB, 100 * GIB), 0);
		assert_string_not_equal(planned("dd:read-400m")->na_reason, "");
	}
	assert_int_equal(fit("dd:read-400m", 8 * MIB, 100 * GIB), 0);
	assert_string_equal(planned("dd:read-400m")->na_reason, "one block of "
			    "400 MiB doesn't fit into half of the memory");
}

TEST_ROWS("plan", the_dry_run_says_what_is_planned)
{
	const char *text;

	assert_true(fit(field[0], 4 * GIB, 100 * GIB) >= 0);
	text = dry_run(&plan);
	assert_has(text, field[1]);
	assert_lacks(text, " n/a: ");
	if (strcmp(field[2], "-") != 0)
		assert_lacks(text, field[2]);
	for (size_t k = 0; k < plan.n_tests; k++) {
		assert_has(text, plan.test[k].test.id);
		assert_has(text, plan.test[k].test.title);
	}
}

TEST(the_dry_run_says_what_has_no_figure_and_why)
{
	const char *at;

	assert_int_equal(fit("dd", 512 * MIB, 100 * GIB), 0);
	at = strstr(dry_run(&plan), "  dd:read-400m ");
	assert_non_null(at);
	at = strchr(at, '\n');
	assert_int_equal(strspn(at + 1, " "), 27);
	assert_memory_equal(at + 28, "n/a: one block of 400 MiB ", 26);
	assert_int_equal(fit("-s 8m cache", 4 * GIB, 100 * GIB), 0);
	assert_int_equal(plan.n_tests, 1);
	at = strstr(dry_run(&plan), "  cache:reread-25 ");
	assert_non_null(at);
	at = strstr(at, "  cache:reread-50 ");
	assert_non_null(at);
	assert_has(at, "left out: ");
	assert_has(at, "  cache:reread-200 ");
}

/* Its own two, and one more every five seconds of 30 and of the lead-in. */
TEST(file_copy_writes_more_the_longer_it_lasts)
{
	uint64_t bytes;

	assert_planned("unixbench:fsdisk");
	assert_true(budget_written_bytes(&plan, plan.max_rounds, &bytes));
	assert_int_equal(bytes, 3 * (2 + 34 / 5) * 8000 * KIB);
	plan.time_ns = 2 * NS_PER_S;
	plan.warm_up_ns = 0;
	assert_true(budget_written_bytes(&plan, plan.max_rounds, &bytes));
	assert_int_equal(bytes, 3 * 2 * 8000 * KIB);
}

TEST(nothing_bounds_file_copy_where_memory_keeps_nothing)
{
	uint64_t bytes;

	assert_planned("-s 64m disk");
	plan.writes_through = true;
	assert_false(budget_written_bytes(&plan, plan.max_rounds, &bytes));
	assert_has(dry_run(&plan), "as much as the disk takes in the time (it "
		   "is mounted with sync)");
	assert_int_equal(budget_check_max_write(&plan, error), 0);
	plan.max_write_bytes = 100 * GIB;
	assert_int_equal(budget_check_max_write(&plan, error), -EDQUOT);
	assert_has(error, "File Copy");
	assert_planned("-s 64m dd");
	plan.writes_through = true;
	assert_true(budget_written_bytes(&plan, plan.max_rounds, &bytes));
	plan.max_write_bytes = 100 * GIB;
	assert_int_equal(budget_check_max_write(&plan, error), 0);
}

/* Plans with and without tests that scatter a file which others read. */
TEST(a_second_work_file_counts_where_files_are_copied_on_write)
{
	static const struct {
		const char *line;
		unsigned files;
	} rows[] = {
		{ "-s 64m disk", 2 }, { "-s 64m access", 2 },
		{ "-s 64m -c 3 seq-read-direct rand-mixed-q32", 2 },
		{ "-s 64m rand-read-q1 rand-write-q32", 2 },
		{ "-s 64m rand-write-q32 seq-write-direct fsdisk commit", 1 },
		{ "-s 64m seq-copy-direct seq-write-direct rand-read-q1", 1 },
		{ "-s 64m access:seq-write access:seq-read", 1 },
		{ "-s 64m small-files", 1 },
	};
	uint64_t written[2], space[2];

	for (size_t i = 0; i < LENGTH(rows); i++) {
		uint64_t extra;

		assert_planned(rows[i].line);
		extra = (rows[i].files - 1) * plan.max_copies * 64 * MIB;
		for (int k = 0; k < 2; k++) {
			plan.keeps_apart = k;
			assert_int_equal(budget_work_files(&plan),
					 k ? rows[i].files : 1);
			budget_written_bytes(&plan, 1, &written[k]);
			space[k] = budget_space_bytes(&plan, plan.size_bytes);
		}
		assert_int_equal(written[1] - written[0], extra);
		assert_int_equal(space[1] - space[0], extra);
		assert_int_equal(strstr(dry_run(&plan), "as much again") !=
				 NULL, rows[i].files > 1);
	}
}

TEST(what_is_replaced_on_write_counts_once_more)
{
	static const struct {
		const char *line;
		unsigned more;
	} rows[] = {
		{ "-s 64m rand-write-q32 rand-mixed-q32", 1 },
		{ "-s 64m -c 3 rand-write-q32 seq-read", 1 },
		{ "-s 64m seq-write-direct", 1 }, { "-s 64m disk", 1 },
		{ "-s 64m rand-read-q1 seq-read-direct", 0 },
		{ "-s 64m seq-write seq-copy commit fsdisk", 0 },
		{ "-s 64m small-files", 0 }, { "-s 64m dd", 0 },
	};

	for (size_t i = 0; i < LENGTH(rows); i++) {
		uint64_t space;

		assert_planned(rows[i].line);
		space = budget_space_bytes(&plan, plan.size_bytes);
		plan.copies_on_write = true;
		assert_int_equal(budget_space_bytes(&plan, plan.size_bytes) -
				 space, rows[i].more * plan.max_copies *
				 64 * MIB);
	}
}

TEST(a_second_work_file_gives_way_before_the_size_does)
{
	uint64_t need;

	assert_planned("seq-read rand-write-q32");
	plan.keeps_apart = true;
	need = budget_space_bytes(&plan, plan.size_bytes);
	assert_int_equal(budget_fit(&plan, need / 9 * 10 + 10, error), 0);
	assert_true(plan.keeps_apart);
	assert_int_equal(budget_fit(&plan, need, error), 0);
	assert_false(plan.keeps_apart);
	assert_int_equal(plan.size_bytes, need / 2);
	plan.keeps_apart = true;
	assert_int_equal(budget_fit(&plan, need / 2, error), 1);
	assert_false(plan.keeps_apart);
}

TEST(renamed_and_deleted_files_are_bounded_as_created_ones)
{
	static const struct {
		const char *line;
		uint64_t bytes;
	} rows[] = {
		{ "-s 64m small-files:create", 2 * 64 * MIB },
		{ "-s 64m small-files:rename", 2 * 64 * MIB },
		{ "-s 64m small-files:rename-fsync", 2 * 64 * MIB },
		{ "-s 64m small-files:delete-fsync", 2 * 64 * MIB },
		{ "-s 64m small-files:stat", 2000 * 2 * 4 * KIB },
	};
	uint64_t bytes;

	for (size_t i = 0; i < LENGTH(rows); i++) {
		assert_planned(rows[i].line);
		assert_true(budget_written_bytes(&plan, plan.max_rounds,
						 &bytes));
		assert_int_equal(bytes, 5 * rows[i].bytes);
	}
}

TEST(where_no_size_helps_the_tests_are_named)
{
	assert_int_equal(fit("unixbench", 4 * GIB, 12 * MIB), -ENOSPC);
	assert_has(error, "; leave out unixbench:fsdisk, or ");
	assert_lacks(error, "-s");
	assert_int_equal(fit("small-files", 4 * GIB, 12 * MIB), -ENOSPC);
	assert_has(error, "small-files:create, small-files:create-fsync, "
		   "small-files:stat and 7 more, or ");
	assert_has(error, "-d");
	assert_int_equal(fit("seq-write", 4 * GIB, 12 * MIB), -ENOSPC);
	assert_has(error, "give -s 5m or less");
}

TEST(a_size_caps_whole_files_and_nothing_else)
{
	assert_int_equal(fit("-s 64m dd", 4 * GIB, 100 * GIB), 0);
	assert_int_equal(planned("dd:write")->test.params.file_bytes, 64 * MIB);
	assert_int_equal(planned("dd:write")->test.params.block_bytes, MIB);
	assert_int_equal(planned("dd:write")->whole_bytes, 2 * GIB);
	assert_int_equal(planned("dd:write-512-dsync")->whole_bytes, 0);
	assert_int_equal(budget_work_bytes(&plan, plan.size_bytes), 64 * MIB);
	assert_int_equal(fit("-s 1m unixbench", 4 * GIB, 100 * GIB), 0);
	assert_int_equal(planned("unixbench:fsdisk")->test.params.file_bytes,
			 8000 * KIB);
	assert_int_equal(budget_work_bytes(&plan, plan.size_bytes), 0);
	assert_planned("-s 1m small-files");
	assert_int_equal(budget_work_bytes(&plan, plan.size_bytes), 0);
}

TEST(the_cache_suite_follows_memory)
{
	assert_int_equal(fit("cache", 4 * GIB, 100 * GIB), 0);
	assert_int_equal(plan.n_tests, 7);
	assert_int_equal(planned("cache:reread-50")->test.params.file_bytes,
			 4 * GIB / 100 * 50 / MIB * MIB);
	assert_int_equal(plan.size_bytes, 4 * GIB / 100 * 200 / MIB * MIB);
	assert_int_equal(budget_work_bytes(&plan, plan.size_bytes),
			 plan.size_bytes);
	assert_int_equal(fit("-s 3g cache", 4 * GIB, 100 * GIB), 0);
	assert_int_equal(plan.n_tests, 4);	/* 25, 50, and 75 % of 4 GiB */
	assert_int_equal(plan.n_duplicates, 3);	/* are below, 100 % is not */
	assert_int_equal(planned("cache:reread-100")->test.params.file_bytes,
			 3 * GIB);
	assert_int_equal(fit("cache", 4 * GIB, 2 * GIB), 1);
	assert_int_equal(plan.n_tests, 2);
	assert_int_equal(fit("cache", 0, 100 * GIB), 0);
	assert_string_not_equal(planned("cache:reread-25")->na_reason, "");
}

TEST(whole_files_are_planned_with_their_time_as_a_cap)
{
	const struct plan_test *t;

	assert_int_equal(fit("dd", 4 * GIB, 100 * GIB), 0);
	t = planned("dd:write-1m-dsync");
	/* 1 GiB at 200 MiB/s and 1024 milliseconds. */
	assert_in_range(budget_sample_ns(&plan, t), 6140 * NS_PER_MS,
			6150 * NS_PER_MS);
	plan.time_ns = NS_PER_S;
	assert_int_equal(budget_sample_ns(&plan, t), NS_PER_S);
}
