/*
 * Shell: lines NAME='value' for eval in any shell of POSIX. Each name begins
 * with DISKIDX_, and with DISKIDX_2_ and so on from the second target, number
 * of copies, or comparison on. What is not known is empty, so that no value of
 * an earlier eval stays.
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/format.h"
#include "diskidx/utf8.h"
#include "diskidx/compared.h"
#include "diskidx/trust.h"
#include "diskidx/view.h"

#define UPPER "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define LOWER "abcdefghijklmnopqrstuvwxyz"
#define DIGITS "0123456789"

/* The beginning that the names of some lines share. */
struct group {
	FILE *out;
	size_t number;		/* from 1 on */
	const char *kind;	/* "TEST_", or "" */
	const char *id;		/* of a test or a score, or "" */
};

/* Put an id as a part of a name: letters in capitals, digits, and _. */
static void
put_id(FILE *out, const char *id)
{
	const char *at;

	for (; *id != '\0'; id++) {
		at = strchr(LOWER, *id);
		putc(at != NULL ? UPPER[at - LOWER] :
		     strchr(UPPER DIGITS, *id) != NULL ? *id : '_', out);
	}
}

/* Put a line. A quote in the value ends it for a moment. */
static void
put(const struct group *group, const char *name, const char *value)
{
	char *plain, *at;

	fputs("DISKIDX_", group->out);
	if (group->number > 1)
		fprintf(group->out, "%zu_", group->number);
	fputs(group->kind, group->out);
	put_id(group->out, group->id);
	fprintf(group->out, "%s='", name);
	plain = utf8_clean(xstrdup(value != NULL ? value : ""));
	for (at = plain; *at != '\0'; at++)
		if (*at == '\'')
			fputs("'\\''", group->out);
		else
			putc(*at, group->out);
	fputs("'\n", group->out);
	free(plain);
}

static void
put_number(const struct group *group, const char *name, bool known,
	   double value)
{
	char text[32];

	snprintf(text, sizeof(text), "%.10g", value);
	put(group, name, known && isfinite(value) ? text : NULL);
}

static void
put_percentile(const struct group *group, const char *name,
	       const struct histogram *h, double percent)
{
	bool known = h != NULL && histogram_supports(h, percent);

	put_number(group, name, known, known ? (double)
		   histogram_percentile(h, percent) : 0);
}

static void
put_test(struct group group, const struct result *result)
{
	struct histogram *h = result_latency(result);
	char *flags = view_flags(result->flags);

	group.kind = "TEST_";
	group.id = result->id;
	put_number(&group, "_VALUE", result->has_value, result->value);
	put(&group, "_UNIT", unit_name(result->unit));
	put_number(&group, "_LOW", result->has_interval, result->ci95.low);
	put_number(&group, "_HIGH", result->has_interval, result->ci95.high);
	put_number(&group, "_INDEX", result->has_baseline && result->has_value,
		   result->index);
	put_percentile(&group, "_P50_NS", h, 50);
	put_percentile(&group, "_P99_NS", h, 99);
	put(&group, "_FLAGS", flags);
	put(&group, "_MISSING", view_na_reason(result));
	free(flags);
	free(h);
}

/* Put a score, or that of the disk, which may be missing. */
static void
put_score(struct group group, const char *id, const struct score *score)
{
	static const struct score none = { .rows = 0 };

	group.kind = *id != '\0' ? "SCORE_" : "SCORE";
	group.id = id;
	score = score != NULL ? score : &none;
	put_number(&group, "", score->rows > 0, score->score);
	put_number(&group, "_LOW", score->has_interval, score->ci95.low);
	put_number(&group, "_HIGH", score->has_interval, score->ci95.high);
}

static void
put_section(struct group group, const struct section *section)
{
	const struct record *record = section->record;
	const struct result *result;
	struct trust trust = { TRUST_NONE, NULL };
	bool judged = trust_of(&trust, record, section->target,
			       section->copies);
	size_t at = 0;

	put_score(group, "", view_score(section, INDEX_DISK));
	put(&group, "TRUST", judged ? trust_name(trust.level) : NULL);
	put(&group, "TRUST_WHY", trust.why);
	free(trust.why);
	put(&group, "DIRECTORY", view_target_fact(record, section->target,
						  FACT_DIRECTORY));
	put_number(&group, "COPIES", true, section->copies);
	for (size_t i = 0; i < record->n_scores; i++)
		if (record->score[i].target == section->target &&
		    record->score[i].copies == section->copies &&
		    strcmp(record->score[i].name, INDEX_DISK) != 0)
			put_score(group, record->score[i].name,
				  &record->score[i]);
	while ((result = view_result(section, &at)) != NULL)
		put_test(group, result);
}

/* Render the last record, whose names those of others would be. */
static void
render(const struct record *records, size_t n,
       const struct format_options *options, FILE *stream)
{
	const struct record *record = &records[n - 1];
	struct group group = { stream, 1, "", "" };
	struct section section;
	char time[VIEW_TIME];
	size_t at = 0;

	(void)options;
	put(&group, "VERSION", record->version);
	put(&group, "TIME", view_time(time, record->started_s,
				      record->utc_offset_s));
	put(&group, "BASELINE", record->baseline);
	put_number(&group, "INTERRUPTED", true, record->interrupted);
	for (; view_section(&section, record, false, &at); group.number++)
		put_section(group, &section);
}

static void
put_compared(struct group group, const struct compared *row)
{
	char percent[32] = "";
	char *id;

	if (row->percent > 0)
		snprintf(percent, sizeof(percent), "_p%g", row->percent);
	id = xprintf("%s%s", row->id, percent);
	group.kind = row->rows > 0 ? "SCORE_" : "TEST_";
	group.id = id;
	put_number(&group, "_RATIO", row->has_ratio, row->ratio);
	put_number(&group, "_LOW", row->has_interval, row->ci95.low);
	put_number(&group, "_HIGH", row->has_interval, row->ci95.high);
	put(&group, "_VERDICT", verdict_name(row->verdict));
	free(id);
}

static void
compare(const struct comparison *comparisons, size_t n,
	const struct format_options *options, FILE *stream)
{
	struct group group = { stream, 1, "", "" };
	const struct compared *row;

	(void)options;
	for (; group.number <= n; group.number++) {
		const struct comparison *c = &comparisons[group.number - 1];

		put(&group, "OLD", c->side[OLD].name);
		put(&group, "NEW", c->side[NEW].name);
		put(&group, "CONCLUSION", c->conclusion);
		for (size_t i = 0; (row = comparison_row(c, i)) != NULL; i++)
			put_compared(group, row);
	}
}

const struct format format_shell = {
	.name = "shell",
	.summary = "lines NAME='value', for eval in a shell",
	.render = render,
	.compare = compare,
};
