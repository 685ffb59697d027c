/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* For tests/lint/platforms.sh and systems.sh: the part of statfs(2) of
 * FreeBSD, DragonFly and macOS that is used. */
#ifndef STUB_SYS_MOUNT_H
#define STUB_SYS_MOUNT_H

#include <stdint.h>

#define MNT_RDONLY 0x1
#define MNT_SYNCHRONOUS 0x2
#define MNT_ASYNC 0x40
#define MNT_JOURNALED 0x00800000	/* macOS */
#define MNT_NOATIME 0x10000000

struct bsd_statfs {
	uint64_t f_flags;
	char f_fstypename[16], f_mntfromname[1024];
};

int bsd_statfs(const char *path, struct bsd_statfs *fs);
int bsd_fstatfs(int fd, struct bsd_statfs *fs);

/* The C library that is here has calls of these names. */
#define statfs bsd_statfs
#define fstatfs bsd_fstatfs

#endif
