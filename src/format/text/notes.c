/* The notes of the text report: what the flags mean, and what is missing. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/baseline.h"
#include "diskidx/flags.h"
#include "diskidx/wrap.h"
#include "text.h"

#define NOTE_INDENT 6
#define MANY 3			/* rows that are "all tests" together */

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

/* Whether all rows with a figure have the flags, and there are many. */
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

/* The names of the rows, with commas, on the heap. */
static char *
names_of(const struct about *about)
{
	const struct record *record = about->record;
	char *names, *name, *more;
	size_t i;

	if (concerns_all(about))
		return xstrdup("all tests");
	names = xstrdup("");
	for (i = 0; i < record->n_results; i++) {
		if (!concerns(about, &record->result[i]))
			continue;
		name = view_name(record, &record->result[i]);
		more = xprintf("%s%s%s", names, *names != '\0' ? ", " : "",
			       name);
		free(name);
		free(names);
		names = more;
	}
	return names;
}

static void
put_flag(FILE *out, const struct record *record, enum flag flag)
{
	const struct flag_entry *entry = flag_entry(flag);
	struct about about = { record, 1u << flag, NULL };
	char *names = names_of(&about), *text, *lead;

	if (*names != '\0') {
		lead = xprintf("   %c  ", entry->mark);
		text = xprintf("%s (%s): %s", entry->name, names,
			       entry->sentence);
		wrap_print(out, lead, NOTE_INDENT, text);
		free(lead);
		free(text);
	}
	free(names);
}

/* A sentence for each row that is throttled, below what the flag means. */
static void
put_slowdowns(FILE *out, const struct record *record, bool si)
{
	char *name, *slowdown, *text;
	size_t i;

	for (i = 0; i < record->n_results; i++) {
		const struct result *result = &record->result[i];

		if ((result->flags & 1u << FLAG_THROTTLED) == 0)
			continue;
		name = view_name(record, result);
		slowdown = view_slowdown(result, si);
		text = xprintf("%s: %s", name, slowdown);
		wrap_print(out, "      ", NOTE_INDENT, text);
		free(text);
		free(slowdown);
		free(name);
	}
}

static void
put_limit(FILE *out, const struct record *record)
{
	char *limit = view_limit(record);

	if (limit != NULL)
		wrap_print(out, "      ", NOTE_INDENT, limit);
	free(limit);
}

static void
put_judged(FILE *out, const struct record *record)
{
	char *judged = view_judged(record);

	if (judged != NULL)
		wrap_print(out, "   *  ", NOTE_INDENT, judged);
	free(judged);
}

/* Rows that lack a figure for one reason share one note: the first's. */
static bool
is_first_missing(const struct record *record, size_t at)
{
	const char *na_reason = view_na_reason(&record->result[at]), *other;
	size_t i;

	for (i = 0; i < at; i++) {
		other = view_na_reason(&record->result[i]);
		if (other != NULL && strcmp(other, na_reason) == 0)
			return false;
	}
	return true;
}

static void
put_na_reason(FILE *out, const struct record *record, size_t at)
{
	struct about about = { record, 0, view_na_reason(&record->result[at]) };
	char *names, *text;

	if (about.na_reason == NULL || !is_first_missing(record, at))
		return;
	names = names_of(&about);
	text = xprintf("n/a (%s): %s", names, about.na_reason);
	wrap_print(out, "   -  ", NOTE_INDENT, text);
	free(names);
	free(text);
}

/* Whether any row of that category, or (NULL) of any, has an index. */
static bool
has_index(const struct record *record, const char *category)
{
	size_t i;

	for (i = 0; i < record->n_results; i++)
		if (record->result[i].has_baseline &&
		    (category == NULL ||
		     strcmp(record->result[i].category, category) == 0))
			return true;
	return false;
}

/* What the default baseline is, as far as rows of this run need it; on the
 * heap. */
static char *
say_default(const struct record *record)
{
	static const struct {
		const char *category, *source;
	} rows[] = {
		{ "Sequential", "the Sequential rows follow from its file "
				"copies" },
		{ "Random", "the Random rows are extrapolated" },
	};
	char *text = xstrdup(", the machine that UnixBench's indexes are "
			     "relative to"), *more;
	const char *separator = "; ";
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (!has_index(record, rows[i].category))
			continue;
		more = xprintf("%s%s%s", text, separator, rows[i].source);
		free(text);
		text = more;
		separator = ", and ";
	}
	return text;
}

static void
put_baseline(FILE *out, const struct record *record)
{
	bool is_default = strcmp(record->baseline,
				 baseline_at(0)->version) == 0;
	char *what = is_default ? say_default(record) : xstrdup("");
	char *text = xprintf("baseline %s%s", record->baseline, what);

	wrap_print(out, "   *  ", NOTE_INDENT, text);
	free(text);
	free(what);
}

void
text_notes(FILE *out, const struct record *record, bool si)
{
	size_t i;

	fputs("Notes\n", out);
	if (record->interrupted)
		wrap_print(out, "   !  ", NOTE_INDENT,
			   "interrupted: the figures are of the rounds that "
			   "were complete by then, or of what the first one "
			   "had");
	for (i = 0; i < FLAG_COUNT; i++) {
		put_flag(out, record, (enum flag)i);
		if (i == FLAG_THROTTLED)
			put_slowdowns(out, record, si);
		if (i == FLAG_LIMITED)
			put_limit(out, record);
	}
	put_judged(out, record);
	for (i = 0; i < record->n_results; i++)
		put_na_reason(out, record, i);
	for (i = 0; i < record->n_notes; i++)
		wrap_print(out, "   *  ", NOTE_INDENT, record->note[i]);
	if (record->baseline != NULL && has_index(record, NULL))
		put_baseline(out, record);
	putc('\n', out);
}
