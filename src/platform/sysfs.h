/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * sysfs: a disk of Linux, and the devices that it consists of, down to the last
 * level: partitions, LVM, dm-crypt, md, and loop devices with their files.
 */
#ifndef DISKIDX_PLATFORM_SYSFS_H
#define DISKIDX_PLATFORM_SYSFS_H

#include <stdbool.h>
#include <stddef.h>

#include "diskidx/facts.h"

/* Set a fact to what parse_find_line finds, without quotes, if it is there. */
void sysfs_set_fact(struct facts *facts, enum fact_key fact, const char *path,
		    const char *key);

/* Return true for a file or directory on tmpfs, or another of its kind. */
bool sysfs_is_in_memory(const char *path);

/* Find the directory in sysfs, of PATH_MAX bytes, of a disk or partition, or of
 * the one that a file is on. Return false if it has none. */
bool sysfs_find(const char *device, char *sys);
bool sysfs_find_below(const char *file, char *sys);

/* Return true if one device is the other, a partition of it, or made of one
 * (LVM, dm-crypt, md). */
bool sysfs_is_on(const char *device, const char *wanted);

/*
 * Set the facts of the disk or partition with this directory, which becomes the
 * disk's: disk disks, the details with files; memory_filesystem and
 * unproven, if on any level it is memory, or a loop device with its file in
 * memory; virtual_disk; io_limit; and, if it is all of the file system, the
 * link to it.
 */
void sysfs_describe(char *sys, bool is_all, struct facts *target);

/*
 * Return true if the system is set to keep no account of the disk. The device
 * mapper keeps its own, although this file says 0 for it (Linux 6.1).
 */
bool sysfs_is_uncounted(const char *sys);

#endif
