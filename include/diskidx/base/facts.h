/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Facts: an ordered list of keys and values that describe the machine, the
 * targets and the plan. They cross from the measuring side to the reporting
 * side. A key is lower case with underscores and includes the unit
 * (memory_bytes); a value has no control character (facts_set replaces each by
 * a blank). A fact that the system does not report is absent. A record may
 * contain more facts, of a newer version.
 */
#ifndef DISKIDX_BASE_FACTS_H
#define DISKIDX_BASE_FACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diskidx/base/alloc.h"

struct fact {
	char *key, *value;
};

struct facts {
	struct fact *list;
	size_t count;
};

/*
 * All facts: name, key, type and owner, as in struct fact_entry; for a detail
 * also label and file. A fact with a label decides what a result means: -v and
 * compare show it, in this order.
 */
#define FACT_LIST(FACT, DETAIL) \
	/* The host. */ \
	FACT(HOSTNAME, "hostname", TEXT, HOST) \
	FACT(SYSTEM, "system", TEXT, HOST) \
	FACT(OS, "os", TEXT, HOST) \
	FACT(MACHINE, "machine", TEXT, HOST) \
	FACT(CPU, "cpu", TEXT, HOST) \
	FACT(CPUS, "cpus", COUNT, HOST) \
	FACT(MEMORY_BYTES, "memory_bytes", BYTES, HOST) \
	/* The limit of the container or service, if lower. */ \
	FACT(MEMORY_LIMIT_BYTES, "memory_limit_bytes", BYTES, HOST) \
	DETAIL(CLOCKSOURCE, "clocksource", TEXT, HOST, "clock source", CLOCK) \
	/* The cost of one. */ \
	DETAIL(CLOCK_READ_NS, "clock_read_ns", MEASURED_NS, HOST, \
	       "clock read", NULL) \
	DETAIL(GOVERNOR, "governor", TEXT, HOST, "frequency governor", \
	       GOVERNOR) \
	/* The pages of memory that large requests move. */ \
	DETAIL(BUFFER_PAGE_BYTES, "buffer_page_bytes", BYTES, HOST, \
	       "pages of large buffers", NULL) \
	/* The setting of Linux. */ \
	DETAIL(HUGE_PAGES, "transparent_hugepage", CHOICE, HOST, \
	       "transparent huge pages", HUGE_PAGES) \
	/* A target: as it was named, and its real path. */ \
	FACT(DIRECTORY, "directory", TEXT, TARGET) \
	FACT(REAL_PATH, "real_path", TEXT, TARGET) \
	FACT(FILESYSTEM, "filesystem", TEXT, TARGET) \
	FACT(DEVICE, "device", TEXT, TARGET) \
	/* The file system's number, and what only this boot has. */ \
	FACT(FILESYSTEM_ID, "filesystem_id", TEXT, TARGET) \
	FACT(FREE_BYTES, "free_bytes", BYTES, TARGET) \
	/* The size of the file system; in a plan, of a work file. */ \
	FACT(SIZE_BYTES, "size_bytes", BYTES, TARGET) \
	DETAIL(MOUNT_OPTIONS, "mount_options", TEXT, TARGET, \
	       "mount options", NULL) \
	/* sync dirsync data=journal: of the mount, or by directory flags. */ \
	DETAIL(WRITE_OPTIONS, "write_options", TEXT, TARGET, "writes", NULL) \
	FACT(DISK, "disk", TEXT, TARGET) \
	FACT(DISKS, "disks", TEXT, TARGET) \
	FACT(MEMORY_FILESYSTEM, "memory_filesystem", TEXT, TARGET) \
	/* The size of each work file, and their number per copy if not 1. */ \
	FACT(FILE_BYTES, "file_bytes", BYTES, TARGET) \
	FACT(WORK_FILES, "work_files", COUNT, TARGET) \
	/* partial: some of its devices may not be counted; off: by the \
	 * system's settings; stuck: they missed the fill. */ \
	FACT(DEVICE_COUNTERS, "device_counters", TEXT, TARGET) \
	/* Limits of the container or service, in words of its control group: \
	 * rbps wbps riops wiops. */ \
	DETAIL(IO_LIMIT, "io_limit", TEXT, TARGET, "I/O limit", NULL) \
	/* All data was checked, as earlier versions could. */ \
	FACT(VERIFIED, "verified", TEXT, TARGET) \
	/* Reason why no counter here proves that a disk is used. */ \
	FACT(UNPROVEN, "unproven", TEXT, TARGET) \
	/* The remedy for a cache that no call empties. */ \
	FACT(OWN_CACHE, "own_cache", TEXT, TARGET) \
	/* The idle moment before round 1, and the device's activity in it. */ \
	FACT(IDLE_NS, "idle_ns", NS, TARGET) \
	FACT(IDLE_BUSY_MS, "idle_busy_ms", COUNT, TARGET) \
	FACT(IDLE_IOS, "idle_ios", COUNT, TARGET) \
	FACT(IDLE_READ_BYTES, "idle_read_bytes", BYTES, TARGET) \
	FACT(IDLE_WRITE_BYTES, "idle_write_bytes", BYTES, TARGET) \
	/* Waits for an idle device before samples, in sum; those in vain. */ \
	FACT(SETTLE_NS, "settle_ns", NS, TARGET) \
	FACT(SETTLE_FAILURES, "settle_failures", COUNT, TARGET) \
	DETAIL(FILESYSTEM_OPTIONS, "filesystem_options", TEXT, TARGET, \
	       "file system options", NULL) \
	DETAIL(FILESYSTEM_BLOCK_BYTES, "filesystem_block_bytes", BYTES, \
	       TARGET, "file system block", NULL) \
	/* yes: ext4 still writes its tables. */ \
	FACT(LAZY_INIT, "lazy_init", TEXT, TARGET) \
	/* yes, or no, by its settings. */ \
	DETAIL(COPIES_ON_WRITE, "copies_on_write", TEXT, TARGET, \
	       "copies on write", NULL) \
	DETAIL(COMPRESSION, "compression", TEXT, TARGET, "compression", NULL) \
	DETAIL(CHECKSUMS, "checksums", TEXT, TARGET, "checksums", NULL) \
	/* In place: without checksums. */ \
	DETAIL(DIRECT_WRITES, "direct_writes", TEXT, TARGET, "direct writes", \
	       NULL) \
	DETAIL(LAYERS, "layers", LAYER, LAYER, "layers", "dm/uuid") \
	DETAIL(RAID_LAYERS, "layers", TEXT, LAYER, NULL, "md/level") \
	/* yes: a virtual machine's. */ \
	DETAIL(VIRTUAL_DISK, "virtual_disk", TEXT, TARGET, "virtual disk", \
	       NULL) \
	/* The slowest link to the disk, and what it carries each way. */ \
	DETAIL(LINK, "link", TEXT, TARGET, "link", NULL) \
	FACT(LINK_BYTES, "link_bytes_per_s", COUNT, TARGET) \
	DETAIL(VENDOR, "vendor", TEXT, PART, "vendor", "device/vendor") \
	DETAIL(MODEL, "model", TEXT, PART, "model", "device/model") \
	DETAIL(NUMA_NODE, "numa_node", TEXT, PART, "NUMA node", "numa_node") \
	DETAIL(ROTATIONAL, "rotational", SWITCH, TARGET, "rotational", \
	       "queue/rotational") \
	DETAIL(LOGICAL_BLOCK_BYTES, "logical_block_bytes", BYTES, TARGET, \
	       "logical block", "queue/logical_block_size") \
	DETAIL(PHYSICAL_BLOCK_BYTES, "physical_block_bytes", BYTES, TARGET, \
	       "physical block", "queue/physical_block_size") \
	DETAIL(ALIGNMENT_OFFSET_BYTES, "alignment_offset_bytes", BYTES, \
	       TARGET, "alignment offset", "alignment_offset") \
	DETAIL(PARTITION_START_SECTORS, "partition_start_sectors", COUNT, \
	       TARGET, "partition start", "start") \
	DETAIL(WRITE_CACHE, "write_cache", TEXT, PART, "write cache", \
	       "queue/write_cache") \
	DETAIL(FUA, "fua", SWITCH, PART, "FUA", "queue/fua") \
	DETAIL(SCHEDULER, "scheduler", CHOICE, PART, "scheduler", \
	       "queue/scheduler") \
	DETAIL(NR_REQUESTS, "nr_requests", TEXT, PART, "nr_requests", \
	       "queue/nr_requests") \
	DETAIL(READ_AHEAD_KB, "read_ahead_kb", COUNT, TARGET, "read_ahead_kb", \
	       "queue/read_ahead_kb") \
	DETAIL(WBT_LAT_USEC, "wbt_lat_usec", TEXT, PART, "wbt_lat_usec", \
	       "queue/wbt_lat_usec") \
	DETAIL(IO_POLL, "io_poll", SWITCH, PART, "polling", "queue/io_poll") \
	/* The plan. */ \
	FACT(TIME_NS, "time_ns", NS, PLAN) \
	FACT(ROUNDS, "rounds", COUNT, PLAN) \
	FACT(WARM_UP_NS, "warm_up_ns", NS, PLAN) \
	FACT(DELAY_NS, "delay_ns", NS, PLAN) \
	FACT(MAX_TIME_NS, "max_time_ns", NS, PLAN) \
	/* With fills and warm-ups; for File Copy, what reaches the disk. */ \
	FACT(WRITTEN_BYTES, "written_bytes", BYTES, PLAN) \
	FACT(NOTE, "note", TEXT, PLAN) \
	/* The promise that `capacity` searched for: "read p99 < 2ms". */ \
	FACT(PROMISE, "promise", TEXT, PLAN) \
	/* The set of hosts that start together, and their number; the longest \
	 * time from go to a start; MPI's name of the host. */ \
	FACT(BARRIER, "barrier", TEXT, PLAN) \
	FACT(BARRIER_HOSTS, "barrier_hosts", COUNT, PLAN) \
	FACT(SKEW_NS, "skew_ns", NS, PLAN) \
	FACT(LAUNCHED_AS, "launched_as", TEXT, PLAN) \
	/* Its version, and the tests of the suites: see suite.h. */ \
	FACT(DISK_SUITE, "disk_suite", TEXT, PLAN) \
	FACT(SUITE_TESTS, "suite_tests", TEXT, PLAN)

