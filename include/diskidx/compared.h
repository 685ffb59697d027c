/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Comparisons as text: figures, names and coverages, for several formats. */
#ifndef DISKIDX_COMPARED_H
#define DISKIDX_COMPARED_H

#include <stdbool.h>
#include <stddef.h>

#include "diskidx/clock.h"
#include "diskidx/comparison.h"

#define COMPARED_TEXT 48	/* room for a figure or a verdict */
#define COMPARED_VALUE 6	/* columns of a value and of a ratio */
#define COMPARED_RATIO 5

/* These write to `text` and return it; "-" stands for no figure. */

/* Write a side's value in about 4 digits: "1.234", "87111", "4111k". */
char *compared_value(char text[COMPARED_TEXT], const struct compared *row,
		     int side, bool si);

/* Write "1.234", and "1.201-1.270". */
char *compared_ratio(char text[COMPARED_TEXT], const struct compared *row);
char *compared_interval(char text[COMPARED_TEXT], const struct compared *row);

/* Write "faster", or "no difference over 4 %". */
char *compared_verdict(char text[COMPARED_TEXT], const struct compared *row);

/* Return a row's name on the heap, with copies and directory if they vary. */
char *compared_name(const struct comparison *comparison,
		    const struct compared *row);

/* Compare the next target of a record with its first one; *target is 0 before.
 * Return false, with nothing to free, behind the last. */
bool comparison_next_target(struct comparison *comparison,
			    const struct record *record, unsigned *target);

/* Return true for a row to show to people: not for a latency that hardly
 * differs. */
bool compared_is_shown(const struct compared *row);

/* Return "/srv/one, 4 copies" on the heap: the directory if there are several,
 * and the copies if there are several numbers; else NULL. */
char *compared_place(const struct comparison *c, const struct compared *row);

/* Return a fact of the host or of the plan that all runs of a side share, the
 * other text if they differ, or NULL if the first has none. */
const char *side_fact(const struct side *side, enum fact_key key,
		      const char *several);

/* Write the start of a run: "2026-11-20 08:00". */
char *comparison_minute(char text[CLOCK_DATE], const struct record *run);

#endif
