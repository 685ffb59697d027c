/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The disks of Linux; see sysfs.h. Other systems have none of this. */
#include <config.h>

#include "sysfs.h"

#ifdef __linux__

#include <ctype.h>
#include <glob.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>

#include "diskidx/base/say.h"
#include "cgroup.h"
#include "link.h"
#include "parse.h"

#define LINE 4096
#define NAME 256
/* From <linux/magic.h>, which some C libraries come without. */
#define TMPFS_TYPE 0x01021994u
#define RAMFS_TYPE 0x858458f6u

#define MAX_LEVELS 8		/* of devices that consist of devices */

/* Cut a file's text to the value, and return it. */
static char *
sysfs_cut_value(char *text, enum fact_type type)
{
	size_t length = strlen(text);
	char *open = strchr(text, '[');

	while (length > 0 && text[length - 1] == ' ')
		text[--length] = '\0';
	if (type == TYPE_CHOICE && open != NULL) {
		open[strcspn(open, "]")] = '\0';
		return open + 1;
	}
	if (type == TYPE_LAYER) {
		text[strcspn(text, "-")] = '\0';
		for (char *at = text; *at != '\0'; at++)
			*at = (char)tolower((unsigned char)*at);
		if (text[0] == '\0')
			return strcpy(text, "dm");
	}
	return text;
}

void
sysfs_set_fact(struct facts *facts, enum fact_key fact, const char *path,
	       const char *key)
{
	char text[NAME], *bare = text;

	if (parse_find_line(path, key, text, sizeof(text)) != 0)
		return;
	/* It is between quotes, or after the colon of /proc/cpuinfo. */
	bare += strspn(bare, " \t:\"");
	bare[strcspn(bare, "\"")] = '\0';
	facts_set(facts, fact, "%s",
		  sysfs_cut_value(bare, fact_entry[fact].type));
}

bool
sysfs_is_memory(unsigned type)
{
	return type == TMPFS_TYPE || type == RAMFS_TYPE;
}

static bool
is_partition(const char *sys)
{
	char text[NAME];

	return parse_first_line(sys, "partition", text, sizeof(text));
}

static void
cut_partition(char *sys)
{
	if (is_partition(sys))	/* the disk is one level up */
		*strrchr(sys, '/') = '\0';
}

static bool
find_number(dev_t device, char *sys)
{
	return realpath(say("/sys/dev/block/%u:%u", major(device),
			    minor(device)), sys) != NULL;
}

static bool
find_device(const char *device, char *sys)
{
	struct stat st;

	return stat(device, &st) == 0 && S_ISBLK(st.st_mode) &&
	       find_number(st.st_rdev, sys);
}

/* Before Linux 3.15 only its name is known, which may lead to a later mount. */
bool
sysfs_find_mount(int fd, struct parse_mount *mount)
{
	char text[PATH_MAX];

	if (parse_find_line(say("/proc/self/fdinfo/%d", fd), "mnt_id:", text,
			    sizeof(text)) != 0 &&
	    realpath(say("/proc/self/fd/%d", fd), text) == NULL)
		return false;
	return parse_find_best(parse_rank_mount, text, mount) == 0;
}

/* File systems with their own device numbers have the mount's source, which may
 * be one of several devices. For others the source is only a word. */
bool
sysfs_find(int fd, const struct parse_mount *mount, char *sys, bool *partial)
{
	struct stat st;

	*partial = strcmp(mount->type, "btrfs") == 0 ||
		   strcmp(mount->type, "bcachefs") == 0;
	if (*partial)
		return find_device(mount->device, sys);
	return fstat(fd, &st) == 0 && find_number(st.st_dev, sys);
}

/* Find the parts of a disk, for globfree; none below too many levels. */
static void
sysfs_find_parts(const char *sys, int level, glob_t *parts)
{
	memset(parts, 0, sizeof(*parts));
	if (level < MAX_LEVELS)
		glob(say("%s/slaves/*", sys), 0, NULL, parts);
}

/* Return true if a part is the wanted device, or one of those below it is. */
static bool
sysfs_reaches(const char *part, const char *wanted, int level)
{
	char sys[PATH_MAX];
	glob_t parts;
	bool reached;

	if (realpath(part, sys) == NULL)
		return false;
	reached = parse_is_below(sys, wanted);
	cut_partition(sys);
	sysfs_find_parts(sys, level, &parts);
	for (size_t i = 0; i < parts.gl_pathc && !reached; i++)
		reached = sysfs_reaches(parts.gl_pathv[i], wanted, level + 1);
	globfree(&parts);
	return reached;
}

bool
sysfs_is_on(int fd, const struct parse_mount *mount, const char *wanted)
{
	char sys[PATH_MAX], wanted_sys[PATH_MAX];
	struct parse_mount own;
	bool partial;

	return sysfs_find_mount(fd, &own) && own.id == mount->id &&
	       sysfs_find(fd, &own, sys, &partial) &&
	       find_device(wanted, wanted_sys) &&
	       sysfs_reaches(sys, wanted_sys, 0);
}

/* Findings on all levels of a disk. */
struct levels {
	char *disks;			/* names of disks without parts */
	unsigned n_disks;		/* their number, with those of files */
	char sys[PATH_MAX];		/* of the last one */
	uint64_t limit[CGROUP_LIMITS];
	struct facts *target;
};

/* Read a file of a device or, if a partition does not have it, of its disk. A
 * plain name, such as numa_node, is looked for on all devices above. */
