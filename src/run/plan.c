/* Builds a plan: makes tests, targets and rounds of the command line. */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/clock.h"
#include "diskidx/plan.h"
#include "diskidx/random.h"
#include "diskidx/suggest.h"
#include "diskidx/suite.h"
#include "diskidx/units.h"
#include "tests.h"

#define SECTOR 512
#define PAGE 4096
#define QUICK_NS (NS_PER_S / 2)
#define QUICK_ROUNDS 5
#define FULL_NS (10 * NS_PER_S)
#define FULL_ROUNDS 10
#define WRITE_PCT 200		/* of the work file, by one sample */
#define JOB_ROUNDS 1		/* as in fio, whose run times are long */
#define UNTIL_MIN_ROUNDS 5
#define UNTIL_MAX_ROUNDS 100
#define UNTIL_MAX_NS (3600 * NS_PER_S)

static int
find_engine(const char *name, const struct engine **engine, char *error)
{
	struct suggestion s = { .word = name };
	const char *na_reason;
	size_t i;

	*engine = engine_by_name(name);
	if (*engine == NULL) {
		for (i = 0; engine_at(i) != NULL; i++)
			suggest_offer(&s, engine_at(i)->traits->name);
		snprintf(error, PLAN_ERROR, "unknown engine '%.80s'%s", name,
			 suggest_end(&s, "", "; see diskidx list engines"));
		return -EINVAL;
	}
	na_reason = engine_na_reason(*engine);
	if (na_reason == NULL)
		return 0;
	snprintf(error, PLAN_ERROR, "the engine %s cannot be used: %s", name,
		 na_reason);
	return -EINVAL;
}

/* Name the subject of an error: the test, or the line of the job file. */
static char *
where(char *place, const struct plan *plan, const struct plan_test *t,
      const char *key)
{
	if (plan->jobfile != NULL)
		return jobfile_place(place, plan->jobfile,
				     (size_t)(t - plan->test), key);
	snprintf(place, JOBFILE_PLACE, "%s", t->test.id);
	return place;
}

/* Return whether an engine allows that depth in so many copies here. */
static bool
has_depth(const struct engine *engine, uint64_t depth, unsigned copies)
{
	return depth <= engine->max_depth &&
	       (engine->room == NULL || depth * copies <= engine->room());
}

/* Return another engine that can run the test and is usable, or NULL. */
static const struct engine *
deeper_engine(const struct plan *plan, const struct plan_test *t)
{
	const struct engine *engine;
	size_t i;

	for (i = 0; (engine = engine_at(i)) != NULL; i++)
		if (!engine->traits->moves_nothing &&
		    has_depth(engine, t->test.params.depth, plan->max_copies) &&
		    (engine->can_flush ||
		     !params_flushes(&t->test.params)) &&
		    engine_na_reason(engine) == NULL)
			return engine;
	return NULL;
}

/* Report a depth that is too large for the engine, with a remedy. */
static void
refuse_depth(const struct plan *plan, const struct plan_test *t, char *error)
{
	const struct engine *other = deeper_engine(plan, t);
	unsigned most = t->engine->max_depth;
	char place[JOBFILE_PLACE];

	snprintf(error, PLAN_ERROR, "%s: the engine %s takes a depth of %u at "
		 "most; give %s%u%s%s%s", where(place, plan, t, "iodepth"),
		 t->engine->traits->name, most,
		 plan->jobfile != NULL ? "iodepth=" : "-Q ", most,
		 most > 1 ? " or less" : "",
		 other != NULL ? ", or -e " : "",
		 other != NULL ? other->traits->name : "");
}

