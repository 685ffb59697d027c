/*
 * Facts: an ordered list of keys and values that describe the machine. They
 * cross from the measuring side to the reporting side. Keys are lower case
 * with underscores and carry the unit (memory_bytes); a value holds no control
 * character (facts_set replaces each by a blank).
 *
 * host:   hostname system os machine cpu cpus memory_bytes
 * target: directory filesystem device size_bytes free_bytes mount_options
 *         disk disks scheduler rotational logical_block_bytes
 *         memory_filesystem file_bytes
 *         device_counters=partial (some of its devices may not be counted),
 *         off (by the system's settings), or still (they missed the fill)
 *         unproven=why (no counter here tells a cache from a disk)
 *         idle_ns idle_busy_ms idle_ios idle_read_bytes idle_write_bytes
 *         (activity of the device in the idle moment before round 1)
 * plan:   size_bytes time_ns rounds warm_up_ns delay_ns engine
 *         until_pct max_time_ns (if given)
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

/* Add a fact, or replace the value of an existing one. */
void facts_set(struct facts *facts, const char *key, const char *format, ...)
	PRINTF_LIKE(3, 4);

/* Return the value, or NULL. */
const char *facts_get(const struct facts *facts, const char *key);

/* Return the value as a number, or `otherwise`. */
uint64_t facts_number(const struct facts *facts, const char *key,
		      uint64_t otherwise);

void facts_free(struct facts *facts);

#endif
