/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The trust in a score: see view.h. */
#include <config.h>

#include <math.h>

#include "diskidx/base/say.h"
#include "diskidx/report/view.h"
#include "diskidx/result/flags.h"
#include "diskidx/stats/statistics.h"
#include "diskidx/test/category.h"
#include "diskidx/test/name.h"

#define BIT(flag) (1u << (flag))
#define MAX_REACH 1.2		/* upper end of an interval by its figure */

/* More than a tenth of the rows with one of these is too many. The spread of a
 * row widens the interval by itself. */
#define DISTURBED (BIT(FLAG_THROTTLED) | FLAGS_DISTURBED)

const char *const trust_name[] = { NULL, "none", "low", "good" };

/* The rows to judge, and what is wrong with them. */
struct rows {
	size_t n;
	size_t flagged[FLAG_COUNT];
	size_t missing;			/* have no result, */
	const char *na_reason;		/* the first for this reason */
	const struct result *widest;	/* by its interval; none is the
					   widest */
	size_t at_quota;		/* of the disk; */
	struct texts quotas;		/* these; */
	char *busy;			/* those that kept a CPU so */
	const struct facts *target;
};

/* Return a sentence on the flag of most rows among those of these bits; NULL:
 * no row has one. */
static char *
why_flag(const struct rows *rows, unsigned flags)
{
	struct flag_entry entry;
	size_t n = 0;

	for (unsigned flag = 0; flag < FLAG_COUNT; flag++)
		if ((flags & BIT(flag)) != 0 && rows->flagged[flag] > n) {
			n = rows->flagged[flag];
			entry = flags_entry((enum flag)flag, rows->target);
		}
	if (n == 0)
		return NULL;
	if (rows->n == 1)
		return say("the test is flagged %s (%s): %s", entry.name,
			   entry.meaning, entry.remedy);
	return say("%zu of %zu tests %s flagged %s (%s): %s", n, rows->n,
		   n == 1 ? "is" : "are", entry.name, entry.meaning,
		   entry.remedy);
}

/* Return the upper end of a row's interval by its figure; INFINITY: none. */
static double
reach_of(const struct result *row)
{
	const struct summary *summary = &row->summary;

	return interval_known(summary->ci95) ?
		summary->ci95.high / summary->value : INFINITY;
}

/* Return the reason for little trust; NULL if there is none. */
static char *
why_low(const struct record *record, const struct rows *rows, double reach,
	const char *figure)
{
	unsigned flags = 0;
	char *why;

	if (rows->at_quota > rows->n / 10)
		return say("%zu of %zu test%s limited by %s, not the disk: %s",
			   rows->at_quota, rows->n, rows->n == 1 ? " is" :
			   "s are", texts_join(&rows->quotas, " or "),
			   flag_entry[FLAG_LIMITED].remedy);
	for (unsigned flag = 0; flag < FLAG_COUNT; flag++)
		if (rows->flagged[flag] > rows->n / 10)
			flags |= BIT(flag) & DISTURBED;
	why = why_flag(rows, flags);
	if (why != NULL)
		return why;
	if (record->interrupted)
		return say("the run was interrupted: let it run to its end");
	if (reach > VIEW_MAX_REACH)
		return say("%s for an interval of %s: use more rounds "
			   "(-i)", isinf(reach) ? "too few rounds" :
			   "rounds vary too much", figure);
	if (reach > MAX_REACH)
		return say("the interval of %s reaches %.0f %% above it: "
			   "use more rounds (-i) or runs (--repeat)",
			   figure, ceil(100 * (reach - 1)));
	return NULL;
}

/* Return true if a row is in the score or, without one, measures the disk. A
 * row under load does not: the same test without load is the proof. */
static bool
counts(const struct result *result, const struct score *score)
{
	if (score == NULL)
		return !params_is_cache_test(&result->test.params) &&
		       !category_is(CATEGORY_SUSTAINED,
				    result->test.category) &&
		       !category_is(CATEGORY_CAPACITY,
				    result->test.category) &&
		       *test_name_load(result->test.id) == '\0';
	return result->judgement.baseline > 0 &&
		index_covers(INDEX_DISK, result->test.category);
}

static struct rows
rows_of(const struct section *section, const struct score *score)
{
	struct rows rows = {
		.target = &section->record->target[section->target]
	};
	const char *quota;

	for_each_result(result, section) {
		if (!counts(result, score))
			continue;
		rows.n++;
		for (unsigned flag = 0; flag < FLAG_COUNT; flag++)
			rows.flagged[flag] += (result->judgement.flags &
					       BIT(flag)) != 0;
		quota = flags_quota(result, rows.target);
		rows.at_quota += quota != NULL;
		texts_add(&rows.quotas, quota);
		if ((result->judgement.flags & BIT(FLAG_CPU_BOUND)) != 0)
			rows.busy = say_join(rows.busy, ", ", result->test.id);
		if (!result->summary.has_value && rows.missing++ == 0)
			rows.na_reason = view_na_reason(result);
		if (rows.widest == NULL ||
		    reach_of(result) > reach_of(rows.widest))
			rows.widest = result;
	}
	return rows;
}

enum trust_level
trust_of(const struct section *section, char **why)
{
	const struct score *score = view_disk_score(section);
	enum trust_level level = TRUST_NONE;
	uint64_t cpus = facts_number(&section->record->host, FACT_CPUS, 2);
	struct rows rows = rows_of(section, score);
	const char *figure = "the score";
	char *reason;
	double reach = INFINITY;

	if (why != NULL)
		*why = NULL;
	if (rows.n == 0)
		return TRUST_UNJUDGED;
	if (score != NULL) {
		if (interval_known(score->ci95))
			reach = score->ci95.high / score->score;
	} else {
		reach = reach_of(rows.widest);
		figure = rows.widest->test.id;
		if (rows.n > 1)
			figure = say("%s (the least certain of %zu tests)",
				     figure, rows.n);
	}
	reason = why_flag(&rows, FLAGS_INVALID | BIT(FLAG_UNPROVEN));
	if (reason == NULL && rows.missing > 0)
		reason = say("%zu of %zu tests %s no result (%s): fix that and "
			     "run them all again", rows.missing, rows.n,
			     rows.missing == 1 ? "has" : "have",
			     rows.na_reason);
	if (reason == NULL) {
		level = TRUST_LOW;
		reason = why_low(section->record, &rows, reach, figure);
	}
	if (reason == NULL) {
		level = TRUST_GOOD;
		reason = say("%s is within %.0f %%, as far as one run can tell "
			     "(--repeat=5 measures it)", figure,
			     ceil(100 * (reach - 1)));
	}
	if (level != TRUST_NONE && rows.busy != NULL) {
		reason = say_more(reason, "; ", "%s show%s this machine's CPU",
				  rows.busy, rows.flagged[FLAG_CPU_BOUND] == 1 ?
				  "s" : "");
		if (cpus > section->copies)
			reason = say_more(reason, "; ", "-c %u shows more of "
					  "the disk", 4 * section->copies);
	}
	texts_free(&rows.quotas);
	if (why != NULL)
		*why = reason;
	return level;
}
