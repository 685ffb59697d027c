/* The disks of Linux; see sysfs.h. Other systems have no use for it. */
#include <config.h>

#include "sysfs.h"

#ifdef __linux__

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
#include <unistd.h>

#include "cgroup.h"

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

/* Return the text between quotes, or after the colon of /proc/cpuinfo. */
static const char *
bare(char *text)
{
	text += strspn(text, " \t:\"");
	text[strcspn(text, "\"")] = '\0';
	return text;
}

void
sysfs_set_fact(struct facts *facts, const char *fact, const char *path,
	       const char *key)
{
	char text[NAME];

	if (sysfs_read_line(path, key, text, sizeof(text)) == 0)
		facts_set(facts, fact, "%s", bare(text));
}

bool
sysfs_is_in_memory(const char *path)
{
	struct statfs fs;

	return statfs(path, &fs) == 0 &&
	       ((unsigned)fs.f_type == TMPFS_TYPE ||
		(unsigned)fs.f_type == RAMFS_TYPE);
}

int
sysfs_find(dev_t device, char *sys, size_t size)
{
	char link[64], path[PATH_MAX], part[PATH_MAX + 16];

	snprintf(link, sizeof(link), "/sys/dev/block/%u:%u", major(device),
		 minor(device));
	if (realpath(link, path) == NULL)
		return -errno;
	snprintf(part, sizeof(part), "%s/partition", path);
	if (access(part, F_OK) == 0)	/* the disk is one level up */
		*strrchr(path, '/') = '\0';
	if ((size_t)snprintf(sys, size, "%s", path) >= size)
		return -ENAMETOOLONG;
	return 0;
}

/* Findings on all levels of a disk. */
struct levels {
	char disks[NAME];		/* names of those without parts */
	bool in_memory, is_cached_loop;
	struct cgroup_io io;
};

/* Read the first line of a disk's file. */
static bool
read_file(const char *sys, const char *name, char *text, size_t size)
{
	char path[PATH_MAX];

	return (size_t)snprintf(path, sizeof(path), "%s/%s", sys, name) <
	       sizeof(path) && sysfs_read_line(path, "", text, size) == 0;
}

/* Look at the disk itself, or at that of a partition, and write the file of a
 * loop device to `file`. */
static void
look(const char *part, struct levels *levels, char *file, size_t size)
{
	const char *name = strrchr(part, '/') + 1;
	char sys[PATH_MAX], text[NAME];

	if (realpath(part, sys) == NULL)
		return;
	if (read_file(sys, "partition", text, sizeof(text)))
		*strrchr(sys, '/') = '\0';
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
}

/* Go down to the parts: dm and md have slaves, a loop device has a file. */
static void
go_down(const char *sys, int level, struct levels *levels)
{
	char path[PATH_MAX], disk[PATH_MAX], file[LINE] = "";
	struct dirent *entry;
	struct stat st;
	size_t used;
	DIR *dir;
	bool has_parts = false;

	look(sys, levels, file, sizeof(file));
	snprintf(path, sizeof(path), "%s/slaves", sys);
	dir = level < MAX_LEVELS ? opendir(path) : NULL;
	while (dir != NULL && (entry = readdir(dir)) != NULL) {
		if (entry->d_name[0] == '.')
			continue;
		has_parts = true;
		snprintf(path, sizeof(path), "%s/slaves/%s", sys,
			 entry->d_name);
		go_down(path, level + 1, levels);
	}
	if (dir != NULL)
		closedir(dir);
	used = strlen(levels->disks);
	if (!has_parts && used < sizeof(levels->disks))
		snprintf(levels->disks + used, sizeof(levels->disks) - used,
			 "%s%s", used > 0 ? " " : "", strrchr(sys, '/') + 1);
	if (file[0] != '\0' && level < MAX_LEVELS && stat(file, &st) == 0 &&
	    sysfs_find(st.st_dev, disk, sizeof(disk)) == 0) {
		used = strlen(levels->disks);
		go_down(disk, level + 1, levels);
		levels->disks[used] = '\0';	/* the loop device stands for it */
	}
}

/* Set the current scheduler, which is in brackets: "none [mq-deadline]". */
static void
set_scheduler(struct facts *target, const char *sys)
{
	char text[NAME], *open, *close;

	if (!read_file(sys, "queue/scheduler", text, sizeof(text)))
		return;
	open = strchr(text, '[');
	close = strchr(text, ']');
	if (open != NULL && close != NULL && close > open) {
		*close = '\0';
		facts_set(target, "scheduler", "%s", open + 1);
	} else {
		facts_set(target, "scheduler", "%s", text);
	}
}

/* Set a fact to the first line of a disk's file. */
static void
set_from_file(struct facts *target, const char *fact, const char *sys,
	      const char *name)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/%s", sys, name);
	sysfs_set_fact(target, fact, path, "");
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
	char text[NAME] = "";
	size_t i, used = 0;

	for (i = 0; i < sizeof(limits) / sizeof(limits[0]); i++)
		if (limits[i].limit != UINT64_MAX)
			used += (size_t)snprintf(text + used,
						 sizeof(text) - used,
						 "%s%s=%" PRIu64,
						 used > 0 ? " " : "",
						 limits[i].key,
						 limits[i].limit);
	if (used > 0)
		facts_set(target, "io_limit", "%s", text);
}

void
sysfs_describe(const char *sys, struct facts *target)
{
	struct levels levels = { .io = { UINT64_MAX, UINT64_MAX, UINT64_MAX,
					 UINT64_MAX } };

	go_down(sys, 0, &levels);
	facts_set(target, "disk", "%s", strrchr(sys, '/') + 1);
	facts_set(target, "disks", "%s", levels.disks);
	set_scheduler(target, sys);
	set_from_file(target, "rotational", sys, "queue/rotational");
	set_from_file(target, "logical_block_bytes", sys,
		      "queue/logical_block_size");
	if (levels.is_cached_loop)
		facts_set(target, "unproven", "a loop device without direct "
			  "I/O has its file in memory");
	if (levels.in_memory)
		facts_set(target, "memory_filesystem", "yes");
	set_limits(target, &levels.io);
}

bool
sysfs_is_uncounted(const char *sys)
{
	char text[NAME];

	return read_file(sys, "queue/iostats", text, sizeof(text)) &&
	       strcmp(text, "0") == 0;
}

#endif
