/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Sweeps among results, and what they show: see sweep.h. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/say.h"
#include "diskidx/base/units.h"
#include "diskidx/result/flags.h"
#include "diskidx/stats/statistics.h"
#include "diskidx/test/name.h"
#include "sweep.h"


uint64_t
sweep_number(const struct params *params, enum swept which)
{
	const uint64_t numbers[SWEPT] = {
		[SWEPT_BLOCK] = params->block_bytes,
		[SWEPT_MIX] = params->read_pct,
		[SWEPT_DEPTH] = params->depth,
		[SWEPT_RATE] = params->rate_iops,
	};

	return numbers[which];
}

/* Compare two tests by the first number that differs, before a last one. */
static int
compare_numbers(const struct params *a, const struct params *b, enum swept end)
{
	int order = 0;

	for (enum swept which = 0; which < end && order == 0; which++)
		order = (sweep_number(a, which) > sweep_number(b, which)) -
			(sweep_number(a, which) < sweep_number(b, which));
	return order;
}

static int
compare_rows(const void *left, const void *right)
{
	const struct result *const *a = left, *const *b = right;

	return compare_numbers(&(*a)->test.params, &(*b)->test.params, SWEPT);
}

size_t
sweep_values(const struct sweep *sweep, enum swept which)
{
	size_t n = 0, first;

	for (size_t i = 0; i < sweep->n; i++) {
		first = 0;
		while (sweep_number(&sweep->row[first]->test.params, which) !=
		       sweep_number(&sweep->row[i]->test.params, which))
			first++;
		n += first == i;
	}
	return n;
}

/* Return true if two results are of one sweep. */
static bool
is_kin(enum sweep_kind kind, const struct result *x, const struct result *y)
{
	const struct params *a = &x->test.params, *b = &y->test.params;
	size_t length = test_name_origin(x->test.id);

	/* They differ in block, depth, mix and rate at most. */
	if (test_name_origin(y->test.id) != length ||
	    strncmp(x->test.id, y->test.id, length) != 0 ||
	    strcmp(test_name_load(x->test.id),
		   test_name_load(y->test.id)) != 0 ||
	    a->cache != b->cache || a->sync != b->sync ||
	    a->sequential_pct != b->sequential_pct ||
	    a->pattern != b->pattern || a->theta_milli != b->theta_milli ||
	    a->arrival != b->arrival)
		return false;
	if (kind == SWEEP_SHAPE)
		return a->rate_iops == b->rate_iops;
	return a->rate_iops > 0 && b->rate_iops > 0 &&
		compare_numbers(a, b, SWEPT_RATE) == 0;
}

/* Return the title of the test without what was swept and, but for rates, this:
 * "Random direct by block, mix, depth". */
static char *
sweep_title(const struct sweep *sweep)
{
	static const char *const names[] = { "block", "mix", "depth" };
	const struct result_test *test = &sweep->row[0]->test;
	unsigned without = sweep->kind == SWEEP_RATE ? 1u << SWEPT_RATE : 0;
	char *by = NULL, *title;

	for (size_t i = 0; i < LENGTH(names); i++)
		if (sweep_values(sweep, (enum swept)i) > 1) {
			without |= 1u << i;
			by = say_more(by, ", ", "%s", names[i]);
		}
	title = test_title(test->workload, &test->params, without);
	title = say_join(title, " by ", by);
	/* Jobs of any name may have these titles. */
	if (sweep->kind == SWEEP_SHAPE && test_name_list(test->id) > 0)
		title = say_more(title, ", ", "%.*s",
				 (int)test_name_origin(test->id), test->id);
	return title;
}

/* Return the number of rows that make a sweep. */
static size_t
least_rows(enum sweep_kind kind, const struct result *result)
{
	const struct suite *suite = suite_of(result->test.id);

	if (kind == SWEEP_RATE)
		return 2;
	return suite != NULL && suite->layout == LAYOUT_ACCESS ? 1 : 3;
}

bool
sweep_next(struct sweep *sweep, const struct section *section)
{
	const struct result *first = sweep->first;

	if (sweep->row == NULL)
		sweep->row = xmalloc(section->record->n_results *
				     sizeof(*sweep->row));
	for (; sweep->kind < SWEEP_KINDS; sweep->kind++) {
		while ((first = view_result(section, first)) != NULL) {
			sweep->n = 0;
			for_each_result(result, section)
				if (is_kin(sweep->kind, first, result))
					sweep->row[sweep->n++] = result;
			if (sweep->n < least_rows(sweep->kind, first) ||
			    sweep->row[0] != first)
				continue;
			qsort(sweep->row, sweep->n, sizeof(*sweep->row),
			      compare_rows);
			sweep->first = first;
			sweep->title = sweep_title(sweep);
			return true;
		}
	}
	free(sweep->row);
	sweep->row = NULL;
	return false;
}

