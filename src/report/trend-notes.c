/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Notes on how a run went: falls within samples and between rounds, stalls, and
 * that there was none of this. */
#include <config.h>

#include "diskidx/base/say.h"
#include "diskidx/base/units.h"
#include "diskidx/result/flags.h"
#include "parts.h"

/* Return how the row's speed fell and what its value is. */
static char *
slowdown_of(const struct result *result, bool si)
{
	const struct slowdown *slowdown = &result->summary.slowdown;
	const char *unit = view_unit(result->test.unit, si);
	double before = view_value(slowdown->before, result->test.unit, si);
	double after = view_value(slowdown->after, result->test.unit, si);
	int decimals = after < 99.5;
	size_t n = result->summary.n_slowdowns;
	const char *duration = units_duration(slowdown->at_ns);
	char *text;

	if (!slowdown->within)
		return say("%.*f %s before round %u, and %.*f from then on, "
			   "which is the value", decimals, before, unit,
			   slowdown->round, decimals, after);
	if (!slowdown->for_good)
		return say("from %.*f to %.*f %s after %s of round %u; the "
			   "value is the mean of both", decimals, before,
			   decimals, after, unit, duration, slowdown->round);
	text = say("%.*f %s for %s, then %.*f (in round %u", decimals, before,
		   unit, duration, decimals, after, slowdown->round);
	if (n == result->n_samples)
		return say_join(text, " ", "and all others; the value is the "
				"low level)");
	return say_more(text, " ", "and %zu more; those rounds count with "
			"their low level)", n - 1);
}

void
notes_add_slowdowns(struct notes *notes, const struct record *record,
		    bool for_good, bool si)
{
	/* Those for good have a flag, and come below its note. */
	char mark = for_good ? ' ' : '*';

	for_each_row(result, record) {
		if (result->summary.slowdown.round > 0 &&
		    result->summary.slowdown.for_good == for_good)
			notes_add(notes, mark, "%s: %s",
				  view_name(record, result),
				  slowdown_of(result, si));
	}
}

void
notes_add_stalls(struct notes *notes, const struct record *record, bool si)
{
	for_each_row(result, record) {
		const struct summary *summary = &result->summary;
		const struct stall *stall = &summary->stall;
		char *text;

		if ((result->judgement.flags & 1u << FLAG_STALLED) == 0)
			continue;
		text = say("%s: %s in round %u", view_name(record, result),
			   view_figure(result->test.unit, stall->value, si),
			   stall->round);
		if (summary->n_stalls > 1)
			text = say_more(text, " ", "(and %zu more)",
					summary->n_stalls - 1);
		notes_add(notes, ' ', "%s, slow for %s", text,
			  units_duration(stall->length_ns));
	}
}

void
notes_add_trend(struct notes *notes, const struct record *record, bool brief)
{
	const unsigned uneven = 1u << FLAG_NOISY | 1u << FLAG_THROTTLED |
				1u << FLAG_DRIFT | 1u << FLAG_STALLED;
	const struct result *longest = NULL;
	bool is_even = !brief;

	for (unsigned target = 0; target < record->n_targets; target++) {
		struct trend trend = trend_of(record->result,
					      record->n_results, target);
		char *text = record->n_targets == 1 ? NULL :
			say_join(NULL, "", record_target(record, target));

		is_even &= trend.fell == 0;
		/* A fall for good has a flag, which says it. */
		if (trend.fell == 0 || trend.for_good)
			continue;
		if (trend.after > 1 && trend.before == 1)
			text = say_more(text, ": ", "round 1 was %.1f times as "
				"fast as the later ones in %zu of %zu tests, "
				"as with burst credit", 1 / trend.factor,
				trend.fell, trend.rows);
		else
			text = say_more(text, ": ", "%s round %u, %zu of %zu "
				"tests had %.0f %% of the earlier speed; %zu "
				"rounds cannot show whether that lasts",
				trend.after == 1 ? "in" : "from", trend.round,
				trend.fell, trend.rows, 100 * trend.factor,
				trend.before + trend.after);
		notes_add(notes, '*', "%s", text);
	}
	for_each_row(result, record) {
		is_even &= (result->judgement.flags & uneven) == 0 &&
			   result->summary.slowdown.round == 0;
		if (result->summary.unseen_ns > 0 && (longest == NULL ||
		    result->summary.total.elapsed_ns >
		    longest->summary.total.elapsed_ns))
			longest = result;
	}
	if (longest == NULL || !is_even)
		return;
	notes_add(notes, '*', "No throttling in up to %s per test: a fall to "
		  "half would show, but not in the first and last %s. Cloud "
		  "burst credit can last 30 minutes; use -t to test longer.",
		  units_duration(longest->summary.total.elapsed_ns),
		  units_duration(longest->summary.unseen_ns));
}
