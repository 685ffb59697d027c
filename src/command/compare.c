/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The command compare: puts records on the two sides of a comparison. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/message.h"
#include "diskidx/base/say.h"
#include "diskidx/base/units.h"
#include "diskidx/comparison/comparison.h"
#include "diskidx/comparison/ranking.h"
#include "diskidx/record/record.h"
#include "output.h"
#include "records.h"
#include "row.h"
#include "run-list.h"

#define BETWEEN "vs"

struct loaded {
	struct run_list list;
	struct side side;
};

static void
point_to(struct side *side, const struct record *from, size_t n,
	 const char *name)
{
	const struct record **run = xmalloc((n + 1) * sizeof(*run));

	for (size_t i = 0; i < n; i++)
		run[i] = &from[i];
	*side = (struct side){
		.name = name, .run = run, .n_runs = n,
		.target = COMPARISON_EVERY_TARGET
	};
}

static void
free_loaded(struct loaded *loaded, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		free((void *)loaded[i].side.run);
		run_list_free(&loaded[i].list);
	}
	memset(loaded, 0, n * sizeof(*loaded));
}

/* Make a side from all runs of some files. False after a message. */
static bool
read_side(struct loaded *loaded, const char *const *path, size_t n)
{
	char *name = NULL;

	loaded->list.has_percentiles = true;
	if (!run_list_add_files(&loaded->list, path, n))
		return false;
	for (size_t i = 0; i < n; i++)
		name = say_join(name, ", ", records_name(path[i]));
	point_to(&loaded->side, loaded->list.run, loaded->list.n, name);
	loaded->side.file = path;
	loaded->side.n_files = n;
	return true;
}

static void
pick_run(struct loaded *loaded, const struct record *run)
{
	point_to(&loaded->side, run, 1, say("run %zu of %s", run->place,
					    records_name(run->path)));
}

/* Compare sides, and free them. Few runs are compared with a history: the saved
 * runs, and those of a readable file (NULL: none). */
static int
compare_loaded(struct loaded loaded[GROUPS], const char *history,
	       const struct options *options)
{
	struct comparison *comparison = xmalloc(sizeof(*comparison));
	struct run_list *list = &loaded[HISTORY].list;
	char *name = say("%s", text_or(history, ""));
	struct side side[GROUPS];
	struct words saved;
	int status;

	list->has_percentiles = true;
	if (loaded[OLD].side.n_runs + loaded[NEW].side.n_runs <
	    SPREAD_FREEDOM + SIDES) {
		if (history != NULL)
			run_list_try_file(list, history);
		if (records_find(&saved, NULL)) {
			for (size_t i = 0; i < saved.n; i++)
				run_list_try_file(list, saved.list[i]);
			if (list->n > 0)
				name = say_join(name, " and ",
						record_directory());
			free(saved.list);
		}
		point_to(&loaded[HISTORY].side, list->run, list->n, name);
	}
	for (int group = 0; group < GROUPS; group++)
		side[group] = loaded[group].side;
	comparison_make(comparison, side);
	status = compare_finish(comparison, 1, options);
	free_loaded(loaded, GROUPS);
	return status;
}

/* Rank three records or more. */
static int
rank_files(const char *const *path, size_t n, const struct options *options)
{
	struct loaded *loaded = xmalloc(n * sizeof(*loaded));
	struct side *side = xmalloc((n + 1) * sizeof(*side));
	struct ranking ranking = { .n = 0 };
	bool good = output_check(options, CONTENT_RANKING);
	const char *why;
	int status = 2;

	for (size_t i = 0; i < n && good; i++) {
		good = read_side(&loaded[i], &path[i], 1);
		side[i] = loaded[i].side;
	}
	if (good && ranking_make(&ranking, side, n, &why) == 0)
		status = output_render(options, (struct content){
			CONTENT_RANKING, .ranking = &ranking });
	else if (good)
		message_error("%s", why);
	free(ranking.entry);
	free(ranking.row);
	free_loaded(loaded, n);
	free(loaded);
	free(side);
	return status;
}

/* Return true if two sides have a test that can be compared. */
static bool
is_comparable(const struct loaded loaded[GROUPS])
{
	const struct side side[GROUPS] = { [OLD] = loaded[OLD].side,
					   [NEW] = loaded[NEW].side };
	struct comparison comparison;
	bool any = false;

	comparison_make(&comparison, side);
	for_each_compared(row, &comparison.tests)
		any |= row->ratio > 0;
	comparison_free(&comparison);
	return any;
}

/* Compare the directories of a file's last run or, if only one, that run with
 * the newest earlier one that has a test in common, or else with the first. */
