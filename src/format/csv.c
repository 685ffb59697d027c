/*
 * CSV for spreadsheets: one line per result and per score, or per compared
 * test and score. Quoted as in RFC 4180, with lines that end in "\n" and no
 * other control characters. Columns and their order are a promise; new ones
 * come at the end.
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

#define HEADER \
	"time,version,baseline,target,copies,id,title,category,value,unit," \
	"ci95_low,ci95_high,cv,mean_ns,p50_ns,p99_ns,p99_9_ns," \
	"baseline_value,index,scored,flags,missing,p50_low_ns,p50_high_ns," \
	"p99_low_ns,p99_high_ns,p99_9_low_ns,p99_9_high_ns,trust\n"

static const double percents[] = { 50, 99, 99.9 };

#define PERCENTS (sizeof(percents) / sizeof(percents[0]))

#define COMPARE_HEADER \
	"old_name,new_name,target,copies,id,title,category,unit,old,new," \
	"n_old,n_new,ratio,ci95_low,ci95_high,verdict,why,rows,new_target," \
	"scope\n"

/* Put a text of plain characters, which a spreadsheet must not take for a
 * formula: an apostrophe before it makes it a text there. */
static void
put_text(FILE *out, const char *text)
{
	char *plain, *at;
	bool quoted;

	if (text == NULL)
		return;
	plain = utf8_clean(xstrdup(text));
	quoted = strpbrk(plain, "\",") != NULL;
	if (quoted)
		putc('"', out);
	if (plain[0] != '\0' && strchr("=+-@", plain[0]) != NULL)
		putc('\'', out);
	for (at = plain; *at != '\0'; at++) {
		if (*at == '"')
			putc('"', out);
		putc(*at, out);
	}
	if (quoted)
		putc('"', out);
	free(plain);
}

static void
put_field(FILE *out, const char *text)
{
	putc(',', out);
	put_text(out, text);
}

/* Put the id and the title of a score, and its empty category. */
static void
put_score_name(FILE *out, const char *name)
{
	char *id = xprintf("score:%s", name);
	char *title = xprintf("%s Index Score", name);

	put_field(out, id);
	put_field(out, title);
	putc(',', out);
	free(title);
	free(id);
}

static void
put_number(FILE *out, bool known, double value)
{
	putc(',', out);
	if (known && isfinite(value))
		fprintf(out, "%.10g", value);
}

static void
put_head(FILE *out, const struct record *record, unsigned target,
	 unsigned copies)
{
	char time[VIEW_TIME];

	put_text(out, view_time(time, record->started_s,
				record->utc_offset_s));
	put_field(out, record->version);
	put_field(out, record->baseline);
	put_field(out, view_target_fact(record, target, FACT_DIRECTORY));
	fprintf(out, ",%u", copies);
}

static void
put_latency(FILE *out, const struct result *result)
{
	struct histogram *h = result_latency(result);

	put_number(out, h != NULL, h != NULL ? histogram_mean(h) : 0);
	for (size_t i = 0; i < PERCENTS; i++) {
		bool known = h != NULL && histogram_supports(h, percents[i]);

		put_number(out, known, known ? (double)
			   histogram_percentile(h, percents[i]) : 0);
	}
	free(h);
}

static void
put_intervals(FILE *out, const struct result *result)
{
	struct histogram *h = result_latency(result);

	for (size_t i = 0; i < PERCENTS; i++) {
		struct interval ci95 = { 0, 0 };
		bool known = h != NULL && histogram_supports(h, percents[i]) &&
			result_percentile_interval(result, LAT, OP_BOTH,
						   percents[i], &ci95);

		put_number(out, known, ci95.low);
		put_number(out, known, ci95.high);
	}
	free(h);
}

