/* JSON of several runs of one thing: "over_runs", in the last document. */
#include <config.h>

#include "json.h"

/* Write a row: of a test, or of a score. */
static void
put_row(struct json *json, const struct repeated *row)
{
	const struct result *result = row->result;
	const struct score *score = row->score;

	json_begin(json, NULL, '{');
	if (result != NULL)
		json_string(json, "id", result->id);
	else
		json_string(json, "name", score->name);
	json_integer(json, "target", result != NULL ? result->target :
		     score->target);
	json_integer(json, "copies", result != NULL ? result->copies :
		     score->copies);
	if (result != NULL)
		json_string(json, "unit", unit_name(result->unit));
	json_integer(json, "runs", row->n);
	json_number(json, "value", row->value);
	json_pair(json, "ci95", row->ci95.low, row->ci95.high);
	json_number(json, "spread_pct", row->spread_pct);
	if (row->needed > 0)
		json_integer(json, "runs_for_2_pct", row->needed);
	json_end(json, '}');
}

static void
put_rows(struct json *json, const char *key, const struct repeats *repeats,
	 bool of_tests)
{
	json_begin(json, key, '[');
	for (size_t i = 0; i < repeats->n; i++)
		if ((repeats->row[i].result != NULL) == of_tests)
			put_row(json, &repeats->row[i]);
	json_end(json, ']');
}

void
json_repeats(struct json *json, const struct repeats *repeats)
{
	if (repeats->n == 0)
		return;
	json_begin(json, "over_runs", '{');
	json_integer(json, "runs", repeats->n_runs);
	put_rows(json, "tests", repeats, true);
	put_rows(json, "scores", repeats, false);
	json_end(json, '}');
}
