/* The answer of the text report: the score, its meaning, and the trust. */
#include <config.h>

#include <stdlib.h>

#include "diskidx/alloc.h"
#include "diskidx/wrap.h"
#include "format/headline.h"
#include "format/position.h"
#include "format/summary.h"
#include "text.h"

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

/* Print what a single test can do to the score, and what the score is near. */
static void
put_more(FILE *out, const struct section *section)
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

void
text_answer(FILE *out, const struct section *section, bool verbose)
{
	char *headline = headline_of(section), *trust = summary_trust(section);

	if (trust != NULL)
		text_place(out, section);
	if (headline != NULL)
		wrap_print(out, "", 3, headline);
	if (trust != NULL)
		wrap_print(out, "", 3, trust);
	if (verbose)
		put_more(out, section);
	if (trust != NULL)
		putc('\n', out);
	free(trust);
	free(headline);
}
