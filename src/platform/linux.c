/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Linux: facts from /proc and /sys, O_DIRECT switched on an open descriptor
 * (which works on unlinked files too), device counters from sysfs. */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/error.h"
#include "diskidx/platform/platform.h"
#include "cgroup.h"
#include "parse.h"
#include "sysfs.h"

#define LINE 4096
#define NAME 256
#define MAX_OVERLAYS 8		/* on each other */
#define POOLS "/proc/spl/kstat/zfs/"

void
platform_add_host(struct facts *host)
{
	uint64_t left_bytes, limit_bytes = cgroup_memory_bytes(&left_bytes);

	sysfs_set_fact(host, FACT_SYSTEM, "/etc/os-release", "PRETTY_NAME=");
	sysfs_set_fact(host, FACT_CPU, "/proc/cpuinfo", "model name");
	for (int i = 0; i < FACT_KEYS; i++)
		if (fact_entry[i].owner == OWNER_HOST &&
		    fact_entry[i].file != NULL)
			sysfs_set_fact(host, (enum fact_key)i,
				       fact_entry[i].file, "");
	if (limit_bytes < facts_number(host, FACT_MEMORY_BYTES, 0))
		facts_set_number(host, FACT_MEMORY_LIMIT_BYTES, limit_bytes);
}

/*
 * Open the directory that an overlay writes to, or return -1. The name may be a
 * host's, or lead to a later mount. The right directory has the size and the
 * free space of the overlay.
 */
static int
open_upper(const struct parse_mount *overlay, int fd)
{
	struct statfs fs, upper_fs;
	char path[LINE];
	int upper;

	if (parse_upper(overlay->super, path, sizeof(path)) != 0)
		return -1;
	upper = open(path, O_RDONLY | O_DIRECTORY);
	if (upper < 0 || (fstatfs(fd, &fs) == 0 &&
			  fstatfs(upper, &upper_fs) == 0 &&
			  fs.f_blocks == upper_fs.f_blocks &&
			  fs.f_bfree == upper_fs.f_bfree &&
			  fs.f_files == upper_fs.f_files &&
			  fs.f_ffree == upper_fs.f_ffree))
		return upper;
	close(upper);
	return -1;
}

static unsigned
inherited_flags(int fd)
{
	unsigned flags[2] = { 0, 0 };	/* half of a long is used */

	return ioctl(fd, GET_FLAGS, flags) == 0 ? flags[0] : 0;
}

/* Return true if the kernel initializes a fresh ext4, for minutes. */
static bool
is_lazy_init(void)
{
	int error = -ENOENT;
	glob_t names;
	char rest[1];

	if (glob("/proc/[1-9]*/comm", GLOB_NOSORT, NULL, &names) != 0)
		return false;
	for (size_t i = 0; i < names.gl_pathc && error != 0; i++)
		error = parse_find_line(names.gl_pathv[i], "ext4lazyinit", rest,
					1);
	globfree(&names);
	return error == 0;
}

static void
set_filesystem_facts(struct facts *target, const struct parse_mount *mount,
		     int fd)
{
	struct statfs fs;
	uint64_t id = 0;
	char boot[40];

	facts_set(target, FACT_DEVICE, "%s", mount->device);
	parse_set_type(target, mount->type);
	facts_set(target, FACT_FILESYSTEM_OPTIONS, "%s", mount->super);
	if (fstatfs(fd, &fs) == 0) {
		facts_set_number(target, FACT_FILESYSTEM_BLOCK_BYTES,
				 (uint64_t)fs.f_bsize);
		memcpy(&id, &fs.f_fsid, sizeof(id));
	}
	/* Clones have equal ids, and XFS has the device's. */
	if (id != 0 && parse_first_line("/proc/sys/kernel/random", "boot_id",
					boot, sizeof(boot)))
		facts_set(target, FACT_FILESYSTEM_ID, "%" PRIx64 "/%s", id,
			  boot);
	if (strcmp(mount->type, "ext4") == 0 && is_lazy_init())
		facts_set(target, FACT_LAZY_INIT, "yes");
	if (strcmp(mount->type, "btrfs") == 0)
		parse_set_btrfs(target, mount->super, inherited_flags(fd));
}

