/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Comparisons in JSON: one document, which is the comparison itself if there is
 * only one, or a ranking. Keys without a value are absent. Also what documents
 * of runs and comparisons share: flags and notes; and runs together.
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>

#include "diskidx/base/alloc.h"
#include "diskidx/comparison/comparison.h"
#include "diskidx/report/figures.h"
#include "diskidx/result/flags.h"
#include "json.h"

void
json_flags(struct json *json, const char *key, unsigned flags)
{
	json_begin_line(json, key, '[');
	for (unsigned i = 0; i < FLAG_COUNT; i++)
		if (flags & 1u << i)
			json_string(json, NULL, flag_entry[i].name);
	json_end(json, ']');
}

void
json_notes(struct json *json, struct notes notes)
{
	json_begin(json, "notes", '[');
	for (size_t i = 0; i < notes.n; i++)
		json_string(json, NULL, notes.list[i].text);
	json_end(json, ']');
	free(notes.list);
}

/* Write the files of a side, or its name, as an array in one line. */
static void
put_side(struct json *json, const char *key, const struct side *side)
{
	json_begin_line(json, key, '[');
	for (size_t i = 0; i < side->n_files; i++)
		json_string(json, NULL, side->file[i]);
	if (side->n_files == 0)
		json_string(json, NULL, side->name);
	json_end(json, ']');
}

static void
put_compared(struct json *json, const struct compared *row)
{
	bool is_score = row->rows > 0, is_latency = row->percent > 0;
	const char *unit = is_latency ? "ns" : unit_name[row->unit];

	json_begin(json, NULL, '{');
	json_string(json, is_score ? "name" : "id", row->id);
	if (is_latency) {
		json_number(json, "percentile", row->percent);
	} else if (!is_score) {
		json_string(json, "title", row->title);
		json_string(json, "category", row->category);
	}
	json_integer(json, "target", row->target);
	json_string(json, "old_directory", row->side[OLD].directory);
	json_string(json, "new_directory", row->side[NEW].directory);
	json_integer(json, "copies", row->copies);
	if (is_score)
		json_integer(json, "rows", row->rows);
	else
		json_string(json, "unit", unit);
	if (row->side[OLD].n > 0)
		json_number(json, "old", row->side[OLD].value);
	if (row->side[NEW].n > 0)
		json_number(json, "new", row->side[NEW].value);
	json_integer(json, "n_old", row->side[OLD].n);
	json_integer(json, "n_new", row->side[NEW].n);
	if (row->ratio > 0)
		json_number(json, "ratio", row->ratio);
	json_interval(json, "ci95", row->ci95);
	json_string(json, "verdict", verdict_name[row->verdict]);
	if (row->verdict == VERDICT_SAME)
		json_integer(json, "within_percent", compared_within(row));
	json_string(json, "why", row->why);
	if (!is_score && !is_latency) {
		json_flags(json, "old_flags", row->side[OLD].flags);
		json_flags(json, "new_flags", row->side[NEW].flags);
	}
	json_end(json, '}');
}

static void
put_family(struct json *json, const char *key, const struct family *family)
{
	json_begin(json, key, '[');
	for_each_compared(row, family)
		put_compared(json, row);
	json_end(json, ']');
}

static void
put_comparison(struct json *json, const struct comparison *c)
{
	put_side(json, "old", &c->side[OLD]);
	put_side(json, "new", &c->side[NEW]);
	json_integer(json, "old_runs", c->side[OLD].n_runs);
	json_integer(json, "new_runs", c->side[NEW].n_runs);
	if (c->side[HISTORY].n_runs > 0)
		json_integer(json, "history_runs", c->side[HISTORY].n_runs);
	json_integer(json, "family", c->intervals[ASK_TESTS]);
	json_integer(json, "score_family", c->intervals[ASK_DISK]);
	json_integer(json, "latency_family", c->intervals[ASK_LATENCIES]);
	put_family(json, "tests", &c->tests);
	put_family(json, "latencies", &c->latencies);
	put_family(json, "scores", &c->scores);
	json_begin(json, "differences", '[');
	for (size_t i = 0; i < c->differences.n; i++)
		json_string(json, NULL, c->differences.text[i]);
	json_end(json, ']');
	json_notes(json, notes_of_comparison(c));
	json_string(json, "coverage", c->coverage);
	json_string(json, "conclusion", c->conclusion);
}

static void
put_one_of_several(struct json *json, const struct comparison *c)
{
	json_begin(json, NULL, '{');
	put_comparison(json, c);
	json_end(json, '}');
}

