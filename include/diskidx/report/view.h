/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* View: questions that several formats ask of a record, or of a comparison.
 * Nothing here prints. Texts that are returned are those of say.h. */
#ifndef DISKIDX_REPORT_VIEW_H
#define DISKIDX_REPORT_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diskidx/base/clock.h"
#include "diskidx/base/units.h"
#include "diskidx/comparison/comparison.h"
#include "diskidx/comparison/repeats.h"
#include "diskidx/record/record.h"
#include "diskidx/report/table.h"
#include "diskidx/test/suite.h"

/* The results of one target and number of copies, as one table shows them. */
struct section {
	const struct record *record;
	unsigned target, copies;
	bool all_targets;	/* results of every target */
	bool by_suite;		/* only results of one suite: */
	const struct suite *suite;	/* NULL: `disk`, or a job file */
	enum layout layout;	/* the suite's */
	size_t next;		/* result of the record to look at */
};

/*
 * Find the record's next section, or with `by_suite` the next suite of a
 * section; all of the struct is 0 at first. Return false when there are no
 * more. Or go through all of them.
 */
bool view_section(struct section *section, const struct record *record,
		  bool by_suite);
#define for_each_section(s, record, by_suite) \
	for (struct section s = { .next = 0 }; \
	     view_section(&s, record, by_suite);)

/* Return the section's next result after that one (NULL: the first), or NULL;
 * or go through all of them. */
const struct result *view_result(const struct section *section,
				 const struct result *before);
#define for_each_result(r, section) \
	for (const struct result *r = view_result(section, NULL); r != NULL; \
	     r = view_result(section, r))

/* Return the section's first result with that id, or NULL. */
const struct result *view_find(const struct section *section, const char *id);

/* Return true if a score of the record is the section's. */
bool view_is_score_of(const struct section *section, const struct score *score);

/* Return the section's score of that name, or NULL; the one over the disk's
 * tests also where these are too few for it. */
const struct score *view_score(const struct section *section, const char *name);

/* Return the section's score over the disk's tests, or NULL. */
const struct score *view_disk_score(const struct section *section);

/* Return the start of a run: "2026-11-20T16:54:39+01:00". */
char *view_time(const struct record *run);

/* Return a value and the name of its unit, in decimal units with `si`. */
double view_value(double value, enum unit unit, bool si);

const char *view_unit(enum unit unit, bool si);

/* Return the decimals to show: three digits below 100, or two of a small
 * value. */
int view_decimals(double shown);

/* Return a score, an index or a factor with two digits or more, and at least
 * that many decimals. */
char *view_number(double x, int least);

/* Return an interval of scores as "715 to 770"; NULL: it is not known. */
char *view_range(struct interval ci95);

/* An interval that reaches beyond that many times its value says little. */
#define VIEW_MAX_REACH 3

/* Return "copy" or "copies", for after their number. */
const char *view_copies(unsigned copies);

/* Return a percentile of latencies in ns; NAN without any (NULL), or if they do
 * not support it. */
double view_percentile(const struct histogram *h, double percent);

/* Return a bound of a percentile that latencies do not support, NAN if they do:
 * from 50 on the least that it can be, the highest one below it that they
 * support, or their least; below 50 in the same way the most. */
double view_bound(const struct histogram *h, double percent);

/* Return a latency after ">=" or "<=" as ">=285us", or after "" as "285 us"
 * (NULL: NAN); and a percentile or its bound in the same way (NULL: none). */
char *view_time_bound(const char *sign, double ns);
char *view_latency(const struct histogram *h, double percent);

/* Return a value as "150.0 IOPS"; and the interval of a result, or of a value
 * that is shown times `one`, as "140.0 to 160.0", or NULL if it has none. */
char *view_figure(enum unit unit, double value, bool si);
char *view_interval(const struct result *result, bool si);
char *view_ends(struct interval ci95, double value, double one);

