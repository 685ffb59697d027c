/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * The way from the command line to the plan: options, the plan, and what it
 * needs.
 */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/clock.h"
#include "diskidx/base/suggest.h"
#include "diskidx/base/units.h"
#include "diskidx/format/format.h"
#include "diskidx/plan/budget.h"
#include "../support/planned.h"
#include "../support/rows.h"
#include "../support/test.h"

#define JOBFILE "unit-options.fio"	/* also in tests/unit/rows */
#define LINE 4096

BEFORE_ALL(write_jobfile)
{
	FILE *file = fopen(JOBFILE, "w");

	if (file == NULL)
		return -1;
	fputs("[global]\nioengine=psync\nsize=64m\nruntime=7\nnumjobs=2\n"
	      "[one]\nrw=randread\nbs=8k\n[two]\nrw=randwrite\n", file);
	return fclose(file);
}

AFTER_EACH(clean_up)
{
	plan_forget();
	return 0;
}

AFTER_ALL(remove_jobfile)
{
	return remove(JOBFILE);
}

/* Facts as one text of KEY=VALUE with blanks around them. */

static char facts[LINE];

static void
append(const char *format, ...)
{
	size_t used = strlen(facts);
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(facts + used, sizeof(facts) - used, format, arguments);
	va_end(arguments);
}

static void
tell_numbers(const char *name, const struct numbers *numbers)
{
	append("%s=", name);
	for (size_t i = 0; i < numbers->n; i++)
		append("%s%llu", i > 0 ? "," : "",
		       (unsigned long long)numbers->list[i]);
	append(" ");
}

static void
tell_texts(const char *name, const struct words *texts)
{
	append("%s=", name);
	for (size_t i = 0; i < texts->n; i++)
		append("%s%s", i > 0 ? "," : "", texts->list[i]);
	append(" ");
}

static void
tell_number(const char *name, uint64_t number)
{
	if (number == UINT64_MAX)
		append("%s=none ", name);
	else
		append("%s=%llu ", name, (unsigned long long)number);
}

/* All that was set. */
static void
tell_options(void)
{
	const struct options *o = &options;

	append("command=%s ", o->command->name);
	tell_texts("d", &o->directory);
	tell_numbers("c", &o->copies);
	tell_number("s", o->size_bytes);
	tell_number("t", o->time_ns);
	tell_number("i", o->rounds);
	tell_number("repeat", o->repeat);
	for (size_t i = 0; i < VARIATIONS; i++)
		tell_numbers(variation_table[i].letter, &o->varied[i]);
	tell_number("progress", o->progress);
	tell_number("color", o->color);
	tell_number("w", o->warm_up_ns);
	tell_number("D", o->delay_ns);
	tell_number("max-write", o->max_write_bytes);
	tell_number("max-time", o->max_time_ns);
	append("seed=%d,%llu ", o->seed.n > 0,
	       (unsigned long long)o->seed.list[0]);
	append("f=%s", o->format != NULL ? o->format->name : "");
	for (size_t i = 0; i < o->file.n; i++)
		append(",%s=%s", o->file.list[i].format->name,
		       o->file.list[i].path);
	append(" ");
	append("e=%s B=%s o=%s fail=%g ",
	       o->engine != NULL ? o->engine : "", o->baseline,
	       o->output != NULL ? o->output : "", o->fail_if_slower_pct);
	append("barrier=%s ", text_or(o->barrier, ""));
	append("last=%llu brief=%d note=%s ", (unsigned long long)o->last,
	       o->brief, o->note != NULL ? o->note : "");
	append("flags=%d%d%d%d%d%d%d%d%d%d ", o->help, o->version, o->no_save,
	       o->dry_run, o->strict, o->quick, o->full, o->si, o->quiet,
	       o->verbose);
	tell_texts("words", &o->operand);
}

static size_t
samples_of_plan(void)
{
	return plan.n_tests * plan.n_targets * plan.n_copies * plan.rounds;
}

static void
tell_plan(void)
{
	append("time=%g i=%u ", clock_seconds(plan.time_ns), plan.rounds);
	tell_number("size", plan.size_bytes);
	tell_number("max-write", plan.max_write_bytes);
	tell_number("max-time", plan.max_time_ns == UINT64_MAX ? UINT64_MAX :
		    plan.max_time_ns / NS_PER_MS);
	tell_number("seed", plan.seed);
	append("given=%d write-pct=%u scores=%d ", plan.size_given,
	       plan.write_pct, plan.scores);
	append("tests=%zu targets=%zu copies=%zu most=%u directory=%s "
	       "engine=%s samples=%zu ", plan.n_tests, plan.n_targets,
	       plan.n_copies, plan.max_copies, plan.directory[0],
	       plan.test[0].engine->traits->name, samples_of_plan());
	append("takes=%g first=%g last=%g ",
	       clock_seconds(budget_duration_ns(&plan)),
	       clock_seconds(budget_sample_ns(&plan, &plan.test[0])),
	       clock_seconds(budget_sample_ns(&plan,
					      &plan.test[plan.n_tests - 1])));
	tell_number("limit", budget_write_limit(&plan,
						&plan.test[0].test.params));
	tell_number("space", budget_space_bytes(&plan));
	tell_number("written", budget_written_bytes(&plan));
}

