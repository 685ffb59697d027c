/* Pictures of indexes, scores and ratios: see pictures.h. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/units.h"
#include "diskidx/compared.h"
#include "pictures.h"

#define INDEX_BASE 10		/* of a figure that equals the baseline's */

/* The sections of all records. */
struct sections {
	struct section *list;	/* on the heap */
	size_t n;
};

static struct sections
sections_of(const struct record *records, size_t n)
{
	struct sections all = { NULL, 0 };
	struct section next;

	for (size_t i = 0; i < n; i++) {
		for (size_t at = 0; view_section(&next, &records[i], false,
						 &at);) {
			all.list = xrealloc(all.list,
					    (all.n + 1) * sizeof(next));
			all.list[all.n++] = next;
		}
	}
	return all;
}

/* The parts that may tell a section from others. */
enum part { HOST, TIME, DIRECTORY, COPIES, PARTS };

/* Return a part on the heap. */
static char *
part_of(const struct section *section, enum part part)
{
	const struct record *record = section->record;
	char minute[CLOCK_DATE];
	const char *fact;

	if (part == TIME)
		return xstrdup(comparison_minute(minute, record));
	if (part == COPIES)
		return xprintf("x%u", section->copies);
	fact = part == HOST ? facts_get(&record->host, FACT_HOSTNAME) :
	       view_target_fact(record, section->target, FACT_DIRECTORY);
	return xstrdup(fact != NULL ? fact : "?");
}

/* Return the parts that differ from section to section, on the heap. */
static char *
name_of(const struct section *list, size_t n, size_t which, bool with_time)
{
	char *name = xstrdup(""), *own, *other;

	for (enum part part = 0; part < PARTS; part++) {
		bool differs = false;

		own = part_of(&list[which], part);
		for (size_t i = 0; i < n && !differs; i++) {
			other = part_of(&list[i], part);
			differs = strcmp(own, other) != 0;
			free(other);
		}
		if (differs && (part != TIME || with_time))
			name = xjoin(name, " ", own);
		else
			free(own);
	}
	return name;
}

static char *
figure(double x, const char *marks)
{
	return xprintf("%.*f%s", units_decimals(x, x < 99.95 ? 1 : 0), x,
		       marks);
}

static void
add_scores(struct plot *plot, const char *series, const struct section *section)
{
	const struct record *record = section->record;

	for (size_t i = 0; i < record->n_scores; i++) {
		const struct score *score = &record->score[i];
		char *name;

		if (!view_is_score_of(section, score) || score->rows == 0)
			continue;
		name = xprintf("%s Index Score%s", score->name,
			       index_remark(score, true));
		plot_point(plot, series, plot_row(plot, name, name),
			   score->score, score->has_interval ? &score->ci95 :
			   NULL, 1)->label = figure(score->score, "");
		free(name);
	}
}

static void
add_results(struct plot *plot, const char *series,
	    const struct section *section)
{
	const struct result *result;
	char marks[VIEW_MARKS];
	size_t at = 0;
	double row;

	while ((result = view_result(section, &at)) != NULL) {
		if (!result->has_baseline)
			continue;
		row = plot_row(plot, result->id, result->title);
		if (result->has_value)
			plot_point(plot, series, row, result->value,
				   result->has_interval ? &result->ci95 : NULL,
				   result->index / result->value)->label =
				figure(result->index,
				       view_marks(marks, result));
		else
			plot_point(plot, series, row, -1, NULL, 1)->label =
				xstrdup("n/a");
	}
}

void
picture_indexes(FILE *out, const struct record *records, size_t n)
{
	struct sections all = sections_of(records, n);
	size_t first = all.n > PLOT_SERIES ? all.n - PLOT_SERIES : 0;
	struct plot plot = {
		.title = first == 0 ? xstrdup("Index of each test") :
			 xprintf("Index of each test: the last %d of %zu",
				 PLOT_SERIES, all.n),
		.y = { .title = "index, 10 is the baseline", .base = 10 },
		.bars = true, .origin = INDEX_BASE,
	};

	for (size_t i = first; i < all.n; i++) {
		char *series = name_of(all.list + first, all.n - first,
				       i - first, true);

		add_scores(&plot, series, &all.list[i]);
		add_results(&plot, series, &all.list[i]);
		free(series);
	}
	if (plot.n_points == 0)
		plot.title = xjoin(plot.title, ": ",
				   xstrdup("the baseline has none"));
	plot_draw(&plot, out);
	free(all.list);
}

/* Add the scores of a section, whose name tells it from others, the one over
 * all of the disk's first. */
static void
add_run(struct plot *plot, const struct section *section, const char *place)
{
	const struct record *record = section->record;

	for (size_t i = record->n_scores; i-- > 0;) {
		const struct score *score = &record->score[i];
		char *name;

		if (!view_is_score_of(section, score) || score->rows == 0)
			continue;
		name = xjoin(xprintf("%s%s", score->name,
				     index_remark(score, true)),
			     *place != '\0' ? ", " : "", xstrdup(place));
		plot_point(plot, name, (double)record->started_s, score->score,
			   score->has_interval ? &score->ci95 : NULL, 1);
		free(name);
	}
}

void
picture_scores(FILE *out, const struct record *records, size_t n)
{
	struct sections all = sections_of(records, n);
	struct plot plot = {
		.title = xstrdup("Scores over time"),
		.x = { .title = "start of the run", .quantity = QUANTITY_DATE,
		       .utc_offset_s = records->utc_offset_s },
		.y = { .title = "score", .base = 10 },
	};

	for (size_t i = 0; i < all.n; i++) {
		char *place = name_of(all.list, all.n, i, false);

		add_run(&plot, &all.list[i], place);
		free(place);
	}
	plot_draw(&plot, out);
	free(all.list);
}

static void
add_ratios(struct plot *plot, const struct comparison *c)
{
	char text[COMPARED_TEXT], *name;
	const struct compared *row;
	char *series = xprintf("%s against %s", c->side[NEW].name,
			       c->side[OLD].name);

	for (size_t i = 0; (row = comparison_row(c, i)) != NULL; i++) {
		if (row->percent > 0 || !row->has_ratio)
			continue;
		name = compared_name(c, row);
		plot_point(plot, series, plot_row(plot, name, name),
			   row->ratio, row->has_interval ? &row->ci95 : NULL,
			   1)->label = xstrdup(compared_ratio(text, row));
		free(name);
	}
	free(series);
}

void
picture_ratios(FILE *out, const struct comparison *comparisons, size_t n)
{
	struct plot plot = {
		.title = xstrdup("New against old"),
		.y = { .title = "ratio, above 1 is better", .base = 10 },
		.bars = true, .origin = 1,
	};

	for (size_t i = n > PLOT_SERIES ? n - PLOT_SERIES : 0; i < n; i++)
		add_ratios(&plot, &comparisons[i]);
	plot_draw(&plot, out);
}
