/* The trust in a score: see trust.h. */
#include <config.h>

#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/trend.h"
#include "diskidx/flags.h"
#include "diskidx/trust.h"
#include "diskidx/view.h"

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

/* Find the flag of most rows among those of one of the two kinds. */
static enum flag
most_frequent(const struct rows *rows, bool of_none)
{
	unsigned most = FLAG_COUNT;

	for (unsigned flag = 0; flag < FLAG_COUNT; flag++) {
		size_t n = rows->flagged[flag];
		bool counts = of_none ? flag == FLAG_UNPROVEN ||
			      flag_entry((enum flag)flag)->invalidates :
			      (BIT(flag) & DISTURBED) != 0 ||
			      ((BIT(flag) & RESTLESS) != 0 &&
			       n > rows->n / 10);

		if (counts && n > (most == FLAG_COUNT ? 0 :
				   rows->flagged[most]))
			most = flag;
	}
	return (enum flag)most;
}

/* Return a sentence on a flag, on the heap. */
static char *
why_flag(const struct rows *rows, enum flag flag)
{
	const struct flag_entry *entry = flag_entry(flag);
	size_t n = rows->flagged[flag];

	return xprintf("%zu of %zu test%s %s flagged %s (%s): %s", n, rows->n,
		       rows->n == 1 ? "" : "s", n == 1 ? "is" : "are",
		       entry->name, entry->meaning, entry->remedy);
}

/* Return the reason for no trust at all; NULL if there is none. */
static char *
why_none(const struct rows *rows, const struct score *score)
{
	enum flag flag = most_frequent(rows, true);

	if (flag != FLAG_COUNT)
		return why_flag(rows, flag);
	if (rows->missing > 0)
		return xprintf("no figure of %zu of %zu test%s (%s): mend "
			       "that, and run all of them again",
			       rows->missing, rows->n,
			       rows->n == 1 ? "" : "s", rows->na_reason);
	if (score != NULL && score->partial)
		return xprintf("the score is of %zu test%s only: run the whole "
			       "suite for one that compares with others'",
			       rows->n, rows->n == 1 ? "" : "s");
	return NULL;
}

/* Return the reason that lies in the rounds; NULL if there is none. */
static char *
why_rounds(const struct record *record, unsigned target)
{
	struct trend trend = trend_of(record->result, record->n_results,
					 target);

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
	return NULL;
}

/* Return the reason for little trust; NULL if there is none. */
static char *
why_low(const struct record *record, const struct rows *rows,
	const struct score *score, unsigned target)
{
	enum flag flag = most_frequent(rows, false);
	char *why = flag != FLAG_COUNT ? why_flag(rows, flag) :
		    why_rounds(record, target);

	if (why != NULL)
		return why;
	if (rows->few > 0)
		return xstrdup("fewer than three rounds show no spread: "
			       "measure more of them (-i)");
	if (score == NULL)
		return NULL;
	if (score->ci95.high > MAX_WIDTH * score->score)
		return xstrdup("the interval of the score reaches over 10 % "
			       "above it: measure more rounds (-i)");
	return NULL;
}

static char *
why_good(const struct rows *rows, const struct score *score)
{
	char *why = xprintf("%zu of %zu test%s ran undisturbed", rows->calm,
			    rows->n, rows->n == 1 ? "" : "s");

	return score == NULL ? why :
	       xjoin(why, ", and ", xprintf(
			"the interval of the score is within %.1f %%",
			100 * (score->ci95.high / score->score - 1)));
}

bool
trust_of(struct trust *trust, const struct record *record, unsigned target,
	 unsigned copies)
{
	struct section section = { .record = record, .target = target,
				   .copies = copies };
	const struct score *score = view_score(&section, INDEX_DISK);
	struct rows rows = { .n = 0 };
	const struct result *result;
	size_t at = 0;

	while ((result = view_result(&section, &at)) != NULL) {
		unsigned flags = result->judgement.flags;
		bool counts = score == NULL ? result->summary.has_value &&
			      !params_is_cache_test(&result->test.params) :
			      result->judgement.baseline > 0 &&
			      index_covers(INDEX_DISK, result->test.category);

		if (!counts)
			continue;
		rows.n++;
		rows.calm += (flags & (DISTURBED | RESTLESS)) == 0;
		rows.few += result->n_samples < MIN_SAMPLES;
		for (unsigned flag = 0; flag < FLAG_COUNT; flag++)
			rows.flagged[flag] += (flags & BIT(flag)) != 0;
		if (!result->summary.has_value && rows.missing++ == 0)
			rows.na_reason = view_na_reason(result);
	}
	trust->level = TRUST_NONE;
	trust->why = rows.n > 0 ? why_none(&rows, score) : NULL;
	if (rows.n == 0 || trust->why != NULL)
		return rows.n > 0;
	trust->level = TRUST_LOW;
	trust->why = why_low(record, &rows, score, target);
	if (trust->why == NULL) {
		trust->level = TRUST_GOOD;
		trust->why = why_good(&rows, score);
	}
	return true;
}

const char *
trust_name(enum trust_level level)
{
	static const char *const names[] = { "none", "low", "good" };

	return names[level];
}
