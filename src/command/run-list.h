/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Run list: the results of runs in some files, and the baseline that scores
 * them. */
#ifndef COMMAND_RUN_LIST_H
#define COMMAND_RUN_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "diskidx/record/record.h"

struct run_list {
	struct record *run;
	size_t n;
	bool has_percentiles;	/* to compare; else for record_whole */
	bool keeps_last;	/* only the last run */
	const struct baseline *baseline;	/* NULL: the default */
};

/* Read each run of a file as record_each does. False after a message. */
bool run_list_each(const char *path,
		   void (*take)(void *context, struct record *run),
		   void *context);

/* Add every run of a file. False after a message. */
bool run_list_add_file(struct run_list *list, const char *path);

/* Add the runs of a file up to the first unreadable one. */
void run_list_try_file(struct run_list *list, const char *path);

/* Add every run of some files, each only once. False after a message. */
bool run_list_add_files(struct run_list *list, const char *const *path,
			size_t n);

void run_list_free(struct run_list *list);

/* Return the baseline with that name, or from that file or record, for
 * baseline_free; NULL after a message. */
const struct baseline *run_list_baseline(const char *name);

#endif