static bool
read_detail(const char *sys, const char *name, char *text, size_t size)
{
	char path[PATH_MAX], *end;

	snprintf(path, sizeof(path), "%s", sys);
	while (!parse_first_line(path, name, text, size)) {
		end = strrchr(path, '/');
		if (end == NULL ||
		    (strchr(name, '/') != NULL && !is_partition(path)))
			return false;
		*end = '\0';
	}
	return true;
}

/* Set the details of this device, unless another has the same. A node of -1
 * means none, and a vendor may be blank. */
static void
sysfs_add_details(struct facts *target, enum fact_owner owner, const char *sys)
{
	char text[NAME];

	for (int i = 0; i < FACT_KEYS; i++) {
		const struct fact_entry *entry = &fact_entry[i];
		enum fact_key key = (enum fact_key)i;
		const char *old = facts_get(target, key), *value;

		if (entry->owner != owner || entry->file == NULL ||
		    !read_detail(sys, entry->file, text, sizeof(text)))
			continue;
		value = sysfs_cut_value(text, entry->type);
		if (value[0] == '\0' || strcmp(value, "-1") == 0 ||
		    facts_find_word(old, value) != NULL)
			continue;
		if (old == NULL)
			facts_set(target, key, "%s", value);
		else
			facts_set(target, key, "%s,%s", old, value);
	}
}

/* Go down to the parts: dm and md have slaves, a loop device has a file. */
static void
sysfs_go_down(const char *part, int level, struct levels *levels)
{
	char below[PATH_MAX], sys[PATH_MAX], file[LINE] = "";
	char text[NAME], vendor[NAME] = "", model[NAME] = "";
	struct facts *target = levels->target;
	const char *name;
	struct statfs fs;
	struct stat st;
	size_t used;
	glob_t parts;

	if (realpath(part, sys) == NULL)
		return;
	cut_partition(sys);
	name = strrchr(sys, '/') + 1;
	parse_first_line(sys, "loop/backing_file", file, sizeof(file));
	if (strncmp(name, "ram", 3) == 0 || strncmp(name, "zram", 4) == 0 ||
	    (statfs(file, &fs) == 0 && sysfs_is_memory((unsigned)fs.f_type)))
		facts_set(target, FACT_MEMORY_FILESYSTEM, "yes");
	if (parse_first_line(sys, "loop/dio", text, sizeof(text)) &&
	    strcmp(text, "0") == 0)
		facts_set(target, FACT_UNPROVEN, "a loop device without direct "
			  "I/O has its file in memory");
	if (parse_first_line(sys, "dev", text, sizeof(text)))
		cgroup_lower_io(text, levels->limit);
	sysfs_add_details(target, OWNER_LAYER, sys);
	sysfs_find_parts(sys, level, &parts);
	for (size_t i = 0; i < parts.gl_pathc; i++)
		sysfs_go_down(parts.gl_pathv[i], level + 1, levels);
	if (parts.gl_pathc == 0) {
		sysfs_add_details(target, OWNER_PART, sys);
		read_detail(sys, "device/vendor", vendor, sizeof(vendor));
		read_detail(sys, "device/model", model, sizeof(model));
		if (parse_is_virtual_disk(name, vendor, model))
			facts_set(target, FACT_VIRTUAL_DISK, "yes");
		levels->disks = say_join(levels->disks, " ",
					 strrchr(part, '/') + 1);
		levels->n_disks++;
		strcpy(levels->sys, sys);
	}
	globfree(&parts);
	if (level < MAX_LEVELS && stat(file, &st) == 0 &&
	    find_number(st.st_dev, below)) {
		used = strlen(levels->disks);
		sysfs_go_down(below, level + 1, levels);
		/* List the loop device instead. */
		levels->disks[used] = '\0';
	} else if (file[0] != '\0') {
		facts_set(target, FACT_UNPROVEN, "the disk below a loop device "
			  "cannot be found with certainty");
	}
}

void
sysfs_describe(char *sys, bool is_all, struct facts *target)
{
	struct levels levels = {
		.disks = say("%s", ""), .target = target,
		.limit = { UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX },
	};
	char *limits = NULL;

	sysfs_add_details(target, OWNER_TARGET, sys);
	cut_partition(sys);
	sysfs_go_down(sys, 0, &levels);
	facts_set(target, FACT_DISK, "%s", strrchr(sys, '/') + 1);
	facts_set(target, FACT_DISKS, "%s", levels.disks);
	for (unsigned i = 0; i < CGROUP_LIMITS; i++)
		if (levels.limit[i] != UINT64_MAX)
			limits = say_more(limits, " ", "%s%" PRIu64,
					  cgroup_limit[i], levels.limit[i]);
	if (limits != NULL)
		facts_set(target, FACT_IO_LIMIT, "%s", limits);
	if (is_all && levels.n_disks == 1 &&
	    facts_get(target, FACT_VIRTUAL_DISK) == NULL)
		link_describe(levels.sys, target);
}

bool
sysfs_is_uncounted(const char *sys)
{
	char text[NAME];

	return parse_first_line(sys, "queue/iostats", text, sizeof(text)) &&
	       strcmp(text, "0") == 0 &&
	       !parse_first_line(sys, "dm/name", text, sizeof(text));
}

#else

bool
sysfs_is_on(int fd, const struct parse_mount *mount, const char *wanted)
{
	(void)fd;
	return parse_is_part(mount->device, wanted);
}

#endif