/* Check that the engine can run the test on this machine. */
static int
check_engine(const struct plan *plan, const struct plan_test *t, char *error)
{
	const struct engine *engine = t->engine;
	uint64_t depth = t->test.params.depth;
	const char *sync = sync_name(t->test.params.sync);
	uint64_t room = engine->room != NULL ? engine->room() : UINT64_MAX;
	char place[JOBFILE_PLACE];

	where(place, plan, t, "iodepth");
	if (depth > engine->max_depth)
		refuse_depth(plan, t, error);
	else if (depth * plan->max_copies > room)
		snprintf(error, PLAN_ERROR, "%s: %llu requests at a time are "
			 "more than the %llu that this system still grants "
			 "(fs.aio-max-nr); give a smaller -Q or -c, or "
			 "-e threads", place,
			 (unsigned long long)(depth * plan->max_copies),
			 (unsigned long long)room);
	else if (t->workload->uses_engine && !engine->can_flush &&
		 params_flushes(&t->test.params))
		snprintf(error, PLAN_ERROR, "%s: the engine %s does not "
			 "support %s; use -e threads, or %s",
			 where(place, plan, t, sync), engine->traits->name,
			 sync,
			 plan->jobfile != NULL ? "sync=dsync" :
			 "--sync=dsync");
	else
		return 0;
	return -EINVAL;
}

/* Choose the engine of a test for which none was named. */
static void
choose_engine(const struct plan *plan, struct plan_test *t)
{
	const struct params *p = &t->test.params;

	t->engine = engine_default(p->depth > 1 && p->cache != CACHE_DIRECT);
	if (!params_flushes(p) || t->engine->can_flush ||
	    deeper_engine(plan, t) == NULL)
		return;
	t->in_place_of = t->engine;
	t->engine = deeper_engine(plan, t);
}

static int
set_engines(struct plan *plan, const char *name, char *error)
{
	const struct engine *engine = engine_default(false);
	int status = 0;
	size_t i;

	plan->scores = true;
	for (i = 0; i < plan->n_tests && status == 0; i++) {
		struct plan_test *t = &plan->test[i];
		const char *own = name != NULL ? name : t->test.engine;

		t->workload = workload_by_name(t->test.workload);
		if (own != NULL && find_engine(own, &engine, error) != 0)
			return -EINVAL;
		plan->scores &= !engine->traits->moves_nothing;
		t->engine = t->workload->uses_engine ? engine :
			    engine_blocking();
		if (t->workload->uses_engine && own == NULL)
			choose_engine(plan, t);
		status = check_engine(plan, t, error);
	}
	return status;
}

/* Check that each whole file has at least one block. The block of a file of one
 * block shrinks with it. */
static int
check_whole_files(const struct plan *plan, char *error)
{
	char text[UNITS_TEXT];
	size_t i;

	for (i = 0; i < plan->n_tests; i++) {
		struct params p = plan_params(&plan->test[i],
					      plan->size_bytes);

		if (!plan_is_whole(&plan->test[i]) ||
		    (p.block_bytes <= p.file_bytes && p.block_bytes >= 512))
			continue;
		snprintf(error, PLAN_ERROR, "-s: %s needs a file of at least "
			 "%s", plan->test[i].test.id,
			 units_format_size(text, p.block_bytes < 512 ? 512 :
					   p.block_bytes));
		return -EINVAL;
	}
	return 0;
}

/* Round the size down to whole blocks of the largest block; it must have at
 * least two of them. */
static int
check_size(struct plan *plan, bool by_option, char *error)
{
	char text[UNITS_TEXT], place[JOBFILE_PLACE];
	const struct plan_test *largest = plan->test;
	uint32_t block = 1;
	size_t i;

	for (i = 0; i < plan->n_tests; i++) {
		const struct params *p = &plan->test[i].test.params;

		if (plan_uses_size(&plan->test[i]) &&
		    params_largest_block(p) > block) {
			largest = &plan->test[i];
			block = params_largest_block(p);
		}
	}
	if (plan->size_bytes / 2 < block) {
		snprintf(error, PLAN_ERROR, "%s: these tests need a work file "
			 "of at least %s%s", by_option ? "-s" :
			 where(place, plan, largest, "size"),
			 units_format_size(text, 2 * (uint64_t)block),
			 plan->jobfile != NULL ? ", or smaller blocks" : "");
		return -EINVAL;
	}
	/* A file of odd blocks has whole pages and leaves some bytes unused. */
	if (block % SECTOR != 0 && plan->size_bytes >= PAGE)
		block = PAGE;
	plan->size_bytes = plan->size_bytes / block * block;
	return check_whole_files(plan, error);
}

