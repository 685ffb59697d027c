/*
 * Comparison: every test, every score, and how many of them the intervals
 * must hold for at once. The parts do the work.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "comparison-parts.h"
#include "diskidx/message.h"

#define ERROR_RATE 0.05

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

/* Intervals that all hold at once, by Bonferroni. Returns how many. */
static size_t
judge_all(struct compared *compared, size_t n,
	  const struct difference *difference, double threshold_pct,
	  size_t among)
{
	size_t family = 0;

	for (size_t i = 0; i < n; i++)
		family += compared[i].has_interval ? among : 0;
	for (size_t i = 0; i < n; i++)
		if (compared[i].has_interval)
			comparison_judge(&compared[i], &difference[i],
					 1 - ERROR_RATE / (double)family,
					 threshold_pct);
	return family;
}

static void
describe(struct compared *compared, const struct result *result)
{
	memset(compared, 0, sizeof(*compared));
	compared->id = result->id;
	compared->title = result->title;
	compared->category = result->category;
	compared->target = result->target;
	compared->copies = result->copies;
	compared->unit = result->unit;
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

		describe(compared, row->named);
		compared->why = comparison_obstacle(comparison, row);
		comparison_weigh(comparison, &one, compared, &difference[i]);
	}
	comparison->family = judge_all(comparison->test, n, difference,
				       comparison->threshold_pct, among);
	free(difference);
}

static bool
is_scored(const struct comparison *comparison, const struct row *row)
{
	for (int s = 0; s < SIDES; s++)
		for (size_t i = 0; i < comparison_side(comparison, s)->n_runs;
		     i++)
			if (row->of[s][i] == NULL || !row->of[s][i]->scored)
				return false;
	return true;
}

/* The rows that a score of that name, target and copies is over. */
static void
select_rows(const struct comparison *comparison, const struct row *rows,
	    const struct compared *score, struct rows *selected)
{
	selected->n = 0;
	for (size_t i = 0; i < comparison->n_tests; i++)
		if (rows[i].named->target == score->target &&
		    rows[i].named->copies == score->copies &&
		    index_covers(score->id, rows[i].named->category) &&
		    comparison->test[i].verdict != VERDICT_NOT_COMPARABLE &&
		    is_scored(comparison, &rows[i]))
			selected->row[selected->n++] = &rows[i];
}

/* What the scores are made with. */
struct scoring {
	const struct row *rows;
	struct rows selected;
	struct difference *difference;	/* of each score */
};

/* Appends the score of that name, of a row's target and copies, if any. */
static void
add_score(struct comparison *comparison, struct scoring *scoring,
	  const struct result *result, const char *name)
{
	size_t n = comparison->n_scores;
	struct compared score;

	memset(&score, 0, sizeof(score));
	score.id = score.title = name;
	score.category = "Score";
	score.target = result->target;
	score.copies = result->copies;
	select_rows(comparison, scoring->rows, &score, &scoring->selected);
	score.rows = scoring->selected.n;
	if (score.rows == 0)
		return;
	comparison->score = xrealloc(comparison->score,
				     (n + 1) * sizeof(score));
	scoring->difference = xrealloc(scoring->difference, (n + 1) *
				       sizeof(*scoring->difference));
	comparison_weigh(comparison, &scoring->selected, &score,
			 &scoring->difference[n]);
	comparison->score[n] = score;
	comparison->n_scores = n + 1;
}

/* Whether no row before this one has its target and copies (and category). */
static bool
is_first(const struct row *rows, size_t at, bool of_category)
{
	const struct result *result = rows[at].named;

	for (size_t i = 0; i < at; i++)
		if (rows[i].named->target == result->target &&
		    rows[i].named->copies == result->copies &&
		    (!of_category || strcmp(rows[i].named->category,
					    result->category) == 0))
			return false;
	return true;
}

/* In the order of index_scores: each category, then Disk. */
static void
add_scores(struct comparison *comparison, struct scoring *scoring, size_t first)
{
	const struct row *rows = scoring->rows;
	const struct result *named = rows[first].named;

	for (size_t i = first; i < comparison->n_tests; i++)
		if (rows[i].named->target == named->target &&
		    rows[i].named->copies == named->copies &&
		    is_first(rows, i, true))
			add_score(comparison, scoring, named,
				  rows[i].named->category);
	add_score(comparison, scoring, named, INDEX_DISK);
}

static void
compare_scores(struct comparison *comparison, const struct row *rows,
	       size_t among)
{
	size_t n = comparison->n_tests;
	struct scoring scoring = { .rows = rows };

	scoring.selected.row = xmalloc(n * sizeof(*scoring.selected.row));
	scoring.selected.indexes = true;
	for (size_t i = 0; i < n; i++)
		if (is_first(rows, i, false))
			add_scores(comparison, &scoring, i);
	judge_all(comparison->score, comparison->n_scores, scoring.difference,
		  comparison->threshold_pct, among);
	free(scoring.difference);
	free(scoring.selected.row);
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
	comparison->n_tests = comparison_match(comparison, &rows);
	compare_tests(comparison, rows, among);
	compare_scores(comparison, rows, among);
	comparison_free_rows(rows, comparison->n_tests);
	comparison_differences(comparison);
	comparison_conclude(comparison);
}

static const char *
directory(const struct record *record, unsigned target, const char *otherwise)
{
	const char *name = NULL;

	if (target < record->n_targets)
		name = facts_get(&record->target[target], "directory");
	return name == NULL ? otherwise : name;
}

void
comparison_of_targets(struct comparison *comparison,
		      const struct record *record, unsigned target,
		      double threshold_pct)
{
	const struct record **run = xmalloc(sizeof(*run));
	struct side old_side = { directory(record, 0, "the first directory"),
				 run, 1, 0 };
	struct side new_side = { directory(record, target,
					   "the other directory"),
				 run, 1, target };
	size_t among = record->n_targets > 1 ? record->n_targets - 1 : 1;

	*run = record;
	comparison_make(comparison, &old_side, &new_side, threshold_pct,
			among);
	comparison->own_run = run;
}

static void
free_compared(struct compared *compared, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(compared[i].why);
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
