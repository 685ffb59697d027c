/* The table below the reports of several runs of one thing. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/wrap.h"
#include "format/table.h"
#include "text.h"

#define NAME_COLUMNS 23
#define COLUMNS 6

/* Print a row of cells; a name that is too long gets a line of its own. */
static void
put_row(FILE *out, char *const *cell)
{
	const char *name = cell[0];

	if (strlen(name) > NAME_COLUMNS) {
		wrap_print(out, "", 2, name);
		name = "";
	}
	fprintf(out, "%-*s %9s %-5s %22s %7s %9s\n", NAME_COLUMNS, name,
		cell[1], cell[2], cell[3], cell[4], cell[5]);
}

void
text_repeats(FILE *out, const struct record *records, size_t n, bool si)
{
	static char *heads[COLUMNS] = {
		"", "value", "", "95 % interval", "spread", "runs: 2 %"
	};
	struct table table;
	char *title = table_of_repeats(&table, records, n, si);

	if (title == NULL)
		return;
	fprintf(out, TEXT_RULE "\n%s\n\n", title);
	put_row(out, heads);
	for (size_t i = COLUMNS; i < table.n; i += COLUMNS)
		put_row(out, &table.cell[i]);
	fputs("\nA value is the geometric mean of the runs'. Its interval "
	      "comes from the spread\nof the runs, and so holds for further "
	      "ones. The last column is the number of\nruns that makes an "
	      "interval of 2 % either way.\n\n", out);
	table_free(&table);
	free(title);
}
