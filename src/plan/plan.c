/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Builds a plan: makes tests, targets and rounds of the command line. */
#include <config.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/amount.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/prng.h"
#include "diskidx/base/say.h"
#include "diskidx/base/suggest.h"
#include "diskidx/base/units.h"
#include "diskidx/plan/plan.h"
#include "diskidx/test/suite.h"
#include "building.h"

#define PAGE 4096
#define WRITE_PCT 200		/* of the work file, by one sample */

static int
find_engine(struct plan *plan, const char *name, const struct engine **engine)
{
	struct suggestion s = { .word = name };
	const char *na_reason;

	*engine = engine_by_name(name);
	if (*engine == NULL) {
		for (size_t i = 0; engine_table[i] != NULL; i++)
			suggest_offer(&s, engine_table[i]->traits->name);
		return plan_fail(plan, "unknown engine '%.80s'%s", name,
				 suggest_end(&s, "",
					     "; see diskidx list engines"));
	}
	na_reason = engine_na_reason(*engine);
	if (na_reason == NULL)
		return 0;
	return plan_fail(plan, "the engine %s cannot be used: %s", name,
			 na_reason);
}

/* Name the cause of an error: the test, or the line of the job file. */
static const char *
plan_place(const struct plan *plan, const struct plan_test *t, const char *key)
{
	if (plan->jobfile != NULL &&
	    (size_t)(t - plan->test) < plan->jobfile->n_tests)
		return jobfile_place(plan->jobfile, (size_t)(t - plan->test),
				     key);
	return t->test.id;
}

/* Return another engine that can run the test and is usable, or NULL. */
static const struct engine *
deeper_engine(const struct plan *plan, const struct plan_test *t)
{
	const struct engine *engine;
	uint64_t depth = t->test.params.depth;

	for (size_t i = 0; (engine = engine_table[i]) != NULL; i++)
		if (!engine->traits->moves_nothing &&
		    depth <= engine->max_depth && (engine->room == NULL ||
		     depth * plan->max_copies <= engine->room()) &&
		    (engine->can_flush ||
		     !params_flushes(&t->test.params)) &&
		    engine_na_reason(engine) == NULL)
			return engine;
	return NULL;
}

static int
check_engine(struct plan *plan, const struct plan_test *t)
{
	const struct engine *engine = t->engine, *other;
	uint64_t depth = t->test.params.depth, room = UINT64_MAX;
	const char *sync = sync_name(t->test.params.sync);
	const char *name = engine->traits->name;
	const char *depth_key = "-Q ", *dsync = "--sync=dsync";
	const char *place = plan_place(plan, t, "iodepth");

	if (plan->jobfile != NULL) {
		depth_key = "iodepth=";
		dsync = "sync=dsync";
	}
	if (depth > engine->max_depth) {
		other = deeper_engine(plan, t);
		return plan_fail(plan, "%s: the engine %s accepts a depth of "
				 "at most %u; give %s%u%s%s", place, name,
				 engine->max_depth, depth_key,
				 engine->max_depth, engine->max_depth > 1 ?
				 " or less" : "", other == NULL ? "" :
				 say(", or -e %s", other->traits->name));
	}
	if (engine->room != NULL)
		room = engine->room();
	if (depth * plan->max_copies > room)
		return plan_fail(plan, "%s: %llu requests at a time are more "
				 "than the %llu that this system still grants "
				 "(fs.aio-max-nr); give a smaller -Q or -c, or "
				 "-e threads", place,
				 (unsigned long long)(depth * plan->max_copies),
				 (unsigned long long)room);
	if (t->workload->uses_engine && !engine->can_flush &&
	    params_flushes(&t->test.params))
		return plan_fail(plan, "%s: the engine %s does not support "
				 "%s; use -e threads, or %s",
				 plan_place(plan, t, sync), name, sync, dsync);
	return 0;
}

static int
set_engines(struct plan *plan, const char *name)
{
	const struct engine *engine = engine_default(false);

	plan->scores = true;
	for_each(struct plan_test, t, plan->test, plan->n_tests) {
		const struct params *p = &t->test.params;
		const char *own = name != NULL ? name : t->test.engine;
		const struct engine *other = NULL;

		if (own != NULL && find_engine(plan, own, &engine) != 0)
			return -EINVAL;
		plan->scores &= !engine->traits->moves_nothing;
		if (!t->workload->uses_engine)
			t->engine = &engine_sync;
		else if (own != NULL)
			t->engine = engine;
		else
			t->engine = engine_default(p->depth > 1 &&
						   p->cache != CACHE_DIRECT);
		if (own == NULL && params_flushes(p) && !t->engine->can_flush)
			other = deeper_engine(plan, t);
		if (other != NULL) {
			t->in_place_of = t->engine;
			t->engine = other;
		}
		if (check_engine(plan, t) != 0)
			return -EINVAL;
	}
	return 0;
}

