/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Facts: an ordered list of keys and values that describe the machine, the
 * targets and the plan. They cross from the measuring side to the reporting
 * side. A key is lower case with underscores and carries the unit
 * (memory_bytes); a value holds no control character (facts_set replaces each
 * by a blank). A fact that the system does not tell is absent.
 *
 * To add one: a number in enum fact_key, a row in the table of facts.c, and
 * its key in diskidx-record.5. A record may hold others, of a newer version.
 */
#ifndef DISKIDX_FACTS_H
#define DISKIDX_FACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diskidx/printf.h"

struct fact {
	char *key, *value;
};

struct facts {
	struct fact *list;
	size_t count;
};

/* With a label in its row, a fact decides what a figure means: -v and compare
 * tell it, in this order. */
enum fact_key {
	/* The host. */
	FACT_HOSTNAME, FACT_SYSTEM, FACT_OS, FACT_MACHINE, FACT_CPU, FACT_CPUS,
	FACT_MEMORY_BYTES,
	FACT_MEMORY_LIMIT_BYTES,	/* of the container or service, if
					   lower */
	FACT_CLOCKSOURCE,
	FACT_CLOCK_READ_NS,		/* the cost of one */
	FACT_GOVERNOR,
	FACT_BUFFER_PAGE_BYTES,		/* of the memory that large requests
					   move */
	FACT_HUGE_PAGES,		/* as Linux has them */

	/* A target. */
	FACT_DIRECTORY,			/* as named, and its real path: */
	FACT_REAL_PATH, FACT_FILESYSTEM, FACT_DEVICE, FACT_FREE_BYTES,
	FACT_SIZE_BYTES,		/* of the plan: of a work file */
	FACT_MOUNT_OPTIONS, FACT_DISK, FACT_DISKS, FACT_MEMORY_FILESYSTEM,
	FACT_FILE_BYTES,		/* of each work file */
	FACT_WORK_FILES,		/* of a copy, if not 1 */
	FACT_DEVICE_COUNTERS,		/* partial: some of its devices may not
					   be counted; off, by the system's
					   settings; stuck: missed the fill */
	FACT_IO_LIMIT,			/* of the container or service, in the
					   terms of its control group: rbps
					   wbps riops wiops */
	FACT_VERIFIED,			/* all data were checked, as earlier
					   versions could */
	FACT_UNPROVEN,			/* why no counter here tells a cache
					   from a disk */
	FACT_OWN_CACHE,			/* a remedy for the file system's, which
					   no call empties */
	FACT_IDLE_NS,			/* of the idle moment before round 1,
					   and the device's activity in it: */
	FACT_IDLE_BUSY_MS, FACT_IDLE_IOS, FACT_IDLE_READ_BYTES,
	FACT_IDLE_WRITE_BYTES,
	FACT_SETTLE_NS,			/* sum of the waits for an idle device
					   before samples */
	FACT_SETTLE_FAILURES,		/* those in vain */
	FACT_FILESYSTEM_OPTIONS, FACT_FILESYSTEM_BLOCK_BYTES,
	FACT_LAZY_INIT,			/* yes: ext4 still writes its tables */
	FACT_COPIES_ON_WRITE,		/* yes, or no, by its settings */
	FACT_COMPRESSION, FACT_CHECKSUMS,
	FACT_DIRECT_WRITES,		/* in place: without checksums */
	FACT_LAYERS, FACT_RAID_LAYERS,
	FACT_VIRTUAL_DISK,		/* yes: a virtual machine's */
	FACT_VENDOR, FACT_MODEL, FACT_NUMA_NODE, FACT_ROTATIONAL,
	FACT_LOGICAL_BLOCK_BYTES, FACT_PHYSICAL_BLOCK_BYTES,
	FACT_ALIGNMENT_OFFSET_BYTES, FACT_PARTITION_START_SECTORS,
	FACT_WRITE_CACHE, FACT_FUA, FACT_SCHEDULER, FACT_NR_REQUESTS,
	FACT_READ_AHEAD_KB, FACT_WBT_LAT_USEC, FACT_IO_POLL,

	/* The plan. */
	FACT_TIME_NS, FACT_ROUNDS, FACT_WARM_UP_NS, FACT_DELAY_NS,
	FACT_MAX_TIME_NS,
	FACT_WRITTEN_BYTES,		/* with fills and warm-ups; of File
					   Copy what reaches the disk */
	FACT_NOTE,
	FACT_BARRIER,			/* of hosts that start together; */
	FACT_SKEW_NS,			/* the longest from go to a start; */
	FACT_LAUNCHED_AS,		/* the launcher's name of the host */
	FACT_DISK_SUITE,		/* its version */
	FACT_SUITE_TESTS,		/* see roster.h */
	FACT_KEYS
};

/* The owner of a fact; for a target: the device whose file has it. */
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

/* Return the value of a fact as people read it, in `text` (UNITS_TEXT bytes) or
 * as it is; NULL for NULL. */
const char *facts_readable(char *text, enum fact_key key, const char *value);

/* Return the text behind a word of a list with commas, such as "=zstd,..."
 * behind a mount option; NULL if it isn't there. */
const char *facts_find_word(const char *list, const char *word);

/* Add a fact, or replace the value of an existing one. */
void facts_set(struct facts *facts, enum fact_key key, const char *format, ...)
	PRINTF_LIKE(3, 4);
void facts_set_number(struct facts *facts, enum fact_key key, uint64_t number);

/* Carry along a fact of any key; return false if it is there already. */
bool facts_carry(struct facts *facts, const char *key, const char *value);

/* Return the value, or NULL. */
const char *facts_get(const struct facts *facts, enum fact_key key);

/* Return the value as a number, or `otherwise`. */
uint64_t facts_number(const struct facts *facts, enum fact_key key,
		      uint64_t otherwise);

/* Return the bytes of memory that the facts of a host let a process use: a
 * limit if there is one, else all; 0: unknown. */
uint64_t facts_memory(const struct facts *host);

void facts_free(struct facts *facts);

#endif
