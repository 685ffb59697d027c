/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Samples: the processes that make them, and the reasons if they fail. */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "diskidx/base/amount.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/operation.h"
#include "diskidx/base/printf.h"
#include "diskidx/base/signals.h"
#include "diskidx/platform/platform.h"
#include "diskidx/test/test.h"
#include "diskidx/worker/worker.h"
#include "diskidx/workload/counts.h"
#include "group.h"
#include "session.h"

#define HITCH_NS (150 * NS_PER_MS)	/* all may be stopped that long, */
#define FROZEN_PART 20			/* or a part of a sample, */
#define FROZEN_NS NS_PER_S		/* but no longer than this */
#define END_NS (5 * NS_PER_S)		/* for the flush after a signal */

/* The samples that are made at the same time. */
struct sessions {
	struct session *session;
	size_t n;
	struct counts *counts;		/* of all members */
	unsigned members;
	uint64_t clock_stepped_back_ns;	/* before the start */
};

/* Return the session of a member, and turn its number into the copy's. */
static struct session *
session_of(const struct sessions *all, unsigned *member)
{
	struct session *s = all->session;

	for (; *member >= s->assignment->job.copies; s++)
		*member -= s->assignment->job.copies;
	return s;
}

static void
member_prepare(void *context, unsigned copy)
{
	struct session *s = session_of(context, &copy);

	session_prepare(s, copy);
}

static void
member_run(void *context, unsigned copy)
{
	struct session *s = session_of(context, &copy);
	struct counts *t = s->job.counts;

	if (s->assignment->start_ns > 0)
		signals_sleep_ns(s->assignment->start_ns);
	counts_check(t, s->job.workload->run(&s->job), NULL);
	t->stopped = signals_stopped;
	t->clock_stepped_back_ns = clock_stepped_back_ns() -
				   t->clock_stepped_back_ns;
	workload_finish(s->job.workload, &s->job);
}

/* Return the bytes that a session is known to have written so far. */
static uint64_t
written_by(const struct session *s)
{
	uint64_t bytes = 0;

	for (unsigned i = 0; i < s->assignment->job.copies; i++) {
		bytes += s->counts[i].warm_up_written;
		bytes += s->counts[i].total.moved[OP_WRITE];
	}
	return bytes;
}

/* Show the first session that still runs; during the warm-up, show that time
 * goes by. End all if the watcher says so. */
static void
worker_tick(void *context)
{
	const struct sessions *all = context;
	const struct assignment *a = all->session->assignment;
	uint64_t written_bytes = 0;
	bool shown = false;

	for (size_t i = 0; i < all->n; i++) {
		shown |= session_tick(&all->session[i], !shown);
		written_bytes += written_by(&all->session[i]);
	}
	if (!shown && all->counts[0].begin_ns == 0 && a->watch != NULL)
		a->watch(a, &(struct activity){ .bytes = 0 });
	if (a->ends != NULL &&
	    (a->ends(a->context, written_bytes) || signals_caught() != 0))
		for (unsigned i = 0; i < all->members; i++)
			all->counts[i].ends = true;
}

/* Return the error of the first copy that failed, or 0. The reason is "write at
 * offset 4096: flush: Input/output error", or the parts that are known, after
 * `stage`. */
static int
find_failure(const struct sessions *all, const char *stage, char *reason)
{
	const struct counts *t = all->counts;
	const struct job *job;
	const char *words;
	unsigned copy = 0;
	char place[64] = "";

	while (copy < all->members && t->error == 0)
		t = &all->counts[++copy];
	if (copy == all->members)
		return 0;
	job = &session_of(all, &copy)->assignment->job;
	words = strerror(t->error);
	if (t->is_engine_error && t->error == EAGAIN)
		words = text_or(job->engine->no_more, words);
	/* The place is an offset, or the number of a file. */
	if (t->is_transfer_error && params_is_metadata(job->params))
		snprintf(place, sizeof(place), "%s of file %llu: ",
			 action_name(job->params->action),
			 (unsigned long long)t->error_offset);
	else if (t->is_transfer_error)
		snprintf(place, sizeof(place), "%s at offset %llu: ",
			 operation_name[t->error_op],
			 (unsigned long long)t->error_offset);
	snprintf(reason, WORKER_REASON, "%s%s%s%s%s", stage, place,
		 text_or(t->error_call, ""), t->error_call != NULL ? ": " : "",
		 words);
	return -t->error;
}

static int
check_ready(void *context, char *reason)
{
	const struct sessions *all = context;
	const struct assignment *a = all->session->assignment;
	int error = find_failure(context, "preparing the test: ", reason);

	if (error == 0 && a->begin != NULL)
		error = a->begin(a->context);
	return error;
}

/*
 * Refuse samples that cannot be true, also if a freezer of control groups, a
 * migration or the like stopped all processes for that long. Return -ECANCELED
 * if another sample may be true, or -EIO, both with the reason, or 0. Only the
 * parent, which reads the clock at each tick, sees it go back within a long
 * call of a copy.
 */