/* Round the size down to whole blocks of the largest block; it must have room
 * for each test's blocks, step back and alignment. */
static int
plan_check_size(struct plan *plan, bool by_option)
{
	const struct plan_test *largest = plan->test;
	const char *what = "-s", *advice = "";
	uint64_t least_bytes = 0;
	uint32_t block = 1;

	for_each_test(t, plan) {
		const struct params *p = &t->test.params;

		if (!plan_uses_size(t))
			continue;
		least_bytes = amount_max(least_bytes, params_least_file(p));
		least_bytes = amount_max(least_bytes, p->back_bytes);
		least_bytes = amount_max(least_bytes, p->align_bytes);
		if (params_largest_block(p) > block) {
			largest = t;
			block = params_largest_block(p);
		}
	}
	if (!by_option)
		what = plan_place(plan, largest, "size");
	if (plan->jobfile != NULL)
		advice = ", or smaller blocks";
	if (plan->size_bytes < least_bytes)
		return plan_fail(plan, "%s: these tests need a work file of "
				 "at least %s%s", what, units_size(least_bytes),
				 advice);
	/* A file of odd blocks has whole pages; some bytes stay unused. */
	if (block % PARAMS_SECTOR != 0 && plan->size_bytes >= PAGE)
		block = PAGE;
	plan->size_bytes = plan->size_bytes / block * block;
	/* Each whole file has at least one block, which may shrink with it. */
	for_each_test(t, plan) {
		struct params p = plan_params(plan, t);
		uint64_t least = amount_max(p.block_bytes, PARAMS_SECTOR);

		if (plan_is_whole(t) && (p.block_bytes > p.file_bytes ||
					 p.block_bytes < PARAMS_SECTOR))
			return plan_fail(plan, "-s: %s needs a file of at "
					 "least %s", t->test.id,
					 units_size(least));
	}
	return 0;
}

/* Return the amount of the first source that has one: an option that is not
 * OPTIONS_UNSET, or another that is not 0. */
static uint64_t
plan_first_of(uint64_t option, uint64_t preset, uint64_t job, uint64_t suite)
{
	if (option != OPTIONS_UNSET)
		return option;
	if (preset > 0)
		return preset;
	return job > 0 ? job : suite;
}

/* Return whether a sample leaves out its first requests. A pass through the
 * page cache counts from its start. */
static bool
warms_up(const struct plan_test *t)
{
	return t->test.params.cache == CACHE_DIRECT || plan_is_whole(t) ||
	       t->test.params.file_bytes > 0 || t->workload->traits->is_random;
}

static void
set_amounts(struct plan *plan, const struct options *o)
{
	static const struct jobfile none;
	const struct jobfile *job = plan->jobfile != NULL ? plan->jobfile :
				    &none;
	const struct suite *suite = plan->suite;
	uint64_t preset_ns = 0, preset_rounds = 0;
	uint64_t usual_bytes = suite->size_bytes;
	bool is_timed = false;

	for_each_test(t, plan) {
		/* The time of a whole file is only a cap. */
		is_timed |= !plan_is_whole(t);
		/* A test needs a size, and the suite has none. */
		if (t->test.params.file_bytes == 0 && suite->size_bytes == 0)
			usual_bytes = suite_disk->size_bytes;
	}
	if (o->quick) {
		preset_ns = (uint64_t)(OPTIONS_QUICK_S * NS_PER_S);
		preset_rounds = OPTIONS_QUICK_ROUNDS;
	} else if (o->full) {
		preset_ns = OPTIONS_FULL_S * NS_PER_S;
		preset_rounds = OPTIONS_FULL_ROUNDS;
	}
	if (!is_timed)
		preset_ns = 0;
	plan->time_ns = plan_first_of(o->time_ns, preset_ns, job->time_ns,
				      suite->time_ns);
	plan->rounds = (unsigned)plan_first_of(o->rounds, preset_rounds,
					       job->rounds, suite->rounds);
	plan->size_bytes = plan_first_of(o->size_bytes, 0, job->size_bytes,
					 usual_bytes);
	plan->warm_up_ns = plan_first_of(o->warm_up_ns, 0, job->warm_up_ns,
					 suite->warm_up_ns);
	plan->delay_ns = plan_first_of(o->delay_ns, 0, job->delay_ns,
				       suite->delay_ns);
	plan->runs = (unsigned)o->repeat;
	plan->max_write_bytes = o->max_write_bytes;
	if (o->time_ns == OPTIONS_UNSET && !o->full && job->time_ns == 0)
		plan->write_pct = suite->write_pct > 0 ? suite->write_pct :
				  WRITE_PCT;
	if (o->seed.n > 0)
		plan->seed = o->seed.list[0];
	else if (job->has_seed)
		plan->seed = job->seed;
	else
		plan->seed = prng_fresh_seed();
	plan->size_given = o->size_bytes != OPTIONS_UNSET ||
			   job->size_bytes > 0;
	plan_raise_size(plan);
	plan->max_time_ns = o->max_time_ns;
}

