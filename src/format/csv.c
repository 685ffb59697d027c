/*
 * CSV: one line per result, one per score, for spreadsheets. Quoted as in
 * RFC 4180, though lines end as those of this system's other tools do. Which
 * columns there are, and their order, is a promise; new ones come at the end.
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/format.h"
#include "diskidx/flags.h"
#include "csv.h"
#include "view.h"

#define HEADER \
	"time,version,baseline,target,copies,id,title,category,value,unit," \
	"ci95_low,ci95_high,cv,mean_ns,p50_ns,p99_ns,p99_9_ns," \
	"baseline_value,index,scored,flags,missing\n"

void
csv_text(FILE *out, const char *text)
{
	if (text == NULL)
		return;
	if (text[strcspn(text, "\",\r\n")] == '\0') {
		fputs(text, out);
		return;
	}
	putc('"', out);
	for (; *text != '\0'; text++) {
		if (*text == '"')
			putc('"', out);
		putc(*text, out);
	}
	putc('"', out);
}

void
csv_field(FILE *out, const char *text)
{
	putc(',', out);
	csv_text(out, text);
}

void
csv_number(FILE *out, bool known, double value)
{
	putc(',', out);
	if (known && isfinite(value))
		fprintf(out, "%.10g", value);
}

static void
put_percentile(FILE *out, const struct histogram *h, double percent)
{
	bool known = h != NULL && histogram_supports(h, percent);

	csv_number(out, known,
		   known ? (double)histogram_percentile(h, percent) : 0);
}

static void
put_flags(FILE *out, unsigned flags)
{
	const char *separator = "";
	unsigned i;

	putc(',', out);
	for (i = 0; i < FLAG_COUNT; i++) {
		if ((flags & 1u << i) == 0)
			continue;
		fprintf(out, "%s%s", separator,
			flag_entry((enum flag)i)->name);
		separator = " ";
	}
}

static void
put_head(FILE *out, const struct record *record, unsigned target,
	 unsigned copies)
{
	char time[VIEW_TIME];

	csv_text(out, view_time(time, record->started_s,
				record->utc_offset_s));
	csv_field(out, record->version);
	csv_field(out, record->baseline);
	csv_field(out, view_target_fact(record, target, "directory"));
	fprintf(out, ",%u", copies);
}

static void
put_latency(FILE *out, const struct result *result)
{
	struct histogram *h = result_latency(result);

	csv_number(out, h != NULL, h != NULL ? histogram_mean(h) : 0);
	put_percentile(out, h, 50);
	put_percentile(out, h, 99);
	put_percentile(out, h, 99.9);
	free(h);
}

static void
put_result(FILE *out, const struct record *record, const struct result *result)
{
	put_head(out, record, result->target, result->copies);
	csv_field(out, result->id);
	csv_field(out, result->title);
	csv_field(out, result->category);
	csv_number(out, result->has_value, result->value);
	csv_field(out, unit_name(result->unit));
	csv_number(out, result->has_interval, result->ci95.low);
	csv_number(out, result->has_interval, result->ci95.high);
	csv_number(out, result->has_value, result->cv);
	put_latency(out, result);
	csv_number(out, result->has_baseline, result->baseline);
	csv_number(out, result->has_baseline && result->has_value,
		   result->index);
	csv_field(out, result->scored ? "1" : "0");
	put_flags(out, result->flags);
	csv_field(out, view_na_reason(result));
	putc('\n', out);
}

static void
put_score(FILE *out, const struct record *record, const struct score *score)
{
	put_head(out, record, score->target, score->copies);
	putc(',', out);
	fprintf(out, "score:%s,%s Index Score,", score->name, score->name);
	csv_number(out, score->rows > 0, score->score);
	csv_field(out, "index");
	csv_number(out, score->has_interval, score->ci95.low);
	csv_number(out, score->has_interval, score->ci95.high);
	fputs(",,,,,,,,,", out);	/* cv to scored */
	fputs(score->partial ? "partial" : "", out);
	fputs(",\n", out);
}

static int
render(const struct record *records, size_t n,
       const struct format_options *options, FILE *stream)
{
	size_t i, j;

	(void)options;
	fputs(HEADER, stream);
	for (i = 0; i < n; i++) {
		for (j = 0; j < records[i].n_results; j++)
			put_result(stream, &records[i], &records[i].result[j]);
		for (j = 0; j < records[i].n_scores; j++)
			put_score(stream, &records[i], &records[i].score[j]);
	}
	return view_finish(stream);
}

const struct format format_csv = {
	.name = "csv",
	.summary = "one line per result, for spreadsheets",
	.render = render,
	.compare = csv_compare,
};
