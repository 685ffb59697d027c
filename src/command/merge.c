/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The command merge: puts the records of several hosts together. */
#include <config.h>

#include "diskidx/commands.h"
#include "diskidx/hosts.h"
#include "diskidx/message.h"
#include "merge.h"
#include "output.h"
#include "run-list.h"

struct merge {
	struct hosts hosts;
	const struct baseline *baseline;
};

static void
merge_take(void *context, struct record *run)
{
	struct merge *merge = context;

	hosts_take(&merge->hosts, run, merge->baseline);
}

int
merge_show(struct hosts *hosts, const struct options *options)
{
	int status;

	hosts_merge(hosts);
	status = output_render((struct rendered){
		.options = options,
		.content = { CONTENT_HOSTS, .hosts = hosts },
	});
	for (size_t i = 0; i < hosts->n_rows && options->strict; i++)
		for (size_t j = 0; j < hosts->n && hosts->row[i].of; j++)
			status |= hosts->row[i].of[j].is_slow;
	return status;
}

/* Print all that was read; a record that can't be read has a note. */
int
command_merge(const struct options *options)
{
	struct merge merge = { .baseline = NULL };
	int status = 0;

	if (!output_check(options) ||
	    !output_check_kind(options, CONTENT_HOSTS))
		return 2;
	merge.baseline = run_list_baseline(options->baseline);
	for (size_t i = 0; i < options->operand.n && merge.baseline; i++) {
		const char *path = options->operand.list[i];

		if (run_list_each(path, merge_take, &merge))
			continue;
		hosts_note(&merge.hosts, "%s can't be read", path);
		status = 1;
	}
	if (merge.hosts.n_runs == 0)
		status = 2;
	else
		status |= merge_show(&merge.hosts, options);
	hosts_free(&merge.hosts);
	baseline_free(merge.baseline);
	return status;
}
