/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Lines: scores and ratios of -q for scripts, and those to share: format.h. */
#include <config.h>

#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/say.h"
#include "diskidx/base/utf8.h"
#include "diskidx/comparison/comparison.h"
#include "diskidx/format/format.h"
#include "diskidx/record/record.h"
#include "diskidx/report/report.h"
#include "diskidx/report/view.h"
#include "diskidx/result/flags.h"
#include "diskidx/result/index.h"
#include "diskidx/result/line.h"
#include "diskidx/stats/statistics.h"
#include "diskidx/test/category.h"

/* Print a text as a terminal can show it, and a newline. */
static void
scores_put_line(FILE *out, const char *text)
{
	utf8_put(text, out);
	putc('\n', out);
}

/* Return a result for scripts: its value, with its unit unless it is the only
 * one; or "-", and add the reason or the flag to `lacks`. */
static const char *
value_of(const struct record *record, const struct result *result, bool si,
	 struct texts *lacks)
{
	double value = view_value(result->summary.value, result->test.unit, si);
	/* As many digits as scripts have always had. */
	int decimals = value > 0 && value < 10 ? units_decimals(value, 3) : 1;
	const char *why = text_or(view_na_reason(result), flags_meaning(
		result->judgement.flags & FLAGS_INVALID));

	if (why != NULL) {
		texts_print(lacks, "%s: %s", view_name(record, result), why);
		return "-";
	}
	return say_join(say("%.*f", decimals, value), " ",
			record->n_results == 1 ? NULL :
			view_unit(result->test.unit, si));
}

/* Return true if a whole suite was run for its score, well or not. */
static bool
is_for_score(const struct section *section)
{
	const struct roster *roster = &section->record->roster;
	size_t n = 0;

	for (size_t i = 0; i < roster->n; i++)
		n += index_covers(INDEX_DISK, roster->test[i].category) &&
			view_find(section, roster->test[i].id) != NULL;
	return n > 0 && n >= index_tests(INDEX_DISK, roster);
}

/* Return the score of a section, or "-" in the same way. */
static const char *
score_of(const struct section *section, struct texts *lacks)
{
	const struct score *disk = view_disk_score(section);
	char *why;

	if (disk != NULL && !disk->partial)
		return view_number(disk->score, 1);
	if (trust_of(section, &why) != TRUST_NONE)
		why = say("only %zu tests make the score",
			  disk != NULL ? disk->rows : 0);
	texts_add(lacks, why);
	return "-";
}

static void
put_scores(FILE *out, const struct record *record, const struct content *c,
	   struct texts *lacks)
{
	/* A verdict rests on latencies. */
	for (size_t i = 0; i < record->n_results; i++)
		if (record->result[i].test.expects != NULL)
			record = record_whole(c->whole, record);
	for_each_section(section, record, false) {
		const char *text = verdicts_of(&section, NULL);

		if (record->capacity != NULL)
			text = capacity_text(record->capacity);
		else if (text == NULL && is_for_score(&section))
			text = score_of(&section, lacks);
		if (text != NULL) {
			scores_put_line(out, text);
			continue;
		}
		for_each_result(result, &section) {
			text = value_of(record, result, c->how->si, lacks);
			if (record->n_results > 1)
				text = say("%s %s", text,
					   view_name(record, result));
			scores_put_line(out, text);
		}
	}
}

/* Print the ratio and the verdict of each score over the disk's tests or,
 * without one, of each test. */
static void
put_ratios(FILE *out, const struct comparison *c)
{
	const struct family *shown = &c->tests;

	for_each_compared(score, &c->scores)
		if (strcmp(score->id, INDEX_DISK) == 0)
			shown = &c->scores;
	for_each_compared(row, shown) {
		if (row->rows > 0 && strcmp(row->id, INDEX_DISK) != 0)
			continue;
		scores_put_line(out, say("%s %s: %s", row->ratio > 0 ?
					 compared_ratio(row) : "none",
					 compared_verdict(row),
					 compared_name(c, row)));
	}
}

void
format_scores(const struct content *c, FILE *out, struct texts *lacks)
{
	const struct ranking *ranking = c->ranking;
	const struct hosts *hosts = c->hosts;

	for (size_t i = 0; i < c->n; i++)
		if (c->kind == CONTENT_RECORDS)
			put_scores(out, &c->records[i], c, lacks);
		else
			put_ratios(out, &c->comparisons[i]);
	for (size_t i = 0; ranking != NULL && i < ranking->n; i++)
		scores_put_line(out, say(
			"%s %s", view_number(ranking->entry[i].score, 1),
			ranking->entry[i].side->name));
	for (size_t i = 0; hosts != NULL && i < hosts->n; i++)
		if (hosts->host[i].is_slow)
			scores_put_line(out, hosts->host[i].name);
}

/* Return where a section was measured, as "ext4 virtio 1G". */
static char *
line_place(const struct section *section)
{
	static const char *const kinds[][2] = {
		{ "vd", "virtio" }, { "nvme", "nvme" }, { "xvd", "xen" },
	};
	const struct facts *target = &section->record->target[section->target];
	const char *kind = text_or(facts_get(target, FACT_DISK), "-");
	char *text;

	for (size_t i = 0; i < LENGTH(kinds); i++)
		if (strncmp(kind, kinds[i][0], strlen(kinds[i][0])) == 0)
			kind = kinds[i][1];
	text = say("%s %s %s", text_or(facts_get(target, FACT_FILESYSTEM), "-"),
		   kind, units_block(facts_number(target, FACT_FILE_BYTES, 0)));
	if (section->copies > 1)
		text = say_more(text, " ", "x%u", section->copies);
	return text;
}

/* Return the score of a section with its interval and the categories; "---" if
 * they are not complete, or not to be trusted. */
static const char *
line_score(const struct section *section, enum trust_level trust)
{
	const struct score *disk = view_disk_score(section);
	char *text;

	if (disk == NULL || disk->partial || !interval_known(disk->ci95) ||
	    trust == TRUST_NONE)
		return LINE_NO_SCORE;
	text = say("%s (%s-%s, 1 run)", view_number(disk->score, 0),
		   view_number(disk->ci95.low, 0),
		   view_number(disk->ci95.high, 0));
	for (int i = 0; i < CATEGORIES; i++) {
		const char *name = category_name((enum category)i);
		const struct score *score = view_score(section, name);

		/* A record's own set of tests may lack a category. */
		if (category_is_disk(name) && score != NULL)
			text = say_more(text, " ", "%c%s", *name,
					view_number(score->score, 0));
	}
	return text;
}

void
format_lines(FILE *out, const struct record *records, size_t n)
{
	for (size_t i = 0; i < n; i++)
		for_each_section(section, &records[i], false) {
			enum trust_level trust = trust_of(&section, NULL);

			scores_put_line(out, say(
				"diskidx %s %s trust %s | %s | %s",
				record_suite(&records[i]),
				line_score(&section, trust),
				text_or(trust_name[trust], "none"),
				line_place(&section), view_day(&records[i])));
		}
}