/* Use the statistics of the dataset's pool, if they count its I/O: OpenZFS
 * before 2.1 counts all of it, and since 2.3 a part. */
static void
linux_use_pool(const char *dataset, struct platform_device *device)
{
	static const char *const names[] = { "io", "iostats" };
	struct device_counters counters;

	for (unsigned i = 0; i < 2; i++) {
		snprintf(device->counters, sizeof(device->counters),
			 POOLS "%.*s/%s", (int)strcspn(dataset, "/"), dataset,
			 names[i]);
		device->partial = i > 0;
		if (platform_counters(device, &counters) == 0)
			return;
	}
	device->partial = false;
	device->counters[0] = '\0';
}

static void
set_disk_facts(struct facts *target, struct platform_device *device, int fd,
	       const struct parse_mount *mount)
{
	char sys[PATH_MAX];

	if (!sysfs_find(fd, mount, sys, &device->partial)) {
		if (access("/sys/dev/block", F_OK) != 0 ||
		    access("/proc/self/mountinfo", F_OK) != 0)
			facts_set(target, FACT_DEVICE_COUNTERS, "missing");
		return;
	}
	/* In a chroot that is not a mount, no entry names it. */
	if (facts_get(target, FACT_DEVICE) == NULL)
		facts_set(target, FACT_DEVICE, "/dev/%s",
			  strrchr(sys, '/') + 1);
	sysfs_describe(sys, !device->partial, target);
	if (sysfs_is_uncounted(sys))
		facts_set(target, FACT_DEVICE_COUNTERS, "off");
	else if ((size_t)snprintf(device->counters, sizeof(device->counters),
				  "%s/stat", sys) >= sizeof(device->counters))
		device->counters[0] = '\0';
}

/* Add the options that ext4 has from its superblock (tune2fs -o), if they
 * change writes or flushes: the table of mounts leaves them out. */
static void
add_ext4_options(int fd, struct parse_mount *mount)
{
	static const char *const words[] = { "data=journal", "nobarrier" };
	char sys[PATH_MAX], path[PATH_MAX + NAME], *options = mount->super;
	bool partial;

	if (!sysfs_find(fd, mount, sys, &partial))
		return;
	snprintf(path, sizeof(path), "/proc/fs/ext4/%s/options",
		 strrchr(sys, '/') + 1);
	for (size_t i = 0; i < LENGTH(words); i++)
		if (parse_find_line(path, words[i], sys, sizeof(sys)) == 0 &&
		    facts_find_word(options, words[i]) == NULL)
			snprintf(options + strlen(options), sizeof(mount->super)
				 - strlen(options), ",%s", words[i]);
}

/* An overlay has the disk of the directory that it writes to, and so on. */
void
platform_target(int directory_fd, struct facts *target,
		struct platform_device *device)
{
	int fd = directory_fd, upper;
	struct parse_mount mount;
	struct statfs fs;

	for (unsigned overlays = 0;; overlays++) {
		memset(&mount, 0, sizeof(mount));
		if (sysfs_find_mount(fd, &mount) && overlays == 0) {
			facts_set(target, FACT_FILESYSTEM, "%s", mount.type);
			facts_set(target, FACT_MOUNT_OPTIONS, "%s",
				  mount.options);
		}
		add_ext4_options(fd, &mount);
		/* Files of btrfs inherit none of these flags. */
		parse_set_writes(target, mount.super,
				 strcmp(mount.type, "btrfs") == 0 ? 0 :
				 inherited_flags(fd));
		if (strcmp(mount.type, "overlay") != 0)
			break;
		upper = overlays < MAX_OVERLAYS ? open_upper(&mount, fd) : -1;
		if (fd != directory_fd)
			close(fd);
		fd = upper;
		if (fd < 0) {
			facts_set(target, FACT_UNPROVEN, "the disk below this "
				  "overlay cannot be found with certainty");
			return;
		}
	}
	if (mount.type[0] != '\0')
		set_filesystem_facts(target, &mount, fd);
	if (fstatfs(fd, &fs) == 0 && sysfs_is_memory((unsigned)fs.f_type))
		facts_set(target, FACT_MEMORY_FILESYSTEM, "yes");
	if (strcmp(mount.type, "zfs") == 0)
		linux_use_pool(mount.device, device);
	else
		set_disk_facts(target, device, fd, &mount);
	if (fd != directory_fd)
		close(fd);
}

