/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Files of several sizes, written, read and copied: a table for each, with
 * sizes in rows and as many directories side by side as fit in text.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/amount.h"
#include "diskidx/array.h"
#include "diskidx/clock.h"
#include "diskidx/test.h"
#include "diskidx/test-name.h"
#include "diskidx/units.h"
#include "parts.h"

#define NAME_COLUMNS 16		/* of a directory */
#define SIDE_BY_SIDE 3

static const struct {
	enum action action;
	const char *name;
} tables[] = {
	{ ACTION_WRITE, "Write" },
	{ ACTION_READ, "Read" },
	{ ACTION_COPY, "Copy" },
};

/* Return the table's next row: the first result of each id; NULL: no more. */
static const struct result *
next_row(const struct section *all, enum action action, size_t *at)
{
	const struct result *result;

	while ((result = view_result(all, at)) != NULL)
		if (result->test.params.action == action &&
		    view_find(all, result->test.id) == result)
			break;
	return result;
}

/* Add the rate, the mean time of a pass (">" if any was stopped early), and
 * the marks. */
static void
add_pass_cell(struct table *table, const struct result *result, bool si)
{
	char marks[VIEW_MARKS], time[UNITS_TEXT];
	const char *stopped = "";
	double value;

	if (result == NULL) {
		table_add(table, NULL);
		return;
	}
	if (!result->summary.has_value) {
		table_add(table, "n/a");
		return;
	}
	for (size_t i = 0; i < result->n_samples; i++)
		if (result->sample[i].total.bytes <
		    result->test.params.file_bytes * result->test.copies)
			stopped = ">";
	units_format_time(time, (double)result->summary.total.elapsed_ns /
			  (double)result->n_samples);
	value = view_value(result->summary.value, result->test.unit, si);
	table_print(table, "%.*f %s%s%s", view_decimals(value), value,
		    stopped, time, view_marks(marks, result));
}

/* Add the file's size, how large the test's own is if that is more, and the
 * options of the id. */
static void
add_size_cell(struct table *table, const struct result *result)
{
	const char *options = test_name_options(result->test.id);
	const struct test *own = test_origin(result->test.id);
	uint64_t bytes = result->test.params.file_bytes;
	char size[UNITS_TEXT], whole[UNITS_TEXT];

	units_format_size(size, bytes);
	if (own != NULL && own->params.file_bytes > bytes)
		table_print(table, "%s of %s%s", size, units_format_size(
				whole, own->params.file_bytes), options);
	else
		table_print(table, "%s%s", size, options);
}

/* Add the table of these directories. */
static void
add_table(struct document *document, const struct section *all, size_t which,
	  unsigned first, unsigned end, bool si)
{
	struct section one = *all;
	const struct result *row;
	struct table *table;
	size_t at = 0;
	char *name;

	row = next_row(all, tables[which].action, &at);
	if (row == NULL)
		return;
	table = document_table(document, "Files of several sizes", "", "");
	name = xprintf("%s, %s", tables[which].name,
		       view_unit(row->test.unit, si));
	table_column(table, name, 'l', EVERYWHERE, 0);
	free(name);
	for (unsigned i = first; i < end; i++) {
		const char *whole = text_or(record_target(all->record, i), "?");
		size_t length = strlen(whole);

		name = xstrdup(whole);
		/* The end of a long one tells more. */
		if (length > NAME_COLUMNS)
			sprintf(name, "...%s",
				whole + length - (NAME_COLUMNS - 3));
		table_column(table, name, 'r', EVERYWHERE, 0);
		free(name);
	}
	one.all_targets = false;
	for (; row != NULL; row = next_row(all, tables[which].action, &at)) {
		add_size_cell(table, row);
		for (one.target = first; one.target < end; one.target++)
			add_pass_cell(table, view_find(&one, row->test.id),
				      si);
	}
}

void
part_sizes(struct document *document, const struct section *group, bool si)
{
	const struct record *record = group->record;
	struct section all = *group;
	unsigned n = (unsigned)record->n_targets, first, end;
	uint64_t seconds = amount_left(record->ended_s, record->started_s);
	char duration[UNITS_TEXT];

	all.all_targets = true;
	for (size_t i = 0; i < LENGTH(tables); i++)
		for (first = 0; first < n; first = end) {
			end = (unsigned)amount_min(n, first + SIDE_BY_SIDE);
			add_table(document, &all, i, first, end, si);
		}
	document_add(document, BLOCK_LINE, xprintf(
		"The rate, and the time of one file (>: stopped before its "
		"end), including the flush of written data to the disk. Total "
		"run time: %s.", units_format_duration(duration, seconds *
						       NS_PER_S)));
}
