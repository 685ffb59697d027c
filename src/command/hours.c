/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Compares runs by the hour of the day in which they began. */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>

#include "diskidx/alloc.h"
#include "diskidx/message.h"
#include "compare.h"
#include "run-list.h"

#define HOURS 24

static unsigned
hour_of(const struct record *run)
{
	int64_t local = (int64_t)run->started_s + run->utc_offset_s;

	return (unsigned)(((local % 86400) + 86400) % 86400 / 3600);
}

/* Make a side of the runs of an hour or of all others. Its name is static. */
static struct side
side_of(const struct run_list *list, unsigned hour, bool others)
{
	static char name[HOURS][16];
	const struct record **run = xmalloc(list->n * sizeof(*run));
	struct side side = {
		.name = "all other hours", .run = run,
		.target = COMPARISON_EVERY_TARGET
	};

	for (size_t i = 0; i < list->n; i++)
		if ((hour_of(&list->run[i]) == hour) != others)
			run[side.n_runs++] = &list->run[i];
	if (!others) {
		snprintf(name[hour], sizeof(name[hour]), "%02u:00 to %02u:59",
			 hour, hour);
		side.name = name[hour];
	}
	return side;
}

int
compare_by_hour(const struct options *options)
{
	struct run_list list = { .thin = true };
	size_t runs[HOURS] = { 0 }, n = 0, n_set;
	struct side side[HOURS][GROUPS];
	struct comparison *set;
	unsigned hour[HOURS];
	bool is_pair;
	int status = 2;

	if (!run_list_add_files(&list, options->operand.list,
				options->operand.n))
		goto out;
	for (size_t i = 0; i < list.n; i++)
		runs[hour_of(&list.run[i])]++;
	for (unsigned h = 0; h < HOURS; h++)
		if (runs[h] > 0)
			hour[n++] = h;
	if (n < 2) {
		message_error("--by=hour: all runs (%zu) began in the hour "
			      "from %02u:00; at least two hours are needed",
			      list.n, hour[0]);
		goto out;
	}
	/* Two hours are compared with each other, and each of several with all
	 * others. */
	is_pair = n == 2;
	n_set = is_pair ? 1 : n;
	set = xmalloc(n_set * sizeof(*set));
	for (size_t i = 0; i < n_set; i++) {
		side[i][OLD] = side_of(&list, hour[i], !is_pair);
		side[i][NEW] = side_of(&list, hour[i + is_pair], false);
		side[i][HISTORY] = (struct side){ .n_runs = 0 };
		comparison_make(&set[i], side[i], n_set);
	}
	status = compare_finish(set, n_set, options);
	for (size_t i = 0; i < n_set; i++) {
		free((void *)side[i][OLD].run);
		free((void *)side[i][NEW].run);
	}
out:
	run_list_free(&list);
	return status;
}
