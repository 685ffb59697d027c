/*
 * Facts: an ordered list of keys and values that describe the machine. They
 * cross from the measuring side to the reporting side. Keys are lower case
 * with underscores and carry the unit (memory_bytes); a value holds no control
 * character (facts_set replaces each by a blank).
 *
 * host:   hostname system os machine cpu cpus memory_bytes
 *         memory_limit_bytes (of the container or service, if lower)
 *         clock_read_ns (the cost of one) clocksource governor
 * target: directory filesystem device size_bytes free_bytes mount_options
 *         disk disks memory_filesystem virtual_disk=yes (a virtual machine's)
 *         copies_on_write=yes, or no (by the system's settings)
 *         file_bytes (of each work file), work_files (of a copy, if not 1)
 *         and those in facts_detail
 *         device_counters=partial (some of its devices may not be counted),
 *         off (by the system's settings), or still (they missed the fill)
 *         io_limit (of the container or service on the disk, in the terms of
 *         its control group: rbps wbps riops wiops)
 *         verified=yes, failed, or no (ended before the last pass), by --verify
 *         unproven=why (no counter here tells a cache from a disk)
 *         own_cache=remedy (the file system's, which no call empties)
 *         idle_ns idle_busy_ms idle_ios idle_read_bytes idle_write_bytes
 *         (activity of the device in the idle moment before round 1)
 *         settle_ns settle_failures (waits for an idle device before samples:
 *         their sum, and the number of those that were in vain)
 * plan:   size_bytes time_ns rounds warm_up_ns delay_ns engine
 *         until_pct max_time_ns note (if given)
 *
 * A fact that the system does not tell is absent.
 */
#ifndef DISKIDX_FACTS_H
#define DISKIDX_FACTS_H

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

/* The device whose file has a detail. */
enum fact_owner {
	FACT_HOST,		/* none: its path is absolute */
	FACT_TARGET,		/* the one mounted, or the file system itself */
	FACT_LAYER,		/* each from there down: "lvm,crypt,raid1" */
	FACT_PART,		/* each at the bottom: "none,bfq" if unequal */
};

enum fact_form {
	FORM_TEXT,
	FORM_SWITCH,		/* 0 or 1 */
	FORM_CHOICE,		/* in the file: "none [mq-deadline]" */
	FORM_TYPE,		/* in the file: "CRYPT-LUKS2-..." */
	FORM_MEASURED,		/* varies: only its order of magnitude counts */
};

/* A fact that decides what a figure means, told by -v and by compare. */
struct fact_detail {
	enum fact_owner owner;
	enum fact_form form;
	const char *key;
	const char *label;	/* NULL: told by another of the same key */
	const char *file;	/* of Linux, in the device's directory in sysfs;
				   NULL: it is found in another way */
};

/* Return the detail with that number; NULL after the last. */
const struct fact_detail *facts_detail(size_t i);

/* Return the value of a fact as people read it, in `text` (UNITS_TEXT bytes) or
 * as it is; NULL for NULL. */
const char *facts_readable(char *text, const char *key, const char *value);

/* Return the text behind a word of a list with commas, such as "=zstd,..."
 * behind a mount option; NULL if it isn't there. */
const char *facts_find_word(const char *list, const char *word);

/* Add a fact, or replace the value of an existing one. */
void facts_set(struct facts *facts, const char *key, const char *format, ...)
	PRINTF_LIKE(3, 4);

/* Return the value, or NULL. */
const char *facts_get(const struct facts *facts, const char *key);

/* Return the value as a number, or `otherwise`. */
uint64_t facts_number(const struct facts *facts, const char *key,
		      uint64_t otherwise);

/* Return the bytes of memory that the facts of a host let a process use: a
 * limit if there is one, else all; 0: unknown. */
uint64_t facts_memory(const struct facts *host);

void facts_free(struct facts *facts);

#endif
