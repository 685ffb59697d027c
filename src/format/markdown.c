/* Markdown: tables short enough to paste into a forum or an issue. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/format.h"
#include "diskidx/utf8.h"
#include "diskidx/compared.h"
#include "diskidx/notes.h"
#include "summary.h"
#include "table.h"

/* Print a text with escapes for all that Markdown would take for markup. */
static void
put_text(FILE *out, const char *text)
{
	char *plain = utf8_clean(xstrdup(text));

	for (text = plain; *text != '\0'; text++) {
		if (strchr("\\|`*_<[&~", *text) != NULL)
			putc('\\', out);
		putc(*text, out);
	}
	free(plain);
}

/* Print a table and an empty line, and free it. */
static void
put_table(FILE *out, struct table *table)
{
	size_t columns = table_columns(table), i, column;

	for (i = 0; i < table->n; i += columns) {
		putc('|', out);
		for (column = 0; column < columns; column++) {
			fputs(*table->cell[i + column] != '\0' ? " " : "",
			      out);
			put_text(out, table->cell[i + column]);
			fputs(" |", out);
		}
		fputs(i == 0 ? "\n|" : "\n", out);
		for (column = 0; i == 0 && column < columns; column++)
			fputs(table->align[column] == 'l' ? ":---|" : "---:|",
			      out);
		fputs(i == 0 ? "\n" : "", out);
	}
	putc('\n', out);
	table_free(table);
}

/* Print a text with markup before and behind it, and free it. */
static void
put_line(FILE *out, const char *before, char *text, const char *behind)
{
	if (text != NULL && *text != '\0') {
		fputs(before, out);
		put_text(out, text);
		fputs(behind, out);
	}
	free(text);
}

/* Print the notes as a list, and free them. */
static void
put_notes(FILE *out, struct notes *notes)
{
	size_t i;

	for (i = 0; i < notes->n; i++)
		put_line(out, "* ", xstrdup(notes->list[i].text), "\n");
	notes_free(notes);
}

static void
put_sweeps(FILE *out, const struct section *section, bool si)
{
	struct sweep sweep = { 0 };
	struct table table;

	while (sweep_next(&sweep, section)) {
		put_line(out, sweep_lead(sweep.kind), xstrdup(sweep.title),
			 "\n\n");
		table_of_sweep(&table, &sweep, si, false);
		put_table(out, &table);
		put_line(out, "", sweep_verdict(&sweep), "\n\n");
	}
}

/* Print the answer: the score, the trust in it, and all scores. */
static void
put_answer(FILE *out, const struct section *section)
{
	struct table table;

	put_line(out, "On ", view_place(section), ":\n\n");
	put_line(out, "**", headline_of(section), "**\n\n");
	put_line(out, "", summary_trust(section), "\n\n");
	table_of_scores(&table, section);
	if (table.n > 0)
		put_table(out, &table);
}

static void
put_brief(FILE *out, const struct record *record)
{
	struct section section;
	size_t at = 0;

	while (view_section(&section, record, false, &at)) {
		put_line(out, "\nOn ", view_place(&section), ":\n\n");
		put_line(out, "**", headline_of(&section), "**\n\n");
		put_line(out, "* ", summary_trust(&section), "\n");
		put_line(out, "* ", summary_figures(&section), "\n");
	}
	put_line(out, "* ", summary_machine(record), "\n");
	for (size_t i = 0; i < record->n_targets; i++)
		put_line(out, "* ", summary_target(&record->target[i], false),
			 "\n");
	put_line(out, "* ", summary_run(record), "\n");
	put_line(out, "* ", summary_note(record), "\n");
}

static void
put_section(FILE *out, const struct section *section, bool si)
{
	struct table table;

	put_line(out, "", summary_section(section), "\n\n");
	table_of_results(&table, section, si);
	put_table(out, &table);
	put_sweeps(out, section, si);
}

/* Return the name of a side and its occasion, on the heap. */
static char *
say_side(const struct comparison *c, int side)
{
	return xjoin(xstrdup(c->side[side].name), ": ",
		     comparison_occasion(c, side));
}

static void
put_comparison(FILE *out, const struct comparison *c,
	       const struct format_options *options)
{
	struct table table;
	struct notes notes;
	size_t i;

	put_line(out, "**Old** ", say_side(c, OLD), "\\\n");
	put_line(out, "**New** ", say_side(c, NEW), "\n\n");
	table_of_comparison(&table, c, options->si);
	put_table(out, &table);
	for (i = 0; i < c->n_differences; i++)
		put_line(out, "* differs: ", xstrdup(c->difference[i]), "\n");
	notes_of_comparison(&notes, c);
	put_notes(out, &notes);
	if (c->conclusion != NULL)
		put_line(out, "\n", xstrdup(c->conclusion), "\n");
}

static void
put_record(FILE *out, const struct record *record,
	   const struct format_options *options)
{
	struct comparison comparison;
	struct section section;
	struct notes notes;
	unsigned target = 0;
	size_t at = 0;

	while (view_section(&section, record, false, &at))
		put_answer(out, &section);
	put_line(out, "", summary_machine(record), "\\\n");
	put_line(out, "", summary_note(record), "\\\n");
	put_line(out, "", summary_run(record), "\n\n");
	for (at = 0; view_section(&section, record, false, &at);)
		put_section(out, &section, options->si);
	notes_of_record(&notes, record, options->si, false);
	put_notes(out, &notes);
	while (comparison_next_target(&comparison, record, &target)) {
		putc('\n', out);
		put_comparison(out, &comparison, options);
	}
}

static void
render(const struct record *records, size_t n,
       const struct format_options *options, FILE *stream)
{
	struct table runs, repeats;
	char *title = options->brief ? NULL :
		      table_of_repeats(&repeats, records, n, options->si);
	size_t first = 0, end = n;

	if (n > 1 && !options->verbose && !options->brief) {
		table_of_runs(&runs, records, n, 0);
		put_table(stream, &runs);
		first = (size_t)(runs_newest(records, n) - records);
		end = first + 1;
	}
	for (size_t i = first; i < end; i++) {
		if (i > first)
			putc('\n', stream);
		if (options->brief)
			put_brief(stream, &records[i]);
		else
			put_record(stream, &records[i], options);
	}
	if (title != NULL) {
		fprintf(stream, "\n**%s**\n\n", title);
		put_table(stream, &repeats);
		free(title);
	}
}

static void
compare(const struct comparison *comparisons, size_t n,
	const struct format_options *options, FILE *stream)
{
	size_t i;

	for (i = 0; i < n; i++) {
		if (i > 0)
			putc('\n', stream);
		put_comparison(stream, &comparisons[i], options);
	}
}

static void
rank(const struct ranking *ranking, const struct format_options *options,
     FILE *stream)
{
	struct table table;
	struct notes notes;

	(void)options;
	table_of_ranking(&table, ranking);
	put_table(stream, &table);
	notes_of_ranking(&notes, ranking);
	put_notes(stream, &notes);
}

const struct format format_markdown = {
	.name = "markdown",
	.summary = "tables to paste into a forum",
	.newest_in_full = true,
	.render = render,
	.compare = compare,
	.rank = rank,
};
