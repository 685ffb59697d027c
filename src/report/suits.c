/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * What suits: the sentence that sums up the verdicts on profiles, a table of
 * what they expect, and the evidence.
 */
#include <config.h>

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/clock.h"
#include "diskidx/units.h"
#include "parts.h"

/* The verdicts of a section, in the order of their profiles. */
struct verdicts {
	struct fitness *list;
	size_t n;
};

/* Insert one behind the last of its profile. */
static void
add_judged(struct verdicts *all, const struct fitness *f)
{
	size_t at = all->n;

	while (at > 0 && strcmp(all->list[at - 1].e.profile, f->e.profile) != 0)
		at--;
	if (at == 0)
		at = all->n;
	all->list = xgrow(all->list, all->n, sizeof(*all->list));
	memmove(&all->list[at + 1], &all->list[at],
		(all->n++ - at) * sizeof(*all->list));
	all->list[at] = *f;
}

static struct verdicts
judge_section(const struct section *section)
{
	struct verdicts all = { NULL, 0 };
	const struct result *row;
	struct fitness f;
	size_t at = 0;

	while ((row = view_result(section, &at)) != NULL) {
		const char *list = NULL;

		while (record_next_fitness(section->record, row, &list, &f))
			add_judged(&all, &f);
	}
	return all;
}

/* Write a figure, in the unit of the limit. */
static char *
suits_figure(char text[2 * UNITS_TEXT], double x, const char *unit)
{
	char number[UNITS_TEXT];

	if (isnan(x))
		return strcpy(text, "-");
	units_format_digits(number, x, 3);
	if (x >= 1000)
		snprintf(number, sizeof(number), "%.0f", fmin(x, 1e18));
	snprintf(text, 2 * UNITS_TEXT, "%s%s%s", number,
		 *unit != '\0' ? " " : "", unit);
	return text;
}

/* Return the sentence that sums up, on the heap: it names what suits if that is
 * one profile, else what doesn't. NULL: nothing has a limit. */
static char *
sum_up(const struct verdicts *all)
{
	char *text = NULL, *not = NULL, *unshown = NULL;
	size_t n = 0, n_suit = 0, end;

	for (size_t i = 0; i < all->n; i = end) {
		const char *name = all->list[i].e.profile, *load = "";
		enum fit fit = FIT_NO_LIMIT, other = FIT_NO_LIMIT, *of;

		for (end = i; end < all->n && strcmp(name,
				all->list[end].e.profile) == 0; end++) {
			of = all->list[end].counts ? &fit : &other;
			if (all->list[end].fit < *of)
				*of = all->list[end].fit;
		}
		if (fit == FIT_NO_LIMIT)
			continue;
		n++;
		n_suit += fit == FIT_SUITS;
		if (fit == FIT_SUITS && other == FIT_NOT)
			load = " under load";
		free(text);
		text = xprintf("%s: %s%s%s", name, fit_name[fit],
			       *load != '\0' ? ", but not" : "", load);
		if (fit == FIT_NOT || *load != '\0')
			not = xappend(not, ", ", "%s%s", name, load);
		else if (fit == FIT_NOT_SHOWN)
			unshown = xappend(unshown, ", ", "%s", name);
	}
	if (n > 1) {
		free(text);
		text = xprintf("Suits %zu of %zu", n_suit, n);
		text = xjoin(text, "; not ", xstrdup(not));
		text = xjoin(text, "; not shown: ", xstrdup(unshown));
	}
	free(not);
	free(unshown);
	return text;
}

