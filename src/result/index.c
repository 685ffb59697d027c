/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Index and score: see index.h. */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/result/flags.h"
#include "diskidx/result/index.h"
#include "diskidx/test/category.h"
#include "diskidx/test/suite.h"
#include "diskidx/test/traits.h"

/* The scope of one score, and the rows in it. */
struct selection {
	const struct result *result;	/* all of the run */
	size_t n_results;
	const char *name;	/* a category, or INDEX_DISK */
	unsigned target, copies;
	const struct roster *roster;	/* the tests that belong in it */
	const struct result **scored;	/* the rows that count */
	size_t n_scored, n_known;	/* known: the baseline has the test */
	struct score *score;	/* so far, on the heap */
	size_t n;
};

void
index_apply(struct result *result, const struct baseline *baseline)
{
	const struct result_test *test = &result->test;
	struct judgement *j = &result->judgement;

	j->index = 0;
	j->baseline = baseline_value(baseline, test->id, test->fingerprint);
	if (j->baseline > 0 && result->summary.has_value)
		j->index = INDEX_BASE * result->summary.value / j->baseline;
	/* A test that did nothing has an index of 0, without a logarithm. */
	j->scored = j->index > 0 && !flags_invalidate(j->flags) &&
		!traits_of_engine(test->engine)->moves_nothing;
}

bool
index_covers(const char *name, const char *category)
{
	return strcmp(name, INDEX_DISK) == 0 ? category_is_disk(category) :
	       strcmp(name, category) == 0;
}

size_t
index_tests(const char *score, const struct roster *roster)
{
	size_t n = 0;

	for (size_t i = 0; i < roster->n; i++)
		n += index_covers(score, roster->test[i].category);
	return n;
}

const char *
index_remark(const struct score *score)
{
	if (score->rows == 0)
		return "";
	if (score->partial)
		return " (partial)";
	return score->unproven ? " (unproven)" : "";
}

static size_t
count_category(const struct result *const *row, size_t n, const char *category)
{
	size_t same = 0;

	for (size_t i = 0; i < n; i++)
		same += strcmp(row[i]->test.category, category) == 0;
	return same;
}

double
index_without(const struct result *const *row, size_t n, unsigned round)
{
	double logs = 0, categories = 0;

	for (size_t i = 0; i < n; i++) {
		double share = 1 / (double)count_category(
			row, n, row[i]->test.category);
		double value = result_value_without(row[i], round);
		double index = INDEX_BASE * value / row[i]->judgement.baseline;

		if (!(index > 0))
			return 0;
		logs += share * log(index);
		categories += share;
	}
	return n > 0 ? exp(logs / categories) : 0;
}

bool
index_suffices(const char *score, const struct roster *roster,
	       const struct result *const *row, size_t n)
{
	if (strcmp(score, INDEX_DISK) != 0)
		return n > 0;
	for (size_t i = 0; i < roster->n; i++) {
		const char *category = roster->test[i].category;

		if (index_covers(INDEX_DISK, category) &&
		    count_category(row, n, category) == 0)
			return false;
	}
	return n > 0 && 2 * n >= index_tests(INDEX_DISK, roster);
}

static bool
is_of(const struct selection *selection, const struct result *result)
{
	return result->test.target == selection->target &&
		result->test.copies == selection->copies &&
		index_covers(selection->name, result->test.category);
}

/* Return true if rows are missing: they do not count, were not run, or are not
 * in the baseline. Only suites with a row are expected. */
static bool
is_partial(const struct selection *selection)
{
	const struct roster *roster = selection->roster;

	if (selection->n_scored < selection->n_known)
		return true;
	for_each(const struct roster_test, test, roster->test, roster->n) {
		bool has_row = false, has_suite = false;

		for_each_row(result, selection) {
			if (!is_of(selection, result))
				continue;
			has_suite |= suite_of(result->test.id) ==
				suite_of(test->id);
			has_row |= result->judgement.baseline > 0 &&
				strcmp(result->test.id, test->id) == 0;
		}
		if (has_suite && !has_row &&
		    index_covers(selection->name, test->category))
			return true;
	}
	return false;
}

static double
score_without(const void *context, unsigned round)
{
	const struct selection *selection = context;

	return index_without(selection->scored, selection->n_scored, round);
}

/* Append the score of that name, if the baseline has any of its rows. */
static void
index_add_score(struct selection *selection, const char *name)
{
	struct score *score;
	size_t n_unproven = 0;

	selection->name = name;
	selection->n_scored = selection->n_known = 0;
	for_each_row(result, selection) {
		if (!is_of(selection, result))
			continue;
		selection->n_known += result->judgement.baseline > 0;
		if (!result->judgement.scored)
			continue;
		selection->scored[selection->n_scored++] = result;
		n_unproven += (result->judgement.flags & 1u << FLAG_UNPROVEN) !=
			0;
	}
	if (selection->n_known == 0)
		return;
	score = xadd(selection->score, selection->n);
	*score = (struct score){
		.target = selection->target, .copies = selection->copies,
		.counting = selection->n_scored,
		.partial = is_partial(selection),
		.unproven = n_unproven > 0 && n_unproven == selection->n_scored,
	};
	snprintf(score->name, sizeof(score->name), "%s", name);
	if (index_suffices(name, selection->roster, selection->scored,
			   selection->n_scored))
		score->rows = selection->n_scored;
	if (score->rows == 0)
		return;
	score->score = score_without(selection, 0);
	score->rounds = result_estimate(selection->scored, selection->n_scored,
					score_without, selection);
	score->ci95 = spread_interval(&score->rounds, SPREAD_BETWEEN);
}

/* Return true if no result before this one has its target and copies (and its
 * category, with `of_category`). */
static bool
is_first_result(const struct result *results, size_t at, bool of_category)
{
	for (size_t i = 0; i < at; i++)
		if (results[i].test.target == results[at].test.target &&
		    results[i].test.copies == results[at].test.copies &&
		    (!of_category || strcmp(results[i].test.category,
					    results[at].test.category) == 0))
			return false;
	return true;
}

/*
 * Append the scores of the target and copies of the i-th result. This is a
 * separate function because clang 14 at -O2, with both loops in one function,
 * leaves out the scores of a second target.
 */
static void
index_add_scores(struct selection *selection, size_t first)
{
	const struct result *results = selection->result;

	selection->target = results[first].test.target;
	selection->copies = results[first].test.copies;
	for (size_t i = first; i < selection->n_results; i++)
		if (results[i].test.target == selection->target &&
		    results[i].test.copies == selection->copies &&
		    is_first_result(results, i, true))
			index_add_score(selection, results[i].test.category);
	index_add_score(selection, INDEX_DISK);
}

size_t
index_scores(const struct result *results, size_t n_results,
	     const struct roster *roster, struct score **scores)
{
	struct selection selection = { .result = results,
				       .n_results = n_results,
				       .roster = roster };

	selection.scored = xmalloc(n_results * sizeof(*selection.scored));
	for (size_t i = 0; i < n_results; i++)
		if (is_first_result(results, i, false))
			index_add_scores(&selection, i);
	free(selection.scored);
	*scores = selection.score;
	return selection.n;
}
