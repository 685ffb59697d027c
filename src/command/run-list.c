/* Reads runs for compare, report and list. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/baseline.h"
#include "diskidx/comparison.h"
#include "diskidx/message.h"
#include "common.h"
#include "run-list.h"

/* Drop the latencies; before the summary, which then has no percentiles. */
static void
drop_latencies(struct record *run)
{
	for (size_t i = 0; i < run->n_results; i++)
		result_drop_latencies(&run->result[i]);
}

static void
drop_ticks(struct record *run)
{
	struct sample *sample;
	size_t i, j;

	for (i = 0; i < run->n_results; i++)
		for (j = 0; j < run->result[i].n_samples; j++) {
			sample = &run->result[i].sample[j];
			free(sample->tick);
			sample->tick = NULL;
			sample->n_ticks = 0;
		}
}

static void
summarise(const struct run_list *list, struct record *run)
{
	record_summarise(run, list->baseline != NULL ? list->baseline :
			 baseline_at(0));
}

/* Summarise a run and drop what else it has. */
static void
settle(const struct run_list *list, struct record *run)
{
	if (list->keeps_newest)
		drop_latencies(run);
	summarise(list, run);
	drop_latencies(run);
	drop_ticks(run);
}

static void
take(void *context, struct record *run)
{
	struct run_list *list = context;
	bool newer = list->n == 0 ||
		     run->started_s >= list->run[list->newest].started_s;

	if (list->keeps_newest && newer && list->n > 0)
		settle(list, &list->run[list->newest]);
	else if (list->thin && !(list->keeps_newest && newer))
		settle(list, run);
	list->newest = newer ? list->n : list->newest;
	list->run = xrealloc(list->run, (list->n + 1) * sizeof(*list->run));
	list->run[list->n++] = *run;
}

void
run_list_summarise(struct run_list *list)
{
	for (size_t i = 0; i < list->n; i++)
		if (!list->thin || (list->keeps_newest && i == list->newest))
			summarise(list, &list->run[i]);
}

void
run_list_free(struct run_list *list)
{
	size_t i;

	for (i = 0; i < list->n; i++)
		record_free(&list->run[i]);
	free(list->run);
}

bool
run_list_add_file(struct run_list *list, const char *path)
{
	return commands_read(path, false, take, list);
}

void
run_list_try_file(struct run_list *list, const char *path)
{
	char error[320];

	record_each(path, false, take, list, error, sizeof(error));
}

/* Report a run that is there twice, which would make an interval too narrow.
 * File names are no guide: one run may be in a file, its copy and a link. */
static bool
is_duplicate(const struct run_list *list, size_t at)
{
	size_t i = 0;

	while (i < at && !comparison_is_one_run(&list->run[i], &list->run[at]))
		i++;
	if (i == at)
		return false;
	message_error("%s: its run %zu is run %zu of %s, and would count twice "
		      "on one side", list->run[at].path, list->run[at].place,
		      list->run[i].place, list->run[i].path);
	return true;
}

bool
run_list_add_files(struct run_list *list, const char *const *path, size_t n)
{
	size_t known = list->n, i, j;

	for (i = 0; i < n; i++) {
		for (j = 0; j < i; j++)
			if (strcmp(path[i], path[j]) == 0) {
				message_error("%s is given twice on one side",
					      path[i]);
				return false;
			}
		if (!run_list_add_file(list, path[i]))
			return false;
		for (; known < list->n; known++)
			if (is_duplicate(list, known))
				return false;
	}
	return true;
}
