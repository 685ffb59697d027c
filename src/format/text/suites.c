/* The passes of dd, and a closing table with the time of a typical request. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/wrap.h"
#include "text.h"

/* Print the passes of a test, and the mean that scripts around dd compute. */
static void
put_passes(FILE *out, const struct result *result, bool si)
{
	double sum = 0;

	wrap_print(out, "", 3, result->title);
	for (size_t i = 0; i < result->n_samples; i++) {
		text_sample(out, result, i, si);
		sum += sample_value(&result->sample[i], result->unit);
	}
	text_words(out, "   arithmetic mean: ", 6, text_rate(
		result, sum / (double)result->n_samples, si));
	putc('\n', out);
}

void
text_passes(FILE *out, const struct section *group, bool si)
{
	const struct result *result;
	size_t at = 0;

	while ((result = view_result(group, &at)) != NULL)
		if (result->has_value)
			put_passes(out, result, si);
}

static void
add_typical(struct table *table, const struct record *record,
	    const struct result *result)
{
	char text[UNITS_TEXT], marks[VIEW_MARKS];
	struct histogram *h = result_latency(result);
	bool known = result->has_value && h != NULL;

	table_take(table, view_name(record, result));
	if (result->has_value)
		table_print(table, "%.1f", result->value);
	else
		table_add(table, "n/a");
	table_add(table, known ? units_format_time(text, (double)
					histogram_mode(h)) : "-");
	table_mean(table, known ? h : NULL);
	table_add(table, view_marks(marks, result));
	free(h);
}

void
text_typical(FILE *out, const struct section *group)
{
	struct section all = view_all_targets(group);
	const struct result *first, *result;
	size_t at = 0, next;
	struct table table;

	table_begin(&table, "lrrrl", "Summary,IOPS,typical,mean");
	table_add(&table, "");
	while ((first = view_result(&all, &at)) != NULL) {
		if (view_find(&all, first->id) != first)
			continue;
		for (next = 0; (result = view_result(&all, &next)) != NULL;)
			if (strcmp(result->id, first->id) == 0)
				add_typical(&table, group->record, result);
	}
	text_columns(out, &table);
	wrap_print(out, "", 0, "A typical latency is the mode: the densest "
		   "point of the latencies on a logarithmic scale. A few slow "
		   "requests move the mean, but not the mode.");
	putc('\n', out);
}
