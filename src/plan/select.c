/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Selects the tests of a plan by their names. */
#include <config.h>

#include <errno.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/amount.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/message.h"
#include "diskidx/base/say.h"
#include "diskidx/base/suggest.h"
#include "diskidx/base/units.h"
#include "diskidx/test/category.h"
#include "diskidx/test/name.h"
#include "diskidx/test/profile.h"
#include "diskidx/test/suite.h"
#include "building.h"

/* Add the tests of a suite or, with a word such as "sequential", those in that
 * category of the disk rows. Return their number. */
static size_t
plan_add_suite(struct plan *plan, const struct suite *suite, const char *word)
{
	const struct test *test;
	size_t n = 0;

	for (size_t i = 0; (test = suite_test(suite, i)) != NULL; i++) {
		const char *name = category_name(test->category);

		if (word != NULL && (strcasecmp(name, word) != 0 ||
				     !category_is_disk(name)))
			continue;
		plan_add_test(plan, test);
		n++;
	}
	return n;
}

/* Return the profile of that word, or NULL after suggesting others. */
static const struct profile *
find_profile(struct suggestion *s)
{
	const struct profile *profile = profile_list;

	for (; profile->name != NULL; profile++) {
		if (strcmp(profile->name, s->word) == 0)
			return profile;
		suggest_offer(s, profile->name);
	}
	return NULL;
}

static int
unknown_test(struct plan *plan, const char *word)
{
#define NAME(name) #name,
	static const char *const command[] = { COMMAND_LIST(NAME) "help" };
#undef NAME
	static const char *const no_test[][2] = {
		{ "version", "for the version, use diskidx -V" },
		{ "audit", "to verify the checksum of a record, use diskidx "
			   "report" },
	};
	struct suggestion s = { .word = word };
	const char *end;
	struct stat st;

	for (size_t i = 0; i < LENGTH(command); i++)
		suggest_offer(&s, command[i]);
	for (size_t i = 0; suite_table[i].name != NULL; i++)
		suggest_offer(&s, suite_table[i].name);
	for (size_t i = 0; test_at(i) != NULL; i++)
		suggest_offer(&s, test_at(i)->id);
	find_profile(&s);
	if (stat(word, &st) == 0 && S_ISDIR(st.st_mode))
		return plan_fail(plan, "'%.80s' is a directory; to test its "
				 "disk, use -d %.80s", word, word);
	for (size_t i = 0; i < LENGTH(no_test); i++)
		if (strcmp(word, no_test[i][0]) == 0)
			return plan_fail(plan, "'%s' is not a test; %s", word,
					 no_test[i][1]);
	if (strchr(word, ',') != NULL)
		end = "; separate names by blanks";
	else if (word[0] != '\0' && word[strspn(word, "0123456789")] == '\0')
		end = "; separate several values of an option by commas, as in "
		      "-c 4,2";
	else
		end = suggest_end(&s, "", "; see diskidx list tests");
	return plan_fail(plan, "unknown test or suite '%.80s'%s", word, end);
}

/* Add the test of SUITE:WORD, or suggest another of that suite. */
static int
add_of_suite(struct plan *plan, const struct suite *suite, const char *word)
{
	const char *within = test_name_within(word);
	const struct test *test = suite_test(suite, 0);
	struct suggestion s = { .word = within };

	/* The names of some suites' tests begin with the suite's. */
	if (suite_of(test->id) != NULL)
		s.word = word;
	for (size_t i = 0; (test = suite_test(suite, i)) != NULL; i++) {
		if (strcmp(test->id, within) == 0) {
			plan_add_test(plan, test);
			return 0;
		}
		suggest_offer(&s, test->id);
	}
	return plan_fail(plan, "the suite %s has no test '%.80s'%s",
			 suite->name, within,
			 suggest_end(&s, "", "; see diskidx list suites"));
}

/* Add the tests of a job file, of a text or, without a path, of fio's words; or
 * report its faults. */
static int
add_jobs(struct plan *plan, const struct options *o, const char *path,
	 const char *text)
{
	struct texts faults = { 0 };
	bool is_fio = o->command->is_fio && text == NULL;

	plan->suite = suite_disk;
	if (path == NULL)
		plan->jobfile = jobfile_words(o->operand.list, o->operand.n,
					      &faults);
	else
		plan->jobfile = jobfile_load(path, text,
					     strlen(text_or(text, "")), is_fio,
					     &faults);
	if (plan->jobfile == NULL) {
		/* The last of the faults is the plan's error. */
		for (size_t i = 0; i + 1 < faults.n; i++)
			message_error("%s", faults.text[i]);
		plan->error = say("%s", faults.text[faults.n - 1]);
		texts_free(&faults);
		return -EINVAL;
	}
	for (size_t i = 0; i < plan->jobfile->n_tests; i++)
		plan_add_test(plan, &plan->jobfile->test[i]);
	return plan_place_jobs(plan, o);
}

/* Add the jobs of a profile, the operand at that place and the only one. */
static int
add_profile(struct plan *plan, const struct options *o, size_t at)
{
	const struct words *operand = &o->operand;
	const struct profile *profile;
	struct suggestion s = { .word = NULL };

	if (operand->n != at + 1 || o->command->suite != NULL)
		return plan_fail(plan, "name one profile and nothing else; see "
				 "diskidx list profiles");
	s.word = operand->list[at];
	profile = find_profile(&s);
	if (profile == NULL)
		return plan_fail(plan, "unknown profile '%.80s'%s", s.word,
				 suggest_end(&s, "",
					     "; see diskidx list profiles"));
	return add_jobs(plan, o, s.word, profile->text);
}

