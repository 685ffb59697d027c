/* Pictures of indexes and ratios: see pictures.h. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "format/comparison.h"
#include "pictures.h"

#define INDEX_BASE 10		/* of a figure that equals the baseline's */

/* Rows of bars by a key, which is an id or a score's name. */
struct keys {
	char **list;
	size_t n;
};

/* Return the number of the key's row, which gets that name if it is new. */
static double
row_of(struct plot *plot, struct keys *keys, const char *key, const char *name)
{
	size_t i;

	for (i = 0; i < keys->n; i++)
		if (strcmp(keys->list[i], key) == 0)
			return (double)i;
	keys->list = xrealloc(keys->list, (i + 1) * sizeof(*keys->list));
	keys->list[keys->n++] = xstrdup(key);
	plot_name(plot, xstrdup(name));
	return (double)i;
}

static void
free_keys(struct keys *keys)
{
	for (size_t i = 0; i < keys->n; i++)
		free(keys->list[i]);
	free(keys->list);
}

static char *
figure(double x, const char *marks)
{
	return xprintf("%.*f%s", x < 99.95 ? 1 : 0, x, marks);
}

/* Return what tells a section from others, on the heap: its number says what:
 * host, time, directory, copies; NULL behind the last. */
static char *
part_of(const struct section *section, unsigned part)
{
	const struct record *record = section->record;
	const char *text = "?", *fact;
	char minute[CLOCK_DATE];

	switch (part) {
	case 0:
		fact = facts_get(&record->host, "hostname");
		return xstrdup(fact != NULL ? fact : text);
	case 1:
		return xstrdup(comparison_minute(minute, record));
	case 2:
		fact = view_target_fact(record, section->target, "directory");
		return xstrdup(fact != NULL ? fact : text);
	case 3:
		return xprintf("x%u", section->copies);
	default:
		return NULL;
	}
}

/* Return the parts that differ from section to section, on the heap. */
static char *
name_of(const struct section *list, size_t n, size_t which)
{
	char *name = xstrdup(""), *own, *other;

	for (unsigned part = 0; (own = part_of(&list[which], part)) != NULL;
	     part++) {
		bool differs = false;

		for (size_t i = 0; i < n && !differs; i++) {
			other = part_of(&list[i], part);
			differs = strcmp(own, other) != 0;
			free(other);
		}
		if (differs)
			name = xjoin(name, " ", own);
		else
			free(own);
	}
	return name;
}

static void
add_scores(struct plot *plot, struct keys *keys, const struct section *section)
{
	const struct record *record = section->record;

	for (size_t i = 0; i < record->n_scores; i++) {
		const struct score *score = &record->score[i];
		struct point *point;
		char *name;

		if (score->target != section->target || score->rows == 0 ||
		    score->copies != section->copies)
			continue;
		name = xprintf("%s Index Score%s", score->name,
			       index_remark(score, true));
		point = plot_point(plot, row_of(plot, keys, name, name),
				   score->score);
		free(name);
		point->label = figure(score->score, "");
		point_interval(point, score->has_interval, &score->ci95, 1);
	}
}

static void
add_results(struct plot *plot, struct keys *keys,
	    const struct section *section)
{
	const struct result *result;
	char marks[VIEW_MARKS];
	struct point *point;
	size_t at = 0;

	while ((result = view_result(section, &at)) != NULL) {
		if (!result->has_baseline)
			continue;
		point = plot_point(plot, row_of(plot, keys, result->id,
						result->title), -1);
		if (!result->has_value) {
			point->label = xstrdup("n/a");
			continue;
		}
		point->y = result->index;
		point->label = figure(point->y, view_marks(marks, result));
		point_interval(point, result->has_interval, &result->ci95,
			       result->index / result->value);
	}
}

void
picture_indexes(struct plot *plot, const struct record *records, size_t n)
{
	struct section *list = xmalloc(sizeof(*list)), next;
	struct keys keys = { NULL, 0 };
	size_t sections = 0, first, at, i;

	for (i = 0; i < n; i++) {
		for (at = 0; view_section(&next, &records[i], false, &at);) {
			list = xrealloc(list, (sections + 1) * sizeof(*list));
			list[sections++] = next;
		}
	}
	first = sections > PLOT_SERIES ? sections - PLOT_SERIES : 0;
	*plot = (struct plot){
		.title = first == 0 ? xstrdup("Index of each test") :
			 xprintf("Index of each test: the last %d of %zu",
				 PLOT_SERIES, sections),
		.y = { .title = "index, 10 is the baseline", .base = 10 },
		.bars = true, .origin = INDEX_BASE,
	};
	for (i = first; i < sections; i++) {
		plot_series(plot, name_of(list + first, sections - first,
					  i - first));
		add_scores(plot, &keys, &list[i]);
		add_results(plot, &keys, &list[i]);
	}
	if (plot->n_points == 0)
		plot->title = xjoin(plot->title, ": ",
				    xstrdup("the baseline has none"));
	free_keys(&keys);
	free(list);
}

void
picture_ratios(struct plot *plot, const struct comparison *comparisons,
	       size_t n)
{
	struct keys keys = { NULL, 0 };
	char text[COMPARED_TEXT], *name;
	const struct compared *row;
	struct point *point;
	size_t first = n > PLOT_SERIES ? n - PLOT_SERIES : 0, i, j;

	*plot = (struct plot){
		.title = xstrdup("New against old"),
		.y = { .title = "ratio, above 1 is better", .base = 10 },
		.bars = true, .origin = 1,
	};
	for (i = first; i < n; i++) {
		plot_series(plot, xprintf("%s against %s",
					  comparisons[i].side[NEW].name,
					  comparisons[i].side[OLD].name));
		for (j = 0; (row = comparison_row(&comparisons[i], j)) != NULL;
		     j++) {
			if (row->percent > 0 || !row->has_ratio)
				continue;
			name = compared_name(&comparisons[i], row);
			point = plot_point(plot, row_of(plot, &keys, name,
							name), row->ratio);
			free(name);
			point->label = xstrdup(compared_ratio(text, row));
			point_interval(point, row->has_interval, &row->ci95, 1);
		}
	}
	free_keys(&keys);
}
