/* The sweep tables of the text report. */
#include <config.h>

#include <stdlib.h>

#include "diskidx/wrap.h"
#include "format/sweep.h"
#include "text.h"

static const struct {
	unsigned first, last;	/* the columns below */
	const char *heading;	/* the common heading */
} kinds[SWEEP_KINDS] = {
	[SWEEP_SHAPE] = { 5, 6, "access time" },
	[SWEEP_RATE] = { 3, 6, "latency from when it was due" },
	[SWEEP_ACCESS] = { 5, 6, "CPU load, %" },
};

static int
columns_width(enum sweep_kind kind, unsigned from, unsigned to)
{
	int width = -1;

	for (; from < to; from++)
		width += sweep_width(kind, from) + 1;
	return width;
}

static void
put_header(FILE *out, enum sweep_kind kind, bool si)
{
	unsigned first = kinds[kind].first, last = kinds[kind].last, i;

	fprintf(out, "%*s %*s\n", columns_width(kind, 0, first), "",
		columns_width(kind, first, last + 1), kinds[kind].heading);
	for (i = 0; i < sweep_columns(kind); i++)
		fprintf(out, "%s%*s", i > 0 ? " " : "", sweep_width(kind, i),
			sweep_column(kind, i, si));
	putc('\n', out);
}

static void
put_row(FILE *out, enum sweep_kind kind, const struct result *result, bool si)
{
	char marks[VIEW_MARKS];
	char cell[SWEEP_COLUMNS][UNITS_TEXT];
	unsigned i;

	sweep_cells(cell, kind, result, si);
	for (i = 0; i < sweep_columns(kind); i++)
		fprintf(out, "%s%*s", i > 0 ? " " : "", sweep_width(kind, i),
			cell[i]);
	fprintf(out, "%s\n", view_marks(marks, result));
}

static void
put_sweep(FILE *out, const struct sweep *sweep, bool si)
{
	char *verdict;
	size_t i;

	wrap_print(out, sweep_lead(sweep->kind), 0, sweep->title);
	put_header(out, sweep->kind, si);
	for (i = 0; i < sweep->n; i++)
		put_row(out, sweep->kind, sweep->row[i], si);
	if (sweep->kind == SWEEP_RATE) {
		verdict = sweep_verdict(sweep);
		wrap_print(out, "", 0, verdict);
		free(verdict);
	}
	putc('\n', out);
}

void
text_sweeps(FILE *out, const struct section *section,
	    const struct format_options *options)
{
	struct sweep sweep = { 0 };

	while (sweep_next(&sweep, section))
		put_sweep(out, &sweep, options->si);
}
