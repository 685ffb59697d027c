/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Suits: the sentence that sums up the verdicts on profiles, a table of what
 * they expect, and the evidence. */
#include <config.h>

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/say.h"
#include "diskidx/base/units.h"
#include "diskidx/test/name.h"
#include "parts.h"

/* The verdicts of a section, in the order of their profiles. */
struct verdicts {
	struct fitness *list;
	size_t n;
};

static struct verdicts
judge_section(const struct section *section)
{
	struct verdicts all = { NULL, 0 };

	for_each_result(row, section)
		for_each_fitness(f, section->record, row) {
			size_t to = all.n;	/* after its profile's last */

			while (to > 0 && strcmp(all.list[to - 1].e.profile,
						f.e.profile) != 0)
				to--;
			if (to == 0)
				to = all.n;
			all.list = xgrow(all.list, all.n, sizeof(*all.list));
			memmove(&all.list[to + 1], &all.list[to],
				(all.n++ - to) * sizeof(*all.list));
			all.list[to] = f;
		}
	return all;
}

/* Return the value, or the bound of a percentile. */
static char *
shown_value(const struct fitness *f)
{
	const struct expectation *e = &f->e;

	if (isnan(f->figure))
		return view_latency(f->row->summary.latency[
			e->of_flush ? FLUSH : LAT][e->op], e->percent);
	return say("%s%s%s", view_number(f->figure, f->figure < 100),
		   *e->unit != '\0' ? " " : "", e->unit);
}

/* Return "436; limit 200; 331 to 574 (95 % interval)" or "12.0 ms; 0.7 to 6.0 %
 * of requests (95 % interval) exceed 10 ms, limit 1 %". */
static char *
grounds_of(const struct fitness *f)
{
	const struct expectation *e = &f->e;
	bool is_share = e->statistic == STATISTIC_PERCENTILE &&
		e->has_limit && interval_known(f->ci95);
	double time_s = ceil(clock_seconds(f->row->test.asked_ns) * f->longer);
	char *text = shown_value(f);

	if (is_share)
		text = say_more(text, "; ", "%s %% of requests (95 %% "
				"interval) exceed %.10g %s, limit %.3g %%",
				view_range(interval_times(f->ci95, 100)),
				e->limit, e->unit, 100 * f->allowed);
	else if (e->has_limit)
		text = say_more(text, "; ", "limit %.10g%s%s",
				e->statistic == STATISTIC_PERCENTILE ?
				e->limit : f->allowed,
				*e->unit != '\0' ? " " : "", e->unit);
	if (!is_share && interval_known(f->ci95))
		text = say_more(text, "; ", "%s (95 %% interval)",
				view_range(f->ci95));
	if (f->why != NULL || f->fit != FIT_UNDECIDED)
		return say_join(text, "; ", f->why);
	if (f->longer == 0)
		return say_join(text, "; ", "too near the limit for one run");
	return say_more(text, "; ", "-t %.0f should decide it, in %s per test",
			time_s, units_duration(
			(uint64_t)time_s * f->all.rounds * NS_PER_S));
}

/* Return how many times better than the limit a value is. */
static double
margin_of(const struct fitness *f, double value)
{
	return f->e.statistic <= STATISTIC_MEAN ? f->allowed / value :
		value / f->allowed;
}

static const struct {
	enum tone tone;
	enum shape shape;
} looks[] = {
	[FIT_NOT] = { TONE_BAD, SHAPE_CROSS },
	[FIT_UNDECIDED] = { TONE_DOUBT, SHAPE_RING },
	[FIT_SUITS] = { TONE_GOOD, SHAPE_CHECK },
	[FIT_FASTEST] = { TONE_GOOD, SHAPE_CHECK },
	[FIT_NO_LIMIT] = { TONE_PLAIN, SHAPE_SAME },
};

static void
add_verdict(struct table *table, const char *verdict, enum fit fit)
{
	table_add(table, verdict);
	table_tone(table, looks[fit].tone);
	table_mark(table, (struct mark){
		.kind = MARK_WORD, .shape = looks[fit].shape });
}

char *
verdicts_of(const struct section *section, struct table *answer)
{
	struct verdicts all = judge_section(section);
	char *text = NULL, *not = NULL, *undecided = NULL, *fastest = NULL;
	size_t n = 0, n_suit = 0, end;

	for (size_t i = 0; i < all.n; i = end) {
		const char *name = all.list[i].e.profile, *verdict;
		const struct fitness *worst = NULL, *f;
		size_t n_jobs = 0, n_fit[FIT_NO_LIMIT + 1] = { 0 };
		bool not_under_load = false;
		char *jobs = NULL, *counts = NULL;

		for (end = i; end < all.n && strcmp(name,
				all.list[end].e.profile) == 0; end++) {
			f = &all.list[end];
			if (f->counts && (worst == NULL || f->fit < worst->fit))
				worst = f;
			n_fit[f->fit] += f->e.has_limit;
			if (!f->e.has_limit && f->fit <= FIT_FASTEST) {
				n_jobs++;
				jobs = say_join(jobs, " or ", test_name_within(
							f->row->test.id));
			}
			not_under_load |= !f->counts && f->fit == FIT_NOT;
		}
		if (jobs != NULL)
			fastest = say_more(fastest, ". ", "%s: %s %s fastest",
					   name, jobs, n_jobs == 1 ? "is" :
					   "may be");
		if (worst == NULL)
			continue;
		n++;
		n_suit += worst->fit == FIT_SUITS;
		not_under_load &= worst->fit == FIT_SUITS;
		verdict = say("%s%s", fit_name[worst->fit], not_under_load ?
			      ", but not under load" : "");
		for (int fit = FIT_SUITS; fit >= FIT_NOT; fit--)
			if (n_fit[fit] > 0)
				counts = say_more(counts, ", ", "%s %zu",
						  fit_name[fit], n_fit[fit]);
		if (answer != NULL) {
			table_add(answer, name);
			add_verdict(answer, verdict, not_under_load ?
				    FIT_UNDECIDED : worst->fit);
			table_add(answer, say("expectations: %s", counts));
		}
		text = say("%s: %s", name, verdict);
		if (worst->fit == FIT_NOT || not_under_load)
			not = say_more(not, ", ", "%s%s", name,
				       not_under_load ? " under load" : "");
		if (worst->fit != FIT_UNDECIDED)
			continue;
		undecided = say_join(undecided, ", ", name);
		text = say_more(text, " (", "%s)", grounds_of(worst));
	}
	if (n > 1) {
		text = say("Suits %zu of the %zu applications that set a "
			   "limit", n_suit, n);
		text = say_join(text, "; not ", not);
		text = say_join(text, "; undecided: ", undecided);
	}
	free(all.list);
	return say_join(text, ". ", fastest);
}

