/* Text: the report for people, 80 columns wide and in plain ASCII. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/baseline.h"
#include "diskidx/units.h"
#include "diskidx/utf8.h"
#include "diskidx/wrap.h"
#include "diskidx/compared.h"
#include "text.h"

#define PLAIN "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ" \
	"0123456789_-+=.,:@%/"

/*
 * Print a path as a word of the shell, in single quotes if it needs any. They
 * are closed for a quote, and for a character that is not plain, which must not
 * reach a terminal: an unquoted question mark matches one byte, and a star all
 * bytes of a longer one.
 */
static void
put_word(FILE *out, const char *path)
{
	uint32_t code;
	size_t length;

	/* Not to be taken for an option, zsh's =COMMAND, or compare's vs. */
	if (path[0] == '-' || path[0] == '=' || strcmp(path, "vs") == 0)
		fputs("./", out);
	if (path[0] != '\0' && path[strspn(path, PLAIN)] == '\0') {
		fputs(path, out);
		return;
	}
	putc('\'', out);
	for (; *path != '\0'; path += length > 0 ? length : 1) {
		length = utf8_decode(path, &code);
		if (*path == '\'')
			fputs("'\\''", out);
		else if (length == 0 || !utf8_is_plain(code))
			fputs(length > 1 ? "'*'" : "'?'", out);
		else
			fwrite(path, 1, length, out);
	}
	putc('\'', out);
}

/* Print where the record is. A record does not hold its baseline, so the
 * command names any but the default. */
static void
put_saved(FILE *out, const char *path, const char *baseline)
{
	bool is_default = baseline == NULL ||
			  baseline_by_name(baseline) == baseline_at(0);

	fputs("The record is in ", out);
	utf8_put(path, out);
	fputs("\n   every figure:          diskidx report -v ", out);
	if (!is_default) {
		fputs("-B ", out);
		put_word(out, baseline);
		putc(' ', out);
	}
	put_word(out, path);
	fputs("\n   compare with another:  diskidx compare OTHER ", out);
	put_word(out, path);
	putc('\n', out);
}

/* Explain what a latency covers. */
static void
put_definitions(FILE *out)
{
	wrap_print(out, "", 0, "Latency is from just before a request is "
		   "submitted to just after it is done; at a given rate, from "
		   "when it was due, so it includes any wait before the "
		   "submission. A write is done when the page cache, or with "
		   "direct I/O the disk, has it, and a synced one after its "
		   "sync; the flush at the end counts in the rate only. A "
		   "request on small files is all work on one of them, "
		   "including its fsync if there is one; without fsync the "
		   "work is done in memory and reaches the disk later.");
	putc('\n', out);
}

/* Return true if all rows belong in UnixBench's report. */
static bool
is_unixbench(const struct record *record)
{
	struct section section;
	size_t at = 0;

	while (view_section(&section, record, true, &at))
		if (view_layout(&section) != LAYOUT_UNIXBENCH)
			return false;
	return record->n_results > 0;
}

/* Print the figures of a section without a score, a line a test. */
static void
put_values(FILE *out, const struct section *section, bool si)
{
	const struct result *result;
	size_t at = 0;

	while ((result = view_result(section, &at)) != NULL) {
		char *figure = result->has_value ?
			       view_figure(result, result->value, si) :
			       xprintf("none %s", view_unit(result->unit, si));

		figure = xjoin(figure, " ",
			       view_name(section->record, result));
		utf8_put(figure, out);
		putc('\n', out);
		free(figure);
	}
}

/* Print the score of each section or, without one, its figures. */
static void
put_scores(FILE *out, const struct record *record, bool si)
{
	struct section section;
	size_t at = 0;

	while (view_section(&section, record, false, &at)) {
		const struct score *disk = view_score(&section, INDEX_DISK);

		if (disk != NULL && disk->rows > 0)
			fprintf(out, "%.*f\n", units_decimals(disk->score, 1),
				disk->score);
		else
			put_values(out, &section, si);
	}
}

static void
put_record(FILE *out, const struct record *record,
	   const struct format_options *options)
{
	struct comparison comparison;
	struct section section;
	unsigned target = 0;
	size_t at = 0;

	if (is_unixbench(record)) {
		text_unixbench_head(out, record);
	} else {
		while (view_section(&section, record, false, &at)) {
			if (!text_answer(out, &section, false))
				continue;
			if (options->verbose)
				text_more(out, &section);
			putc('\n', out);
		}
		text_head(out, record, options->verbose);
	}
	at = 0;
	while (view_section(&section, record, true, &at))
		text_layout(out, &section, options);
	if (options->verbose)
		put_definitions(out);
	text_record_notes(out, record, options);
	while (comparison_next_target(&comparison, record, &target)) {
		fputs(TEXT_RULE "\n", out);
		text_comparison(out, &comparison, options);
	}
}

/* Print a line a run. */
static void
put_runs(FILE *out, const struct record *records, size_t n, unsigned columns)
{
	struct table table;

	table_of_runs(&table, records, n, columns);
	text_columns(out, &table);
}

/* Print the table of several runs of one thing, if they are that. */
static void
put_repeats(FILE *out, const struct record *records, size_t n, bool si)
{
	struct table table;
	char *title = table_of_repeats(&table, records, n, si);

	if (title == NULL)
		return;
	fprintf(out, TEXT_RULE "\n%s\n\n", title);
	text_columns(out, &table);
	fputs("\nA value is the geometric mean of the runs'. Its interval "
	      "comes from the spread\nof the runs, and so holds for further "
	      "ones. The last column is the number of\nruns that makes an "
	      "interval of 2 % either way.\n\n", out);
	free(title);
}

static void
render(const struct record *records, size_t n,
       const struct format_options *options, FILE *stream)
{
	bool in_full = options->verbose || options->brief ||
		       options->score_only;
	size_t first = 0, end = n, i;

	if (options->list) {
		put_runs(stream, records, n, RUNS_EVERY);
		return;
	}
	if (n > 1 && !in_full) {
		put_runs(stream, records, n, RUNS_PLOT);
		fputs(TEXT_RULE "\n", stream);
		first = (size_t)(runs_newest(records, n) - records);
		end = first + 1;
	}
	for (i = first; i < end; i++) {
		if (options->score_only) {
			put_scores(stream, &records[i], options->si);
			continue;
		}
		if (i > first)
			fputs(options->brief ? "\n" : TEXT_RULE "\n", stream);
		if (options->brief)
			text_brief(stream, &records[i]);
		else
			put_record(stream, &records[i], options);
	}
	if (options->score_only || options->brief)
		return;
	put_repeats(stream, records, n, options->si);
	if (options->saved != NULL)
		put_saved(stream, options->saved, options->baseline);
}

const struct format format_text = {
	.name = "text",
	.summary = "a report for people: the score, then a line a test",
	.newest_in_full = true,
	.render = render,
	.compare = text_compare,
	.rank = text_rank,
};