int
platform_ask_direct(int fd, bool on)
{
	int flags = fcntl(fd, F_GETFL);

	if (flags < 0)
		return -errno;
	flags &= ~O_DIRECT;
	if (on)
		flags |= O_DIRECT;
	return or_errno(fcntl(fd, F_SETFL, flags));
}

#define ZFS_MAGIC 0x2fc12fc1u	/* not in the kernel's headers */

enum platform_pages
platform_pages(int fd)
{
	struct statfs fs;

	if (fstatfs(fd, &fs) == 0 && (unsigned)fs.f_type == ZFS_MAGIC)
		return PAGES_UNSEEN;
	return PAGES_ADVISED;
}

const unsigned platform_direct_bytes[OP_COUNT] = { 1, 1 };

/* Read the third line of a statistic of I/O: nread nwritten reads writes wtime
 * wlentime wupdate rtime rlentime. Return 0 or -ENOTSUP. */
static int
read_pool_io(const char *path, struct device_counters *counters)
{
	FILE *file = fopen(path, "r");
	uint64_t wait_ns, busy_ns, queue_ns;
	int n;

	memset(counters, 0, sizeof(*counters));
	if (file == NULL)
		return -ENOTSUP;
	n = fscanf(file, "%*[^\n] %*[^\n] %" SCNu64 " %" SCNu64 " %" SCNu64
		   " %" SCNu64 " %*u %" SCNu64 " %*u %" SCNu64 " %" SCNu64,
		   &counters->read_bytes, &counters->write_bytes,
		   &counters->read_ios, &counters->write_ios, &wait_ns,
		   &busy_ns, &queue_ns);
	fclose(file);
	if (n != 7)
		return -ENOTSUP;
	counters->busy_ms = busy_ns / NS_PER_MS;
	counters->queue_ms = (wait_ns + queue_ns) / NS_PER_MS;
	return 0;
}

static bool
linux_read_statistic(const char *path, const char *name, uint64_t *number)
{
	char text[NAME];

	return parse_find_line(path, name, text, sizeof(text)) == 0 &&
	       sscanf(text, "%*u %" SCNu64, number) == 1;
}

/* Read the fields of Documentation/block/stat.rst; discards since Linux
 * 4.18. */
int
platform_counters(const struct platform_device *device,
		  struct device_counters *counters)
{
	uint64_t f[14] = { 0 };
	char text[LINE];

	if (strncmp(device->counters, POOLS, strlen(POOLS)) == 0) {
		if (device->partial)
			return parse_pool(device->counters,
					  linux_read_statistic, counters);
		return read_pool_io(device->counters, counters);
	}
	if (parse_find_line(device->counters, "", text, sizeof(text)) != 0 ||
	    parse_numbers(text, f, LENGTH(f)) < 11)
		return -ENOTSUP;
	*counters = (struct device_counters){
		.read_ios = f[0], .read_merges = f[1],
		.read_bytes = f[2] * 512, .read_ms = f[3],
		.write_ios = f[4], .write_merges = f[5],
		.write_bytes = f[6] * 512, .write_ms = f[7],
		.busy_ms = f[9], .queue_ms = f[10],
		.discard_ios = f[11], .discard_bytes = f[13] * 512,
	};
	return 0;
}

/* Read the first line of /proc/stat, in ticks: user nice system idle iowait irq
 * softirq steal. The time of this system's guests is in user and nice
 * already. */
int
platform_processors(struct processor_times *times)
{
	long ticks = sysconf(_SC_CLK_TCK);
	uint64_t f[8];
	char text[NAME];

	if (ticks <= 0 ||
	    parse_find_line("/proc/stat", "cpu ", text, sizeof(text)) != 0 ||
	    parse_numbers(text, f, LENGTH(f)) < LENGTH(f))
		return -ENOTSUP;
	*times = parse_ticks(f[0] + f[1] + f[2] + f[5] + f[6],
			     f[3] + f[4] + f[7], (unsigned)ticks);
	times->stolen_ns = f[7] * (NS_PER_S / (uint64_t)ticks);
	cgroup_add_quotas(times);
	return 0;
}