void
json_targets(struct json *json, const struct record *record)
{
	struct comparison comparison;
	unsigned target = 0;

	if (record->n_targets < 2)
		return;
	json_begin(json, "comparisons", '[');
	while (comparison_next_target(&comparison, record, &target)) {
		put_one_of_several(json, &comparison);
		comparison_free(&comparison);
	}
	json_end(json, ']');
}

static void
put_repeated(struct json *json, const struct repeated *row)
{
	const struct result_test *test = &row->result->test;

	json_begin(json, NULL, '{');
	if (row->score == NULL)
		json_string(json, "id", test->id);
	else
		json_string(json, "name", row->score);
	json_integer(json, "target", test->target);
	json_integer(json, "copies", test->copies);
	if (row->score == NULL)
		json_string(json, "unit", unit_name[test->unit]);
	json_integer(json, "runs", row->n);
	json_number(json, "value", row->value);
	json_interval(json, "ci95", row->ci95);
	json_number(json, "spread_pct", row->spread_pct);
	if (row->n_before > 0) {
		json_begin(json, "step", '{');
		json_integer(json, "since", row->since->started_s);
		json_integer(json, "runs_before", row->n_before);
		json_number(json, "ratio", row->step.ratio);
		json_interval(json, "ci95", row->step.ci95);
		json_end(json, '}');
	}
	json_end(json, '}');
}

static void
put_repeated_rows(struct json *json, const char *key,
		  const struct repeats *repeats, bool of_tests)
{
	json_begin(json, key, '[');
	for (size_t i = 0; i < repeats->n; i++)
		if ((repeats->row[i].score == NULL) == of_tests)
			put_repeated(json, &repeats->row[i]);
	json_end(json, ']');
}

void
json_repeats(struct json *json, const struct repeats *repeats)
{
	if (repeats->n == 0)	/* the runs measure different things */
		return;
	json_begin(json, "over_runs", '{');
	json_integer(json, "runs", repeats->n_runs);
	put_repeated_rows(json, "tests", repeats, true);
	put_repeated_rows(json, "scores", repeats, false);
	json_end(json, '}');
}

static void
put_ranking(struct json *json, const struct ranking *ranking)
{
	json_begin(json, "ranking", '[');
	for (size_t i = 0; i < ranking->n; i++) {
		const struct ranked *entry = &ranking->entry[i];

		json_begin(json, NULL, '{');
		put_side(json, "record", entry->side);
		json_integer(json, "runs", entry->side->n_runs);
		json_number(json, "score", entry->score);
		json_number(json, "ratio", ranking->row[i].ratio);
		json_interval(json, "ci95", ranking->row[i].ci95);
		json_string(json, "verdict", i == 0 ? NULL :
			    verdict_name[ranking->row[i].verdict]);
		json_end(json, '}');
	}
	json_end(json, ']');
	json_integer(json, "tests", ranking->row->rows);
	json_integer(json, "pairs", ranking->n_pairs);
	json_notes(json, notes_of_ranking(ranking));
}

static void
put_hosts(struct json *json, const struct hosts *hosts)
{
	struct figures row;
	size_t at = 0;

	json_bool(json, "one_file_system", hosts->one_disk);
	json_begin(json, "figures", '[');
	while (figures_next_of_hosts(&row, hosts, &at)) {
		json_begin(json, NULL, '{');
		for_each(const struct figure, f, row.list, row.n) {
			json_string(json, f->name, f->text);
			if (!isnan(f->number))
				json_number(json, f->name, f->number);
		}
		json_end(json, '}');
		free(row.list);
	}
	json_end(json, ']');
	json_notes(json, notes_of_hosts(hosts));
}

void
json_compare(const struct content *content, FILE *stream)
{
	struct json json = { .stream = stream };

	json_begin(&json, NULL, '{');
	json_integer(&json, "schema", JSON_SCHEMA);
	if (content->kind == CONTENT_RANKING) {
		put_ranking(&json, content->ranking);
	} else if (content->kind == CONTENT_HOSTS) {
		put_hosts(&json, content->hosts);
	} else if (content->n == 1) {
		put_comparison(&json, content->comparisons);
	} else {
		json_begin(&json, "comparisons", '[');
		for (size_t i = 0; i < content->n; i++)
			put_one_of_several(&json, &content->comparisons[i]);
		json_end(&json, ']');
	}
	json_end(&json, '}');
}
