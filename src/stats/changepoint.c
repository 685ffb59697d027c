/*
 * Change points: see changepoint.h. Binary segmentation: cut where two means
 * explain most, then cut the parts in the same way, as Scott and Knott did
 * with sorted means ("A cluster analysis method for grouping means in the
 * analysis of variance", Biometrics 30, 1974). A cut must pay a penalty. In
 * normal noise
 *
 *	(n - 2) log(squares about one mean / squares about two)
 *
 * is about the square of a normal variable at any one place, however few the
 * values are, and so exceeds z^2 in less than exp(-z^2 / 2) of all series.
 * With z^2 = 2 log(places / share) a cut is made at any of the places in less
 * than that share of steady series.
 *
 * The squares about two means are all the noise there is, so that a phase of
 * stalls and bursts stays in one piece: no cut makes it much more even. But
 * noise may also wander, neighbours being alike; its means then vary as if
 * there were (1 + r) / (1 - r) times fewer values, r being the correlation of
 * neighbours. A part that still holds several levels looks like that as well,
 * so this is charged afterwards, to each cut for the two segments it parts.
 */
#include <config.h>

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/changepoint.h"
#include "diskidx/clock.h"

#define MIN_INTERVALS 3		/* intervals of a segment */
#define FALSE_SHARE 0.01	/* of steady series that may be cut */
#define MIN_VARIANCE 1e-4	/* assumed of intervals: 1 % */
#define STARTED 0.25		/* part of the mean speed: see started_log() */
#define MIN_APART 4		/* standard deviations */
#define MAX_ALIKE 0.9		/* correlation of a few neighbours */

/*
 * Sums up to each place: of the values, of their squares and of the products
 * of neighbours. The squares and products about the mean of any range are
 * differences of these.
 */
struct sums {
	double *value, *square, *product;
};

static void
sums_make(struct sums *sums, const double *x, size_t n)
{
	sums->value = xmalloc(3 * (n + 1) * sizeof(*sums->value));
	sums->square = sums->value + n + 1;
	sums->product = sums->square + n + 1;
	sums->value[0] = sums->square[0] = sums->product[0] = 0;
	for (size_t i = 0; i < n; i++) {
		double next = i + 1 < n ? x[i + 1] : 0;

		sums->value[i + 1] = sums->value[i] + x[i];
		sums->square[i + 1] = sums->square[i] + x[i] * x[i];
		sums->product[i + 1] = sums->product[i] + x[i] * next;
	}
}

static double
sums_mean(const struct sums *sums, size_t from, size_t to)
{
	return (sums->value[to] - sums->value[from]) / (double)(to - from);
}

/* Return the squares about the range's mean. */
static double
sums_squares(const struct sums *sums, size_t from, size_t to)
{
	double about = sums_mean(sums, from, to);

	return fmax(0, sums->square[to] - sums->square[from] -
		    about * about * (double)(to - from));
}

/* Return the products of neighbours about the range's mean. */
static double
sums_products(const struct sums *sums, size_t from, size_t to)
{
	double about = sums_mean(sums, from, to);
	double firsts = sums->value[to - 1] - sums->value[from];
	double seconds = sums->value[to] - sums->value[from + 1];

	return sums->product[to - 1] - sums->product[from] -
		about * (firsts + seconds) +
		about * about * (double)(to - from - 1);
}

/* Return the squares that two means save over one. */
static double
cut_gain(const struct sums *sums, size_t from, size_t at, size_t to)
{
	double left = (double)(at - from), right = (double)(to - at);
	double step = sums_mean(sums, from, at) - sums_mean(sums, at, to);

	return step * step * left * right / (left + right);
}

/* Return the squares about two means, with their minimum. */
static double
cut_rest(const struct sums *sums, size_t from, size_t at, size_t to)
{
	return sums_squares(sums, from, at) + sums_squares(sums, at, to) +
		(double)(to - from) * MIN_VARIANCE;
}

/* Return the weight of a cut, which must exceed the penalty. */
static double
cut_weight(const struct sums *sums, size_t from, size_t at, size_t to)
{
	return (double)(to - from - 2) * log1p(cut_gain(sums, from, at, to) /
					       cut_rest(sums, from, at, to));
}

/*
 * Mark the places to cut at. The recursion takes the smaller part and the loop
 * the other, so that it never goes deeper than log2(n).
 */
static void
mark_cuts(const struct sums *sums, double penalty, size_t from, size_t to,
	  bool *marked)
{
	while (to - from >= 2 * MIN_INTERVALS) {
		size_t at = from + MIN_INTERVALS;
		double most = cut_gain(sums, from, at, to);

		for (size_t i = at + 1; i + MIN_INTERVALS <= to; i++) {
			double here = cut_gain(sums, from, i, to);

			if (here > most) {
				most = here;
				at = i;
			}
		}
		if (cut_weight(sums, from, at, to) <= penalty)
			return;
		marked[at] = true;
		if (at - from < to - at) {
			mark_cuts(sums, penalty, from, at, marked);
			from = at;
		} else {
			mark_cuts(sums, penalty, at, to, marked);
			to = at;
		}
	}
}

/*
 * Return the weight of the i-th end between its neighbours, over the factor by
 * which the values are fewer in effect, as neighbours are alike. About a mean
 * of their own n neighbours look less alike than they are, by some (1 + 4 r) /
 * n (Kendall, "Note on bias in the estimation of autocorrelation", Biometrika
 * 41, 1954); about two means twice as much.
 */