/* Parse a command line, and expect some of the facts that follow. */
static void
assert_parsed(const char *line, const char *expected)
{
	if (options_of(line) != 0)
		fail_msg("%s: %s", line, options_error);
	facts[0] = '\0';
	tell_options();
	assert_has_words(facts, expected);
}

/* Fail unless the options are refused so; a * stands for any rest. */
static void
assert_refused(const char *line, const char *expected)
{
	if (options_of(line) != -EINVAL)
		fail_msg("accepted: %s", line);
	assert_message(options_error, expected);
}

/* Fail unless a command takes an option that its help shows; one that measures
 * a suite has no plan with an option that this refuses. */
static void
assert_takes(const struct command *command, const char *option)
{
	int length = (int)strcspn(option, "= \n");
	char line[LINE];

	snprintf(line, sizeof(line), "%s %.*s", command->name, length, option);
	options_of(line);
	assert_lacks(options_error, "belongs to");
	snprintf(line, sizeof(line), "-e null --max-write=1g %s %.*s%s",
		 command->name, length, option,
		 option[length] == '=' ? "=1" : "");
	if (command->suite != NULL && options_of(line) == 0 &&
	    plan_build(&options, 0, &plan) != 0)
		assert_lacks(plan.error, "makes one sample");
}

/* A screen has 24 lines of 80; what it shows is what the command takes. */
TEST(help_is_one_screen_of_options_that_the_command_takes)
{
#define ADDRESS(name) &command_##name,
	static const struct command *const commands[] = {
		COMMAND_LIST(ADDRESS)
	};
	char line[LINE];

	for (size_t c = 0; c < LENGTH(commands); c++) {
		FILE *file = tmpfile();
		unsigned lines = 0, rows = 0;

		assert_non_null(file);
		options_help(commands[c], file);
		rewind(file);
		for (; fgets(line, sizeof(line), file) != NULL; lines++) {
			const char *dashes = strstr(line, "--");

			assert_true(strlen(line) <= 80 + 1);
			if (dashes == NULL || line[0] != ' ')
				continue;
			assert_takes(commands[c], dashes);
			rows++;
		}
		fclose(file);
		assert_true(lines <= 24 && rows >= 3);
	}
}

TEST_ROWS("options", options_arrive_in_their_units_and_order)
{
	assert_parsed(field[0], field[1]);
}

TEST_ROWS("options", lines_that_make_no_sense_are_refused)
{
	assert_refused(field[0], field[1]);
}

/* Fail unless the option refuses "VALUE" or "VALUE=WRONG" with the reason. */
static void
assert_value_refused(const char *option, const char *reason, char *value)
{
	char expected[256], *wrong = strchr(value, '=');

	if (wrong != NULL)
		*wrong++ = '\0';
	if (options_of_words(strcmp(option, "--fail-if-slower") == 0 ?
			     "compare" : NULL, option, value) != -EINVAL)
		fail_msg("accepted: %s '%s'", option, value);
	snprintf(expected, sizeof(expected), "%s: '%s' %s", option,
		 wrong != NULL ? wrong : value, reason);
	assert_message(options_error, expected);
}

/*
 * Options, the reason, and values with | between them, each of which each
 * option refuses. Of a list the value behind a = is named.
 */
TEST_ROWS("options", bad_values_are_refused_with_the_reason)
{
	char *left, value[64];

	for (char *option = strtok_r(field[0], " ", &left); option != NULL;
	     option = strtok_r(NULL, " ", &left))
		for (const char *at = field[2]; at != NULL; ) {
			snprintf(value, sizeof(value), "%.*s",
				 (int)strcspn(at, "|"), at);
			assert_value_refused(option, field[1], value);
			at = strchr(at, '|');
			if (at != NULL)
				at++;
		}
}

/* "FIRST,FIRST+STEP,..." of n values. */
static const char *
series(char text[640], unsigned first, unsigned step, unsigned n)
{
	size_t used = 0;

	for (unsigned i = 0; i < n; i++)
		used += (size_t)snprintf(text + used, 640 - used, "%s%u",
					 i > 0 ? "," : "", first + i * step);
	return text;
}

TEST(a_list_has_64_values_at_most)
{
	char line[LINE], list[640];

	snprintf(line, sizeof(line), "-Q %s", series(list, 1, 1, 64));
	assert_int_equal(options_of(line), 0);
	assert_int_equal(options.varied[1].n, 64);
	snprintf(line, sizeof(line), "-Q %s", series(list, 1, 1, 65));
	assert_refused(line, "-Q: '1,2,3,*");
	assert_has(options_error, "' is too long; give fewer values");
	snprintf(line, sizeof(line), "-Q 1 -Q %s", series(list, 1, 1, 64));
	assert_refused(line, "-Q: '1,2,3,*");
}

/* Plans. */

TEST_ROWS("options", a_plan_follows_from_the_options)
{
	assert_planned(field[0]);
	facts[0] = '\0';
	tell_plan();
	assert_has_words(facts, field[1]);
}

