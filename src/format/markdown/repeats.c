/* The table below the reports of several runs of one thing. */
#include <config.h>

#include <stdlib.h>

#include "diskidx/alloc.h"
#include "diskidx/repeats.h"
#include "format/comparison.h"
#include "format/view.h"
#include "markdown.h"

static void
put_row(FILE *out, const struct record *record, const struct repeated *row,
	bool si)
{
	const struct result *result = row->result;
	double one = result != NULL ? view_value(1, result->unit, si) : 1;
	int decimals = view_decimals(one * row->value);
	char *name = result != NULL ? view_name(record, result) :
		     xprintf("%s Index Score", row->score->name);

	fputs("| ", out);
	markdown_text(out, name);
	free(name);
	fprintf(out, " | %.*f | %s | %.*f to %.*f | %.1f %% |", decimals,
		one * row->value, result != NULL ?
		view_unit(result->unit, si) : "index", decimals,
		one * row->ci95.low, decimals, one * row->ci95.high,
		row->spread_pct);
	if (row->needed > 0)
		fprintf(out, " %zu |\n", row->needed);
	else
		fputs(" over 1000 |\n", out);
}

void
markdown_repeats(FILE *out, const struct record *records, size_t n, bool si)
{
	struct repeats repeats;
	char from[CLOCK_DATE], to[CLOCK_DATE];
	size_t i;

	repeats_make(&repeats, records, n);
	if (repeats.n > 0) {
		comparison_minute(from, repeats.first);
		comparison_minute(to, repeats.last);
		fprintf(out, "\n**All %zu runs**: %s to %s\n\n"
			"| Test | Value | Unit | 95 %% interval | Spread of "
			"the runs | Runs for %d %% |\n"
			"|:---|---:|:---|---:|---:|---:|\n", repeats.n_runs,
			from, to, REPEATS_GOAL_PCT);
	}
	for (i = 0; i < repeats.n; i++)
		put_row(out, records, &repeats.row[i], si);
	repeats_free(&repeats);
}
