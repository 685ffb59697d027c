/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The record of a run: its rows before the start, its facts at the end. */
#include <config.h>

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/amount.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/message.h"
#include "diskidx/base/say.h"
#include "diskidx/base/units.h"
#include "diskidx/engine/engine.h"
#include "diskidx/plan/budget.h"
#include "diskidx/test/suite.h"
#include "diskidx/test/test.h"
#include "barrier.h"
#include "measuring.h"

#define CLOCKS_APART_S 2	/* each is up to a second off, by rounding */

/* Make a fingerprint, on the heap, with the tests that run at the same time:
 * the results depend on them. */
static char *
describe_fingerprint(const struct run *r, const struct plan_test *t,
		     size_t copies)
{
	const struct plan *plan = r->plan;
	uint64_t page_bytes = facts_number(&r->record.host,
					   FACT_BUFFER_PAGE_BYTES, 0);
	char *text = test_fingerprint(&t->test, t->workload->revision,
				      plan_copies(plan, t, copies), page_bytes);
	const struct plan_test *first = t;

	while (first->test.concurrent)
		first--;
	for (size_t n = first->together; n > 0; n--, first++) {
		char *other, *at;

		if (first == t)
			continue;
		other = test_fingerprint(&first->test,
					 first->workload->revision,
					 plan_copies(plan, first, copies),
					 page_bytes);
		for (at = other; (at = strchr(at, ' ')) != NULL; )
			*at = ',';
		text = say_join(text, " beside=", other);
	}
	return text;
}

/* Describe a row. Rows are ordered by pass, copies and test. */
static void
describe_result(struct run *r, size_t row)
{
	const struct plan *plan = r->plan;
	const struct plan_test *t = &plan->test[row % plan->n_tests];
	struct result_test *test = &r->record.result[row].test;
	size_t copies = row / plan->n_tests % plan->n_copies;
	size_t pass = row / plan->n_tests / plan->n_copies;
	size_t target = t->target + pass;

	*test = (struct result_test){
		.id = xstrdup(t->test.id),
		.title = xstrdup(t->test.title),
		.category = xstrdup(category_name(t->test.category)),
		.unit = t->test.unit,
		.params = t->test.params,
		.workload = xstrdup(t->workload->traits->name),
		.fingerprint = xstrdup(describe_fingerprint(r, t, copies)),
		.engine = xstrdup(t->workload->own_files ? "-" :
				  t->engine->traits->name),
		.target = (unsigned)target,
		.copies = plan_copies(plan, t, copies),
		.rule = t->test.rule,
		.asked_ns = t->test.time_ns,
		.na_reason = xstrdup(t->na_reason),
		.memory = r->target[target].memory,
		.job_name = xstrdup(t->test.job_name),
		.group = t->test.group,
	};
	if (t->test.expects[0] != '\0')
		test->expects = xstrdup(t->test.expects);
	if (t->test.given != NULL)
		texts_copy(&test->given, t->test.given);
}

void
run_describe(struct run *r)
{
	const struct plan *plan = r->plan;
	struct record *record = &r->record;
	size_t n = plan->n_passes * plan->n_copies * plan->n_tests;

	record->result = xrealloc(record->result, n * sizeof(*record->result));
	r->took_ns = xrealloc(r->took_ns, n * sizeof(*r->took_ns));
	for (size_t i = record->n_results; i < n; i++) {
		record->result[i] = (struct result){ .n_samples = 0 };
		r->took_ns[i] = 0;
		describe_result(r, i);
	}
	record->n_results = n;
}

static int
utc_offset(time_t at)
{
	struct tm local, utc;
	int days;

	tzset();
	if (localtime_r(&at, &local) == NULL || gmtime_r(&at, &utc) == NULL)
		return 0;
	days = (local.tm_wday - utc.tm_wday + 10) % 7 - 3;
	return ((days * 24 + local.tm_hour - utc.tm_hour) * 60 +
		local.tm_min - utc.tm_min) * 60 + local.tm_sec - utc.tm_sec;
}

bool
run_can_be_recorded(const struct run *r)
{
	size_t rows = r->plan->n_passes * r->plan->n_copies * r->plan->n_tests;
	time_t now = time(NULL);

	if (rows > RECORD_MAX_RESULTS)
		message_error("%zu tests, over all copies and directories, are "
			      "too many; choose at most %d", rows,
			      RECORD_MAX_RESULTS);
	else if ((uint64_t)now > CLOCK_LAST_S ||
		 abs(utc_offset(now)) > RECORD_MAX_OFFSET_S)
		message_error("the time of day is before 1970 or after 9999, "
			      "or its zone is more than a day from UTC; set "
			      "the clock, or TZ");
	else
		return true;
	return false;
}

