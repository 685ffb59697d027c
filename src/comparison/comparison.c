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
	compared->old_runs = row->cell[OLD].n;
	compared->new_runs = row->cell[NEW].n;
	compared->old_flags = row->cell[OLD].any_flags;
	compared->new_flags = row->cell[NEW].any_flags;
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
comparison_make(struct comparison *comparison, const struct side *old_side,
		const struct side *new_side, double threshold_pct,
		size_t among)
{
	struct row *rows;

	memset(comparison, 0, sizeof(*comparison));
	comparison->old_side = *old_side;
	comparison->new_side = *new_side;
	comparison->threshold_pct = threshold_pct;
	comparison->same_record = old_side->target != COMPARISON_EVERY_TARGET;
	if (comparison->same_record)
		comparison->averaged = AVERAGED_ROUNDS;
	else if (old_side->n_runs >= COMPARISON_RUNS &&
		 new_side->n_runs >= COMPARISON_RUNS)
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

static const char *
directory(const struct record *record, unsigned target, const char *otherwise)
{
	const char *name = targets_directory(record, target);

	return name == NULL ? otherwise : name;
}

void
comparison_of_targets(struct comparison *comparison,
		      const struct record *record, unsigned target,
		      double threshold_pct)
{
	const struct record **run = xmalloc(sizeof(*run));
	struct side old_side = {
		.name = directory(record, 0, "the first directory"),
		.run = run, .n_runs = 1, .target = 0
	};
	struct side new_side = {
		.name = directory(record, target, "the other directory"),
		.run = run, .n_runs = 1, .target = target
	};
	size_t among = record->n_targets > 1 ? record->n_targets - 1 : 1;

	*run = record;
	comparison_make(comparison, &old_side, &new_side, threshold_pct,
			among);
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

static void
free_compared(struct compared *compared, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		free(compared[i].old_directory);
		free(compared[i].new_directory);
		free(compared[i].old_x);
		free(compared[i].new_x);
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
