/* For tests/shell/platforms.sh: statvfs(2) as NetBSD has it. */
#ifndef STUB_SYS_STATVFS_H
#define STUB_SYS_STATVFS_H

struct statvfs {
	unsigned long f_flag, f_frsize, f_blocks, f_bavail;
	unsigned long f_files, f_favail;
	char f_fstypename[32], f_mntfromname[1024];
};

int statvfs(const char *path, struct statvfs *fs);
int fstatvfs(int fd, struct statvfs *fs);

#endif
