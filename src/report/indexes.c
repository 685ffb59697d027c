/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Pictures of the indexes of runs, and of their scores over the days. */
#include <config.h>

#include <math.h>
#include <string.h>

#include "diskidx/base/say.h"
#include "diskidx/result/flags.h"
#include "diskidx/test/name.h"
#include "parts.h"

#define DAY_S 86400.0

/* Return "vm /srv/one x4". */
static char *
place_of(const struct section *section)
{
	const struct record *record = section->record;
	const char *host = facts_get(&record->host, FACT_HOSTNAME);
	const char *directory = record_target(record, section->target);
	char *name = say("%s %s", text_or(host, "?"), text_or(directory, "?"));

	if (!record_has_other_copies(record))
		return name;
	return say_more(name, " ", "x%u", section->copies);
}

/* Return a score at a bar, in three digits or more, with its marks. */
static char *
picture_figure(double x, const char *marks)
{
	return say("%s%s", view_number(x, x < 99.95), marks);
}

/* Return the plot of a category, which may be new, or of the scores. */
static struct plot *
plot_of(struct plots *plots, const char *name)
{
	for (size_t i = 0; i < plots->n; i++)
		if (strcmp(plots->list[i].title, name) == 0)
			return &plots->list[i];
	return plots_add(plots, (struct plot){
		.title = name,
		.y = { .title = "index, 10 is the baseline", .base = 10 },
		.bars = true, .origin = INDEX_BASE,
	});
}

/* Add the scores of a section, the one over all of the disk's first: as bars of
 * that series, or as points at an x, each of a series of its own. */
static void
add_scores(struct plot *plot, const char *name, double x,
	   const struct section *section)
{
	const struct record *record = section->record;

	for (size_t i = record->n_scores; i-- > 0;) {
		const struct score *score = &record->score[i];
		struct point point = {
			.x = x, .y = score->score,
			.ci95 = score->ci95,
		};
		char *text;

		if (!view_is_score_of(section, score) || score->rows == 0)
			continue;
		text = say("%s Index Score", score->name);
		if (plot->bars) {
			point.x = (double)texts_add(&plot->rows, text);
			point.label = picture_figure(score->score, index_remark(
							     score, false));
			plot_add(plot, name, point);
		} else {
			plot_add(plot, say_join(text, ", ", name), point);
		}
	}
}

/* Add the indexes of a section's tests. Those of other suites than `disk`, and
 * with options, may have equal titles. */
static void
add_results(struct plots *plots, const char *name,
	    const struct section *section)
{
	struct plot *plot;

	for_each_result(result, section) {
		const struct summary *summary = &result->summary;
		struct point point = { .y = NAN };
		char *row;

		if (result->judgement.baseline == 0)
			continue;
		plot = plot_of(plots, result->test.category);
		for (unsigned i = 0; i < FLAG_COUNT; i++)
			if ((result->judgement.flags & 1u << i) != 0)
				texts_print(&plot->legend, "%c %s",
					    flag_entry[i].mark,
					    flag_entry[i].name);
		if (summary->has_value) {
			point.y = result->judgement.index;
			point.ci95 = interval_times(summary->ci95,
						    point.y / summary->value);
			point.label = picture_figure(point.y,
						     view_marks(result));
		} else {
			point.label = "n/a";
		}
		row = say("%s", result->test.title);
		if (test_name_within(result->test.id) != result->test.id ||
		    *test_name_options(result->test.id) != '\0')
			row = say_join(row, ", ", result->test.id);
		point.x = (double)texts_add(&plot->rows, row);
		plot_add(plot, name, point);
	}
}

static void
picture_scores(struct plots *plots, const struct record *records, size_t n)
{
	const struct record *first = records;
	struct plot *plot;

	for (size_t i = 1; i < n; i++)
		if (records[i].started_s < first->started_s)
			first = &records[i];
	plot = plots_add(plots, (struct plot){
		.title = say("Scores since %s", view_minute(first)),
		.x = { .title = "days" }, .y = { .title = "score", .base = 10 },
	});
	for (size_t i = 0; i < n; i++) {
		double days = (double)(records[i].started_s -
				       first->started_s) / DAY_S;

		for_each_section(section, &records[i], false)
			add_scores(plot, place_of(&section), days, &section);
	}
}

void
part_overview(struct document *document, const struct record *records, size_t n)
{
	struct plots *plots = document_picture(document);

	/* The last are first, since the colours may not suffice. */
	for (size_t i = n; i-- > 0;)
		for_each_section(section, &records[i], false) {
			char *name = say("run %zu, %s %s", i + 1,
					 view_minute(&records[i]),
					 place_of(&section));

			add_scores(plot_of(plots, "Scores"), name, 0, &section);
			add_results(plots, name, &section);
		}
	if (n > 1)
		picture_scores(plots, records, n);
}
