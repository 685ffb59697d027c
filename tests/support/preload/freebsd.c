/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * FreeBSD, as far as src/platform/bsd.c asks for it: sysctl(3) with the
 * statistics of devices and pools and the tree of disks, and statfs(2); a pool
 * of ZFS, or UFS on a partition that is mounted by its label.
 *
 * UFS takes O_DIRECT for advice: reads leave nothing behind, but writes wait in
 * memory, unless they are synced (ffs_write).
 */
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <sys/param.h>

#include "../stubs/common/sys/mount.h"
#include "../stubs/common/sys/sysctl.h"
#include "../stubs/freebsd/sys/devicestat.h"
#include "virtual-disk.h"
#include "virtual-machine.h"
#include "virtual-time.h"

const struct virtual_machine virtual_machine = {
	"FreeBSD", "15.0-RELEASE", "FreeBSD 15.0-RELEASE GENERIC", "amd64", 2,
	4096, 8ull << 30
};

int
virtual_is_direct(const struct virtual_pages *pages, int asked, int writes,
		  int64_t offset, size_t size)
{
	(void)pages;
	(void)offset;
	(void)size;
	return asked && !writes;
}

int
bsd_statfs(const char *path, struct bsd_statfs *fs)
{
	(void)path;
	memset(fs, 0, sizeof(*fs));
	strcpy(fs->f_fstypename, virtual_is_zfs() ? "zfs" : "ufs");
	strcpy(fs->f_mntfromname, virtual_is_zfs() ? "zroot/home" :
	       "/dev/gpt/home");
	return 0;
}

int
bsd_fstatfs(int fd, struct bsd_statfs *fs)
{
	(void)fd;
	return bsd_statfs(NULL, fs);
}

/* The nodes that there are, by the last number of their names. */
enum { NO_NODE, MODEL = HW_MODEL, CLOCKRATE = KERN_CLOCKRATE, DEVICES = 100,
	TREE, TIMES, MINCORE, POOL_NODES };

static const char *const statistics[] = {
	"arc_read_count", "arc_read_bytes", "direct_read_count",
	"direct_read_bytes", "direct_write_count", "direct_write_bytes"
};

/* Return the node of a name, or NO_NODE. */
static int
node_of(const char *name)
{
	static const char pool[] = "kstat.zfs.zroot.misc.iostats.";

	if (strcmp(name, "kern.devstat.all") == 0)
		return DEVICES;
	if (strcmp(name, "kern.geom.conftxt") == 0)
		return TREE;
	if (strcmp(name, "kern.cp_time") == 0)
		return TIMES;
	if (strcmp(name, "vm.mincore_mapped") == 0)
		return MINCORE;
	if (!virtual_has_pool_statistics() ||
	    strncmp(name, pool, strlen(pool)) != 0)
		return NO_NODE;
	for (size_t i = 0; i < sizeof(statistics) / sizeof(statistics[0]); i++)
		if (strcmp(name + strlen(pool), statistics[i]) == 0)
			return POOL_NODES + (int)i;
	return NO_NODE;
}

/* Copy a node's data out, or tell their size. */
static int
give(void *old, size_t *old_size, const void *data, size_t size)
{
	if (old != NULL && *old_size < size) {
		errno = ENOMEM;
		return -1;
	}
	if (old != NULL)
		memcpy(old, data, size);
	*old_size = size;
	return 0;
}

static struct bintime
bintime_of(uint64_t time_ns)
{
	struct bintime t = { .sec = (int64_t)(time_ns / NS_PER_S) };

	t.frac = (time_ns % NS_PER_S << 32) / NS_PER_S << 32;
	return t;
}

/* A generation number, and devices behind it: a disc drive and the disk. */
static int
give_devices(void *old, size_t *old_size)
{
	char all[sizeof(long) + 2 * sizeof(struct devstat)] = { 0 };
	struct devstat d = { .device_name = "cd", .unit_number = 0 };
	struct virtual_counters now;

	virtual_counters(&now);
	memcpy(all + sizeof(long), &d, sizeof(d));
	strcpy(d.device_name, "ada");
	d.operations[DEVSTAT_READ] = now.reads;
	d.bytes[DEVSTAT_READ] = now.read_bytes;
	d.operations[DEVSTAT_WRITE] = now.writes;
	d.bytes[DEVSTAT_WRITE] = now.written_bytes;
	d.busy_time = d.duration[DEVSTAT_READ] = bintime_of(now.busy_ns);
	memcpy(all + sizeof(long) + sizeof(d), &d, sizeof(d));
	return give(old, old_size, all, sizeof(all));
}

static int
give_statistic(void *old, size_t *old_size, int which)
{
	uint64_t number[6] = { 0 };
	struct virtual_counters now;

	virtual_pool_statistics(&now);
	number[2] = now.reads;
	number[3] = now.read_bytes;
	number[4] = now.writes;
	number[5] = now.written_bytes;
	return give(old, old_size, &number[which], sizeof(number[0]));
}

static const char tree[] =
	"0 DISK ada0 500107862016 512 hd 16 sc 63\n"
	"1 PART ada0p1 536870912 512 i 1 o 20480 ty efi xs GPT xt 0\n"
	"2 LABEL gpt/efi 536870912 512 i 0 o 0\n"
	"1 PART ada0p2 499570966528 512 i 2 o 536891392 ty freebsd-ufs xs GPT\n"
	"2 LABEL gpt/home 499570966528 512 i 0 o 0\n";

static int
give_node(int node, void *old, size_t *old_size)
{
	static const char model[] = "Intel(R) Xeon(R) CPU E5-2670 0 @ 2.60GHz";
	const struct clockinfo rate = { .hz = 1000, .stathz = 127 };
	long ticks[CPUSTATES] = { 100, 0, 100, 0, 0 };
	int on = 1;

	ticks[CP_IDLE] = (long)(virtual_now() / (NS_PER_S / 127));
	switch (node) {
	case MODEL:
		return give(old, old_size, model, sizeof(model));
	case CLOCKRATE:
		return give(old, old_size, &rate, sizeof(rate));
	case DEVICES:
		return give_devices(old, old_size);
	case TREE:
		return give(old, old_size, tree, sizeof(tree));
	case TIMES:
		return give(old, old_size, ticks, sizeof(ticks));
	case MINCORE:
		return give(old, old_size, &on, sizeof(on));
	case NO_NODE:
		errno = ENOENT;
		return -1;
	default:
		return give_statistic(old, old_size, node - POOL_NODES);
	}
}

int
sysctl(const int *name, unsigned depth, void *old, size_t *old_size,
       const void *new, size_t new_size)
{
	(void)new;
	(void)new_size;
	return give_node(name[depth - 1], old, old_size);
}

int
sysctlbyname(const char *name, void *old, size_t *old_size, const void *new,
	     size_t new_size)
{
	(void)new;
	(void)new_size;
	return give_node(node_of(name), old, old_size);
}

int
sysctlnametomib(const char *name, int *mib, size_t *depth)
{
	mib[0] = node_of(name);
	*depth = 1;
	errno = ENOENT;
	return mib[0] == NO_NODE ? -1 : 0;
}