#define FACT_NUMBER(name, ...) FACT_##name,
enum fact_key { FACT_LIST(FACT_NUMBER, FACT_NUMBER) FACT_KEYS };

/* The owner of a fact; in a target, the device whose file has it. */
enum fact_owner {
	OWNER_HOST,		/* its file has an absolute path */
	OWNER_TARGET,		/* the one mounted, or the file system itself */
	OWNER_LAYER,		/* each from there down: "lvm,crypt,raid1" */
	OWNER_PART,		/* each at the bottom: "none,bfq" if unequal */
	OWNER_PLAN
};

enum fact_type {
	TYPE_TEXT,
	TYPE_SWITCH,		/* 0 or 1 */
	TYPE_CHOICE,		/* in the file: "none [mq-deadline]" */
	TYPE_LAYER,		/* in the file: "CRYPT-LUKS2-..." */

	/* Numbers, also in JSON. */
	TYPE_COUNT,
	TYPE_BYTES,
	TYPE_NS,
	TYPE_MEASURED_NS	/* only its order of magnitude counts */
};

struct fact_entry {
	const char *key;
	enum fact_type type;
	enum fact_owner owner;
	const char *label;	/* NULL: it is shown in another way */
	const char *file;	/* of Linux, in the device's directory in sysfs;
				   NULL: it is found in another way */
};

