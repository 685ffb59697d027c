/* Samples: the processes that make them, and the reasons if they fail. */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "diskidx/clock.h"
#include "diskidx/counts.h"
#include "diskidx/operation.h"
#include "diskidx/platform.h"
#include "diskidx/random.h"
#include "diskidx/signals.h"
#include "diskidx/worker.h"
#include "group.h"
#include "session.h"

#define FROZEN_NS NS_PER_S	/* no load delays the parent that long */

/* The samples that are made at the same time. */
struct sessions {
	struct session *session;
	size_t n;
	struct counts *counts;		/* of all members */
	unsigned members;
	uint64_t clock_stepped_back_ns;	/* before the start */
	uint64_t late_ns;		/* of the group */
};

/* Return the session of a member, and turn its number into that of a copy. */
static struct session *
session_of(const struct sessions *all, unsigned *member)
{
	struct session *s = all->session;

	for (; *member >= s->assignment->copies; s++)
		*member -= s->assignment->copies;
	return s;
}

static void
prepare(void *context, unsigned member)
{
	unsigned copy = member;
	struct session *s = session_of(context, &copy);

	session_prepare(s, copy);
}

/* Sleep again where the timer that watches the parent ended it. */
static void
wait_ns(uint64_t duration_ns)
{
	uint64_t now_ns = clock_now_ns(), end_ns = now_ns + duration_ns;

	for (; now_ns < end_ns; now_ns = clock_now_ns())
		clock_sleep_ns(end_ns - now_ns);
}

static void
run(void *context, unsigned copy)
{
	struct session *s = session_of(context, &copy);

	if (s->assignment->start_ns > 0)
		wait_ns(s->assignment->start_ns);
	session_run(s, copy);
}

/* Let the first of those that still run be shown; before all, that time goes
 * by, which is that of a warm-up. */
static void
tick(void *context)
{
	const struct sessions *all = context;
	const struct assignment *a = all->session->assignment;
	struct activity none = { .bytes = 0 };
	bool shown = false;

	for (size_t i = 0; i < all->n; i++)
		shown |= session_tick(&all->session[i], !shown);
	if (!shown && all->counts[0].begin_ns == 0 && a->watch != NULL)
		a->watch(a->context, &none);
}

/* Write the place of a failed transfer: its offset, or its file's number. */
static void
put_place(char *place, size_t size, const struct params *params,
	  const struct counts *t)
{
	bool is_file = params_is_metadata(params);

	place[0] = '\0';
	if (t->is_transfer_error)
		snprintf(place, size, "%s %s %llu: ",
			 is_file ? action_name(params->action) :
			 t->error_op == OP_READ ? "read" : "write",
			 is_file ? "of file" : "at offset",
			 (unsigned long long)t->error_offset);
}

/* Write "write at offset 4096: flush: Input/output error", or what is known
 * of it, after `stage`. */
static void
explain(const struct assignment *a, const struct counts *t, const char *stage,
	char *reason)
{
	const char *words = t->is_engine_error ?
			    engine_explain(a->engine, -t->error) :
			    strerror(t->error);
	const char *call = t->error_call;
	char place[64];

	put_place(place, sizeof(place), a->params, t);
	snprintf(reason, WORKER_REASON, "%s%s%s%s%s", stage, place,
		 call != NULL ? call : "", call != NULL ? ": " : "", words);
}

/* Return the error of the first copy that failed, with the reason, or 0. */
static int
failure(const struct sessions *all, const char *stage, char *reason)
{
	for (unsigned i = 0; i < all->members; i++) {
		const struct counts *t = &all->counts[i];
		unsigned copy = i;

		if (t->error == 0)
			continue;
		explain(session_of(all, &copy)->assignment, t, stage, reason);
		return -t->error;
	}
	return 0;
}

static int
check_ready(void *context, char *reason)
{
	return failure(context, "preparing the test: ", reason);
}

/* Return the bytes that all copies wrote; of failed ones, those known of. */
static uint64_t
sum_written(const struct session *s)
{
	uint64_t sum = 0;
	unsigned i;

	for (i = 0; i < s->assignment->copies; i++) {
		const struct counts *t = &s->counts[i];

		sum += t->warm_up_written + (t->total.moved[OP_WRITE] > 0 ?
			t->total.moved[OP_WRITE] :
			params_writes(s->assignment->params) ?
			t->progress_bytes : 0);
	}
	return sum;
}

/* Return the reason if a copy's time is false by over a thousandth, or NULL. */
static const char *
untrue(const struct counts *t)
{
	if (t->stopped)
		return "the processes were stopped or continued meanwhile";
	if (t->begin_ns == 0 || t->end_ns == 0)
		return "the worker ended without a measurement";
	if (t->clock_stepped_back_ns > counts_clocked_ns(t, t->end_ns) / 1000)
		return "the system's clock went back meanwhile";
	return t->end_ns <= t->begin_ns ? "the system's clock stood still" :
	       NULL;
}

/*
 * Refuse samples that can't be true, also if a freezer of control groups, a
 * migration or the like kept all from running. Return -ECANCELED if another
 * sample may be, -EIO, both with the reason, or 0. Only the parent, which reads
 * the clock every 100 ms, sees that it went back within a long call of a copy.
 */
