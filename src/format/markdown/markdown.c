/* Markdown: tables short enough to paste into a forum or an issue. */
#include <config.h>

#include <stdlib.h>

#include "diskidx/format.h"
#include "diskidx/units.h"
#include "format/headline.h"
#include "format/sweep.h"
#include "format/view.h"
#include "markdown.h"

/* Print a separator and a text, if there is a text. */
static void
put_part(FILE *out, const char *separator, const char *text)
{
	if (text == NULL)
		return;
	fputs(separator, out);
	markdown_text(out, text);
}

static void
put_bytes(FILE *out, const char *separator, const struct facts *facts,
	  const char *key, const char *what)
{
	uint64_t bytes = facts_number(facts, key, 0);
	char size[UNITS_TEXT];

	if (bytes > 0)
		fprintf(out, "%s%s %s", separator,
			units_format_size(size, bytes), what);
}

static void
put_host(FILE *out, const struct record *record)
{
	const struct facts *host = &record->host;
	char time[VIEW_TIME];

	fputs("**diskidx", out);
	put_part(out, " ", record->version);
	fputs("**", out);
	put_part(out, " on ", facts_get(host, "hostname"));
	put_part(out, ": ", facts_get(host, "os"));
	put_part(out, ", ", facts_get(host, "cpu"));
	put_part(out, " x ", facts_get(host, "cpus"));
	put_bytes(out, ", ", host, "memory_bytes", "memory");
	fprintf(out, ", %s\n\n", view_time(time, record->started_s,
					   record->utc_offset_s));
}

static void
put_target(FILE *out, const struct section *section)
{
	const struct record *record = section->record;
	const char *directory = view_target_fact(record, section->target,
						 "directory");

	markdown_text(out, directory != NULL ? directory :
		      "(unknown directory)");
	put_part(out, ": ", view_target_fact(record, section->target,
					     "filesystem"));
	put_part(out, " on ", view_target_fact(record, section->target,
					       "device"));
	if (section->target < record->n_targets)
		put_bytes(out, ", ", &record->target[section->target],
			  "file_bytes", "work file");
	fprintf(out, ", %u %s\n\n", section->copies,
		section->copies == 1 ? "copy" : "copies");
}

static void
put_figures(FILE *out, const struct result *result, bool si)
{
	struct histogram *h = result_latency(result);
	double value = view_value(result->value, result->unit, si);
	int decimals = view_decimals(value);
	char time[UNITS_TEXT];

	fprintf(out, " %.*f %s |", decimals, value,
		view_unit(result->unit, si));
	if (result->has_interval)
		fprintf(out, " %.*f to %.*f |", decimals,
			view_value(result->ci95.low, result->unit, si),
			decimals,
			view_value(result->ci95.high, result->unit, si));
	else
		fputs(" - |", out);
	fprintf(out, " %s |", view_percentile(time, h, 50));
	fprintf(out, " %s |", view_percentile(time, h, 99));
	if (result->has_baseline)
		fprintf(out, " %.1f |", result->index);
	else
		fputs(" --- |", out);
	free(h);
}

static void
put_results(FILE *out, const struct section *section, bool si)
{
	const struct result *result;
	size_t at = 0;
	char *flags;

	fputs("| Test | Value | 95 % interval | p50 | p99 | Index | Flags |\n"
	      "|:---|---:|---:|---:|---:|---:|:---|\n", out);
	while ((result = view_result(section, &at)) != NULL) {
		fputs("| ", out);
		markdown_text(out, result->title);
		fputs(" |", out);
		if (result->has_value)
			put_figures(out, result, si);
		else
			fputs(" n/a | - | - | - | --- |", out);
		flags = view_flags(result->flags);
		fprintf(out, "%s%s |\n", *flags != '\0' ? " " : "", flags);
		free(flags);
	}
	putc('\n', out);
}

