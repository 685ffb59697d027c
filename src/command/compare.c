/* The command compare: puts records on the two sides of a comparison. */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/commands.h"
#include "diskidx/comparison.h"
#include "diskidx/message.h"
#include "diskidx/ranking.h"
#include "diskidx/record.h"
#include "common.h"
#include "compare.h"
#include "output.h"
#include "run-list.h"
#include "saved.h"
#include "sides.h"

#define BETWEEN "vs"

/* Compare the sides that were read; two single runs with a history, to which a
 * file may add (NULL: none). */
static int
compare_loaded(struct loaded loaded[GROUPS], const char *history,
	       const struct options *options)
{
	struct set set = { xmalloc(sizeof(*set.list)), 1 };
	struct side side[GROUPS];

	if (loaded[OLD].side.n_runs == 1 && loaded[NEW].side.n_runs == 1)
		sides_read_history(&loaded[HISTORY], history);
	for (int group = 0; group < GROUPS; group++)
		side[group] = loaded[group].side;
	comparison_make(set.list, side, options->same_pct, 1);
	return compare_finish(&set, options);
}

static void
free_loaded(struct loaded loaded[GROUPS])
{
	for (int group = 0; group < GROUPS; group++)
		sides_free(&loaded[group]);
}

static int
compare_files(const char *const *old_path, size_t n_old,
	      const char *const *new_path, size_t n_new,
	      const struct options *options)
{
	struct loaded loaded[GROUPS] = { { .side.name = NULL } };
	int status = 2;

	if (sides_read(&loaded[OLD], old_path, n_old) &&
	    sides_read(&loaded[NEW], new_path, n_new))
		status = compare_loaded(loaded, NULL, options);
	free_loaded(loaded);
	return status;
}

/* Rank three records or more. */
static int
rank_files(const char *const *path, size_t n, const struct options *options)
{
	struct loaded *loaded = xmalloc(n * sizeof(*loaded));
	struct side *side = xmalloc(n * sizeof(*side));
	struct ranking ranking = { .n = 0 };
	bool good = output_check_ranking(options);
	char *why = NULL;
	int status = 2;

	memset(loaded, 0, n * sizeof(*loaded));
	for (size_t i = 0; i < n && good; i++) {
		good = sides_read(&loaded[i], &path[i], 1);
		side[i] = loaded[i].side;
	}
	if (good && ranking_make(&ranking, side, n, &why) == 0)
		status = commands_render((struct rendered){
			.options = options, .ranking = &ranking,
		});
	else if (good)
		message_error("%s", why);
	free(why);
	ranking_free(&ranking);
	for (size_t i = 0; i < n; i++)
		sides_free(&loaded[i]);
	free(loaded);
	free(side);
	return status;
}

/* Return true if two sides have a test that can be compared. */
static bool
is_comparable(const struct side *old_side, const struct side *new_side)
{
	const struct side side[GROUPS] = { [OLD] = *old_side,
					   [NEW] = *new_side };
	struct comparison comparison;
	bool any = false;

	comparison_make(&comparison, side, COMPARISON_SAME_PCT, 1);
	for (size_t i = 0; i < comparison.n_tests; i++)
		any |= comparison.test[i].has_ratio;
	comparison_free(&comparison);
	return any;
}

/* Compare the last of several runs of a file with the newest one before it that
 * has a test in common, or else with the one before it. */
static int
compare_last(const struct run_list *list, const struct options *options)
{
	struct loaded loaded[GROUPS] = { { .side.name = NULL } };
	const struct record *last = &list->run[list->n - 1];
	size_t at = list->n - 1;
	bool found = false;
	int status;

	sides_pick(&loaded[NEW], last);
	while (at-- > 0 && !found) {
		sides_free(&loaded[OLD]);
		sides_pick(&loaded[OLD], &list->run[at]);
		found = is_comparable(&loaded[OLD].side, &loaded[NEW].side);
	}
	if (!found) {
		sides_free(&loaded[OLD]);
		sides_pick(&loaded[OLD], last - 1);
	}
	status = compare_loaded(loaded, last->path, options);
	free_loaded(loaded);
	return status;
}

/* Compare the directories of a run with the first one. */
static int
compare_targets(const struct record *run, const struct options *options)
{
	struct set set = { xmalloc(run->n_targets * sizeof(*set.list)), 0 };

	for (unsigned i = 1; i < run->n_targets; i++)
		comparison_of_targets(&set.list[set.n++], run, i,
				      options->same_pct);
	return compare_finish(&set, options);
}

/* Compare within a file: the directories of its last run if there are several,
 * else its last runs. */
static int
compare_within(const struct run_list *list, const struct options *options)
{
	const struct record *run = &list->run[list->n - 1];

	if (run->n_targets > 1)
		return compare_targets(run, options);
	if (list->n > 1)
		return compare_last(list, options);
	message_error("%s is one run on one directory; name another record",
		      run->path);
	return 2;
}

static int
compare_file(const char *path, const struct options *options)
{
	struct run_list list = { .thin = true };
	int status = 2;

	if (run_list_add_files(&list, &path, 1))
		status = compare_within(&list, options);
	run_list_free(&list);
	return status;
}

/* Read the newest of the files before the last one that can be compared with
 * it. False: there is none. */
static bool
find_older(const struct saved *saved, struct loaded loaded[GROUPS])
{
	for (size_t i = saved->n - 1; i-- > 0;) {
		const char *const *path = (const char *const *)&saved->file[i];

		if (sides_read(&loaded[OLD], path, 1) &&
		    is_comparable(&loaded[OLD].side, &loaded[NEW].side)) {
			message_progress("comparing %s (old) with %s (new)",
					 *path, loaded[NEW].side.name);
			return true;
		}
		sides_free(&loaded[OLD]);
		memset(&loaded[OLD], 0, sizeof(loaded[OLD]));
	}
	return false;
}

/* Compare the newest two saved records that have a test in common, or else
 * within the newest. */
static int
compare_newest(const struct options *options)
{
	struct loaded loaded[GROUPS] = { { .side.name = NULL } };
	const char *const *newest;
	struct saved saved;
	int status = 2;

	if (!saved_find_by_time(&saved,
				"name two: diskidx compare OLD NEW"))
		return 2;
	newest = (const char *const *)&saved.file[saved.n - 1];
	if (sides_read(&loaded[NEW], newest, 1))
		status = find_older(&saved, loaded) ?
			 compare_loaded(loaded, NULL, options) :
			 compare_within(&loaded[NEW].list, options);
	free_loaded(loaded);
	saved_free(&saved);
	return status;
}

/* Compare OLD NEW, OLD... vs NEW..., or A B C...; options.c has checked the
 * number. */
int
command_compare(const struct options *options)
{
	const char *const *path = options->operand.list;
	size_t n = options->operand.n, at;

	if (!output_check(options))
		return 2;
	if (options->by.n > 0)
		return compare_by_hour(options);
	if (n == 0)
		return compare_newest(options);
	if (n == 1)
		return compare_file(path[0], options);
	for (at = 0; at < n && strcmp(path[at], BETWEEN) != 0; at++)
		;
	if (at == n && n > 2)
		return rank_files(path, n, options);
	if (at == n)
		return compare_files(path, 1, path + 1, 1, options);
	return compare_files(path, at, path + at + 1, n - at - 1, options);
}