static int
compare_in_file(const struct run_list *list, const struct options *options)
{
	struct loaded loaded[GROUPS] = { { .side.name = NULL } };
	const struct record *run = &list->run[list->n - 1];
	struct comparison *set = xmalloc(run->n_targets * sizeof(*set));
	size_t n = 0, at = list->n - 1;
	unsigned target = 0;

	while (comparison_next_target(&set[n], run, &target))
		n++;
	if (n > 0)
		return compare_finish(set, n, options);
	free(set);
	if (list->n == 1) {
		message_error("%s has only one run, in one directory; name "
			      "another record", run->path);
		return 2;
	}
	pick_run(&loaded[NEW], run);
	do {
		free_loaded(&loaded[OLD], 1);
		pick_run(&loaded[OLD], &list->run[--at]);
	} while (at > 0 && !is_comparable(loaded));
	return compare_loaded(loaded, run->path, options);
}

/* Compare the last runs of a file with all earlier ones or, without --last, as
 * the file allows. */
static int
compare_file(const char *path, const struct options *options)
{
	struct loaded loaded[GROUPS] = { { .side.name = NULL } };
	struct run_list list = { .has_percentiles = true };
	size_t last = (size_t)options->last, before;
	bool good = run_list_add_files(&list, &path, 1);
	int status = 2;

	if (good && options->last == OPTIONS_UNSET) {
		status = compare_in_file(&list, options);
	} else if (good && list.n <= last) {
		message_error("--last=%zu: %s has %zu run%s, so none is before "
			      "them; give less", last, path, list.n,
			      units_plural(list.n));
	} else if (good) {
		before = list.n - last;
		point_to(&loaded[OLD].side, list.run, before,
			 say("the %zu run%s before", before,
			     units_plural(before)));
		point_to(&loaded[NEW].side, list.run + before, last,
			 say("the last %zu of %s", last, path));
		status = compare_loaded(loaded, NULL, options);
	}
	run_list_free(&list);
	return status;
}

/* Compare the newest saved record with the newest earlier one that has a test
 * in common, or else within itself. */
static int
compare_newest(const struct options *options)
{
	struct loaded loaded[GROUPS] = { { .side.name = NULL } };
	bool found = false;
	struct words saved;
	int status = 2;
	size_t at;

	if (!records_find_by_time(&saved, "name two: diskidx compare OLD NEW"))
		return 2;
	at = saved.n - 1;
	if (!read_side(&loaded[NEW], &saved.list[at], 1))
		goto out;
	while (!found && at-- > 0) {
		free_loaded(&loaded[OLD], 1);
		found = read_side(&loaded[OLD], &saved.list[at], 1) &&
			is_comparable(loaded);
	}
	if (found)
		message_progress("comparing %s (old) with %s (new)",
				 loaded[OLD].side.name, loaded[NEW].side.name);
	status = found ? compare_loaded(loaded, NULL, options) :
		 compare_in_file(&loaded[NEW].list, options);
out:
	free_loaded(loaded, GROUPS);
	free(saved.list);
	return status;
}

static int
compare_run(const struct options *options)
{
	const char *const *path = options->operand.list;
	size_t n = options->operand.n, n_old = 1, between = 0;
	struct loaded loaded[GROUPS] = { { .side.name = NULL } };
	const char *why = NULL;

	for (size_t i = 0; i < n; i++)
		if (strcmp(path[i], BETWEEN) == 0) {
			between++;
			n_old = i;
		}
	if (n > 2 && between == 0 && options->fail_if_slower_pct > 0)
		why = "--fail-if-slower needs two sides; give OLD... vs NEW...";
	else if (options->last != OPTIONS_UNSET && n != 1)
		why = "--last accepts only one record; name one";
	else if (between > 1)
		why = "compare accepts only one vs; for a file named vs, "
		      "write ./vs";
	else if (between == 1 && (n_old == 0 || n_old == n - 1))
		why = "vs needs records on both sides; give OLD... vs NEW...";
	if (why != NULL)
		message_error("%s", why);
	if (why != NULL || !output_check(options, CONTENT_COMPARISONS))
		return 2;
	if (n == 0)
		return compare_newest(options);
	if (n == 1)
		return compare_file(path[0], options);
	if (between == 0 && n > 2)
		return rank_files(path, n, options);
	if (read_side(&loaded[OLD], path, n_old) &&
	    read_side(&loaded[NEW], path + n_old + between,
		      n - n_old - between))
		return compare_loaded(loaded, NULL, options);
	free_loaded(loaded, GROUPS);
	return 2;
}

const struct command command_compare = {
	.name = "compare",
	.arguments = "[OLD NEW|OLD... vs NEW...|A B C...]",
	.summary = "Compares two records, or two sides of several, test by "
		"test; ranks three or more. With one record, compares its last "
		"runs or its directories; without any, the newest saved "
		"records.",
	.takes = FOR_ALL | FOR_PRINT | FOR_GATE | FOR_LAST,
	.run = compare_run,
};
