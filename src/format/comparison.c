/*
 * Comparisons as words: figures as text, and the sentences that stand below a
 * table; for the formats that people read.
 */
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/message.h"
#include "comparison.h"
#include "view.h"

#define MOST_SHARE 999		/* per cent, where three digits end */

/* Some 4 digits, and never more than 6 characters. */
static void
put_digits(char *text, double x)
{
	const char *suffix = "";

	if (x >= 999999.5) {
		suffix = x >= 999999500 ? "M" : "k";
		x /= *suffix == 'M' ? 1e6 : 1e3;
	}
	if (*suffix != '\0')
		snprintf(text, COMPARED_TEXT, "%.0f%s", x, suffix);
	else
		snprintf(text, COMPARED_TEXT, "%.*f", x < 9.9995 ? 3 :
			 x < 99.995 ? 2 : x < 999.95 ? 1 : 0, x);
}

static char *
none(char text[COMPARED_TEXT])
{
	return strcpy(text, "-");
}

char *
compared_value(char text[COMPARED_TEXT], const struct compared *row, bool old,
	       bool si)
{
	double value = old ? row->old_value : row->new_value;

	if (old ? !row->has_old : !row->has_new)
		return none(text);
	put_digits(text, row->rows > 0 ? value :
		   view_value(value, row->unit, si));
	return text;
}

char *
compared_ratio(char text[COMPARED_TEXT], const struct compared *row)
{
	if (!row->has_ratio)
		return none(text);
	put_digits(text, row->ratio);
	return text;
}

/* An end of an interval: what has no place in 5 columns is said to be more. */
static void
put_end(char *text, double x)
{
	if (x < 9999.5)
		put_digits(text, x);
	else
		strcpy(text, ">9999");
}

char *
compared_interval(char text[COMPARED_TEXT], const struct compared *row)
{
	char low[COMPARED_TEXT], high[COMPARED_TEXT];

	if (!row->has_interval)
		return none(text);
	put_end(low, row->ci95.low);
	put_end(high, row->ci95.high);
	snprintf(text, COMPARED_TEXT, "%.12s to %.12s", low, high);
	return text;
}

bool
compared_has_share(const struct compared *row)
{
	return row->verdict == VERDICT_NO_DIFFERENCE &&
	       row->detectable_pct > 0 && row->detectable_pct <= MOST_SHARE;
}

char *
compared_verdict(char text[COMPARED_TEXT], const struct compared *row)
{
	double share = row->detectable_pct;

	/* Five columns in any case, so that the table has its 80. */
	if (compared_has_share(row))
		snprintf(text, COMPARED_TEXT, "%.24s (<%s%.*f %%)",
			 verdict_name(row->verdict),
			 share >= 9.95 && share < 99.5 ? " " : "",
			 share < 9.95 ? 1 : 0, share);
	else
		snprintf(text, COMPARED_TEXT, "%s",
			 verdict_name(row->verdict));
	return text;
}

const char *
compared_directory(const struct comparison *c, const struct compared *row)
{
	const struct side *side = row->has_old || !row->has_new ?
				  &c->old_side : &c->new_side;

	return side->n_runs == 0 ? NULL :
	       view_target_fact(side->run[side->n_runs - 1], row->target,
				"directory");
}

bool
comparison_has_copies(const struct comparison *c)
{
	size_t i;

	for (i = 1; i < c->n_tests; i++)
		if (c->test[i].copies != c->test[0].copies)
			return true;
	return false;
}

bool
comparison_has_targets(const struct comparison *c)
{
	size_t i;

	for (i = 1; i < c->n_tests; i++)
		if (c->test[i].target != c->test[0].target)
			return true;
	return false;
}

char *
compared_name(const struct comparison *c, const struct compared *row)
{
	const char *directory = comparison_has_targets(c) ?
				compared_directory(c, row) : NULL;
	char copies[24] = "";

	if (comparison_has_copies(c))
		snprintf(copies, sizeof(copies), " x%u", row->copies);
	return xprintf("%s%s%s%s%s", row->id, row->rows > 0 ? " score" : "",
		       copies, directory != NULL ? " on " : "",
		       directory != NULL ? directory : "");
}

const struct compared *
comparison_row(const struct comparison *c, size_t i)
{
	return i < c->n_tests ? &c->test[i] : &c->score[i - c->n_tests];
}

/* The host's name, if all runs of the side have the same. */
static const char *
host_of(const struct side *side)
{
	const char *host = facts_get(&side->run[0]->host, "hostname"), *other;
	size_t i;

	for (i = 1; i < side->n_runs && host != NULL; i++) {
		other = facts_get(&side->run[i]->host, "hostname");
		if (other == NULL || strcmp(other, host) != 0)
			return "several hosts";
	}
	return host;
}

static void
put_minute(char text[COMPARED_TEXT], const struct record *run)
{
	struct moment m;

	view_moment(&m, run->started_s, run->utc_offset_s);
	snprintf(text, COMPARED_TEXT, "%" PRIu64 "-%02u-%02u %02u:%02u",
		 m.year, m.month, m.day, m.hour, m.minute);
}