static void
put_result(FILE *out, const struct record *record, const struct result *result)
{
	char *flags = view_flags(result->flags);

	put_head(out, record, result->target, result->copies);
	put_field(out, result->id);
	put_field(out, result->title);
	put_field(out, result->category);
	put_number(out, result->has_value, result->value);
	put_field(out, unit_name(result->unit));
	put_number(out, result->has_interval, result->ci95.low);
	put_number(out, result->has_interval, result->ci95.high);
	put_number(out, result->has_value, result->cv);
	put_latency(out, result);
	put_number(out, result->has_baseline, result->baseline);
	put_number(out, result->has_baseline && result->has_value,
		   result->index);
	put_field(out, result->scored ? "1" : "0");
	put_field(out, flags);
	free(flags);
	put_field(out, view_na_reason(result));
	put_intervals(out, result);
	putc(',', out);		/* trust */
	putc('\n', out);
}

/* Put the trust in the score over the disk rows. */
static void
put_trust(FILE *out, const struct record *record, const struct score *score)
{
	struct trust trust;

	putc(',', out);
	if (strcmp(score->name, INDEX_DISK) != 0 ||
	    !trust_of(&trust, record, score->target, score->copies))
		return;
	fputs(trust_name(trust.level), out);
	free(trust.why);
}

static void
put_score(FILE *out, const struct record *record, const struct score *score)
{
	put_head(out, record, score->target, score->copies);
	put_score_name(out, score->name);
	put_number(out, score->rows > 0, score->score);
	put_field(out, "index");
	put_number(out, score->has_interval, score->ci95.low);
	put_number(out, score->has_interval, score->ci95.high);
	fputs(",,,,,,,,,", out);	/* cv to scored */
	fputs(score->partial ? "partial" : score->unproven ? "unproven" : "",
	      out);
	fputs(",,,,,,,", out);	/* missing to p99_9_high_ns */
	put_trust(out, record, score);
	putc('\n', out);
}

static void
render(const struct record *records, size_t n,
       const struct format_options *options, FILE *stream)
{
	size_t i, j;

	if (!options->follows)
		fputs(HEADER, stream);
	for (i = 0; i < n; i++) {
		for (j = 0; j < records[i].n_results; j++)
			put_result(stream, &records[i], &records[i].result[j]);
		for (j = 0; j < records[i].n_scores; j++)
			put_score(stream, &records[i], &records[i].score[j]);
	}
}

static void
put_figures(FILE *out, const struct compared *row)
{
	int s;

	for (s = 0; s < SIDES; s++)
		put_number(out, row->side[s].n > 0, row->side[s].value);
	for (s = 0; s < SIDES; s++)
		put_number(out, true, (double)row->side[s].n);
	put_number(out, row->has_ratio, row->ratio);
	put_number(out, row->has_interval, row->ci95.low);
	put_number(out, row->has_interval, row->ci95.high);
	put_field(out, verdict_name(row->verdict));
	put_field(out, row->why);
}

static void
put_compared(FILE *out, const struct comparison *comparison,
	     const struct compared *row)
{
	const struct compared_side *o = &row->side[OLD], *n = &row->side[NEW];

	put_text(out, comparison->side[OLD].name);
	put_field(out, comparison->side[NEW].name);
	put_field(out, o->directory != NULL ? o->directory : n->directory);
	fprintf(out, ",%u", row->copies);
	if (row->rows > 0) {
		put_score_name(out, row->id);
		fputs(",index", out);
	} else {
		char *id = row->percent > 0 ?
			   xprintf("latency:p%g:%s", row->percent, row->id) :
			   xstrdup(row->id);

		put_field(out, id);
		free(id);
		put_field(out, row->title);
		put_field(out, row->category);
		put_field(out, row->percent > 0 ? "ns" : unit_name(row->unit));
	}
	put_figures(out, row);
	put_number(out, row->rows > 0, (double)row->rows);
	put_field(out, n->directory);
	put_field(out, scope_name(comparison->scope));
	putc('\n', out);
}

static void
compare(const struct comparison *comparisons, size_t n,
	    const struct format_options *options, FILE *stream)
{
	const struct compared *row;
	size_t i, j;

	(void)options;
	fputs(COMPARE_HEADER, stream);
	for (i = 0; i < n; i++)
		for (j = 0; (row = comparison_row(&comparisons[i], j)) != NULL;
		     j++)
			put_compared(stream, &comparisons[i], row);
}

const struct format format_csv = {
	.name = "csv",
	.summary = "one line per result, for spreadsheets",
	.one_by_one = true,
	.render = render,
	.compare = compare,
};
