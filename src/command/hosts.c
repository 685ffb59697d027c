/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The command merge, which puts the records of several hosts together. */
#include <config.h>

#include "diskidx/alloc.h"
#include "diskidx/baseline.h"
#include "diskidx/commands.h"
#include "diskidx/hosts.h"
#include "diskidx/message.h"
#include "output.h"
#include "row.h"
#include "run-list.h"

struct merging {
	const struct baseline *baseline;
	struct hosts hosts;
};

static void
merging_take(void *context, struct record *run)
{
	struct merging *m = context;

	hosts_take(&m->hosts, run, m->baseline);
}

/* Merge all that can be read; a record that can't be has a note. */
static int
merging_run(const struct options *options)
{
	struct merging m = { .baseline = NULL };
	struct hosts *hosts = &m.hosts;
	int status = 0;

	if (options->operand.n == 0)
		message_error("merge needs records, of a host or several each");
	else if (output_check(options) &&
		 output_check_kind(options, CONTENT_HOSTS))
		m.baseline = run_list_baseline(options->baseline);
	if (m.baseline == NULL)
		return 2;
	for (size_t i = 0; i < options->operand.n; i++) {
		const char *path = options->operand.list[i];

		if (run_list_each(path, merging_take, &m))
			continue;
		texts_take(&hosts->notes, xprintf("%s can't be read", path));
		status = 1;
	}
	if (hosts->n_runs == 0) {
		status = 2;
	} else {
		hosts_merge(hosts);
		status |= hosts->is_faulty;
		status |= output_render((struct rendered){
			.options = options,
			.content = { CONTENT_HOSTS, .hosts = hosts },
		});
		for (size_t i = 0; i < hosts->n && options->strict; i++)
			status |= hosts->host[i].is_slow;
	}
	hosts_free(hosts);
	baseline_free(m.baseline);
	return status;
}

const struct command command_merge = {
	.name = "merge", .arguments = "RECORD...",
	.summary = "Puts the records of several hosts together: what all do, "
		"and which of them are slow.",
	.takes = FOR_ALL | FOR_PRINT | FOR_SCORE,
	.run = merging_run,
};
