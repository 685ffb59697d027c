/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * The parts of illumos that src/platform/solaris.c uses: the machine, libkstat,
 * libdevinfo, directio(3C) and statvfs(2), with a ZFS pool or with UFS on a
 * disk. It acts like the source of illumos, in a library with virtual-time.c,
 * virtual-threads.c and virtual-disk.c. tests/lab/solaris.sh links it with the
 * program's own platform of Solaris, compiled against
 * tests/support/stubs/solaris.
 *
 * ZFS accepts the advice of directio and ignores it. UFS keeps it with the
 * file, for all descriptors, and bypasses memory only while nobody has mapped
 * the file. The pool's statistic counts the work of its disks. Written data
 * stays in memory until the file is mapped and invalidated; reads leave nothing
 * there. ZFS's cache is the virtual disk's.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "../stubs/solaris/kstat.h"
#include "../stubs/solaris/libdevinfo.h"
#include "../stubs/solaris/sys/statvfs.h"
#include "virtual-disk.h"
#include "virtual-time.h"

#define NODE "/pci@0,0/pci15ad,1976@10/sd@0,0"

#define PAGE_BYTES 4096ul
#define CPUS 2
#define MEMORY_BYTES (8ull << 30)
#define MAX_FILES 1024
#define MAX_MAPS 16
#define LOOK_NS 10000		/* what a look at the pages takes */

static int
is_zfs(void)
{
	return getenv("VIRTUAL_POOL") != NULL;
}

int
uname(struct utsname *name)
{
	memset(name, 0, sizeof(*name));
	strcpy(name->sysname, "SunOS");
	strcpy(name->nodename, "box");
	strcpy(name->release, "5.11");
	strcpy(name->version, "omnios-r151048");
	strcpy(name->machine, "i86pc");
	return 0;
}

long
sysconf(int what)
{
	switch (what) {
	case _SC_PAGESIZE:
		return (long)PAGE_BYTES;
	case _SC_PHYS_PAGES:
		return (long)(MEMORY_BYTES / PAGE_BYTES);
	case _SC_AVPHYS_PAGES:
		return 0;
	case _SC_NPROCESSORS_ONLN:
		return CPUS;
	default:
		return REAL(sysconf)(what);
	}
}

int
virtual_has_account(void)
{
	return 0;
}

const char *
virtual_file(const char *path)
{
	if (strcmp(path, "/etc/release") == 0)
		return "  OmniOS v11 r151048\n  Copyright (c)\n";
	if (strcmp(path, "/etc/mnttab") != 0)
		return NULL;
	/* What is mounted over it later is not what is open. */
	return is_zfs() ? "rpool/ROOT/omnios\t/\tzfs\trw,devices,setuid,"
	       "nonbmand,exec,xattr,atime,dev=780000\t0\n"
	       "swap\t/\ttmpfs\txattr,dev=7800001\t0\n" :
	       "/dev/dsk/c1t0d0s0\t/\tufs\trw,intr,largefiles,logging,"
	       "xattr,onerror=panic,dev=780000\t0\n"
	       "swap\t/\ttmpfs\txattr,dev=7800001\t0\n";
}

int
illumos_statvfs(const char *path, struct illumos_statvfs *fs)
{
	(void)path;
	memset(fs, 0, sizeof(*fs));
	fs->f_bsize = fs->f_frsize = 4096;
	fs->f_fsid = 0x780000;
	fs->f_blocks = 200ull << 18;
	fs->f_bfree = fs->f_bavail = 100ull << 18;
	strcpy(fs->f_basetype, is_zfs() ? "zfs" : "ufs");
	return 0;
}

int
illumos_fstatvfs(int fd, struct illumos_statvfs *fs)
{
	(void)fd;
	return illumos_statvfs(NULL, fs);
}

/* The memory that files are cached in. */

static struct pages {
	uint64_t inode;
	int has_data;		/* they are in memory */
	int is_direct;		/* advice that is kept with the file */
	int maps;		/* of it, now */
} *files;			/* which all processes share */

static struct {
	void *at;
	struct pages *pages;
} maps[MAX_MAPS];		/* of this process */

static void __attribute__((constructor(104)))
begin(void)
{
	files = virtual_share(MAX_FILES * sizeof(*files));
}

/* The last file of that number; it is an old one's if it is empty. */
static struct pages *
pages_of(int fd)
{
	struct stat st;

	if (files == NULL || fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
		return NULL;
	for (int i = 0; i < MAX_FILES; i++) {
		if (files[i].inode == 0)
			files[i].inode = (uint64_t)st.st_ino;
		if (files[i].inode != (uint64_t)st.st_ino)
			continue;
		if (st.st_size == 0)
			files[i].has_data = 0;
		return &files[i];
	}
	abort();
}

int
virtual_is_in_memory(int fd, int writes, int64_t offset, size_t size)
{
	struct pages *pages = pages_of(fd);

	if (pages == NULL || (pages->is_direct && pages->maps == 0 &&
			      offset % 512 == 0 && size % 512 == 0))
		return 0;
	if (writes)
		pages->has_data = 1;
	return pages->has_data;
}

void *
mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset)
{
	struct pages *pages = fd < 0 ? NULL : pages_of(fd);
	void *memory;
	int i = 0;

	memory = REAL(mmap)(at, size, protection, flags, fd, offset);
	while (i < MAX_MAPS && maps[i].at != NULL)
		i++;
	if (pages != NULL && i < MAX_MAPS && memory != MAP_FAILED) {
		maps[i].at = memory;
		maps[i].pages = pages;
		pages->maps++;
	}
	return memory;
}

#ifdef __GLIBC__
void *
mmap64(void *at, size_t size, int protection, int flags, int fd, off64_t offset)
{
	return mmap(at, size, protection, flags, fd, (off_t)offset);
}
#endif

/* The file that is mapped there; or was until now. */
static struct pages *
mapped(void *at, int is_gone)
{
	for (int i = 0; i < MAX_MAPS; i++) {
		if (maps[i].at != at)
			continue;
		maps[i].at = is_gone ? NULL : at;
		return maps[i].pages;
	}
	return NULL;
}

int
munmap(void *at, size_t size)
{
	struct pages *pages = mapped(at, 1);

	if (pages != NULL)
		pages->maps--;
	return REAL(munmap)(at, size);
}

int
msync(void *at, size_t size, int flags)
{
	struct pages *pages = mapped(at, 0);

	(void)size;
	if (pages != NULL && (flags & MS_INVALIDATE) != 0)
		pages->has_data = 0;
	return 0;
}

int
mincore(void *at, size_t size, unsigned char *map)
{
	struct pages *pages = mapped(at, 0);

	virtual_wait(virtual_now() + LOOK_NS);
	memset(map, pages != NULL && pages->has_data,
	       (size + PAGE_BYTES - 1) / PAGE_BYTES);
	return 0;
}

int
directio(int fd, int advice)
{
	struct pages *pages = pages_of(fd);

	if (pages != NULL && !is_zfs())
		pages->is_direct = advice;
	return 0;
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
	int i = is_zfs() ? POOL : DISK;

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
