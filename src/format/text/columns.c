/* Paragraphs and notes in text, and tables: columns as wide as what stands in
 * them. */
#include <config.h>

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/wrap.h"
#include "text.h"

#define GAP 2			/* blanks between columns */
#define MOST 32			/* columns of a table */
#define LEAST 6			/* columns of a text that is cut */
#define MOST_NOTES 4			/* in brief, */
#define NOTE_COLUMNS (2 * (WRAP_COLUMNS - TEXT_NOTE_INDENT))	/* each */

void
text_words(FILE *out, const char *lead, unsigned indent, char *words)
{
	if (words != NULL && *words != '\0')
		wrap_print(out, lead, indent, words);
	free(words);
}

/* Replace each cell by what a terminal can print. */
static void
clean(struct table *table)
{
	for (size_t i = 0; i < table->n; i++) {
		char *cell = table->cell[i];

		table->cell[i] = wrap_fit(cell, strlen(cell));
		free(cell);
	}
}

/* Return the widest column of texts but the first, or 0. */
static size_t
widest_text(const struct table *table, const int width[MOST])
{
	size_t widest = 0;

	for (size_t i = 1; table->align[i] != '\0'; i++)
		if (table->align[i] == 'l' &&
		    (widest == 0 || width[i] > width[widest]))
			widest = i;
	return widest;
}

/* Find the widths. The first column gets what the others leave, at most, and
 * these are narrowed if they leave nothing. */
static void
measure(const struct table *table, int width[MOST])
{
	size_t columns = table_columns(table);
	int room = WRAP_COLUMNS;

	memset(width, 0, MOST * sizeof(*width));
	for (size_t i = 0; i < table->n; i++) {
		int length = (int)strlen(table->cell[i]);

		if (length > width[i % columns])
			width[i % columns] = length;
	}
	for (size_t i = 1; i < columns; i++)
		room -= GAP + width[i];
	if (width[0] > room)
		width[0] = room > 0 ? room : 0;
	for (; room < 0; room++) {
		size_t widest = widest_text(table, width);

		if (width[widest] <= LEAST)
			break;
		width[widest]--;
	}
}

/* Print a long name; a path stays in one piece, however long, and a note comes
 * behind it. */
static void
put_name(FILE *out, const char *name)
{
	size_t path = strcspn(name, " ");

	if (path > WRAP_COLUMNS) {
		fprintf(out, "%.*s\n", (int)path, name);
		name += path + strspn(name + path, " ");
		if (*name != '\0')
			wrap_print(out, "  ", 2, name);
	} else {
		wrap_print(out, "", 2, name);
	}
}

/* Print a row, without blanks at its end, or again a long name above it. */
static void
put_row(FILE *out, const struct table *table, char *const *cell,
	const int width[MOST])
{
	size_t columns = table_columns(table);
	bool is_long = strlen(cell[0]) > (size_t)width[0];
	int blanks = 0;

	if (is_long && (cell == table->cell ||
			strcmp(cell[0], cell[-(ptrdiff_t)columns]) != 0))
		put_name(out, cell[0]);
	for (size_t i = 0; table->align[i] != '\0'; i++) {
		char *text = wrap_fit(i == 0 && is_long ? "" : cell[i],
				      (size_t)width[i]);
		int left = width[i] - (int)strlen(text);
		bool at_right = table->align[i] == 'r';

		blanks += at_right ? left : 0;
		if (text[0] != '\0') {
			fprintf(out, "%*s%s", blanks, "", text);
			blanks = 0;
		}
		blanks += GAP + (at_right ? 0 : left);
		free(text);
	}
	putc('\n', out);
}

void
text_columns(FILE *out, struct table *table)
{
	size_t columns = table_columns(table);
	int width[MOST];

	clean(table);
	measure(table, width);
	for (size_t i = 0; i < table->n; i += columns)
		put_row(out, table, &table->cell[i], width);
	table_free(table);
}

/* Print notes below their heading, the first of them and cut if in brief, and
 * free all. */
static void
put_notes(FILE *out, struct notes *notes, bool brief)
{
	size_t most = brief && notes->n > MOST_NOTES ? MOST_NOTES : notes->n, i;
	char lead[] = "   *  ", *fit;
	bool is_cut = false;

	for (i = 0; i < most && brief; i++)
		is_cut |= strlen(notes->list[i].text) > NOTE_COLUMNS;
	fputs("Notes", out);
	if (notes->n > most)
		fprintf(out, " (%zu more with -v)", notes->n - most);
	else if (is_cut)
		fputs(" (in full with -v)", out);
	putc('\n', out);
	for (i = 0; i < most; i++) {
		char *text = notes->list[i].text;

		lead[3] = notes->list[i].mark;
		fit = wrap_fit(text, brief ? NOTE_COLUMNS : strlen(text));
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
