/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * A sustained run: one long sample, which ends when its speed has fallen and
 * is steady; then, after a pause, another, which ends when what was fast again
 * is used up. Both end at --max-time, and stay within --max-write.
 */
#include <config.h>

#include <math.h>

#include "diskidx/base/amount.h"
#include "diskidx/base/signals.h"
#include "diskidx/record/record.h"
#include "measuring.h"

#define LOOK_TICKS (NS_PER_S / SAMPLE_TICK_NS)	/* between two looks, */
#define LOOK_PART 50		/* or a part of the series */
/* A disk of two speeds in turn is fast again within these times of the slow
 * one: as often the fast part's, but not less and not more. */
#define TIMES_FAST 2
#define LEAST_AFTER_S 30
#define MOST_AFTER_S 300
#define LEAST_AGAIN_S 5		/* of the second sample */
#define TIMES_AGAIN 1.25	/* of the fast part, at most */

/* Return true if the sample that is made with these levels has shown all. */
static bool
is_settled(const struct levels *l, bool is_second)
{
	if (is_second)
		return !l->is_again_all ||
			l->again_bytes > TIMES_AGAIN * l->bytes;
	return l->fell && l->steady && l->after_s >=
		fmin(fmax(TIMES_FAST * l->s, LEAST_AFTER_S), MOST_AFTER_S);
}

void
sustained_look(struct run *r, const struct result *result,
	       const struct sample *so_far, const struct activity *now)
{
	size_t n = so_far->n_ticks, made = result->n_samples;
	struct sample sample[2] = { *so_far, *so_far };
	struct levels levels;

	if (n < r->look_at || now->elapsed_ns == 0)
		return;
	r->look_at = n + amount_max(n / LOOK_PART, LOOK_TICKS);
	if (made > 0)
		sample[0] = result->sample[0];
	sample[made].total.elapsed_ns = now->elapsed_ns;
	sample[made].total.bytes = now->bytes;
	levels = levels_find(sample, made + 1, result->test.params.block_bytes);
	r->ends = run_time_left(r) == 0 ||
		((made == 0 || n > LEAST_AGAIN_S * LOOK_TICKS) &&
		 is_settled(&levels, made > 0));
}

bool
sustained_goes_on(struct run *r, const struct result *result)
{
	const struct params *params = &result->test.params;
	uint64_t left = run_writes_left(r, 1);
	struct levels levels = levels_find(result->sample, 1,
					   params->block_bytes);

	r->look_at = 0;
	if (result->n_samples > 1 || signals_caught() != 0 || !levels.fell)
		return false;
	if (run_time_left(r) > r->plan->delay_ns + LEAST_AGAIN_S * NS_PER_S &&
	    (!params_writes(params) || (double)left > levels.before.per_s)) {
		r->rounds = 2;
		return true;
	}
	record_note(&r->record, "--max-write or --max-time left nothing for a "
		    "look at how much is fast again after a pause.");
	return false;
}