static int
refuse(const struct sessions *all, char *reason)
{
	uint64_t back_ns = clock_stepped_back_ns() - all->clock_stepped_back_ns;
	unsigned i;

	if (all->late_ns > FROZEN_NS) {
		snprintf(reason, WORKER_REASON, "all processes stood still for "
			 "%.1f s meanwhile", clock_seconds(all->late_ns));
		return -ECANCELED;
	}
	for (i = 0; i < all->members; i++) {
		struct counts *t = &all->counts[i];
		const char *why;

		if (t->clock_stepped_back_ns < back_ns)
			t->clock_stepped_back_ns = back_ns;
		why = untrue(t);
		if (why == NULL)
			continue;
		snprintf(reason, WORKER_REASON, "%s", why);
		return t->stopped || t->end_ns != 0 ? -ECANCELED : -EIO;
	}
	return 0;
}

/* Share the members, and their counts, among the sessions. */
static void
open_sessions(struct sessions *all, const struct assignment *a,
	      struct sample *sample)
{
	struct counts *counts = all->counts;

	for (size_t i = 0; i < all->n; i++) {
		memset(&sample[i], 0, sizeof(sample[i]));
		all->session[i] = (struct session){ .assignment = &a[i],
						    .counts = counts,
						    .sample = &sample[i] };
		counts += a[i].copies;
	}
}

/* Make the samples, or free them after an error. */
static int
close_sessions(struct sessions *all, int error, char *reason)
{
	for (size_t i = 0; i < all->n; i++)
		all->session[i].sample->written_bytes =
			sum_written(&all->session[i]);
	if (error == 0)
		error = refuse(all, reason);
	for (size_t i = 0; i < all->n; i++) {
		struct session *s = &all->session[i];
		uint64_t written_bytes = s->sample->written_bytes;

		if (error == 0)
			session_collect(s);
		else
			sample_free(s->sample);
		/* The device's counters can't tell samples apart. */
		s->sample->has_device &= all->n == 1;
		s->sample->written_bytes = written_bytes;
	}
	return error;
}

int
worker_measure(const struct assignment *a, size_t n, struct sample *sample,
	       char *reason)
{
	struct session session[TESTS_TOGETHER];
	struct sessions all = { .session = session, .n = n,
			.clock_stepped_back_ns = clock_stepped_back_ns() };
	struct group_work work = {
		prepare, run, check_ready, tick, &all, 0
	};
	size_t size;
	int error;

	for (size_t i = 0; i < n; i++)
		all.members += a[i].copies;
	size = all.members * sizeof(struct counts);
	all.counts = platform_share(size);
	if (all.counts == NULL) {
		memset(sample, 0, n * sizeof(*sample));
		snprintf(reason, WORKER_REASON, "out of memory");
		return -ENOMEM;
	}
	open_sessions(&all, a, sample);
	error = group_run(&work, all.members, reason);
	all.late_ns = work.late_ns;
	if (error == 0)
		error = failure(&all, "", reason);
	error = close_sessions(&all, error, reason);
	platform_unshare(all.counts, size);
	return error;
}

/* Return the reason if direct I/O in these blocks can't be aligned, or NULL. */
static const char *
alignment_na_reason(const struct assignment *a)
{
	unsigned bytes = a->target->state->direct_alignment[
			params_writes(a->params) ? OP_WRITE : OP_READ];

	if (a->params->cache == CACHE_DIRECT && bytes > 1 &&
	    !params_is_multiple(a->params, bytes))
		return "the block is not a multiple of the size that direct "
		       "I/O needs here; give a larger -b";
	return NULL;
}

/* Return the reason why a cold read is impossible, or NULL. */
static const char *
cold_na_reason(const struct assignment *a)
{
	const struct target_state *state = a->target->state;

	return a->params->cache == CACHE_BUFFERED && params_reads(a->params) &&
	       !a->target->memory && state->cold_na_reason[0] != '\0' ?
	       state->cold_na_reason : NULL;
}

/* Return the reason if the work file is too small for the blocks, or NULL. */
static const char *
size_na_reason(const struct assignment *a)
{
	uint64_t filled = a->target->state->filled_bytes;

	if (!workload_needs_fill(a->workload, a->params))
		return NULL;
	if (a->params->file_bytes > 0)
		return filled < a->params->block_bytes ?
		       "the work file is smaller than a block" : NULL;
	return filled / 2 < params_largest_block(a->params) ?
	       "the work file is smaller than two blocks" : NULL;
}

bool
worker_na_reason(const struct assignment *a, char *reason)
{
	const char *na_reason = engine_na_reason(a->engine);

	if (na_reason == NULL && a->params->depth > a->engine->max_depth)
		na_reason = "the engine does not support this depth";
	if (na_reason == NULL)
		na_reason = alignment_na_reason(a);
	if (na_reason == NULL)
		na_reason = cold_na_reason(a);
	if (na_reason == NULL)
		na_reason = size_na_reason(a);
	if (na_reason != NULL)
		snprintf(reason, WORKER_REASON, "%s", na_reason);
	return na_reason != NULL;
}
