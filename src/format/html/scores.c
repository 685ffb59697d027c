/* The picture of scores over time: see pictures.h. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "pictures.h"

static const char *
text_of(const char *fact)
{
	return fact != NULL ? fact : "?";
}

/* Return a score's name, and its host and directory if they aren't those of the
 * first run's first score, on the heap. */
static char *
name_of(const struct record *records, const struct record *record,
	const struct score *score)
{
	const char *host = text_of(facts_get(&record->host, "hostname"));
	const char *directory = text_of(view_target_fact(record, score->target,
							 "directory"));
	char *name = result_name(score->name, score->copies != 1 ?
				 score->copies : 0, NULL);

	name = xjoin(name, "", xstrdup(index_remark(score, true)));
	if (strcmp(host, text_of(facts_get(&records->host,
					   "hostname"))) != 0 ||
	    strcmp(directory, text_of(view_target_fact(records, 0,
						       "directory"))) != 0)
		name = xjoin(name, ", ", xprintf("%s:%s", host, directory));
	return name;
}

/* Add a run. No line leads back to one that is out of order. */
static void
add_run(struct plot *plot, const struct record *record,
	const struct score *score)
{
	struct point *point = plot_point(plot, (double)record->started_s,
					 score->score);

	point->apart = plot->n_points > 1 && point[-1].x > point->x;
	point_interval(point, score->has_interval, &score->ci95, 1);
}

/* Add a series of that name, the runs from the first that has it on. */
static void
add_series(struct plot *plot, char *name, const struct record *records,
	   size_t first, size_t n)
{
	plot_series(plot, name);
	for (size_t i = first; i < n; i++) {
		for (size_t j = 0; j < records[i].n_scores; j++) {
			const struct score *score = &records[i].score[j];
			char *other = name_of(records, &records[i], score);

			if (score->rows > 0 && strcmp(name, other) == 0)
				add_run(plot, &records[i], score);
			free(other);
		}
	}
}

static bool
has_series(const struct plot *plot, const char *name)
{
	for (size_t i = 0; i < plot->n_series; i++)
		if (strcmp(plot->series[i], name) == 0)
			return true;
	return false;
}

void
picture_scores(FILE *out, const struct record *records, size_t n)
{
	struct plot plot = {
		.title = xstrdup("Scores over time"),
		.x = { .title = "start of the run", .quantity = QUANTITY_DATE,
		       .utc_offset_s = records->utc_offset_s },
		.y = { .title = "score", .base = 10 },
	};

	for (size_t i = 0; i < n; i++) {
		for (size_t j = records[i].n_scores; j > 0; j--) {
			char *name = name_of(records, &records[i],
					     &records[i].score[j - 1]);

			if (plot.n_series == PLOT_SERIES ||
			    has_series(&plot, name))
				free(name);
			else
				add_series(&plot, name, records, i, n);
		}
	}
	picture_put(out, &plot);
}
