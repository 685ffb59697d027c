/* Lists of texts in the JSON document. */
#include <config.h>

#include "diskidx/flags.h"
#include "json.h"

void
json_flags(struct json *json, const char *key, unsigned flags)
{
	unsigned i;

	json_begin_line(json, key, '[');
	for (i = 0; i < FLAG_COUNT; i++)
		if (flags & 1u << i)
			json_string(json, NULL,
				    flag_entry((enum flag)i)->name);
	json_end(json, ']');
}

void
json_notes(struct json *json, struct notes *notes)
{
	size_t i;

	json_begin(json, "notes", '[');
	for (i = 0; i < notes->n; i++)
		json_string(json, NULL, notes->list[i].text);
	json_end(json, ']');
	notes_free(notes);
}