bool
sweep_has(const struct section *section, const struct result *result)
{
	for (int kind = 0; kind < SWEEP_KINDS; kind++) {
		size_t n = 0;

		for_each_result(other, section)
			n += is_kin((enum sweep_kind)kind, result, other);
		if (n >= least_rows((enum sweep_kind)kind, result))
			return true;
	}
	return false;
}

double
sweep_rate(const struct result *result, enum unit unit)
{
	double block_mib = result->test.params.block_bytes / (double)MIB;
	double rate = result->summary.value;

	if (unit == result->test.unit)
		return rate;
	return unit == UNIT_IOPS ? rate / block_mib : rate * block_mib;
}

/* Return true if a row shows whether the disk sustained its rate. */
static bool
is_judged(const struct result *row)
{
	return row->summary.has_value &&
		!flags_invalidate(row->judgement.flags);
}

const struct result *
sweep_best(const struct sweep *sweep)
{
	const struct result *best = NULL;

	for (size_t i = 0; i < sweep->n && sweep->n > 1; i++) {
		const struct result *row = sweep->row[i];

		if (is_judged(row) && (best == NULL || row->summary.value >
						       best->summary.value))
			best = row;
	}
	return best;
}

static char *
verdict_on_rates(const struct sweep *sweep)
{
	unsigned highest = 0, missed = 0;	/* the lowest above it */
	char *others = NULL, *text;
	size_t sustained = 0;

	for (size_t i = 0; i < sweep->n; i++) {
		unsigned rate = (unsigned)sweep->row[i]->test.params.rate_iops;

		if (!is_judged(sweep->row[i])) {
			others = say_more(others, ", ", "%u/s", rate);
		} else if (result_sustained(sweep->row[i])) {
			sustained++;
			highest = rate;
			missed = 0;
		} else if (missed == 0) {
			missed = rate;
		}
	}
	if (sustained == sweep->n)
		text = say("The disk sustained every rate, the highest "
			   "being %u/s", highest);
	else if (sustained > 0)
		text = say("The highest rate that the disk sustained is "
			   "%u/s", highest);
	else if (missed > 0)
		text = say("The disk did not sustain even %u/s", missed);
	else
		text = say("No rate was the disk's: see the notes");
	if (sustained > 0 && missed > 0)
		text = say_more(text, "; ", "it did not sustain %u/s", missed);
	if (others != NULL && (sustained > 0 || missed > 0))
		text = say_more(text, "; ", "not judged: %s", others);
	return say_join(text, "", ".");
}

char *
sweep_verdict(const struct sweep *sweep, bool brief)
{
	if (sweep->kind == SWEEP_RATE)
		return verdict_on_rates(sweep);
	/* The rows differ in nothing but the depth, and each has an interval
	 * and is a measurement of its depth. */
	for (size_t i = 0; i < sweep->n; i++)
		if (!interval_known(sweep->row[i]->summary.ci95) ||
		    flags_invalidate(sweep->row[i]->judgement.flags))
			return brief ? say("undecided") : NULL;
	if (sweep->n < 2 || sweep_values(sweep, SWEPT_BLOCK) > 1 ||
	    sweep_values(sweep, SWEPT_MIX) > 1)
		return NULL;
	/* Find the least depth that no deeper one beats by the worth, where the
	 * intervals do not overlap enough to leave it open. They come only from
	 * the rounds, because what moves a whole run moves all its depths. */
	for (size_t i = 0;; i++) {
		struct interval here = statistics_ratio_interval(
			&sweep->row[i]->summary.rounds, STATISTICS_CONFIDENCE);
		unsigned depth = (unsigned)sweep->row[i]->test.params.depth;
		bool enough = true, beaten = false;

		if (i + 1 == sweep->n)
			return say(brief ? ">=%u" : "Up to %u, more in flight "
				   "brings 5 %% or more.", depth);
		for (size_t j = i + 1; j < sweep->n; j++) {
			struct interval deeper = statistics_ratio_interval(
				&sweep->row[j]->summary.rounds,
				STATISTICS_CONFIDENCE);

			enough &= deeper.high < PARAMS_DEPTH_GAIN * here.low;
			beaten |= deeper.low > PARAMS_DEPTH_GAIN * here.high;
		}
		if (enough)
			return say(brief ? "%u" : "More than %u in flight "
				   "brings less than 5 %%.", depth);
		if (!beaten)
			return brief ? say("undecided, >=%u", depth) :
				say("Rounds vary too much to say which depth "
				    "is enough. Use more rounds (-i).");
	}
}
