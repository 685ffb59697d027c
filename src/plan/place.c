/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Place: where a job's files go if its filename is a device or an existing
 * file. fio would overwrite it; here the private files go to the device's file
 * system, or next to the file.
 */
#include <config.h>

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "diskidx/base/facts.h"
#include "diskidx/base/say.h"
#include "diskidx/platform/platform.h"
#include "building.h"

/* Note what replaces the file or device of a job. */
static int
place_job(struct plan *plan, struct test *test, const char *key,
	  const struct options *o)
{
	const char *path = test->path, *mounted;
	bool has_place = o->directory.n > 0;
	struct facts mount = { .count = 0 };
	struct stat st;

	if (stat(path, &st) != 0) {
		if (has_place || strncmp(path, "/dev/", 5) != 0 ||
		    strncmp(path, "/dev/shm/", 9) == 0)
			return 0;	/* a new file, or it does not matter */
		return plan_fail(plan, "%s: %.120s: %s; give a directory with "
				 "-d", key, path, strerror(errno));
	}
	if (S_ISREG(st.st_mode) || (S_ISBLK(st.st_mode) && has_place)) {
		texts_print(&plan->placed, "%s exists already and is not "
			    "opened: a private file %s is measured.", path,
			    has_place ? "in the directory of -d" : "next to "
								   "it");
		return 0;
	}
	if (S_ISDIR(st.st_mode))
		return plan_fail(plan, "%s: '%.120s' is a directory; give "
				 "directory=%.120s instead", key, path, path);
	if (!S_ISBLK(st.st_mode))
		return plan_fail(plan, "%s: %.120s is neither a disk nor a "
				 "file; %s", key, path, has_place ?
				 "leave it out" : "give a directory with -d");
	/* Use the device's mounted file system with the most space. */
	if (platform_device_mount(path, &mount) != 0) {
		mounted = platform_mounted_devices();
		return plan_fail(plan, "%s: %.80s carries no mounted file "
				 "system that you may write to, and devices "
				 "are never opened; give a directory with -d"
				 "%s%.120s", key, path,
				 *mounted != '\0' ? "; mounted: " : "",
				 mounted);
	}
	test->directory = say("%s", facts_get(&mount, FACT_DIRECTORY));
	texts_print(&plan->placed, "%s carries %s (%s): measured in a private "
		    "file there; nothing else on %s is written.", path,
		    test->directory, facts_get(&mount, FACT_DEVICE),
		    path);
	facts_free(&mount);
	return 0;
}

int
plan_place_jobs(struct plan *plan, const struct options *o)
{
	for (size_t i = 0; i < plan->jobfile->n_tests; i++) {
		const char *key = jobfile_place(plan->jobfile, i, "filename");
		struct test *test = &plan->test[i].test;

		if (test->path != NULL && place_job(plan, test, key, o) != 0)
			return -EINVAL;
	}
	return 0;
}
