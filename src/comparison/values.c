/*
 * Values: the figures that are averaged, and the verdict on their difference.
 * A test is one row; a score is the mean of several rows (index.h), round by
 * round or run by run.
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>

#include "parts.h"
#include "diskidx/alloc.h"
#include "diskidx/index.h"

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
	struct index_value *value = xmalloc(rows->n * sizeof(*value));
	double mean;

	for (size_t i = 0; i < rows->n; i++) {
		const struct cell *cell = rows->row[i]->cell;

		value[i].category = rows->row[i]->named->category;
		value[i].index = value_of(cell[side].figure[run], round);
		if (rows->indexes)
			value[i].index *= 10 / cell[OLD].figure[0]->baseline;
	}
	mean = rows->n > 1 ? index_mean(value, rows->n) : value->index;
	free(value);
	return mean;
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

/* Fill in the ratio; the logarithms' difference, too, if it has a spread. */
static void
set_ratio(struct compared *compared, const struct figures figures[SIDES],
	  bool paired, struct difference *difference)
{
	const struct figures *o = &figures[OLD], *n = &figures[NEW];

	compared->has_ratio = true;
	compared->has_interval = paired ?
		statistics_paired(o->value, n->value, o->n, difference) :
		statistics_welch(o->value, o->n, n->value, n->n, difference);
	if (compared->has_interval) {
		compared->ratio = exp(difference->mean);
		return;
	}
	compared->ratio = compared->side[NEW].value / compared->side[OLD].value;
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
	struct figures figures[SIDES];

	for (int s = 0; s < SIDES; s++) {
		figures[s] = collect(rows, s, by_run, paired);
		compared->side[s].n = figures[s].n;
		compared->side[s].value =
			statistics_geometric_mean(figures[s].value,
						  figures[s].n);
	}
	if (compared->why == NULL &&
	    (figures[OLD].n == 0 || figures[NEW].n == 0))
		compared->why = xstrdup("no round is complete on both sides");
	compared->verdict = compared->why != NULL ? VERDICT_NOT_COMPARABLE :
			    VERDICT_NO_DIFFERENCE;
	if (compared->why == NULL)
		set_ratio(compared, figures, paired, difference);
	for (int s = 0; s < SIDES; s++)
		free(figures[s].value);
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
