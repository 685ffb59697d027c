/*
 * Piles of runs for compare: read, summarised, and stripped; each run once,
 * since one that is there twice would make an interval too narrow.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/baseline.h"
#include "diskidx/message.h"
#include "compare.h"

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
	pile->file = xrealloc(pile->file, (pile->n + 1) * sizeof(*pile->file));
	pile->file[pile->n] = pile->path;
	pile->run[pile->n++] = *run;
}

void
compare_free_pile(struct pile *pile)
{
	size_t i;

	for (i = 0; i < pile->n; i++)
		record_free(&pile->run[i]);
	free(pile->run);
	free(pile->file);
}

/* Adds every run of a file; false after a message. */
static bool
add_file(struct pile *pile, const char *path)
{
	char error[320];

	pile->path = path;
	if (record_each(path, true, take, pile, error, sizeof(error)) > 0)
		return true;
	message_error("%s", error);
	return false;
}

/* Which run of its file it is, from 1. */
static size_t
place_in_file(const struct pile *pile, size_t at)
{
	size_t n = 1, i;

	for (i = 0; i < at; i++)
		n += pile->file[i] == pile->file[at];
	return n;
}

/* Names tell nothing: one run may be in a file, its copy, and a link. */
static bool
is_twin(const struct pile *pile, size_t at)
{
	size_t i = 0;

	while (i < at && !comparison_is_one_run(&pile->run[i], &pile->run[at]))
		i++;
	if (i == at)
		return false;
	message_error("%s: its run %zu is run %zu of %s, and would count twice "
		      "on one side", pile->file[at], place_in_file(pile, at),
		      place_in_file(pile, i), pile->file[i]);
	return true;
}

bool
compare_add_files(struct pile *pile, const char *const *path, size_t n)
{
	size_t known = pile->n, i, j;

	for (i = 0; i < n; i++) {
		for (j = 0; j < i; j++)
			if (strcmp(path[i], path[j]) == 0) {
				message_error("%s is given twice on one side",
					      path[i]);
				return false;
			}
		if (!add_file(pile, path[i]))
			return false;
		for (; known < pile->n; known++)
			if (is_twin(pile, known))
				return false;
	}
	return true;
}
