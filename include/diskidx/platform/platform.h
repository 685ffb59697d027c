/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Platform: the questions that only the operating system can answer. Every
 * function exists on every platform. A function that a platform cannot do
 * returns -ENOTSUP, and a fact that it does not know is absent.
 * src/platform/posix.c holds the common functions, and exactly one of linux.c,
 * solaris.c, bsd.c, darwin.c, generic.c is built with it. Their text and
 * arithmetic is in parse.c, which is built, and tested, on every platform.
 *
 * Each of these has what is marked (own) below. generic.c is the shortest
 * example: it uses POSIX and nothing else. doc/porting tells how to add one.
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

/*
 * Kinds of memory that a file's data are cached in, by the call that drops
 * them. The call is only a request; mincore(2) or the disk shows its effect.
 */
enum platform_pages {
	PAGES_UNSEEN,		/* a cache of the file system's own (ZFS): no
				   call drops it or looks into it, and only
				   counters tell what came from it */
	PAGES_ADVISED,		/* posix_fadvise(2) drops the clean ones */
	PAGES_MAPPED,		/* msync(2) with MS_INVALIDATE drops them; the
				   advice is accepted and ignored */
	PAGES_UNKNOWN,		/* the same, but mincore(2) only knows pages
				   that came to memory by a mapping */
};

/* The place of a device's counters; found once per target. */
struct platform_device {
	char counters[PLATFORM_PATH];	/* empty: this system has none */
	bool partial;		/* more may be moved than they count */
};

/*
 * Return true if this -errno says that the system cannot do what was asked:
 * EINVAL, ENOTSUP, EOPNOTSUPP or ENOSYS. Any other is a fault of the disk or of
 * the machine, and stands for a failure, never for n/a.
 */
bool platform_is_unsupported(int error);

/* Set the facts of the machine: hostname, cpus, memory_bytes, system, cpu, and
 * what uname(2) says. */
void platform_host(struct facts *host);

/* (own) Add what the system knows better: system, cpu, details. */
void platform_add_host(struct facts *host);

/*
 * (own) Set the facts of the file system that an open directory is on, whatever
 * its name leads to by now: filesystem device mount_options; disk (the whole
 * one, of a partition) and disks (its parts); details of facts.h;
 * memory_filesystem=yes if it lives in memory; copies_on_write=yes if what
 * replaces data of a file goes to another place. Fill *device, which is zeroed
 * before.
 */
void platform_target(int directory_fd, struct facts *target,
		     struct platform_device *device);

/* Set device and directory of a mount that lies on that block device and can be
 * reached, of those that may be written to the one with most space. Return 0 or
 * -errno: no table of this system has one. */
int platform_device_mount(const char *device, struct facts *mount);

/* Return the mounted devices, "/dev/vda1 on /, ..."; it lasts as say.h says. */
char *platform_mounted_devices(void);

/*
 * Switch direct I/O on or off for this descriptor. Return 0, -ENOTSUP if this
 * system has none, or another -errno if this file system refuses it. With
 * PAGES_UNSEEN, 0 promises nothing: only counters tell what was done.
 */
int platform_direct(int fd, bool on);

/* (own) Ask the system for it. Return likewise. */
int platform_ask_direct(int fd, bool on);

/* Let an empty file be written in place, without checksums. Return 0 or
 * -errno. */
int platform_write_in_place(int fd);

/* Give a file space, and the size unless it `keeps` its. Return as above. */
int platform_allocate(int fd, uint64_t bytes, bool keeps);

/* (own) Return the kind of cache that this file's data are in. */
enum platform_pages platform_pages(int fd);

/* (own) The alignment of offsets and lengths of direct reads and writes, where
 * neither the file nor the device tells its own; 1: unknown. */
extern const unsigned platform_direct_bytes[OP_COUNT];

/* Return the alignment of direct offsets and lengths; 1: unknown. */
unsigned platform_direct_alignment(int fd, const struct facts *target,
				   enum operation op);

/* (own) Read what the device has done so far. Return 0 or -ENOTSUP. */
int platform_counters(const struct platform_device *device,
		      struct device_counters *counters);

/*
 * (own) Read what the processors have done so far, and what is known of a limit
 * on this process's use of them. Return 0 or -ENOTSUP.
 */
int platform_processors(struct processor_times *times);

/* Return the number in a file of the system; 0 without one. */
uint64_t platform_number(const char *path);

/* Read a clock that goes on while the machine sleeps, but not while this
 * process waits for a processor. Return false if it may go on then, too. */
bool platform_undelayed(uint64_t *now_ns);

/* Have this worker killed when its parent dies. Return 0 or -errno. */
int platform_die_with_parent(void);

#define PLATFORM_INBLOCK_BYTES 512	/* the unit of ru_inblock */

/* Set *bytes to what this process has read from storage. Return false unless
 * ru_inblock counts it. */
bool platform_inblock(uint64_t *bytes);

/* Space of a file system, as far as ordinary users may take it. */
struct platform_space {
	uint64_t size_bytes;	/* 0: it tells neither this nor what is free */
	uint64_t free_bytes;	/* UINT64_MAX: unknown, or more than that */
	uint64_t free_files;	/* inodes; UINT64_MAX: not limited */
};

/* Ask for the space of the file system that a file is on. Return 0 or
 * -errno. */
int platform_space(int fd, struct platform_space *space);

/* Ask to drop the clean pages of a file from memory, if there is a call for it.
 * Return 0 or -errno. */
int platform_drop_cache(int fd, uint64_t size_bytes);

/* Let the system read no more of a file than it is asked for, or more ahead
 * than usual, or else as usual, if there is a call for it. */
void platform_read_ahead(int fd, bool none, bool more);

/*
 * Flush the file's data to the disk: by F_FULLFSYNC where the system has it,
 * since its fsync(2) stops at the disk's cache; else by fdatasync(2) or
 * fsync(2). platform_flush_all includes metadata, such as a directory's, which
 * fdatasync(2) may leave out: F_FULLFSYNC, else fsync(2). Return 0 or -errno.
 */
int platform_flush(int fd);
int platform_flush_all(int fd);

/*
 * Count the bytes of the file's first `size_bytes` that are in memory. Return
 * 0, or -ENOTSUP if the system can't tell.
 */
int platform_resident(int fd, uint64_t size_bytes, uint64_t *resident_bytes);

/* Return the columns of the terminal, or 0. */
unsigned platform_columns(int fd);

/* In pages.c: ask for large pages in memory that is aligned to them and not yet
 * touched. */
void platform_ask_large_pages(void *memory, size_t size);

/* Return the size of the pages of such memory, touched since; 0: unknown. */
uint64_t platform_page_bytes(const void *memory);

/*
 * Take free memory for the file cache, which gets it when platform_unshare()
 * gives it back: a virtual machine's host may take what is free, and supplies
 * each page again at its first use, at a quarter of the speed or less. At most
 * three quarters of what is free, and of what limits leave, are taken, so that
 * nothing else has to go; and the system may have it back at any time. Set
 * *size to the bytes that were taken; return NULL if it is 0.
 */
void *platform_take_memory(uint64_t bytes, size_t *size);

/* Return zeroed memory shared with processes forked later, or NULL. */
void *platform_share(size_t size);
void platform_unshare(void *memory, size_t size);

#endif