/* Set the limits of rounds and time. --until has a minimum of rounds. */
static void
set_length(struct plan *plan, const struct options *o)
{
	plan->until_pct = o->until_pct;
	plan->max_time_ns = o->max_time_ns > 0 ? o->max_time_ns :
			    o->until_pct > 0 ? UNTIL_MAX_NS : UINT64_MAX;
	if (o->until_pct > 0)
		plan->rounds = o->rounds > UNTIL_MIN_ROUNDS ?
			       (unsigned)o->rounds : UNTIL_MIN_ROUNDS;
	plan->max_rounds = o->until_pct > 0 &&
			    plan->rounds < UNTIL_MAX_ROUNDS ?
			    UNTIL_MAX_ROUNDS : plan->rounds;
}

/* Return whether a test is timed; for a whole file the time is only a cap. */
static bool
is_timed(const struct plan *plan)
{
	size_t i;

	for (i = 0; i < plan->n_tests; i++)
		if (!plan_is_whole(&plan->test[i]))
			return true;
	return false;
}

/* Return the suite's size, or the usual one if the suite has none although a
 * test needs it. */
static uint64_t
default_size(const struct plan *plan, const struct suite *suite)
{
	size_t i;

	for (i = 0; i < plan->n_tests; i++)
		if (plan->test[i].test.params.file_bytes == 0 &&
		    suite->size_bytes == 0)
			return suite_at(0)->size_bytes;
	return suite->size_bytes;
}

/* Take each amount from the command line, else from the job file, else from the
 * suite. */
static void
set_amounts(struct plan *plan, const struct options *o,
	    const struct suite *suite)
{
	const struct jobfile *job = plan->jobfile;
	bool job_time = job != NULL && job->time_ns > 0;
	bool job_size = job != NULL && job->size_bytes > 0;
	bool timed = is_timed(plan);

	plan->time_ns = o->time_ns > 0 ? o->time_ns :
			o->quick && timed ? QUICK_NS :
			o->full && timed ? FULL_NS :
			job_time ? job->time_ns : suite->time_ns;
	plan->rounds = (unsigned)(o->rounds > 0 ? o->rounds :
				  o->quick ? QUICK_ROUNDS :
				  o->full ? FULL_ROUNDS :
				  job != NULL ? JOB_ROUNDS : suite->rounds);
	plan->runs = o->repeat > 0 ? (unsigned)o->repeat : 1;
	set_length(plan, o);
	plan->size_bytes = o->size_bytes > 0 ? o->size_bytes :
			   job_size ? job->size_bytes : default_size(plan,
								     suite);
	plan->size_given = o->size_bytes > 0 || job_size;
	plan_raise_size(plan);
	plan->write_pct = o->time_ns > 0 || o->full || job_time ? 0 :
			  job == NULL && suite->write_pct > 0 ?
			  suite->write_pct : WRITE_PCT;
	plan->warm_up_ns = o->warm_up_ns != OPTIONS_UNSET ? o->warm_up_ns :
			   job != NULL ? job->warm_up_ns : suite->warm_up_ns;
	plan->delay_ns = o->delay_ns != OPTIONS_UNSET ? o->delay_ns :
			 job != NULL ? job->delay_ns : suite->delay_ns;
	plan->max_write_bytes = o->max_write_bytes > 0 ? o->max_write_bytes :
				UINT64_MAX;
	plan->seed = o->seed_given ? o->seed :
		     job != NULL && job->has_seed ? job->seed :
		     random_fresh_seed();
}

size_t
plan_together(const struct plan *plan, const struct plan_test *t)
{
	size_t left = plan->n_tests - (size_t)(t - plan->test), n = 1;

	while (n < left && t[n].test.joins)
		n++;
	return n;
}

unsigned
plan_copies(const struct plan *plan, const struct plan_test *t, size_t copies)
{
	return t->test.copies > 0 ? t->test.copies : plan->copies[copies];
}

uint64_t
plan_time_ns(const struct plan *plan, const struct plan_test *t)
{
	return t->test.time_ns > 0 ? t->test.time_ns : plan->time_ns;
}

