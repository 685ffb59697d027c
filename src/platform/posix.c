/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The functions that all platforms share. */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/types.h>
#include <sys/utsname.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#if HAVE_SYS_PROCCTL_H
#include <sys/procctl.h>
#elif HAVE_SYS_PRCTL_H
#include <sys/prctl.h>
#endif

#include "diskidx/base/amount.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/error.h"
#include "diskidx/base/say.h"
#include "diskidx/base/units.h"
#include "diskidx/platform/platform.h"
#include "parse.h"
#include "sysfs.h"

#define SET_FLAGS ((unsigned)_IOW('f', 2, long))
#define NOCOW 0x800000u

/* CLOCK_MONOTONIC of Linux stops while the machine sleeps. */
#ifndef CLOCK_BOOTTIME
#define CLOCK_BOOTTIME CLOCK_MONOTONIC
#endif

/* The part of a file that is mapped at a time, to keep maps small. */
#define WINDOW (64 * MIB)
#define LEAST_PAGE 4096

/* Two of these may be the same number. */
bool
platform_is_unsupported(int error)
{
	return error == -EINVAL || error == -ENOTSUP || error == -EOPNOTSUPP ||
	       error == -ENOSYS;
}

void
platform_host(struct facts *host)
{
	struct utsname name;
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);

	if (uname(&name) == 0) {
		facts_set(host, FACT_HOSTNAME, "%s", name.nodename);
		facts_set(host, FACT_SYSTEM, "%s", name.sysname);
		facts_set(host, FACT_OS, "%s %s %s", name.sysname, name.release,
			  name.version);
		facts_set(host, FACT_MACHINE, "%s", name.machine);
	}
	if (cpus > 0)
		facts_set(host, FACT_CPUS, "%ld", cpus);
#ifdef _SC_PHYS_PAGES		/* not in POSIX, but in most systems */
	if (sysconf(_SC_PHYS_PAGES) > 0)
		facts_set_number(host, FACT_MEMORY_BYTES,
				 (uint64_t)sysconf(_SC_PHYS_PAGES) *
				 (uint64_t)sysconf(_SC_PAGESIZE));
#endif
	platform_add_host(host);
}

/* File systems that make inodes as needed report none, and those of FUSE may
 * report nothing, or numbers that are too large. */
int
platform_space(int fd, struct platform_space *space)
{
	struct statvfs fs;

	if (fstatvfs(fd, &fs) != 0)
		return -errno;
	space->size_bytes = amount_times(fs.f_blocks, fs.f_frsize);
	space->free_bytes = amount_times(fs.f_bavail, fs.f_frsize);
	if (space->size_bytes == 0)
		space->free_bytes = UINT64_MAX;
	space->free_files = UINT64_MAX;
	if (fs.f_files > 0)
		space->free_files = (uint64_t)fs.f_favail;
	return 0;
}

/* Rank a mount on a device by its free space; 0: it is on another device, is
 * hidden by a later mount, or is not writable. */
static size_t
rank_by_space(const struct parse_mount *mount, const char *device)
{
	struct platform_space space;
	size_t rank = 0;
	int fd;

	if (mount->device[0] != '/')
		return 0;
	fd = open(mount->point, O_RDONLY | O_DIRECTORY);
	if (fd < 0)
		return 0;
	if (sysfs_is_on(fd, mount, device) &&
	    faccessat(fd, ".", W_OK | X_OK, 0) == 0 &&
	    platform_space(fd, &space) == 0)
		rank = 1 + (size_t)amount_min(space.free_bytes / MIB,
					      SIZE_MAX - 1);
	close(fd);
	return rank;
}

int
platform_device_mount(const char *device, struct facts *facts)
{
	struct parse_mount mount;
	int error = parse_find_best(rank_by_space, device, &mount);

	if (error != 0)
		return error;
	facts_set(facts, FACT_DEVICE, "%s", mount.device);
	facts_set(facts, FACT_DIRECTORY, "%s", mount.point);
	return 0;
}

/* The devices found by platform_mounted_devices. */
static char *mounted;

