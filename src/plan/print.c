/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Dry run: prints a plan, all of it or in a line. */
#include <config.h>

#include <stdio.h>
#include <string.h>

#include "diskidx/base/amount.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/message.h"
#include "diskidx/base/say.h"
#include "diskidx/base/units.h"
#include "diskidx/base/utf8.h"
#include "diskidx/base/wrap.h"
#include "diskidx/plan/budget.h"

#define VALUES "               "	/* the width of a name */
#define TITLES 27		/* the column where titles begin, at least */

/* Return "6 tests, 10 rounds". */
static const char *
say_rounds(const struct plan *plan)
{
	if (plan->sustained)
		return "one long sample";
	if (plan->searches)
		return say("a search for the highest rate with %s",
			   plan->promise.text);
	return say("%zu test%s, %u round%s", plan->n_tests,
		   units_plural(plan->n_tests), plan->rounds,
		   units_plural(plan->rounds));
}

/* Return "4 min 28 s (2 min 15 s pauses)". */
static const char *
say_time(const struct plan *plan)
{
	struct plan hasty = *plan;
	char *text;

	hasty.delay_ns = 0;
	if (plan->sustained)	/* pauses only after a fall */
		plan = &hasty;
	text = units_duration(budget_duration_ns(plan));
	if (plan->searches)
		return say("%s, mostly half of that", text);
	if (plan->delay_ns > 0)
		text = say_more(text, " ", "(%s pauses)", units_duration(
			budget_duration_ns(plan) - budget_duration_ns(&hasty)));
	return text;
}

void
budget_announce(const struct plan *plan)
{
	uint64_t bytes = amount_min(plan->max_write_bytes, amount_times(
				    budget_written_bytes(plan), plan->runs));
	bool is_limited = bytes != UINT64_MAX;

	message_progress("%s%s, about %s%s, writes %s%s; Ctrl-C stops and "
			 "reports", plan->runs > 1 ?
			 say("%u runs of ", plan->runs) : "", say_rounds(plan),
			 say_time(plan), plan->runs > 1 ? " each" : "",
			 is_limited ? "at most " :
			 "as much as the disk accepts",
			 is_limited ? units_most(bytes) : "");
}

static void
print_rounds(const struct plan *plan, FILE *stream)
{
	const char *time_most = "", *warm_up_most = "", *lead = ", copies: ";

	for_each_test(t, plan) {
		if (t->test.time_ns < plan->time_ns ||
		    params_end(&t->test.params, 0) != UINT64_MAX)
			time_most = " at most";
		/* The times of a whole file are caps. */
		if (plan_is_whole(t))
			time_most = warm_up_most = " at most";
	}
	fputs(say_rounds(plan), stream);
	if (!plan->sustained && !plan->searches)
		fprintf(stream, " of %g s%s", clock_seconds(plan->time_ns),
			time_most);
	if (plan->warm_up_ns > 0)
		fprintf(stream, ", %.10g s of warm-up%s",
			clock_seconds(plan->warm_up_ns), warm_up_most);
	if (plan->delay_ns > 0)
		fprintf(stream, ", %.10g s of pause%s",
			clock_seconds(plan->delay_ns),
			plan->sustained ? " after a fall" : "");
	for (size_t i = 0; i < plan->n_copies; i++) {
		fprintf(stream, "%s%u", lead, plan->copies[i]);
		lead = " and ";
	}
	fputs("\n", stream);
}

void
budget_print(const struct plan *plan, FILE *stream)
{
	uint64_t bytes = budget_work_bytes(plan);
	uint64_t written = budget_written_bytes(plan);
	unsigned kinds = budget_work_kinds(plan), titles = TITLES;

	if ((plan->jobfile != NULL || plan->sustained) && bytes > 0)
		bytes = plan->size_bytes;
	print_rounds(plan, stream);
	for_each_test(t, plan)
		titles = (unsigned)amount_max(titles, strlen(t->test.id) + 3);
	for_each_test(t, plan) {
		fprintf(stream, "  %-*s %s\n", (int)titles - 3, t->test.id,
			utf8_clean(say("%s", t->test.title)));
		if (t->na_reason != NULL)
			wrap_print(stream, say("%*sn/a: ", (int)titles, ""),
				   titles, t->na_reason);
	}
	for (size_t i = 0; i < plan->n_targets; i++)
		fprintf(stream, "directory      %s\n",
			utf8_clean(say("%s", plan->directory[i])));
	if (bytes == 0)
		fputs("work file      none: each test makes its own files",
		      stream);
	else
		fprintf(stream, "work file      %s per copy",
			units_size(bytes));
	if (budget_work_files(plan) > 1) {
		if ((kinds & 1u << WORK_FRAGMENTED) != 0)
			fputs(", and as much again for random writes,\n" VALUES
			      "which fragment a file that is copied on write",
			      stream);
		if ((kinds & 1u << WORK_IN_PLACE) != 0)
			fputs(", and as much again for direct writes,\n" VALUES
			      "which are not possible where data have "
			      "checksums",
			      stream);
	}
	putc('\n', stream);
	if (plan->runs > 1)
		fprintf(stream, "runs           %u, each with this time and "
			"these writes:\n", plan->runs);
	fprintf(stream, "time           about %s", say_time(plan));
	if (bytes > 0)
		fprintf(stream, ", and at most %s to fill",
			units_duration(budget_fill_ns(plan)));
	if (plan->max_time_ns != UINT64_MAX)
		fprintf(stream, ";\n" VALUES "at most %s in all "
			"(--max-time)", units_duration(plan->max_time_ns));
	else if (plan->searches)
		fputs(";\n" VALUES "up to ten times that below 500 IOPS",
		      stream);
	/* Only data: a journal's size is not known beforehand. */
	fputs("\nwrites         ", stream);
	if (written != UINT64_MAX)
		fprintf(stream, "at most %s", units_most(written));
	else if (plan->max_write_bytes != UINT64_MAX)
		fprintf(stream, "as much as the disk accepts, stopped at %s "
			"(--max-write)", units_block(plan->max_write_bytes));
	else if (plan->write_pct > 0)
		fputs("as much as the disk accepts in the time (with the "
		      "option sync or dirsync)", stream);
	else
		fputs("as much as the disk accepts in the time (its length was "
		      "given)", stream);
	fputs(",\n" VALUES "plus the file system's own writes (journal, "
	      "inodes)\n", stream);
	fprintf(stream, "space          %s at a time in each directory%s\n",
		units_size(budget_space_bytes(plan)),
		plan->around.is_space_unknown ?
		"; the free space there is unknown" : "");
	fprintf(stream, "memory         about %s\n",
		units_size(budget_memory_bytes(plan)));
}
