/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Levels of a long sample: see result.h. */
#include <config.h>

#include <math.h>
#include <stdlib.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/clock.h"
#include "diskidx/result/result.h"
#include "diskidx/stats/fall.h"

#define BLOCK_S 0.5
#define GROWTH 50		/* a block has this part of the time before */
#define PARTS 10		/* of a level, for its interval, */
#define SPANS 5			/* or to show that it is steady: */
#define STEADY_RANGE 0.20
#define STEADY_SLOPE 0.10

/* A series in n blocks: the work done at the beginning of each, and at the end
 * of the last, and the speed of each. */
struct curve {
	double *at_s, *bytes, *speed;
	size_t n;
};

static double
curve_speed(const struct curve *c, size_t from, size_t to)
{
	return (c->bytes[to] - c->bytes[from]) / (c->at_s[to] - c->at_s[from]);
}

static struct curve
curve_of(const struct sample *sample, uint32_t block_bytes)
{
	struct series_interval *list;
	size_t n = sample_series(sample, block_bytes, &list);
	double *room = xmalloc(3 * (n + 1) * sizeof(*room)), bytes = 0;
	struct curve c = { room, room + n + 1, room + 2 * (n + 1), 0 };

	for (size_t i = 0; i < n; i++) {
		double from_s = c.at_s[c.n];
		double at_s = clock_seconds(list[i].at_ns + list[i].length_ns);

		bytes += (double)list[i].bytes;
		/* Intervals are not exact. The last block includes a rest. */
		if (at_s - from_s >= 0.9 * fmax(BLOCK_S, from_s / GROWTH))
			c.n++;
		else if (i + 1 < n || c.n == 0)
			continue;
		c.at_s[c.n] = at_s;
		c.bytes[c.n] = bytes;
		c.speed[c.n - 1] = curve_speed(&c, c.n - 1, c.n);
	}
	free(list);
	return c;
}

/* Cut blocks into parts; return their number, at most as many as blocks. */
static size_t
curve_cut(const struct curve *c, size_t from, size_t to, size_t parts,
	  double *speed)
{
	size_t n = to - from;

	if (parts > n)
		parts = n;
	for (size_t i = 0; i < parts; i++)
		speed[i] = curve_speed(c, from + i * n / parts,
				       from + (i + 1) * n / parts);
	return parts;
}

static struct level
level_of(const struct curve *c, size_t from, size_t to)
{
	double part[PARTS], speed = curve_speed(c, from, to), half;
	size_t n = curve_cut(c, from, to, PARTS, part);

	if (n < 3)
		return (struct level){ .per_s = speed };
	half = statistics_student_quantile((1 + STATISTICS_CONFIDENCE) / 2,
					   (double)(n - 1)) *
		statistics_cv(part, n) * speed / sqrt((double)n);
	return (struct level){ speed, { fmax(speed - half, 0), speed + half } };
}

/* Judge the blocks after the middle between that block and the end. */
static bool
is_steady(const struct curve *c, size_t from)
{
	double middle_s = (c->at_s[from] + c->at_s[c->n]) / 2;
	double part[SPANS], low = INFINITY, high = 0;
	struct difference slope;

	while (c->at_s[from] < middle_s)
		from++;
	if (curve_cut(c, from, c->n, SPANS, part) < SPANS ||
	    !statistics_slope(part, SPANS, &slope))
		return false;
	for (int i = 0; i < SPANS; i++) {
		low = fmin(low, part[i]);
		high = fmax(high, part[i]);
	}
	return high - low <= STEADY_RANGE * statistics_mean(part, SPANS) &&
		fabs(slope.mean) * (SPANS - 1) <= STEADY_SLOPE;
}

/* Return the fast part of a time in which that much was done. */
static double
fast_of(const struct levels *l, double length_s, double bytes)
{
	return fmin(fmax((bytes - l->after.per_s * length_s) /
			 (l->before.per_s - l->after.per_s), 0), length_s);
}

struct levels
levels_find(const struct sample *sample, size_t n, uint32_t block_bytes)
{
	struct curve c = curve_of(sample, block_bytes);
	struct fall fall = fall_find(c.speed, &c.n, 1);
	struct levels l = { .bytes = (double)sample_work(sample, block_bytes) };

	if (fall.found) {
		/* It fell within that block or a neighbor. */
		size_t from = fall.at - 1, to = fall.at + 2;
		double length_s = c.at_s[to] - c.at_s[from], fast_s;

		l.fell = true;
		l.before = level_of(&c, 0, from);
		l.after = level_of(&c, to, c.n);
		fast_s = fast_of(&l, length_s, c.bytes[to] - c.bytes[from]);
		l.bytes = c.bytes[from] + fast_s * l.before.per_s;
		l.s = c.at_s[from] + fast_s;
		l.ci95.low = c.bytes[from];
		l.ci95.high = c.bytes[from] + length_s * l.before.per_s;
		l.after_s = c.at_s[c.n] - l.s;
		l.steady = is_steady(&c, to);
	} else if (c.n > 0) {	/* The flush is a part of the whole. */
		l.s = c.at_s[c.n] = clock_seconds(sample->total.elapsed_ns);
		l.before = l.after = level_of(&c, 0, c.n);
	}
	free(c.at_s);
	if (n < 2 || !l.fell)
		return l;
	c = curve_of(&sample[1], block_bytes);
	l.has_again = c.n > 0;
	l.again_bytes = l.before.per_s * fast_of(&l, c.at_s[c.n], c.bytes[c.n]);
	l.is_again_all = l.has_again &&
		curve_speed(&c, (c.n - 1) * 3 / 4, c.n) >
		sqrt(l.before.per_s * l.after.per_s);
	free(c.at_s);
	return l;
}
