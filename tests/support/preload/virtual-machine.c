/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* What the program is told of the machine; see virtual-machine.h. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "virtual-disk.h"
#include "virtual-machine.h"

#define FREE_BLOCKS (100ull << 18)	/* 100 GiB */
#define BLOCK 4096

static struct {
	long (*sysconf)(int);
} real;

static void __attribute__((constructor(101)))
begin(void)
{
	*(void **)&real.sysconf = dlsym(RTLD_NEXT, "sysconf");
}

int
virtual_is_zfs(void)
{
	return getenv("VIRTUAL_POOL") != NULL;
}

int
uname(struct utsname *name)
{
	const struct virtual_machine *m = &virtual_machine;

	memset(name, 0, sizeof(*name));
	snprintf(name->sysname, sizeof(name->sysname), "%s", m->system);
	snprintf(name->nodename, sizeof(name->nodename), "box");
	snprintf(name->release, sizeof(name->release), "%s", m->release);
	snprintf(name->version, sizeof(name->version), "%s", m->version);
	snprintf(name->machine, sizeof(name->machine), "%s", m->cpu_kind);
	return 0;
}

long
sysconf(int what)
{
	switch (what) {
	case _SC_PAGESIZE:
		return virtual_machine.page_bytes;
	case _SC_PHYS_PAGES:
		return (long)(virtual_machine.memory_bytes /
			      (uint64_t)virtual_machine.page_bytes);
	case _SC_NPROCESSORS_ONLN:
		return virtual_machine.cpus;
	default:
		return real.sysconf(what);
	}
}

int
virtual_has_account(void)
{
	return 0;
}

#define SPACE_OF(name, what, type) \
	int \
	name(what of, struct type *fs) \
	{ \
		(void)of; \
		memset(fs, 0, sizeof(*fs)); \
		fs->f_bsize = fs->f_frsize = BLOCK; \
		fs->f_blocks = 2 * FREE_BLOCKS; \
		fs->f_bfree = fs->f_bavail = FREE_BLOCKS; \
		return 0; \
	}

SPACE_OF(statvfs, const char *, statvfs)
SPACE_OF(fstatvfs, int, statvfs)
#ifdef __GLIBC__
SPACE_OF(statvfs64, const char *, statvfs64)
SPACE_OF(fstatvfs64, int, statvfs64)
#endif