/* Fail unless the ids of the plan, with blanks between them, are those. */
static void
assert_ids(const char *line, const char *expected)
{
	static char ids[64 * TEST_ID];
	size_t used = 0;

	assert_planned(line);
	for (size_t i = 0; i < plan.n_tests && used < sizeof(ids); i++)
		used += (size_t)snprintf(ids + used, sizeof(ids) - used,
					 "%s%s", i > 0 ? " " : "",
					 plan.test[i].test.id);
	if (strcmp(ids, expected) != 0)
		fail_msg("%s: %s", line, ids);
}

TEST_ROWS("options", words_and_parameters_make_the_tests)
{
	char line[LINE];

	snprintf(line, sizeof(line), "-e null %s", field[0]);
	assert_ids(line, field[1]);
}

TEST_ROWS("options", plans_that_cannot_be_are_refused)
{
	assert_not_planned(field[0], field[1]);
}

/* Fail if an engine takes this line, for which none was offered. */
static void
assert_nobody_can(const char *words)
{
	const struct engine *engine;
	char line[LINE];

	for (size_t i = 0; (engine = engine_table[i]) != NULL; i++) {
		snprintf(line, sizeof(line), "-e %s %s", engine->traits->name,
			 words);
		if (!engine->traits->moves_nothing && plan_of(line) == 0)
			fail_msg("not offered: %s", line);
	}
}

/* The engine that a refusal offers can do the test, flushes and all. */
TEST(the_engine_that_is_offered_instead_will_do)
{
	static const char *const lines[] = {
		"-Q 4 rand-write-q32", "-Q 256 -c 4 rand-read-q1",
		"-Q 32 --sync=fdatasync rand-write-q32",
		"-Q 4096 rand-read-q1", "-Q 4096 -c 1024 rand-read-q1",
		"-Q 4096 --sync=fdatasync rand-write-q32",
	};
	char line[LINE], *offer, name[16];

	for (size_t i = 0; i < LENGTH(lines); i++) {
		snprintf(line, sizeof(line), "-e sync %s", lines[i]);
		assert_int_equal(plan_of(line), -EINVAL);
		assert_has(plan.error, "depth of at most 1; give -Q 1");
		offer = strstr(plan.error, ", or -e ");
		if (offer == NULL) {
			assert_nobody_can(lines[i]);
			continue;
		}
		snprintf(name, sizeof(name), "%s", offer + strlen(", or -e "));
		assert_non_null(engine_by_name(name));
		assert_true(!engine_by_name(name)->traits->moves_nothing);
		snprintf(line, sizeof(line), "-e %s %s", name, lines[i]);
		assert_planned(line);
	}
	assert_planned("-e null");
	for (size_t i = 0; i < plan.n_tests; i++)
		assert_string_equal(plan.test[i].engine->traits->name,
				    plan.test[i].workload->uses_engine ?
				    "null" : "sync");
}

TEST(a_sweep_has_a_thousand_tests_at_most)
{
	static const char too_many[] =
		"the sweep has more than 1000 tests; give fewer values";
	char line[LINE], block[640], depth[640], mix[640], rate[640];

	snprintf(line, sizeof(line), "-e null -m %s -Q %s rand-read-q1",
		 series(mix, 0, 1, 40), series(depth, 1, 1, 25));
	assert_planned(line);
	assert_int_equal(plan.n_tests, 1000);
	snprintf(line, sizeof(line), "-e null -m %s -Q %s rand-read-q1 "
		 "seq-read", mix, depth);
	assert_not_planned(line, too_many);
	/* 16 million combinations are refused without being looked at. */
	snprintf(line, sizeof(line), "-b %s -Q %s -m %s --rate=%s",
		 series(block, 512, 512, 64), series(depth, 1, 1, 64),
		 series(mix, 0, 1, 64), series(rate, 1, 1, 64));
	assert_not_planned(line, too_many);
	snprintf(line, sizeof(line), "-Q %s -m %s --rate=%s -b 4k fsdisk",
		 depth, mix, rate);
	assert_not_planned(line, "-b: none of these tests has that *");
}

TEST(a_seed_that_is_not_given_is_fresh)
{
	uint64_t first;

	assert_planned("");
	first = plan.seed;
	assert_planned("");
	assert_true(plan.seed != first);
}

/* The least rounds count; nothing is refused that has no limit. */
TEST_ROWS("options", a_plan_that_writes_or_takes_too_much_is_refused)
{
	bool refused = strcmp(field[1], "-") != 0;
	int status;

	assert_planned(field[0]);
	status = plan_settle(&plan);
	assert_int_equal(status, refused ? -EINVAL : 0);
	if (refused)
		assert_message(plan.error, field[1]);
}

/* The first of those that differ in as few letters; a long one is no word. */
TEST_ROWS("options", the_nearest_name_is_suggested)
{
	struct suggestion s = { .word = field[0] };

	suggest_offer(&s, field[1]);
	suggest_offer(&s, field[2]);
	assert_string_equal(s.nearest != NULL ? s.nearest : "-", field[3]);
}