static char *
evidence_of(const struct fitness *f)
{
	const struct expectation *e = &f->e;
	const struct tally *all = &f->all;
	char *text = say("%s, %s, test %s: %s", e->profile, e->text,
			 test_name_within(f->row->test.id), grounds_of(f));

	if (all->over > 0)
		text = say_more(text, ". ", "%" PRIu64 " of %" PRIu64
				" requests took over %.10g %s, in %u of %u "
				"rounds, up to %s", all->over, all->requests,
				e->limit, e->unit, all->rounds_over,
				all->rounds,
				units_time((double)all->longest_ns));
	if (e->per_cpu && interval_known(f->ci95))
		text = say_more(text, ". ", "Enough for %.0f vCPUs (%.0f here)",
				floor(f->ci95.low / e->limit),
				f->allowed / e->limit);
	if (*e->source != '\0')
		text = say_join(text, ". Source: ", e->source);
	return say_join(text, "", ".");
}

static void
add_margin(struct table *table, const struct fitness *f)
{
	double margin = margin_of(f, f->value);
	bool known = f->e.has_limit && f->value > 0 && f->allowed > 0;
	struct interval ci95 = { 0, 0 };

	if (known && interval_known(f->ci95)) {
		double low = margin_of(f, f->ci95.low);
		double high = margin_of(f, f->ci95.high);

		ci95 = (struct interval){ fmin(low, high), fmax(low, high) };
	}
	table_add(table, known ? units_digits(margin) : "");
	table_add(table, text_or(interval_text(ci95), ""));
	if (known)
		table_mark(table, (struct mark){
			.kind = MARK_DOT, .shape = looks[f->fit].shape,
			.value = margin, .ci95 = ci95 });
	add_verdict(table, fit_name[f->fit], f->fit);
}

bool
part_suits(struct document *document, const struct section *section)
{
	struct verdicts all = judge_section(section);
	struct table *table;
	struct notes notes = { NULL, 0, 0 };
	bool one;

	if (all.n == 0)
		return false;
	one = strcmp(all.list[0].e.profile, all.list[all.n - 1].e.profile) == 0;
	document->dense = false;
	part_place(document, section);
	table = document_table(document, "The answer", "lll", ",,");
	document->block[document->n - 1].in = IN_HTML;
	table->is_answer = true;
	document_add(document, BLOCK_ANSWER, verdicts_of(section, table));
	table = document_table(document, "Suitability", "llr",
			       "Application,expects,value");
	table->legend = "Margin: the value against its limit, for a percentile "
		"the share allowed over it against the share seen. Lines are "
		"95 % intervals; what is right of the dashed line suits.";
	table_column(table, "margin", 'r', IN_HTML, 0);
	table_column(table, "95 % interval", 'l', IN_HTML, 0);
	table_axis(table, axis_of_ratios);
	table_column(table, "verdict", 'l', EVERYWHERE, 0);
	table_column(table, "test", 'l', EVERYWHERE, 0);
	table_column(table, "source", 'l', IN_MARKDOWN | IN_SMALL, 0);
	for (size_t i = 0; i < all.n; i++) {
		const struct fitness *f = &all.list[i];
		const char *profile = f->e.profile;

		table_cells(table, i > 0 && strcmp(f[-1].e.profile, profile) ==
			    0 ? "" : profile, f->e.has_limit ||
			    f->fit == FIT_NO_LIMIT ? f->e.text :
			    say("%s, highest wins", f->e.text), shown_value(f));
		if (*test_name_load(f->row->test.id) != '\0')
			table->remark = "+load: the same test while another "
				"load uses the disk";
		add_margin(table, f);
		table_cells(table, test_name_within(f->row->test.id),
			    f->e.source);
		if (document->how->verbose || f->fit <= FIT_UNDECIDED || one)
			notes_add(&notes, '*', "%s", evidence_of(f));
	}
	if (strstr(text_or(record_fact(section->record, section->target,
				       FACT_FILESYSTEM_OPTIONS), ""),
		   "nobarrier") != NULL)
		notes_add(&notes, '*', "The file system is mounted with "
			  "nobarrier: a flush leaves data in the disk's "
			  "cache, if it has one.");
	if (record_fact(section->record, section->target, FACT_VIRTUAL_DISK) !=
	    NULL)
		notes_add(&notes, '*', "The disk is virtual: \"suits\" assumes "
			  "that its host keeps flushed data.");
	document_notes(document, "Evidence", notes);
	free(all.list);
	return true;
}
