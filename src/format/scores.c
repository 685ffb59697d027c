/* The lines of -q: scores, figures and ratios for scripts. See format.h. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/compared.h"
#include "diskidx/format.h"
#include "diskidx/index.h"
#include "diskidx/ranking.h"
#include "diskidx/utf8.h"
#include "diskidx/view.h"

/* Print a text as a terminal can show it, and a newline, and free it. */
static void
scores_put_line(FILE *out, char *text)
{
	utf8_put(text, out);
	putc('\n', out);
	free(text);
}

/* Print the figures of a section without a score, a line a test. */
static void
put_values(FILE *out, const struct section *section, bool si)
{
	const struct result *result;
	size_t at = 0;

	while ((result = view_result(section, &at)) != NULL) {
		char *name = view_name(section->record, result), *figure;

		if (result->summary.has_value)
			figure = view_figure(result, result->summary.value, si);
		else
			figure = xprintf("none %s",
					 view_unit(result->test.unit, si));
		scores_put_line(out, xjoin(figure, " ", name));
	}
}

void
format_scores(FILE *out, const struct record *records, size_t n, bool si)
{
	struct section section;

	for (size_t i = 0; i < n; i++)
		for (size_t at = 0; view_section(&section, &records[i], false,
						 &at);) {
			const struct score *disk = view_disk_score(&section);

			if (disk != NULL)
				scores_put_line(out, view_number(disk->score,
								 1));
			else
				put_values(out, &section, si);
		}
}

/* Print the ratio and the verdict of each score over the disk's tests or,
 * without one, of each test. */
static void
put_ratios(FILE *out, const struct comparison *c)
{
	char ratio[COMPARED_TEXT], verdict[COMPARED_TEXT];
	const struct family *shown = &c->tests;

	for (size_t i = 0; i < c->scores.n; i++)
		if (strcmp(c->scores.row[i].id, INDEX_DISK) == 0)
			shown = &c->scores;
	for (size_t i = 0; i < shown->n; i++) {
		const struct compared *row = &shown->row[i];

		/* Of the scores only those over the disk's tests. */
		if (row->rows > 0 && strcmp(row->id, INDEX_DISK) != 0)
			continue;
		fprintf(out, "%s %s: ", row->has_ratio ?
			compared_ratio(ratio, row) : "none",
			compared_verdict(verdict, row));
		scores_put_line(out, compared_name(c, row));
	}
}

void
format_ratios(FILE *out, const struct comparison *comparisons, size_t n)
{
	for (size_t i = 0; i < n; i++)
		put_ratios(out, &comparisons[i]);
}

void
format_order(FILE *out, const struct ranking *ranking)
{
	for (size_t i = 0; i < ranking->n; i++) {
		const struct ranked *entry = &ranking->entry[i];

		scores_put_line(out, xjoin(view_number(entry->score, 1), " ",
					   xstrdup(entry->side->name)));
	}
}