/* Add "disk", "seq-read", "disk:seq-read", "random", a profile or a job file.
 * Known names come before files. */
static int
add_operand(struct plan *plan, const struct options *o, const char *word)
{
	const struct suite *suite = suite_by_name(word);
	const struct test *test = test_by_id(word);
	struct suggestion s = { .word = word };
	size_t length = strlen(word);
	bool is_file = suite == NULL && test == NULL &&
		(strchr(word, '/') != NULL ||
		 (length > 4 && strcmp(word + length - 4, ".fio") == 0));
	struct stat st;

	/* A job file has settings of the whole run. */
	if (is_file && (o->operand.n > 1 || o->command->suite != NULL))
		return plan_fail(plan, "%.160s: a job file must be the only "
				 "operand; run the others separately", word);
	if (is_file && stat(word, &st) == 0 && !S_ISREG(st.st_mode) &&
	    !S_ISFIFO(st.st_mode))
		return plan_fail(plan, "%.160s: not a job file; to test a "
				 "disk, give a directory on it, as in -d %.80s",
				 word, S_ISDIR(st.st_mode) ? word : "DIR");
	if (is_file)
		return add_jobs(plan, o, word, NULL);
	if (o->command->judges || find_profile(&s) != NULL)
		return add_profile(plan, o, 0);
	if (suite != NULL)
		plan_add_suite(plan, suite, NULL);
	else if (test != NULL)
		plan_add_test(plan, test);
	if (suite != NULL || test != NULL ||
	    plan_add_suite(plan, suite_disk, word) > 0)
		return 0;
	suite = suite_of(word);
	return suite != NULL ? add_of_suite(plan, suite, word) :
		unknown_test(plan, word);
}

int
plan_select_tests(struct plan *plan, const struct options *o)
{
	const struct words *operand = &o->operand;
	bool judges = o->command->judges;
	const char *word = o->command->suite, *usual = NULL;
	int status = 0;

	if (o->command->promises)
		status = plan_take_promise(plan, o, &usual);
	if (word == NULL)
		word = operand->n > 0 ? operand->list[0] : "";
	plan->suite = suite_by_name(word);
	if (plan->suite == NULL)
		plan->suite = suite_of(word);
	if (plan->suite == NULL)
		plan->suite = suite_disk;
	/* Only a job file by itself has lines, which its faults name. */
	if (status != 0)
		return status;
	if (usual != NULL && operand->n == 0)
		status = add_operand(plan, o, usual);
	else if (o->command->is_fio && (operand->n != 1 || word[0] == '-'))
		status = add_jobs(plan, o, NULL, NULL);
	else if (operand->n == 0 && judges)
		plan_add_profiles(plan);
	else if (operand->n == 0)
		plan_add_suite(plan, plan->suite, NULL);
	else if (strcmp(operand->list[0], "recipe") == 0)
		status = add_profile(plan, o, 1);
	else
		for (size_t i = 0; i < operand->n && status == 0; i++)
			status = add_operand(plan, o, operand->list[i]);
	if (status == 0)
		status = plan_vary(plan, o);
	if (status == 0 && o->command->promises) {
		plan_load_promised(plan);
		return 0;
	}
	if (status == 0 && !plan_add_loads(plan, judges) && judges)
		return plan_fail(plan, "%.160s has no expectation of a disk; "
				 "add a line such as ; expect sync p99 < 10ms",
				 o->operand.list[0]);
	return status;
}

int
plan_sustain(struct plan *plan, const struct options *o)
{
	struct test *test = &plan->test[0].test;
	const struct params *p = &test->params;
	const char *why = NULL;

	if (plan->n_tests != 1 || plan->n_targets > 1 || plan->n_copies > 1 ||
	    plan->runs > 1 || !plan->test[0].workload->uses_engine ||
	    p->rate_iops > 0)
		why = "accepts one random test, or one of cdm, one -d and one "
		      "-c; leave out --rate and --repeat";
	else if (plan_has_rounds(o))
		why = "makes one sample, which ends by itself; use --max-time "
		      "instead of -t, -i, --quick and --full";
	else if (params_writes(p) && o->max_write_bytes == OPTIONS_UNSET)
		why = "writes until the speed has fallen, which wears a drive; "
		      "give --max-write, as in --max-write=200g";
	else if (!params_writes(p) && o->max_time_ns == OPTIONS_UNSET)
		why = "reads until the speed has fallen; give --max-time, as "
		      "in --max-time=40m";
	if (why != NULL)
		return plan_fail(plan, "sustained %s", why);
	if (test->category != CATEGORY_SUSTAINED)
		test_name_write(test->id, "sustained", say("%s", test->id));
	test->category = CATEGORY_SUSTAINED;
	test->time_ns = amount_min(plan->max_time_ns, UNITS_MAX_SECONDS *
				   NS_PER_S);
	plan->sustained = true;
	plan->write_pct = 0;
	if (p->fallocate != FALLOCATE_FILLED)
		plan->size_bytes = amount_min(o->size_bytes,
			plan->max_write_bytes / plan->copies[0]);
	return 0;
}
