/* The notes below a text report or comparison. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/wrap.h"
#include "text.h"

#define MOST 4			/* in brief, */
#define MOST_COLUMNS (2 * (WRAP_COLUMNS - TEXT_NOTE_INDENT))	/* each */

/* Print notes below their heading, the first of them and cut if in brief, and
 * free all. */
static void
put_notes(FILE *out, struct notes *notes, bool brief)
{
	size_t most = brief && notes->n > MOST ? MOST : notes->n, i;
	char lead[] = "   *  ", *fit;

	fputs("Notes", out);
	if (notes->n > most)
		fprintf(out, " (%zu more with -v)", notes->n - most);
	putc('\n', out);
	for (i = 0; i < most; i++) {
		char *text = notes->list[i].text;

		lead[3] = notes->list[i].mark;
		fit = wrap_fit(text, brief ? MOST_COLUMNS : strlen(text));
		wrap_print(out, lead, TEXT_NOTE_INDENT, fit);
		free(fit);
	}
	notes_free(notes);
}

void
text_notes(FILE *out, struct notes *notes)
{
	put_notes(out, notes, false);
}

void
text_record_notes(FILE *out, const struct record *record,
		  const struct format_options *options)
{
	struct notes notes;

	notes_of_record(&notes, record, options->si, !options->verbose);
	if (notes.n > 0) {
		put_notes(out, &notes, !options->verbose);
		putc('\n', out);
	}
}
