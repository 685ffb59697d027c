/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The disks of Linux; see sysfs.h. Other systems have none of this. */
#include <config.h>

#include "sysfs.h"

#ifdef __linux__

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>

#include "diskidx/alloc.h"
#include "diskidx/array.h"
#include "cgroup.h"
#include "parse.h"

#define LINE 4096
#define NAME 256
/* From <linux/magic.h>, which some C libraries come without. */
#define TMPFS_TYPE 0x01021994u
#define RAMFS_TYPE 0x858458f6u

#define MAX_LEVELS 8		/* of devices that consist of devices */

int
sysfs_read_line(const char *path, const char *key, char *text, size_t size)
{
	FILE *file = fopen(path, "r");
	size_t length = strlen(key);
	int found = -ENOENT;
	char line[LINE];

	if (file == NULL)
		return -errno;
	while (found != 0 && fgets(line, sizeof(line), file) != NULL)
		if (strncmp(line, key, length) == 0) {
			snprintf(text, size, "%s", line + length);
			text[strcspn(text, "\n")] = '\0';
			found = 0;
		}
	fclose(file);
	return found;
}

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

	if (sysfs_read_line(path, key, text, sizeof(text)) != 0)
		return;
	/* It is between quotes, or after the colon of /proc/cpuinfo. */
	bare += strspn(bare, " \t:\"");
	bare[strcspn(bare, "\"")] = '\0';
	facts_set(facts, fact, "%s",
		  sysfs_cut_value(bare, fact_entry[fact].type));
}

bool
sysfs_is_in_memory(const char *path)
{
	struct statfs fs;

	return statfs(path, &fs) == 0 &&
	       ((unsigned)fs.f_type == TMPFS_TYPE ||
		(unsigned)fs.f_type == RAMFS_TYPE);
}

/* Read the first line of a disk's file. */
static bool
read_file(const char *sys, const char *name, char *text, size_t size)
{
	char path[PATH_MAX];

	return (size_t)snprintf(path, sizeof(path), "%s/%s", sys, name) <
	       sizeof(path) && sysfs_read_line(path, "", text, size) == 0;
}

static bool
is_partition(const char *sys)
{
	char text[NAME];

	return read_file(sys, "partition", text, sizeof(text));
}

static void
cut_partition(char *sys)
{
	if (is_partition(sys))	/* the disk is one level up */
		*strrchr(sys, '/') = '\0';
}

int
sysfs_find(dev_t device, char *sys, size_t size)
{
	char link[64], path[PATH_MAX];

	snprintf(link, sizeof(link), "/sys/dev/block/%u:%u", major(device),
		 minor(device));
	if (realpath(link, path) == NULL)
		return -errno;
	if ((size_t)snprintf(sys, size, "%s", path) >= size)
		return -ENAMETOOLONG;
	return 0;
}

/* Return true if a part is the wanted device, or one of those below it is. */
static bool
sysfs_reaches(const char *part, const char *wanted, int level)
{
	char path[PATH_MAX + 2 * NAME], sys[PATH_MAX];
	struct dirent *entry;
	bool reached;
	DIR *dir;

	if (realpath(part, sys) == NULL)
		return false;
	reached = parse_is_below(sys, wanted);
	cut_partition(sys);
	snprintf(path, sizeof(path), "%s/slaves", sys);
	dir = level < MAX_LEVELS && !reached ? opendir(path) : NULL;
	while (dir != NULL && !reached && (entry = readdir(dir)) != NULL) {
		snprintf(path, sizeof(path), "%s/slaves/%s", sys,
			 entry->d_name);
		reached = entry->d_name[0] != '.' &&
			  sysfs_reaches(path, wanted, level + 1);
	}
	if (dir != NULL)
		closedir(dir);
	return reached;
}

bool
sysfs_is_on(const char *device, const char *wanted)
{
	char sys[PATH_MAX], wanted_sys[PATH_MAX];
	struct stat st, wanted_st;

	return stat(device, &st) == 0 && S_ISBLK(st.st_mode) &&
	       stat(wanted, &wanted_st) == 0 && S_ISBLK(wanted_st.st_mode) &&
	       sysfs_find(st.st_rdev, sys, sizeof(sys)) == 0 &&
	       sysfs_find(wanted_st.st_rdev, wanted_sys,
			  sizeof(wanted_sys)) == 0 &&
	       sysfs_reaches(sys, wanted_sys, 0);
}

/* Findings on all levels of a disk. */
struct levels {
	char *disks;			/* names of those without parts */
	bool in_memory, is_cached_loop;
	struct cgroup_io io;
	struct facts *target;
};

/*
 * Read a file of a device, or, if a partition has none, of its disk. A plain
 * name, such as numa_node, is looked for on all devices above.
 */
static bool
read_detail(const char *sys, const char *name, char *text, size_t size)
{
	char path[PATH_MAX], *end;

	snprintf(path, sizeof(path), "%s", sys);
	while (!read_file(path, name, text, size)) {
		end = strrchr(path, '/');
		if (end == NULL ||
		    (strchr(name, '/') != NULL && !is_partition(path)))
			return false;
		*end = '\0';
	}
	return true;
}

