/*
 * Platform: what only the operating system can say or do. Every function
 * exists on every platform; what one can't do returns -ENOTSUP, and what it
 * can't tell is absent. src/platform/posix.c holds what all share, and
 * exactly one of linux.c, solaris.c, bsd.c, darwin.c, generic.c is built with
 * it. What is text or arithmetic in them stands in parse.c, which is built,
 * and tested, on every platform.
 *
 * To add one: write src/platform/NAME.c with the functions marked (own), add
 * an arm to the `case` on host_os in configure.ac and the file to EXTRA_DIST.
 * generic.c is the shortest example: it knows nothing beyond POSIX.
 */
#ifndef DISKIDX_PLATFORM_H
#define DISKIDX_PLATFORM_H

#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diskidx/counters.h"
#include "diskidx/facts.h"

#define PLATFORM_PATH 256

/* Not on all systems; what is no directory is refused by fdopendir, then. */
#ifndef O_DIRECTORY
#define O_DIRECTORY 0
#endif

/*
 * Where a file's data are kept in memory, and what drops them. Each drop is
 * only asked for; what it did is shown by mincore(2) or by the disk.
 */
enum platform_pages {
	PAGES_UNSEEN,		/* in a cache of the file system's own (ZFS):
				   no call drops it or looks into it */
	PAGES_ADVISED,		/* posix_fadvise(2) drops the clean ones */
	PAGES_MAPPED,		/* msync(2) with MS_INVALIDATE drops them; the
				   advice is accepted and ignored */
	PAGES_UNTOLD,		/* the same, but mincore(2) doesn't tell what
				   other ways than a mapping left in memory */
};

/* Where a device's counters are read; found once per target. */
struct platform_device {
	char counters[PLATFORM_PATH];	/* empty: this system has none */
	bool partial;		/* the file system may have more devices */
};

/* (own) Facts about the machine: system, cpu, and platform_posix_host's. */
void platform_host(struct facts *host);

/*
 * (own) Facts about the file system that holds `directory`: filesystem
 * device mount_options; disk (the whole one, of a partition) and disks (that it
 * consists of); scheduler rotational logical_block_bytes;
 * memory_filesystem=yes where it lives in memory. Fills *device.
 */
void platform_target(const char *directory, struct facts *target,
		     struct platform_device *device);

/*
 * (own) Direct I/O on or off for this descriptor. 0, or -errno: -ENOTSUP if
 * this system has none, any other if this file system refuses it. An advice
 * that is accepted where it is known to do nothing counts as refused.
 */
int platform_direct(int fd, bool on);

/* (own) For the file system that the open file lies on. */
enum platform_pages platform_pages(int fd);

/* (own) What direct offsets and lengths must be a multiple of; 1: unknown. */
unsigned platform_direct_alignment(int fd, const struct facts *target);

/* (own) What the device has done so far. 0, or -ENOTSUP where it's untold. */
int platform_counters(const struct platform_device *device,
		      struct device_counters *counters);

/*
 * (own) What the processors have done so far, and a limit on this process's use
 * of them, as far as it is told. 0, or -ENOTSUP.
 */
int platform_processors(struct processor_times *times);

/* (own) In a worker: be killed when the parent dies. 0 or -ENOTSUP. */
int platform_die_with_parent(void);

/* (own) Whether ru_inblock counts reads from storage, in 512-byte units. */
bool platform_has_inblock(void);

/* hostname, cpus, memory_bytes, and what uname(2) says. */
void platform_posix_host(struct facts *host);

/* size_bytes and free_bytes (for ordinary users). 0 or -errno. */
int platform_space(const char *directory, uint64_t *size_bytes,
		   uint64_t *free_bytes);

/*
 * Asks to drop the clean pages of a file from memory. 0 or -errno. Where its
 * cache is unseen: -ENOTSUP, but 0 for a file that platform_outgrows_memory.
 */
int platform_drop_cache(int fd, uint64_t size_bytes);

/* Whether it is more than twice the memory: most of it can't be cached. */
bool platform_outgrows_memory(uint64_t size_bytes);

/*
 * Puts what was written to the file on the disk: F_FULLFSYNC where the system
 * has that, for its fsync(2) stops at the disk's cache; else fdatasync(2); else
 * fsync(2). platform_flush_all is for what fdatasync(2) may leave out, such as
 * directories: F_FULLFSYNC, else fsync(2). 0, or -1 with errno.
 */
int platform_flush(int fd);
int platform_flush_all(int fd);

/*
 * How many of the file's first `size_bytes` are in memory. 0, or -ENOTSUP
 * where the system can't tell.
 */
int platform_resident(int fd, uint64_t size_bytes, uint64_t *resident_bytes);

/* Memory shared with processes forked later, zeroed; NULL if short. */
void *platform_share(size_t size);
void platform_unshare(void *memory, size_t size);

#endif
