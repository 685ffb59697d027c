/*
 * Comparison: the figures that are averaged, and what their difference shows.
 * A test is one row; a score is the geometric mean of several, round by round
 * or run by run.
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>

#include "parts.h"
#include "diskidx/alloc.h"

#define ERROR_RATE 0.05

/* One side's values, each with the round it is of (0: of a whole run). */
struct figures {
	double *value;
	unsigned *round;
	size_t n;
};

static void
add_figure(struct figures *figures, double value, unsigned round)
{
	size_t n = figures->n + 1;

	if (!(value > 0))
		return;
	figures->value = xrealloc(figures->value,
				  n * sizeof(*figures->value));
	figures->round = xrealloc(figures->round,
				  n * sizeof(*figures->round));
	figures->value[figures->n] = value;
	figures->round[figures->n] = round;
	figures->n = n;
}

/* A result's value in that round (0: in the run); 0 if there is none. */
static double
value_of(const struct result *result, unsigned round)
{
	if (round == 0)
		return result->value;
	for (size_t i = 0; i < result->n_samples; i++)
		if (result->sample[i].round == round)
			return result->sample_value[i];
	return 0;
}

/* The rows of a run together; 0 unless every one has a value there. */
static double
mean_of(const struct rows *rows, int side, size_t run, unsigned round)
{
	double sum = 0;

	for (size_t i = 0; i < rows->n; i++) {
		const struct row *row = rows->row[i];
		double x = value_of(row->of[side][run], round);

		if (rows->indexes)
			x *= 10 / row->of[OLD][0]->baseline;
		if (!(x > 0))
			return 0;
		if (rows->n == 1)
			return x;
		sum += log(x);
	}
	return exp(sum / (double)rows->n);
}

static bool
has_figures(const struct rows *rows, int side, size_t run)
{
	for (size_t i = 0; i < rows->n; i++) {
		const struct result *result = rows->row[i]->of[side][run];

		if (result == NULL || !result->has_value)
			return false;
	}
	return true;
}

/* A complete round is in every row, so the first row knows them all. */
static void
collect_rounds(const struct rows *rows, int side, size_t run,
	       struct figures *figures)
{
	const struct result *first = rows->row[0]->of[side][run];

	for (size_t i = 0; i < first->n_samples; i++) {
		unsigned round = first->sample[i].round;

		add_figure(figures, mean_of(rows, side, run, round), round);
	}
}

static void
collect(const struct comparison *comparison, const struct rows *rows, int side,
	bool by_run, struct figures *figures)
{
	size_t n_runs = comparison_side(comparison, side)->n_runs;

	for (size_t run = 0; run < n_runs; run++) {
		if (!has_figures(rows, side, run))
			continue;
		if (by_run)
			add_figure(figures, mean_of(rows, side, run, 0), 0);
		else
			collect_rounds(rows, side, run, figures);
	}
}

static bool
has_enough_runs(const struct comparison *comparison, const struct rows *rows,
		int side)
{
	size_t n_runs = comparison_side(comparison, side)->n_runs, n = 0;

	for (size_t run = 0; run < n_runs; run++)
		n += has_figures(rows, side, run);
	return n >= COMPARISON_RUNS;
}

/* The index of a round among the figures from `from` on, or n. */
static size_t
find_round(const struct figures *figures, size_t from, unsigned round)
{
	while (from < figures->n && figures->round[from] != round)
		from++;
	return from;
}

/* Leaves the rounds that both have, in the same order. */
static void
pair(struct figures *old_figures, struct figures *new_figures)
{
	size_t n = 0;

	for (size_t i = 0; i < old_figures->n; i++) {
		unsigned round = old_figures->round[i];
		size_t at = find_round(new_figures, n, round);
		double value;

		if (at == new_figures->n)
			continue;
		value = new_figures->value[at];
		new_figures->value[at] = new_figures->value[n];
		new_figures->round[at] = new_figures->round[n];
		new_figures->value[n] = value;
		new_figures->round[n] = round;
		old_figures->value[n] = old_figures->value[i];
		old_figures->round[n] = round;
		n++;
	}
	old_figures->n = new_figures->n = n;
}

