/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * The gate: --fail-if-slower. Its status is 2 if a row cannot be judged, so
 * that a test missing in NEW does not pass; else 1 if one is clearly slower by
 * that much; else 3 if that is possible for one; else 0. With one run per side,
 * only the Disk score is judged if there is one, because one run says too
 * little about a single test.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/message.h"
#include "diskidx/base/say.h"
#include "diskidx/base/units.h"
#include "diskidx/comparison/comparison.h"
#include "diskidx/comparison/repeats.h"
#include "diskidx/report/view.h"
#include "diskidx/result/index.h"
#include "diskidx/stats/statistics.h"
#include "output.h"

/* Return true if the gate judges that row: a Disk score, or a test; of single
 * runs with a Disk score, only tests that the new run does not have. */
static bool
is_gated(const struct comparison *c, const struct compared *row)
{
	bool several = c->same_record || c->intervals[ASK_DISK] == 0 ||
		c->side[OLD].n_runs + c->side[NEW].n_runs > SIDES;

	if (row->rows > 0 || row->percent > 0)
		return strcmp(row->id, INDEX_DISK) == 0;
	return row->side[OLD].n_runs > 0 &&
		(several || row->side[NEW].n_runs == 0);
}

/* The gate, and what it has found. */
struct gate {
	double limit_pct;
	unsigned seen;		/* statuses, one bit each */
	char *open;		/* falls that are possible */
	size_t runs;		/* on each side, to decide them */
};

/* Judge a row: it is slower if its whole interval is. */
static void
gate_row(struct gate *gate, const struct compared *row, const char *name)
{
	double limit = 1 - gate->limit_pct / 100;
	bool known = interval_known(row->ci95);
	size_t runs;

	if (row->verdict == VERDICT_NOT_COMPARABLE) {
		message_error("%s: not comparable: %s", name,
			      text_or(row->why, "there is no result"));
		gate->seen |= 1 << 2;
	} else if (known && row->ci95.high <= limit) {
		message_error("%s: slower by %.3g %% or more: the ratio is %s",
			      name, 100 * (1 - row->ci95.high),
			      units_digits(row->ratio));
		gate->seen |= 1 << 1;
	} else if (row->ci95.low <= limit) {
		/* Three runs per side have an interval. */
		gate->open = say_join(gate->open, ", ", known ?
				      say("%s by %.3g %%", name,
					  100 * (1 - row->ci95.low)) :
				      say("%s (%s)", name, row->why));
		runs = known ? compared_runs(row, gate->limit_pct) : 3;
		gate->runs = runs > gate->runs ? runs : gate->runs;
		gate->seen |= 1 << 3;
	}
	gate->seen |= 1 << 0;
}

/* Return the worst status, with a message for 3, or for 2 if no row is
 * judged. */
static int
gate_end(struct gate *gate, const char *where, const char *why)
{
	int status = gate->seen == 0 || gate->seen & 1 << 2 ? 2 :
		gate->seen & 1 << 1 ? 1 : gate->seen & 1 << 3 ? 3 : 0;

	if (gate->seen == 0)
		message_error("--fail-if-slower: %s", why);
	if (status == 3)
		message_error("undecided, may be slower: %s; make at least %zu "
			      "runs %s", gate->open, gate->runs, where);
	return status;
}

int
gate_series(const struct record *runs, size_t n, double limit_pct)
{
	struct gate gate = { .limit_pct = limit_pct, .seen = n == 1 };
	double limit = 1 - limit_pct / 100;
	size_t fewest = n;
	const char *since = "";
	struct repeats repeats = repeats_make(runs, n);

	for_each(const struct repeated, row, repeats.row, repeats.n) {
		char *name;
		/* A step counts until a run has reported it. */
		bool is_new = row->n_before > 0 && row->told > limit &&
			row->step.ci95.low <= limit;

		if (!row->tells)
			continue;
		name = repeated_name(repeats.run[0], row);
		gate.seen |= row->in_newest ? 1 << 0 : 1 << 2;
		if (!row->in_newest) {
			message_error("%s: the newest run has no result", name);
		} else if (is_new || interval_known(row->last.ci95)) {
			gate_row(&gate, is_new ? &row->step : &row->last, name);
		} else if (row->n < fewest) {
			fewest = row->n;
			since = row->n_before > 0 ? " since a step" : "";
		}
	}
	if (gate.seen & 1 << 0 && fewest < STEP_SHORTEST)
		message_warning("too few nights yet: %zu of %d%s", fewest,
				STEP_SHORTEST, since);
	repeats_free(&repeats);
	return gate_end(&gate, "before and after", "the runs have no result in "
			"common, or are from several hosts or directories");
}

int
compare_finish(struct comparison *set, size_t n, const struct options *options)
{
	struct gate gate = { .limit_pct = options->fail_if_slower_pct };
	int status = output_render(options, (struct content){
		CONTENT_COMPARISONS, .comparisons = set, .n = n });
	bool is_judged = status == 0 && gate.limit_pct > 0;

	for (size_t i = 0; i < n && is_judged; i++)
		for_each_compared(row, &set[i].all) {
			char *name = compared_name(&set[i], row);

			if (set[i].same_record)
				name = say_join(name, " on ",
						set[i].side[NEW].name);
			if (is_gated(&set[i], row))
				gate_row(&gate, row, name);
		}
	if (is_judged)
		status = gate_end(&gate, set->same_record ?
				  "of each directory, in its own record" :
				  "on each side (--repeat)",
				  "the old side has no result");
	for (size_t i = 0; i < n; i++)
		comparison_free(&set[i]);
	free(set);
	return status;
}
