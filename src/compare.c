/*
 * The command compare: do two records differ? What stands on which side, the
 * gate, and nothing of arithmetic.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/baseline.h"
#include "diskidx/commands.h"
#include "diskidx/comparison.h"
#include "diskidx/facts.h"
#include "diskidx/message.h"
#include "diskidx/record.h"

#define BETWEEN "vs"
#define HOURS 24

/* Runs that were read, summarised and stripped of what isn't compared. */
struct pile {
	struct record *run;
	size_t n;
	bool last_only;		/* keep no other than the last one */
};

struct set {
	struct comparison *list;
	size_t n;
};

static void
strip(struct record *run)
{
	struct sample *sample;
	size_t i, j;

	for (i = 0; i < run->n_results; i++)
		for (j = 0; j < run->result[i].n_samples; j++) {
			sample = &run->result[i].sample[j];
			sample_drop_latencies(sample);
			free(sample->tick);
			sample->tick = NULL;
			sample->n_ticks = 0;
		}
}

static void
take(void *context, struct record *run)
{
	struct pile *pile = context;

	record_summarise(run, baseline_at(0));
	strip(run);
	if (pile->last_only && pile->n > 0)
		record_free(&pile->run[--pile->n]);
	pile->run = xrealloc(pile->run, (pile->n + 1) * sizeof(*pile->run));
	pile->run[pile->n++] = *run;
}

static void
pile_free(struct pile *pile)
{
	size_t i;

	for (i = 0; i < pile->n; i++)
		record_free(&pile->run[i]);
	free(pile->run);
}

/* Adds every run of a file; false after a message. */
static bool
add_file(struct pile *pile, const char *path)
{
	char error[320];

	if (record_each(path, true, take, pile, error, sizeof(error)) > 0)
		return true;
	message_error("%s", error);
	return false;
}

/* Adds the files' runs; a file that is there twice would count twice. */
static bool
add_files(struct pile *pile, const char *const *path, size_t n)
{
	size_t i, j;

	for (i = 0; i < n; i++) {
		for (j = 0; j < i; j++)
			if (strcmp(path[i], path[j]) == 0) {
				message_error("%s is given twice on one side",
					      path[i]);
				return false;
			}
		if (!add_file(pile, path[i]))
			return false;
	}
	return true;
}

/* "a, b", on the heap. */
static char *
name_of(const char *const *path, size_t n)
{
	char *name = xstrdup(path[0]), *more;
	size_t i;

	for (i = 1; i < n; i++) {
		more = xprintf("%s, %s", name, path[i]);
		free(name);
		name = more;
	}
	return name;
}

/*
 * The gate. What is not to be judged stands above what is slower: a test that
 * NEW hasn't got passes nothing.
 */

/* Whether the old side has a figure, be it one to compare with or not. */
static bool
old_has(const struct comparison *comparison, const struct compared *test)
{
	const struct side *side = &comparison->old_side;
	unsigned target = side->target == COMPARISON_EVERY_TARGET ?
			  test->target : side->target;
	const struct result *result;
	size_t i, j;

	for (i = 0; i < side->n_runs; i++)
		for (j = 0; j < side->run[i]->n_results; j++) {
			result = &side->run[i]->result[j];
			if (result->has_value && result->target == target &&
			    result->copies == test->copies &&
			    strcmp(result->id, test->id) == 0)
				return true;
		}
	return false;
}

/* Which test it is about, on the heap: its id, and what tells it apart. */
static char *
gate_name(const struct comparison *comparison, const struct compared *test,
	  bool among)
{
	const struct record *run = comparison->old_side.run[0];
	const char *where = NULL;
	char copies[24] = "";

	if (test->copies != 1)
		snprintf(copies, sizeof(copies), " x%u", test->copies);
	if (among)
		where = comparison->new_side.name;
	else if (run->n_targets > 1 && test->target < run->n_targets)
		where = facts_get(&run->target[test->target], "directory");
	return xprintf("%s%s%s%s", test->id, copies,
		       where != NULL ? ", " : "", where != NULL ? where : "");
}

/* Slower for certain: the whole interval is below what is let through. */
static int
gate_test(const struct compared *test, const char *name, double limit_pct)
{
	if (test->verdict == VERDICT_NOT_COMPARABLE || !test->has_interval) {
		message_error("%s: not comparable: %s", name,
			      test->why != NULL ? test->why :
			      "there is no interval");
		return 2;
	}
	if (test->ci95.high > 1 - limit_pct / 100)
		return 0;
	message_error("%s: slower by %.3g %% or more: the interval of the "
		      "ratio is %.3f to %.3f", name,
		      100 * (1 - test->ci95.high), test->ci95.low,
		      test->ci95.high);
	return 1;
}

