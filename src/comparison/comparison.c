/*
 * Comparison: calls the parts in their order, gives the verdicts, and answers
 * questions about the whole.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "parts.h"
#include "diskidx/alloc.h"
#include "diskidx/array.h"

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
family_count(const struct family *family)
{
	size_t count = 0;

	for (size_t i = 0; i < family->n; i++)
		count += family->row[i].has_interval;
	return count;
}

void
family_judge(const struct family *family, size_t families, double same_pct)
{
	double intervals = (double)family->intervals;
	double at_once = intervals * (double)families;
	double least = 1 + COMPARISON_LEAST_PCT / 100;
	double same = 1 + same_pct / 100;

	for (size_t i = 0; i < family->n; i++) {
		struct compared *c = &family->row[i];
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
			&c->difference, 1 - SURE_ERROR_RATE / intervals).high;
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
	struct family *family[] = { &c->tests, &c->latencies, &c->scores };
	size_t families = 0;

	for (size_t i = 0; i < LENGTH(family); i++) {
		family[i]->intervals = among * family_count(family[i]);
		families += family[i]->intervals > 0;
	}
	for (size_t i = 0; i < LENGTH(family); i++)
		family_judge(family[i], families, c->same_pct);
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
	c->tests.n = match->n;
	latencies_add(c, match);
	c->latencies.n = c->n_rows - c->tests.n;
	scores_add(c, match);
	c->scores.n = c->n_rows - c->tests.n - c->latencies.n;
	if (c->n_rows == 0)
		return;
	c->tests.row = c->row;
	c->latencies.row = c->tests.row + c->tests.n;
	c->scores.row = c->latencies.row + c->latencies.n;
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
