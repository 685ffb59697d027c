/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Notes on a record: see report.h. */
#include <config.h>

#include <inttypes.h>
#include <string.h>

#include "diskidx/base/clock.h"
#include "diskidx/base/say.h"
#include "diskidx/base/units.h"
#include "diskidx/result/flags.h"
#include "diskidx/test/baseline.h"
#include "diskidx/test/category.h"
#include "diskidx/test/name.h"
#include "diskidx/test/suite.h"
#include "parts.h"

#define BRIEF_NOTES 4		/* in text without -v */

/* Return true if a row has one of the flags, or no result for that reason. */
static bool
concerns(const struct result *result, unsigned flags, const char *na_reason)
{
	const char *reason = view_na_reason(result);

	return (result->judgement.flags & flags) != 0 ||
	       (na_reason != NULL && reason != NULL &&
		strcmp(reason, na_reason) == 0);
}

/* Return the names of such rows with commas between them or, in brief, their
 * number; "all tests" if all rows with a result have the flags, and there are
 * many. */
static const char *
names_of(const struct record *record, unsigned flags, const char *na_reason,
	 bool brief)
{
	char *names = NULL;
	size_t measured = 0, named = 0, n = 0;
	unsigned shared = 0;

	for_each_row(result, record) {
		measured += result->summary.has_value;
		if (!concerns(result, flags, na_reason))
			continue;
		n++;
		named += result->summary.has_value;
		names = say_join(names, ", ", view_name(record, result));
		if (!params_is_cache_test(&result->test.params))
			shared |= flags & view_shared_flags(record, result);
	}
	if (flags != 0 && named >= measured && named >= VIEW_MANY)
		return "all tests";
	if (!brief || n == 0 || (flags == 0 && n <= VIEW_MANY))
		return names;
	return shared != 0 ? "all disk tests" :
	       say("%zu test%s", n, units_plural(n));
}

/* Add how the quota held back the row that it held back most. */
static void
add_limit(struct notes *notes, const struct record *record)
{
	const struct result *most = NULL;
	const struct processor_times *times;
	double largest = 0;

	for_each_row(result, record) {
		const struct summary *summary = &result->summary;
		double part = (double)summary->processors.limited_ns /
			      (double)summary->total.elapsed_ns;

		if ((result->judgement.flags & 1u << FLAG_LIMITED) != 0 &&
		    part > largest) {
			most = result;
			largest = part;
		}
	}
	if (most == NULL)
		return;
	times = &most->summary.processors;
	notes_add(notes, ' ', "most affected is %s: the quota ran out in %"
		  PRIu64 " of %" PRIu64 " periods, and delayed all CPUs "
		  "together by at most %.2f s in %.2f s of measuring",
		  view_name(record, most), times->limited_periods,
		  times->periods, clock_seconds(times->limited_ns),
		  clock_seconds(most->summary.total.elapsed_ns));
}

static void
add_link(struct notes *notes, const struct record *record)
{
	char *names = NULL;

	for_each_row(result, record) {
		const struct judgement *j = &result->judgement;

		if (j->link_part >= FLAGS_LINK_NEAR &&
		    (j->flags & 1u << FLAG_IMPOSSIBLE) == 0)
			names = say_more(names, ", ", "%s at %.0f %%",
					 view_name(record, result),
					 100 * j->link_part);
	}
	if (names != NULL)
		notes_add(notes, '*', "the link to the disk is the limit: %s "
			  "of what it can carry", names);
}

/* Return true if the reason for the trust names a flag. Verdicts on profiles
 * have no such reason. */
static bool
is_answered(const struct record *record, enum flag flag)
{
	char *why;

	for_each_section(section, record, false)
		if (trust_of(&section, &why) != TRUST_UNJUDGED &&
		    view_result(&section, NULL)->test.expects == NULL &&
		    strstr(why, say("flagged %s (", flag_entry[flag].name)))
			return true;
	return false;
}

/* Add a flag, with the names of its rows; in brief with their number, and only
 * if the answer does not explain it. */
static void
add_flag_note(struct notes *notes, const struct record *record, enum flag flag,
	      bool brief)
{
	struct flag_entry entry = flag_entry[flag];
	const char *names = names_of(record, 1u << flag, NULL, brief);
	bool is_own = false;

	for (size_t i = 0; i < record->n_targets; i++) {
		struct flag_entry own = flags_entry(flag, &record->target[i]);

		if (own.remedy == entry.remedy && own.meaning == entry.meaning)
			continue;
		entry = own;
		is_own = true;
	}
	for_each_row(result, record)
		if (flag == FLAG_UNPROVEN &&
		    concerns(result, 1u << flag, NULL) &&
		    *test_name_load(result->test.id) != '\0') {
			entry.remedy = "under load, rely on the test without "
				       "load; else use a much larger file "
				       "(-s), or a local disk (-d)";
			is_own = true;
		}
	if (names == NULL || (brief && is_answered(record, flag)))
		return;
	if (brief)
		notes_add(notes, 'F', "%s: %s%s: %s", entry.name, names,
			  flags_invalidate(1u << flag) ? ", not scored" : "",
			  !is_own ? entry.in_brief :
			  say("%s: %s", entry.meaning, entry.remedy));
	else
		notes_add(notes, 'F', "%s (%s): %s: %s", entry.name,
			  names, entry.meaning, entry.remedy);
}

/* Add the reason of a row without a result, unless a row above has it too. */
static void
add_na_reason(struct notes *notes, const struct record *record,
	      const struct result *result, bool brief)
{
	const char *reason = view_na_reason(result);

	if (reason == NULL)
		return;
	for_each_row(above, record)
		if (above < result && concerns(above, 0, reason))
			return;
	notes_add(notes, '-', brief ? "n/a: %s: %s" : "n/a (%s): %s",
		  names_of(record, 0, reason, brief), reason);
}

