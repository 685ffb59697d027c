/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Profiles: the tests of job files with expectations. Each runs by itself and,
 * if its job file or the command suits asks for it, again under load. Profiles
 * that ask for the same share a test.
 */
#include <config.h>

#include <string.h>

#include "diskidx/base/clock.h"
#include "diskidx/base/units.h"
#include "diskidx/test/expectation.h"
#include "diskidx/test/name.h"
#include "diskidx/test/profile.h"
#include "building.h"

#define LOAD_BYTES (64 * MIB)	/* least size of the file that it reads */

/* The defaults of all profiles, which need at most three minutes and write no
 * more than the suite `disk`. */
static const struct suite all_profiles = {
	.size_bytes = SUITE_SIZE_GIB * GIB, .time_ns = 800 * NS_PER_MS,
	.rounds = SUITE_ROUNDS, .write_pct = 18,
};

/* The load of a profile without its own. */
static const char usual_load[] =
	"[write]\n; load\nrw=randwrite\nbs=4k\nrate_iops=50\ndirect=1\n"
	"[read]\n; load\nrw=read\nbs=256k\nrate=10m\ndirect=1\n";

/* Add a test again, under the loads among these. */
static void
add_loaded(struct plan *plan, size_t at, const struct jobfile *loads)
{
	struct jobfile *jobfile = plan->jobfile;
	struct test test, loaded;
	unsigned n = 0;

	/* Make the work file large enough for a load. */
	if (jobfile != NULL && jobfile->size_bytes > 0 &&
	    jobfile->size_bytes < LOAD_BYTES) {
		for_each(struct plan_test, t, plan->test, plan->n_tests)
			if (t->test.params.span_bytes == 0)
				t->test.params.span_bytes = jobfile->size_bytes;
		jobfile->size_bytes = LOAD_BYTES;
	}
	test = loaded = plan->test[at].test;
	test_name_add_load(loaded.id, 0);
	plan_add_test(plan, &loaded);
	for (size_t i = 0; i < loads->n_tests; i++) {
		struct test load = loads->test[i];

		if (!load.is_load)
			continue;
		memcpy(load.id, test.id, sizeof(load.id));
		test_name_add_load(load.id, ++n);
		load.concurrent = true;
		if (load.copies == 0)
			load.copies = (unsigned)loads->copies;
		load.time_ns = test.time_ns;
		load.directory = test.directory;
		load.job_name = NULL;	/* its file may be freed before it */
		load.given = NULL;
		plan_add_test(plan, &load);
	}
}

bool
plan_add_loads(struct plan *plan, bool every)
{
	struct texts faults = { 0 };	/* there are none */
	struct jobfile *usual = jobfile_load(
		"load", usual_load, strlen(usual_load), false, &faults);
	const struct jobfile *loads = usual;
	size_t n = plan->n_tests;
	bool is_profile = false;

	for (size_t i = 0; plan->jobfile != NULL && i < n; i++)
		if (plan->test[i].test.is_load)
			loads = plan->jobfile;
	for (size_t i = 0; i < n; i++) {
		struct test test = plan->test[i].test;
		const char *list = test.expects;
		struct expectation e;
		bool wants_load = false;

		is_profile |= test.expects[0] != '\0';
		while (expectation_next(&e, &list) > 0)
			wants_load |= e.with_load || (every && e.has_limit);
		if (!wants_load || test.concurrent ||
		    (i + 1 < n && plan->test[i + 1].test.concurrent))
			continue;
		add_loaded(plan, i, loads);
	}
	jobfile_free(usual);
	return is_profile;
}

/* Add a test of a job file to those of others, with the file's amounts and, if
 * it has a queue, the default engine; or add expectations to the same test. */
static void
share_test(struct plan *plan, struct test test, const struct jobfile *jobfile)
{
	const char *wanted;

	if (test.params.span_bytes == 0)
		test.params.span_bytes = jobfile->size_bytes;
	if (test.params.depth > 1)
		test.engine = NULL;
	test.job_name = NULL;	/* its file is freed before it */
	test.given = NULL;
	test.directory = NULL;
	wanted = params_format(&test.params);
	for (size_t i = 0; i < plan->n_tests; i++) {
		struct test *other = &plan->test[i].test;

		if (strcmp(params_format(&other->params), wanted) != 0 ||
		    strlen(other->expects) + strlen(test.expects) + 2 >
		    sizeof(other->expects))
			continue;
		strcat(strcat(other->expects, "|"), test.expects);
		return;
	}
	plan_add_test(plan, &test);
}

void
plan_add_profiles(struct plan *plan)
{
	struct texts faults = { 0 };	/* there are none */

	plan->suite = &all_profiles;
	for (const struct profile *p = profile_list; p->name != NULL; p++) {
		struct jobfile *jobfile =
			jobfile_load(p->name, p->text, strlen(p->text), false,
				     &faults);

		for (size_t i = 0; i < jobfile->n_tests; i++)
			if (jobfile->test[i].expects[0] != '\0')
				share_test(plan, jobfile->test[i], jobfile);
		jobfile_free(jobfile);
	}
}