void
run_begin_record(struct run *r)
{
	struct record *record = &r->record;
	struct facts *facts = &record->plan;
	const struct plan *plan = r->plan;
	const struct suite *suite;
	char *tests = NULL;

	record->version = xstrdup(PACKAGE_VERSION);
	record->started_s = (uint64_t)time(NULL);
	r->begin_ns = clock_now_ns();
	record->utc_offset_s = utc_offset((time_t)record->started_s);
	record->seed = plan->seed;
	facts_set_number(facts, FACT_SIZE_BYTES, plan->size_bytes);
	facts_set_number(facts, FACT_TIME_NS, plan->time_ns);
	facts_set_number(facts, FACT_ROUNDS, plan->rounds);
	facts_set_number(facts, FACT_WARM_UP_NS, plan->warm_up_ns);
	facts_set_number(facts, FACT_DELAY_NS, plan->delay_ns);
	if (plan->max_time_ns != UINT64_MAX)
		facts_set_number(facts, FACT_MAX_TIME_NS, plan->max_time_ns);
	if (r->options->note != NULL)
		facts_set(facts, FACT_NOTE, "%s", r->options->note);
	/* The suites of the plan's tests may have other tests later. */
	for (suite = suite_table; suite->name != NULL; suite++) {
		const struct suite *prefix = suite_of(suite_test(suite, 0)->id);
		bool has_tests = false;

		for_each_test(t, plan)
			has_tests |= suite_of(t->test.id) == prefix;
		if (has_tests)
			tests = say_join(tests, ",", roster_text(suite));
	}
	if (plan->jobfile != NULL) {
		texts_copy(&record->global, plan->jobfile->global);
	} else {
		facts_set(facts, FACT_DISK_SUITE, "%s", suite_disk->version);
		facts_set(facts, FACT_SUITE_TESTS, "%s", text_or(tests, ""));
	}
	if (plan->searches)
		facts_set(facts, FACT_PROMISE, "%s", plan->promise.text);
	run_describe(r);
	for (size_t i = 0; i < plan->fitted.n; i++)
		record_setting(record, "%s", plan->fitted.text[i]);
}

void
run_end_record(struct run *r)
{
	struct record *record = &r->record;
	uint64_t read_ns = clock_read_ns();
	uint64_t elapsed_s = (clock_now_ns() - r->begin_ns + NS_PER_S / 2) /
			     NS_PER_S;
	uint64_t now_s = (uint64_t)time(NULL), end_s, apart_s;
	const char *why_na;

	/*
	 * The time of day may be set back during a run; its end then follows
	 * from its duration. A clock that stopped shows only as a difference
	 * between the two clocks. After a sleep of the system, too, the time of
	 * day is ahead.
	 */
	end_s = record->started_s + elapsed_s;
	apart_s = amount_max(end_s, now_s) - amount_min(end_s, now_s);
	if (apart_s > CLOCKS_APART_S + elapsed_s / 1000)
		record_note(record, "The time of day is now %s %s the clock "
			    "that measures. If it was not set during the "
			    "run%s, that clock is wrong, and so are these "
			    "results.", units_duration(apart_s * NS_PER_S),
			    now_s > end_s ? "ahead of" : "behind",
			    now_s > end_s ? ", and the system did not sleep" :
			    "");
	record->ended_s = amount_max(end_s, now_s);
	facts_set_number(&record->plan, FACT_WRITTEN_BYTES,
			 r->written_bytes - r->before_bytes);
	barrier_describe(r);
	if (read_ns > 0)
		facts_set_number(&record->host, FACT_CLOCK_READ_NS, read_ns);
	record->n_targets = r->n_targets;
	record->target = xmalloc(r->n_targets * sizeof(*record->target));
	for (size_t i = 0; i < r->n_targets; i++) {
		record->target[i] = r->target[i].facts;
		memset(&r->target[i].facts, 0, sizeof(r->target[i].facts));
	}
	if (record->interrupted)
		why_na = "interrupted before its first round";
	else if (r->stop == STOP_TIME)
		why_na = "not run: --max-time was reached";
	else
		why_na = "not run: --max-write was reached";
	for_each(struct result, result, record->result, record->n_results) {
		if (result->test.na_reason != NULL || result->n_samples > 0)
			continue;
		result->test.na_reason = xstrdup(why_na);
		r->failed = true;
	}
}