/* Return the names of flags with blanks between them; or the weightiest and the
 * number of others: "stalled+1". */
const char *view_flags(unsigned flags);
const char *view_flag(unsigned flags);

/* Return the flags of a row that all rows of its kind, disk or cache, have if
 * they are many: these are said once, in the answer or in a note. */
#define VIEW_MANY 3
unsigned view_shared_flags(const struct record *record,
			   const struct result *result);

/* Return the reason for a row without a result; NULL if it has one. */
const char *view_na_reason(const struct result *result);

/* Return a row's name: its id, and the copies and directory if the record has
 * several. */
char *view_name(const struct record *record, const struct result *result);

/* Return true if a time of that many requests was kept: a pool keeps none, and
 * the times of a device may all be under a millisecond. */
bool view_has_time(uint64_t ms, uint64_t requests);

/* Return the busy share of that time in per cent, at most 100. */
double view_utilisation(const struct device_counters *device,
			uint64_t elapsed_ns);

/* Comparisons as text: figures, names and coverages. */

#define COMPARED_VALUE 7	/* columns of a value and of a ratio */
#define COMPARED_RATIO 5

/* Return a side's value or the ratio as "1.23" and "87111", a latency as "1.19
 * ms"; "-": there is none. */
const char *compared_value(const struct compared *row, int side, bool si);
const char *compared_ratio(const struct compared *row);

/* Return true if the rows have several directories. */
bool comparison_has_places(const struct comparison *c);

/* Return a row's name, with copies and directory if they vary; or without the
 * directory. */
char *compared_name(const struct comparison *c, const struct compared *row);
char *compared_test(const struct comparison *c, const struct compared *row);

/* Return a row's name, "commit on /t1" or "Disk score on /t1", likewise. */
char *repeated_name(const struct record *record, const struct repeated *row);

/* Return true for a row to show to people: not for a latency that does not
 * clearly differ. */
bool compared_is_shown(const struct compared *row);

/* Return "/srv/one, 4 copies": the directory if there are several,
 * and the copies if there are several numbers; else NULL. */
char *compared_place(const struct comparison *c, const struct compared *row);

/* Return a fact of the host or of the plan that all runs of a side share, the
 * other text if they differ, or NULL if the first has none. */
const char *side_fact(const struct side *side, enum fact_key key,
		      const char *several);

/* Write the start of a run: "2026-11-20", and "2026-11-20 08:00". */
#define view_day(run) \
	clock_date("%Y-%m-%d", (run)->started_s, (run)->utc_offset_s)
#define view_minute(run) \
	clock_date("%Y-%m-%d %H:%M", (run)->started_s, (run)->utc_offset_s)

/*
 * Trust: how far a score can be believed, judged only here, from the flags of
 * the rows that make it.
 *
 * none: a result is missing or is not this disk's; low: the interval reaches
 * more than 20 % above the score, or is missing, or the run was interrupted or
 * disturbed by others; good: neither. A row that is cpu-bound disturbs nothing:
 * the next run gives the same. Without a Disk Index Score all rows but those of
 * File Copy are judged, and the widest interval of a row is taken as the
 * score's.
 */
enum trust_level { TRUST_UNJUDGED, TRUST_NONE, TRUST_LOW, TRUST_GOOD };

/* In trust.c: judge a section of a summarised record; without rows to judge,
 * not at all. *why, unless NULL, is the most important reason and its remedy,
 * one sentence; NULL if unjudged. */
enum trust_level trust_of(const struct section *section, char **why);

/* In suits.c: return the sentence that sums up the verdicts on profiles: it
 * names what suits if that is one profile, else what does not; and the fastest
 * jobs of those without a limit. NULL: there is neither. Those with a limit are
 * added to a table, too, unless it is NULL. */
char *verdicts_of(const struct section *section, struct table *answer);

/* "none", "low" or "good"; NULL if unjudged. */
extern const char *const trust_name[];

#endif