/* Add a mount of a device to the list; none is best. */
static size_t
rank_none(const struct parse_mount *mount, const char *wanted)
{
	(void)wanted;
	if (mount->device[0] == '/' && strstr(mounted, mount->device) == NULL)
		mounted = say_more(mounted, ", ", "%s on %s", mount->device,
				   mount->point);
	return 0;
}

char *
platform_mounted_devices(void)
{
	struct parse_mount none;

	mounted = say("%s", "");
	parse_find_best(rank_none, "", &none);
	return mounted;
}

/* Ask statx, which knows the file system's own needs since Linux 6.1. Before
 * that, the device's block size is the best guess. */
unsigned
platform_direct_alignment(int fd, const struct facts *target,
			  enum operation op)
{
#if HAVE_DECL_STATX && defined(STATX_DIOALIGN)
	struct statx stx = { 0 };

	if (statx(fd, "", AT_EMPTY_PATH, STATX_DIOALIGN, &stx) == 0 &&
	    (stx.stx_mask & STATX_DIOALIGN) != 0 &&
	    stx.stx_dio_offset_align > 0)
		return stx.stx_dio_offset_align;
#else
	(void)fd;
#endif
	return (unsigned)facts_number(target, FACT_LOGICAL_BLOCK_BYTES,
				      platform_direct_bytes[op]);
}

/* On ZFS the answer does not show the effect: some versions refuse the request,
 * some ignore it, and with primarycache=metadata reads need none. */
int
platform_direct(int fd, bool on)
{
	int error = platform_ask_direct(fd, on);

	if (error != -ENOTSUP && platform_pages(fd) == PAGES_UNSEEN)
		return 0;
	return error;
}

/* Count the pages in memory by a page map. Return their bytes or -errno. */
static int64_t
count_resident(void *at, size_t size, unsigned char *map)
{
#if HAVE_MINCORE
	size_t page = (size_t)sysconf(_SC_PAGESIZE), i;
	int64_t resident = 0;

	if (mincore(at, size, (void *)map) != 0)
		return -errno;
	for (i = 0; i < (size + page - 1) / page; i++)
		resident += (map[i] & 1) * (int64_t)page;
	return resident;
#else
	(void)at;
	(void)size;
	(void)map;
	return -ENOTSUP;
#endif
}

/* Map the file, window by window, and count the pages in memory by a page map
 * or, if that is NULL, drop them. Return the bytes counted or -errno. */
static int64_t
for_windows(int fd, uint64_t size_bytes, unsigned char *map)
{
	int64_t sum = 0, part = 0;
	uint64_t offset;

	for (offset = 0; offset < size_bytes && part >= 0; offset += WINDOW) {
		size_t size = (size_t)amount_min(size_bytes - offset, WINDOW);
		void *at = mmap(NULL, size, PROT_READ, MAP_SHARED, fd,
				(off_t)offset);

		if (at == MAP_FAILED)
			return -errno;
		/* Add MS_SYNC: some systems refuse MS_INVALIDATE by itself. */
		if (map == NULL)
			part = or_errno(msync(at, size,
					      MS_SYNC | MS_INVALIDATE));
		else
			part = count_resident(at, size, map);
		sum += part;
		munmap(at, size);
	}
	return part < 0 ? part : sum;
}

int
platform_drop_cache(int fd, uint64_t size_bytes)
{
	switch (platform_pages(fd)) {
	case PAGES_ADVISED:
#if HAVE_POSIX_FADVISE
		return -posix_fadvise(fd, 0, (off_t)size_bytes,
				      POSIX_FADV_DONTNEED);
#else
		return -ENOTSUP;
#endif
	case PAGES_MAPPED:
	case PAGES_UNKNOWN:
		return (int)for_windows(fd, size_bytes, NULL);
	default:
		return 0;
	}
}

void
platform_read_ahead(int fd, bool none, bool more)
{
#if HAVE_POSIX_FADVISE
	posix_fadvise(fd, 0, 0, none ? POSIX_FADV_RANDOM :
		      more ? POSIX_FADV_SEQUENTIAL : POSIX_FADV_NORMAL);
#else
	(void)fd;
	(void)none;
	(void)more;
#endif
}

