/*
 * Values: the figures that are averaged, and the verdict on their difference.
 * A test is one row; a score is the geometric mean of several rows, round by
 * round or run by run.
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>

#include "parts.h"
#include "diskidx/alloc.h"

#define ERROR_RATE 0.05

/* The values of one side. */
struct figures {
	double *value;
	size_t n;
};

static void
add_figure(struct figures *figures, double value)
{
	if (!(value > 0))
		return;
	figures->value = xrealloc(figures->value, (figures->n + 1) *
				  sizeof(*figures->value));
	figures->value[figures->n++] = value;
}

/* Return a result's value in a round (0: in the run); 0: there is none. */
static double
value_of(const struct result *result, unsigned round)
{
	return round == 0 ? result->value :
	       result_value_in_round(result, round);
}

/* Return the mean of a run's rows; 0 unless every row has a value there. */
static double
mean_of(const struct rows *rows, int side, size_t run, unsigned round)
{
	double sum = 0;

	for (size_t i = 0; i < rows->n; i++) {
		const struct cell *cell = rows->row[i]->cell;
		double x = value_of(cell[side].figure[run], round);

		if (rows->indexes)
			x *= 10 / cell[OLD].figure[0]->baseline;
		if (!(x > 0))
			return 0;
		if (rows->n == 1)
			return x;
		sum += log(x);
	}
	return exp(sum / (double)rows->n);
}

/*
 * Add the rounds that every row has; if paired, those that both sides have, in
 * the order of the old one. The first row has each of them.
 */
static void
add_rounds(const struct rows *rows, int side, size_t run, bool paired,
	   struct figures *figures)
{
	const struct cell *cell = rows->row[0]->cell;
	const struct result *first = cell[paired ? OLD : side].figure[run];

	for (size_t i = 0; i < first->n_samples; i++) {
		unsigned round = first->sample[i].round;

		if (!paired || mean_of(rows, !side, run, round) > 0)
			add_figure(figures, mean_of(rows, side, run, round));
	}
}

/* Collect a side's values, by run or by round; none from runs of different
 * tests. */
static struct figures
collect(const struct rows *rows, int side, bool by_run, bool paired)
{
	const struct cell *cell = &rows->row[0]->cell[side];
	struct figures figures = { NULL, 0 };

	for (size_t run = 0; run < cell->n && cell->other == NULL; run++) {
		if (by_run)
			add_figure(&figures, mean_of(rows, side, run, 0));
		else
			add_rounds(rows, side, run, paired, &figures);
	}
	return figures;
}

/* Hand the values over to the comparison. */
static void
set_values(struct compared *compared, struct figures o, struct figures n)
{
	compared->old_x = o.value;
	compared->new_x = n.value;
	compared->n_old = o.n;
	compared->n_new = n.n;
	compared->has_old = o.n > 0;
	compared->has_new = n.n > 0;
	compared->old_value = statistics_geometric_mean(o.value, o.n);
	compared->new_value = statistics_geometric_mean(n.value, n.n);
}

/* Fill in the ratio; the logarithms' difference, too, if it has a spread. */
static void
set_ratio(struct compared *compared, bool paired,
	  struct difference *difference)
{
	const double *o = compared->old_x, *n = compared->new_x;

	compared->has_ratio = true;
	compared->has_interval = paired ?
		statistics_paired(o, n, compared->n_old, difference) :
		statistics_welch(o, compared->n_old, n, compared->n_new,
				 difference);
	if (compared->has_interval) {
		compared->ratio = exp(difference->mean);
		return;
	}
	compared->ratio = compared->new_value / compared->old_value;
	compared->why = xprintf("%s can't show a difference; it takes two or "
				"more", paired ? "one round" :
				"one sample on a side");
}

void
values_compare(const struct comparison *comparison, const struct rows *rows,
	       struct compared *compared, struct difference *difference)
{
	const struct cell *cell = rows->row[0]->cell;
	bool runs = comparison->averaged == AVERAGED_RUNS;
	bool by_run = runs && cell[OLD].n >= COMPARISON_RUNS &&
		cell[NEW].n >= COMPARISON_RUNS;
	bool paired = comparison->averaged == AVERAGED_ROUNDS &&
		compared->why == NULL;

	set_values(compared, collect(rows, OLD, by_run, paired),
		   collect(rows, NEW, by_run, paired));
	if (compared->why == NULL &&
	    (!compared->has_old || !compared->has_new))
		compared->why = xstrdup("no round is complete on both sides");
	if (compared->why != NULL) {
		compared->verdict = VERDICT_NOT_COMPARABLE;
		return;
	}
	compared->verdict = VERDICT_NO_DIFFERENCE;
	set_ratio(compared, paired, difference);
	if (runs && !by_run && compared->why == NULL)
		compared->why = xprintf("under %d runs on a side have it, so "
					"samples are compared",
					COMPARISON_RUNS);
}

/* Judge one; below 1 the threshold is its inverse, so that exchanged sides
 * agree. */
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
values_judge(struct compared *compared, size_t n,
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
