/* The head of the text report: the score, its meaning and the trust in it; the
 * machine, the targets, and the run. */
#include <config.h>

#include <stdlib.h>

#include "diskidx/alloc.h"
#include "diskidx/units.h"
#include "diskidx/wrap.h"
#include "format/summary.h"
#include "text.h"

#define TWO_LINES (2 * WRAP_COLUMNS - 8)

/* Print the place of each category of disks among known devices. */
static void
put_positions(FILE *out, const struct section *section)
{
	for (size_t i = 0; i < section->record->n_scores; i++) {
		const struct score *score = &section->record->score[i];

		if (view_is_score_of(section, score) &&
		    index_covers(INDEX_DISK, score->name))
			text_words(out, "   ", 6,
				   position_of(section, score->name));
	}
}

void
text_more(FILE *out, const struct section *section)
{
	const struct score *disk = view_score(section, INDEX_DISK);
	int decimals;

	if (disk == NULL)
		return;
	decimals = units_decimals(disk->leave_one_out.low, 1);
	if (disk->rows > 1)
		text_words(out, "   ", 6, xprintf(
			"%.*f to %.*f with any one of its %zu tests left out",
			decimals, disk->leave_one_out.low, decimals,
			disk->leave_one_out.high, disk->rows));
	put_positions(out, section);
}

void
text_place(FILE *out, const struct section *section)
{
	text_words(out, "On ", 3, view_place(section));
}

/* Cut a text on the heap. */
static char *
cut(char *text, size_t columns)
{
	char *fit = wrap_fit(text, columns);

	free(text);
	return fit;
}

bool
text_answer(FILE *out, const struct section *section, bool brief)
{
	char *trust = summary_trust(section);
	bool any = trust != NULL;

	if (any)
		text_place(out, section);
	text_words(out, "", 3, headline_of(section));
	if (any)
		text_words(out, "", 3, brief ? cut(trust, TWO_LINES) : trust);
	return any;
}

/* Print a line and free it: wrapped, or cut to one line. */
static void
put_line(FILE *out, const char *lead, char *line, bool brief)
{
	text_words(out, lead, TEXT_INDENT, brief ?
		   cut(line, WRAP_COLUMNS - TEXT_INDENT) : line);
}

/* Print the details of the machine, or of a target. */
static void
put_details(FILE *out, const struct facts *facts, bool of_host)
{
	char *line = xstrdup(""), text[UNITS_TEXT];

	for (int i = 0; i < FACT_KEYS; i++) {
		const struct fact_entry *entry = &fact_entry[i];
		enum fact_key key = (enum fact_key)i;
		const char *value = facts_readable(text, key,
						   facts_get(facts, key));

		if (value != NULL && entry->label != NULL &&
		    (entry->owner == OWNER_HOST) == of_host)
			line = xjoin(line, "; ", xprintf("%s: %s", entry->label,
							 value));
	}
	put_line(out, "Details:  ", line, false);
}

void
text_target(FILE *out, const struct facts *target, bool verbose)
{
	put_line(out, "Target:   ", summary_target(target, verbose), false);
	if (verbose)
		put_details(out, target, false);
}

void
text_head(FILE *out, const struct record *record, bool verbose)
{
	put_line(out, "Machine:  ", summary_machine(record), !verbose);
	if (verbose)
		put_details(out, &record->host, true);
	for (size_t i = 0; i < record->n_targets; i++)
		text_target(out, &record->target[i], verbose);
	put_line(out, "Run:      ", summary_run(record), false);
	put_line(out, "Note:     ", summary_note(record), false);
	putc('\n', out);
}

void
text_brief(FILE *out, const struct record *record)
{
	struct section section;
	size_t at = 0;

	while (view_section(&section, record, false, &at)) {
		text_answer(out, &section, true);
		put_line(out, "Figures:  ", summary_figures(&section), false);
	}
	put_line(out, "Machine:  ", summary_machine(record), true);
	for (size_t i = 0; i < record->n_targets; i++)
		put_line(out, "Target:   ", summary_target(&record->target[i],
							   false), true);
	put_line(out, "Run:      ", summary_run(record), true);
	put_line(out, "Note:     ", summary_note(record), true);
}
