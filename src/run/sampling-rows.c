/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The samples of a sampling: kept in rows of the record, with notes. */
#include <config.h>

#include <stdlib.h>

#include "diskidx/alloc.h"
#include "diskidx/amount.h"
#include "diskidx/message.h"
#include "diskidx/plan.h"
#include "diskidx/record.h"
#include "diskidx/target.h"
#include "diskidx/traits.h"
#include "diskidx/units.h"
#include "sampling.h"

#define EARLY_PART 10		/* by which one may end before the others */

/* Note once a row that the time, which is a cap on a whole file, ended it. */
static void
note_cap(struct run *r, const struct result *result,
	 const struct sample *sample)
{
	uint64_t whole = result->test.params.file_bytes * result->test.copies;
	char took[UNITS_TEXT], done[UNITS_TEXT], all[UNITS_TEXT];

	if (!traits_of_workload(result->test.workload)->takes_whole_file ||
	    sample->total.bytes >= whole)
		return;
	for (size_t i = 0; i < result->n_samples; i++)
		if (result->sample[i].total.bytes < whole)
			return;
	units_format_time(took, (double)r->plan.time_ns);
	units_format_size(done, sample->total.bytes);
	units_format_size(all, whole);
	if (sample->bounded)
		record_note(&r->record, "%s ended at %s of %s: it may write "
			    "no more than the disk takes in %s, or "
			    "--max-write allows.",
			    result->test.id, done, all, took);
	else
		record_note(&r->record, "%s was stopped after %s, at %s of "
			    "%s.", result->test.id, took, done, all);
}

static void
keep_sample(struct run *r, struct result *result, struct sample *sample)
{
	char text[UNITS_TEXT];

	if (sample->uneven)
		record_note(&r->record, "%s: the copies ended over 10 %% "
			    "apart, so its rate is that of the slowest.",
			    result->test.id);
	if (sample->small_pages && facts_number(&r->record.host,
						FACT_BUFFER_PAGE_BYTES, 0) >
				   PARAMS_LARGE_REQUEST)
		record_note(&r->record, "%s: the system was short of large "
			    "pages for its buffers in round %u, which costs "
			    "speed.", result->test.id, sample->round);
	if (sample->frozen_ns > 0)
		record_note(&r->record, "%s: all processes were stopped for "
			    "%.1f s in round %u, which its longest latencies "
			    "may contain.", result->test.id,
			    clock_seconds(sample->frozen_ns), sample->round);
	/* The system was short of what requests need. */
	if (sample->refused_ns > 0)
		record_note(&r->record, "%s: for %s the system took no request "
			    "(EAGAIN); its rate contains that, and its latency "
			    "does not.", result->test.id,
			    units_format_time(text,
					      (double)sample->refused_ns));
	note_cap(r, result, sample);
	progress_done(r->progress, sample_value(sample, result->test.unit));
	result_add_sample(result, sample);
}

void
sampling_fail(struct run *r, struct sampling *b, unsigned round,
	      const char *reason)
{
	r->failed = true;
	for (size_t i = 0; i < b->n; i++) {
		struct result_test *test = &b->result[i].test;
		const char *which = "";

		if (b->n > 1)
			which = "one of those that ran at the same time: ";
		test->na_reason = xprintf("failed in round %u: %s%s", round,
					  which, reason);
		message_error("%s: %s: %s", r->target[test->target].directory,
			      test->id, test->na_reason);
	}
}

void
sampling_name(struct run *r, const struct result *result)
{
	unsigned copies = r->plan.n_copies > 1 ? result->test.copies : 0;
	char *name = result_name(result->test.id, copies, NULL);
	const char *directory = "";

	if (r->plan.n_targets > 1)
		directory = r->plan.directory[result->test.target];
	progress_name(r->progress, name, directory, result->test.unit,
		      result->test.params.block_bytes);
	free(name);
}

/* Return the time from the start of all to the end of one. */
static uint64_t
ended_ns(const struct sampling *b, size_t i)
{
	return b->a[i].start_ns + b->sample[i].total.elapsed_ns;
}

void
sampling_keep(struct run *r, struct sampling *b)
{
	uint64_t longest_ns = 0;

	for (size_t i = 0; i < b->n; i++)
		longest_ns = amount_max(longest_ns, ended_ns(b, i));
	for (size_t i = 0; i < b->n; i++) {
		uint64_t took_ns = ended_ns(b, i);

		sampling_name(r, &b->result[i]);
		if (i > 0)
			progress_sample(r->progress, 0);
		if (!b->t[i].test.params.once &&
		    longest_ns - took_ns > longest_ns / EARLY_PART)
			record_note(&r->record, "%s: it ended over %u %% "
				    "earlier than what ran at the same time.",
				    b->result[i].test.id, 100 / EARLY_PART);
		keep_sample(r, &b->result[i], &b->sample[i]);
	}
}
