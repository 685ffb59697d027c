/* Notes on a record: see notes.h. */
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/baseline.h"
#include "diskidx/clock.h"
#include "diskidx/flags.h"
#include "diskidx/units.h"
#include "notes.h"
#include "view.h"

#define MANY 3			/* rows that "all tests" may stand for */

/* The rows that a note is about. */
struct about {
	const struct record *record;
	unsigned flags;		/* rows with one of these, or */
	const char *na_reason;	/* rows that have no figure for this reason */
};

static bool
concerns(const struct about *about, const struct result *result)
{
	const char *na_reason = view_na_reason(result);

	if (about->na_reason == NULL)
		return (result->flags & about->flags) != 0;
	return na_reason != NULL && strcmp(na_reason, about->na_reason) == 0;
}

/* Return true if all rows with a figure have the flags, and there are many. */
static bool
concerns_all(const struct about *about)
{
	const struct record *record = about->record;
	size_t i, n = 0;

	if (about->na_reason != NULL)
		return false;
	for (i = 0; i < record->n_results; i++) {
		if (!record->result[i].has_value)
			continue;
		if (!concerns(about, &record->result[i]))
			return false;
		n++;
	}
	return n >= MANY;
}

/* Return the names of the rows with commas between them, on the heap. */
static char *
names_of(const struct about *about)
{
	const struct record *record = about->record;
	char *names;
	size_t i;

	if (concerns_all(about))
		return xstrdup("all tests");
	names = xstrdup("");
	for (i = 0; i < record->n_results; i++)
		if (concerns(about, &record->result[i]))
			names = xjoin(names, ", ",
				      view_name(record, &record->result[i]));
	return names;
}

/* Return the end of a sentence on a fall: the value of the row. */
static char *
value_after(const struct result *result)
{
	size_t n = result->n_slowdowns;

	if (n == result->n_samples)
		return xprintf("%s; the value is the low level",
			       n > 1 ? " and all others" : "");
	if (n == 1)
		return xstrdup("; that round counts with its low level");
	return xprintf(" and %zu more; those rounds count with their low "
		       "level", n - 1);
}

/* Return how the row's speed fell and what its value is, on the heap. */
static char *
slowdown_of(const struct result *result, bool si)
{
	const struct slowdown *slowdown = &result->slowdown;
	double before = view_value(slowdown->before, result->unit, si);
	double after = view_value(slowdown->after, result->unit, si);
	int decimals = after < 99.5 ? 1 : 0;
	char duration[UNITS_TEXT];

	if (!slowdown->within)
		return xprintf("%.*f %s before round %u, and %.*f from then "
			       "on; the value is the mean of all rounds",
			       decimals, before, view_unit(result->unit, si),
			       slowdown->round, decimals, after);
	return xjoin(xprintf("%.*f %s for %s, then %.*f (in round %u", decimals,
			     before, view_unit(result->unit, si),
			     units_format_duration(duration, slowdown->at_ns),
			     decimals, after, slowdown->round), "",
		     xjoin(value_after(result), "", xstrdup(")")));
}

static void
add_slowdowns(struct notes *notes, const struct record *record, bool si)
{
	const struct result *result;
	size_t i;

	for (i = 0; i < record->n_results; i++) {
		result = &record->result[i];
		if (result->flags & 1u << FLAG_THROTTLED)
			notes_add(notes, ' ',
				  xjoin(view_name(record, result), ": ",
					slowdown_of(result, si)));
	}
}

/* Return the share of its time that a quota held the row back; 0: none did. */
static double
limited_share(const struct result *result)
{
	struct processor_times times = flags_processors(result);
	double samples_s = view_seconds(result) * (double)result->n_samples;

	if ((result->flags & 1u << FLAG_LIMITED) == 0 || samples_s == 0)
		return 0;
	return clock_seconds(times.limited_ns) / samples_s;
}