static void
add_small_pages(struct notes *notes, const struct record *record)
{
	uint64_t bytes = facts_number(&record->host, FACT_BUFFER_PAGE_BYTES, 0);
	const char *setting = facts_get(&record->host, FACT_HUGE_PAGES);
	const char *why = setting == NULL ? "" :
			  say(" (transparent_hugepage is %s)", setting);
	char *names = NULL;

	for_each_row(result, record)
		if (bytes > 0 && bytes < PARAMS_LARGE_REQUEST &&
		    result->summary.has_value &&
		    params_has_large_requests(&result->test.params))
			names = say_join(names, ", ",
					 view_name(record, result));
	if (names != NULL)
		notes_add(notes, '*', "%s: the system gave no large pages of "
			  "memory%s; in pages of %s a request is in many "
			  "pieces, which may cost the disk much of its speed",
			  names, why, units_size(bytes));
}

/* Say why there are bounds instead of percentiles: of the table, where the
 * last needs most requests, or in full of a list with all, at either end. */
static void
add_bounds(struct notes *notes, const struct record *record, bool brief,
	   bool full)
{
	const struct percentile *p = NULL;
	double first = 50, last = PERCENTILES_BOUNDED;
	bool any = false, is_single = false;

	if (full)
		first = percentiles[0].percent;
	while (!full && (p = percentile_next(p, PERCENTILE_TABLE)) != NULL)
		last = p->percent;
	for_each_row(result, record) {
		const struct histogram *h =
			result->summary.latency[LAT][OP_BOTH];

		any |= h != NULL && !(histogram_supports(h, first) &&
				      histogram_supports(h, last));
		is_single |= category_is(CATEGORY_SUSTAINED,
					 result->test.category);
	}
	if (any && brief)
		notes_add(notes, '>', ">= at least this: too few requests to "
			  "know more; use %s", is_single ?
			  "a longer sample (-t)" : "more rounds (-i)");
	else if (any)
		notes_add(notes, '*', "A latency with >= or <= is a bound: too "
			  "few requests, or requests from too few rounds, are "
			  "beyond it. Use %s.", is_single ?
			  "a longer sample (-t)" :
			  "more rounds (-i) or longer samples (-t)");
}

struct notes
notes_of_record(const struct record *record, bool si, bool brief, bool full)
{
	struct notes notes = { NULL, 0, 0 };
	const struct baseline *table = record->baseline;
	const char *version = record_suite(record);
	bool is_other = false;

	if (record->interrupted)
		notes_add(&notes, '!', "interrupted: the results cover only "
			  "complete rounds, or what the first round had "
			  "measured");
	for_each_row(result, record)
		add_na_reason(&notes, record, result, brief);
	for (size_t i = 0; i < FLAG_COUNT; i++) {
		add_flag_note(&notes, record, (enum flag)i, brief);
		if (brief)
			continue;
		if (i == FLAG_THROTTLED)
			notes_add_slowdowns(&notes, record, true, si);
		if (i == FLAG_STALLED)
			notes_add_stalls(&notes, record, si);
		if (i == FLAG_LIMITED)
			add_limit(&notes, record);
	}
	add_link(&notes, record);
	notes_add_slowdowns(&notes, record, false, si);
	notes_add_trend(&notes, record, brief);
	notes_add_limits(&notes, record, si);
	for_each_row(result, record)
		if (!result_sustained(result))
			notes_add(&notes, '*', "%s: the disk did not sustain "
				  "the rate; requests that were due and never "
				  "issued are not in its latency, which is a "
				  "lower bound.", view_name(record, result));
	for (size_t i = 0; i < record->note.n; i++)
		notes_add(&notes, '*', "%s", record->note.text[i]);
	notes.n_weighty = notes.n;
	add_bounds(&notes, record, brief, full);
	for_each_score(score, record)
		is_other |= strcmp(score->name, INDEX_DISK) == 0 &&
			    strcmp(version, suite_disk->version) != 0;
	if (is_other)
		notes_add(&notes, '*', "the Disk Index Score is over the tests "
			  "of %s; this diskidx measures %s, which has others",
			  version, suite_disk->version);
	add_small_pages(&notes, record);
	for (size_t i = 0; i < record->setting.n; i++)
		notes_add(&notes, '*', "%s", record->setting.text[i]);
	if (record->n_scores > 0 && !brief)
		notes_add(&notes, '*', "baseline %s%s%s", table->version,
			  table->summary != NULL ? ": " : "",
			  text_or(table->summary, ""));
	return notes;
}

void
part_notes(struct document *document, const struct record *record)
{
	const struct report_options *how = document->how;
	struct block *block = document_notes(document, "Notes", notes_of_record(
				record, how->si, false, how->verbose));
	size_t n = 0, flags = 0;
	struct notes *notes;

	if (block == NULL || how->verbose)
		return;
	block->in = IN_PAGES;
	block = document_notes(document, NULL, notes_of_record(
				record, how->si, true, false));
	if (block == NULL)
		return;
	block->in = IN_TEXT;
	notes = &block->notes;
	for (size_t i = 0; i < notes->n; i++) {
		if (notes->list[i].mark == 'F' ? flags++ < BRIEF_NOTES :
		    i < notes->n_weighty || n < BRIEF_NOTES)
			notes->list[n++] = notes->list[i];
	}
	block->more = notes->n - n;
	notes->n = n;
}
