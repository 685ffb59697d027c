/* Origins: see origin.h. */
#include <config.h>

#include <stdlib.h>

#include "diskidx/alloc.h"
#include "origin.h"

/* Add a separator and a text, if there is a text. */
static char *
add(char *sentence, const char *separator, const char *text)
{
	return text == NULL ? sentence :
	       xjoin(sentence, "", xprintf("%s%s", separator, text));
}

static char *
add_bytes(char *sentence, const struct facts *facts, const char *key,
	  const char *what)
{
	uint64_t bytes = facts_number(facts, key, 0);
	char size[UNITS_TEXT];

	return bytes == 0 ? sentence :
	       xjoin(sentence, "", xprintf(", %s %s",
					   units_format_size(size, bytes),
					   what));
}

char *
origin_of_record(const struct record *record)
{
	const struct facts *host = &record->host;
	char time[VIEW_TIME], *text = xstrdup("");

	text = add(text, " on ", facts_get(host, "hostname"));
	text = add(text, ": ", facts_get(host, "os"));
	text = add(text, ", ", facts_get(host, "cpu"));
	text = add(text, " x ", facts_get(host, "cpus"));
	text = add_bytes(text, host, "memory_bytes", "memory");
	return add(text, ", ", view_time(time, record->started_s,
					 record->utc_offset_s));
}

char *
origin_of_section(const struct section *section)
{
	const struct record *record = section->record;
	unsigned target = section->target;
	const char *directory = view_target_fact(record, target, "directory");
	char *text = xstrdup(directory != NULL ? directory :
			     "(unknown directory)");

	text = add(text, ": ", view_target_fact(record, target, "filesystem"));
	text = add(text, " on ", view_target_fact(record, target, "device"));
	if (target < record->n_targets)
		text = add_bytes(text, &record->target[target], "file_bytes",
				 "work file");
	return xjoin(text, "", xprintf(", %u %s", section->copies,
				       section->copies == 1 ? "copy" :
				       "copies"));
}
