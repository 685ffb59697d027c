/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The picture of the scores of runs over the days. */
#include <config.h>

#include "diskidx/base/say.h"
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

/* Add the scores of a section to an x, each to a series of its own. */
static void
add_scores(struct plot *plot, const char *name, double x,
	   const struct section *section)
{
	const struct record *record = section->record;

	for (size_t i = record->n_scores; i-- > 0;) {
		const struct score *score = &record->score[i];

		if (view_is_score_of(section, score) && score->rows > 0)
			plot_add(plot, say("%s Index Score, %s", score->name,
					   name), (struct point){
				.x = x, .y = score->score, .ci95 = score->ci95,
			});
	}
}

void
part_overview(struct document *document, const struct record *records, size_t n)
{
	const struct record *first = records;
	struct plot *plot;

	for (size_t i = 1; i < n; i++)
		if (records[i].started_s < first->started_s)
			first = &records[i];
	plot = plots_add(document_picture(document), (struct plot){
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