static double
cut_worth(const struct sums *sums, const size_t *end, size_t i)
{
	size_t from = end[i - 1], at = end[i], to = end[i + 1];
	double alike = (sums_products(sums, from, at) +
			sums_products(sums, at, to)) /
		cut_rest(sums, from, at, to);

	alike += 2 * (1 + 4 * alike) / (double)(to - from);
	alike = fmin(fmax(alike, 0), MAX_ALIKE);
	return cut_weight(sums, from, at, to) / ((1 + alike) / (1 - alike));
}

/*
 * Remove the ends that do not pay and weigh less than both neighbours, whose
 * weight changes by that. n segments lie between end[0] and end[n]; return the
 * number that is left.
 */
static size_t
prune_cuts(const struct sums *sums, double penalty, size_t *end, size_t n)
{
	double before = DBL_MAX, here, after;
	size_t kept = 1;

	if (n < 2)
		return n;
	here = cut_worth(sums, end, 1);
	for (size_t i = 1; i < n; i++) {
		after = i + 1 < n ? cut_worth(sums, end, i + 1) : DBL_MAX;
		if (here > penalty || here > after || here >= before)
			end[kept++] = end[i];
		before = here;
		here = after;
	}
	end[kept] = end[n];
	return kept;
}

/* Find the segments' ends, from 0 to n; return the number of segments. */
static size_t
find_ends(const double *x, size_t n, size_t *end)
{
	double penalty = 2 * log((double)n / FALSE_SHARE);
	bool *marked = xmalloc(n * sizeof(*marked));
	size_t count = 0, before;
	struct sums sums;

	sums_make(&sums, x, n);
	memset(marked, 0, n * sizeof(*marked));
	marked[0] = true;
	mark_cuts(&sums, penalty, 0, n, marked);
	for (size_t i = 0; i < n; i++)
		if (marked[i])
			end[count++] = i;
	end[count] = n;
	do {
		before = count;
		count = prune_cuts(&sums, penalty, end, count);
	} while (count < before);
	free(marked);
	free(sums.value);
	return count;
}

static struct segment
join_intervals(const struct series_interval *series, size_t from, size_t to)
{
	struct segment all = {
		.first = from, .n = to - from, .at_ns = series[from].at_ns
	};
	uint64_t bytes = 0;

	for (size_t i = from; i < to; i++) {
		bytes += series[i].bytes;
		all.length_ns += series[i].length_ns;
	}
	if (all.length_ns > 0)
		all.rate = (double)bytes / clock_seconds(all.length_ns);
	return all;
}

/* Return true if an interval is far from those between `from` and `to`. */
static bool
is_far_off(const struct series_interval *series, size_t from, size_t to,
	   size_t at)
{
	double mean = join_intervals(series, from, to).rate, squares = 0, off;

	for (size_t i = from; i < to; i++) {
		off = join_intervals(series, i, i + 1).rate - mean;
		squares += off * off;
	}
	off = join_intervals(series, at, at + 1).rate - mean;
	return off * off > MIN_APART * MIN_APART *
		fmax(squares / (double)(to - from - 1),
		     MIN_VARIANCE * mean * mean);
}

/*
 * Return the segment from `from` to `to`, of n intervals in all. The level may
 * have changed within the interval next to a cut, which then belongs to both
 * levels: an interval far from the others does not count for the rate.
 */
static struct segment
segment_of(const struct series_interval *series, size_t from, size_t to,
	   size_t n)
{
	struct segment segment = join_intervals(series, from, to);
	size_t first = from + (from > 0), last = to - (to < n);

	if (last < first + MIN_INTERVALS)
		return segment;
	if (first > from && !is_far_off(series, first, last, from))
		first = from;
	if (last < to && !is_far_off(series, first, last, last))
		last = to;
	segment.rate = join_intervals(series, first, last).rate;
	return segment;
}

/*
 * Return the logarithm of an interval's speed relative to the mean. It is a
 * started logarithm (Tukey, "Exploratory data analysis", 1977): a plain one
 * makes a single empty interval so large that a few hide a fall to a half.
 */
static double
started_log(const struct series_interval *interval, double mean_rate,
	    double min_bytes)
{
	double expected = mean_rate * clock_seconds(interval->length_ns);

	if (!(expected > 0))
		return log1p(STARTED);
	return log((double)interval->bytes / expected +
		   fmax(STARTED, min_bytes / expected));
}

size_t
changepoint_cut(const struct series_interval *series, size_t n,
		double min_bytes,
		struct segment **segments)
{
	struct segment whole;
	size_t count = 1, *end;
	double *x;

	*segments = NULL;
	if (n == 0)
		return 0;
	end = xmalloc((n + 1) * sizeof(*end));
	end[0] = 0;
	end[1] = n;
	whole = join_intervals(series, 0, n);
	if (whole.rate > 0) {
		x = xmalloc(n * sizeof(*x));
		for (size_t i = 0; i < n; i++)
			x[i] = started_log(&series[i], whole.rate, min_bytes);
		count = find_ends(x, n, end);
		free(x);
	}
	*segments = xmalloc(count * sizeof(**segments));
	for (size_t i = 0; i < count; i++)
		(*segments)[i] = segment_of(series, end[i], end[i + 1], n);
	free(end);
	return count;
}
