/*
 * Comparison: calls the parts in their order, gives the verdicts, and answers
 * questions about the whole.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "parts.h"
#include "diskidx/alloc.h"

#define ERROR_RATE 0.05
#define SURE_ERROR_RATE 0.02	/* on both sides: 1 % is slower */

const char *
verdict_name(enum verdict verdict)
{
	static const char *const name[VERDICT_COUNT] = {
		[VERDICT_FASTER] = "faster", [VERDICT_SLOWER] = "slower",
		[VERDICT_SAME] = "same",
		[VERDICT_NO_DIFFERENCE] = "no difference shown",
		[VERDICT_NO_INTERVAL] = "no interval",
		[VERDICT_NOT_COMPARABLE] = "not comparable",
	};

	return name[verdict];
}

const char *
scope_name(enum scope scope)
{
	static const char *const name[] = {
		[SCOPE_RUNS] = "runs", [SCOPE_HISTORY] = "history",
		[SCOPE_TWO_RUNS] = "two runs", [SCOPE_ONE_RUN] = "one run",
	};

	return name[scope];
}

size_t
values_count(const struct compared *compared, size_t n)
{
	size_t count = 0;

	for (size_t i = 0; i < n; i++)
		count += compared[i].has_interval;
	return count;
}

void
values_judge(struct compared *compared, size_t n, size_t family,
	     size_t families, double same_pct)
{
	double at_once = (double)family * (double)families;
	double least = 1 + COMPARISON_LEAST_PCT / 100;
	double same = 1 + same_pct / 100;

	for (size_t i = 0; i < n; i++) {
		struct compared *c = &compared[i];
		bool is_time = c->percent > 0;

		if (!c->has_interval)
			continue;
		/* Below 1 a limit is its inverse: exchanged sides agree. */
		c->ci95 = statistics_ratio_interval(&c->difference,
						    1 - ERROR_RATE / at_once);
		if (c->ci95.low > least)
			c->verdict = is_time ? VERDICT_SLOWER : VERDICT_FASTER;
		else if (c->ci95.high < 1 / least)
			c->verdict = is_time ? VERDICT_FASTER : VERDICT_SLOWER;
		else if (c->ci95.low > 1 / same && c->ci95.high < same)
			c->verdict = VERDICT_SAME;
		c->below = statistics_ratio_interval(
			&c->difference, 1 - SURE_ERROR_RATE /
			(double)family).high;
	}
}

/*
 * Give the verdicts of a set of `among` comparisons. The families share what
 * may be wrong, so that of twenty comparisons of equal disks one has a false
 * verdict of any kind.
 */
static void
judge_families(struct comparison *c, size_t among)
{
	size_t families;

	c->family = among * values_count(c->test, c->n_tests);
	c->score_family = among * values_count(c->score, c->n_scores);
	c->latency_family = among * values_count(c->latency, c->n_latencies);
	families = (size_t)(c->family > 0) + (c->score_family > 0) +
		(c->latency_family > 0);
	values_judge(c->test, c->n_tests, c->family, families, c->same_pct);
	values_judge(c->score, c->n_scores, c->score_family, families,
		     c->same_pct);
	values_judge(c->latency, c->n_latencies, c->latency_family, families,
		     c->same_pct);
}

static void
comparison_add_rows(struct comparison *c, const struct match *match)
{
	for (size_t i = 0; i < match->n; i++) {
		const struct row *row = &match->row[i];
		struct rows rows = { .row = &row, .n = 1, .cell = ROWS_CELLS };
		struct compared *test = match_add(c, row);

		test->id = row->named->test.id;
		test->title = row->named->test.title;
		test->category = row->named->test.category;
		test->unit = row->named->test.unit;
		for (int s = 0; s < SIDES; s++) {
			test->side[s].n_runs = row->cell[s].n;
			test->side[s].flags = row->cell[s].any_flags;
		}
		test->why = blocker_find(row);
		values_compare(c->scope, &rows, test);
	}
	c->n_tests = match->n;
	latencies_add(c, match);
	c->n_latencies = c->n_rows - c->n_tests;
	scores_add(c, match);
	c->n_scores = c->n_rows - c->n_tests - c->n_latencies;
	if (c->n_rows == 0)
		return;
	c->test = c->row;
	c->latency = c->test + c->n_tests;
	c->score = c->latency + c->n_latencies;
}

void
comparison_make(struct comparison *comparison, const struct side side[GROUPS],
		double same_pct, size_t among)
{
	struct match match;

	*comparison = (struct comparison){
		.same_pct = same_pct, .scope = SCOPE_RUNS,
		.same_record = side[OLD].target != COMPARISON_EVERY_TARGET,
	};
	memcpy(comparison->side, side, sizeof(comparison->side));
	if (comparison->same_record)
		comparison->scope = SCOPE_ONE_RUN;
	else if (side[OLD].n_runs == 1 && side[NEW].n_runs == 1)
		comparison->scope = SCOPE_TWO_RUNS;
	history_select(comparison);
	comparison->by_directory = !comparison->same_record &&
		targets_are_same(comparison);
	match = (struct match){ comparison->side, SIDES,
				comparison->same_record, NULL, 0 };
	match_rows(&match);
	comparison_add_rows(comparison, &match);
	judge_families(comparison, among);
	match_free(&match);
	differences_find(comparison);
	conclusion_write(comparison);
}

void
comparison_of_targets(struct comparison *comparison,
		      const struct record *record, unsigned target,
		      double same_pct)
{
	const struct record **run = xmalloc(sizeof(*run));
	struct side side[GROUPS] = {
		[OLD] = { "the first directory", run, 1, .target = 0 },
		[NEW] = { "the other directory", run, 1, .target = target },
	};

	*run = record;
	for (int s = 0; s < SIDES; s++) {
		const char *name = targets_directory(record, side[s].target);

		if (name != NULL)
			side[s].name = name;
	}
	comparison_make(comparison, side, same_pct, record->n_targets - 1);
	comparison->own_run = run;
}

char *
compared_directory(const struct compared *compared)
{
	const char *o = compared->side[OLD].directory;
	const char *n = compared->side[NEW].directory;

	if (o == NULL && n == NULL)
		return NULL;
	if (o == NULL)
		return xstrdup(n);
	if (n == NULL || strcmp(o, n) == 0)
		return xstrdup(o);
	return xprintf("%s (old) and %s (new)", o, n);
}

void
comparison_free(struct comparison *comparison)
{
	for (size_t i = 0; i < comparison->n_rows; i++) {
		for (int s = 0; s < SIDES; s++)
			free(comparison->row[i].side[s].directory);
		free(comparison->row[i].why);
	}
	free(comparison->row);
	for (size_t i = 0; i < comparison->n_differences; i++)
		free(comparison->difference[i]);
	free(comparison->difference);
	free(comparison->coverage);
	free(comparison->conclusion);
	free(comparison->own_run);
	free(comparison->history_run);
	*comparison = (struct comparison){ 0 };
}
