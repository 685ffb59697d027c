/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * The gate of compare: --fail-if-slower. A test that cannot be judged weighs
 * more than a slower one, so a test missing in NEW does not pass. One run a
 * side tells too little of single tests, one of which may be very unsteady: the
 * Disk score alone is judged there.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/comparison.h"
#include "diskidx/index.h"
#include "diskidx/message.h"
#include "diskidx/units.h"
#include "output.h"

/* Return the test's row, with what tells it apart: among several comparisons
 * the side's name, else where it was measured. On the heap. */
static char *
gate_name(const struct comparison *comparison, const struct compared *test,
	  bool among)
{
	const char *side = comparison->side[NEW].name;
	unsigned copies = test->copies != 1 ? test->copies : 0;
	char *directory = NULL, *name;

	if (comparison->same_record)
		directory = xstrdup(side);
	else if (!among && comparison->side[OLD].run[0]->n_targets > 1 &&
		 test->side[OLD].directory != NULL)
		directory = compared_directory(test);
	name = result_name(test->id, copies, directory);
	free(directory);
	if (among && !comparison->same_record)
		name = xjoin(name, ", ", xstrdup(side));
	return name;
}

/* Judge a row: it is slower if its whole interval is. */
static int
gate_row(const struct compared *row, const char *name, double limit_pct)
{
	char ratio[UNITS_TEXT];

	if (row->verdict == VERDICT_NOT_COMPARABLE || !row->has_interval) {
		message_error("%s: not comparable: %s", name,
			      text_or(row->why, "there is no interval"));
		return 2;
	}
	if (row->ci95.high > 1 - limit_pct / 100)
		return 0;
	message_error("%s: slower by %.3g %% or more: the ratio is %s", name,
		      100 * (1 - row->ci95.high),
		      units_format_digits(ratio, row->ratio, 9));
	return 1;
}

/* Return true if the gate judges that row: of single runs the Disk score, and
 * the tests that the new one lacks. */
static bool
is_gated(const struct comparison *c, const struct compared *row)
{
	bool single = !c->same_record && c->side[OLD].n_runs == 1 &&
		c->side[NEW].n_runs == 1;

	if (single && row->rows > 0)
		return strcmp(row->id, INDEX_DISK) == 0;
	if (single && row->side[NEW].n_runs > 0)
		return false;
	return row->rows == 0 && row->percent == 0 && row->side[OLD].n_runs > 0;
}

/*
 * Apply --fail-if-slower: return 1 if a row is slower by that much for certain,
 * 2 if one of the old side cannot be judged, else 0; print a message for each.
 */
static int
gate(const struct comparison *set, size_t n, double limit_pct)
{
	size_t judged = 0;
	int status = 0, verdict;
	char *name;

	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < set[i].n_rows; j++) {
			const struct compared *row = &set[i].row[j];

			if (!is_gated(&set[i], row))
				continue;
			name = gate_name(&set[i], row, n > 1);
			verdict = gate_row(row, name, limit_pct);
			free(name);
			status = verdict > status ? verdict : status;
			judged++;
		}
	if (judged > 0)
		return status;
	if (set[0].side[OLD].n_runs == 1 && set[0].side[NEW].n_runs == 1)
		message_error("--fail-if-slower: of one run a side only the "
			      "Disk score is judged, and there is none; make "
			      "three runs a side (--repeat=3)");
	else
		message_error("--fail-if-slower: the old side has no figure");
	return 2;
}

int
compare_finish(struct comparison *set, size_t n, const struct options *options)
{
	int status = output_render((struct rendered){
		.options = options,
		.content = { CONTENT_COMPARISONS, .comparisons = set, .n = n },
	});

	if (status == 0 && options->fail_if_slower_pct > 0)
		status = gate(set, n, options->fail_if_slower_pct);
	for (size_t i = 0; i < n; i++)
		comparison_free(&set[i]);
	free(set);
	return status;
}
