/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Surroundings: the machine and each target; see plan.h. */
#include <config.h>

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/message.h"
#include "diskidx/plan/plan.h"
#include "diskidx/platform/buffer.h"
#include "diskidx/platform/platform.h"
#include "diskidx/record/record.h"
#include "diskidx/run/supervisor.h"
#include "diskidx/target/target.h"
#include "measuring.h"

/* Return true if both are on one file system; subvolumes of btrfs differ only
 * in their numbers. */
static bool
is_same_disk(const struct target *a, const struct target *b)
{
	const char *x = facts_get(&a->facts, FACT_DEVICE);
	const char *y = facts_get(&b->facts, FACT_DEVICE);

	return a->filesystem_id == b->filesystem_id ||
	       (x != NULL && y != NULL && x[0] == '/' && strcmp(x, y) == 0);
}

/* Take over what happens to data written to a target, and its free space,
 * shared by all targets on its disk, if it is the least. */
static void
take_target(const struct run *r, size_t i, struct surroundings *around)
{
	const struct target *target = &r->target[i];
	const char *writes = facts_get(&target->facts, FACT_WRITE_OPTIONS);
	const char *copies = facts_get(&target->facts, FACT_COPIES_ON_WRITE);
	uint64_t free_bytes = facts_number(&target->facts, FACT_FREE_BYTES,
					   UINT64_MAX);
	uint64_t sharers = 0;

	around->writes_through |= facts_find_word(writes, "sync") != NULL;
	around->syncs_names |= around->writes_through ||
			       facts_find_word(writes, "dirsync") != NULL;
	if (facts_find_word(writes, "data=journal") != NULL)
		around->write_times = 2;
	around->in_place |= target->in_place;
	around->copies_on_write |= facts_find_word(copies, "yes") != NULL;
	around->is_space_unknown |= free_bytes == UINT64_MAX;
	for (size_t j = 0; j < r->n_targets; j++)
		sharers += is_same_disk(&r->target[j], target);
	if (free_bytes / sharers >= around->free_bytes)
		return;
	around->free_bytes = free_bytes / sharers;
	around->fullest = i;
}

/* Say why a directory cannot be tested, or where a device is mounted. */
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
		message_error("%s is a device, and diskidx writes only to "
			      "files; %s is mounted on %s, give a directory "
			      "there with -d", directory,
			      facts_get(&mount, FACT_DEVICE),
			      facts_get(&mount, FACT_DIRECTORY));
	else
		message_error("%s is a device, and diskidx writes only to "
			      "files; give a directory with -d", directory);
	facts_free(&mount);
}

bool
run_look_around(struct run *r, struct surroundings *around)
{
	struct facts *host = &r->record.host;
	uint64_t page_bytes = 0;
	void *buffer;

	if (!run_can_be_recorded(r))
		return false;
	platform_host(host);
	/* Find out how large the pages of large buffers are. */
	buffer = buffer_create(1, true, 1);
	if (buffer != NULL)
		page_bytes = platform_page_bytes(buffer);
	free(buffer);
	if (page_bytes > 0)
		facts_set_number(host, FACT_BUFFER_PAGE_BYTES, page_bytes);
	around->memory_bytes = facts_number(
		host, FACT_MEMORY_LIMIT_BYTES,
		facts_number(host, FACT_MEMORY_BYTES, 0));
	r->target = xmalloc(r->plan->n_targets * sizeof(*r->target));
	for (; r->n_targets < r->plan->n_targets; r->n_targets++) {
		const char *directory = r->plan->directory[r->n_targets];
		int error;

		supervisor_await(directory);
		error = target_probe(&r->target[r->n_targets], directory);
		supervisor_await(NULL);
		if (error != 0) {
			refuse_target(directory, error);
			return false;
		}
	}
	for (size_t i = 0; i < r->n_targets; i++)
		take_target(r, i, around);
	return true;
}
