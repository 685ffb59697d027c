/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Tests of the formats that need more than a saved record: about all suites, or
 * about what is not in a record. tests/golden/golden.sh compares all else as a
 * whole, and tests/fuzz/record.c prints all damaged records.
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/say.h"
#include "diskidx/format/format.h"
#include "diskidx/report/figures.h"
#include "diskidx/report/report.h"
#include "diskidx/report/view.h"
#include "diskidx/test/test.h"
#include "../support/rows.h"
#include "command/records.h"
#include "report/parts.h"

/* Print a record that has such a note alone; the text is on the heap. */
static char *
print_note(const char *name, const char *note)
{
	static const struct report_options how;
	struct record record = { .version = xstrdup("1") };
	char *text = NULL;
	size_t size = 0;
	FILE *stream = open_memstream(&text, &size);

	assert_non_null(stream);
	record_note(&record, "%s", note);
	record_summarise(&record, baseline_by_name("hdd-7200"));
	format_print(format_by_name(name), &(struct content){
		.records = &record, .n = 1, .how = &how
	}, stream);
	assert_int_equal(fclose(stream), 0);
	record_free(&record);
	return text;
}

TEST_ROWS("format", the_commands_are_quoted_for_a_shell_where_needed)
{
	char *text = NULL;
	size_t size = 0;
	FILE *stream = open_memstream(&text, &size);

	records_say(stream, field[0],
		  strcmp(field[1], "-") != 0 ? field[1] : NULL);
	assert_int_equal(fclose(stream), 0);
	assert_has(text, field[2]);
	free(text);
}

/* Rows ID=VALUE, with ! for one that does not count, of so many copies. */
TEST_ROWS("format", a_disk_lies_among_known_ones)
{
	struct result row[4];
	struct record record = { .result = row };
	struct section section = {
		.record = &record,
		.copies = (unsigned)strtoul(field[1], NULL, 10),
	};
	char *left, *text;

	memset(row, 0, sizeof(row));
	for (char *word = strtok_r(field[0], " ", &left); word != NULL;
	     word = strtok_r(NULL, " ", &left)) {
		struct result *result = &row[record.n_results++];
		char *at = strchr(word, '=');

		*at = '\0';
		result->test.id = word;
		result->test.category = (char *)
			category_name(test_by_id(word)->category);
		result->test.copies = section.copies;
		result->summary.value = strtod(at + 1, &at);
		result->judgement.scored = *at != '!';
	}
	text = position_of(&section, field[2]);
	assert_string_equal(text != NULL ? text : "-", field[3]);
}

TEST(a_note_is_never_cut)
{
	char *note = xprintf("%0200d", 0), *text = print_note("text", note);

	assert_has(text, "   *  0000");
	assert_has(text, "000\n      000");
	assert_lacks(text, "...\n");
	free(text);
	free(note);
}

/* A record that is read has no control characters, but a run may. */
TEST(json_escapes_control_characters)
{
	char *text = print_note("json", "tab \t esc \033 unit \037");

	assert_has(text, "\"tab \\u0009 esc \\u001b unit \\u001f\"");
	free(text);
}

/* Changes by 0.01 % to 1000 times, to either side. */
TEST(verdicts_keep_to_their_columns)
{
	struct compared row = { .verdict = VERDICT_UNDECIDED };

	for (double share = 1e-4; share < 1000; share *= 1.0003) {
		row.ci95 = (struct interval){ 1, 1 + share };
		assert_in_range(strlen(compared_verdict(&row)), 1, 18);
		row.ci95 = (struct interval){ 1 / (1 + share), 1 };
		assert_in_range(strlen(compared_verdict(&row)), 1, 18);
	}
}

TEST_ROWS("format", the_largest_change_is_a_factor_where_it_is_large)
{
	struct compared row = {
		.verdict = *field[2] == 's' ?
			VERDICT_SAME : VERDICT_UNDECIDED,
		.ci95 = { strtod(field[0], NULL), strtod(field[1], NULL) },
	};

	assert_string_equal(compared_verdict(&row), field[2]);
	assert_string_equal(compared_interval(&row), field[3]);
}

/* Tests that only one directory of a run has let all names tell theirs. */
TEST(a_flag_is_on_the_directory_that_has_it)
{
	struct compared row[] = {
		{ .id = "a", .side = {
			{ .directory = "/one" },
			{ .directory = "/two", .flags = 1u << FLAG_NOISY },
		} },
		{ .id = "b", .target = 1, .side[NEW] = {
			.directory = "/two", .flags = 1u << FLAG_NOISY,
		} },
		{ .id = "c" },
	};
	const struct comparison comparison = {
		.same_record = true, .tests = { row, LENGTH(row) },
		.side = { [OLD].name = "/one", [NEW].name = "/two" },
	};
	struct notes notes = notes_of_comparison(&comparison);

	assert_has(notes.list[0].text,
		   "Flagged noisy: a on /two, b on /two (");
	free(notes.list);
}

/* Of any number of requests, in any number of rounds. */
TEST(a_percentile_is_a_value_or_has_a_true_bound)
{
	size_t bounds = 0, values = 0;

	for (unsigned n = 1; n < 300000; n += n / 2 + 1) {
		struct histogram *h = xmalloc(sizeof(*h));
		const struct percentile *p = NULL;

		memset(h, 0, sizeof(*h));
		for (unsigned i = 0; i < n; i++)
			histogram_record(h, 1000 + (uint64_t)i * i);
		h->rounds_low = h->min + n % 7 * 100;
		h->rounds_high = h->max - h->max / (n % 5 + 4);
		while ((p = percentile_next(p, 0)) != NULL) {
			double true_ns = (double)histogram_percentile(
				h, p->percent), bound;

			if (histogram_supports(h, p->percent)) {
				values++;
				assert_true(isnan(view_bound(h, p->percent)));
				continue;
			}
			bounds++;
			bound = view_bound(h, p->percent);
			assert_true(bound >= (double)h->min &&
				    bound <= (double)h->max);
			if (p->percent < 50)
				assert_true(bound >= true_ns);
			else
				assert_true(bound <= true_ns);
		}
		free(h);
	}
	assert_true(bounds > 100 && values > 100);
}

/* The columns of CSV are those of a test. */
TEST(a_test_has_a_figure_of_every_name_that_a_score_has)
{
	const struct score score = { .name = INDEX_DISK };
	const struct result result = { .test.copies = 1 };
	const struct record record = { .version = NULL };
	struct figures of_score = figures_of_score(&record, &score);
	struct figures of_test = figures_of_result(&record, &result);

	assert_true(of_score.n > 8);
	for (size_t i = 0; i < of_score.n; i++)
		assert_non_null(figures_find(&of_test, of_score.list[i].name));
	free(of_test.list);
	free(of_score.list);
}
