/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * macOS on Apple silicon, as far as src/platform/darwin.c asks for it: APFS,
 * pages of 16 KiB, sysctl(3), statfs(2) and Mach's processor times. Direct
 * writes are whole pages, and reads whole blocks; others go through memory. The
 * disk's counters can't be had there.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <sys/resource.h>

#include "../stubs/common/sys/mount.h"
#include "../stubs/common/sys/sysctl.h"
#include "../stubs/darwin/mach/mach.h"
#include "virtual-disk.h"
#include "virtual-machine.h"
#include "virtual-time.h"

#define TICKS 100		/* a second */

const struct virtual_machine virtual_machine = {
	"Darwin", "24.1.0", "Darwin Kernel Version 24.1.0", "arm64", 8, 16384,
	16ull << 30
};

#ifdef __GLIBC__
typedef __rlimit_resource_t resource;
#else
typedef int resource;
#endif

/* More than kern.maxfilesperproc is an error, not as much as there is. */
int
setrlimit(resource what, const struct rlimit *limit)
{
	if (what == RLIMIT_NOFILE && limit->rlim_cur > 10240) {
		errno = EINVAL;
		return -1;
	}
	return prlimit(0, what, limit, NULL);
}

int
virtual_is_direct(const struct virtual_pages *pages, int asked, int writes,
		  int64_t offset, size_t size)
{
	int64_t whole = writes ? virtual_machine.page_bytes : 4096;

	(void)pages;
	return asked && offset % whole == 0 && (int64_t)size % whole == 0;
}

int
bsd_statfs(const char *path, struct bsd_statfs *fs)
{
	(void)path;
	memset(fs, 0, sizeof(*fs));
	fs->f_flags = MNT_JOURNALED;
	strcpy(fs->f_fstypename, "apfs");
	strcpy(fs->f_mntfromname, "/dev/disk3s5");
	return 0;
}

int
bsd_fstatfs(int fd, struct bsd_statfs *fs)
{
	(void)fd;
	return bsd_statfs(NULL, fs);
}

int
sysctlbyname(const char *name, void *old, size_t *old_size, const void *new,
	     size_t new_size)
{
	const char *text = strcmp(name, "kern.osproductversion") == 0 ?
			   "15.1" :
			   strcmp(name, "machdep.cpu.brand_string") == 0 ?
			   "Apple M3" : NULL;
	const void *data = text;
	size_t size = text != NULL ? strlen(text) + 1 : 0;

	(void)new;
	(void)new_size;
	if (strcmp(name, "hw.memsize") == 0) {
		data = &virtual_machine.memory_bytes;
		size = sizeof(virtual_machine.memory_bytes);
	}
	if (data == NULL || *old_size < size) {
		errno = data == NULL ? ENOENT : ENOMEM;
		return -1;
	}
	memcpy(old, data, size);
	*old_size = size;
	return 0;
}

mach_port_t
mach_host_self(void)
{
	return 1;
}

mach_port_t
mach_task_self(void)
{
	return 2;
}

kern_return_t
mach_port_deallocate(mach_port_t task, mach_port_t port)
{
	(void)task;
	(void)port;
	return KERN_SUCCESS;
}

kern_return_t
host_statistics(mach_port_t host, int flavor, host_info_t info,
		mach_msg_type_number_t *count)
{
	host_cpu_load_info_data_t *load = (host_cpu_load_info_data_t *)info;

	if (host != 1 || flavor != HOST_CPU_LOAD_INFO ||
	    *count < HOST_CPU_LOAD_INFO_COUNT)
		return 4;
	memset(load, 0, sizeof(*load));
	load->cpu_ticks[CPU_STATE_IDLE] =
		(natural_t)(virtual_now() / (NS_PER_S / TICKS));
	return KERN_SUCCESS;
}
