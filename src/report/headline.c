/* The headline on a disk, and its position: see parts.h. */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/baseline.h"
#include "diskidx/index.h"
#include "diskidx/units.h"
#include "parts.h"

#define ROUNDING 1e-9	/* scores that differ by less are equal */

char *
headline_figure(double x)
{
	return xprintf("%.*f", units_decimals(x, 0), x);
}

/* Return true for a category that counts in the score over the disk rows. */
static bool
is_part(const struct score *score, const struct score *disk)
{
	return score != disk && score->rows > 0 &&
		score->target == disk->target &&
		score->copies == disk->copies &&
		index_covers(INDEX_DISK, score->name);
}

/* Return "; weakest: Durable 55", or "" of a single category. */
static char *
weakest(const struct record *record, const struct score *disk)
{
	const struct score *least = NULL;
	size_t n = 0;

	for (size_t i = 0; i < record->n_scores; i++) {
		const struct score *score = &record->score[i];

		if (!is_part(score, disk))
			continue;
		n++;
		if (least == NULL ||
		    score->score < (1 - ROUNDING) * least->score)
			least = score;
	}
	return n < 2 ? xstrdup("") :
	       xjoin(xprintf("; weakest: %s", least->name), " ",
		     headline_figure(least->score));
}

/* Return "742 (95 % interval 715 to 770)". */
static char *
score_with_interval(const struct score *score)
{
	char *text = headline_figure(score->score);

	if (!score->has_interval)
		return xjoin(text, " ", xstrdup("(no interval: too few rounds; "
						"-i)"));
	text = xjoin(text, " (95 % interval ",
		     headline_figure(score->ci95.low));
	return xjoin(xjoin(text, " to ", headline_figure(score->ci95.high)),
		     "", xstrdup(")"));
}

/* Return "; Durable has one: 14 (unproven)" of each category with all of its
 * rows. */
static char *
whole_categories(const struct record *record, const struct score *disk)
{
	char *text = xstrdup("");

	for (size_t i = 0; i < record->n_scores; i++) {
		const struct score *score = &record->score[i];

		if (!is_part(score, disk) || score->partial)
			continue;
		text = xjoin(text, "", xprintf("; %s has one:", score->name));
		text = xjoin(text, " ", headline_figure(score->score));
		text = xjoin(text, "", xstrdup(index_remark(score, false)));
	}
	return text;
}

char *
headline_of(const struct section *section)
{
	const struct record *record = section->record;
	const struct score *disk = view_score(section, INDEX_DISK);
	const struct baseline *table;
	char *text;

	if (disk == NULL)
		return NULL;
	text = xprintf("%s Index Score%s%s", disk->name,
		       index_remark(disk, true), record->interrupted ?
		       " (Interrupted)" : "");
	if (disk->rows == 0) {
		text = xjoin(text, " ", xprintf(
			"---: %zu of its %zu tests count%s; it takes half of "
			"them, and one of each category", disk->counting,
			index_tests(disk->name, &record->roster),
			disk->counting == 1 ? "s" : ""));
		return xjoin(text, "", whole_categories(record, disk));
	}
	text = xjoin(text, " ", score_with_interval(disk));
	/* "74 times a 7200 rpm disk" */
	text = xjoin(text, ": ", headline_figure(disk->score / 10));
	table = baseline_by_name(record->baseline);
	text = xjoin(text, " times ", xstrdup(
		table != NULL && table->noun != NULL ? table->noun :
		record->baseline));
	return xjoin(text, "", weakest(record, disk));
}

/* Position. */

enum { SLOWER, FASTER, WAYS };

/* The nearest device on each side, and how far it is. */
struct nearest {
	const struct baseline *device;
	double distance;
};

/* Find the logarithm of how many times as fast as the device the category is.
 * Return false if the device has no figure of it. */
static bool
lead_over(double *lead, const struct section *section, const char *category,
	  const struct baseline *device)
{
	const struct result *result;
	size_t at = 0, n = 0;
	double logs = 0, value;

	while ((result = view_result(section, &at)) != NULL) {
		value = baseline_value(device, result->test.id, NULL);
		if (!result->judgement.scored || value <= 0 ||
		    strcmp(result->test.category, category) != 0)
			continue;
		logs += log(result->summary.value / value);
		n++;
	}
	*lead = n > 0 ? logs / (double)n : 0;
	return n > 0;
}

static char *
name_of(const struct baseline *device)
{
	return xprintf("%s (%s)", device->name, device->summary);
}

char *
position_of(const struct section *section, const char *category)
{
	struct nearest nearest[WAYS] = { { NULL, 0 }, { NULL, 0 } }, *side;
	const struct baseline *device;
	double lead;

	for (size_t i = 0; (device = reference_at(i)) != NULL &&
	     section->copies == 1; i++) {
		if (!lead_over(&lead, section, category, device))
			continue;
		side = &nearest[lead < 0 ? FASTER : SLOWER];
		if (side->device == NULL || fabs(lead) < side->distance)
			*side = (struct nearest){ device, fabs(lead) };
	}
	if (nearest[SLOWER].device != NULL && nearest[FASTER].device != NULL)
		return xjoin(xjoin(xprintf("%s lies between", category), " ",
				   name_of(nearest[SLOWER].device)), " and ",
			     name_of(nearest[FASTER].device));
	for (int i = 0; i < WAYS; i++)
		if (nearest[i].device != NULL)
			return xjoin(xprintf("%s lies %s", category, i ==
					     SLOWER ? "above" : "below"), " ",
				     name_of(nearest[i].device));
	return NULL;
}
