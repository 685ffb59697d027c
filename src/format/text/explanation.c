/* The explanation of latencies in the verbose text report. */
#include <config.h>

#include <stdlib.h>

#include "diskidx/alloc.h"
#include "diskidx/wrap.h"
#include "text.h"

#define WAIT "so it includes any wait before the submission"

/* The kinds of rows that need an explanation. */
struct kinds {
	bool closed, open, flushed, synced, small;
};

static void
note_kind(struct kinds *kinds, const struct result *result)
{
	const struct params *params = &result->params;

	if (params->rate_iops > 0)
		kinds->open = true;
	else
		kinds->closed = true;
	if (params_is_metadata(params))
		kinds->small = true;
	else if (params->sync == SYNC_FDATASYNC || params->sync == SYNC_DSYNC)
		kinds->synced = true;
	else if (params->sync == SYNC_NONE && params_writes(params) &&
		 !params_is_cache_test(params))
		kinds->flushed = true;
}

static void
put_kinds(FILE *out, const struct kinds *kinds)
{
	char *text = xprintf("Latency is from %s.%s", kinds->closed ?
			     "just before a request is submitted to just "
			     "after it is done" :
			     "when a request was due to just after it was "
			     "done, " WAIT, kinds->flushed ?
			     " A write is done when the page cache, or with "
			     "direct I/O the disk, has it; the flush at the "
			     "end counts in the rate only." : "");

	wrap_print(out, "", 0, text);
	free(text);
	if (kinds->synced)
		wrap_print(out, "", 0, "The latency of a synced write "
			   "includes the sync.");
	if (kinds->small)
		wrap_print(out, "", 0, "A request on small files is all work "
			   "on one of them, including its fsync if there is "
			   "one. Without fsync the work is done in memory and "
			   "reaches the disk later.");
	if (kinds->open && kinds->closed)
		wrap_print(out, "", 0, "At a given rate, latency is from when "
			   "a request was due, " WAIT ".");
}

void
text_explanation(FILE *out, const struct section *section)
{
	const struct result *result;
	struct kinds kinds = { false, false, false, false, false };
	size_t at = 0;

	while ((result = view_result(section, &at)) != NULL)
		if (result->has_value)
			note_kind(&kinds, result);
	if (!kinds.closed && !kinds.open)
		return;
	put_kinds(out, &kinds);
	putc('\n', out);
}