extern const struct fact_entry fact_entry[FACT_KEYS];

/* Return the fact of that key; FACT_KEYS: this version has none. */
enum fact_key facts_key(const char *key);

/* Return a fact's value as people read it, perhaps a text of say.h (NULL:
 * NULL). */
const char *facts_readable(enum fact_key key, const char *value);

/* Return the text after a word of a list with commas, such as "=zstd,..." after
 * a mount option; NULL if the word is not there. */
const char *facts_find_word(const char *list, const char *word);

/* Add a fact, or replace the value of an existing one, by what printf would
 * print, a number, or a text on the heap, which is taken over. */
#define facts_set(facts, fact, ...) \
	facts_put(facts, fact_entry[fact].key, xprintf(__VA_ARGS__))
void facts_put(struct facts *facts, const char *key, char *value);
#define facts_set_number(facts, fact, number) \
	facts_set(facts, fact, "%llu", (unsigned long long)(number))

/* Add a fact of any key; return false if it is there already. */
bool facts_carry(struct facts *facts, const char *key, const char *value);

/* Return the value, or NULL. */
const char *facts_get(const struct facts *facts, enum fact_key key);

/* Return the value as a number, or `otherwise`. */
uint64_t facts_number(const struct facts *facts, enum fact_key key,
		      uint64_t otherwise);

void facts_free(struct facts *facts);

#endif
