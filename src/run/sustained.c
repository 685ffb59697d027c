/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Sustained: the driver of one test. One long sample ends when its speed has
 * fallen and is steady. After a pause, another ends when the part that was fast
 * again is used up. Both end at --max-time, and stay within --max-write.
 */
#include <config.h>

#include <math.h>

#include "diskidx/base/amount.h"
#include "diskidx/base/signals.h"
#include "diskidx/record/record.h"
#include "diskidx/test/params.h"
#include "measuring.h"
#include "progress.h"

#define LOOK_TICKS (NS_PER_S / SAMPLE_TICK_NS)	/* between two looks, */
#define LOOK_PART 50		/* or a part of the series */
/* A disk that alternates between two speeds is fast again within this time of
 * the slow one: that many times the fast part, within these bounds. */
#define TIMES_FAST 2
#define LEAST_AFTER_S 30
#define MOST_AFTER_S 300
#define LEAST_AGAIN_S 5		/* of the second sample */
#define TIMES_AGAIN 1.25	/* of the fast part, at most */

struct sustained {
	const struct run *run;
	const struct result *result;
	size_t look_at;			/* the next look, in ticks */
};

/* End the sample once it has shown all, by its levels. */
static bool
sustained_look(void *context, const struct sample *so_far,
	       const struct activity *now)
{
	struct sustained *s = context;
	const struct result *result = s->result;
	size_t n = so_far->n_ticks, made = result->n_samples;
	struct sample sample[2] = { *so_far, *so_far };
	struct levels l;

	if (n < s->look_at || now->elapsed_ns == 0)
		return false;
	s->look_at = n + amount_max(n / LOOK_PART, LOOK_TICKS);
	if (made > 0)
		sample[0] = result->sample[0];
	sample[made].total.elapsed_ns = now->elapsed_ns;
	sample[made].total.bytes = now->bytes;
	l = levels_find(sample, made + 1, result->test.params.block_bytes);
	if (run_time_left(s->run) == 0)
		return true;
	if (made > 0)
		return n > LEAST_AGAIN_S * LOOK_TICKS &&
		       (!l.is_again_all ||
			l.again_bytes > TIMES_AGAIN * l.bytes);
	return l.fell && l.steady && l.after_s >=
		fmin(fmax(TIMES_FAST * l.s, LEAST_AFTER_S), MOST_AFTER_S);
}

/* Return true if the run goes on after the first sample with a pause and
 * another sample; otherwise a note says why not, unless there is no need. */
static bool
goes_on(struct run *r, const struct result *result)
{
	const struct params *params = &result->test.params;
	uint64_t left = run_writes_left(r, 1);
	struct levels levels = levels_find(result->sample, 1,
					   params->block_bytes);

	if (signals_caught() != 0 || !levels.fell)
		return false;
	if (run_time_left(r) > r->plan->delay_ns + LEAST_AGAIN_S * NS_PER_S &&
	    (!params_writes(params) || (double)left > levels.before.per_s))
		return true;
	record_note(&r->record, "The part that is fast again after a pause was "
		    "not measured, because of --max-write or --max-time.");
	return false;
}

unsigned
drive_sustained(struct run *r)
{
	struct result *result = r->record.result;
	struct sustained s = { .run = r, .result = result };

	if (result->test.na_reason != NULL)
		return 0;
	progress_round(1, 1);
	if (run_sample(r, result, r->plan->test, 1, sustained_look, &s) < 0)
		return 0;
	if (result->n_samples == 0 || !goes_on(r, result))
		return 1;
	signals_sleep_ns(amount_min(r->plan->delay_ns, run_time_left(r)));
	if (signals_caught() != 0)
		return 1;
	r->rounds = 2;
	progress_round(2, 2);
	s.look_at = 0;
	return run_sample(r, result, r->plan->test, 2, sustained_look, &s) < 0 ?
		1 : 2;
}
