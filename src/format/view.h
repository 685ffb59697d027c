/*
 * View: what several formats ask of a record, answered once. Nothing here
 * prints but view_finish, which tells how printing went.
 */
#ifndef DISKIDX_VIEW_H
#define DISKIDX_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "diskidx/clock.h"
#include "diskidx/record.h"
#include "diskidx/suite.h"

#define VIEW_TIME (CLOCK_DATE + 16)	/* room for a time and its zone */

/* The results of one target and number of copies, in one table. */
struct section {
	const struct record *record;
	unsigned target, copies;
	bool is_group;		/* only those of one suite: */
	const struct suite *suite;	/* NULL: `disk`, or a job file */
};

/*
 * The next section of the record: *at, 0 at first, walks over the results.
 * False when there are no more.
 */
bool view_section(struct section *section, const struct record *record,
		  size_t *at);

/*
 * The same of a section's groups: its results by suite. A group is a section,
 * too.
 */
bool view_group(struct section *group, const struct section *section,
		size_t *at);

/* How a group is laid out. */
enum layout view_layout(const struct section *group);

/* Of the groups of one suite and number of copies, target by target. */
bool view_is_first_group(const struct section *group);
bool view_is_last_group(const struct section *group);

/* The section's next result from *at on (0 at first); NULL at the end. */
const struct result *view_result(const struct section *section, size_t *at);

/* The section's score of that name, or NULL. */
const struct score *view_score(const struct section *section,
			       const char *name);

/* A fact of a target: NULL if there is none, or no such target. */
const char *view_target_fact(const struct record *record, unsigned target,
			     const char *key);

/* "2026-11-20T16:54:39+01:00" */
char *view_time(char text[VIEW_TIME], uint64_t unix_s, int utc_offset_s);

/* A value of that unit, and the unit's name, as shown with --si or without. */
double view_value(double value, enum unit unit, bool si);

/* How many decimals it is shown with, so that what is little isn't 0.0. */
int view_decimals(double shown);
const char *view_unit(enum unit unit, bool si);

/* The marks of a row's flags, those that invalidate first; may be empty. */
#define VIEW_MARKS (FLAG_COUNT + 1)
char *view_marks(char text[VIEW_MARKS], const struct result *result);

/* Return the names of flags with blanks between them, on the heap. */
char *view_flags(unsigned flags);

/* Why a row has no figure; NULL if it has one. */
const char *view_na_reason(const struct result *result);

/*
 * A row's name on the heap: its id, and where there are several tables, which
 * one.
 */
char *view_name(const struct record *record, const struct result *result);

/* Mean length of a sample in seconds; 0 if there is none. */
double view_seconds(const struct result *result);

/*
 * Whether a request is done when the call that submits it returns, so that
 * there is no submission apart from it.
 */
bool view_is_synchronous(const struct result *result);

/* How busy the device was in that time, in per cent: 100 at most. */
double view_utilisation(const struct device_counters *device,
			uint64_t elapsed_ns);

/* The percentiles of a full list, ascending. */
#define VIEW_PERCENTILES 17
extern const double view_percentile[VIEW_PERCENTILES];

/* 0, or -errno if something could not be written. */
int view_finish(FILE *stream);

#endif
