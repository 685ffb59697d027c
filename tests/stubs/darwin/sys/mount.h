/* For tests/shell/systems.sh: the part of macOS's statfs(2) that is used. */
#ifndef STUB_SYS_MOUNT_H
#define STUB_SYS_MOUNT_H

#include <stdint.h>

#define MNT_RDONLY 0x1
#define MNT_SYNCHRONOUS 0x2
#define MNT_ASYNC 0x40
#define MNT_JOURNALED 0x00800000
#define MNT_NOATIME 0x10000000

struct macos_statfs {
	uint32_t f_flags;
	char f_fstypename[16], f_mntfromname[1024];
};

int macos_statfs(const char *path, struct macos_statfs *fs);
int macos_fstatfs(int fd, struct macos_statfs *fs);

/* The C library that is here has calls of these names. */
#define statfs macos_statfs
#define fstatfs macos_fstatfs

#endif
