/*
 * Comparison: calls the parts in their order, and answers questions about the
 * whole.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "parts.h"
#include "diskidx/alloc.h"

const char *
verdict_name(enum verdict verdict)
{
	static const char *const name[VERDICT_COUNT] = {
		[VERDICT_FASTER] = "faster", [VERDICT_SLOWER] = "slower",
		[VERDICT_NO_DIFFERENCE] = "no difference shown",
		[VERDICT_NOT_COMPARABLE] = "not comparable",
	};

	return name[verdict];
}

static void
describe(struct compared *compared, const struct row *row)
{
	const struct result *result = row->named;

	match_place(compared, row);
	compared->id = result->id;
	compared->title = result->title;
	compared->category = result->category;
	compared->unit = result->unit;
	for (int s = 0; s < SIDES; s++) {
		compared->side[s].n_runs = row->cell[s].n;
		compared->side[s].flags = row->cell[s].any_flags;
	}
}

static void
compare_tests(struct comparison *comparison, const struct row *rows,
	      size_t among)
{
	size_t n = comparison->n_tests;
	struct difference *difference = xmalloc(n * sizeof(*difference));

	comparison->test = xmalloc(n * sizeof(*comparison->test));
	for (size_t i = 0; i < n; i++) {
		struct compared *compared = &comparison->test[i];
		const struct row *row = &rows[i];
		struct rows one = { &row, 1, false };

		describe(compared, row);
		compared->why = obstacle_find(row);
		values_compare(comparison, &one, compared, &difference[i]);
	}
	comparison->family = values_judge(comparison->test, n, difference,
					  comparison->threshold_pct, among);
	free(difference);
}

void
comparison_make(struct comparison *comparison, const struct side side[SIDES],
		double threshold_pct, size_t among)
{
	struct row *rows;

	memset(comparison, 0, sizeof(*comparison));
	memcpy(comparison->side, side, sizeof(comparison->side));
	comparison->threshold_pct = threshold_pct;
	comparison->same_record = side[OLD].target != COMPARISON_EVERY_TARGET;
	if (comparison->same_record)
		comparison->averaged = AVERAGED_ROUNDS;
	else if (side[OLD].n_runs >= COMPARISON_RUNS &&
		 side[NEW].n_runs >= COMPARISON_RUNS)
		comparison->averaged = AVERAGED_RUNS;
	comparison->by_directory = !comparison->same_record &&
		targets_are_same(comparison);
	comparison->n_tests = match_rows(comparison, &rows);
	compare_tests(comparison, rows, among);
	scores_add(comparison, rows, among);
	match_free(rows, comparison->n_tests);
	differences_find(comparison);
	conclusion_write(comparison);
}

void
comparison_of_targets(struct comparison *comparison,
		      const struct record *record, unsigned target,
		      double threshold_pct)
{
	const struct record **run = xmalloc(sizeof(*run));
	struct side side[SIDES] = {
		[OLD] = { "the first directory", run, 1, .target = 0 },
		[NEW] = { "the other directory", run, 1, .target = target },
	};
	size_t among = record->n_targets > 1 ? record->n_targets - 1 : 1;

	*run = record;
	for (int s = 0; s < SIDES; s++) {
		const char *name = targets_directory(record, side[s].target);

		side[s].name = name != NULL ? name : side[s].name;
	}
	comparison_make(comparison, side, threshold_pct, among);
	comparison->own_run = run;
}

bool
comparison_is_one_run(const struct record *a, const struct record *b)
{
	const char *a_host, *b_host;

	if (a->started_s != b->started_s || a->seed != b->seed)
		return false;
	a_host = facts_get(&a->host, "hostname");
	b_host = facts_get(&b->host, "hostname");
	return a_host == b_host || (a_host != NULL && b_host != NULL &&
				    strcmp(a_host, b_host) == 0);
}

char *
compared_directory(const struct compared *compared)
{
	const char *o = compared->side[OLD].directory;
	const char *n = compared->side[NEW].directory;

	if (o != NULL && n != NULL && strcmp(o, n) != 0)
		return xprintf("%s (old) and %s (new)", o, n);
	if (o == NULL && n == NULL)
		return NULL;
	return xstrdup(o != NULL ? o : n);
}

static void
free_compared(struct compared *compared, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		for (int s = 0; s < SIDES; s++)
			free(compared[i].side[s].directory);
		free(compared[i].why);
	}
	free(compared);
}

void
comparison_free(struct comparison *comparison)
{
	free_compared(comparison->test, comparison->n_tests);
	free_compared(comparison->score, comparison->n_scores);
	for (size_t i = 0; i < comparison->n_differences; i++)
		free(comparison->difference[i]);
	free(comparison->difference);
	free(comparison->occasion);
	free(comparison->conclusion);
	free(comparison->own_run);
	memset(comparison, 0, sizeof(*comparison));
}
