/* The lines of a summary: see summary.h. */
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/units.h"
#include "diskidx/wrap.h"
#include "summary.h"
#include "diskidx/trust.h"

#define DAY 11			/* bytes of a date before the time of day */
#define OPTIONS_COLUMNS 40	/* overlayfs lists every layer there */

/* Add a text with what stands before and behind it, if there is a text. */
static char *
add(char *line, const char *before, const char *text, const char *behind)
{
	return text == NULL ? line :
	       xjoin(line, "", xprintf("%s%s%s", *line != '\0' ? before : "",
				       text, behind));
}

/* Add a fact that is a size. */
static char *
add_size(char *line, const char *before, const struct facts *facts,
	 enum fact_key key, const char *behind)
{
	uint64_t bytes = facts_number(facts, key, UINT64_MAX);
	char text[UNITS_TEXT];

	return bytes == UINT64_MAX ? line :
	       add(line, before, units_format_size(text, bytes), behind);
}

char *
summary_trust(const struct section *section)
{
	struct trust trust;
	char *text;

	if (!trust_of(&trust, section->record, section->target,
		      section->copies))
		return NULL;
	text = xprintf("Trust: %s: %s", trust_name(trust.level), trust.why);
	free(trust.why);
	return text;
}

char *
summary_figures(const struct section *section)
{
	const struct record *record = section->record;
	const struct result *result;
	char *line = xstrdup("");
	size_t at = 0;

	for (size_t i = 0; i < record->n_scores; i++) {
		const struct score *score = &record->score[i];

		if (view_is_score_of(section, score) && score->rows > 0 &&
		    strcmp(score->name, INDEX_DISK) != 0)
			line = xjoin(line, ", ",
				     xprintf("%s %.*f", score->name,
					     units_decimals(score->score, 1),
					     score->score));
	}
	while (view_score(section, INDEX_DISK) == NULL &&
	       (result = view_result(section, &at)) != NULL)
		if (result->has_value)
			line = xjoin(line, ", ", xjoin(
				xstrdup(result->id), " ",
				view_figure(result, result->value, false)));
	return line;
}

char *
summary_machine(const struct record *record)
{
	const struct facts *host = &record->host;
	char *line = add(xstrdup(""), "", facts_get(host, FACT_HOSTNAME), "");

	line = add(line, ", ", facts_get(host, FACT_CPU), "");
	line = add(line, facts_get(host, FACT_CPU) != NULL ? " x " :
		   ", processors: ", facts_get(host, FACT_CPUS), "");
	line = add_size(line, ", ", host, FACT_MEMORY_BYTES, " of memory");
	line = add_size(line, " limited to ", host,
			FACT_MEMORY_LIMIT_BYTES, "");
	line = add(line, ", ", facts_get(host, FACT_OS), "");
	return add(line, ", ", facts_get(host, FACT_MACHINE), "");
}

char *
summary_target(const struct facts *target, bool options)
{
	const char *mount = facts_get(target, FACT_MOUNT_OPTIONS);
	char *fit = wrap_fit(mount != NULL ? mount : "", OPTIONS_COLUMNS);
	char *line = add(xstrdup(""), "", facts_get(target, FACT_DIRECTORY),
			 "");

	line = add(line, ": ", facts_get(target, FACT_FILESYSTEM), "");
	if (options && mount != NULL)
		line = add(line, " (", fit, ")");
	free(fit);
	line = add(line, " on ", facts_get(target, FACT_DEVICE), "");
	line = add_size(line, ", ", target, FACT_FREE_BYTES, "");
	line = facts_get(target, FACT_FREE_BYTES) == NULL ? line :
	       add_size(line, " of ", target, FACT_SIZE_BYTES, " free");
	line = add_size(line, ", work file ", target, FACT_FILE_BYTES, "");
	return add(line, " (", facts_get(target, FACT_WORK_FILES), " a copy)");
}

char *
summary_note(const struct record *record)
{
	const char *note = facts_get(&record->plan, FACT_NOTE);

	return xstrdup(note != NULL ? note : "");
}

char *
summary_section(const struct section *section)
{
	const struct record *record = section->record;
	unsigned copies = section->copies;
	char *line = section->target < record->n_targets ?
		     summary_target(&record->target[section->target], false) :
		     xstrdup("");

	return !view_has_other_copies(record) ? line :
	       xjoin(line, ", ", xprintf("%u cop%s", copies,
					 copies == 1 ? "y" : "ies"));
}

/* Return the number of rounds that were measured. */
static unsigned
rounds_of(const struct record *record)
{
	unsigned rounds = 0;

	for (size_t i = 0; i < record->n_results; i++) {
		const struct result *result = &record->result[i];

		for (size_t j = 0; j < result->n_samples; j++)
			if (result->sample[j].round > rounds)
				rounds = result->sample[j].round;
	}
	return rounds;
}

/* Leave out a number of copies that is the usual, or stands elsewhere. */
char *
summary_run(const struct record *record)
{
	char from[CLOCK_DATE], to[CLOCK_DATE];
	int offset_s = record->utc_offset_s;
	unsigned rounds = rounds_of(record);
	char *line;

	clock_date(from, "%Y-%m-%d %H:%M", record->started_s, offset_s);
	clock_date(to, "%Y-%m-%d %H:%M", record->ended_s, offset_s);
	line = xprintf("%s to %s, %u round%s", from,
		       *to != '\0' && strncmp(from, to, DAY) == 0 ? to + DAY :
		       to, rounds,
		       rounds == 1 ? "" : "s");
	if (record->n_results > 0 && record->result[0].copies > 1 &&
	    !view_has_other_copies(record))
		line = xjoin(line, ", ", xprintf("%u copies",
						 record->result[0].copies));
	line = add(line, ", diskidx ", record->version, "");
	return add(line, ", baseline ", record->baseline, "");
}
