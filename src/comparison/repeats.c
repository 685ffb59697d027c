/* Repeats: see repeats.h. The first run tells the rows. */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "parts.h"
#include "diskidx/alloc.h"
#include "diskidx/flags.h"
#include "diskidx/index.h"
#include "diskidx/repeats.h"

#define MAX_NEEDED 1000

/* Return true if a run scored each row that makes a score of the first one. */
static bool
has_scored_rows(const struct record *run, const struct record *first,
		const struct score *score)
{
	for (size_t i = 0; i < first->n_results; i++) {
		const struct result *row = &first->result[i], *same;

		if (!row->judgement.scored ||
		    row->test.target != score->target ||
		    row->test.copies != score->copies ||
		    !index_covers(score->name, row->test.category))
			continue;
		same = fingerprint_find(run, row);
		if (same == NULL || !same->judgement.scored)
			return false;
	}
	return true;
}

/* Return a run's score that is over the same rows as one of the first run; 0:
 * it has none. */
static double
repeats_score(const struct record *run, const struct record *first,
	      const struct score *of)
{
	for (size_t i = 0; i < run->n_scores; i++) {
		const struct score *score = &run->score[i];

		if (strcmp(score->name, of->name) == 0 &&
		    score->target == of->target &&
		    score->copies == of->copies && score->rows == of->rows &&
		    has_scored_rows(run, first, of))
			return score->score;
	}
	return 0;
}

/* Return the least number of runs whose interval is within the goal. */
static size_t
runs_needed(double spread)
{
	double goal = log(1 + REPEATS_GOAL_PCT / 100.0);

	for (size_t n = 2; n <= MAX_NEEDED; n++) {
		double reach = spread / sqrt((double)n);

		/* Student's quantile is above the normal one. */
		if (1.95 * reach <= goal &&
		    statistics_student_quantile(0.5 + STATISTICS_CONFIDENCE / 2,
						(double)(n - 1)) *
		    reach <= goal)
			return n;
	}
	return 0;
}

/* Append a row that two runs have. A value of a test must be the disk's. */
static void
repeats_add_row(struct repeats *repeats, const struct record *runs,
		struct repeated row)
{
	double *value = xmalloc(repeats->n_runs * sizeof(*value));
	struct difference mean;

	for (size_t i = 0; i < repeats->n_runs; i++) {
		const struct result *result = NULL;
		double x = 0;

		if (row.score != NULL)
			x = repeats_score(&runs[i], runs, row.score);
		else
			result = fingerprint_find(&runs[i], row.result);
		if (result != NULL && result->summary.has_value &&
		    !flags_invalidate(result->judgement.flags))
			x = result->summary.value;
		if (x > 0)
			value[row.n++] = x;
	}
	if (statistics_estimate(value, row.n, &mean)) {
		double spread = mean.error * sqrt((double)row.n);

		row.value = exp(mean.mean);
		row.ci95 = statistics_ratio_interval(&mean,
						     STATISTICS_CONFIDENCE);
		row.spread_pct = 100 * spread;
		row.needed = runs_needed(spread);
		repeats->row = xgrow(repeats->row, repeats->n,
				     sizeof(*repeats->row));
		repeats->row[repeats->n++] = row;
	}
	free(value);
}

/* Return true for runs of one place, each there once; find first and last. */
static bool
are_of_one_thing(struct repeats *repeats, const struct record *runs, size_t n)
{
	repeats->first = repeats->last = runs;
	for (size_t i = 1; i < n; i++) {
		if (!history_is_same_place(&runs[i], runs))
			return false;
		for (size_t j = 0; j < i; j++)
			if (comparison_is_one_run(&runs[i], &runs[j]))
				return false;
		if (runs[i].started_s < repeats->first->started_s)
			repeats->first = &runs[i];
		if (runs[i].started_s > repeats->last->started_s)
			repeats->last = &runs[i];
	}
	return n > 1;
}

void
repeats_make(struct repeats *repeats, const struct record *runs, size_t n_runs)
{
	*repeats = (struct repeats){ 0 };
	if (!are_of_one_thing(repeats, runs, n_runs))
		return;
	repeats->n_runs = n_runs;
	for (size_t i = 0; i < runs->n_results; i++)
		if (runs->result[i].summary.has_value)
			repeats_add_row(repeats, runs, (struct repeated){
				.result = &runs->result[i] });
	for (size_t i = 0; i < runs->n_scores; i++)
		repeats_add_row(repeats, runs, (struct repeated){
			.score = &runs->score[i] });
}

void
repeats_free(struct repeats *repeats)
{
	free(repeats->row);
}
