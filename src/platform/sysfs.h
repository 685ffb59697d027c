/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* sysfs: a disk of Linux, and the devices that it consists of, down to the last
 * level: partitions, LVM, dm-crypt, md, and loop devices with their files. */
#ifndef DISKIDX_PLATFORM_SYSFS_H
#define DISKIDX_PLATFORM_SYSFS_H

#include <stdbool.h>

#include "diskidx/base/facts.h"
#include "parse.h"

/* From <linux/fs.h>, which some C libraries come without. */
#define GET_FLAGS ((unsigned)_IOR('f', 1, long))

/* Set a fact to the result of parse_find_line, if any, without quotes. */
void sysfs_set_fact(struct facts *facts, enum fact_key fact, const char *path,
		    const char *key);

/* Return true for the type of tmpfs, or of another of its kind. */
bool sysfs_is_memory(unsigned type);

/* Find the mount that an open directory is on, if it is visible from here. */
bool sysfs_find_mount(int fd, struct parse_mount *mount);

/* Find the directory in sysfs (PATH_MAX bytes), if any, of the disk of an open
 * directory on that mount, or of one of several disks (*partial). */
bool sysfs_find(int fd, const struct parse_mount *mount, char *sys,
		bool *partial);

/* Return true if an open directory is on the mount, and the mount's device is
 * the wanted one, a partition of it, or made of one (LVM, dm-crypt, md). */
bool sysfs_is_on(int fd, const struct parse_mount *mount, const char *wanted);

/*
 * Set the facts of the disk or partition with this directory, which becomes the
 * disk's: disk disks, the details with files; memory_filesystem and unproven,
 * if any level is memory, or a loop device with its file in memory;
 * virtual_disk; io_limit; and the link to it, if it is all of the file system.
 */
void sysfs_describe(char *sys, bool is_all, struct facts *target);

/* Return true if the system does not count for the disk, by its settings. The
 * device mapper has its own counters, although this file says 0 (Linux 6.1). */
bool sysfs_is_uncounted(const char *sys);

#endif
