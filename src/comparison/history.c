/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* History: other runs of the same host, directories, tests and plan
 * (comparison.h). Their spread is how far two sides differ by chance. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/result/flags.h"
#include "steps.h"

static bool
same_text(const char *a, const char *b)
{
	return a != NULL && b != NULL && strcmp(a, b) == 0;
}

int
comparison_order(const struct record *a, const struct record *b)
{
	if (a->started_s != b->started_s)
		return a->started_s < b->started_s ? -1 : 1;
	if (a->seed != b->seed)
		return a->seed < b->seed ? -1 : 1;
	return strcmp(text_or(record_host(a), ""), text_or(record_host(b), ""));
}

static int
compare_starts(const void *left, const void *right)
{
	const struct record *a = *(const struct record *const *)left;
	const struct record *b = *(const struct record *const *)right;
	int order = comparison_order(a, b);

	return order != 0 ? order : (a > b) - (a < b);
}

void
comparison_sort_runs(const struct record **run, size_t n)
{
	qsort(run, n, sizeof(*run), compare_starts);
}

bool
side_has_run(const struct side *side, const struct record *run)
{
	for (size_t i = 0; i < side->n_runs; i++)
		if (comparison_order(side->run[i], run) == 0)
			return true;
	return false;
}

bool
history_is_same_place(const struct record *a, const struct record *b)
{
	bool same = same_text(facts_get(&a->host, FACT_HOSTNAME),
			      facts_get(&b->host, FACT_HOSTNAME)) &&
		    a->n_targets == b->n_targets;

	/* It is the same path on the same device: "." is a different path in
	 * each directory. Older records have no real path. */
	for (unsigned t = 0; same && t < a->n_targets; t++) {
		const struct facts *x = &a->target[t], *y = &b->target[t];
		const char *device = facts_get(x, FACT_DEVICE);
		const char *other = facts_get(y, FACT_DEVICE);
		enum fact_key path = FACT_REAL_PATH;

		if (facts_get(x, path) == NULL || facts_get(y, path) == NULL)
			path = FACT_DIRECTORY;
		same = same_text(facts_get(x, path), facts_get(y, path)) &&
			(device == other || same_text(device, other));
	}
	return same;
}

/* Return true if a run has that test on the same target by as many copies, with
 * as many samples of that length. */
static bool
has_plan(const struct record *run, const struct result *b)
{
	for_each_row(a, run) {
		if (strcmp(a->test.id, b->test.id) == 0 &&
		    a->test.target == b->test.target &&
		    a->test.copies == b->test.copies &&
		    fingerprint_is_same(a, b))
			return a->test.asked_ns == b->test.asked_ns &&
				a->n_samples == b->n_samples &&
				a->summary.value > 0 && b->summary.value > 0 &&
				flags_invalidate(a->judgement.flags) ==
				flags_invalidate(b->judgement.flags);
	}
	return false;
}

/* Return true if a run, which is on neither side, has all tests that the first
 * runs of both have in common. */
static bool
history_fits(const struct comparison *comparison, const struct record *run)
{
	const struct record *o = comparison->side[OLD].run[0];
	const struct record *n = comparison->side[NEW].run[0];

	if (!history_is_same_place(run, o) ||
	    side_has_run(&comparison->side[OLD], run) ||
	    side_has_run(&comparison->side[NEW], run))
		return false;
	for_each_row(result, o)
		if (has_plan(n, result) && !has_plan(run, result))
			return false;
	return true;
}

void
history_select(struct comparison *comparison)
{
	struct side *history = &comparison->side[HISTORY];
	const struct record **run = NULL;
	size_t n = 0, n_runs = 0;

	if (!comparison->same_record &&
	    history_is_same_place(comparison->side[OLD].run[0],
				  comparison->side[NEW].run[0]))
		for (size_t i = 0; i < history->n_runs; i++)
			if (history_fits(comparison, history->run[i]))
				*xadd(run, n) = history->run[i];
	if (n > 0)
		comparison_sort_runs(run, n);
	for (size_t i = 0; i < n; i++)
		if (i == 0 || comparison_order(run[i], run[i - 1]) != 0)
			run[n_runs++] = run[i];
	history->target = COMPARISON_EVERY_TARGET;
	history->run = comparison->run = run;
	history->n_runs = n_runs;
}
