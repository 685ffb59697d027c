/* The layouts of suites: their parts, in order. */
#include <config.h>

#include "diskidx/wrap.h"
#include "text.h"

static void
put_usual(FILE *out, const struct section *group,
	  const struct format_options *options)
{
	text_table(out, group, options->si);
	text_sweeps(out, group, options);
}

/* Print UnixBench's report alone, since its readers expect nothing else. */
static void
put_unixbench(FILE *out, const struct section *group,
	      const struct format_options *options)
{
	(void)options;
	text_unixbench(out, group);
}

static void
put_passes(FILE *out, const struct section *group,
	   const struct format_options *options)
{
	put_usual(out, group, options);
	text_passes(out, group);
}

static void
put_sizes(FILE *out, const struct section *group,
	  const struct format_options *options)
{
	text_sizes(out, group, options->si);
}

static void
put_access(FILE *out, const struct section *group,
	   const struct format_options *options)
{
	text_sweeps(out, group, options);
	if (!options->verbose)
		return;
	wrap_print(out, "", 0, "CPU load of the process in per cent of one "
		   "processor, of the system in per cent of all. Each table "
		   "is of the same pattern, not the same program.");
	putc('\n', out);
}

static void
put_typical(FILE *out, const struct section *group,
	    const struct format_options *options)
{
	put_usual(out, group, options);
	if (view_is_last_target(group))
		text_typical(out, group);
}

static void (*const layouts[])(FILE *, const struct section *,
			       const struct format_options *) = {
	[LAYOUT_INDEX] = put_usual,
	[LAYOUT_UNIXBENCH] = put_unixbench,
	[LAYOUT_PASSES] = put_passes,
	[LAYOUT_SIZES] = put_sizes,
	[LAYOUT_ACCESS] = put_access,
	[LAYOUT_TYPICAL] = put_typical,
};

void
text_layout(FILE *out, const struct section *group,
	    const struct format_options *options)
{
	enum layout layout = view_layout(group);
	bool shared = layout == LAYOUT_SIZES;

	if (!shared && layout != LAYOUT_UNIXBENCH)
		text_place(out, group);
	if (!shared || view_is_first_target(group))
		layouts[layout](out, group, options);
	if (!options->verbose)
		return;
	if (shared)
		text_place(out, group);
	text_explanation(out, group);
	text_details(out, group, options);
}