/* "8 samples a test", on the heap. */
static char *
samples_of(const struct comparison *c, bool old)
{
	const char *what = c->averaged == AVERAGED_ROUNDS ? "rounds" :
			   "samples a test";
	size_t least = 0, most = 0, n, i;

	for (i = 0; i < c->n_tests; i++) {
		n = old ? c->test[i].n_old : c->test[i].n_new;
		if (n == 0)
			continue;
		least = least == 0 || n < least ? n : least;
		most = n > most ? n : most;
	}
	if (c->averaged == AVERAGED_RUNS || most == 0)
		return xstrdup("");
	if (least == most)
		return xprintf(", %zu %s", most, what);
	return xprintf(", %zu to %zu %s", least, most, what);
}

char *
comparison_occasion(const struct comparison *c, const struct side *side)
{
	const struct record *first = side->run[0], *last = first;
	const char *host = host_of(side);
	char *samples, *text, from[COMPARED_TEXT], to[COMPARED_TEXT];
	size_t i;

	for (i = 1; i < side->n_runs; i++) {
		if (side->run[i]->started_s < first->started_s)
			first = side->run[i];
		if (side->run[i]->started_s > last->started_s)
			last = side->run[i];
	}
	put_minute(from, first);
	put_minute(to, last);
	samples = samples_of(c, side == &c->old_side);
	text = xprintf("%zu run%s%s%s%s, %s%s%s", side->n_runs,
		       side->n_runs == 1 ? "" : "s", samples,
		       host != NULL ? ", on " : "", host != NULL ? host : "",
		       from, side->n_runs > 1 ? " to " : "",
		       side->n_runs > 1 ? to : "");
	free(samples);
	return text;
}

struct notes {
	char **list;
	size_t n;
};

/* Takes the text. */
static void
add_note(struct notes *notes, char *text)
{
	notes->list = xrealloc(notes->list,
			       (notes->n + 1) * sizeof(*notes->list));
	notes->list[notes->n++] = text;
}

/* What the reason of a row is a reason for. */
static const char *
shortcoming(const struct compared *row)
{
	if (row->verdict == VERDICT_NOT_COMPARABLE)
		return "not comparable ";
	return row->has_interval ? "" : "no interval ";
}

static bool
alike(const struct compared *a, const struct compared *b)
{
	return b->why != NULL && strcmp(a->why, b->why) == 0 &&
	       strcmp(shortcoming(a), shortcoming(b)) == 0;
}

/* Rows of one reason share a note: the first's. */
static void
add_reason(struct notes *notes, const struct comparison *c, size_t at)
{
	const struct compared *row = comparison_row(c, at);
	char *names, *name, *more;
	size_t i;

	for (i = 0; i < at; i++)
		if (alike(row, comparison_row(c, i)))
			return;
	names = compared_name(c, row);
	for (i = at + 1; i < c->n_tests + c->n_scores; i++) {
		if (!alike(row, comparison_row(c, i)))
			continue;
		name = compared_name(c, comparison_row(c, i));
		more = xprintf("%s, %s", names, name);
		free(name);
		free(names);
		names = more;
	}
	add_note(notes, xprintf("%s(%s): %s", shortcoming(row), names,
				row->why));
	free(names);
}

static void
add_interrupted(struct notes *notes, const struct side *side, const char *which)
{
	size_t n = 0, i;

	for (i = 0; i < side->n_runs; i++)
		n += side->run[i]->interrupted;
	if (n == 0)
		return;
	if (side->n_runs == 1)
		add_note(notes, xprintf("the %s run was interrupted: its "
					"figures are of the rounds that were "
					"complete by then", which));
	else
		add_note(notes, xprintf("%zu of the %zu %s runs %s "
					"interrupted: their figures are of "
					"the rounds that were complete by "
					"then", n, side->n_runs, which,
					n == 1 ? "was" : "were"));
}

static void
add_method(struct notes *notes, const struct comparison *c)
{
	static const char *const what[] = {
		[AVERAGED_SAMPLES] = "samples", [AVERAGED_ROUNDS] = "rounds",
		[AVERAGED_RUNS] = "runs",
	};

	add_note(notes, xprintf("a ratio above 1 is better; it is that of the "
				"geometric means over the %s",
				what[c->averaged]));
	if (c->family > 1)
		add_note(notes, xprintf("the intervals hold at 95 %% for all "
					"%zu comparisons at once; faster or "
					"slower is what lies wholly beyond "
					"%.4g %%",
					c->family, c->threshold_pct));
	else
		add_note(notes, xprintf("the interval holds at 95 %%; faster "
					"or slower is what lies wholly beyond "
					"%.4g %%", c->threshold_pct));
}

size_t
comparison_notes(const struct comparison *c, char ***list)
{
	struct notes notes = { NULL, 0 };
	bool any = false;
	size_t i;

	for (i = 0; i < c->n_tests + c->n_scores; i++) {
		if (comparison_row(c, i)->why != NULL)
			add_reason(&notes, c, i);
		any |= compared_has_share(comparison_row(c, i));
	}
	add_interrupted(&notes, &c->old_side, "old");
	add_interrupted(&notes, &c->new_side, "new");
	add_method(&notes, c);
	if (any)
		add_note(&notes, xstrdup("(< N %) after a verdict: a change "
					 "that is smaller than this could "
					 "have been missed"));
	if (c->occasion != NULL)
		add_note(&notes, xstrdup(c->occasion));
	*list = notes.list;
	return notes.n;
}
