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
	if (n < 2)
		return xstrdup("");
	return xjoin(xprintf("; weakest: %s", least->name), " ",
		     view_number(least->score, 0));
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
		text = xappend(text, "", "; %s has one:", score->name);
		text = xjoin(text, " ", view_number(score->score, 0));
		text = xappend(text, "", "%s", index_remark(score, false));
	}
	return text;
}

char *
headline_of(const struct section *section)
{
	const struct record *record = section->record;
	const struct score *disk = view_score(section, INDEX_DISK);
	const struct baseline *table;
	const char *noun = NULL;
	char *text;

	if (disk == NULL)
		return NULL;
	text = xprintf("%s Index Score%s", disk->name,
		       index_remark(disk, true));
	if (record->interrupted)
		text = xappend(text, " ", "(Interrupted)");
	if (disk->rows == 0) {
		text = xappend(text, " ", "---: %zu of its %zu tests %s; it "
			       "takes half of them, and one of each category",
			       disk->counting,
			       index_tests(disk->name, &record->roster),
			       disk->counting == 1 ? "counts" : "count");
		return xjoin(text, "", whole_categories(record, disk));
	}
	text = xjoin(text, " ", view_number(disk->score, 0));
	if (disk->has_interval)
		text = xappend(xjoin(text, " (95 % interval ",
				     view_range(&disk->ci95)), "", ")");
	else
		text = xappend(text, " ", "(no interval: too few rounds; -i)");
	/* "74 times a 7200 rpm disk" */
	text = xjoin(text, ": ", view_number(disk->score / 10, 0));
	table = baseline_by_name(record->baseline);
	if (table != NULL)
		noun = table->noun;
	text = xappend(text, " times ", "%s", text_or(noun, record->baseline));
	return xjoin(text, "", weakest(record, disk));
}

/* Position. */

/* Return the logarithm of how many times as fast as the device the category is;
 * NAN if the device has no figure of the category. */
static double
lead_over(const struct section *section, const char *category,
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
	return logs / (double)n;
}


char *
position_of(const struct section *section, const char *category)
{
	/* The nearest device on each side, and how far it is. */
	const struct baseline *slower = NULL, *faster = NULL, *device;
	double above = INFINITY, below = -INFINITY;

	for (size_t i = 0; (device = reference_at(i)) != NULL &&
	     section->copies == 1; i++) {
		double lead = lead_over(section, category, device);

		if (lead >= 0 && lead < above) {
			slower = device;
			above = lead;
		}
		if (lead < 0 && lead > below) {
			faster = device;
			below = lead;
		}
	}
	if (slower != NULL && faster != NULL)
		return xprintf("%s lies between %s (%s) and %s (%s)", category,
			       slower->name, slower->summary, faster->name,
			       faster->summary);
	if (slower != NULL)
		return xprintf("%s lies above %s (%s)", category, slower->name,
			       slower->summary);
	if (faster != NULL)
		return xprintf("%s lies below %s (%s)", category, faster->name,
			       faster->summary);
	return NULL;
}