/* Set the details that this device has, unless another has the same. A node of
 * -1 is none, and a vendor may be blank. */
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

/* Look at one disk, and write the file of a loop device to `file`. */
static void
sysfs_look(const char *sys, struct levels *levels, char *file, size_t size)
{
	const char *name = strrchr(sys, '/') + 1;
	char text[NAME];

	if (strncmp(name, "ram", 3) == 0 || strncmp(name, "zram", 4) == 0)
		levels->in_memory = true;
	if (read_file(sys, "loop/dio", text, sizeof(text)) &&
	    strcmp(text, "0") == 0)
		levels->is_cached_loop = true;
	if (!read_file(sys, "loop/backing_file", file, size))
		file[0] = '\0';
	else if (sysfs_is_in_memory(file))
		levels->in_memory = true;
	if (read_file(sys, "dev", text, sizeof(text)))
		cgroup_lower_io(text, &levels->io);
	sysfs_add_details(levels->target, OWNER_LAYER, sys);
}

/* Go down to the parts: dm and md have slaves, a loop device has a file. */
static void
sysfs_go_down(const char *part, int level, struct levels *levels)
{
	char path[PATH_MAX + 2 * NAME], sys[PATH_MAX], file[LINE] = "";
	char vendor[NAME] = "", model[NAME] = "";
	struct dirent *entry;
	struct stat st;
	size_t used;
	DIR *dir;
	bool has_parts = false;

	if (realpath(part, sys) == NULL)
		return;
	cut_partition(sys);
	sysfs_look(sys, levels, file, sizeof(file));
	snprintf(path, sizeof(path), "%s/slaves", sys);
	dir = level < MAX_LEVELS ? opendir(path) : NULL;
	while (dir != NULL && (entry = readdir(dir)) != NULL) {
		if (entry->d_name[0] == '.')
			continue;
		has_parts = true;
		snprintf(path, sizeof(path), "%s/slaves/%s", sys,
			 entry->d_name);
		sysfs_go_down(path, level + 1, levels);
	}
	if (dir != NULL)
		closedir(dir);
	if (!has_parts) {
		sysfs_add_details(levels->target, OWNER_PART, sys);
		read_detail(sys, "device/vendor", vendor, sizeof(vendor));
		read_detail(sys, "device/model", model, sizeof(model));
		if (parse_is_virtual_disk(strrchr(sys, '/') + 1, vendor, model))
			facts_set(levels->target, FACT_VIRTUAL_DISK, "yes");
		levels->disks = xjoin(levels->disks, " ",
				      xstrdup(strrchr(part, '/') + 1));
	}
	if (file[0] != '\0' && level < MAX_LEVELS && stat(file, &st) == 0 &&
	    sysfs_find(st.st_dev, path, sizeof(path)) == 0) {
		used = strlen(levels->disks);
		sysfs_go_down(path, level + 1, levels);
		/* The loop device stands for it. */
		levels->disks[used] = '\0';
	}
}

/* Set the limits in the kernel's own terms, those that there are. */
static void
set_limits(struct facts *target, const struct cgroup_io *io)
{
	const struct {
		const char *key;
		uint64_t limit;
	} limits[] = {
		{ "rbps", io->read_bytes }, { "wbps", io->write_bytes },
		{ "riops", io->reads }, { "wiops", io->writes },
	};
	char *text = xstrdup("");

	for (size_t i = 0; i < LENGTH(limits); i++)
		if (limits[i].limit != UINT64_MAX)
			text = xjoin(text, " ", xprintf("%s=%" PRIu64,
							limits[i].key,
							limits[i].limit));
	if (text[0] != '\0')
		facts_set(target, FACT_IO_LIMIT, "%s", text);
	free(text);
}

void
sysfs_describe(char *sys, struct facts *target)
{
	struct levels levels = {
		.disks = xstrdup(""), .target = target,
		.io = { UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX },
	};

	sysfs_add_details(target, OWNER_TARGET, sys);
	cut_partition(sys);
	sysfs_go_down(sys, 0, &levels);
	facts_set(target, FACT_DISK, "%s", strrchr(sys, '/') + 1);
	facts_set(target, FACT_DISKS, "%s", levels.disks);
	free(levels.disks);
	if (levels.is_cached_loop)
		facts_set(target, FACT_UNPROVEN, "a loop device without direct "
			  "I/O has its file in memory");
	if (levels.in_memory)
		facts_set(target, FACT_MEMORY_FILESYSTEM, "yes");
	set_limits(target, &levels.io);
}

bool
sysfs_is_uncounted(const char *sys)
{
	char text[NAME];

	return read_file(sys, "queue/iostats", text, sizeof(text)) &&
	       strcmp(text, "0") == 0 &&
	       !read_file(sys, "dm/name", text, sizeof(text));
}

#else

bool
sysfs_is_on(const char *device, const char *wanted)
{
	(void)device;
	(void)wanted;
	return false;
}

#endif