/* The worst of a comparison's verdicts; counts the tests that have one. */
static int
gate_comparison(const struct comparison *comparison, bool among,
		double limit_pct, size_t *judged)
{
	const struct compared *test;
	int status = 0, verdict;
	size_t i;
	char *name;

	for (i = 0; i < comparison->n_tests; i++) {
		test = &comparison->test[i];
		if (!old_has(comparison, test))
			continue;
		name = gate_name(comparison, test, among);
		verdict = gate_test(test, name, limit_pct);
		free(name);
		status = verdict > status ? verdict : status;
		(*judged)++;
	}
	return status;
}

static int
gate(const struct set *set, double limit_pct)
{
	size_t i, judged = 0;
	int status = 0, verdict;

	for (i = 0; i < set->n; i++) {
		verdict = gate_comparison(&set->list[i], set->n > 1, limit_pct,
					  &judged);
		status = verdict > status ? verdict : status;
	}
	if (judged > 0)
		return status;
	message_error("--fail-if-slower: the old side has no figure");
	return 2;
}

/* Prints the set, passes it through the gate, and frees it. */
static int
finish(struct set *set, const struct options *options)
{
	int status = commands_render_comparisons(set->list, set->n, options);
	size_t i;

	if (status == 0 && options->fail_if_slower_pct > 0)
		status = gate(set, options->fail_if_slower_pct);
	for (i = 0; i < set->n; i++)
		comparison_free(&set->list[i]);
	free(set->list);
	return status;
}

/* Two sides. */

static const struct record **
pointers(const struct pile *pile)
{
	const struct record **run = xmalloc(pile->n * sizeof(*run));
	size_t i;

	for (i = 0; i < pile->n; i++)
		run[i] = &pile->run[i];
	return run;
}

static int
compare_piles(const struct pile *old_pile, const char *old_name,
	      const struct pile *new_pile, const char *new_name,
	      const struct options *options)
{
	const struct record **old_run = pointers(old_pile);
	const struct record **new_run = pointers(new_pile);
	const struct side old_side = { old_name, old_run, old_pile->n,
				       COMPARISON_EVERY_TARGET };
	const struct side new_side = { new_name, new_run, new_pile->n,
				       COMPARISON_EVERY_TARGET };
	struct set set = { xmalloc(sizeof(*set.list)), 1 };
	int status;

	comparison_make(set.list, &old_side, &new_side,
			options->threshold_pct, 1);
	status = finish(&set, options);
	free(old_run);
	free(new_run);
	return status;
}

static int
compare_files(const char *const *old_path, size_t n_old,
	      const char *const *new_path, size_t n_new,
	      const struct options *options)
{
	struct pile old_pile = { NULL, 0, false }, new_pile = old_pile;
	char *old_name = name_of(old_path, n_old);
	char *new_name = name_of(new_path, n_new);
	int status = 2;

	if (add_files(&old_pile, old_path, n_old) &&
	    add_files(&new_pile, new_path, n_new))
		status = compare_piles(&old_pile, old_name, &new_pile,
				       new_name, options);
	pile_free(&old_pile);
	pile_free(&new_pile);
	free(old_name);
	free(new_name);
	return status;
}

/* Without operands: the two newest records. */

struct newest {
	const char *path[2];		/* the older first; NULL: none */
	uint64_t started_s[2];
};

static void
note_time(void *context, struct record *run)
{
	*(uint64_t *)context = run->started_s;
	record_free(run);
}

/* The time of a file's last run counts, not its name. */
static void
look_at(struct newest *newest, const char *path)
{
	char error[320];
	uint64_t started_s = 0;

	if (record_each(path, true, note_time, &started_s, error,
			sizeof(error)) == 0) {
		message_warning("%s", error);
	} else if (newest->path[1] == NULL ||
		   started_s >= newest->started_s[1]) {
		newest->path[0] = newest->path[1];
		newest->started_s[0] = newest->started_s[1];
		newest->path[1] = path;
		newest->started_s[1] = started_s;
	} else if (newest->path[0] == NULL ||
		   started_s >= newest->started_s[0]) {
		newest->path[0] = path;
		newest->started_s[0] = started_s;
	}
}

