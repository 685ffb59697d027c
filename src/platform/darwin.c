/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* macOS: facts by sysctl(3), direct I/O by F_NOCACHE. Device counters need a
 * framework besides libc, so they are n/a. */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <mach/mach.h>
#include <string.h>
#include <sys/param.h>
#include <sys/mount.h>
#include <sys/sysctl.h>
#include <unistd.h>

#include "diskidx/base/error.h"
#include "diskidx/platform/platform.h"
#include "parse.h"

#define NAME 256

static int
read_text(const char *name, char *text, size_t size)
{
	return or_errno(sysctlbyname(name, text, &size, NULL, 0));
}

void
platform_add_host(struct facts *host)
{
	uint64_t memory_bytes;
	size_t size = sizeof(memory_bytes);
	char text[NAME];

	if (read_text("kern.osproductversion", text, sizeof(text)) == 0)
		facts_set(host, FACT_SYSTEM, "macOS %s", text);
	if (read_text("machdep.cpu.brand_string", text, sizeof(text)) == 0)
		facts_set(host, FACT_CPU, "%s", text);
	if (sysctlbyname("hw.memsize", &memory_bytes, &size, NULL, 0) == 0)
		facts_set_number(host, FACT_MEMORY_BYTES, memory_bytes);
}

void
platform_target(int directory_fd, struct facts *target,
		struct platform_device *device)
{
	static const struct parse_option options[] = {
		{ MNT_SYNCHRONOUS, "sync" }, { MNT_ASYNC, "async" },
		{ MNT_NOATIME, "noatime" }, { MNT_JOURNALED, "journaled" },
		{ 0, NULL }
	};
	struct statfs fs;
	char disk[NAME];

	(void)device;
	if (fstatfs(directory_fd, &fs) != 0)
		return;
	facts_set(target, FACT_FILESYSTEM, "%s", fs.f_fstypename);
	facts_set(target, FACT_DEVICE, "%s", fs.f_mntfromname);
	parse_set_options(target, (fs.f_flags & MNT_RDONLY) != 0, fs.f_flags,
			  options);
	parse_set_type(target, fs.f_fstypename);
	if (parse_disk(fs.f_mntfromname, disk, sizeof(disk)) == 0)
		parse_set_disk(target, disk);
}

/* Pages that are in memory already are still used: callers drop them first. */
int
platform_ask_direct(int fd, bool on)
{
	return or_errno(fcntl(fd, F_NOCACHE, (int)on));
}

enum platform_pages
platform_pages(int fd)
{
	struct statfs fs;

	if (fstatfs(fd, &fs) != 0 || strcmp(fs.f_fstypename, "zfs") == 0)
		return PAGES_UNSEEN;
	return PAGES_MAPPED;
}

/*
 * Other transfers go through memory, silently: reads that are not whole blocks,
 * writes that are not whole pages (16 KiB on some CPUs), and all writes of less
 * than 16 KiB (see the kernel's vfs_cluster.c).
 */
const unsigned platform_direct_bytes[OP_COUNT] = { 4096, 16384 };

int
platform_counters(const struct platform_device *device,
		  struct device_counters *counters)
{
	(void)device;
	(void)counters;
	return -ENOTSUP;
}

int
platform_processors(struct processor_times *times)
{
	host_cpu_load_info_data_t load;
	mach_msg_type_number_t count = HOST_CPU_LOAD_INFO_COUNT;
	mach_port_t host = mach_host_self();
	kern_return_t result = host_statistics(host, HOST_CPU_LOAD_INFO,
					       (host_info_t)&load, &count);
	long ticks = sysconf(_SC_CLK_TCK);

	mach_port_deallocate(mach_task_self(), host);
	if (result != KERN_SUCCESS || ticks <= 0)
		return -ENOTSUP;
	*times = parse_ticks((uint64_t)load.cpu_ticks[CPU_STATE_USER] +
			     load.cpu_ticks[CPU_STATE_SYSTEM] +
			     load.cpu_ticks[CPU_STATE_NICE],
			     load.cpu_ticks[CPU_STATE_IDLE], (unsigned)ticks);
	return 0;
}
