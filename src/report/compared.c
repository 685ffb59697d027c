/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Comparisons as text: figures, names and coverages. */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/units.h"
#include "diskidx/view.h"

/* Write about 4 digits in at most that number of columns: "1.234", "87111",
 * "4111k", and "<.001" or "9999+" for what these can't tell. */
static void
put_digits(char *text, double x, int columns)
{
	static const char suffix[] = "kMGT";
	double room = pow(10, columns);

	if (x < room - 0.5) {
		if (x < 9999.5)
			units_format_digits(text, x, columns - 2);
		else
			snprintf(text, COMPARED_TEXT, "%.0f", x);
		return;
	}
	for (const char *s = suffix; *s != '\0'; s++) {
		x /= 1000;
		if (x < room / 10 - 0.5) {
			snprintf(text, COMPARED_TEXT, "%.0f%c", x, *s);
			return;
		}
	}
	strcpy(text, "9999+");
}

char *
compared_value(char text[COMPARED_TEXT], const struct compared *row, int side,
	       bool si)
{
	double value = row->side[side].value;

	if (row->side[side].n == 0)
		return strcpy(text, "-");
	if (row->percent > 0)
		value /= 1000;
	else if (row->rows == 0)
		value = view_value(value, row->unit, si);
	put_digits(text, value, COMPARED_VALUE);
	return text;
}

char *
compared_ratio(char text[COMPARED_TEXT], const struct compared *row)
{
	if (!row->has_ratio)
		return strcpy(text, "-");
	put_digits(text, row->ratio, COMPARED_RATIO);
	return text;
}

bool
comparison_next_target(struct comparison *c, const struct record *record,
		       unsigned *target)
{
	if (*target > 0)
		comparison_free(c);
	if (++*target >= record->n_targets)
		return false;
	comparison_of_targets(c, record, *target);
	return true;
}

/* Return the directory of a row, on the heap or NULL, and its copies or 0: as
 * far as the rows have several. */
static char *
place_among_rows(const struct comparison *c, const struct compared *row,
		 unsigned *copies)
{
	bool targets = false;

	*copies = 0;
	for (size_t i = 1; i < c->tests.n; i++) {
		targets |= c->tests.row[i].target != c->tests.row[0].target;
		if (c->tests.row[i].copies != c->tests.row[0].copies)
			*copies = row->copies;
	}
	return targets ? compared_directory(row) : NULL;
}

char *
compared_name(const struct comparison *c, const struct compared *row)
{
	unsigned copies;
	char *directory = place_among_rows(c, row, &copies);
	char *id = xstrdup(row->id), *name;

	if (row->percent > 0)
		id = xappend(id, " ", "p%g", row->percent);
	if (row->rows > 0)
		id = xappend(id, " ", "score");
	name = result_name(id, copies, directory);
	free(id);
	free(directory);
	return name;
}

char *
compared_place(const struct comparison *c, const struct compared *row)
{
	unsigned copies;
	char *place = place_among_rows(c, row, &copies);

	if (copies == 0)
		return place;
	return xappend(place, ", ", "%u %s", copies, view_copies(copies));
}

bool
compared_is_shown(const struct compared *row)
{
	return row->percent == 0 || row->verdict == VERDICT_FASTER ||
		row->verdict == VERDICT_SLOWER || row->ratio >= 2 ||
		row->ratio <= 0.5;
}

const char *
side_fact(const struct side *side, enum fact_key key, const char *several)
{
	const char *first = NULL;

	for (size_t i = 0; i < side->n_runs; i++) {
		const struct facts *facts = &side->run[i]->plan;
		const char *fact;

		if (fact_entry[key].owner == OWNER_HOST)
			facts = &side->run[i]->host;
		fact = facts_get(facts, key);
		if (i == 0)
			first = fact;
		if (first == NULL)
			return NULL;
		if (fact == NULL || strcmp(fact, first) != 0)
			return several;
	}
	return first;
}

char *
comparison_minute(char text[CLOCK_DATE], const struct record *run)
{
	return clock_date(text, "%Y-%m-%d %H:%M", run->started_s,
			  run->utc_offset_s);
}
