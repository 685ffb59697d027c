/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The limits of control groups, of version 1 and 2; see cgroup.h. */
#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "diskidx/base/amount.h"
#include "cgroup.h"
#include "parse.h"

#define LINE 4096
#define GROUP (2 * LINE)

/* One line of a group's file. */
typedef void (*visit)(const char *line, void *context);

/*
 * Write the path of this process's group, with the mount of its hierarchy, to
 * `group`. Return the length of the mount's path, or 0 if there is no group. A
 * controller is in one hierarchy only: if version 1 has it, version 2 has not.
 */
static size_t
find_group(const char *controller, char *group, size_t size)
{
	FILE *file = fopen("/proc/self/cgroup", "r");
	enum parse_hierarchy found = HIERARCHY_OTHER;
	char line[LINE], path[LINE], mount[64] = "";

	if (file == NULL)
		return 0;
	while (found != HIERARCHY_CONTROLLER &&
	       fgets(line, sizeof(line), file) != NULL) {
		found = parse_cgroup(line, controller, path, sizeof(path));
		if (found == HIERARCHY_CONTROLLER)
			snprintf(mount, sizeof(mount), "/sys/fs/cgroup/%s",
				 controller);
		else if (found == HIERARCHY_UNIFIED)
			strcpy(mount, "/sys/fs/cgroup");
		if (found != HIERARCHY_OTHER)
			snprintf(group, size, "%s%s", mount, path);
	}
	fclose(file);
	return strlen(mount);
}

/* Visit the lines of a group's file. */
static void
visit_file(const char *group, const char *name, visit visit, void *context)
{
	char path[GROUP + 64], line[LINE];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", group, name);
	file = fopen(path, "r");
	if (file == NULL)
		return;
	while (fgets(line, sizeof(line), file) != NULL)
		visit(line, context);
	fclose(file);
}

/* Go to its own group, while *mount is 0, or to the one above, if any. */
static bool
climb(const char *controller, char group[GROUP], size_t *mount)
{
	if (*mount == 0)
		*mount = find_group(controller, group, GROUP);
	else if (strlen(group) <= *mount)
		return false;
	else
		*strrchr(group, '/') = '\0';
	return *mount > 0;
}

/* Visit the lines of a file of that name in each group, up to the top. */
static void
visit_groups(const char *controller, const char *name, visit visit,
	     void *context)
{
	char group[GROUP];
	size_t mount = 0;

	while (climb(controller, group, &mount))
		visit_file(group, name, visit, context);
}

static void
add_quota(const char *line, void *times)
{
	parse_cpu_stat(line, times);
}

void
cgroup_add_quotas(struct processor_times *times)
{
	visit_groups("cpu", "cpu.stat", add_quota, times);
}

/* Lower a limit to the text's, unless it is a word, such as "max". */
static void
lower_limit(const char *text, void *limit)
{
	uint64_t number, *lowest = limit;

	if (sscanf(text, "%" SCNu64, &number) == 1 && number < *lowest)
		*lowest = number;
}

uint64_t
cgroup_memory_bytes(uint64_t *left_bytes)
{
	uint64_t lowest = UINT64_MAX;
	char group[GROUP];
	size_t mount = 0;

	*left_bytes = UINT64_MAX;
	while (climb("memory", group, &mount)) {
		uint64_t limit = UINT64_MAX, used = UINT64_MAX;

		visit_file(group, "memory.max", lower_limit, &limit);
		visit_file(group, "memory.high", lower_limit, &limit);
		visit_file(group, "memory.limit_in_bytes", lower_limit, &limit);
		visit_file(group, "memory.current", lower_limit, &used);
		visit_file(group, "memory.usage_in_bytes", lower_limit, &used);
		lowest = amount_min(lowest, limit);
		if (limit != UINT64_MAX)
			*left_bytes = amount_min(*left_bytes,
						 amount_left(limit, used));
	}
	return lowest;
}

/* A search for a limit on a device. */
struct search {
	const char *device, *key;
	uint64_t *limit;
};

/* Read "8:16 rbps=2097152 wbps=max riops=max wiops=120", or, without a key,
 * "8:16 2097152". */
static void
lower_device_limit(const char *line, void *context)
{
	const struct search *search = context;
	size_t length = strlen(search->device);
	const char *at;

	if (strncmp(line, search->device, length) != 0 || line[length] != ' ')
		return;
	at = strstr(line + length + 1, search->key);
	if (at != NULL)
		lower_limit(at + strlen(search->key), search->limit);
}

const char *const cgroup_limit[CGROUP_LIMITS] = {
	"rbps=", "wbps=", "riops=", "wiops="
};

/* Version 2 has one file for all limits, and version 1 one for each. */
void
cgroup_lower_io(const char *device, uint64_t limit[CGROUP_LIMITS])
{
	static const char *const files[CGROUP_LIMITS] = {
		"blkio.throttle.read_bps_device",
		"blkio.throttle.write_bps_device",
		"blkio.throttle.read_iops_device",
		"blkio.throttle.write_iops_device",
	};

	for (unsigned i = 0; i < CGROUP_LIMITS; i++) {
		struct search search = { device, cgroup_limit[i], &limit[i] };

		visit_groups("io", "io.max", lower_device_limit, &search);
		search.key = "";
		visit_groups("blkio", files[i], lower_device_limit, &search);
	}
}
