/*
 * What systems say about mounts, devices and processors, as text and
 * arithmetic: no call of any system. Built, and tested, everywhere; see parse.c.
 */
#ifndef DISKIDX_PLATFORM_PARSE_H
#define DISKIDX_PLATFORM_PARSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diskidx/counters.h"

/* Why figures are `unproven`. */
#define PARSE_ZFS "ZFS has a cache of its own, which no call empties or " \
	"looks into"
#define PARSE_NETWORK "a network's file system may have it in a server's " \
	"memory"
#define PARSE_MEMORY_DISK "a disk of this kind may be memory, or a file in it"

/* One line of /etc/mnttab; see mnttab(5). */
struct parse_mount {
	char device[1024], point[1024], type[64], options[1024];
};

/* 0, or -EINVAL: not such a line, or longer than there is room. */
int parse_mnttab(const char *line, struct parse_mount *mount);

/* Linux writes blanks and backslashes in names as \ooo; back, in place. */
void parse_unescape(char *text);

/* Whether the path is the mount point or lies below it. */
bool parse_is_below(const char *path, const char *point);

/*
 * Where the path, which the mount shows, really lies. 0, -EINVAL if this is
 * no loopback mount or what it shows is hidden (in a zone, which sees the mount
 * point in its place), or -errno.
 */
int parse_loopback(const struct parse_mount *mount, const char *path,
		   char *there, size_t size);

/* "/devices/pci@0,0/disk@0,0:a" is node "/pci@0,0/disk@0,0". 0 or -errno. */
int parse_node(const char *path, char *node, size_t size);

/* "rpool/export/home" is in "rpool". 0 or -errno. */
int parse_pool(const char *dataset, char *pool, size_t size);

/*
 * "/dev/da0s1a", "/dev/sd0a" and "/dev/disk1s2" are on the disks da0, sd0 and
 * disk1. 0, -EINVAL if it is no such name (a label, a dataset), or -errno.
 */
int parse_disk(const char *device, char *disk, size_t size);

/* What the file system's name says. */
bool parse_is_network(const char *type);
bool parse_is_memory(const char *type);

/* A memory disk, by its name: of memory, or of a file. */
bool parse_is_memory_disk(const char *disk);

/*
 * What asking a file system for direct I/O gave, as platform_direct returns
 * it: on ZFS the advice does nothing even where it is accepted.
 */
int parse_direct(const char *type, int error);

/* What devices tell that keep no times a request; nanoseconds. */
struct parse_io {
	uint64_t reads, read_bytes, writes, written_bytes;
	uint64_t busy_ns;	/* with at least one request */
	uint64_t queue_ns;	/* summed over all requests, waiting too */
};

void parse_counters(const struct parse_io *io,
		    struct device_counters *counters);

/* Seconds and 2^-64 of them (FreeBSD's bintime). */
uint64_t parse_bintime_ns(int64_t seconds, uint64_t fraction);

/* Ticks of all processors together, at so many a second. */
struct processor_times parse_ticks(uint64_t busy, uint64_t idle,
				   unsigned ticks_per_s);

/* What a line of /proc/self/cgroup is about. */
enum parse_hierarchy {
	HIERARCHY_OTHER,	/* it limits no processor time */
	HIERARCHY_CPU,		/* version 1, of the controller cpu */
	HIERARCHY_UNIFIED,	/* version 2: limits it, if no other does */
};

/*
 * The hierarchy of such a line, and where the group lies in what is mounted of
 * it: "/a/b", or "" for the top. A group that lies outside of that, or whose
 * path is longer than there is room, is HIERARCHY_OTHER.
 */
enum parse_hierarchy parse_cgroup(const char *line, char *path, size_t size);

/*
 * Adds to the times what a line of cpu.stat tells of the limit: nr_periods,
 * nr_throttled, and throttled_usec or (version 1, nanoseconds)
 * throttled_time. Other lines add nothing.
 */
void parse_cpu_stat(const char *line, struct processor_times *times);

#endif
