/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Parts of the JSON document: lists of texts, and "over_runs", in the last of
 * several documents: what the runs make together, if they are of one thing. */
#include <config.h>

#include "diskidx/flags.h"
#include "json.h"

void
json_flags(struct json *json, const char *key, unsigned flags)
{
	json_begin_line(json, key, '[');
	for (unsigned i = 0; i < FLAG_COUNT; i++)
		if (flags & 1u << i)
			json_string(json, NULL,
				    flag_entry((enum flag)i)->name);
	json_end(json, ']');
}

void
json_notes(struct json *json, struct notes *notes)
{
	json_begin(json, "notes", '[');
	for (size_t i = 0; i < notes->n; i++)
		json_string(json, NULL, notes->list[i].text);
	json_end(json, ']');
	notes_free(notes);
}

/* Write a row: of a test, or of a score. */
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
		json_string(json, "unit", unit_name(test->unit));
	json_integer(json, "runs", row->n);
	json_number(json, "value", row->value);
	if (row->has_interval)
		json_pair(json, "ci95", row->ci95.low, row->ci95.high);
	json_number(json, "spread_pct", row->spread_pct);
	if (row->n_before > 0) {
		json_begin(json, "step", '{');
		json_integer(json, "since", row->since->started_s);
		json_integer(json, "runs_before", row->n_before);
		json_number(json, "ratio", row->step);
		json_pair(json, "ci95", row->step_ci95.low,
			  row->step_ci95.high);
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
	if (repeats->n == 0)
		return;
	json_begin(json, "over_runs", '{');
	json_integer(json, "runs", repeats->n_runs);
	put_repeated_rows(json, "tests", repeats, true);
	put_repeated_rows(json, "scores", repeats, false);
	json_end(json, '}');
}