int
platform_flush(int fd, bool all)
{
#ifdef F_FULLFSYNC
	(void)all;
	if (fcntl(fd, F_FULLFSYNC) == 0)
		return 0;
	if (errno != ENOTSUP && errno != ENOTTY && errno != EINVAL)
		return -errno;
#elif HAVE_DECL_FDATASYNC
	if (!all)
		return or_errno(fdatasync(fd));
#else
	(void)all;
#endif
	return or_errno(fsync(fd));
}

int
platform_resident(int fd, uint64_t size_bytes, uint64_t *resident_bytes)
{
	enum platform_pages pages = platform_pages(fd);
	unsigned char map[WINDOW / LEAST_PAGE];
	int64_t sum;

	if (pages == PAGES_UNSEEN || pages == PAGES_UNKNOWN)
		return -ENOTSUP;
	sum = for_windows(fd, size_bytes, map);
	if (sum < 0)
		return -ENOTSUP;
	*resident_bytes = amount_min((uint64_t)sum, size_bytes);
	return 0;
}

void *
platform_share(size_t size)
{
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANON, -1, 0);

	return memory == MAP_FAILED ? NULL : memory;
}

void
platform_unshare(void *memory, size_t size)
{
	if (memory != NULL)
		munmap(memory, size);
}

unsigned
platform_columns(int fd)
{
#ifdef TIOCGWINSZ
	struct winsize size;

	return ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
#else
	(void)fd;
	return 0;
#endif
}

void
platform_die_with_parent(void)
{
#if defined PROC_PDEATHSIG_CTL
	int signal_number = SIGKILL;

	procctl(P_PID, 0, PROC_PDEATHSIG_CTL, &signal_number);
#elif defined PR_SET_PDEATHSIG
	prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
}

/*
 * Only Linux counts bytes, and only with task I/O accounting, which has this
 * file. The BSDs and macOS count requests; some file systems of Solaris count
 * their own blocks.
 */
bool
platform_inblock(uint64_t *bytes)
{
	struct rusage usage;

	if (access("/proc/self/io", F_OK) != 0 ||
	    getrusage(RUSAGE_SELF, &usage) != 0)
		return false;
	*bytes = (uint64_t)usage.ru_inblock * PLATFORM_INBLOCK_BYTES;
	return true;
}

/* Linux reports how long a process ran, and waited; 0 0: it does not count. */
bool
platform_undelayed(uint64_t *now_ns)
{
	uint64_t ns[2] = { 0, 0 };	/* ran, waited */
	struct timespec now = { 0 };
	char text[64];

	clock_gettime(CLOCK_BOOTTIME, &now);
	*now_ns = (uint64_t)now.tv_sec * NS_PER_S + (uint64_t)now.tv_nsec;
	if (parse_first_line("/proc/self", "schedstat", text, sizeof(text)) &&
	    parse_numbers(text, ns, 2) == 2)
		*now_ns -= ns[1];
	return ns[0] > 0;
}

/* Only Linux has a file system that needs it. */
int
platform_write_in_place(int fd)
{
#ifdef __linux__
	unsigned flags[2] = { 0, 0 };	/* half of a long is used */

	if (ioctl(fd, GET_FLAGS, flags) != 0)
		return -errno;
	flags[0] |= NOCOW;
	return ioctl(fd, SET_FLAGS, flags) == 0 ? 0 : -errno;
#else
	(void)fd;
	return -ENOTSUP;
#endif
}

int
platform_allocate(int fd, uint64_t bytes, bool keeps)
{
#ifdef FALLOC_FL_KEEP_SIZE
	return or_errno(fallocate(fd, keeps ? FALLOC_FL_KEEP_SIZE : 0, 0,
				  (off_t)bytes));
#else
	(void)fd;
	(void)bytes;
	(void)keeps;
	return -ENOTSUP;
#endif
}
