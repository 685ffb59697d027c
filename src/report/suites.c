/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * The part of a suite, in its layout. In place of the usual table, or besides
 * it, there may be the passes of dd, and a closing table with the time of a
 * typical request.
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "parts.h"

static void
add_typical(struct table *table, const struct record *record,
	    const struct result *result)
{
	char marks[VIEW_MARKS];
	struct histogram *h = NULL;

	table_take(table, view_name(record, result));
	if (result->summary.has_value) {
		h = result_latency(result);
		table_print(table, "%.1f", result->summary.value);
	} else {
		table_add(table, "n/a");
	}
	table_time(table, h != NULL ? (double)histogram_mode(h) : NAN);
	table_mean(table, h);
	view_marks(marks, result);
	table_add(table, marks + strspn(marks, " "));
	free(h);
}

static void
add_typical_table(struct document *document, const struct section *group)
{
	struct section all = view_all_targets(group);
	const struct result *first, *result;
	size_t at = 0, next;
	struct table table;

	table_begin(&table, "lrrrl", "Summary,IOPS,typical,mean,");
	table.name = "Typical latency";
	while ((first = view_result(&all, &at)) != NULL) {
		if (view_find(&all, first->test.id) != first)
			continue;
		for (next = 0; (result = view_result(&all, &next)) != NULL;)
			if (strcmp(result->test.id, first->test.id) == 0)
				add_typical(&table, group->record, result);
	}
	document_table(document, EVERYWHERE, NULL, &table, xstrdup(
		"A typical latency is the mode: the densest point of the "
		"latencies on a logarithmic scale. A few slow requests move "
		"the mean, but not the mode."));
}

void
part_suite(struct document *document, const struct section *group,
	   const struct report_options *how)
{
	enum layout layout = view_layout(group);
	struct section all = view_all_targets(group);
	const struct result *result;
	unsigned last = group->target;
	bool si = how->si;
	size_t at = 0;

	switch (layout) {
	case LAYOUT_SIZES:
		/* One table has all targets. */
		if (view_result(&all, &at)->test.target == group->target)
			part_sizes(document, group, si);
		break;
	case LAYOUT_UNIXBENCH:
		part_unixbench(document, group);
		break;
	case LAYOUT_ACCESS:
		part_place(document, group);
		part_sweeps(document, group, si);
		break;
	default:
		part_place(document, group);
		part_results(document, EVERYWHERE, group, si);
		part_sweeps(document, group, si);
		if (layout == LAYOUT_PASSES)
			part_passes(document, group, si);
		/* Below the last target with such a section. */
		while ((result = view_result(&all, &at)) != NULL)
			last = result->test.target;
		if (layout == LAYOUT_TYPICAL && last == group->target)
			add_typical_table(document, group);
		break;
	}
	part_pictures(document, group, si);
	if (how->verbose)
		part_details(document, group, si);
}