static void
put_sweep_head(FILE *out, const struct sweep *sweep, bool si)
{
	unsigned column, n = sweep_columns(sweep->kind);

	fputs(sweep_lead(sweep->kind), out);
	markdown_text(out, sweep->title);
	fputs("\n\n|", out);
	for (column = 0; column < n; column++)
		fprintf(out, " %s |", sweep_column(sweep->kind, column, si));
	fputs("\n|", out);
	for (column = 0; column < n; column++)
		fputs("---:|", out);
	putc('\n', out);
}

static void
put_sweep(FILE *out, const struct sweep *sweep, bool si)
{
	char cell[SWEEP_COLUMNS][UNITS_TEXT], *verdict;
	unsigned column, n = sweep_columns(sweep->kind);
	size_t i;

	put_sweep_head(out, sweep, si);
	for (i = 0; i < sweep->n; i++) {
		sweep_cells(cell, sweep->kind, sweep->row[i], si);
		for (column = 0; column < n; column++)
			fprintf(out, "| %s ", cell[column]);
		fputs("|\n", out);
	}
	putc('\n', out);
	if (sweep->kind == SWEEP_RATE) {
		verdict = sweep_verdict(sweep);
		fprintf(out, "%s\n\n", verdict);
		free(verdict);
	}
}

static void
put_sweeps(FILE *out, const struct section *section, bool si)
{
	struct sweep sweep = { 0 };

	while (sweep_next(&sweep, section))
		put_sweep(out, &sweep, si);
}

static void
put_score(FILE *out, const struct score *score)
{
	fputs("| ", out);
	markdown_text(out, score->name);
	fprintf(out, " Index Score%s |", score->partial ?
		" (Partial Only)" : "");
	if (score->rows > 0)
		fprintf(out, " %.1f |", score->score);
	else
		fputs(" --- |", out);
	if (score->has_interval)
		fprintf(out, " %.1f to %.1f |\n", score->ci95.low,
			score->ci95.high);
	else
		fputs(" - |\n", out);
}

static void
put_scores(FILE *out, const struct section *section)
{
	const struct record *record = section->record;
	const struct score *score;
	char *headline = headline_of(section);
	bool any = false;
	size_t i;

	for (i = 0; i < record->n_scores; i++) {
		score = &record->score[i];
		if (score->target != section->target ||
		    score->copies != section->copies)
			continue;
		if (!any)
			fputs("| Score | Value | 95 % interval |\n"
			      "|:---|---:|---:|\n", out);
		any = true;
		put_score(out, score);
	}
	if (any)
		putc('\n', out);
	if (headline == NULL)
		return;
	markdown_text(out, headline);
	fputs("\n\n", out);
	free(headline);
}

/* Compare each further target with the first, round by round. */
static void
put_targets(FILE *out, const struct record *record,
	    const struct format_options *options)
{
	struct comparison comparison;
	unsigned i;

	for (i = 1; i < record->n_targets; i++) {
		comparison_of_targets(&comparison, record, i,
				      COMPARISON_SAME_PCT);
		putc('\n', out);
		markdown_comparison(out, &comparison, options);
		comparison_free(&comparison);
	}
}

static void
put_record(FILE *out, const struct record *record,
	   const struct format_options *options)
{
	struct section section;
	struct notes notes;
	size_t at = 0;

	put_host(out, record);
	while (view_section(&section, record, false, &at)) {
		put_target(out, &section);
		put_results(out, &section, options->si);
		put_sweeps(out, &section, options->si);
		put_scores(out, &section);
	}
	notes_of_record(&notes, record, options->si);
	markdown_notes(out, &notes);
	put_targets(out, record, options);
}

static void
render(const struct record *records, size_t n,
       const struct format_options *options, FILE *stream)
{
	size_t i;

	for (i = 0; i < n; i++) {
		if (i > 0)
			putc('\n', stream);
		put_record(stream, &records[i], options);
	}
	markdown_repeats(stream, records, n, options->si);
}

const struct format format_markdown = {
	.name = "markdown",
	.summary = "tables to paste into a forum",
	.render = render,
	.compare = markdown_compare,
};
