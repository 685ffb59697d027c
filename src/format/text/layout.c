/* The layouts of suites: their parts, in order. */
#include <config.h>

#include <stdlib.h>

#include "diskidx/wrap.h"
#include "format/sweep.h"
#include "text.h"

/* Print the tables of a group's sweeps. */
static void
put_sweeps(FILE *out, const struct section *group, bool si)
{
	struct sweep sweep = { 0 };
	struct table table;

	while (sweep_next(&sweep, group)) {
		wrap_print(out, sweep_lead(sweep.kind), 0, sweep.title);
		table_of_sweep(&table, &sweep, si, true);
		text_columns(out, &table);
		text_words(out, "", 0, sweep_verdict(&sweep));
		putc('\n', out);
	}
}

/* Print the tables of a group alone that others than the usual ones have. */
static bool
put_special(FILE *out, const struct section *group, bool si)
{
	switch (view_layout(group)) {
	case LAYOUT_UNIXBENCH:
		text_unixbench(out, group);
		return true;
	case LAYOUT_SIZES:
		if (view_is_first_target(group))
			text_sizes(out, group, si);
		return true;
	case LAYOUT_ACCESS:
		put_sweeps(out, group, si);
		return true;
	default:
		return false;
	}
}

static void
put_usual(FILE *out, const struct section *group, bool si)
{
	text_table(out, group, si);
	put_sweeps(out, group, si);
	if (view_layout(group) == LAYOUT_PASSES)
		text_passes(out, group, si);
	if (view_layout(group) == LAYOUT_TYPICAL && view_is_last_target(group))
		text_typical(out, group);
}

void
text_layout(FILE *out, const struct section *group,
	    const struct format_options *options)
{
	enum layout layout = view_layout(group);
	bool shared = layout == LAYOUT_SIZES;

	if (!shared && layout != LAYOUT_UNIXBENCH)
		text_place(out, group);
	if (!put_special(out, group, options->si))
		put_usual(out, group, options->si);
	if (!options->verbose)
		return;
	if (shared)
		text_place(out, group);
	text_details(out, group, options);
}
