/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * The sentence that sums up the verdicts on profiles (suits), a table of
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

/* Return a figure in the unit of the limit, on the heap. */
static char *
suits_figure(double x, const char *unit)
{
	if (isnan(x))
		return xstrdup("-");
	return xjoin(view_number(x, x < 100), " ",
		     *unit != '\0' ? xstrdup(unit) : NULL);
}

char *
verdicts_of(const struct section *section)
{
	struct verdicts all = judge_section(section);
	char *text = NULL, *not = NULL, *unshown = NULL, *fastest = NULL;
	size_t n = 0, n_suit = 0, end;

	for (size_t i = 0; i < all.n; i = end) {
		const char *name = all.list[i].e.profile, *load = "";
		enum fit fit = FIT_NO_LIMIT, other = FIT_NO_LIMIT, *of;
		char *jobs = NULL;

		for (end = i; end < all.n && strcmp(name,
				all.list[end].e.profile) == 0; end++) {
			of = all.list[end].counts ? &fit : &other;
			if (all.list[end].fit < *of)
				*of = all.list[end].fit;
			if (all.list[end].fit == FIT_FASTEST)
				jobs = xappend(jobs, " and ", "%s", strchr(
					all.list[end].row->test.id, ':') + 1);
		}
		if (jobs != NULL)
			fastest = xappend(fastest, "; ", "%s is fastest by "
					  "%s%s", name, jobs,
					  strchr(jobs, ' ') != NULL ?
					  ", about alike" : "");
		free(jobs);
		if (fit >= FIT_FASTEST)
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
		text = xjoin(text, "; not ", not);
		text = xjoin(text, "; not shown: ", unshown);
	} else {
		free(not);
		free(unshown);
	}
	free(all.list);
	return xjoin(text, "; ", fastest);
}

/* Return what a verdict rests on, on the heap. */
static char *
evidence_of(const struct fitness *f)
{
	const struct expectation *e = &f->e;
	const struct tally *all = &f->all;
	bool is_share = e->statistic == STATISTIC_PERCENTILE && e->has_limit;
	double times = is_share ? 100 : 1, time_s;
	struct interval ci95 = { times * f->ci95.low, times * f->ci95.high };
	char time[UNITS_TEXT];
	char *text = xjoin(xprintf("%s, %s by %s", e->profile, e->text,
				   strchr(f->row->test.id, ':') + 1), ": ",
			   suits_figure(f->figure, e->unit));

	if (is_share && all->requests > 0)
		text = xjoin(xappend(text, ", ", "%" PRIu64 " of %" PRIu64
				     " requests over the limit", all->over,
				     all->requests), ", ",
			     suits_figure(100 * (double)all->over /
					  (double)all->requests, "%"));
	if (!isnan(ci95.low))
		text = xappend(xjoin(text, " (", view_range(&ci95)), "", ")");
	if (all->over > 0)
		text = xappend(text, ", ", "in %u of %u rounds and up to %s",
			       all->rounds_over, all->rounds, units_format_time(
				time, (double)all->longest_ns));
	if (e->per_cpu && !isnan(ci95.low))
		text = xappend(text, "; ", "enough for %.0f vCPUs of %.0f",
			       floor(ci95.low / e->limit),
			       f->allowed / e->limit);
	if (*e->source != '\0')
		text = xappend(text, "; limit: ", "%s", e->source);
	if (f->why != NULL)
		return xappend(text, "; not shown: ", "%s", f->why);
	if (f->fit != FIT_NOT_SHOWN)
		return text;
	if (f->longer == 0)
		return xappend(text, "; not shown: ", "it is too near the "
			       "limit for one run");
	time_s = ceil(clock_seconds(f->row->test.asked_ns) * f->longer);
	return xappend(text, "; not shown: ", "-t %.0f should show it, which "
		       "takes %s a test", time_s, units_format_duration(time,
			(uint64_t)time_s * all->rounds * NS_PER_S));
}

bool
part_suits(struct document *document, const struct section *section,
	   const struct report_options *how)
{
	static const enum tone tones[] = {
		[FIT_NOT] = TONE_BAD, [FIT_NOT_SHOWN] = TONE_DOUBT,
		[FIT_SUITS] = TONE_GOOD, [FIT_FASTEST] = TONE_GOOD,
		[FIT_NO_LIMIT] = TONE_PLAIN,
	};
	struct verdicts all = judge_section(section);
	struct table *table;
	struct notes notes = { NULL, 0, 0 };

	if (all.n == 0)
		return false;
	part_place(document, section);
	document_add(document, BLOCK_ANSWER, verdicts_of(section));
	table = document_table(document, "Suitability", "llrll",
			       "Application,expects,figure,verdict,test");
	table_column(table, "source", 'l', IN_PAGES, 0);
	for (size_t i = 0; i < all.n; i++) {
		const struct fitness *f = &all.list[i];
		const char *profile = f->e.profile;

		table_add(table, i > 0 && strcmp(f[-1].e.profile, profile) ==
			  0 ? "" : profile);
		table_add(table, f->e.text);
		table_take(table, suits_figure(f->figure, f->e.unit));
		table_add(table, fit_name[f->fit]);
		table_tone(table, tones[f->fit]);
		table_add(table, strchr(f->row->test.id, ':') + 1);
		table_add(table, f->e.source);
		if (how->verbose || f->fit <= FIT_NOT_SHOWN ||
		    strcmp(all.list[0].e.profile,
			   all.list[all.n - 1].e.profile) == 0)
			notes_add_text(&notes, '*', evidence_of(f));
	}
	if (facts_find_word(record_target_fact(section->record, section->target,
					       FACT_MOUNT_OPTIONS),
			    "nobarrier") != NULL)
		notes_add(&notes, '*', "The file system is mounted with "
			  "nobarrier: a flush leaves data in the disk's "
			  "cache, if it has one.");
	if (record_target_fact(section->record, section->target,
			       FACT_VIRTUAL_DISK) != NULL)
		notes_add(&notes, '*', "The disk is virtual: what suits rests "
			  "on its host to keep what was flushed.");
	document_notes(document, "Evidence", notes);
	free(all.list);
	return true;
}
