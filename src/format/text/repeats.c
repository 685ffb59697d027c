/* The table below the reports of several runs of one thing. */
#include <config.h>

#include <stdlib.h>

#include "text.h"

void
text_repeats(FILE *out, const struct record *records, size_t n, bool si)
{
	struct table table;
	char *title = table_of_repeats(&table, records, n, si);

	if (title == NULL)
		return;
	fprintf(out, TEXT_RULE "\n%s\n\n", title);
	text_columns(out, &table);
	fputs("\nA value is the geometric mean of the runs'. Its interval "
	      "comes from the spread\nof the runs, and so holds for further "
	      "ones. The last column is the number of\nruns that makes an "
	      "interval of 2 % either way.\n\n", out);
	free(title);
}
