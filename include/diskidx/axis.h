/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Axis: the place of a value in a drawing, and the ticks with their labels. It
 * grows to cover the values, is then settled, and can be drawn along.
 */
#ifndef DISKIDX_AXIS_H
#define DISKIDX_AXIS_H

#include <stdbool.h>
#include <stddef.h>

#include "diskidx/units.h"

enum quantity {
	QUANTITY_NUMBER,
	QUANTITY_TIME,		/* in nanoseconds */
	QUANTITY_SIZE,		/* in bytes */
	QUANTITY_PERCENTILE	/* p as 100 / (100 - p): 10 for p90 */
};

struct axis {
	const char *title;	/* with the unit, unless the labels have it */
	enum quantity quantity;
	unsigned base;		/* of its logarithms; 0: linear, from 0 on */
	bool settled;		/* it covers something, and has ends */
	double low, high;	/* the values covered, then those at the ends */
	double from, to;	/* coordinates of the ends */
};

#define AXIS_TICKS 12		/* at most */

/* Return true if a value has a place on that kind of axis. */
bool axis_has(const struct axis *axis, double value);

/* Have the axis reach to a value, if it has a place. */
void axis_cover(struct axis *axis, double value);

/* Set the ends around what is covered, and their coordinates. */
void axis_settle(struct axis *axis, double from, double to);

/* Return a value's coordinate; for one beyond an end, the coordinate of that
 * end. */
double axis_place(const struct axis *axis, double value);

/* Fill in the values to label; return their number. */
size_t axis_ticks(const struct axis *axis, double tick[AXIS_TICKS]);

/* Write a label, such as "200 us" or "2k", for one of n ticks. */
char *axis_label(char text[UNITS_TEXT], const struct axis *axis, double value);

#endif
