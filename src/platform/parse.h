/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Parse: the text and arithmetic of mounts, devices and CPUs, without a system
 * call. It is built, and tested, everywhere. */
#ifndef DISKIDX_PLATFORM_PARSE_H
#define DISKIDX_PLATFORM_PARSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diskidx/base/counters.h"
#include "diskidx/base/facts.h"

/* Copy `length` bytes. Return 0 or -ENAMETOOLONG. */
int parse_copy(char *to, size_t size, const char *from, size_t length);

/* One line of a table of mounts. */
struct parse_mount {
	char device[4096], point[4096], type[256], options[4096];
	char super[4096];	/* Linux: the file system's own options */
	unsigned id;		/* its number; 0: none */
};

/* Parse a line of Solaris's /etc/mnttab, see mnttab(5), or of Linux's
 * /proc/self/mountinfo, see proc(5). Return 0, or -EINVAL if it is not one. */
int parse_mnttab(const char *line, struct parse_mount *mount);
int parse_mountinfo(const char *line, struct parse_mount *mount);

/* Replace Linux's \ooo for blanks and backslashes in names, in place. */
void parse_unescape(char *text);

/* Find the directory that an overlay writes to in its options. Return 0;
 * -EINVAL if there is none, or a relative name; or -errno. */
int parse_upper(const char *options, char *path, size_t size);

/* Return true if the path is the mount point or below it. */
bool parse_is_below(const char *path, const char *point);

/* Find the mount of the highest rank in this system's table, the last of
 * equals; rank 0 does not count. Return 0, or -ENOENT if there is none. */
int parse_find_best(size_t (*rank)(const struct parse_mount *mount,
				   const char *wanted),
		    const char *wanted, struct parse_mount *found);

/* Rank the mount with that number; or, for a path, which begins with "/", the
 * mounts that show it: the longest mount point is best. */
size_t parse_rank_mount(const struct parse_mount *mount, const char *wanted);

/* Read the rest of a file's first line that starts with `key`; 0 or -ENOENT. */
int parse_find_line(const char *path, const char *key, char *text, size_t size);

/* Read the first line of a file in a directory; return false without one. */
bool parse_first_line(const char *directory, const char *name, char *text,
		      size_t size);

/* Read the numbers at the beginning of a text. Return how many, at most n. */
size_t parse_numbers(const char *text, uint64_t *number, size_t n);

/* In parse-disks.c: return true for a device and its parts by their names: vda1
 * of vda, nvme0n1p1 of nvme0n1, c0t0d0s0 of c0t0d0. */
bool parse_is_part(const char *part, const char *device);

/*
 * Write the true location of a path that a loopback mount shows to `there`.
 * Return 0; -EINVAL if it is not a loopback mount, or if the location is
 * hidden, as in a zone, which sees the mount point instead; or -errno.
 */
int parse_loopback(const struct parse_mount *mount, const char *path,
		   char *there, size_t size);

/* Cut "/devices/pci@0,0/disk@0,0:a" to the node "/pci@0,0/disk@0,0". Return 0
 * or -errno. */
int parse_node(const char *path, char *node, size_t size);

/* Cut "/dev/da0s1a", "/dev/sd0a" and "/dev/disk1s2" to their disks da0, sd0 and
 * disk1. Return 0, -EINVAL for other names (a label, a dataset), or -errno. */
int parse_disk(const char *device, char *disk, size_t size);

/*
 * Find the disk below a device in FreeBSD's kern.geom.conftxt, a tree of "LEVEL
 * CLASS NAME SIZE ...": the last name of level 0 before its own. If there are
 * several disks, it is the first, and *several is set. Return 0 or -errno.
 */
int parse_label(const char *tree, const char *device, char *disk, size_t size,
		bool *several);

/* Return true if only virtual machines have a disk with that name, vendor and
 * model ("": unknown). */
bool parse_is_virtual_disk(const char *disk, const char *vendor,
			   const char *model);

/* Set the facts of btrfs, compression, checksums and copies_on_write, by its
 * options and the flags of the directory, as in <linux/fs.h>. */
void parse_set_btrfs(struct facts *target, const char *options,
		     unsigned flags);

/* Set write_options to those of the options, and of a directory's flags as in
 * <linux/fs.h>, that change writes. */
void parse_set_writes(struct facts *target, const char *options,
		      unsigned flags);

/* A flag of a mount and its name; the last one's is NULL. */
struct parse_option {
	uint64_t flag;
	const char *name;
};

/* Set mount_options to "ro" or "rw" and the names of the set flags, and the
 * facts that follow from them. */
void parse_set_options(struct facts *target, bool is_read_only, uint64_t flags,
		       const struct parse_option *option);

/* Set the facts that follow from a type: free_bytes, if no file can be made
 * there; memory_filesystem; copies_on_write, if new data of a file goes to
 * another place; own_cache; and unproven, for a network file system. */
void parse_set_type(struct facts *target, const char *type);

/* Set `disk` and `disks` to a disk without parts, and unproven if it may be
 * memory, or a file. */
void parse_set_disk(struct facts *target, const char *disk);

/*
 * Add up the statistics of an OpenZFS pool, since version 2.3, each read by its
 * name. Reads are those that the cache did not have. Writes are the direct
 * ones: others are counted when they are made in memory. Return 0, or -ENOTSUP
 * if a statistic cannot be read.
 */
int parse_pool(const char *pool, bool (*read)(const char *pool,
					      const char *name,
					      uint64_t *number),
	       struct device_counters *counters);

/* Convert ticks, added up over all CPUs. */
struct processor_times parse_ticks(uint64_t busy, uint64_t idle,
				   unsigned ticks_per_s);

/* The kinds of hierarchy in /proc/self/cgroup. */
enum parse_hierarchy {
	HIERARCHY_OTHER,	/* with other controllers */
	HIERARCHY_CONTROLLER,	/* version 1, of the controller asked for */
	HIERARCHY_UNIFIED,	/* version 2, if no other has it */
};

/*
 * Return the hierarchy of such a line, with the group's path below its mount:
 * "/a/b", or "" for the top. A group outside the mount, or with too long a
 * path, is HIERARCHY_OTHER.
 */
enum parse_hierarchy parse_cgroup(const char *line, const char *controller,
				  char *path, size_t size);

#endif