static void
set_copies(struct plan *plan, const struct numbers *copies)
{
	uint64_t usual = plan->suite->copies;
	size_t j;

	if (plan->jobfile != NULL)
		usual = plan->jobfile->copies;
	plan->copies = xmalloc((copies->n + 1) * sizeof(*plan->copies));
	for (size_t i = 0; i < copies->n; i++) {
		for (j = 0; j < i && copies->list[j] != copies->list[i]; j++)
			;
		if (j == i)
			plan->copies[plan->n_copies++] =
				(unsigned)copies->list[i];
	}
	if (plan->n_copies == 0)
		plan->copies[plan->n_copies++] = (unsigned)amount_max(usual, 1);
	for (size_t i = 0; i < plan->n_copies; i++)
		for_each_test(t, plan) {
			unsigned together = 0, beside = 0;

			for (size_t n = 0; n < t->together; n++) {
				unsigned more = plan_copies(plan, &t[n], i);

				together += more;
				beside += t[n].target == t->target ? more : 0;
			}
			plan->max_copies = (unsigned)
				amount_max(plan->max_copies, together);
			plan->work_copies = (unsigned)
				amount_max(plan->work_copies, beside);
		}
}

static int
override_jobs(struct plan *plan, const struct options *o)
{
	for_each(struct plan_test, t, plan->test, plan->n_tests) {
		unsigned own = t->test.copies;

		if (o->size_bytes != OPTIONS_UNSET)
			t->test.params.span_bytes = 0;
		if (o->time_ns != OPTIONS_UNSET || o->quick || o->full)
			t->test.time_ns = 0;
		if (o->delay_ns != OPTIONS_UNSET)
			t->test.start_ns = 0;
		/* A load has as many copies as its profile says. */
		if (o->copies.n == 0 || (t->test.is_load && own > 0))
			continue;
		/* -c would divide a job's rate among other copies. */
		if (plan->jobfile != NULL && own == 0)
			own = plan->jobfile->copies;
		if (plan->jobfile != NULL && own > 0 &&
		    t->test.params.rate_iops > 0 &&
		    (o->copies.n > 1 || o->copies.list[0] != own))
			return plan_fail(plan, "%s: the rate applies to each "
					 "of these copies; give numjobs "
					 "instead of -c",
					 plan_place(plan, t, "numjobs"));
		t->test.copies = 0;
	}
	return 0;
}

int
plan_build(const struct options *o, unsigned run, struct plan *plan)
{
	int status;

	memset(plan, 0, sizeof(*plan));
	plan->around = (struct surroundings){
		.free_bytes = UINT64_MAX, .write_times = 1
	};
	status = plan_select_tests(plan, o);
	if (status == 0)
		status = override_jobs(plan, o);
	if (status != 0)
		return status;
	set_amounts(plan, o);
	plan->seed += run;
	plan->runs -= run;
	/* Give each test the plan's values, and those of tests with it. */
	for (size_t i = plan->n_tests; i > 0; i--) {
		struct plan_test *t = &plan->test[i - 1];

		t->together = 1;
		if (i < plan->n_tests && t[1].test.concurrent)
			t->together += t[1].together;
		if (t->test.time_ns == 0)
			t->test.time_ns = plan->time_ns;
		if (warms_up(t))
			t->warm_up_ns = plan->warm_up_ns;
	}
	/* Set the directories: those of -d, or the jobs' own. */
	for (size_t i = 0; i < o->directory.n; i++)
		*xadd(plan->directory, plan->n_targets) = o->directory.list[i];
	for (size_t i = 0; i < plan->n_tests && o->directory.n == 0; i++) {
		struct plan_test *t = &plan->test[i];
		const char *own = text_or(t->test.directory, ".");

		while (t->target < plan->n_targets &&
		       strcmp(plan->directory[t->target], own) != 0)
			t->target++;
		if (t->target == plan->n_targets)
			*xadd(plan->directory, plan->n_targets) = own;
	}
	plan->n_passes = amount_max(o->directory.n, 1);
	set_copies(plan, &o->copies);
	for (size_t i = 0; i < plan->n_tests && status == 0; i++)
		if (o->command->suite != NULL ||
		    plan->test[i].test.category == CATEGORY_SUSTAINED)
			status = plan_sustain(plan, o);
	if (status == 0 && o->command->promises)
		status = plan_search(plan, o);
	if (status == 0)
		status = set_engines(plan, o->engine);
	if (status != 0)
		return status;
	return plan_check_size(plan, o->size_bytes != OPTIONS_UNSET);
}

void
plan_free(struct plan *plan)
{
	for_each_test(t, plan)
		free(t->na_reason);
	free(plan->test);
	free(plan->copies);
	free(plan->directory);
	texts_free(&plan->placed);
	texts_free(&plan->fitted);
	jobfile_free(plan->jobfile);
}
