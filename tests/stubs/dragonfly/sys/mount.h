/* For tests/shell/platforms.sh: the part of statfs(2) that is used. */
#ifndef STUB_SYS_MOUNT_H
#define STUB_SYS_MOUNT_H

#include <stdint.h>

#define MNT_RDONLY 0x1
#define MNT_SYNCHRONOUS 0x2
#define MNT_ASYNC 0x40
#define MNT_NOATIME 0x8000

struct statfs {
	uint32_t f_flags;
	char f_fstypename[16], f_mntfromname[90];
};

int statfs(const char *path, struct statfs *fs);
int fstatfs(int fd, struct statfs *fs);

#endif
