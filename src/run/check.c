/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The checks of a run before anything is written. */
#include <config.h>

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/message.h"
#include "diskidx/base/units.h"
#include "diskidx/plan/budget.h"
#include "diskidx/plan/plan.h"
#include "diskidx/platform/buffer.h"
#include "diskidx/platform/platform.h"
#include "diskidx/record/record.h"
#include "diskidx/run/supervisor.h"
#include "diskidx/target/target.h"
#include "measuring.h"

/* Return whether both are on one file system; subvolumes of btrfs differ only
 * in their numbers. */
static bool
is_same_disk(const struct target *a, const struct target *b)
{
	const char *x = facts_get(&a->facts, FACT_DEVICE);
	const char *y = facts_get(&b->facts, FACT_DEVICE);

	return a->filesystem_id == b->filesystem_id ||
	       (x != NULL && y != NULL && x[0] == '/' && strcmp(x, y) == 0);
}

/* Fit the plan into the free space of a target. False after a message. */
static bool
fit_target(struct run *r, size_t i)
{
	uint64_t free_bytes = facts_number(&r->target[i].facts, FACT_FREE_BYTES,
					   UINT64_MAX);
	unsigned files = budget_work_files(&r->plan);
	uint64_t sharers = 0;
	int status;

	for (size_t j = 0; j < r->n_targets; j++)
		sharers += is_same_disk(&r->target[j], &r->target[i]);
	status = budget_fit(&r->plan, free_bytes / sharers);
	if (status < 0)
		message_error("%s: %s", r->plan.directory[i],
			      r->plan.error);
	if (budget_work_files(&r->plan) < files)
		record_setting(&r->record, "Random writes share the work file "
			       "with all other tests, since a second one does "
			       "not fit into the free space of %s: a file "
			       "system that copies on write fragments it, and "
			       "reads in sequence may become slower from round "
			       "to round.", r->plan.directory[i]);
	if (status > 0)
		record_setting(&r->record, "The work file was made smaller "
			       "than the default, %s, to fit into the free "
			       "space of %s.", units_size(r->plan.size_bytes),
			       r->plan.directory[i]);
	return status >= 0;
}

/* Say why a directory can't be tested; of a device, where it is mounted. */
static void
refuse_target(const char *directory, int error)
{
	struct facts mount = { .count = 0 };
	struct stat st;

	if (stat(directory, &st) != 0 ||
	    (!S_ISBLK(st.st_mode) && !S_ISCHR(st.st_mode)))
		message_error("%s: cannot test here: %s; give another "
			      "directory with -d", directory, strerror(-error));
	else if (platform_device_mount(directory, &mount) == 0)
		message_error("%s is a device; diskidx writes only to files: "
			      "%s is mounted on %s, give a directory there "
			      "with -d", directory,
			      facts_get(&mount, FACT_DEVICE),
			      facts_get(&mount, FACT_DIRECTORY));
	else
		message_error("%s is a device; diskidx writes only to files: "
			      "give a directory with -d", directory);
	facts_free(&mount);
}

/* Look at every directory and change nothing. False after a message. */
static bool
probe_targets(struct run *r)
{
	r->target = xmalloc(r->plan.n_targets * sizeof(*r->target));
	for (size_t i = 0; i < r->plan.n_targets; i++) {
		const struct facts *facts = &r->target[i].facts;
		const char *writes, *copies;
		int error;

		supervisor_await(r->plan.directory[i]);
		error = target_probe(&r->target[i], r->plan.directory[i]);
		supervisor_await(NULL);
		if (error != 0) {
			refuse_target(r->plan.directory[i], error);
			return false;
		}
		r->n_targets++;
		writes = facts_get(facts, FACT_WRITE_OPTIONS);
		copies = facts_get(facts, FACT_COPIES_ON_WRITE);
		r->plan.is_space_unknown |= facts_get(facts, FACT_FREE_BYTES) ==
					    NULL;
		r->plan.writes_through |= facts_find_word(writes, "sync") !=
					  NULL;
		r->plan.syncs_names |= r->plan.writes_through ||
				       facts_find_word(writes, "dirsync") !=
				       NULL;
		if (facts_find_word(writes, "data=journal") != NULL)
			r->plan.write_times = 2;
		r->plan.in_place |= r->target[i].in_place;
		r->plan.copies_on_write |= facts_find_word(copies, "yes") !=
					   NULL;
	}
	r->plan.keeps_apart = r->plan.copies_on_write;
	for (size_t i = 0; i < r->n_targets; i++)
		if (!fit_target(r, i))
			return false;
	return true;
}

bool
run_check(struct run *r)
{
	struct plan *plan = &r->plan;
	uint64_t page_bytes = 0;
	void *buffer;

	if (!run_can_be_recorded(r))
		return false;
	platform_host(&r->record.host);
	buffer = buffer_create(1, true, 1);
	if (buffer != NULL)
		page_bytes = platform_page_bytes(buffer);
	free(buffer);
	if (page_bytes > 0)
		facts_set_number(&r->record.host, FACT_BUFFER_PAGE_BYTES,
				 page_bytes);
	plan_set_memory(plan, facts_memory(&r->record.host));
	if (!probe_targets(r))
		return false;
	if (budget_settle(plan) == 0)
		return true;
	message_error("%s", plan->error);
	return false;
}
