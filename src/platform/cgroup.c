/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The limits of control groups, of version 1 and 2; see cgroup.h. */
#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "diskidx/amount.h"
#include "cgroup.h"
#include "parse.h"

#define LINE 4096

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

/* Visit the lines of a file of that name in each group, up to the top. */
static void
visit_groups(const char *controller, const char *name, visit visit,
	     void *context)
{
	char group[2 * LINE], path[2 * LINE + 64], line[LINE];
	size_t mount = find_group(controller, group, sizeof(group));
	FILE *file;

	while (mount > 0) {
		snprintf(path, sizeof(path), "%s/%s", group, name);
		file = fopen(path, "r");
		while (file != NULL && fgets(line, sizeof(line), file) != NULL)
			visit(line, context);
		if (file != NULL)
			fclose(file);
		if (strlen(group) <= mount)
			break;
		*strrchr(group, '/') = '\0';
	}
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
cgroup_memory_bytes(void)
{
	uint64_t limit = UINT64_MAX;

	visit_groups("memory", "memory.max", lower_limit, &limit);
	visit_groups("memory", "memory.limit_in_bytes", lower_limit, &limit);
	return limit;
}

static void
raise_usage(const char *text, void *usage)
{
	uint64_t number, *highest = usage;

	if (sscanf(text, "%" SCNu64, &number) == 1)
		*highest = amount_max(*highest, number);
}

uint64_t
cgroup_memory_left(void)
{
	uint64_t limit = cgroup_memory_bytes(), used = 0;

	if (limit == UINT64_MAX)
		return limit;
	visit_groups("memory", "memory.current", raise_usage, &used);
	visit_groups("memory", "memory.usage_in_bytes", raise_usage, &used);
	return amount_left(limit, used);
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
