/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* View: see view.h. */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/clock.h"
#include "diskidx/base/say.h"
#include "diskidx/base/units.h"
#include "diskidx/report/view.h"
#include "diskidx/result/flags.h"
#include "diskidx/stats/histogram.h"

#define MIB_IN_MB 1.048576

bool
view_section(struct section *section, const struct record *record,
	     bool by_suite)
{
	while (section->next < record->n_results) {
		const struct result *result = &record->result[section->next];

		*section = (struct section){
			.record = record, .by_suite = by_suite,
			.target = result->test.target,
			.copies = result->test.copies,
			.next = section->next + 1,
		};
		if (by_suite)
			section->suite = suite_of(result->test.id);
		if (section->suite != NULL)
			section->layout = section->suite->layout;
		if (view_result(section, NULL) == result)
			return true;
	}
	return false;
}

const struct result *
view_result(const struct section *section, const struct result *before)
{
	const struct record *record = section->record;
	size_t at = before != NULL ? (size_t)(before - record->result) + 1 : 0;

	for (; at < record->n_results; at++) {
		const struct result_test *test = &record->result[at].test;

		if ((section->all_targets || test->target == section->target) &&
		    test->copies == section->copies &&
		    (!section->by_suite ||
		     suite_of(test->id) == section->suite))
			return &record->result[at];
	}
	return NULL;
}

const struct result *
view_find(const struct section *section, const char *id)
{
	for_each_result(result, section)
		if (strcmp(result->test.id, id) == 0)
			return result;
	return NULL;
}

bool
view_is_score_of(const struct section *section, const struct score *score)
{
	return score->target == section->target &&
	       score->copies == section->copies;
}

const struct score *
view_score(const struct section *section, const char *name)
{
	for_each_score(score, section->record)
		if (view_is_score_of(section, score) &&
		    strcmp(score->name, name) == 0)
			return score;
	return NULL;
}

const struct score *
view_disk_score(const struct section *section)
{
	const struct score *score = view_score(section, INDEX_DISK);

	return score != NULL && score->rows == 0 ? NULL : score;
}

char *
view_time(const struct record *run)
{
	int offset_s = run->utc_offset_s;
	unsigned minutes = (unsigned)(abs(offset_s) / 60);

	return say("%s%c%02u:%02u",
		   clock_date("%Y-%m-%dT%H:%M:%S", run->started_s, offset_s),
		   offset_s < 0 ? '-' : '+', minutes / 60, minutes % 60);
}

double
view_value(double value, enum unit unit, bool si)
{
	return si && unit == UNIT_MIBPS ? value * MIB_IN_MB : value;
}

const char *
view_unit(enum unit unit, bool si)
{
	return si && unit == UNIT_MIBPS ? "MB/s" : unit_name[unit];
}

int
view_decimals(double shown)
{
	if (shown >= 99.95)
		return 0;
	return shown > 0 ? units_decimals(shown, shown < 9.995 ? 2 : 1) : 1;
}

char *
view_number(double x, int least)
{
	return say("%.*f", units_decimals(x, least), x);
}

char *
view_range(struct interval ci95)
{
	return !interval_known(ci95) ? NULL : say(
		"%s to %s", view_number(ci95.low, 0),
		view_number(ci95.high, 0));
}

const char *
view_copies(unsigned copies)
{
	return copies == 1 ? "copy" : "copies";
}

double
view_percentile(const struct histogram *h, double percent)
{
	if (!histogram_supports(h, percent))
		return NAN;
	return (double)histogram_percentile(h, percent);
}

double
view_bound(const struct histogram *h, double percent)
{
	double least_ns;

	if (h == NULL || histogram_supports(h, percent))
		return NAN;
	least_ns = (double)h->min;
	for_each_percentile(p, 0) {
		if (!histogram_supports(h, p->percent))
			continue;
		if (percent < 50 && p->percent > percent)
			return (double)histogram_percentile(h, p->percent);
		if (p->percent < percent)
			least_ns = (double)histogram_percentile(h, p->percent);
	}
	return percent < 50 ? (double)h->max : least_ns;
}

char *
view_time_bound(const char *sign, double ns)
{
	char *text, *blank;

	if (isnan(ns))
		return NULL;
	text = say("%s%s", sign, units_time(ns));
	blank = strchr(text, ' ');
	if (*sign != '\0')
		memmove(blank, blank + 1, strlen(blank));
	return text;
}

char *
view_latency(const struct histogram *h, double percent)
{
	double bound = view_bound(h, percent);

	if (isnan(bound))
		return view_time_bound("", view_percentile(h, percent));
	return view_time_bound(percent < 50 ? "<=" : ">=", bound);
}

char *
view_figure(enum unit unit, double value, bool si)
{
	double shown = view_value(value, unit, si);

	return say("%.*f %s", view_decimals(shown), shown, view_unit(unit, si));
}

char *
view_ends(struct interval ci95, double value, double one)
{
	int decimals = view_decimals(one * value);

	if (!interval_known(ci95))
		return NULL;
	return say("%.*f to %.*f", decimals, one * ci95.low, decimals,
		   one * ci95.high);
}

char *
view_interval(const struct result *result, bool si)
{
	return view_ends(result->summary.ci95, result->summary.value,
			 view_value(1, result->test.unit, si));
}

