/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* For tests/lint/language.sh and solaris.sh: statvfs(2) as Solaris has it. */
#ifndef STUB_SYS_STATVFS_H
#define STUB_SYS_STATVFS_H

struct illumos_statvfs {
	unsigned long f_bsize, f_frsize;
	unsigned long long f_blocks, f_bfree, f_bavail;
	unsigned long long f_files, f_ffree, f_favail;
	unsigned long f_fsid;
	char f_basetype[16];
	unsigned long f_flag, f_namemax;
	char f_fstr[32];
};

int illumos_statvfs(const char *path, struct illumos_statvfs *fs);
int illumos_fstatvfs(int fd, struct illumos_statvfs *fs);

/* The C library that is here has calls of these names. */
#define statvfs illumos_statvfs
#define fstatvfs illumos_fstatvfs

#endif
