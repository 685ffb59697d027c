/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * CSV for spreadsheets: one line per result and per score, or per compared test
 * and score. Quoted as in RFC 4180, but lines end in "\n", without other
 * control characters. Columns keep their order; new ones come at the end.
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/utf8.h"
#include "diskidx/format/format.h"
#include "diskidx/record/record.h"
#include "diskidx/report/figures.h"
#include "diskidx/report/report.h"

/* The first columns of a report; other values follow in their own order. */
static const char *const promised[] = {
	"time", "version", "baseline", "target", "copies", "id", "title",
	"category", "value", "unit", "ci95_low", "ci95_high", "cv", "mean_ns",
	"p50_ns", "p99_ns", "p99_9_ns", "baseline_value", "index", "scored",
	"flags", "missing", "p50_low_ns", "p50_high_ns", "p99_low_ns",
	"p99_high_ns", "p99_9_low_ns", "p99_9_high_ns", "trust", "verdicts",
	"p50_ns_at_least", "p99_ns_at_least", "p99_9_ns_at_least",
};

/* Put a text in plain characters. An apostrophe before it keeps a spreadsheet
 * from reading it as a formula. */
static void
csv_put_text(FILE *out, const char *text)
{
	static const char *const quotes[] = { "\"\"" };
	const char *mark = strpbrk(text, "\",") != NULL ? "\"" : "";

	fputs(mark, out);
	if (text[0] != '\0' && strchr("=+-@", text[0]) != NULL)
		putc('\'', out);
	utf8_put_escaped(text, out, "\"", quotes);
	fputs(mark, out);
}

/* Add the values of a row to the columns, name them in a line, and free it. */
static void
csv_begin(FILE *out, struct texts *columns, struct figures row, bool follows)
{
	for (size_t i = 0; i < row.n; i++)
		texts_add(columns, row.list[i].name);
	if (!follows)
		fprintf(out, "%s\n", texts_join(columns, ","));
	free(row.list);
}

static void
csv_put_row(FILE *out, const struct texts *columns, struct figures row)
{
	for (size_t i = 0; i < columns->n; i++) {
		const struct figure *figure =
			figures_find(&row, columns->text[i]);

		if (i > 0)
			putc(',', out);
		if (figure != NULL && figure->text != NULL)
			csv_put_text(out, figure->text);
		else if (figure != NULL && !isnan(figure->number))
			fprintf(out, "%.10g", figure->number);
	}
	putc('\n', out);
	free(row.list);
}

static void
csv_print(const struct content *content, FILE *stream)
{
	static const struct record no_record;
	static const struct result no_result;
	struct texts columns = { 0 };

	for (size_t i = 0; i < LENGTH(promised); i++)
		texts_add(&columns, promised[i]);
	csv_begin(stream, &columns, figures_of_result(&no_record, &no_result),
		  content->follows);
	for (size_t i = 0; i < content->n; i++) {
		const struct record *record =
			record_whole(content->whole, &content->records[i]);

		for_each_row(result, record)
			csv_put_row(stream, &columns,
				    figures_of_result(record, result));
		for_each_score(score, record)
			csv_put_row(stream, &columns,
				    figures_of_score(record, score));
	}
	texts_free(&columns);
}

static void
csv_compare(const struct content *content, FILE *stream)
{
	static const struct comparison none;
	static const struct compared no_row;
	struct texts columns = { 0 };

	csv_begin(stream, &columns, figures_of_compared(&none, &no_row), false);
	for_each(const struct comparison, c, content->comparisons, content->n) {
		for_each_compared(row, &c->all)
			csv_put_row(stream, &columns,
				    figures_of_compared(c, row));
	}
	texts_free(&columns);
}

static void
csv_merge(const struct content *content, FILE *stream)
{
	struct texts columns = { 0 };
	struct figures row;
	size_t at = 0;

	if (figures_next_of_hosts(&row, content->hosts, &at))
		csv_begin(stream, &columns, row, false);
	at = 0;
	while (figures_next_of_hosts(&row, content->hosts, &at))
		csv_put_row(stream, &columns, row);
	texts_free(&columns);
}

const struct format format_csv = {
	.name = "csv",
	.summary = "one line per result, for spreadsheets",
	.takes_all = true,
	.print = { [CONTENT_RECORDS] = csv_print,
		   [CONTENT_COMPARISONS] = csv_compare,
		   [CONTENT_HOSTS] = csv_merge },
};
