/*
 * Comparisons in text: the two sides, a table per category, the scores, the
 * notes and, at the end, the conclusion. Rankings: a table and its notes.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/index.h"
#include "diskidx/units.h"
#include "diskidx/utf8.h"
#include "diskidx/wrap.h"
#include "diskidx/compared.h"
#include "text.h"

#define FIRST_COLUMNS 22	/* of a name and the old value */
#define INDENT 8

static void
put_side(FILE *out, const struct comparison *c, int side, const char *lead)
{
	wrap_print(out, lead, INDENT, c->side[side].name);
	text_words(out, "        ", INDENT, comparison_occasion(c, side));
}

/* Return true if two directories of one run can head their columns. */
static bool
has_short_names(const struct comparison *c)
{
	return c->same_record && strlen(c->side[OLD].name) <= COMPARED_VALUE &&
	       strlen(c->side[NEW].name) <= COMPARED_VALUE;
}

/* Begin a line with a name; one that is too long gets a line of its own. */
static void
put_line(FILE *out, const char *name, const char *old_value)
{
	if (strlen(name) + 1 + strlen(old_value) > FIRST_COLUMNS) {
		wrap_print(out, "", 2, name);
		name = "";
	}
	fprintf(out, "%s%*s", name, FIRST_COLUMNS - (int)strlen(name),
		old_value);
}

static void
put_head(FILE *out, const struct comparison *c, const struct compared *row,
	 bool si)
{
	bool named = has_short_names(c);
	char *name = row->rows > 0 ? xstrdup("Score (tests)") :
		     xprintf("%s, %s", row->category, compared_unit(row, si));

	putc('\n', out);
	put_line(out, name, named ? c->side[OLD].name : "old");
	fprintf(out, " %*s %*s %-11s %s\n", COMPARED_VALUE,
		named ? c->side[NEW].name : "new", COMPARED_RATIO, "ratio",
		"interval",
		c->scope == SCOPE_TWO_RUNS ? "in these two runs" : "verdict");
	free(name);
}

static void
put_row(FILE *out, const struct compared *row, bool si)
{
	char value[SIDES][COMPARED_TEXT], ratio[COMPARED_TEXT];
	char interval[COMPARED_TEXT], verdict[COMPARED_TEXT];
	char *name = row->rows > 0 ? xprintf("%s (%zu)", row->id, row->rows) :
		     row->percent > 0 ?
		     xprintf("%s p%g", row->id, row->percent) :
		     xstrdup(row->id);

	put_line(out, name, compared_value(value[OLD], row, OLD, si));
	fprintf(out, " %*s %*s %-11s %s\n", COMPARED_VALUE,
		compared_value(value[NEW], row, NEW, si), COMPARED_RATIO,
		compared_ratio(ratio, row), compared_interval(interval, row),
		compared_verdict(verdict, row));
	free(name);
}

/* Print the directory and the copies, if there are several. */
static void
put_section(FILE *out, const struct comparison *c, const struct compared *row)
{
	char *directory = compared_directory(row);

	if (comparison_has_targets(c) && directory != NULL) {
		putc('\n', out);
		wrap_print(out, "Directory: ", TEXT_INDENT, directory);
	}
	if (comparison_has_copies(c))
		fprintf(out, "%s%u parallel %s\n", comparison_has_targets(c) ?
			"" : "\n", row->copies, row->copies == 1 ? "copy" :
			"copies");
	free(directory);
}

static bool
same_section(const struct compared *a, const struct compared *b)
{
	return a->target == b->target && a->copies == b->copies &&
		(a->rows > 0) == (b->rows > 0) &&
		(a->percent > 0) == (b->percent > 0);
}

/* Print the tests, the latencies and the scores, which each begin with a
 * section of their own. */
static void
put_rows(FILE *out, const struct comparison *c, bool si)
{
	const struct compared *row, *last = NULL;
	size_t i;

	for (i = 0; (row = comparison_row(c, i)) != NULL; i++) {
		if (!compared_is_told(row))
			continue;
		if (last == NULL || !same_section(row, last)) {
			put_section(out, c, row);
			last = NULL;
		}
		if (last == NULL || row->unit != last->unit ||
		    strcmp(row->category, last->category) != 0)
			put_head(out, c, row, si);
		put_row(out, row, si);
		last = row;
	}
}

void
text_comparison(FILE *out, const struct comparison *c,
		const struct format_options *options)
{
	struct notes notes;
	size_t i;

	fputs("   diskidx Disk Comparison\n\n", out);
	put_side(out, c, OLD, "   Old: ");
	put_side(out, c, NEW, "   New: ");
	put_rows(out, c, options->si);
	if (c->n_differences > 0)
		fputs("\nOther differences\n", out);
	for (i = 0; i < c->n_differences; i++)
		wrap_print(out, "   *  ", TEXT_NOTE_INDENT, c->difference[i]);
	putc('\n', out);
	notes_of_comparison(&notes, c);
	text_notes(out, &notes);
	if (c->conclusion != NULL) {
		putc('\n', out);
		wrap_print(out, "", 0, c->conclusion);
	}
	putc('\n', out);
}

/* Print the ratio and the verdict of each score over the disk's tests or,
 * without one, of each test. */
static void
put_ratios(FILE *out, const struct comparison *c)
{
	const struct compared *row;
	char ratio[COMPARED_TEXT], verdict[COMPARED_TEXT], *name;
	bool has_score = false;
	size_t i;

	for (i = 0; i < c->n_scores; i++)
		has_score |= strcmp(c->score[i].id, INDEX_DISK) == 0;
	for (i = 0; (row = comparison_row(c, i)) != NULL; i++) {
		if (has_score ? strcmp(row->id, INDEX_DISK) != 0 :
		    row->rows > 0 || row->percent > 0)
			continue;
		name = compared_name(c, row);
		fprintf(out, "%s %s: ", row->has_ratio ?
			compared_ratio(ratio, row) : "none",
			compared_verdict(verdict, row));
		utf8_put(name, out);
		putc('\n', out);
		free(name);
	}
}

void
text_compare(const struct comparison *comparisons, size_t n,
	     const struct format_options *options, FILE *stream)
{
	size_t i;

	for (i = 0; i < n; i++) {
		if (options->score_only) {
			put_ratios(stream, &comparisons[i]);
			continue;
		}
		if (i > 0)
			fputs(TEXT_RULE "\n", stream);
		text_comparison(stream, &comparisons[i], options);
	}
}

void
text_rank(const struct ranking *ranking, const struct format_options *options,
	  FILE *stream)
{
	struct table table;
	struct notes notes;

	for (size_t i = 0; i < ranking->n && options->score_only; i++) {
		fprintf(stream, "%.*f ",
			units_decimals(ranking->entry[i].score, 1),
			ranking->entry[i].score);
		utf8_put(ranking->entry[i].side->name, stream);
		putc('\n', stream);
	}
	if (options->score_only)
		return;
	fputs("   diskidx Disk Ranking\n\n", stream);
	table_of_ranking(&table, ranking);
	text_columns(stream, &table);
	putc('\n', stream);
	notes_of_ranking(&notes, ranking);
	text_notes(stream, &notes);
	putc('\n', stream);
}
