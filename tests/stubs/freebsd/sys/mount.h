/* For tests/shell/systems.sh: the part of FreeBSD's statfs(2) that is used. */
#ifndef STUB_SYS_MOUNT_H
#define STUB_SYS_MOUNT_H

#include <stdint.h>

#define MNT_RDONLY 0x1
#define MNT_SYNCHRONOUS 0x2
#define MNT_ASYNC 0x40
#define MNT_NOATIME 0x10000000

struct freebsd_statfs {
	uint64_t f_flags;
	char f_fstypename[16], f_mntfromname[1024];
};

int freebsd_statfs(const char *path, struct freebsd_statfs *fs);
int freebsd_fstatfs(int fd, struct freebsd_statfs *fs);

/* The C library that is here has calls of these names. */
#define statfs freebsd_statfs
#define fstatfs freebsd_fstatfs

#endif
