/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * UnixBench's report: only the File Copy rows. Its result lines and index
 * table, to the column, for programs that read its reports; the title is our
 * own, and the notes follow below. Its "samples", and their time, are the
 * passes that count.
 */
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/amount.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/say.h"
#include "diskidx/base/wrap.h"
#include "diskidx/test/category.h"
#include "parts.h"

#define CATEGORY "System Benchmarks"
#define ROW_COLUMNS 40			/* of a title, */
#define TITLE_COLUMNS 37		/* of the longest one */
#define INDEX_ROW "%-40s %12s %12s %8s"
#define VALUE_COLUMNS 12
#define LINE_COLUMNS (ROW_COLUMNS + VALUE_COLUMNS + 8)	/* to the tail */

static int
compare_titles(const void *left, const void *right)
{
	const struct result *const *a = left, *const *b = right;

	return strcmp((*a)->test.title, (*b)->test.title);
}

/* Collect the rows of a category, by their titles; return their number. */
static size_t
bench_collect(const struct result **row, const struct section *section,
	      enum category category)
{
	size_t n = 0;

	for_each_result(result, section)
		if (category_is(category, result->test.category))
			row[n++] = result;
	qsort(row, n, sizeof(*row), compare_titles);
	return n;
}

/* Count the samples with a lower value, or the same one earlier. */
static size_t
rank_of(const struct result *result, size_t at)
{
	const double *value = result->summary.sample_value;
	size_t rank = 0, i;

	for (i = 0; i < result->n_samples; i++)
		rank += value[i] < value[at] ||
			(value[i] == value[at] && i < at);
	return rank;
}

static const char *
value_or(bool is_known, double value, const char *other)
{
	return is_known ? say("%.1f", value) : other;
}

/* Add a line with UnixBench's widths. If a flag, which UnixBench has not, needs
 * room, the title shrinks first, but not below the longest one. */
static char *
bench_add_result(char *text, const struct result *result)
{
	const char *tail = "(see the notes)";
	int over, less;

	/* The tail has the mean time of the passes that count, and their
	 * number. */
	if (result->summary.has_value) {
		size_t dropped = 0, n = result->n_samples;
		double sum_s = 0;

		if (result->test.rule == RULE_UNIXBENCH)
			dropped = n / 3;
		for (size_t i = 0; i < n; i++)
			if (rank_of(result, i) >= dropped)
				sum_s += clock_seconds(
					result->sample[i].total.elapsed_ns);
		tail = say("(%.1f s, %zu samples)%s%s",
			   sum_s / (double)(n - dropped), n - dropped,
			   result->judgement.flags != 0 ? " " : "",
			   view_flag(result->judgement.flags));
	}
	over = (int)amount_left(LINE_COLUMNS + strlen(tail), WRAP_USUAL);
	less = (int)amount_min((uint64_t)over, ROW_COLUMNS - TITLE_COLUMNS);
	return say_more(text, "", "%-*s %*s %-5s %s\n", ROW_COLUMNS - less,
			wrap_fit(result->test.title,
				 (size_t)(ROW_COLUMNS - less)),
			VALUE_COLUMNS - (over - less),
			value_or(result->summary.has_value,
				 result->summary.value, "n/a"),
			unit_name[result->test.unit], tail);
}

bool
part_unixbench(struct document *document, const struct section *section)
{
	enum category category = CATEGORY_UNIXBENCH;
	const struct record *record = section->record;
	const struct result **row = xmalloc((record->n_results + 1) *
					    sizeof(*row));
	size_t n = bench_collect(row, section, category);
	uint64_t cpus = facts_number(&record->host, FACT_CPUS, 0);
	int offset_s = record->utc_offset_s;
	const struct score *score;
	char *text;

	if (n == 0) {
		category = CATEGORY_FILE_COPY;
		n = bench_collect(row, section, category);
	}
	if (n > 0) {
		document_part(document, NULL)->in = IN_TEXT;
		part_place(document, section);
		part_results(document, section);
		document->block[document->n - 1].in = IN_PAGES;
		text = say("Benchmark Run: %s - %s\n%s in system; running %u "
			   "parallel %s of tests\n\n",
			   clock_date("%a %b %d %Y %H:%M:%S", record->started_s,
				      offset_s),
			   clock_date("%H:%M:%S", record->ended_s, offset_s),
			   cpus == 0 ? "unknown CPUs" :
			   say("%" PRIu64 " CPU%s", cpus, units_plural(cpus)),
			   section->copies, view_copies(section->copies));
		for (size_t i = 0; i < n; i++)
			text = bench_add_result(text, row[i]);
		text = say_more(text, "", "\n" INDEX_ROW "\n",
				CATEGORY " Partial Index", "BASELINE", "RESULT",
				"INDEX");
		for (size_t i = 0; i < n; i++) {
			const struct judgement *j = &row[i]->judgement;
			double value = row[i]->summary.value;
			bool known = row[i]->summary.has_value;

			text = say_more(text, "", INDEX_ROW "\n",
				wrap_fit(row[i]->test.title, ROW_COLUMNS),
				value_or(j->baseline > 0, j->baseline, "---"),
				value_or(known, value, "n/a"),
				j->baseline > 0 && known ?
				say(j->scored ? "%.1f" : "(%.1f)", j->index) :
				"---");
		}
		/* The score is always partial: other categories are missing. */
		score = view_score(section, category_name(category));
		text = say_more(text, "", INDEX_ROW "\n%-66s %8s\n", "", "", "",
				"========",
				CATEGORY " Index Score (Partial Only)",
				score == NULL ? "---" : value_or(
					score->rows > 0, score->score, "---"));
		document_add(document, BLOCK_VERBATIM, text)->in = IN_TEXT;
	}
	free(row);
	return n > 0;
}

void
report_unixbench(struct document *document, const struct content *content)
{
	static const struct {
		const char *lead;
		enum fact_key key;
	} facts[] = {
		{ "   System: ", FACT_HOSTNAME }, { "   OS: ", FACT_OS },
		{ "   Machine: ", FACT_MACHINE }, { "   CPU: ", FACT_CPU },
	};

	for (size_t i = 0; i < content->n; i++) {
		const struct record *record =
			record_whole(content->whole, &content->records[i]);
		char *text = NULL;
		bool any = false;

		for (size_t j = 0; j < LENGTH(facts); j++) {
			const char *lead = facts[j].lead;
			const char *fit = wrap_fit(
				text_or(facts_get(&record->host, facts[j].key),
					""), WRAP_USUAL - strlen(lead));

			if (*fit != '\0')
				text = say_more(text, "", "%s%s\n", lead, fit);
		}
		document_add(document, BLOCK_TITLE, say(
			"Disk Benchmark (Version %s)",
			text_or(record->version, "?")));
		document_add(document, BLOCK_VERBATIM, text);
		part_targets(document, record, true);
		for_each_section(section, record, false)
			any |= part_unixbench(document, &section);
		if (any)
			part_notes(document, record);
		else
			document_add(document, BLOCK_LINE,
				     "No File Copy test is in this record.");
	}
}
