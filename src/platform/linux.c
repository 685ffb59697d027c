/*
 * Linux: facts from /proc and /sys, O_DIRECT switched on an open descriptor
 * (which works on unlinked files too), device counters from sysfs.
 */
#include <config.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "diskidx/clock.h"
#include "diskidx/platform.h"
#include "parse.h"

#define LINE 4096
#define NAME 256
/* From <linux/magic.h>, which some C libraries come without. */
#define TMPFS_TYPE 0x01021994u
#define RAMFS_TYPE 0x858458f6u

#define MAX_LEVELS 8		/* of devices that consist of devices */

/* Read the rest of the first line of `path` that starts with `key`. */
static int
read_line(const char *path, const char *key, char *text, size_t size)
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

static void
set_from_line(struct facts *facts, const char *fact, const char *path,
	      const char *key)
{
	char text[NAME];

	if (read_line(path, key, text, sizeof(text)) == 0)
		facts_set(facts, fact, "%s", bare(text));
}

void
platform_add_host(struct facts *host)
{
	set_from_line(host, "system", "/etc/os-release", "PRETTY_NAME=");
	set_from_line(host, "cpu", "/proc/cpuinfo", "model name");
}

/* Parse a line of /proc/self/mountinfo; see proc(5). */
static int
parse_mountinfo(const char *line, struct parse_mount *mount)
{
	const char *rest = strstr(line, " - ");

	mount->super[0] = '\0';
	if (rest == NULL ||
	    sscanf(line, "%*s %*s %*s %*s %4095s %4095s", mount->point,
		   mount->options) != 2 ||
	    sscanf(rest, " - %255s %4095s %4095s", mount->type, mount->device,
		   mount->super) < 2)
		return -EINVAL;
	parse_unescape(mount->point);
	parse_unescape(mount->device);
	return 0;
}

/* Find the directory of a device's disk in sysfs. Return 0 or -errno. */
static int
sysfs_of(dev_t device, char *sys, size_t size)
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

/*
 * Find the sysfs directory of the disk below a directory. File systems with
 * device numbers of their own (btrfs) are found by the mount's source, which
 * may be one of several devices: *partial is true then.
 */
static int
find_disk(const char *directory, const char *source, char *sys, size_t size,
	  bool *partial)
{
	struct stat st;

	*partial = false;
	if (stat(directory, &st) != 0)
		return -errno;
	if (sysfs_of(st.st_dev, sys, size) == 0)
		return 0;
	if (source[0] != '/' || stat(source, &st) != 0 || !S_ISBLK(st.st_mode))
		return -ENOENT;
	*partial = true;
	return sysfs_of(st.st_rdev, sys, size);
}

/*
 * List the names of the disks that a disk consists of (dm and md have slaves,
 * which may have slaves too), or its own.
 */
static void
list_disks(const char *sys, int level, char *names, size_t size)
{
	char path[PATH_MAX];
	struct dirent *entry;
	size_t used;
	DIR *dir;
	bool any = false;

	snprintf(path, sizeof(path), "%s/slaves", sys);
	dir = level < MAX_LEVELS ? opendir(path) : NULL;
	while (dir != NULL && (entry = readdir(dir)) != NULL) {
		if (entry->d_name[0] == '.')
			continue;
		any = true;
		snprintf(path, sizeof(path), "%s/slaves/%s", sys,
			 entry->d_name);
		list_disks(path, level + 1, names, size);
	}
	if (dir != NULL)
		closedir(dir);
	used = strlen(names);
	if (!any && used < size)
		snprintf(names + used, size - used, "%s%s", used > 0 ? " " :
			 "", strrchr(sys, '/') + 1);
}

