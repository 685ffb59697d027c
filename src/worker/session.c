/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* A sample in the making: the copies' side, and the parent's. */
#include <config.h>

#include <string.h>

#include "diskidx/base/amount.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/operation.h"
#include "diskidx/base/prng.h"
#include "diskidx/test/params.h"
#include "session.h"

#define MIN_PASS MIB
#define UNEVEN_PCT 10

void
session_prepare(struct session *s, unsigned copy)
{
	const struct assignment *a = s->assignment;
	struct job *job = &s->job;
	const struct params *p = a->job.params;
	const struct target *target = a->job.target;
	uint64_t filled = target->state->filled_bytes, pass = filled;
	double fits;
	int error;

	*job = a->job;
	job->fd = job_work_file(job, a->first_file + copy, params_opened(p));
	job->file_bytes = filled;
	if (p->fallocate != FALLOCATE_FILLED)
		job->file_bytes = facts_number(&target->facts, FACT_FILE_BYTES,
					       0);
	if (p->span_bytes > 0)
		job->file_bytes = amount_min(job->file_bytes, p->span_bytes);
	if (p->file_bytes == 0 && p->block_bytes > 0)
		job->file_bytes -= job->file_bytes % params_largest_block(p);
	/* After a slow fill, a pass has what fits into the sample's time. */
	fits = target_fill_rate(target, job->copies) *
	       clock_seconds(job->time_ns);
	if (fits < (double)filled)
		pass = amount_max((uint64_t)fits, amount_min(MIN_PASS, filled));
	if (params_writes(p))
		pass = amount_min(pass, job->write_limit_bytes);
	job->pass_bytes = p->block_bytes;
	if (pass > p->block_bytes)
		job->pass_bytes = pass - pass % p->block_bytes;
	job->seed = prng_derive(job->seed, (uint64_t)a->round << 16 | copy);
	job->copy = copy;
	job->counts = &s->counts[copy];
	memset(job->counts, 0, sizeof(*job->counts));
	job->counts->clock_stepped_back_ns = clock_stepped_back_ns();
	job->counts->counted_device = &target->device;
	job->room_bytes = workload_extra_bytes(job->workload, p,
					       job->file_bytes);
	job->room_files = workload_extra_files(job->workload, p);
	error = job_check_room(job, job->room_bytes, NULL);
	if (error == 0)
		error = workload_prepare(job->workload, job);
	counts_check(job->counts, error, NULL);
}

/* Use the time on the clock: a pause between passes is not a stall, and no tick
 * is added while the first copy pauses. */
bool
session_tick(struct session *s, bool shows)
{
	const struct assignment *a = s->assignment;
	struct activity now = { .bytes = 0 };
	struct direction done[OP_COUNT] = { { .ios = 0 } };
	struct tick *tick;
	unsigned first = 0, i;

	while (first < a->job.copies && !s->counts[first].running)
		first++;
	if (first == a->job.copies)
		return false;
	now.elapsed_ns = counts_clocked_ns(&s->counts[first], clock_now_ns());
	/* The copies go on: a request may be counted before its latency. */
	for (i = 0; i < a->job.copies; i++) {
		const volatile struct counts *t = &s->counts[i];

		for (int op = 0; op < OP_COUNT; op++) {
			uint64_t lat_ns = t->latency[LAT][op].sum;
			uint64_t flush_ns = t->latency[FLUSH][op].sum;

			done[op].bytes += t->total.moved[op];
			done[op].ios += t->latency[LAT][op].count;
			done[op].latency_ns += amount_left(lat_ns, flush_ns);
			done[op].submits += t->latency[SLAT][op].count;
			done[op].submit_ns += t->latency[SLAT][op].sum;
			done[op].complete_ns +=
				amount_left(t->latency[CLAT][op].sum, flush_ns);
			now.latency_ns += lat_ns;
		}
	}
	now.requests = done[OP_READ].ios + done[OP_WRITE].ios;
	now.bytes = done[OP_READ].bytes + done[OP_WRITE].bytes;
	/* Like sample_work. */
	if (now.bytes == 0)
		now.bytes = now.requests *
			    amount_max(a->job.params->block_bytes, 1);
	if (a->job.params->action == ACTION_COPY)
		now.bytes /= 2;		/* read and written, counted once */
	if (first == 0) {
		tick = sample_tick(s->sample, now.elapsed_ns, now.bytes);
		if (a->job.workload->uses_engine)
			memcpy(tick->of, done, sizeof(done));
	}
	if (shows && a->watch != NULL)
		a->watch(a, &now);
	return true;
}

void
session_collect(struct session *s)
{
	const struct assignment *a = s->assignment;
	const struct counts *first = s->counts, *last = s->counts;
	uint64_t end_ns = 0, first_end_ns = UINT64_MAX, last_request_ns = 0;
	uint64_t *limited;
	struct sample *sample = s->sample;
	struct histogram *latency;
	int kind, op;

	sample->round = a->round;
	for (unsigned i = 0; i < a->job.copies; i++) {
		const struct counts *t = &s->counts[i];
		uint64_t copy_end_ns = t->end_ns - t->excluded_ns;

		counters_add(&sample->total, NULL, &t->total);
		sample->resident_bytes += t->resident_bytes;
		sample->dropped_bytes += t->dropped_bytes;
		sample->bounded |= t->bounded;
		sample->refused_ns += t->refused_ns;
		sample->small_pages |= t->small_pages;
		if (t->begin_ns < first->begin_ns)
			first = t;
		if (copy_end_ns > end_ns)
			last = t;
		end_ns = amount_max(end_ns, copy_end_ns);
		first_end_ns = amount_min(first_end_ns, copy_end_ns);
		last_request_ns = amount_max(last_request_ns, copy_end_ns -
					     t->total.flush_ns);
	}
	sample->has_resident = sample->dropped_bytes > 0;
	/* Count the work of device and CPUs from the first copy's start to the
	 * end of the copy that ended last. */
	sample->has_device = first->has_device && last->has_device;
	sample->device = last->device;
	counters_add(&sample->device, &first->device_begin,
		     &last->device_begin);
	sample->has_processors = first->has_processors && last->has_processors;
	sample->processors = last->processors;
	counters_add(&sample->processors, &first->processors_begin,
		     &last->processors_begin);
	/* A period may end between the readings of the two. */
	limited = &sample->processors.limited_periods;
	*limited = amount_min(*limited, sample->processors.periods);
	/* Set the time on the clock from the first start to the last end, and
	 * the flush's part after the last request. */
	sample->total.elapsed_ns = end_ns - first->begin_ns;
	sample->total.flush_ns = end_ns - last_request_ns;
	sample->uneven = (end_ns - first_end_ns) * 100 >
			 sample->total.elapsed_ns * UNEVEN_PCT;
	sample->has_inblock = !a->job.engine->traits->moves_nothing &&
			      a->job.target->state->has_inblock;
	sample->total.bytes = sample->total.moved[OP_WRITE];
	if (a->job.params->action != ACTION_COPY)
		sample->total.bytes += sample->total.moved[OP_READ];
	/* Merge the copies' histograms in the first one's memory. */
	for (kind = 0; kind < LATENCY_KINDS; kind++) {
		for (op = 0; op < OP_COUNT; op++) {
			latency = &s->counts[0].latency[kind][op];
			for (unsigned i = 1; i < a->job.copies; i++)
				histogram_merge(latency, &s->counts[i]
						.latency[kind][op]);
			sample->latency[kind][op] = histogram_pack(latency);
		}
	}
}
