/*
 * Platform: what only the operating system can say or do. Every function
 * exists on every platform; what one can't do returns -ENOTSUP, and what it
 * can't tell is absent. src/platform/posix.c holds what all share, and
 * exactly one of linux.c, generic.c, ... is built with it.
 *
 * To add one: write src/platform/NAME.c with the functions marked (own), add
 * an arm to the `case` on host_os in configure.ac and the file to EXTRA_DIST.
 * generic.c is the shortest example: it knows nothing beyond POSIX.
 */
#ifndef DISKIDX_PLATFORM_H
#define DISKIDX_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diskidx/counters.h"
#include "diskidx/facts.h"

#define PLATFORM_PATH 256

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

/* (own) Direct I/O on or off for this descriptor. 0 or -errno. */
int platform_direct(int fd, bool on);

/* (own) What direct offsets and lengths must be a multiple of; 1: unknown. */
unsigned platform_direct_alignment(int fd, const struct facts *target);

/* (own) What the device has done so far. 0, or -ENOTSUP where it's untold. */
int platform_counters(const struct platform_device *device,
		      struct device_counters *counters);

/* (own) What the processors have done so far. 0, or -ENOTSUP. */
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

/* Asks to drop the clean pages of a file from memory. 0 or -errno. */
int platform_drop_cache(int fd, uint64_t size_bytes);

/*
 * How many of the file's first `size_bytes` are in memory. 0, or -ENOTSUP
 * where the system can't tell.
 */
int platform_resident(int fd, uint64_t size_bytes, uint64_t *resident_bytes);

/* Memory shared with processes forked later, zeroed; NULL if short. */
void *platform_share(size_t size);
void platform_unshare(void *memory, size_t size);

#endif
