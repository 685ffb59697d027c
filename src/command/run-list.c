/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Reads runs for compare, report and list; see run-list.h. */
#include <config.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/message.h"
#include "diskidx/base/reader.h"
#include "diskidx/base/suggest.h"
#include "diskidx/comparison/comparison.h"
#include "diskidx/test/baseline.h"
#include "records.h"
#include "run-list.h"

/* Summarize a run, and drop the rest. */
static void
run_list_take(void *context, struct record *run)
{
	struct run_list *list = context;

	if (list->keeps_last && list->n > 0)
		record_free(&list->run[--list->n]);
	if (!list->has_percentiles)
		record_remember(run);
	record_summarise(run, list->baseline != NULL ? list->baseline :
			 baseline_default);
	record_thin(run);
	*xadd(list->run, list->n) = *run;
}

void
run_list_free(struct run_list *list)
{
	for (size_t i = 0; i < list->n; i++)
		record_free(&list->run[i]);
	free(list->run);
}

bool
run_list_each(const char *path,
	      void (*take)(void *context, struct record *run), void *context)
{
	const char *error;
	const char *found = records_path(path);
	const char *place = record_directory();
	bool good = record_each(found, NULL, 0, take, context, &error) > 0;

	if (!good && place != NULL && !record_is(found) &&
	    strcmp(path, READER_STDIN) != 0)
		message_error("%s; saved records are in %s: see diskidx list "
			      "records", error, place);
	else if (!good)
		message_error("%s", error);
	else if (error[0] != '\0')
		message_warning("%s", error);
	return good;
}

bool
run_list_add_file(struct run_list *list, const char *path)
{
	return run_list_each(path, run_list_take, list);
}

void
run_list_try_file(struct run_list *list, const char *path)
{
	const char *error;

	record_each(path, NULL, 0, run_list_take, list, &error);
}

bool
run_list_add_files(struct run_list *list, const char *const *path, size_t n)
{
	const struct record **run, *first = NULL, *again = NULL;

	for (size_t i = 0; i < n; i++)
		if (!run_list_add_file(list, path[i]))
			return false;
	/* A run that occurs twice makes an interval too narrow. File names do
	 * not help: one run may be in a file, its copy and a link. */
	run = xmalloc((list->n + 1) * sizeof(*run));
	for (size_t i = 0; i < list->n; i++)
		run[i] = &list->run[i];
	comparison_sort_runs(run, list->n);
	for (size_t i = 1; i < list->n; i++)
		if (comparison_order(run[i], run[i - 1]) == 0 &&
		    (again == NULL || run[i] < again)) {
			first = run[i - 1];
			again = run[i];
		}
	if (again != NULL)
		message_error("%s: run %zu is also run %zu of %s and would "
			      "count twice on one side; name it once",
			      again->path, again->place, first->place,
			      first->path);
	free(run);
	return again == NULL;
}

const struct baseline *
run_list_baseline(const char *name)
{
	const struct baseline *baseline = baseline_by_name(name);
	struct suggestion s = { .word = name };
	const char *error;

	if (baseline != NULL)
		return baseline;
	if (strchr(name, '/') == NULL && access(name, F_OK) != 0) {
		for (size_t i = 0; baseline_table[i].name != NULL; i++)
			suggest_offer(&s, baseline_table[i].name);
		message_error("-B: '%.80s' is neither a baseline nor a file%s",
			      name, suggest_end(&s, "", ""));
		return NULL;
	}
	if (record_is(name))
		baseline = record_baseline(name, &error);
	else
		baseline = baseline_load(name, &error);
	if (baseline == NULL)
		message_error("%s", error);
	return baseline;
}