/* Set the current scheduler, which is in brackets: "none [mq-deadline]". */
static void
set_scheduler(struct facts *target, const char *queue)
{
	char path[PLATFORM_PATH + 32], text[NAME], *open, *close;

	snprintf(path, sizeof(path), "%s/scheduler", queue);
	if (read_line(path, "", text, sizeof(text)) != 0)
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

static void
set_disk_facts(struct facts *target, const char *sys)
{
	char queue[PLATFORM_PATH + 16], path[PLATFORM_PATH + 64];
	char names[NAME] = "";

	facts_set(target, "disk", "%s", strrchr(sys, '/') + 1);
	list_disks(sys, 0, names, sizeof(names));
	facts_set(target, "disks", "%s", names);
	snprintf(queue, sizeof(queue), "%s/queue", sys);
	set_scheduler(target, queue);
	snprintf(path, sizeof(path), "%s/rotational", queue);
	set_from_line(target, "rotational", path, "");
	snprintf(path, sizeof(path), "%s/logical_block_size", queue);
	set_from_line(target, "logical_block_bytes", path, "");
}

/* Return true for tmpfs, ramfs, and devtmpfs, which is built on them. */
static bool
is_in_memory(const char *path)
{
	struct statfs fs;

	return statfs(path, &fs) == 0 &&
	       ((unsigned)fs.f_type == TMPFS_TYPE ||
		(unsigned)fs.f_type == RAMFS_TYPE);
}

/* Return true for an overlay whose upper directory, which it writes to, is in
 * memory. */
static bool
is_overlay_in_memory(const struct parse_mount *mount)
{
	const char *upper = strstr(mount->super, "upperdir=");
	char path[LINE];

	if (strcmp(mount->type, "overlay") != 0 || upper == NULL)
		return false;
	snprintf(path, sizeof(path), "%s", upper + strlen("upperdir="));
	path[strcspn(path, ",")] = '\0';
	parse_unescape(path);
	return is_in_memory(path);
}

/* Return true for a disk of memory, or a loop device over a file in memory. */
static bool
is_disk_in_memory(const char *sys)
{
	const char *name = strrchr(sys, '/') + 1;
	char path[PLATFORM_PATH + 32], file[LINE];

	if (strncmp(name, "ram", 3) == 0 || strncmp(name, "zram", 4) == 0)
		return true;
	snprintf(path, sizeof(path), "%s/loop/backing_file", sys);
	return read_line(path, "", file, sizeof(file)) == 0 &&
	       is_in_memory(file);
}

/* Return true for a loop device that uses its file through the page cache. */
static bool
is_cached_loop(const char *sys)
{
	char path[PLATFORM_PATH + 32], direct[NAME];

	snprintf(path, sizeof(path), "%s/loop/dio", sys);
	return read_line(path, "", direct, sizeof(direct)) == 0 &&
	       strcmp(direct, "0") == 0;
}

/* Return true if the system was told to keep no account of the disk. */
static bool
is_uncounted(const char *sys)
{
	char path[PLATFORM_PATH + 32], counts[NAME];

	snprintf(path, sizeof(path), "%s/queue/iostats", sys);
	return read_line(path, "", counts, sizeof(counts)) == 0 &&
	       strcmp(counts, "0") == 0;
}

/* Return true for the option sync, which is among the file system's own. */
static bool
is_synchronous(const struct parse_mount *mount)
{
	const char *at = strstr(mount->super, ",sync");

	return at != NULL && (at[5] == ',' || at[5] == '\0');
}

void
platform_target(const char *directory, struct facts *target,
		struct platform_device *device)
{
	struct parse_mount *mount = calloc(1, sizeof(*mount));
	char path[PATH_MAX], sys[PLATFORM_PATH - 8];

	if (mount != NULL && realpath(directory, path) != NULL &&
	    parse_find_mount("/proc/self/mountinfo", parse_mountinfo, path,
			     mount) == 0) {
		facts_set(target, "filesystem", "%s", mount->type);
		facts_set(target, "device", "%s", mount->device);
		facts_set(target, "mount_options", "%s%s", mount->options,
			  is_synchronous(mount) ? ",sync" : "");
		parse_set_type(target, mount->type);
	}
	if (is_in_memory(directory) ||	/* which needs no /proc */
	    (mount != NULL && is_overlay_in_memory(mount)))
		facts_set(target, "memory_filesystem", "yes");
	if (mount != NULL &&
	    find_disk(directory, mount->device, sys, sizeof(sys),
		      &device->partial) == 0) {
		set_disk_facts(target, sys);
		if (is_cached_loop(sys))
			facts_set(target, "unproven", "a loop device without "
				  "direct I/O has its file in memory");
		if (is_disk_in_memory(sys))
			facts_set(target, "memory_filesystem", "yes");
		if (is_uncounted(sys))
			facts_set(target, "device_counters", "off");
		else
			snprintf(device->counters, sizeof(device->counters),
				 "%s/stat", sys);
	}
	free(mount);
}

int
platform_direct(int fd, bool on)
{
	int flags = fcntl(fd, F_GETFL);

	if (flags < 0)
		return -errno;
	if (on && platform_pages(fd) == PAGES_UNSEEN)
		return parse_direct("zfs", 0);
	flags = on ? flags | O_DIRECT : flags & ~O_DIRECT;
	return fcntl(fd, F_SETFL, flags) == 0 ? 0 : -errno;
}

#define ZFS_MAGIC 0x2fc12fc1u	/* not the kernel's own: in no header of it */

enum platform_pages
platform_pages(int fd)
{
	struct statfs fs;

	return fstatfs(fd, &fs) == 0 && (unsigned)fs.f_type == ZFS_MAGIC ?
	       PAGES_UNSEEN : PAGES_ADVISED;
}

const unsigned platform_direct_bytes = 1;

/* Read the first eleven fields of Documentation/block/stat.rst. */
int
platform_counters(const struct platform_device *device,
		  struct device_counters *counters)
{
	unsigned long long f[11];
	char text[LINE];

	if (device->counters[0] == '\0' ||
	    read_line(device->counters, "", text, sizeof(text)) != 0 ||
	    sscanf(text, "%llu %llu %llu %llu %llu %llu %llu %llu %llu %llu "
		   "%llu", &f[0], &f[1], &f[2], &f[3], &f[4], &f[5], &f[6],
		   &f[7], &f[8], &f[9], &f[10]) != 11)
		return -ENOTSUP;
	counters->read_ios = f[0];
	counters->read_merges = f[1];
	counters->read_bytes = f[2] * 512;
	counters->read_ms = f[3];
	counters->write_ios = f[4];
	counters->write_merges = f[5];
	counters->write_bytes = f[6] * 512;
	counters->write_ms = f[7];
	counters->busy_ms = f[9];
	counters->queue_ms = f[10];
	return 0;
}

/*
 * Write the path of this process's group, with the mount of its hierarchy, to
 * `group`. Return the length of the mount's path, or 0 if there is no group. A
 * controller is in one hierarchy only: if version 1 has cpu, version 2 has not.
 */
static size_t
find_group(char *group, size_t size)
{
	FILE *file = fopen("/proc/self/cgroup", "r");
	enum parse_hierarchy found = HIERARCHY_OTHER;
	const char *mount = "";
	char line[LINE], path[LINE];

	while (file != NULL && found != HIERARCHY_CPU &&
	       fgets(line, sizeof(line), file) != NULL) {
		found = parse_cgroup(line, path, sizeof(path));
		if (found == HIERARCHY_OTHER)
			continue;
		mount = found == HIERARCHY_CPU ? "/sys/fs/cgroup/cpu" :
			"/sys/fs/cgroup";
		snprintf(group, size, "%s%s", mount, path);
	}
	if (file != NULL)
		fclose(file);
	return strlen(mount);
}

/*
 * Sum up the limits from this process's group to the top: a quota holds back
 * all groups below its own and is counted there only. The top is the
 * container's, if any; groups of its host in the path do not exist here.
 */
static void
add_limits(struct processor_times *times)
{
	char group[2 * LINE], path[2 * LINE + 16], line[NAME];
	size_t mount = find_group(group, sizeof(group));
	FILE *file;

	while (mount > 0) {
		snprintf(path, sizeof(path), "%s/cpu.stat", group);
		file = fopen(path, "r");
		while (file != NULL && fgets(line, sizeof(line), file) != NULL)
			parse_cpu_stat(line, times);
		if (file != NULL)
			fclose(file);
		if (strlen(group) <= mount)
			break;
		*strrchr(group, '/') = '\0';
	}
}

/*
 * Read the first line of /proc/stat, in ticks: user nice system idle iowait irq
 * softirq steal. The time of this system's guests is in user and nice already.
 */
int
platform_processors(struct processor_times *times)
{
	long ticks = sysconf(_SC_CLK_TCK);
	unsigned long long f[8];
	char text[NAME];
	uint64_t tick_ns;

	if (ticks <= 0 ||
	    read_line("/proc/stat", "cpu ", text, sizeof(text)) != 0 ||
	    sscanf(text, "%llu %llu %llu %llu %llu %llu %llu %llu", &f[0],
		   &f[1], &f[2], &f[3], &f[4], &f[5], &f[6], &f[7]) != 8)
		return -ENOTSUP;
	memset(times, 0, sizeof(*times));
	tick_ns = NS_PER_S / (uint64_t)ticks;
	times->busy_ns = (f[0] + f[1] + f[2] + f[5] + f[6]) * tick_ns;
	times->stolen_ns = f[7] * tick_ns;
	times->total_ns = times->busy_ns + times->stolen_ns +
			  (f[3] + f[4]) * tick_ns;
	add_limits(times);
	return 0;
}