/* Add how the quota held back the row that it held back most. */
static void
add_limit(struct notes *notes, const struct record *record)
{
	const struct result *most = NULL;
	struct processor_times times;
	char *name;
	size_t i;

	for (i = 0; i < record->n_results; i++)
		if (limited_share(&record->result[i]) >
		    (most != NULL ? limited_share(most) : 0))
			most = &record->result[i];
	if (most == NULL)
		return;
	name = view_name(record, most);
	times = flags_processors(most);
	notes_add(notes, ' ', xprintf(
		"most affected is %s: the quota ran out in %" PRIu64 " of %"
		PRIu64 " periods, and delayed all processors together by at "
		"most %.2f s in %.2f s of measuring", name,
		times.limited_periods, times.periods,
		clock_seconds(times.limited_ns),
		view_seconds(most) * (double)most->n_samples));
	free(name);
}

static void
add_flag(struct notes *notes, const struct record *record, enum flag flag)
{
	const struct flag_entry *entry = flag_entry(flag);
	struct about about = { record, 1u << flag, NULL };
	char *names = names_of(&about);

	if (*names != '\0')
		notes_add(notes, entry->mark,
			  xprintf("%s (%s): %s", entry->name, names,
				  entry->sentence));
	free(names);
}

/* Add for how long the rows were judged, if none of them was throttled. */
static void
add_unthrottled(struct notes *notes, const struct record *record)
{
	uint64_t longest_ns = 0, ns;
	char duration[UNITS_TEXT];
	size_t i, j;

	for (i = 0; i < record->n_results; i++) {
		const struct result *result = &record->result[i];

		if (result->has_value && result->has_slowdown)
			return;
		if (!result->has_value || !result->judged)
			continue;
		for (j = 0, ns = 0; j < result->n_samples; j++)
			ns += result->sample[j].total.elapsed_ns;
		longest_ns = ns > longest_ns ? ns : longest_ns;
	}
	if (longest_ns > 0)
		notes_add(notes, '*', xprintf(
			"No throttling in up to %s per test. Cloud burst "
			"credit can last 30 minutes; use -t to test longer.",
			units_format_duration(duration, longest_ns)));
}

/* Add the reason of a row without a figure, unless a row above has it too. */
static void
add_na_reason(struct notes *notes, const struct record *record, size_t at)
{
	struct about about = { record, 0, view_na_reason(&record->result[at]) };
	char *names;
	size_t i;

	if (about.na_reason == NULL)
		return;
	for (i = 0; i < at; i++)
		if (concerns(&about, &record->result[i]))
			return;
	names = names_of(&about);
	notes_add(notes, '-', xprintf("n/a (%s): %s", names, about.na_reason));
	free(names);
}

/* Return true if a row has an index. */
static bool
has_index(const struct record *record)
{
	size_t i;

	for (i = 0; i < record->n_results; i++)
		if (record->result[i].has_baseline)
			return true;
	return false;
}

/* Add the baseline, and its meaning if it is a built-in one. */
static void
add_baseline(struct notes *notes, const struct record *record)
{
	const struct baseline *table;

	if (record->baseline == NULL || !has_index(record))
		return;
	table = baseline_by_name(record->baseline);
	notes_add(notes, '*', xprintf("baseline %s%s%s", record->baseline,
				      table != NULL ? ": " : "",
				      table != NULL ? table->summary : ""));
}

void
notes_of_record(struct notes *notes, const struct record *record, bool si)
{
	size_t i;

	*notes = (struct notes){ NULL, 0 };
	if (record->interrupted)
		notes_add(notes, '!', xstrdup(
			"interrupted: the figures cover the rounds that were "
			"complete, or what the first round had measured"));
	for (i = 0; i < FLAG_COUNT; i++) {
		add_flag(notes, record, (enum flag)i);
		if (i == FLAG_THROTTLED)
			add_slowdowns(notes, record, si);
		if (i == FLAG_LIMITED)
			add_limit(notes, record);
	}
	add_unthrottled(notes, record);
	notes_add_fragmented(notes, record);
	for (i = 0; i < record->n_results; i++)
		add_na_reason(notes, record, i);
	for (i = 0; i < record->n_notes; i++)
		notes_add(notes, '*', xstrdup(record->note[i]));
	add_baseline(notes, record);
}
