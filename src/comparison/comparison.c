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
compare_tests(struct comparison *comparison, const struct row *rows)
{
	size_t n = comparison->n_tests;

	comparison->test = xmalloc(n * sizeof(*comparison->test));
	for (size_t i = 0; i < n; i++) {
		struct compared *compared = &comparison->test[i];
		const struct row *row = &rows[i];
		struct rows one = { .row = &row, .n = 1,
				    .cell = ROWS_CELLS };

		describe(compared, row);
		compared->why = obstacle_find(row);
		values_compare(comparison->scope, &one, compared);
	}
}

/*
 * Give the verdicts of a set of `among` comparisons. The families share what
 * may be wrong, so that of twenty comparisons of equal disks one has a false
 * verdict of any kind.
 */
static void
judge(struct comparison *comparison, size_t among)
{
	struct family {
		struct compared *row;
		size_t n, *size;
	} family[] = {
		{ comparison->test, comparison->n_tests, &comparison->family },
		{ comparison->score, comparison->n_scores,
		  &comparison->score_family },
		{ comparison->latency, comparison->n_latencies,
		  &comparison->latency_family },
	};
	const size_t n = sizeof(family) / sizeof(family[0]);
	size_t families = 0;

	for (size_t i = 0; i < n; i++) {
		*family[i].size = among * values_count(family[i].row,
						       family[i].n);
		families += *family[i].size > 0;
	}
	for (size_t i = 0; i < n; i++)
		values_judge(family[i].row, family[i].n, *family[i].size,
			     families, comparison->same_pct);
}

static enum scope
scope_of(const struct side side[SIDES])
{
	if (side[OLD].target != COMPARISON_EVERY_TARGET)
		return SCOPE_ONE_RUN;
	return side[OLD].n_runs == 1 && side[NEW].n_runs == 1 ?
	       SCOPE_TWO_RUNS : SCOPE_RUNS;
}

void
comparison_make(struct comparison *comparison, const struct side side[GROUPS],
		double same_pct, size_t among)
{
	struct match match;

	memset(comparison, 0, sizeof(*comparison));
	memcpy(comparison->side, side, sizeof(comparison->side));
	comparison->same_pct = same_pct;
	comparison->scope = scope_of(side);
	comparison->same_record = comparison->scope == SCOPE_ONE_RUN;
	history_select(comparison);
	comparison->by_directory = !comparison->same_record &&
		targets_are_same(comparison);
	match = (struct match){ comparison->side, SIDES,
				comparison->same_record, NULL, 0 };
	match_rows(&match);
	comparison->n_tests = match.n;
	compare_tests(comparison, match.row);
	scores_add(comparison, match.row);
	latencies_add(comparison, match.row);
	judge(comparison, among);
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

		side[s].name = name != NULL ? name : side[s].name;
	}
	comparison_make(comparison, side, same_pct, record->n_targets - 1);
	comparison->own_run = run;
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
	free_compared(comparison->latency, comparison->n_latencies);
	for (size_t i = 0; i < comparison->n_differences; i++)
		free(comparison->difference[i]);
	free(comparison->difference);
	free(comparison->occasion);
	free(comparison->conclusion);
	free(comparison->own_run);
	free(comparison->history_run);
	memset(comparison, 0, sizeof(*comparison));
}