static int
compare_newest(const struct options *options)
{
	char *directory = record_directory(), **file;
	struct newest newest = { { NULL, NULL }, { 0, 0 } };
	size_t n, i;
	int status = 2;

	if (directory == NULL) {
		message_error("HOME is not set, so there is no place for "
			      "records; name two: diskidx compare OLD NEW");
		return 2;
	}
	n = commands_record_files(directory, &file);
	for (i = 0; i < n; i++)
		look_at(&newest, file[i]);
	if (newest.path[0] == NULL) {
		message_error("%s has fewer than two records; run diskidx "
			      "again, or name two: diskidx compare OLD NEW",
			      directory);
	} else {
		message_progress("comparing %s (old) with %s (new)",
				 newest.path[0], newest.path[1]);
		status = compare_files(&newest.path[0], 1, &newest.path[1], 1,
				       options);
	}
	for (i = 0; i < n; i++)
		free(file[i]);
	free(file);
	free(directory);
	return status;
}

/* One record: the targets of its last run. */
static int
compare_targets(const char *path, const struct options *options)
{
	struct pile pile = { NULL, 0, true };
	const struct record *run;
	struct set set = { NULL, 0 };
	int status = 2;
	size_t i;

	if (!add_file(&pile, path))
		goto out;
	run = &pile.run[pile.n - 1];
	if (run->n_targets < 2) {
		message_error("%s is one record of one directory: name another "
			      "one, or --by=hour for its runs by hour of the "
			      "day", path);
		goto out;
	}
	set.list = xmalloc((run->n_targets - 1) * sizeof(*set.list));
	for (i = 1; i < run->n_targets; i++)
		comparison_of_targets(&set.list[set.n++], run, (unsigned)i,
				      options->threshold_pct);
	status = finish(&set, options);
out:
	pile_free(&pile);
	return status;
}

/* By hour of the day. */

static unsigned
hour_of(const struct record *run)
{
	int64_t local = (int64_t)run->started_s + run->utc_offset_s;

	return (unsigned)(((local % 86400) + 86400) % 86400 / 3600);
}

/* The runs of an hour, or all others; the name is static. */
static struct side
side_of(const struct pile *pile, unsigned hour, bool others)
{
	static char name[HOURS][16];
	const struct record **run = xmalloc(pile->n * sizeof(*run));
	struct side side = { "all other hours", run, 0,
			     COMPARISON_EVERY_TARGET };
	size_t i;

	for (i = 0; i < pile->n; i++)
		if ((hour_of(&pile->run[i]) == hour) != others)
			run[side.n_runs++] = &pile->run[i];
	if (!others) {
		snprintf(name[hour], sizeof(name[hour]), "%02u:00 to %02u:59",
			 hour, hour);
		side.name = name[hour];
	}
	return side;
}

/* Two hours: one with the other; more: each with all others. */
static int
compare_hours(const struct pile *pile, const unsigned *hour, size_t n,
	      const struct options *options)
{
	struct side old_side[HOURS], new_side[HOURS];
	struct set set = { NULL, n == 2 ? 1 : n };
	size_t i;
	int status;

	set.list = xmalloc(set.n * sizeof(*set.list));
	for (i = 0; i < set.n; i++) {
		old_side[i] = side_of(pile, hour[i], n > 2);
		new_side[i] = side_of(pile, hour[n == 2 ? 1 : i], false);
		comparison_make(&set.list[i], &old_side[i], &new_side[i],
				options->threshold_pct, set.n);
	}
	status = finish(&set, options);
	for (i = 0; i < set.n; i++) {
		free((void *)old_side[i].run);
		free((void *)new_side[i].run);
	}
	return status;
}

static int
compare_by_hour(const struct options *options)
{
	struct pile pile = { NULL, 0, false };
	size_t runs[HOURS] = { 0 }, n = 0, i;
	unsigned hour[HOURS], h;
	int status = 2;

	if (!add_files(&pile, options->operand.list, options->operand.n))
		goto out;
	for (i = 0; i < pile.n; i++)
		runs[hour_of(&pile.run[i])]++;
	for (h = 0; h < HOURS; h++)
		if (runs[h] > 0)
			hour[n++] = h;
	if (n < 2)
		message_error("--by=hour: all runs (%zu) began in the hour "
			      "from %02u:00; it takes runs of two hours",
			      pile.n, hour[0]);
	else
		status = compare_hours(&pile, hour, n, options);
out:
	pile_free(&pile);
	return status;
}

/* OLD NEW, or OLD... vs NEW...: options.c has seen to the number. */
int
compare(const struct options *options)
{
	const char *const *path = options->operand.list;
	size_t n = options->operand.n, at;

	if (!commands_check_format(options->format))
		return 2;
	if (options->by != NULL)
		return compare_by_hour(options);
	if (n == 0)
		return compare_newest(options);
	if (n == 1)
		return compare_targets(path[0], options);
	for (at = 0; at < n && strcmp(path[at], BETWEEN) != 0; at++)
		;
	if (at == n)
		return compare_files(path, 1, path + 1, 1, options);
	return compare_files(path, at, path + at + 1, n - at - 1, options);
}
