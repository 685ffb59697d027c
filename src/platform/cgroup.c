/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The limits of control groups, of version 1 and 2; see cgroup.h. */
#include <config.h>

#include <stdio.h>
#include <string.h>

#include "diskidx/base/amount.h"
#include "diskidx/base/clock.h"
#include "cgroup.h"
#include "parse.h"

#define LINE 4096
#define GROUP (2 * LINE)
#define NAME 64

/*
 * Write the path of this process's group, with the mount of its hierarchy, to
 * `group`. Return the length of the mount's path, or 0 if there is no group. A
 * controller is in only one hierarchy: version 1, or else version 2.
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

/* Go to its own group if *mount is 0, or else to the one above, if any. */
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

/* Add to a sum the number that a group's file has after a key, if any. */
static void
add_to(const char *file, const char *key, uint64_t *sum, uint64_t unit)
{
	uint64_t number;
	char text[LINE];

	if (parse_find_line(file, key, text, sizeof(text)) == 0 &&
	    parse_numbers(text, &number, 1) == 1)
		*sum += number * unit;
}

void
cgroup_add_quotas(struct processor_times *times)
{
	char group[GROUP], file[GROUP + NAME];
	size_t mount = 0;

	while (climb("cpu", group, &mount)) {
		snprintf(file, sizeof(file), "%s/cpu.stat", group);
		add_to(file, "nr_periods ", &times->periods, 1);
		add_to(file, "nr_throttled ", &times->limited_periods, 1);
		/* Version 2 and version 1. */
		add_to(file, "throttled_usec ", &times->limited_ns, NS_PER_US);
		add_to(file, "throttled_time ", &times->limited_ns, 1);
	}
}

/* Lower a limit to the one in a group's file, on the line of that device ("":
 * the first) and after a key, unless it is a word, such as "max". */
static void
lower_limit(const char *group, const char *name, const char *device,
	    const char *key, uint64_t *limit)
{
	char file[GROUP + NAME], text[LINE];
	uint64_t number;
	const char *at;

	snprintf(file, sizeof(file), "%s/%s", group, name);
	if (parse_find_line(file, device, text, sizeof(text)) != 0)
		return;
	at = strstr(text, key);
	if (at != NULL && parse_numbers(at + strlen(key), &number, 1) == 1)
		*limit = amount_min(*limit, number);
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

		lower_limit(group, "memory.max", "", "", &limit);
		lower_limit(group, "memory.high", "", "", &limit);
		lower_limit(group, "memory.limit_in_bytes", "", "", &limit);
		lower_limit(group, "memory.current", "", "", &used);
		lower_limit(group, "memory.usage_in_bytes", "", "", &used);
		lowest = amount_min(lowest, limit);
		if (limit != UINT64_MAX)
			*left_bytes = amount_min(*left_bytes,
						 amount_left(limit, used));
	}
	return lowest;
}

const char *const cgroup_limit[CGROUP_LIMITS] = {
	"rbps=", "wbps=", "riops=", "wiops="
};

/* Version 2 has one file for all limits, "8:16 rbps=2097152 wbps=max riops=max
 * wiops=120", and version 1 has a file for each, "8:16 2097152". */
void
cgroup_lower_io(const char *device, uint64_t limit[CGROUP_LIMITS])
{
	static const char *const files[CGROUP_LIMITS] = {
		"blkio.throttle.read_bps_device",
		"blkio.throttle.write_bps_device",
		"blkio.throttle.read_iops_device",
		"blkio.throttle.write_iops_device",
	};
	char group[GROUP], start[NAME];
	size_t mount = 0;

	snprintf(start, sizeof(start), "%s ", device);
	while (climb("io", group, &mount))
		for (unsigned i = 0; i < CGROUP_LIMITS; i++)
			lower_limit(group, "io.max", start, cgroup_limit[i],
				    &limit[i]);
	for (mount = 0; climb("blkio", group, &mount);)
		for (unsigned i = 0; i < CGROUP_LIMITS; i++)
			lower_limit(group, files[i], start, "", &limit[i]);
}
