/*
 * The closing table of tests by many requests: the rate of each directory, and
 * the time of a typical request.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/units.h"
#include "diskidx/wrap.h"
#include "text.h"

#define NAME_COLUMNS 40
#define RATE_COLUMNS 12
#define TIME_COLUMNS 9

static void
put_time(FILE *out, bool known, double ns)
{
	char text[UNITS_TEXT];

	fprintf(out, " %*s", TIME_COLUMNS, known ?
		units_format_time(text, ns) : "-");
}

/* Print the test on one directory. */
static void
put_row(FILE *out, const struct section *group, const struct result *result)
{
	const char *directory = view_target_fact(group->record,
						 result->target, "directory");
	struct histogram *h = result_latency(result);
	bool known = result->has_value && h != NULL && h->count > 0;
	char *name = wrap_fit(directory != NULL ? directory : "?",
			      NAME_COLUMNS - 3);
	char marks[VIEW_MARKS];

	fprintf(out, "   %-*s", NAME_COLUMNS - 3, name);
	free(name);
	if (result->has_value)
		fprintf(out, " %*.1f", RATE_COLUMNS, result->value);
	else
		fprintf(out, " %*s", RATE_COLUMNS, "n/a");
	put_time(out, known, known ? (double)histogram_mode(h) : 0);
	put_time(out, known, known ? histogram_mean(h) : 0);
	free(h);
	fprintf(out, "%s\n", view_marks(marks, result));
}

static void
put_test(FILE *out, const struct section *all, const struct result *first)
{
	const struct result *result;
	size_t at = 0;

	wrap_print(out, "", 3, first->title);
	while ((result = view_result(all, &at)) != NULL)
		if (strcmp(result->id, first->id) == 0)
			put_row(out, all, result);
}

void
text_typical(FILE *out, const struct section *group)
{
	struct section all = view_all_targets(group);
	const struct result *result;
	size_t at = 0;

	result = view_result(group, &at);
	fprintf(out, "%-*s %*s %*s %*s\n", NAME_COLUMNS, "Summary",
		RATE_COLUMNS, unit_name(result->unit), TIME_COLUMNS, "typical",
		TIME_COLUMNS, "mean");
	at = 0;
	while ((result = view_result(&all, &at)) != NULL)
		if (view_find(&all, result->id) == result)
			put_test(out, &all, result);
	wrap_print(out, "", 0, "A typical latency is the mode: the densest "
		   "point of the latencies on a logarithmic scale. A few slow "
		   "requests move the mean, but not the mode.");
	putc('\n', out);
}
