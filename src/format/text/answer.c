/* The answer of the text report: the score, its meaning, and the trust. */
#include <config.h>

#include <stdlib.h>

#include "diskidx/alloc.h"
#include "diskidx/wrap.h"
#include "format/headline.h"
#include "format/position.h"
#include "format/summary.h"
#include "text.h"

#define TWO_LINES (2 * WRAP_COLUMNS - 8)

/* Print the place of each category of disks among known devices. */
static void
put_positions(FILE *out, const struct section *section)
{
	for (size_t i = 0; i < section->record->n_scores; i++) {
		const char *category = section->record->score[i].name;
		char *text = NULL;

		if (view_score(section, category) ==
		    &section->record->score[i] &&
		    index_covers(INDEX_DISK, category))
			text = position_of(section, category);
		if (text != NULL)
			wrap_print(out, "   ", 6, text);
		free(text);
	}
}

void
text_more(FILE *out, const struct section *section)
{
	const struct score *disk = view_score(section, INDEX_DISK);
	char *text;

	if (disk == NULL)
		return;
	if (disk->rows > 1) {
		text = xprintf("%.1f to %.1f with any one of its %zu tests "
			       "left out", disk->leave_one_out.low,
			       disk->leave_one_out.high, disk->rows);
		wrap_print(out, "   ", 6, text);
		free(text);
	}
	put_positions(out, section);
}

void
text_place(FILE *out, const struct section *section)
{
	char *place = view_place(section);

	if (*place != '\0')
		wrap_print(out, "On ", 3, place);
	free(place);
}

bool
text_answer(FILE *out, const struct section *section, bool brief)
{
	char *headline = headline_of(section), *trust = summary_trust(section);
	char *fit = trust != NULL ? wrap_fit(trust, TWO_LINES) : NULL;
	bool any = trust != NULL;

	if (any)
		text_place(out, section);
	if (headline != NULL)
		wrap_print(out, "", 3, headline);
	if (any)
		wrap_print(out, "", 3, brief ? fit : trust);
	free(fit);
	free(trust);
	free(headline);
	return any;
}
