/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * FreeBSD, NetBSD, OpenBSD and DragonFly: facts, device and CPU counters
 * (except DragonFly's) by sysctl(3), direct I/O by O_DIRECT if it is defined.
 * Their differences are in the first half of the file.
 */
#include <config.h>

#include <sys/param.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/sysctl.h>
#include <sys/time.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __FreeBSD__
#include <sys/devicestat.h>
#endif
#ifdef __NetBSD__
#include <sys/iostat.h>
#include <sys/sched.h>
#include <sys/statvfs.h>
#endif
#ifdef __OpenBSD__
#include <sys/disk.h>
#include <sys/sched.h>
#endif

#include "diskidx/base/error.h"
#include "diskidx/platform/platform.h"
#include "parse.h"

#define NAME 256
#define POOLS "kstat.zfs."

/* NetBSD has moved all of statfs(2) into statvfs(2). */
#ifdef __NetBSD__
typedef struct statvfs mount_facts;
#define MOUNT_OF(fd, fs) fstatvfs(fd, fs)
#define MOUNT_FLAGS(fs) ((fs)->f_flag)
#else
typedef struct statfs mount_facts;
#define MOUNT_OF(fd, fs) fstatfs(fd, fs)
#define MOUNT_FLAGS(fs) ((fs)->f_flags)
#endif

#if defined __FreeBSD__ || defined __NetBSD__ || defined __OpenBSD__
/* Return a whole node, to be freed; NULL if absent. It may grow meanwhile. */
static void *
read_node(const int *mib, unsigned depth, size_t *size)
{
	char *data = NULL;

	for (int tries = 0; tries < 4; tries++) {
		if (sysctl(mib, depth, NULL, size, NULL, 0) != 0)
			break;
		*size += *size / 4;
		free(data);
		data = malloc(*size);
		if (data == NULL)
			return NULL;
		if (sysctl(mib, depth, data, size, NULL, 0) == 0)
			return data;
	}
	free(data);
	return NULL;
}
#endif

#if defined __NetBSD__ || defined __OpenBSD__
static uint64_t
whole_ms(int64_t seconds, int64_t microseconds)
{
	return (uint64_t)seconds * 1000 + (uint64_t)microseconds / 1000;
}
#endif

#if defined __FreeBSD__

/* Read a statistic of a pool, which precedes its name. */
static bool
bsd_read_statistic(const char *pool, const char *name, uint64_t *number)
{
	size_t size = sizeof(*number);
	char path[NAME];

	snprintf(path, sizeof(path), "%s.%s", pool, name);
	return sysctlbyname(path, number, &size, NULL, 0) == 0 &&
	       size == sizeof(*number);
}

static char *
read_named(const char *name, size_t *size)
{
	int mib[CTL_MAXNAME];
	size_t depth = CTL_MAXNAME;

	if (sysctlnametomib(name, mib, &depth) != 0)
		return NULL;
	return read_node(mib, (unsigned)depth, size);
}

/* Find the disk of a label, such as /dev/gpt/home, in the tree of disks. */
static int
bsd_find_label(const char *device, char *disk, size_t disk_size, bool *partial)
{
	size_t size;
	char *tree = read_named("kern.geom.conftxt", &size);
	int error = -ENOENT;

	if (tree != NULL && size > 0) {
		tree[size - 1] = '\0';
		error = parse_label(tree, device, disk, disk_size, partial);
	}
	free(tree);
	return error;
}

static uint64_t
whole_ms(const struct bintime *time)
{
	struct timeval whole;

	bintime2timeval(time, &whole);
	return (uint64_t)whole.tv_sec * 1000 + (uint64_t)whole.tv_usec / 1000;
}

/* Read the kernel's counters of the disk of that name. Return 0 or -ENOTSUP. */
static int
bsd_read_disk(const char *disk, struct device_counters *counters)
{
	size_t size, at;
	char *data = read_named("kern.devstat.all", &size), name[NAME];
	int error = -ENOTSUP;
	struct devstat d;

	/* A generation number precedes the devices. */
	for (at = sizeof(long); data != NULL && error != 0 &&
	     at + sizeof(d) <= size; at += sizeof(d)) {
		memcpy(&d, data + at, sizeof(d));
		snprintf(name, sizeof(name), "%.*s%d",
			 (int)sizeof(d.device_name), d.device_name,
			 d.unit_number);
		if (strcmp(name, disk) != 0)
			continue;
		*counters = (struct device_counters){
			.read_ios = d.operations[DEVSTAT_READ],
			.read_bytes = d.bytes[DEVSTAT_READ],
			.write_ios = d.operations[DEVSTAT_WRITE],
			.write_bytes = d.bytes[DEVSTAT_WRITE],
			.busy_ms = whole_ms(&d.busy_time),
			.queue_ms = whole_ms(&d.duration[DEVSTAT_READ]) +
				    whole_ms(&d.duration[DEVSTAT_WRITE]),
		};
		error = 0;
	}
	free(data);
	return error;
}

#elif defined __NetBSD__

static int
bsd_read_disk(const char *disk, struct device_counters *counters)
{
	static const int mib[] = { CTL_HW, HW_IOSTATS,
				   sizeof(struct io_sysctl) };
	int error = -ENOTSUP;
	size_t size, i;
	struct io_sysctl *d = read_node(mib, 3, &size);

	for (i = 0; d != NULL && error != 0 && i < size / sizeof(*d); i++) {
		if (strncmp(d[i].name, disk, sizeof(d[i].name)) != 0)
			continue;
		*counters = (struct device_counters){
			.read_ios = d[i].rxfer, .read_bytes = d[i].rbytes,
			.write_ios = d[i].wxfer, .write_bytes = d[i].wbytes,
			.busy_ms = whole_ms(d[i].time_sec, d[i].time_usec),
			.queue_ms = whole_ms(d[i].waitsum_sec,
					     d[i].waitsum_usec) +
				    whole_ms(d[i].busysum_sec,
					     d[i].busysum_usec),
		};
		error = 0;
	}
	free(d);
	return error;
}

#elif defined __OpenBSD__

static int
bsd_read_disk(const char *disk, struct device_counters *counters)
{
	static const int mib[] = { CTL_HW, HW_DISKSTATS };
	int error = -ENOTSUP;
	size_t size, i;
	struct diskstats *d = read_node(mib, 2, &size);

	for (i = 0; d != NULL && error != 0 && i < size / sizeof(*d); i++) {
		if (strncmp(d[i].ds_name, disk, sizeof(d[i].ds_name)) != 0)
			continue;
		*counters = (struct device_counters){
			.read_ios = d[i].ds_rxfer, .read_bytes = d[i].ds_rbytes,
			.write_ios = d[i].ds_wxfer,
			.write_bytes = d[i].ds_wbytes,
			.busy_ms = whole_ms(d[i].ds_time.tv_sec,
					    d[i].ds_time.tv_usec),
		};
		error = 0;
	}
	free(d);
	return error;
}

#else

static int
bsd_read_disk(const char *disk, struct device_counters *counters)
{
	(void)disk;
	(void)counters;
	return -ENOTSUP;
}

int
platform_processors(struct processor_times *times)
{
	(void)times;
	return -ENOTSUP;
}

#endif

#if defined __FreeBSD__ || defined __NetBSD__ || defined __OpenBSD__

#ifdef __NetBSD__
typedef uint64_t ticks;
#else
typedef long ticks;
#endif

static int
read_ticks(ticks *tick, size_t size)
{
#if defined __NetBSD__
	static const int mib[] = { CTL_KERN, KERN_CP_TIME };
#elif defined __OpenBSD__
	static const int mib[] = { CTL_KERN, KERN_CPTIME };
#endif
#ifdef __FreeBSD__
	return sysctlbyname("kern.cp_time", tick, &size, NULL, 0);
#else
	return sysctl(mib, 2, tick, &size, NULL, 0);
#endif
}

int
platform_processors(struct processor_times *times)
{
	static const int mib[] = { CTL_KERN, KERN_CLOCKRATE };
	struct clockinfo rate;
	size_t size = sizeof(rate);
	ticks tick[CPUSTATES];
	uint64_t busy = 0, idle;

	if (sysctl(mib, 2, &rate, &size, NULL, 0) != 0 ||
	    read_ticks(tick, sizeof(tick)) != 0)
		return -ENOTSUP;
	for (int i = 0; i < CPUSTATES; i++)
		if (i != CP_IDLE)
			busy += (uint64_t)tick[i];
	idle = (uint64_t)tick[CP_IDLE];
#ifdef __OpenBSD__
	/* Its ticks are the mean of its CPUs. */
	if (sysconf(_SC_NPROCESSORS_ONLN) > 0) {
		busy *= (uint64_t)sysconf(_SC_NPROCESSORS_ONLN);
		idle *= (uint64_t)sysconf(_SC_NPROCESSORS_ONLN);
	}
#endif
	if (rate.stathz <= 0)
		rate.stathz = rate.hz;
	*times = parse_ticks(busy, idle, (unsigned)rate.stathz);
	return 0;
}

#endif

/*
 * FreeBSD's mincore(2) knows the pages that this process has mapped and used,
 * unless vm.mincore_mapped is off. OpenBSD has no mincore, and keeps files in a
 * separate cache of buffers, which nothing empties.
 */
static enum platform_pages
pages_of_system(void)
{
#if defined __OpenBSD__
	return PAGES_UNSEEN;
#elif defined __FreeBSD__
	int mapped = 1;
	size_t size = sizeof(mapped);

	if (sysctlbyname("vm.mincore_mapped", &mapped, &size, NULL, 0) == 0 &&
	    mapped == 0)
		return PAGES_MAPPED;
	return PAGES_UNKNOWN;
#else
	return PAGES_MAPPED;
#endif
}

/* The rest is the same on all of them. */

void
platform_add_host(struct facts *host)
{
	static const int mib[] = { CTL_HW, HW_MODEL };
	char text[NAME];
	size_t size = sizeof(text);

	if (sysctl(mib, 2, text, &size, NULL, 0) == 0)
		facts_set(host, FACT_CPU, "%s", text);
}

void
platform_target(int directory_fd, struct facts *target,
		struct platform_device *device)
{
	static const struct parse_option options[] = {
		{ MNT_SYNCHRONOUS, "sync" }, { MNT_ASYNC, "async" },
		{ MNT_NOATIME, "noatime" }, { 0, NULL }
	};
	struct device_counters counters;
	char disk[NAME];
	mount_facts fs;
	int error;

	if (MOUNT_OF(directory_fd, &fs) != 0)
		return;
	facts_set(target, FACT_FILESYSTEM, "%s", fs.f_fstypename);
	facts_set(target, FACT_DEVICE, "%s", fs.f_mntfromname);
	parse_set_options(target, (MOUNT_FLAGS(&fs) & MNT_RDONLY) != 0,
			  (uint64_t)MOUNT_FLAGS(&fs), options);
	parse_set_type(target, fs.f_fstypename);
	error = parse_disk(fs.f_mntfromname, disk, sizeof(disk));
#ifdef __FreeBSD__
	if (strcmp(fs.f_fstypename, "zfs") == 0) {
		snprintf(device->counters, sizeof(device->counters),
			 POOLS "%.*s.misc.iostats",
			 (int)strcspn(fs.f_mntfromname, "/"), fs.f_mntfromname);
		device->partial = platform_counters(device, &counters) == 0;
		if (!device->partial)
			device->counters[0] = '\0';
		return;
	}
	if (error != 0)
		error = bsd_find_label(fs.f_mntfromname, disk, sizeof(disk),
				       &device->partial);
#endif
	if (error != 0)
		return;
	parse_set_disk(target, disk);
	if (bsd_read_disk(disk, &counters) == 0)
		snprintf(device->counters, sizeof(device->counters), "%s",
			 disk);
}

int
platform_ask_direct(int fd, bool on)
{
#ifdef O_DIRECT
	int flags = fcntl(fd, F_GETFL);

	if (flags < 0)
		return -errno;
	flags &= ~O_DIRECT;
	if (on)
		flags |= O_DIRECT;
	return or_errno(fcntl(fd, F_SETFL, flags));
#else
	(void)fd;
	return on ? -ENOTSUP : 0;
#endif
}

enum platform_pages
platform_pages(int fd)
{
	mount_facts fs;

	if (MOUNT_OF(fd, &fs) != 0 || strcmp(fs.f_fstypename, "zfs") == 0)
		return PAGES_UNSEEN;
	return pages_of_system();
}

/* Transfers that are not whole sectors go through memory, silently. */
const unsigned platform_direct_bytes[OP_COUNT] = { 512, 512 };

int
platform_counters(const struct platform_device *device,
		  struct device_counters *counters)
{
#ifdef __FreeBSD__
	if (strncmp(device->counters, POOLS, strlen(POOLS)) == 0)
		return parse_pool(device->counters, bsd_read_statistic,
				  counters);
#endif
	if (device->counters[0] == '\0')
		return -ENOTSUP;
	return bsd_read_disk(device->counters, counters);
}
