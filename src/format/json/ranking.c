/* A ranking in JSON: one document. */
#include <config.h>

#include "format/comparison.h"
#include "json.h"

#define SCHEMA 1

static void
put_entry(struct json *json, const struct ranked *entry)
{
	struct value value;

	json_begin(json, NULL, '{');
	json_side(json, "record", entry->side);
	json_integer(json, "runs", entry->side->n_runs);
	json_number(json, "score", entry->score);
	json_number(json, "ratio", entry->ratio);
	if (entry->has_interval)
		json_pair(json, "ci95", entry->ci95.low, entry->ci95.high);
	json_string(json, "groups", entry->letters);
	if (value_of(&value, entry->side, entry->score)) {
		json_number(json, "per_price", value.per_unit);
		json_string(json, "price_unit", value.unit);
	}
	json_end(json, '}');
}

void
json_rank(const struct ranking *ranking, const struct format_options *options,
	  FILE *stream)
{
	struct json json;
	struct notes notes;

	(void)options;
	json_start(&json, stream);
	json_begin(&json, NULL, '{');
	json_integer(&json, "schema", SCHEMA);
	json_begin(&json, "ranking", '[');
	for (size_t i = 0; i < ranking->n; i++)
		put_entry(&json, &ranking->entry[i]);
	json_end(&json, ']');
	json_integer(&json, "tests", ranking->n_tests);
	json_integer(&json, "pairs", ranking->n_pairs);
	notes_of_ranking(&notes, ranking);
	json_notes(&json, &notes);
	json_end(&json, '}');
}
