/* The notes below a text report or comparison. */
#include <config.h>

#include "diskidx/wrap.h"
#include "text.h"

void
text_notes(FILE *out, struct notes *notes)
{
	char lead[] = "   *  ";
	size_t i;

	fputs("Notes\n", out);
	for (i = 0; i < notes->n; i++) {
		lead[3] = notes->list[i].mark;
		wrap_print(out, lead, TEXT_NOTE_INDENT, notes->list[i].text);
	}
	notes_free(notes);
}

void
text_record_notes(FILE *out, const struct record *record, bool si)
{
	struct notes notes;

	notes_of_record(&notes, record, si);
	text_notes(out, &notes);
	putc('\n', out);
}