/* Return what a verdict rests on, on the heap. */
static char *
evidence_of(const struct fitness *f)
{
	const struct expectation *e = &f->e;
	bool is_share = e->statistic == STATISTIC_PERCENTILE;
	double percent = is_share ? 100 : 1, time_s;
	char a[2 * UNITS_TEXT], b[2 * UNITS_TEXT];
	char *text = xprintf("%s, %s by %s: %s", e->profile, e->text,
			     strchr(f->row->test.id, ':') + 1,
			     suits_figure(a, f->figure, e->unit));

	if (is_share && f->requests > 0)
		text = xappend(text, ", ", "%" PRIu64 " of %" PRIu64
			       " requests over the limit, %.2g %%", f->over,
			       f->requests,
			       100 * (double)f->over / (double)f->requests);
	if (!isnan(f->ci95.low))
		text = xappend(text, " (", "%s to %s)",
			       suits_figure(a, percent * f->ci95.low, ""),
			       suits_figure(b, percent * f->ci95.high, ""));
	if (is_share && f->over > 0)
		text = xappend(text, ", ", "in %u of %u rounds and up to %s",
			       f->rounds_over, f->rounds, units_format_time(
				a, (double)f->longest_ns));
	if (e->per_cpu && !isnan(f->ci95.low))
		text = xappend(text, "; ", "enough for %.0f vCPUs of %.0f",
			       floor(f->ci95.low / e->limit),
			       f->limit / e->limit);
	if (*e->source != '\0')
		text = xappend(text, "; limit: ", "%s", e->source);
	if (f->fit != FIT_NOT_SHOWN)
		return text;
	time_s = ceil(clock_seconds(f->row->test.asked_ns) * f->longer);
	if (f->why != NULL)
		return xappend(text, "; not shown: ", "%s", f->why);
	if (f->longer == 0)
		return xappend(text, "; not shown: ", "it is too near the "
			       "limit for one run");
	return xappend(text, "; not shown: ", "-t %.0f should show it, which "
		       "takes %s a test", time_s, units_format_duration(a,
			(uint64_t)time_s * f->rounds * NS_PER_S));
}

bool
part_suits(struct document *document, const struct section *section,
	   const struct report_options *how)
{
	static const enum tone tones[] = {
		[FIT_NOT] = TONE_BAD, [FIT_NOT_SHOWN] = TONE_DOUBT,
		[FIT_SUITS] = TONE_GOOD, [FIT_NO_LIMIT] = TONE_PLAIN,
	};
	struct verdicts all = judge_section(section);
	struct table table = { .name = "Suitability" };
	struct notes notes = { NULL, 0, 0 };
	char text[2 * UNITS_TEXT];

	if (all.n == 0)
		return false;
	part_place(document, section);
	document_add(document, BLOCK_ANSWER, EVERYWHERE, sum_up(&all));
	table_begin(&table, "llrll", "Application,expects,figure,verdict,test");
	table_column(&table, "source", 'l', IN_PAGES, 0);
	for (size_t i = 0; i < all.n; i++) {
		const struct fitness *f = &all.list[i];
		const char *profile = f->e.profile;

		table_add(&table, i > 0 && strcmp(f[-1].e.profile, profile) ==
			  0 ? "" : profile);
		table_add(&table, f->e.text);
		table_add(&table, suits_figure(text, f->figure, f->e.unit));
		table_add(&table, fit_name[f->fit]);
		table_tone(&table, tones[f->fit]);
		table_add(&table, strchr(f->row->test.id, ':') + 1);
		table_add(&table, f->e.source);
		if (how->verbose || f->fit == FIT_NOT ||
		    f->fit == FIT_NOT_SHOWN ||
		    strcmp(all.list[0].e.profile,
			   all.list[all.n - 1].e.profile) == 0)
			notes_add_text(&notes, '*', evidence_of(f));
	}
	if (record_target_fact(section->record, section->target,
			       FACT_VIRTUAL_DISK) != NULL)
		notes_add(&notes, '*', "The disk is virtual: what suits rests "
			  "on its host to keep what was flushed.");
	document_table(document, EVERYWHERE, NULL, &table, NULL);
	document_notes(document, EVERYWHERE, "Evidence", &notes);
	free(all.list);
	return true;
}
