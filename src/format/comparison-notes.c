/*
 * The sentences that stand below a table of comparisons: what isn't to be
 * compared and why, flags, runs that stand on both sides, and the method.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/flags.h"
#include "comparison.h"

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

/* The tests that have a flag on the old side only, the new one only, both. */
enum { OLD_ONLY, NEW_ONLY, BOTH, WHERE_COUNT };

static bool
is_flagged(const struct compared *test, enum flag flag, int where)
{
	bool old_has = test->old_flags & 1u << flag;
	bool new_has = test->new_flags & 1u << flag;

	return old_has == (where != NEW_ONLY) && new_has == (where != OLD_ONLY);
}

/* "all 14 tests on both sides", "A, B on the old side"; NULL: none. */
static char *
flagged_tests(const struct comparison *c, enum flag flag, int where)
{
	static const char *const words[WHERE_COUNT] = {
		[OLD_ONLY] = "on the old side", [NEW_ONLY] = "on the new side",
		[BOTH] = "on both sides",
	};
	char *names = xstrdup(""), *name, *more;
	size_t n = 0, i;

	for (i = 0; i < c->n_tests; i++) {
		if (!is_flagged(&c->test[i], flag, where))
			continue;
		name = compared_name(c, &c->test[i]);
		more = xprintf("%s%s%s", names, n++ > 0 ? ", " : "", name);
		free(name);
		free(names);
		names = more;
	}
	more = n == 0 ? NULL : n < 2 || n < c->n_tests ?
	       xprintf("%s %s", names, words[where]) :
	       xprintf("all %zu tests %s", n, words[where]);
	free(names);
	return more;
}

/* A flag's sentence is what it means, a colon, and the remedy. */
static void
add_flag(struct notes *notes, const struct comparison *c, enum flag flag)
{
	const struct flag_entry *entry = flag_entry(flag);
	char *text = xstrdup(""), *tests, *more;
	int where;

	for (where = 0; where < WHERE_COUNT; where++) {
		tests = flagged_tests(c, flag, where);
		if (tests == NULL)
			continue;
		more = xprintf("%s%s%s", text, *text != '\0' ? "; " : "",
			       tests);
		free(tests);
		free(text);
		text = more;
	}
	if (*text != '\0')
		add_note(notes, xprintf("flagged %s: %s (%.*s)",
					entry->name, text,
					(int)strcspn(entry->sentence, ":"),
					entry->sentence));
	free(text);
}

static const struct record *
find_run(const struct side *side, const struct record *run)
{
	size_t i;

	for (i = 0; i < side->n_runs; i++)
		if (comparison_is_one_run(side->run[i], run))
			return side->run[i];
	return NULL;
}

/* A run may stand on both sides, but the reader is to know. */
static void
add_duplicates(struct notes *notes, const struct comparison *c)
{
	const struct record *first = NULL;
	char when[CLOCK_DATE];
	const char *host;
	size_t n = 0, i;

	for (i = 0; i < c->new_side.n_runs && !c->same_record; i++) {
		if (find_run(&c->old_side, c->new_side.run[i]) == NULL)
			continue;
		first = n++ == 0 ? c->new_side.run[i] : first;
	}
	if (n == 0)
		return;
	host = facts_get(&first->host, "hostname");
	host = host != NULL ? host : "an unknown host";
	comparison_minute(when, first);
	if (n == 1)
		add_note(notes, xprintf("a run of %s, %s is on both sides",
					host, when));
	else
		add_note(notes, xprintf("%zu runs are on both sides, the "
					"first one of %s, %s", n, host,
					when));
}

/* "for all 14 at once"; one alone needs no others. */
static char *
at_once(size_t n)
{
	return n == 1 ? xstrdup("by itself") : n == 2 ?
	       xstrdup("for both at once") :
	       xprintf("for all %zu at once", n);
}

/* Tests and scores are a family each; without an interval there is none. */
static void
add_intervals(struct notes *notes, const struct comparison *c)
{
	char *tests, *scores, *of_scores;

	if (c->family == 0)
		return;
	tests = at_once(c->family);
	scores = at_once(c->score_family);
	of_scores = c->score_family == 0 ? xstrdup("") :
		    xprintf(", and %s %s", c->score_family == 1 ?
			    "that of the score" : "those of the scores",
			    scores);
	add_note(notes, xprintf("the interval%s of the test%s hold%s at 95 %% "
				"%s%s; faster or slower is what lies wholly "
				"beyond %.4g %%", c->family == 1 ? "" : "s",
				c->family == 1 ? "" : "s",
				c->family == 1 ? "s" : "", tests, of_scores,
				c->threshold_pct));
	free(tests);
	free(scores);
	free(of_scores);
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
	add_intervals(notes, c);
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
	for (i = 0; i < FLAG_COUNT; i++)
		add_flag(&notes, c, (enum flag)i);
	add_duplicates(&notes, c);
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
