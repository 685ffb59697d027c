/* The notes of the text report: what the flags mean, and what is missing. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/message.h"
#include "diskidx/validity.h"
#include "text.h"
#include "wrap.h"

#define NOTE_INDENT 6

/* The rows that a note is about. */
struct about {
	const struct record *record;
	unsigned flags;		/* rows with one of these, or */
	const char *missing;	/* rows that have no figure for this reason */
};

static bool
concerns(const struct about *about, const struct result *result)
{
	const char *missing = view_missing(result);

	if (about->missing == NULL)
		return (result->flags & about->flags) != 0;
	return missing != NULL && strcmp(missing, about->missing) == 0;
}

static bool
has_other_copies(const struct record *record)
{
	size_t i;

	for (i = 1; i < record->n_results; i++)
		if (record->result[i].copies != record->result[0].copies)
			return true;
	return false;
}

/* A row's name: its id, and where there are several tables, which one. */
static char *
name_of(const struct record *record, const struct result *result)
{
	const char *directory = view_target_fact(record, result->target,
						 "directory");
	char copies[24] = "";

	if (has_other_copies(record))
		snprintf(copies, sizeof(copies), " x%u", result->copies);
	if (record->n_targets < 2 || directory == NULL)
		return xprintf("%s%s", result->id, copies);
	return xprintf("%s%s on %s", result->id, copies, directory);
}

/* The names of the rows, with commas, on the heap. */
static char *
names_of(const struct about *about)
{
	const struct record *record = about->record;
	char *names = xstrdup(""), *name, *more;
	size_t i;

	for (i = 0; i < record->n_results; i++) {
		if (!concerns(about, &record->result[i]))
			continue;
		name = name_of(record, &record->result[i]);
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
	const struct validity *validity = validity_of(flag);
	struct about about = { record, 1u << flag, NULL };
	char *names = names_of(&about), *text, *lead;

	if (*names != '\0') {
		lead = xprintf("   %c  ", validity->mark);
		text = xprintf("%s (%s): %s", validity->name, names,
			       validity->sentence);
		wrap_print(out, lead, NOTE_INDENT, text);
		free(lead);
		free(text);
	}
	free(names);
}

/* Rows that lack a figure for one reason share one note: the first's. */
static bool
is_first_missing(const struct record *record, size_t at)
{
	const char *missing = view_missing(&record->result[at]), *other;
	size_t i;

	for (i = 0; i < at; i++) {
		other = view_missing(&record->result[i]);
		if (other != NULL && strcmp(other, missing) == 0)
			return false;
	}
	return true;
}

static void
put_missing(FILE *out, const struct record *record, size_t at)
{
	struct about about = { record, 0, view_missing(&record->result[at]) };
	char *names, *text;

	if (about.missing == NULL || !is_first_missing(record, at))
		return;
	names = names_of(&about);
	text = xprintf("n/a (%s): %s", names, about.missing);
	wrap_print(out, "   -  ", NOTE_INDENT, text);
	free(names);
	free(text);
}

static void
put_baseline(FILE *out, const char *baseline)
{
	const char *what = "";
	char *text;

	if (strncmp(baseline, "george-", 7) == 0)
		what = ", the machine that UnixBench's indexes are relative "
		       "to; the Sequential rows follow from its file copies, "
		       "and the Random rows are extrapolated";
	text = xprintf("baseline %s%s", baseline, what);
	wrap_print(out, "   *  ", NOTE_INDENT, text);
	free(text);
}

static bool
has_index(const struct record *record)
{
	size_t i;

	for (i = 0; i < record->n_results; i++)
		if (record->result[i].has_baseline)
			return true;
	return false;
}

void
text_notes(FILE *out, const struct record *record)
{
	size_t i;

	fputs("Notes\n", out);
	if (record->interrupted)
		wrap_print(out, "   !  ", NOTE_INDENT,
			   "interrupted: the figures are of the rounds that "
			   "were complete by then");
	for (i = 0; i < FLAG_COUNT; i++)
		put_flag(out, record, (enum flag)i);
	for (i = 0; i < record->n_results; i++)
		put_missing(out, record, i);
	for (i = 0; i < record->n_notes; i++)
		wrap_print(out, "   *  ", NOTE_INDENT, record->note[i]);
	if (record->baseline != NULL && has_index(record))
		put_baseline(out, record->baseline);
	putc('\n', out);
}
