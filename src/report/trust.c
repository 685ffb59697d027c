/* The trust in a score: see trust.h. */
#include <config.h>

#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/trend.h"
#include "diskidx/flags.h"
#include "diskidx/trust.h"
#include "diskidx/units.h"

#define BIT(flag) (1u << (flag))
#define MIN_SAMPLES 3		/* show a spread */
#define MAX_WIDTH 1.1		/* upper end of an interval by its score */

/* One such row is too many, or more than a tenth of them is. */
#define DISTURBED (BIT(FLAG_THROTTLED) | BIT(FLAG_STALLED) | BIT(FLAG_DRIFT))
#define RESTLESS (BIT(FLAG_NOISY) | BIT(FLAG_FOREIGN) | BIT(FLAG_STOLEN) | \
		  BIT(FLAG_LIMITED))

/* The rows that make a score, and what is wrong with them. */
struct rows {
	size_t n, calm, few;	/* few: of under MIN_SAMPLES */
	size_t flagged[FLAG_COUNT];
	size_t missing;			/* have no figure, */
	const char *na_reason;		/* the first for this reason */
};

/* Return a sentence on the flag of most rows among those of these bits, on the
 * heap; NULL: no row has one. */
static char *
why_flag(const struct rows *rows, unsigned flags)
{
	const struct flag_entry *entry = NULL;
	size_t n = 0;

	for (unsigned flag = 0; flag < FLAG_COUNT; flag++)
		if ((flags & BIT(flag)) != 0 && rows->flagged[flag] > n) {
			n = rows->flagged[flag];
			entry = flag_entry((enum flag)flag);
		}
	if (entry == NULL)
		return NULL;
	return xprintf("%zu of %zu test%s %s flagged %s (%s): %s", n, rows->n,
		       units_plural(rows->n), n == 1 ? "is" : "are",
		       entry->name, entry->meaning, entry->remedy);
}

/* Return the reason for no trust at all; NULL if there is none. */
static char *
why_none(const struct rows *rows, const struct score *score)
{
	unsigned flags = BIT(FLAG_UNPROVEN);
	char *why;

	for (unsigned flag = 0; flag < FLAG_COUNT; flag++)
		if (flag_entry((enum flag)flag)->invalidates)
			flags |= BIT(flag);
	why = why_flag(rows, flags);
	if (why != NULL)
		return why;
	if (rows->missing > 0)
		return xprintf("no figure of %zu of %zu test%s (%s): mend "
			       "that, and run all of them again",
			       rows->missing, rows->n, units_plural(rows->n),
			       rows->na_reason);
	if (score != NULL && score->partial)
		return xprintf("the score is of %zu test%s only: run the whole "
			       "suite for one that compares with others'",
			       rows->n, units_plural(rows->n));
	return NULL;
}

/* Return the reason for little trust; NULL if there is none. */
static char *
why_low(const struct section *section, const struct rows *rows,
	const struct score *score)
{
	const struct record *record = section->record;
	struct trend trend = trend_of(record->result, record->n_results,
				      section->target);
	unsigned flags = DISTURBED;
	char *why;

	for (unsigned flag = 0; flag < FLAG_COUNT; flag++)
		if (rows->flagged[flag] > rows->n / 10)
			flags |= BIT(flag) & RESTLESS;
	why = why_flag(rows, flags);
	if (why != NULL)
		return why;
	if (record->interrupted)
		return xstrdup("the run was interrupted: let it run to its "
			       "end");
	if (trend.fell > 0)
		return xprintf("%zu of %zu tests fell to %.2f of their speed "
			       "at round %u: run again when the disk has "
			       "settled, or with more rounds (-i)",
			       trend.fell, trend.rows, trend.factor,
			       trend.round);
	if (trend.autocorrelated)
		return xstrdup("the rounds are autocorrelated, so the interval "
			       "is too narrow: compare runs of different "
			       "times");
	if (rows->few > 0)
		return xstrdup("fewer than three rounds show no spread: "
			       "measure more of them (-i)");
	if (score != NULL && score->ci95.high > MAX_WIDTH * score->score)
		return xstrdup("the interval of the score reaches over 10 % "
			       "above it: measure more rounds (-i)");
	return NULL;
}

/* Return true if a row makes the score or, without one, has a figure of the
 * disk. */
static bool
counts(const struct result *result, const struct score *score)
{
	if (score == NULL)
		return result->summary.has_value &&
			!params_is_cache_test(&result->test.params);
	return result->judgement.baseline > 0 &&
		index_covers(INDEX_DISK, result->test.category);
}

struct trust
trust_of(const struct section *section)
{
	const struct score *score = view_score(section, INDEX_DISK);
	struct trust trust = { TRUST_UNJUDGED, NULL };
	struct rows rows = { .n = 0 };
	const struct result *result;
	size_t at = 0;

	while ((result = view_result(section, &at)) != NULL) {
		unsigned flags = result->judgement.flags;

		if (!counts(result, score))
			continue;
		rows.n++;
		rows.calm += (flags & (DISTURBED | RESTLESS)) == 0;
		rows.few += result->n_samples < MIN_SAMPLES;
		for (unsigned flag = 0; flag < FLAG_COUNT; flag++)
			rows.flagged[flag] += (flags & BIT(flag)) != 0;
		if (!result->summary.has_value && rows.missing++ == 0)
			rows.na_reason = view_na_reason(result);
	}
	if (rows.n == 0)
		return trust;
	trust.level = TRUST_NONE;
	trust.why = why_none(&rows, score);
	if (trust.why != NULL)
		return trust;
	trust.level = TRUST_LOW;
	trust.why = why_low(section, &rows, score);
	if (trust.why != NULL)
		return trust;
	trust.level = TRUST_GOOD;
	trust.why = xprintf("%zu of %zu test%s ran undisturbed", rows.calm,
			    rows.n, units_plural(rows.n));
	if (score != NULL)
		trust.why = xappend(trust.why, ", and ", "the interval of the "
				    "score is within %.1f %%",
				    100 * (score->ci95.high / score->score -
					   1));
	return trust;
}

const char *
trust_name(enum trust_level level)
{
	static const char *const names[] = { NULL, "none", "low", "good" };

	return names[level];
}