static int
refuse_samples(const struct sessions *all, uint64_t late_ns, char *reason)
{
	uint64_t back_ns = clock_stepped_back_ns() - all->clock_stepped_back_ns;
	uint64_t part_ns = counts_clocked_ns(all->counts, all->counts->end_ns) /
			   FROZEN_PART;

	if (late_ns > amount_max(HITCH_NS, amount_min(part_ns, FROZEN_NS))) {
		snprintf(reason, WORKER_REASON, "all processes were stopped "
			 "for %.1f s (by a signal, a freezer, or sleep of the "
			 "machine)", clock_seconds(late_ns));
		return -ECANCELED;
	}
	for (unsigned i = 0; i < all->members; i++) {
		struct counts *t = &all->counts[i];
		const char *why;

		t->clock_stepped_back_ns = amount_max(t->clock_stepped_back_ns,
						      back_ns);
		if (t->stopped)
			why = "the processes were stopped or continued";
		else if (t->begin_ns == 0 || t->end_ns == 0)
			why = "the worker ended without a measurement";
		else if (t->clock_stepped_back_ns >
			 counts_clocked_ns(t, t->end_ns) / 1000)
			why = "the system's clock went back";
		else if (t->end_ns <= t->begin_ns)
			why = "the system's clock stopped";
		else
			continue;
		snprintf(reason, WORKER_REASON, "%s", why);
		return t->stopped || t->end_ns != 0 ? -ECANCELED : -EIO;
	}
	return 0;
}

/* Return true if a sample has a device's counters, and is the longest with them
 * or the first of equally long ones. */
static bool
lasted_longest(const struct sessions *all, const struct session *s)
{
	const struct session *other = all->session;

	for (; s->sample->has_device && other < all->session + all->n;
	     other++) {
		uint64_t longer_ns = other->sample->total.elapsed_ns;

		if (other != s && other->sample->has_device &&
		    longer_ns + (other < s) >
		    s->sample->total.elapsed_ns &&
		    strcmp(other->assignment->job.target->device.counters,
			   s->assignment->job.target->device.counters) == 0)
			return false;
	}
	return s->sample->has_device;
}

int
worker_measure(const struct assignment *a, size_t n, struct sample *sample,
	       char *reason)
{
	struct session session[TESTS_TOGETHER];
	struct sessions all = { .session = session, .n = n,
			.clock_stepped_back_ns = clock_stepped_back_ns() };
	struct group_work work = {
		member_prepare, member_run, check_ready, worker_tick, &all,
		a->ends_late ? END_NS : 0, 0
	};
	struct counts *counts;
	size_t size;
	int error;

	memset(sample, 0, n * sizeof(*sample));
	for (size_t i = 0; i < n; i++)
		all.members += a[i].job.copies;
	size = all.members * sizeof(struct counts);
	all.counts = platform_share(size);
	if (all.counts == NULL) {
		snprintf(reason, WORKER_REASON, "out of memory");
		return -ENOMEM;
	}
	/* Share the members, and their counts, among the sessions. */
	counts = all.counts;
	for (size_t i = 0; i < n; i++) {
		session[i] = (struct session){ .assignment = &a[i],
					       .counts = counts,
					       .sample = &sample[i] };
		counts += a[i].job.copies;
	}
	error = group_run(&work, all.members, reason);
	if (error == 0)
		error = find_failure(&all, "", reason);
	if (error == 0)
		error = refuse_samples(&all, work.late_ns, reason);
	for (size_t i = 0; i < n; i++) {
		uint64_t written_bytes = written_by(&session[i]);

		if (error == 0)
			session_collect(&session[i]);
		else
			sample_free(&sample[i]);
		if (work.late_ns > HITCH_NS)
			sample[i].frozen_ns = work.late_ns;
		sample[i].written_bytes = written_bytes;
	}
	/* The device's counters cannot distinguish the samples. */
	for (size_t i = 0; n > 1 && i < n; i++)
		sample[i].has_shared = lasted_longest(&all, &session[i]);
	for (size_t i = 0; n > 1 && i < n; i++)
		sample[i].has_device = false;
	platform_unshare(all.counts, size);
	return error;
}

const char *
worker_na_reason(const struct job *job)
{
	const struct params *p = job->params;
	const struct target_state *state = job->target->state;
	unsigned aligned = state->direct_alignment[
			params_writes(p) ? OP_WRITE : OP_READ];

	if (p->cache == CACHE_DIRECT && aligned > 1 &&
	    !params_is_multiple(p, aligned))
		return "the block is not a multiple of the size that direct "
			"I/O needs here; give a larger -b";
	if (p->cache == CACHE_BUFFERED && params_reads(p) &&
	    !job->target->memory && state->cold_na_reason[0] != '\0')
		return state->cold_na_reason;
	if (workload_needs_fill(job->workload, p) &&
	    state->filled_bytes < params_least_file(p))
		return "the work file has too few blocks";
	return NULL;
}