/* Note directories whose writes wait for the disk. Note virtual disks, whose
 * caches this system cannot see, unless they have a Disk score: then the
 * headline says it for Durable. */
static void
note_disks(struct run *r)
{
	const struct record *record = &r->record;
	const char *writes;

	for (unsigned i = 0; i < record->n_targets; i++) {
		bool scored = false;

		for_each(const struct score, s, record->score, record->n_scores)
			scored |= s->target == i && s->rows > 0 &&
				  strcmp(s->name, INDEX_DISK) == 0;
		writes = record_fact(record, i, FACT_WRITE_OPTIONS);
		if (writes != NULL)
			record_setting(&r->record, "Writes in %s wait for the "
				       "disk, or go to it twice, because of "
				       "%s: a mount option, or a flag of the "
				       "directory (lsattr).",
				       r->plan->directory[i], writes);
		if (record_fact(record, i, FACT_VIRTUAL_DISK) != NULL &&
		    !scored)
			record_setting(&r->record, "The disk of %s is virtual: "
				       "caching on its host is not visible "
				       "here.", r->plan->directory[i]);
	}
}

/* Note directories that share a disk, each with the first one on it. */
static void
note_shared(struct run *r)
{
	const struct facts *target = r->record.target;

	for (size_t i = 1, j; i < r->record.n_targets; i++) {
		const char *disk = text_or(facts_get(&target[i], FACT_DISK),
					   "");

		for (j = 0; strcmp(text_or(facts_get(&target[j], FACT_DISK),
					   ""), disk) != 0; j++)
			;
		if (disk[0] != '\0' && j < i)
			record_setting(&r->record, "%s and %s are on one disk, "
				       "%s: at most the file system and the "
				       "place on the disk differ.",
				       r->plan->directory[j],
				       r->plan->directory[i], disk);
	}
}

void
run_note_circumstances(struct run *r)
{
	const struct plan *plan = r->plan;
	uint64_t memory = plan->around.memory_bytes;
	uint64_t work = budget_work_bytes(plan);
	const char *na_reason = engine_na_reason(&engine_libaio);
	bool is_unixbench = false;
	size_t capped = 0, i;

	if (plan->jobfile != NULL)
		record_setting(&r->record, "%s", plan->jobfile->notes.text[0]);
	for_each_test(t, plan) {
		capped += t->whole_bytes > 0 && t->na_reason == NULL;
		is_unixbench |= t->test.rule == RULE_UNIXBENCH;
	}
	if (capped > 0)
		record_setting(&r->record, "%zu test%s a file of only %s, "
			       "because of %s. Each title has the full size.",
			       capped, capped == 1 ? " has" : "s have",
			       units_size(plan->size_bytes),
			       plan->size_given ? "-s" : "the free space");
	if (is_unixbench && plan->rounds < 3)
		record_setting(&r->record, "UnixBench drops the lowest of "
			       "three passes. With only %u, none is dropped.",
			       plan->rounds);
	/* Tests may run on another engine than usual or chosen. */
	for_each_test(t, plan)
		if (t->in_place_of != NULL)
			record_setting(&r->record, "%s ran on the engine %s, "
				       "because %s does not support %s.",
				       t->test.id, t->engine->traits->name,
				       t->in_place_of->traits->name,
				       sync_name(t->test.params.sync));
	if (plan->jobfile == NULL && r->options->engine == NULL &&
	    na_reason != NULL && engine_is_of_system(&engine_libaio))
		record_setting(&r->record, "Random tests ran on the engine %s, "
			       "because %s.",
			       engine_default(false)->traits->name, na_reason);
	for (i = plan->placed.n; i > 0; i--)
		record_setting(&r->record, "%s", plan->placed.text[i - 1]);
	for (i = 0; plan->jobfile != NULL && i < plan->jobfile->notes.n; i++)
		record_setting(&r->record, "%s", plan->jobfile->notes.text[i]);
	note_disks(r);
	note_shared(r);
	if ((plan->jobfile != NULL || plan->sustained) && work > 0)
		work = plan->size_bytes;
	if (work > 0 && work < memory)
		record_setting(&r->record, "The work file, %s, is smaller than "
			       "memory, %s: a cache in the host or "
			       "controller may hold all of it.",
			       units_size(work), units_size(memory));
}
