/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The command merge, which puts the records of several hosts together. */
#include <config.h>

#include "diskidx/base/message.h"
#include "diskidx/hosts/hosts.h"
#include "diskidx/test/baseline.h"
#include "output.h"
#include "row.h"
#include "run-list.h"

/* Merge all that can be read, with a note about each other record. */
static int
merge_run(const struct options *options)
{
	struct hosts hosts = { .baseline = NULL };
	int status = 0;

	if (options->operand.n == 0)
		message_error("merge needs records of one or more hosts; name "
			      "them");
	else if (output_check(options, CONTENT_HOSTS))
		hosts.baseline = run_list_baseline(options->baseline);
	if (hosts.baseline == NULL)
		return 2;
	for (size_t i = 0; i < options->operand.n; i++) {
		const char *path = options->operand.list[i];

		if (run_list_each(path, hosts_take, &hosts))
			continue;
		texts_print(&hosts.notes, "%s cannot be read", path);
		status = 1;
	}
	if (hosts.n_runs == 0) {
		status = 2;
	} else {
		hosts_merge(&hosts);
		status |= hosts.is_faulty;
		status |= output_render(options, (struct content){
			CONTENT_HOSTS, .hosts = &hosts });
		for (size_t i = 0; i < hosts.n && options->strict; i++)
			status |= hosts.host[i].is_slow;
	}
	hosts_free(&hosts);
	baseline_free(hosts.baseline);
	return status;
}

const struct command command_merge = {
	.name = "merge", .arguments = "RECORD...",
	.summary = "Merges the records of several hosts: what all of them do "
		"together, and which of them are slow.",
	.takes = FOR_ALL | FOR_PRINT | FOR_SCORE,
	.run = merge_run,
};
