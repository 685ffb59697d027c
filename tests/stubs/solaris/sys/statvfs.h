/* For tests/shell/platforms.sh: statvfs(2) as Solaris has it. */
#ifndef STUB_SYS_STATVFS_H
#define STUB_SYS_STATVFS_H

typedef struct statvfs {
	unsigned long f_bsize, f_frsize;
	unsigned long long f_blocks, f_bfree, f_bavail;
	unsigned long long f_files, f_ffree, f_favail;
	unsigned long f_fsid;
	char f_basetype[16];
	unsigned long f_flag, f_namemax;
	char f_fstr[32];
} statvfs_t;

int statvfs(const char *path, struct statvfs *fs);
int fstatvfs(int fd, struct statvfs *fs);

#endif
