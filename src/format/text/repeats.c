/* The table below the reports of several runs of one thing. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/repeats.h"
#include "diskidx/wrap.h"
#include "format/comparison.h"
#include "text.h"

#define NAME_COLUMNS 23

static void
put_row(FILE *out, const struct record *record, const struct repeated *row,
	bool si)
{
	const struct result *result = row->result;
	double one = result != NULL ? view_value(1, result->unit, si) : 1;
	double value = one * row->value;
	int decimals = view_decimals(value);
	char *name = result != NULL ? view_name(record, result) :
		     xprintf("%s Index Score", row->score->name);
	char interval[48], needed[24] = "over 1000";

	if (strlen(name) > NAME_COLUMNS) {
		wrap_print(out, "", 2, name);
		name[0] = '\0';
	}
	snprintf(interval, sizeof(interval), "%.*f to %.*f", decimals,
		 one * row->ci95.low, decimals, one * row->ci95.high);
	if (row->needed > 0)
		snprintf(needed, sizeof(needed), "%zu", row->needed);
	fprintf(out, "%-*s %9.*f %-5s %22s %6.1f%% %9s\n", NAME_COLUMNS, name,
		decimals, value, result != NULL ? view_unit(result->unit, si) :
		"", interval, row->spread_pct, needed);
	free(name);
}

void
text_repeats(FILE *out, const struct record *records, size_t n, bool si)
{
	struct repeats repeats;
	char from[CLOCK_DATE], to[CLOCK_DATE];
	size_t i;

	repeats_make(&repeats, records, n);
	if (repeats.n > 0) {
		comparison_minute(from, repeats.first);
		comparison_minute(to, repeats.last);
		fprintf(out, TEXT_RULE "\nAll %zu runs, %s to %s\n\n"
			"%-*s %9s %-5s %22s %7s %9s\n", repeats.n_runs, from,
			to, NAME_COLUMNS, "", "value", "", "95 % interval",
			"spread", "runs: 2 %");
	}
	for (i = 0; i < repeats.n; i++)
		put_row(out, records, &repeats.row[i], si);
	if (repeats.n > 0)
		fputs("\nA value is the geometric mean of the runs'. Its "
		      "interval comes from the spread\nof the runs, and so "
		      "holds for further ones. The last column is the number "
		      "of\nruns that makes an interval of 2 % either way.\n\n",
		      out);
	repeats_free(&repeats);
}
