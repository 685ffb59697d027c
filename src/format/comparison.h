/*
 * What the formats have in common where they show comparisons: figures as
 * text, and the sentences that stand below a table.
 */
#ifndef DISKIDX_FORMAT_COMPARISON_H
#define DISKIDX_FORMAT_COMPARISON_H

#include <stdbool.h>
#include <stddef.h>

#include "diskidx/clock.h"
#include "diskidx/comparison.h"

#define COMPARED_TEXT 40	/* room for a figure or a verdict */

/* The texts are written to `text`, which is returned; "-" is for none. */

/* The old or new value in 4 digits or so: "1.234", "87111", "4111k". */
char *compared_value(char text[COMPARED_TEXT], const struct compared *row,
		     bool old, bool si);

/* "1.234", and "1.201 to 1.270" */
char *compared_ratio(char text[COMPARED_TEXT], const struct compared *row);
char *compared_interval(char text[COMPARED_TEXT], const struct compared *row);

/* "faster", "no difference shown (< 4 %)" */
char *compared_verdict(char text[COMPARED_TEXT], const struct compared *row);

/* Whether that verdict names a share, which then is to be explained. */
bool compared_has_share(const struct compared *row);

/* A row's name, on the heap: "ID", with copies and directory if they vary. */
char *compared_name(const struct comparison *comparison,
		    const struct compared *row);

/* Whether the tests are of several targets, of several numbers of copies. */
bool comparison_has_targets(const struct comparison *comparison);
bool comparison_has_copies(const struct comparison *comparison);

/* The n-th row, tests before scores. */
const struct compared *comparison_row(const struct comparison *comparison,
				      size_t i);

/* Where a row was measured, on the heap, or NULL: "A", "A (old) and B (new)" */
char *compared_directory(const struct compared *row);

/* "2026-11-20 08:00", when a run began. */
char *comparison_minute(char text[CLOCK_DATE], const struct record *run);

/* "3 runs on HOST from 2026-11-20 08:00 to ...", on the heap. */
char *comparison_occasion(const struct comparison *comparison,
			  const struct side *side);

/* Return "samples", "rounds" or "runs". */
const char *averaged_name(enum averaged averaged);

#endif