/* Takes the values over. */
static void
set_values(struct compared *compared, struct figures *figures)
{
	compared->old_x = figures[OLD].value;
	compared->new_x = figures[NEW].value;
	compared->n_old = figures[OLD].n;
	compared->n_new = figures[NEW].n;
	compared->has_old = compared->n_old > 0;
	compared->has_new = compared->n_new > 0;
	compared->old_value = statistics_geometric_mean(figures[OLD].value,
							figures[OLD].n);
	compared->new_value = statistics_geometric_mean(figures[NEW].value,
							figures[NEW].n);
}

/* The ratio, and the difference of the logarithms if it has a spread. */
static void
set_ratio(struct compared *compared, const struct figures *figures,
	  bool paired, struct difference *difference)
{
	const struct figures *o = &figures[OLD], *n = &figures[NEW];

	compared->has_ratio = true;
	compared->has_interval = paired ?
		statistics_paired(o->value, n->value, o->n, difference) :
		statistics_welch(o->value, o->n, n->value, n->n, difference);
	if (!compared->has_interval) {
		compared->ratio = compared->new_value / compared->old_value;
		compared->why = xstrdup(paired ? "one round can't show a "
					"difference; it takes two or more" :
					"one sample on a side can't show a "
					"difference; it takes two or more");
		return;
	}
	compared->ratio = exp(difference->mean);
}

static void
weigh(const struct comparison *comparison, const struct rows *rows,
      struct compared *compared, struct figures *figures, bool by_run,
      struct difference *difference)
{
	bool paired = comparison->averaged == AVERAGED_ROUNDS;

	for (int s = 0; s < SIDES; s++)
		if (!comparison_is_mixed(comparison, rows->row[0], s))
			collect(comparison, rows, s, by_run, &figures[s]);
	if (paired && compared->why == NULL)
		pair(&figures[OLD], &figures[NEW]);
	set_values(compared, figures);
	if (compared->why == NULL &&
	    (!compared->has_old || !compared->has_new))
		compared->why = xstrdup("no round that is complete on both "
					"sides");
	compared->verdict = compared->why == NULL ? VERDICT_NO_DIFFERENCE :
			    VERDICT_NOT_COMPARABLE;
	if (compared->why == NULL)
		set_ratio(compared, figures, paired, difference);
}

void
comparison_weigh(const struct comparison *comparison, const struct rows *rows,
		 struct compared *compared, struct difference *difference)
{
	struct figures figures[SIDES] = { { NULL, NULL, 0 },
					  { NULL, NULL, 0 } };
	bool runs = comparison->averaged == AVERAGED_RUNS;
	bool by_run = runs && has_enough_runs(comparison, rows, OLD) &&
		has_enough_runs(comparison, rows, NEW);

	weigh(comparison, rows, compared, figures, by_run, difference);
	if (runs && !by_run && compared->why == NULL)
		compared->why = xprintf("under %d runs on a side have it: "
					"over all their samples",
					COMPARISON_RUNS);
	for (int s = 0; s < SIDES; s++)
		free(figures[s].round);
}

double
comparison_permutation_p(const struct comparison *comparison,
			 const struct compared *compared)
{
	if (!compared->has_interval)
		return -1;
	return statistics_permutation_p(compared->old_x, compared->n_old,
					compared->new_x, compared->n_new,
					comparison->averaged ==
					AVERAGED_ROUNDS);
}

/* Below 1 the threshold is its inverse, so that reversed sides agree. */
static void
judge(struct compared *compared, const struct difference *difference,
      double confidence, double threshold_pct)
{
	double threshold = threshold_pct / 100;

	compared->ci95 = statistics_ratio_interval(difference, confidence);
	if (compared->ci95.low > 1 + threshold)
		compared->verdict = VERDICT_FASTER;
	if (compared->ci95.high < 1 / (1 + threshold))
		compared->verdict = VERDICT_SLOWER;
	compared->detectable_pct = 100 *
		statistics_detectable(difference, confidence, threshold);
}

size_t
comparison_judge(struct compared *compared, size_t n,
		 const struct difference *difference, double threshold_pct,
		 size_t among)
{
	size_t family = 0;

	for (size_t i = 0; i < n; i++)
		family += compared[i].has_interval ? among : 0;
	for (size_t i = 0; i < n; i++)
		if (compared[i].has_interval)
			judge(&compared[i], &difference[i],
			      1 - ERROR_RATE / (double)family, threshold_pct);
	return family;
}