/* Return the copies of a test and of those that run at the same time. */
static unsigned
copies_together(const struct plan *plan, const struct plan_test *t,
		size_t copies)
{
	size_t n = plan_together(plan, t);
	unsigned sum = 0;

	while (n > 0)
		sum += plan_copies(plan, &t[--n], copies);
	return sum;
}

static void
set_copies(struct plan *plan, const struct numbers *copies,
	   unsigned usual)
{
	size_t i, j;

	plan->copies = xmalloc((copies->n + 1) * sizeof(*plan->copies));
	for (i = 0; i < copies->n; i++) {
		for (j = 0; j < i && copies->list[j] != copies->list[i]; j++)
			;
		if (j == i)
			plan->copies[plan->n_copies++] =
				(unsigned)copies->list[i];
	}
	if (plan->n_copies == 0)
		plan->copies[plan->n_copies++] = usual > 0 ? usual : 1;
	for (i = 0; i < plan->n_copies; i++)
		for (j = 0; j < plan->n_tests; j++) {
			unsigned all = copies_together(plan, &plan->test[j], i);

			if (all > plan->max_copies)
				plan->max_copies = all;
		}
}

/* Return the suite whose size, time and rounds are the defaults. */
static const struct suite *
leading_suite(const struct options *o)
{
	const char *word = o->operand.n > 0 ? o->operand.list[0] : "";
	const struct suite *suite = suite_by_name(word);

	if (suite == NULL)
		suite = suite_of(word);
	return suite != NULL ? suite : suite_at(0);
}

static void
set_targets(struct plan *plan, const struct options *o)
{
	static const char *here = ".";

	if (o->directory.n > 0)
		plan->directory = o->directory.list;
	else if (plan->jobfile != NULL && plan->jobfile->directory != NULL)
		plan->directory = &plan->jobfile->directory;
	else
		plan->directory = &here;
	plan->n_targets = o->directory.n > 0 ? o->directory.n : 1;
}

/* Return whether -c would share out a job's rate, that of its own copies, among
 * others. */
static bool
is_rate_of_others(const struct plan *plan, const struct options *o,
		  const struct test *test)
{
	unsigned own = plan->jobfile == NULL ? 0 : test->copies > 0 ?
		       test->copies : plan->jobfile->copies;

	return own > 0 && test->params.rate_iops > 0 &&
	       (o->copies.n > 1 || o->copies.list[0] != own);
}

/* Let options hold for all jobs, in place of what a job has of its own. */
static int
override_jobs(struct plan *plan, const struct options *o, char *error)
{
	char place[JOBFILE_PLACE];

	for (size_t i = 0; i < plan->n_tests; i++) {
		struct plan_test *t = &plan->test[i];

		if (o->size_bytes > 0)
			t->test.params.span_bytes = 0;
		if (o->time_ns > 0 || o->quick || o->full)
			t->test.time_ns = 0;
		if (o->delay_ns != OPTIONS_UNSET)
			t->test.start_ns = 0;
		if (o->copies.n == 0)
			continue;
		if (is_rate_of_others(plan, o, &t->test)) {
			snprintf(error, PLAN_ERROR, "%s: the rate is that of "
				 "each of these copies; give numjobs in place "
				 "of -c", where(place, plan, t, "numjobs"));
			return -EINVAL;
		}
		t->test.copies = 0;
	}
	return 0;
}

int
plan_build(const struct options *o, struct plan *plan, char *error)
{
	struct numbers copies = o->copies;
	int status;

	memset(plan, 0, sizeof(*plan));
	status = plan_select_tests(plan, o, error);
	if (status == 0)
		status = override_jobs(plan, o, error);
	if (status != 0)
		return status;
	if (plan->jobfile != NULL && copies.n == 0) {
		copies.list[0] = plan->jobfile->copies;
		copies.n = 1;
	}
	plan->suite = leading_suite(o);
	set_amounts(plan, o, plan->suite);
	set_copies(plan, &copies, plan->suite->copies);
	set_targets(plan, o);
	status = set_engines(plan, o->engine, error);
	return status == 0 ? check_size(plan, o->size_bytes > 0, error) :
	       status;
}

void
plan_free(struct plan *plan)
{
	free(plan->test);
	free(plan->copies);
	jobfile_free(plan->jobfile);
}
