/* A table in text: columns as wide as what stands in them. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/wrap.h"
#include "text.h"

#define GAP 2			/* blanks between columns */
#define MOST 32			/* columns of a table */

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

/* Find the widths; the first column gets what the others leave, at most. */
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
}

/* Print a row, without blanks at its end. */
static void
put_row(FILE *out, const struct table *table, char *const *cell,
	const int width[MOST])
{
	bool is_long = strlen(cell[0]) > (size_t)width[0];
	int blanks = 0;

	if (is_long)
		wrap_print(out, "", 2, cell[0]);
	for (size_t i = 0; table->align[i] != '\0'; i++) {
		const char *text = i == 0 && is_long ? "" : cell[i];
		int left = width[i] - (int)strlen(text);
		bool at_right = table->align[i] == 'r';

		blanks += at_right ? left : 0;
		if (text[0] != '\0') {
			fprintf(out, "%*s%s", blanks, "", text);
			blanks = 0;
		}
		blanks += GAP + (at_right ? 0 : left);
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