const char *
view_flags(unsigned flags)
{
	char *names = NULL;

	for (unsigned i = 0; i < FLAG_COUNT; i++)
		if (flags & 1u << i)
			names = say_join(names, " ", flag_entry[i].name);
	return text_or(names, "");
}

const char *
view_flag(unsigned flags)
{
	int first = FLAG_COUNT;
	size_t n = 0;

	for (int flag = 0; flag < FLAG_COUNT; flag++) {
		if ((flags & 1u << flag) == 0)
			continue;
		/* The spread, too, shows that a row is noisy. */
		if (n++ == 0 || first == FLAG_NOISY ||
		    (flag == FLAG_UNPROVEN && !flags_invalidate(1u << first)))
			first = flag;
	}
	if (n == 0)
		return "";
	return n == 1 ? flag_entry[first].name :
	       say("%s+%zu", flag_entry[first].name, n - 1);
}

unsigned
view_shared_flags(const struct record *record, const struct result *result)
{
	unsigned flags = result->judgement.flags;
	size_t n = 0;

	for_each_row(other, record) {
		if (!other->summary.has_value ||
		    (params_is_cache_test(&other->test.params) &&
		     !params_is_cache_test(&result->test.params)))
			continue;
		flags &= other->judgement.flags;
		n++;
	}
	return n < VIEW_MANY ? 0 : flags;
}

const char *
view_na_reason(const struct result *result)
{
	if (result->summary.has_value)
		return NULL;
	return text_or(result->test.na_reason, "not measured");
}

/* Return the name of what is measured as a row is. */
static char *
full_name(const char *what, const struct record *record,
	  const struct result *result)
{
	const struct result_test *test = &result->test;
	unsigned copies = record_has_other_copies(record) ? test->copies : 0;
	const char *directory = NULL;

	if (record->n_targets > 1)
		directory = record_target(record, test->target);
	return result_name(what, copies, directory);
}

char *
view_name(const struct record *record, const struct result *result)
{
	return full_name(result->test.id, record, result);
}

char *
repeated_name(const struct record *record, const struct repeated *row)
{
	return full_name(row->score == NULL ? row->result->test.id :
			 say("%s score", row->score), record, row->result);
}

bool
view_has_time(uint64_t ms, uint64_t requests)
{
	return ms > 0 || requests == 0;
}

/* Cap at 100: busy time between two passes is not in the elapsed time. */
double
view_utilisation(const struct device_counters *device, uint64_t elapsed_ns)
{
	double busy_ns = (double)device->busy_ms * NS_PER_MS;

	if (elapsed_ns == 0)
		return 0;
	return fmin(100 * busy_ns / (double)elapsed_ns, 100);
}

/* Comparisons as text. */

const char *
compared_value(const struct compared *row, int side, bool si)
{
	double value = row->side[side].value;

	if (row->side[side].n == 0)
		return "-";
	if (row->percent > 0)
		return units_time(value);
	if (row->rows > 0)
		return view_number(value, 0);
	return units_digits(view_value(value, row->unit, si));
}

const char *
compared_ratio(const struct compared *row)
{
	return row->ratio > 0 ? units_digits(row->ratio) : "-";
}

bool
comparison_has_places(const struct comparison *c)
{
	for_each_compared(row, &c->tests)
		if (row->target != c->tests.row->target)
			return true;
	return false;
}

/* Return the directory of a row, "A" or "A (old) and B (new)", if the rows have
 * several; else NULL. */
static const char *
directory_among_rows(const struct comparison *c, const struct compared *row)
{
	const char *o = row->side[OLD].directory;
	const char *n = row->side[NEW].directory;

	if (!comparison_has_places(c))
		return NULL;
	if (o == NULL || n == NULL || strcmp(o, n) == 0)
		return text_or(o, n);
	return say("%s (old) and %s (new)", o, n);
}

/* Return the copies of a row, if the rows have several numbers; else 0. */
static unsigned
copies_among_rows(const struct comparison *c, const struct compared *row)
{
	for_each_compared(other, &c->tests)
		if (other->copies != c->tests.row->copies)
			return row->copies;
	return 0;
}

char *
compared_test(const struct comparison *c, const struct compared *row)
{
	const char *id = row->id;

	if (row->percent > 0)
		id = say("%s p%g", id, row->percent);
	if (row->rows > 0)
		id = say("%s score", id);
	return result_name(id, copies_among_rows(c, row), NULL);
}

char *
compared_name(const struct comparison *c, const struct compared *row)
{
	return say_join(compared_test(c, row), " on ",
			directory_among_rows(c, row));
}

char *
compared_place(const struct comparison *c, const struct compared *row)
{
	char *place = say_join(NULL, "", directory_among_rows(c, row));
	unsigned copies = copies_among_rows(c, row);

	if (copies == 0)
		return place;
	return say_more(place, ", ", "%u %s", copies, view_copies(copies));
}

bool
compared_is_shown(const struct compared *row)
{
	return row->percent == 0 || row->verdict == VERDICT_FASTER ||
		row->verdict == VERDICT_SLOWER;
}

const char *
side_fact(const struct side *side, enum fact_key key, const char *several)
{
	const char *first = record_fact(side->run[0], 0, key);

	for (size_t i = 1; i < side->n_runs && first != NULL; i++) {
		const char *fact = record_fact(side->run[i], 0, key);

		if (fact == NULL || strcmp(fact, first) != 0)
			return several;
	}
	return first;
}
