/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The directory under test and its private files. */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/amount.h"
#include "diskidx/base/units.h"
#include "diskidx/target/target.h"
#include "private.h"

#define FDS 10240

#define KEEP_PART 20		/* of what is free, for others */
#define KEEP_BYTES GIB		/* at most */

int
target_probe(struct target *target, const char *directory)
{
	struct platform_space space = { 0 };
	char path[PATH_MAX];
	struct stat st;
	int error;

	memset(target, 0, sizeof(*target));
	target->private_fd = target->directory_fd = -1;
	/* From here, the name may lead elsewhere. */
	target->directory_fd = open(directory, O_RDONLY | O_DIRECTORY);
	error = target->directory_fd < 0 ||
		faccessat(target->directory_fd, ".", W_OK | X_OK, 0) != 0 ||
		fstat(target->directory_fd, &st) != 0 ? -errno :
		platform_space(target->directory_fd, &space);
	if (error != 0) {
		target_close(target);
		return error;
	}
	/* Set a part of the space aside, and its facts, if they are known. */
	target->kept.free_bytes = amount_min(space.free_bytes / KEEP_PART,
					     KEEP_BYTES);
	if (space.free_files != UINT64_MAX)
		target->kept.free_files = space.free_files / KEEP_PART;
	if (space.size_bytes > 0) {
		facts_set_number(&target->facts, FACT_SIZE_BYTES,
				 space.size_bytes);
		facts_set_number(&target->facts, FACT_FREE_BYTES,
				 space.free_bytes);
	}
	facts_set(&target->facts, FACT_DIRECTORY, "%s", directory);
	if (realpath(directory, path) != NULL)
		facts_set(&target->facts, FACT_REAL_PATH, "%s", path);
	target->directory = xstrdup(directory);
	target->filesystem_id = (uint64_t)st.st_dev;
	platform_target(target->directory_fd, &target->facts, &target->device);
	/* Without space and without a type, it is not a disk's file system. */
	if (facts_get(&target->facts, FACT_FREE_BYTES) == NULL &&
	    facts_get(&target->facts, FACT_FILESYSTEM) == NULL) {
		target_close(target);
		return -ENOSPC;
	}
	if (target->device.partial && target->device.counters[0] != '\0')
		facts_set(&target->facts, FACT_DEVICE_COUNTERS, "partial");
	/* Data with checksums is never written from where it may change. */
	target->in_place = facts_find_word(facts_get(&target->facts,
						     FACT_CHECKSUMS),
					   "yes") != NULL;
	target->memory = facts_get(&target->facts,
				   FACT_MEMORY_FILESYSTEM) != NULL;
	return 0;
}

/* Some file systems report no inodes, and make them nevertheless. */
int
target_check_room(const struct target *target, uint64_t bytes, uint64_t files,
		  uint64_t *grant, const char **what)
{
	const struct platform_space *kept = &target->kept;
	struct platform_space now = { 0 };
	int error = platform_space(target->private_fd, &now);

	*what = "looking for free space";
	if (error != 0)
		return error;
	*what = "keeping space free for others";
	if (now.free_bytes < amount_plus(bytes, kept->free_bytes))
		return -ENOSPC;
	*what = "keeping inodes free for others";
	if (kept->free_files > 0 &&
	    now.free_files < amount_plus(files, kept->free_files))
		return -ENOSPC;
	if (grant != NULL)
		*grant = (now.free_bytes - kept->free_bytes) / 4;
	*what = NULL;
	return 0;
}

int
target_open(struct target *target, unsigned copies, unsigned kinds)
{
	static const int flags[WORK_WAYS] = {
		[WORK_DSYNC] = O_DSYNC, [WORK_SYNC] = O_SYNC
	};
	unsigned files = 0, n;
	struct rlimit limit;
	int error;

	/* Allow as many descriptors as the system grants: macOS refuses "no
	 * limit", its own default, but never these. */
	if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
		rlim_t before = limit.rlim_cur;

		limit.rlim_cur = limit.rlim_max;
		if (setrlimit(RLIMIT_NOFILE, &limit) != 0 && before < FDS) {
			limit.rlim_cur = FDS;
			setrlimit(RLIMIT_NOFILE, &limit);
		}
	}
	/* A kind without its own file uses the shared one, or the only one. */
	for (int kind = 0; kind < WORK_FILES; kind++)
		target->place[kind] = kinds & 1u << kind ? files++ : 0;
	target->in_place &= (kinds & 1u << WORK_IN_PLACE) != 0;
	n = copies * files;
	target->copies = copies;
	target->work = xmalloc(n * sizeof(*target->work));
	target->state = platform_share(sizeof(*target->state));
	error = target->state == NULL ? -ENOMEM : private_make(target);
	while (error == 0 && target->n_work < n) {
		int *fd = target->work[target->n_work];

		error = target_fresh_opens(target, flags, WORK_WAYS, fd);
		if (error != 0)
			break;
		if (target->in_place && target->n_work / copies ==
					target->place[WORK_IN_PLACE])
			target->in_place = platform_write_in_place(*fd) == 0;
		target->n_work++;
	}
	return error;
}

int
target_close(struct target *target)
{
	int closed = 0, error;

	for (unsigned i = 0; i < target->n_work * WORK_WAYS; i++)
		if (close(target->work[i / WORK_WAYS][i % WORK_WAYS]) != 0)
			closed = -errno;
	error = private_remove(target);
	platform_unshare(target->state, sizeof(*target->state));
	facts_free(&target->facts);
	free(target->work);
	free(target->directory);
	memset(target, 0, sizeof(*target));
	target->private_fd = target->directory_fd = -1;
	return error != 0 ? error : closed;
}
