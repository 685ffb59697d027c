/*
 * Comparison: the two sides, every test of them, and what is asked of the
 * whole. The parts do the work.
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
count_runs(const struct comparison *comparison, const struct row *row,
	   int side, size_t *runs, unsigned *flags)
{
	for (size_t i = 0; i < comparison_side(comparison, side)->n_runs; i++) {
		const struct result *result = row->of[side][i];

		if (result == NULL || !result->has_value)
			continue;
		(*runs)++;
		*flags |= result->flags;
	}
}

static void
describe(const struct comparison *comparison, struct compared *compared,
	 const struct row *row)
{
	const struct result *result = row->named;

	comparison_place(comparison, compared, row);
	compared->id = result->id;
	compared->title = result->title;
	compared->category = result->category;
	compared->unit = result->unit;
	count_runs(comparison, row, OLD, &compared->old_runs,
		   &compared->old_flags);
	count_runs(comparison, row, NEW, &compared->new_runs,
		   &compared->new_flags);
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

		describe(comparison, compared, row);
		compared->why = comparison_obstacle(comparison, row);
		comparison_weigh(comparison, &one, compared, &difference[i]);
	}
	comparison->family = comparison_judge(comparison->test, n, difference,
					      comparison->threshold_pct,
					      among);
	free(difference);
}

static bool
is_same_record(const struct side *old_side, const struct side *new_side)
{
	return old_side->n_runs == 1 && new_side->n_runs == 1 &&
		old_side->run[0] == new_side->run[0] &&
		old_side->target != COMPARISON_EVERY_TARGET &&
		new_side->target != COMPARISON_EVERY_TARGET &&
		old_side->target != new_side->target;
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
	comparison->same_record = is_same_record(old_side, new_side);
	if (comparison->same_record)
		comparison->averaged = AVERAGED_ROUNDS;
	else if (old_side->n_runs >= COMPARISON_RUNS &&
		 new_side->n_runs >= COMPARISON_RUNS)
		comparison->averaged = AVERAGED_RUNS;
	comparison->by_directory = !comparison_picks_targets(comparison) &&
		comparison_has_like_directories(comparison);
	comparison->n_tests = comparison_match(comparison, &rows);
	compare_tests(comparison, rows, among);
	comparison_add_scores(comparison, rows, among);
	comparison_free_rows(rows, comparison->n_tests);
	comparison_differences(comparison);
	comparison_conclude(comparison);
}

static const char *
directory(const struct record *record, unsigned target, const char *otherwise)
{
	const char *name = comparison_directory(record, target);

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
