/*
 * Tables that the readers of other programs know: reads beside writes, as
 * CrystalDiskMark and YABS print them, in their decimal units; the passes of
 * dd; and a closing table with the time of a typical request.
 */
#include <config.h>

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/wrap.h"
#include "format/sweep.h"
#include "text.h"

#define KILO 1000.0
#define SIDE_BY_SIDE 2		/* block sizes of YABS */
#define SAME_PATTERN "It is the same pattern, not the same program."

/* Return the part of an amount that goes in these directions (bits). */
static double
part_of(const uint64_t amount[OP_COUNT], unsigned directions)
{
	double part = 0, all = 0;

	for (unsigned op = 0; op < OP_COUNT; op++) {
		all += (double)amount[op];
		part += directions & 1u << op ? (double)amount[op] : 0;
	}
	return all > 0 ? part / all : 0;
}

/* Return the value's share of these directions in MB/s. */
static double
mb_per_s(const struct result *result, unsigned directions)
{
	return sweep_iops(result) * result->params.block_bytes / KILO / KILO *
		part_of(result->total.moved, directions);
}

/* Return "SEQ1M Q8T1", and the options of the id. */
static char *
crystal_name(const struct result *result)
{
	char block[UNITS_TEXT];

	return xprintf("%s%s Q%uT%u%s",
		       result->params.sequential_pct == 100 ? "SEQ" : "RND",
		       units_format_block(block, result->params.block_bytes),
		       (unsigned)result->params.depth, result->copies,
		       result->id + sweep_base_length(result->id));
}

/* Return true for two results that differ in their direction alone. */
static bool
is_pair(const struct result *a, const struct result *b)
{
	char *of_a = crystal_name(a), *of_b = crystal_name(b);
	bool same = strcmp(of_a, of_b) == 0;

	free(of_a);
	free(of_b);
	return same && params_reads(&a->params) != params_reads(&b->params) &&
		params_writes(&a->params) != params_writes(&b->params);
}

/* Add the rate of a direction, which one of the two has, or both, or none. */
static void
add_direction(struct table *table, const struct result *a,
	      const struct result *b, enum operation op)
{
	bool (*has)(const struct params *) = op == OP_READ ? params_reads :
					     params_writes;
	const struct result *result = has(&a->params) ? a :
		b != NULL && has(&b->params) ? b : NULL;
	char marks[VIEW_MARKS];

	if (result == NULL || !result->has_value)
		table_add(table, result == NULL ? "-" : "n/a");
	else
		table_print(table, "%.2f%s", mb_per_s(result, 1u << op),
			    view_marks(marks, result));
}

void
text_crystal(FILE *out, const struct section *group)
{
	const struct result *result, *next;
	struct table table;
	size_t at = 0, behind;

	table_begin(&table, "lrr", "CrystalDiskMark pattern,Read [MB/s],"
		    "Write [MB/s]");
	while ((result = view_result(group, &at)) != NULL) {
		table_take(&table, crystal_name(result));
		behind = at;
		next = view_result(group, &behind);
		if (next != NULL && is_pair(result, next))
			at = behind;
		else
			next = NULL;
		add_direction(&table, result, next, OP_READ);
		add_direction(&table, result, next, OP_WRITE);
	}
	text_columns(out, &table);
	wrap_print(out, "", 0, SAME_PATTERN);
	putc('\n', out);
}

/* Add "119.14 MB/s (29.7k)". */
static void
add_speed(struct table *table, const struct result *result,
	  unsigned directions)
{
	double mb = mb_per_s(result, directions);
	double iops = sweep_iops(result) *
		      part_of(result->total.ios, directions);
	bool giga = mb >= KILO, kilo = iops >= KILO;
	char marks[VIEW_MARKS];

	if (!result->has_value)
		table_add(table, "n/a");
	else
		table_print(table, "%.2f %s (%.1f%s)%s", giga ? mb / KILO : mb,
			    giga ? "GB/s" : "MB/s", kilo ? iops / KILO : iops,
			    kilo ? "k" : "", view_marks(marks, result));
}

/* Add "4k (IOPS)", with the options of the id. */
static void
add_block(struct table *table, const struct result *result)
{
	char size[UNITS_TEXT];

	units_format_block(size, result->params.block_bytes);
	for (char *at = size; *at != '\0'; at++)
		*at = (char)tolower((unsigned char)*at);
	table_print(table, "%s%s (IOPS)", size,
		    result->id + sweep_base_length(result->id));
}

/* Print a table of some block sizes, a row a direction and one for both. */
static void
put_blocks(FILE *out, const struct result *const *block, size_t n)
{
	static const struct {
		const char *name;
		unsigned directions;
	} rows[] = {
		{ "Read", 1u << OP_READ }, { "Write", 1u << OP_WRITE },
		{ "Total", OP_BOTH },
	};
	struct table table;

	table_begin(&table, n == 1 ? "lr" : "lrr", "Block Size");
	for (size_t i = 0; i < n; i++)
		add_block(&table, block[i]);
	for (size_t row = 0; row < sizeof(rows) / sizeof(rows[0]); row++) {
		table_add(&table, rows[row].name);
		for (size_t i = 0; i < n; i++)
			add_speed(&table, block[i], rows[row].directions);
	}
	text_columns(out, &table);
	putc('\n', out);
}

void
text_yabs(FILE *out, const struct section *group)
{
	const struct result *block[SIDE_BY_SIDE];
	size_t at = 0, n;

	wrap_print(out, "", 0, "YABS pattern. " SAME_PATTERN);
	do {
		for (n = 0; n < SIDE_BY_SIDE; n++)
			if ((block[n] = view_result(group, &at)) == NULL)
				break;
		if (n > 0)
			put_blocks(out, block, n);
	} while (n == SIDE_BY_SIDE);
}

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
