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

#define BETWEEN "vs"

/* Join the names as "a, b", on the heap. */
static char *
name_of(const char *const *path, size_t n)
{
	char *name = xstrdup("");
	size_t i;

	for (i = 0; i < n; i++)
		name = xjoin(name, ", ", xstrdup(path[i]));
	return name;
}

/* Return pointers to all runs of a list, on the heap. */
static const struct record *const *
runs_of(const struct run_list *list)
{
	const struct record **run = xmalloc(list->n * sizeof(*run));

	for (size_t i = 0; i < list->n; i++)
		run[i] = &list->run[i];
	return run;
}

/* Make a side of all runs of some files; free it with side_free. False after a
 * message. */
static bool
side_read(struct side *side, struct run_list *list, const char *const *path,
	  size_t n)
{
	if (!run_list_add_files(list, path, n))
		return false;
	*side = (struct side){
		.name = name_of(path, n), .run = runs_of(list),
		.n_runs = list->n,
		.target = COMPARISON_EVERY_TARGET, .file = path, .n_files = n
	};
	return true;
}

/* Offer the saved runs as history. A file that can't be read is none. */
static void
side_read_saved(struct side *side, struct run_list *list)
{
	struct saved saved;

	*side = (struct side){ .target = COMPARISON_EVERY_TARGET };
	if (!saved_find(&saved, NULL))
		return;
	for (size_t i = 0; i < saved.n; i++)
		run_list_try_file(list, saved.file[i]);
	side->name = xstrdup(saved.directory);
	side->n_runs = list->n;
	side->run = runs_of(list);
	saved_free(&saved);
}

static void
side_free(struct side *side, struct run_list *list)
{
	free((void *)side->name);
	free((void *)side->run);
	run_list_free(list);
}

static int
compare_files(const char *const *old_path, size_t n_old,
	      const char *const *new_path, size_t n_new,
	      const struct options *options)
{
	struct run_list list[GROUPS] = {
		{ .thin = true }, { .thin = true }, { .thin = true }
	};
	struct side side[GROUPS] = { { .name = NULL } };
	struct set set = { NULL, 1 };
	int status = 2;

	if (side_read(&side[OLD], &list[OLD], old_path, n_old) &&
	    side_read(&side[NEW], &list[NEW], new_path, n_new)) {
		if (side[OLD].n_runs == 1 && side[NEW].n_runs == 1)
			side_read_saved(&side[HISTORY], &list[HISTORY]);
		set.list = xmalloc(sizeof(*set.list));
		comparison_make(set.list, side, options->same_pct, 1);
		status = compare_finish(&set, options);
	}
	for (int group = 0; group < GROUPS; group++)
		side_free(&side[group], &list[group]);
	return status;
}

/* Rank three records or more. */
static int
rank_files(const char *const *path, size_t n, const struct options *options)
{
	struct run_list list[RANKING_MOST] = { { .n = 0 } };
	struct side side[RANKING_MOST] = { { .name = NULL } };
	struct ranking ranking = { .n = 0 };
	bool good = output_check_ranking(options);
	char *why = NULL;
	int status = 2;

	for (size_t i = 0; i < n && good; i++) {
		list[i].thin = true;
		good = side_read(&side[i], &list[i], &path[i], 1);
	}
	if (good && ranking_make(&ranking, side, n, &why) == 0)
		status = commands_render_ranking(&ranking, options);
	else if (good)
		message_error("%s", why);
	free(why);
	ranking_free(&ranking);
	for (size_t i = 0; i < n; i++)
		side_free(&side[i], &list[i]);
	return status;
}

/* No operands: the two newest records. */

struct found {
	const char *path;		/* NULL: none */
	uint64_t started_s;
};

static void
note_time(void *context, struct record *run)
{
	*(uint64_t *)context = run->started_s;
	record_free(run);
}

/* Keep the two files, the older first, whose last runs began last. */
static void
look_at(struct found newest[2], const char *path)
{
	struct found found = { path, 0 };
	char error[320];

	if (record_each(path, true, note_time, &found.started_s, error,
			sizeof(error)) == 0) {
		message_warning("%s", error);
	} else if (newest[1].path == NULL ||
		   found.started_s >= newest[1].started_s) {
		newest[0] = newest[1];
		newest[1] = found;
	} else if (newest[0].path == NULL ||
		   found.started_s >= newest[0].started_s) {
		newest[0] = found;
	}
}

static int
compare_newest(const struct options *options)
{
	struct found newest[2] = { { NULL, 0 }, { NULL, 0 } };
	struct saved saved;
	int status = 2;
	size_t i;

	if (!saved_find(&saved, "; name two: diskidx compare OLD NEW"))
		return 2;
	for (i = 0; i < saved.n; i++)
		look_at(newest, saved.file[i]);
	if (newest[0].path == NULL) {
		message_error("%s has fewer than two records; run diskidx "
			      "again, or name two: diskidx compare OLD NEW",
			      saved.directory);
	} else {
		message_progress("comparing %s (old) with %s (new)",
				 newest[0].path, newest[1].path);
		status = compare_files(&newest[0].path, 1, &newest[1].path, 1,
				       options);
	}
	saved_free(&saved);
	return status;
}

/* Compare the targets of a record's last run. */
static int
compare_targets(const char *path, const struct options *options)
{
	struct run_list list = { .thin = true, .last_only = true };
	const struct record *run;
	struct set set = { NULL, 0 };
	int status = 2;
	size_t i;

	if (!run_list_add_files(&list, &path, 1))
		goto out;
	run = &list.run[list.n - 1];
	if (run->n_targets < 2) {
		message_error("%s is one record of one directory; name another "
			      "one, or use --by=hour to compare its runs by "
			      "hour of the day", path);
		goto out;
	}
	set.list = xmalloc((run->n_targets - 1) * sizeof(*set.list));
	for (i = 1; i < run->n_targets; i++)
		comparison_of_targets(&set.list[set.n++], run, (unsigned)i,
				      options->same_pct);
	status = compare_finish(&set, options);
out:
	run_list_free(&list);
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
		return compare_targets(path[0], options);
	for (at = 0; at < n && strcmp(path[at], BETWEEN) != 0; at++)
		;
	if (at == n && n > 2)
		return rank_files(path, n, options);
	if (at == n)
		return compare_files(path, 1, path + 1, 1, options);
	return compare_files(path, at, path + at + 1, n - at - 1, options);
}
