/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * illumos, as far as src/platform/solaris.c asks for it: libkstat, libdevinfo,
 * directio(3C) and statvfs(2), with a pool of ZFS or with UFS on a disk.
 *
 * ZFS accepts the advice of directio and does nothing about it. UFS keeps it
 * with the file, for all descriptors, and passes by memory only while nobody
 * has mapped the file. The pool's statistic counts what its disks do.
 */
#define _GNU_SOURCE
#include <string.h>

#include "../stubs/solaris/kstat.h"
#include "../stubs/solaris/libdevinfo.h"
#include "../stubs/solaris/sys/statvfs.h"
#include "virtual-disk.h"
#include "virtual-machine.h"
#include "virtual-time.h"

#define NODE "/pci@0,0/pci15ad,1976@10/sd@0,0"

const struct virtual_machine virtual_machine = {
	"SunOS", "5.11", "omnios-r151048", "i86pc", 2, 4096, 8ull << 30
};

const char *
virtual_file(const char *path)
{
	if (strcmp(path, "/etc/release") == 0)
		return "  OmniOS v11 r151048\n  Copyright (c)\n";
	if (strcmp(path, "/etc/mnttab") != 0)
		return NULL;
	return virtual_is_zfs() ? "rpool/ROOT/omnios\t/\tzfs\t"
	       "rw,devices,setuid,nonbmand,exec,xattr,atime\t0\n" :
	       "/dev/dsk/c1t0d0s0\t/\tufs\t"
	       "rw,intr,largefiles,logging,xattr,onerror=panic\t0\n";
}

int
illumos_statvfs(const char *path, struct illumos_statvfs *fs)
{
	(void)path;
	memset(fs, 0, sizeof(*fs));
	fs->f_bsize = fs->f_frsize = 4096;
	fs->f_blocks = 200ull << 18;
	fs->f_bfree = fs->f_bavail = 100ull << 18;
	strcpy(fs->f_basetype, virtual_is_zfs() ? "zfs" : "ufs");
	return 0;
}

int
illumos_fstatvfs(int fd, struct illumos_statvfs *fs)
{
	(void)fd;
	return illumos_statvfs(NULL, fs);
}

int
directio(int fd, int advice)
{
	struct virtual_pages *pages = virtual_pages_of(fd);

	if (pages != NULL && !virtual_is_zfs())
		pages->is_direct = advice;
	return 0;
}

int
virtual_is_direct(const struct virtual_pages *pages, int asked, int writes,
		  int64_t offset, size_t size)
{
	(void)asked;
	(void)writes;
	return pages->is_direct && pages->maps == 0 && offset % 512 == 0 &&
	       size % 512 == 0;
}

const char *
virtual_path(const char *path)
{
	return strcmp(path, "/dev/dsk/c1t0d0s0") == 0 ? "/devices" NODE ":a" :
	       NULL;
}

/* libdevinfo: the tree of one disk. */

struct di_node {
	char driver[8];
	int instance;
};

di_node_t
di_init(const char *path, unsigned flag)
{
	static struct di_node disk = { "sd", 0 };

	return strcmp(path, NODE) == 0 && flag == DINFOCPYONE ? &disk :
	       DI_NODE_NIL;
}

void
di_fini(di_node_t root)
{
	(void)root;
}

char *
di_driver_name(di_node_t node)
{
	return node->driver;
}

int
di_instance(di_node_t node)
{
	return node->instance;
}

/* libkstat. The data of a statistic are there when it was read. */

enum { DISK, POOL, INFO, CPU_0, CPU_1, ENTRIES };

static kstat_t entry[ENTRIES] = {
	[DISK] = { .ks_module = "sd", .ks_name = "sd0",
		   .ks_type = KSTAT_TYPE_IO },
	[POOL] = { .ks_module = "zfs", .ks_name = "rpool",
		   .ks_type = KSTAT_TYPE_IO },
	[INFO] = { .ks_module = "cpu_info", .ks_name = "cpu_info0",
		   .ks_type = 1 },
	[CPU_0] = { .ks_module = "cpu", .ks_name = "sys", .ks_type = 1 },
	[CPU_1] = { .ks_module = "cpu", .ks_instance = 1, .ks_name = "sys",
		    .ks_type = 1 },
};
static kstat_ctl_t control;
static char brand[] = "Intel(r) Xeon(r) CPU E5-2670 0 @ 2.60GHz";
static kstat_named_t info[2] = {
	{ .name = "brand", .data_type = KSTAT_DATA_STRING },
	{ .name = "clock_MHz", .data_type = KSTAT_DATA_INT64 },
};
static kstat_named_t times[3] = {
	{ .name = "cpu_nsec_user", .data_type = KSTAT_DATA_UINT64 },
	{ .name = "cpu_nsec_kernel", .data_type = KSTAT_DATA_UINT64 },
	{ .name = "cpu_nsec_idle", .data_type = KSTAT_DATA_UINT64 },
};
static kstat_io_t io;

/* There is a pool or a disk, whose statistic the kernel has. */
kstat_ctl_t *
kstat_open(void)
{
	int i = virtual_is_zfs() ? POOL : DISK;

	control.kc_chain_id = 1;
	control.kc_chain = &entry[i];
	entry[i].ks_next = &entry[INFO];
	for (i = INFO; i + 1 < ENTRIES; i++)
		entry[i].ks_next = &entry[i + 1];
	return &control;
}

int
kstat_close(kstat_ctl_t *of)
{
	(void)of;
	return 0;
}

kid_t
kstat_chain_update(kstat_ctl_t *of)
{
	(void)of;
	return 0;
}

kstat_t *
kstat_lookup(kstat_ctl_t *of, char *module, int instance, char *name)
{
	kstat_t *at;

	for (at = of->kc_chain; at != NULL; at = at->ks_next)
		if ((module == NULL || strcmp(at->ks_module, module) == 0) &&
		    (instance == -1 || at->ks_instance == instance) &&
		    (name == NULL || strcmp(at->ks_name, name) == 0))
			return at;
	return NULL;
}

static void
read_io(void)
{
	struct virtual_counters now;

	virtual_counters(&now);
	io.reads = (uint_t)now.reads;
	io.nread = now.read_bytes;
	io.writes = (uint_t)now.writes;
	io.nwritten = now.written_bytes;
	io.rtime = io.rlentime = (hrtime_t)now.busy_ns;
}

kid_t
kstat_read(kstat_ctl_t *of, kstat_t *at, void *data)
{
	if (at->ks_type == KSTAT_TYPE_IO) {
		read_io();
		at->ks_data = &io;
		at->ks_ndata = 1;
		at->ks_data_size = sizeof(io);
	} else if (at == &entry[INFO]) {
		KSTAT_NAMED_STR_PTR(&info[0]) = brand;
		at->ks_data = info;
		at->ks_ndata = 2;
		at->ks_data_size = sizeof(info);
	} else {
		times[0].value.ui64 = times[1].value.ui64 = NS_PER_S;
		times[2].value.ui64 = virtual_now();
		at->ks_data = times;
		at->ks_ndata = 3;
		at->ks_data_size = sizeof(times);
	}
	if (data != NULL)
		memcpy(data, at->ks_data, at->ks_data_size);
	return of->kc_chain_id;
}

void *
kstat_data_lookup(kstat_t *at, char *name)
{
	kstat_named_t *named = at->ks_data;
	uint_t i;

	for (i = 0; named != NULL && i < at->ks_ndata; i++)
		if (strcmp(named[i].name, name) == 0)
			return &named[i];
	return NULL;
}
