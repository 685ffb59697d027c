/*
 * UnixBench: the File Copy rows alone, laid out as in UnixBench's reports, for
 * programs that read those. The title is our own; the notes follow below.
 */
#include <config.h>

#include "diskidx/wrap.h"
#include "format/text/text.h"

static void
put_record(FILE *out, const struct record *record,
	   const struct format_options *options)
{
	struct section section;
	bool any = false;
	size_t at = 0;

	text_unixbench_head(out, record);
	while (view_section(&section, record, false, &at))
		any |= text_unixbench(out, &section);
	if (!any)
		wrap_print(out, "", 0, "No File Copy test is in this record.");
	else
		text_record_notes(out, record, options);
}

static void
render(const struct record *records, size_t n,
       const struct format_options *options, FILE *stream)
{
	size_t i;

	for (i = 0; i < n; i++)
		put_record(stream, &records[i], options);
}

const struct format format_unixbench = {
	.name = "unixbench",
	.summary = "the File Copy rows as UnixBench reports them",
	.render = render,
	.compare = text_compare,
	.rank = text_rank,
};
