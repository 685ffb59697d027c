/*
 * HTML: one page that needs nothing else, for a screen of any width, by day
 * and by night.
 */
#include <config.h>

#include <stdlib.h>

#include "diskidx/alloc.h"
#include "diskidx/compared.h"
#include "format/summary.h"
#include "html.h"
#include "pictures.h"

#define IN_FULL 4		/* of more records the last alone is */

static void
put_head(FILE *out, const char *title)
{
	fputs("<!DOCTYPE html>\n<html lang=\"en\"><head>\n"
	      "<meta charset=\"utf-8\"/>\n<meta name=\"viewport\" "
	      "content=\"width=device-width, initial-scale=1\"/>\n", out);
	html_element(out, "title", title);
	fputs("<style>\n:root{color-scheme:light dark}"
	      "body{margin:0 auto;max-width:78rem;padding:1rem;"
	      "font:1rem/1.5 system-ui,sans-serif;"
	      "color:#1b1f24;background:#fff}\n"
	      "h1{font-size:1.5rem}h2{font-size:1.25rem}h3{font-size:1rem}"
	      "h1,h2,h3,.answer{overflow-wrap:anywhere}"
	      ".answer{font-size:1.25rem;font-weight:600}\n"
	      ".wide{overflow-x:auto;margin:1rem 0}"
	      "table{border-collapse:collapse;font-size:.875rem;"
	      "font-variant-numeric:tabular-nums}"
	      "caption{text-align:left;font-weight:600;padding:.25rem 0}\n"
	      "th,td{text-align:left;font-weight:normal;white-space:nowrap;"
	      "padding:.2rem 1rem .2rem 0;border-bottom:1px solid #d8dee4}"
	      "thead th{font-weight:600}.r{text-align:right}\n"
	      "figure{margin:0;max-width:34rem}"
	      "svg{display:block;width:100%;height:auto}"
	      ".plots{display:grid;gap:1.5rem;"
	      "grid-template-columns:repeat(auto-fill,"
	      "minmax(min(100%,22rem),1fr))}\n"
	      "li{overflow-wrap:anywhere}\n"
	      "@media (prefers-color-scheme:dark){body{color:#e6edf3;"
	      "background:#12161c}th,td{border-color:#30363d}}\n", out);
	svg_style(out);
	fputs("</style></head>\n<body><main>\n", out);
	html_element(out, "h1", title);
}

static void
put_end(FILE *out)
{
	fputs("</main></body></html>\n", out);
}

static void
put_comparison(FILE *out, const struct comparison *c, bool si)
{
	struct table table;
	struct notes notes;

	for (int side = 0; side < SIDES; side++)
		html_line(out, "h3", xjoin(xprintf("%s %s", side == OLD ?
			"Old" : "New", c->side[side].name), ": ",
			comparison_occasion(c, side)));
	if (c->conclusion != NULL)
		html_element(out, "p class=\"answer\"", c->conclusion);
	picture_ratios(out, c, 1);
	table_of_comparison(&table, c, si);
	html_table(out, "New against old", &table);
	notes_of_comparison(&notes, c);
	for (size_t i = 0; i < c->n_differences; i++)
		notes_add(&notes, '*', xprintf("differs: %s",
					       c->difference[i]));
	html_notes(out, &notes);
}

static void
put_sweeps(FILE *out, const struct section *section, bool si)
{
	struct sweep sweep = { 0 };
	struct table table;
	char *text;

	while (sweep_next(&sweep, section)) {
		fputs("<div class=\"plots\">\n", out);
		picture_sweep(out, &sweep);
		fputs("</div>\n", out);
		table_of_sweep(&table, &sweep, si, false);
		text = xprintf("%s%s", sweep_lead(sweep.kind), sweep.title);
		html_table(out, text, &table);
		free(text);
		html_line(out, "p", sweep_verdict(&sweep));
	}
}

static void
put_section(FILE *out, const struct section *section, bool si)
{
	struct table table;

	table_of_scores(&table, section);
	if (table.n > 0)
		html_table(out, "Scores", &table);
	table_of_results(&table, section, si);
	html_table(out, "Tests", &table);
	put_sweeps(out, section, si);
	fputs("<div class=\"plots\">\n", out);
	picture_sizes(out, section, si);
	picture_latencies(out, section);
	picture_speeds(out, section, si);
	fputs("</div>\n", out);
}

/* Print the answers of a record, how far to trust them, and who gave them. */
static void
put_answers(FILE *out, const struct record *record)
{
	struct section section;

	for (size_t at = 0; view_section(&section, record, false, &at);) {
		html_line(out, "p", view_place(&section));
		html_line(out, "p class=\"answer\"", headline_of(&section));
		html_line(out, "p", summary_trust(&section));
	}
	html_line(out, "p", summary_machine(record));
	html_line(out, "p", summary_run(record));
	html_line(out, "p", summary_note(record));
}

static void
put_record(FILE *out, const struct record *record, bool si)
{
	struct comparison comparison;
	struct section section;
	struct notes notes;

	for (size_t at = 0; view_section(&section, record, false, &at);) {
		html_line(out, "h3", summary_section(&section));
		put_section(out, &section, si);
	}
	notes_of_record(&notes, record, si, false);
	html_notes(out, &notes);
	for (unsigned i = 0; comparison_next_target(&comparison, record, &i);)
		put_comparison(out, &comparison, si);
}

static void
put_repeats(FILE *out, const struct record *records, size_t n, bool si)
{
	struct table table;
	char *title = table_of_repeats(&table, records, n, si);

	if (title != NULL)
		html_table(out, title, &table);
	free(title);
	picture_scores(out, records, n);
}

static void
render(const struct record *records, size_t n,
       const struct format_options *options, FILE *stream)
{
	size_t first = n > IN_FULL ? n - 1 : 0, i;
	char minute[CLOCK_DATE], *title;

	title = n == 1 ? xstrdup("Disk Benchmark") :
		xprintf("Disk Benchmark: %zu runs", n);
	put_head(stream, title);
	free(title);
	if (n == 1)
		put_answers(stream, records);
	picture_indexes(stream, records, n);
	if (n > 1)
		put_repeats(stream, records, n, options->si);
	for (i = first; i < n; i++) {
		if (n > 1) {
			html_element(stream, "h2",
				     comparison_minute(minute, &records[i]));
			put_answers(stream, &records[i]);
		}
		put_record(stream, &records[i], options->si);
	}
	put_end(stream);
}

static void
compare(const struct comparison *comparisons, size_t n,
	const struct format_options *options, FILE *stream)
{
	put_head(stream, "Disk Comparison");
	for (size_t i = 0; i < n; i++)
		put_comparison(stream, &comparisons[i], options->si);
	put_end(stream);
}

static void
rank(const struct ranking *ranking, const struct format_options *options,
     FILE *stream)
{
	struct table table;
	struct notes notes;

	(void)options;
	put_head(stream, "Disk Ranking");
	table_of_ranking(&table, ranking);
	html_table(stream, "By the Disk Index Score", &table);
	notes_of_ranking(&notes, ranking);
	html_notes(stream, &notes);
	put_end(stream);
}

const struct format format_html = {
	.name = "html",
	.summary = "one page with tables and pictures, for a browser",
	.render = render,
	.compare = compare,
	.rank = rank,
};
