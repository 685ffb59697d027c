/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Platform: the questions that only the operating system can answer. Every
 * function exists on every platform. A function that a platform does not
 * support returns -ENOTSUP, and a fact that it does not know is absent.
 * src/platform/posix.c has the common functions, and exactly one of linux.c,
 * solaris.c, bsd.c, darwin.c, generic.c is built with it. Their text and
 * arithmetic is in parse.c, which is built, and tested, on every platform.
 *
 * Each of these has the functions marked (own) below. generic.c is the shortest
 * example: it uses only POSIX. doc/porting describes how to add one.
 */
#ifndef DISKIDX_PLATFORM_PLATFORM_H
#define DISKIDX_PLATFORM_PLATFORM_H

#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diskidx/base/counters.h"
#include "diskidx/base/facts.h"
#include "diskidx/base/operation.h"

#define PLATFORM_PATH 256

/* Missing on some systems, where fdopendir(3) refuses other files itself. */
#ifndef O_DIRECTORY
#define O_DIRECTORY 0
#endif

/* Kinds of cache for a file's data, by the call that drops the data. The call
 * is only a request; mincore(2) or the disk shows its effect. */
enum platform_pages {
	PAGES_UNSEEN,		/* the file system's own cache (ZFS): no call
				   drops it or looks into it; only counters show
				   its use */
	PAGES_ADVISED,		/* posix_fadvise(2) drops the clean ones */
	PAGES_MAPPED,		/* msync(2) with MS_INVALIDATE drops them; the
				   advice is accepted and ignored */
	PAGES_UNKNOWN,		/* the same, but mincore(2) knows only pages
				   read by a mapping */
};

/* The place of a device's counters; found once per target. */
struct platform_device {
	char counters[PLATFORM_PATH];	/* empty: this system has none */
	bool partial;		/* they may not count all */
};

/*
 * Return true if this -errno means that the system does not support a call:
 * EINVAL, ENOTSUP, EOPNOTSUPP or ENOSYS. Any other error is a fault of the disk
 * or the machine: a failure, never n/a.
 */
bool platform_is_unsupported(int error);

/* Set the facts of the machine: hostname, cpus, memory_bytes, system, cpu, and
 * those of uname(2). */
void platform_host(struct facts *host);

/* (own) Add what the system knows better: system, cpu, details. */
void platform_add_host(struct facts *host);

/*
 * (own) Set the facts of the file system that an open directory is on, even if
 * its name now leads elsewhere: filesystem device mount_options; disk (the
 * whole disk of a partition) and disks (its parts); details of facts.h;
 * memory_filesystem=yes if it is in memory; copies_on_write=yes if new data of
 * a file goes to another place. Fill the zeroed *device.
 */
void platform_target(int directory_fd, struct facts *target,
		     struct platform_device *device);

/* Set device and directory of a reachable mount on that block device; among
 * several, the writable one with the most space. Return 0, or -errno if no
 * table of this system has one. */
int platform_device_mount(const char *device, struct facts *mount);

/* Return the mounted devices, "/dev/vda1 on /, ...", a text of say.h. */
char *platform_mounted_devices(void);

/*
 * Switch direct I/O on or off for this descriptor. Return 0, -ENOTSUP if this
 * system has none, or another -errno if this file system refuses it. With
 * PAGES_UNSEEN, 0 promises nothing: only counters show the effect.
 */
int platform_direct(int fd, bool on);

/* (own) Ask the system for it. Return as above. */
int platform_ask_direct(int fd, bool on);

/* Have an empty file written in place, without checksums. Return 0 or
 * -errno. */
int platform_write_in_place(int fd);

/* Give a file space, and that size unless it `keeps` its own; return as
 * above. */
int platform_allocate(int fd, uint64_t bytes, bool keeps);

/* (own) Return the kind of cache of this file's data. */
enum platform_pages platform_pages(int fd);

/* (own) The alignment of offsets and lengths of direct reads and writes, if
 * neither the file nor the device reports it; 1: unknown. */
extern const unsigned platform_direct_bytes[OP_COUNT];

/* Return the alignment of direct offsets and lengths; 1: unknown. */
unsigned platform_direct_alignment(int fd, const struct facts *target,
				   enum operation op);

/* (own) Read the device's counters. Return 0 or -ENOTSUP. */
int platform_counters(const struct platform_device *device,
		      struct device_counters *counters);

/* (own) Read the counters of the CPUs and, if known, of a limit on this
 * process's use of them. Return 0 or -ENOTSUP. */
int platform_processors(struct processor_times *times);

/* Return the number in a file of the system; 0 without one. */
uint64_t platform_number(const char *path);

/* Read a clock that goes on while the machine sleeps, but not while this
 * process waits for a CPU. Return false if it may go on then, too. */
bool platform_undelayed(uint64_t *now_ns);

/* Have this worker killed when its parent dies, if there is such a call. */
void platform_die_with_parent(void);

#define PLATFORM_INBLOCK_BYTES 512	/* the unit of ru_inblock */

/* Set *bytes to the bytes that this process has read from storage. Return false
 * unless ru_inblock counts them. */
bool platform_inblock(uint64_t *bytes);

/* Space of a file system for ordinary users. */
struct platform_space {
	uint64_t size_bytes;	/* 0: this and the free space are unknown */
	uint64_t free_bytes;	/* UINT64_MAX: unknown, or more than that */
	uint64_t free_files;	/* inodes; UINT64_MAX: not limited */
};

/* Ask for the space of the file system of a file. Return 0 or -errno. */
int platform_space(int fd, struct platform_space *space);

/* Ask to drop the clean pages of a file from memory, if there is such a call.
 * Return 0 or -errno. */
int platform_drop_cache(int fd, uint64_t size_bytes);

/* Let the system read ahead nothing of a file (`none`), more than usual
 * (`more`), or as usual, if there is such a call. */
void platform_read_ahead(int fd, bool none, bool more);

/*
 * Flush the file's data to the disk: by F_FULLFSYNC if the system has it,
 * because its fsync(2) stops at the disk's cache; else by fdatasync(2) or
 * fsync(2). `all`: also metadata, such as a directory's, which fdatasync(2) may
 * leave out: by F_FULLFSYNC, else fsync(2). Return 0 or -errno.
 */
int platform_flush(int fd, bool all);

/* Count the bytes of the file's first `size_bytes` that are in memory. Return
 * 0, or -ENOTSUP if the system does not report it. */
int platform_resident(int fd, uint64_t size_bytes, uint64_t *resident_bytes);

/* Return the columns of the terminal, or 0. */
unsigned platform_columns(int fd);

/* In pages.c: ask for large pages in untouched memory that is aligned to
 * them. */
void platform_ask_large_pages(void *memory, size_t size);

/* Return the size of the pages of such memory, touched since; 0: unknown. */
uint64_t platform_page_bytes(const void *memory);

/*
 * Take free memory for the file cache, which gets it after platform_unshare().
 * The host of a virtual machine may take free memory away; it supplies each
 * page again at its first use, at a quarter of the speed or less. Take at most
 * three quarters of the free memory, and of the rest under limits, so that
 * nothing else has to go; the system may have it back at any time. Set *size to
 * the bytes taken; return NULL if that is 0.
 */
void *platform_take_memory(uint64_t bytes, size_t *size);

/* Return zeroed memory shared with processes forked later, or NULL. */
void *platform_share(size_t size);
void platform_unshare(void *memory, size_t size);

#endif
