/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Facts: their table. The lists are short, so a look-up walks them. */
#include <config.h>

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/array.h"
#include "diskidx/facts.h"
#include "diskidx/units.h"

#define SYSTEM "/sys/devices/system/"
#define CLOCK SYSTEM "clocksource/clocksource0/current_clocksource"
#define HUGE_PAGES "/sys/kernel/mm/transparent_hugepage/enabled"
#define GOVERNOR SYSTEM "cpu/cpu0/cpufreq/scaling_governor"

#define ROW(name, key, type, owner) \
	[FACT_##name] = { key, TYPE_##type, OWNER_##owner, NULL, NULL }
#define DETAIL(name, key, type, owner, label, file) \
	[FACT_##name] = { key, TYPE_##type, OWNER_##owner, label, file }

const struct fact_entry fact_entry[FACT_KEYS] = {
	ROW(HOSTNAME, "hostname", TEXT, HOST),
	ROW(SYSTEM, "system", TEXT, HOST),
	ROW(OS, "os", TEXT, HOST),
	ROW(MACHINE, "machine", TEXT, HOST),
	ROW(CPU, "cpu", TEXT, HOST),
	ROW(CPUS, "cpus", COUNT, HOST),
	ROW(MEMORY_BYTES, "memory_bytes", BYTES, HOST),
	ROW(MEMORY_LIMIT_BYTES, "memory_limit_bytes", BYTES, HOST),
	DETAIL(CLOCKSOURCE, "clocksource", TEXT, HOST, "clock source", CLOCK),
	DETAIL(CLOCK_READ_NS, "clock_read_ns", MEASURED_NS, HOST,
	       "clock read", NULL),
	DETAIL(GOVERNOR, "governor", TEXT, HOST,
	       "frequency governor", GOVERNOR),
	DETAIL(BUFFER_PAGE_BYTES, "buffer_page_bytes", BYTES, HOST,
	       "pages of large buffers", NULL),
	DETAIL(HUGE_PAGES, "transparent_hugepage", CHOICE, HOST,
	       "transparent huge pages", HUGE_PAGES),
	ROW(DIRECTORY, "directory", TEXT, TARGET),
	ROW(REAL_PATH, "real_path", TEXT, TARGET),
	ROW(FILESYSTEM, "filesystem", TEXT, TARGET),
	ROW(DEVICE, "device", TEXT, TARGET),
	ROW(FREE_BYTES, "free_bytes", BYTES, TARGET),
	ROW(SIZE_BYTES, "size_bytes", BYTES, TARGET),
	ROW(MOUNT_OPTIONS, "mount_options", TEXT, TARGET),
	ROW(DISK, "disk", TEXT, TARGET),
	ROW(DISKS, "disks", TEXT, TARGET),
	ROW(MEMORY_FILESYSTEM, "memory_filesystem", TEXT, TARGET),
	ROW(FILE_BYTES, "file_bytes", BYTES, TARGET),
	ROW(WORK_FILES, "work_files", COUNT, TARGET),
	ROW(DEVICE_COUNTERS, "device_counters", TEXT, TARGET),
	ROW(IO_LIMIT, "io_limit", TEXT, TARGET),
	ROW(VERIFIED, "verified", TEXT, TARGET),
	ROW(UNPROVEN, "unproven", TEXT, TARGET),
	ROW(OWN_CACHE, "own_cache", TEXT, TARGET),
	ROW(IDLE_NS, "idle_ns", NS, TARGET),
	ROW(IDLE_BUSY_MS, "idle_busy_ms", COUNT, TARGET),
	ROW(IDLE_IOS, "idle_ios", COUNT, TARGET),
	ROW(IDLE_READ_BYTES, "idle_read_bytes", BYTES, TARGET),
	ROW(IDLE_WRITE_BYTES, "idle_write_bytes", BYTES, TARGET),
	ROW(SETTLE_NS, "settle_ns", NS, TARGET),
	ROW(SETTLE_FAILURES, "settle_failures", COUNT, TARGET),
	DETAIL(FILESYSTEM_OPTIONS, "filesystem_options", TEXT, TARGET,
	       "file system options", NULL),
	DETAIL(FILESYSTEM_BLOCK_BYTES, "filesystem_block_bytes", BYTES, TARGET,
	       "file system block", NULL),
	ROW(LAZY_INIT, "lazy_init", TEXT, TARGET),
	DETAIL(COPIES_ON_WRITE, "copies_on_write", TEXT, TARGET,
	       "copies on write", NULL),
	DETAIL(COMPRESSION, "compression", TEXT, TARGET, "compression", NULL),
	DETAIL(CHECKSUMS, "checksums", TEXT, TARGET, "checksums", NULL),
	DETAIL(DIRECT_WRITES, "direct_writes", TEXT, TARGET, "direct writes",
	       NULL),
	DETAIL(LAYERS, "layers", LAYER, LAYER, "layers", "dm/uuid"),
	DETAIL(RAID_LAYERS, "layers", TEXT, LAYER, NULL, "md/level"),
	DETAIL(VIRTUAL_DISK, "virtual_disk", TEXT, TARGET,
	       "virtual disk", NULL),
	DETAIL(VENDOR, "vendor", TEXT, PART, "vendor", "device/vendor"),
	DETAIL(MODEL, "model", TEXT, PART, "model", "device/model"),
	DETAIL(NUMA_NODE, "numa_node", TEXT, PART, "NUMA node", "numa_node"),
	DETAIL(ROTATIONAL, "rotational", SWITCH, TARGET,
	       "rotational", "queue/rotational"),
	DETAIL(LOGICAL_BLOCK_BYTES, "logical_block_bytes", BYTES, TARGET,
	       "logical block", "queue/logical_block_size"),
	DETAIL(PHYSICAL_BLOCK_BYTES, "physical_block_bytes", BYTES, TARGET,
	       "physical block", "queue/physical_block_size"),
	DETAIL(ALIGNMENT_OFFSET_BYTES, "alignment_offset_bytes", BYTES, TARGET,
	       "alignment offset", "alignment_offset"),
	DETAIL(PARTITION_START_SECTORS, "partition_start_sectors",
	       COUNT, TARGET, "partition start", "start"),
	DETAIL(WRITE_CACHE, "write_cache", TEXT, PART,
	       "write cache", "queue/write_cache"),
	DETAIL(FUA, "fua", SWITCH, PART, "FUA", "queue/fua"),
	DETAIL(SCHEDULER, "scheduler", CHOICE, PART,
	       "scheduler", "queue/scheduler"),
	DETAIL(NR_REQUESTS, "nr_requests", TEXT, PART,
	       "nr_requests", "queue/nr_requests"),
	DETAIL(READ_AHEAD_KB, "read_ahead_kb", COUNT, TARGET,
	       "read_ahead_kb", "queue/read_ahead_kb"),
	DETAIL(WBT_LAT_USEC, "wbt_lat_usec", TEXT, PART,
	       "wbt_lat_usec", "queue/wbt_lat_usec"),
	DETAIL(IO_POLL, "io_poll", SWITCH, PART, "polling", "queue/io_poll"),
	ROW(TIME_NS, "time_ns", NS, PLAN),
	ROW(ROUNDS, "rounds", COUNT, PLAN),
	ROW(WARM_UP_NS, "warm_up_ns", NS, PLAN),
	ROW(DELAY_NS, "delay_ns", NS, PLAN),
	ROW(MAX_TIME_NS, "max_time_ns", NS, PLAN),
	ROW(WRITTEN_BYTES, "written_bytes", BYTES, PLAN),
	ROW(NOTE, "note", TEXT, PLAN),
	ROW(BARRIER, "barrier", TEXT, PLAN),
	ROW(SKEW_NS, "skew_ns", NS, PLAN),
	ROW(LAUNCHED_AS, "launched_as", TEXT, PLAN),
	ROW(DISK_SUITE, "disk_suite", TEXT, PLAN),
	ROW(SUITE_TESTS, "suite_tests", TEXT, PLAN),
};

enum fact_key
facts_key(const char *key)
{
	int i = 0;

	while (i < FACT_KEYS && strcmp(fact_entry[i].key, key) != 0)
		i++;
	return (enum fact_key)i;
}

const char *
facts_readable(char *text, enum fact_key key, const char *value)
{
	static const char *const words[] = { "no", "yes" };
	uint64_t number;

	if (value == NULL ||
	    units_parse_count(value, UINT64_MAX, &number) < 0)
		return value;
	switch (fact_entry[key].type) {
	case TYPE_SWITCH:
		return number < LENGTH(words) ? words[number] : value;
	case TYPE_BYTES:
		return units_format_size(text, number);
	case TYPE_NS:
	case TYPE_MEASURED_NS:
		return units_format_time(text, (double)number);
	default:
		return value;
	}
}

const char *
facts_find_word(const char *list, const char *word)
{
	size_t length = strlen(word);

	while (list != NULL && *list != '\0') {
		if (strncmp(list, word, length) == 0 &&
		    strchr(",=", list[length]) != NULL)
			return list + length;
		list += strcspn(list, ",");
		list += strspn(list, ", ");
	}
	return NULL;
}

static struct fact *
find_fact(const struct facts *facts, const char *key)
{
	for (size_t i = 0; i < facts->count; i++)
		if (strcmp(facts->list[i].key, key) == 0)
			return &facts->list[i];
	return NULL;
}

/* Set a fact to the value, which is on the heap. */
static void
facts_put(struct facts *facts, const char *key, char *value)
{
	struct fact *fact = find_fact(facts, key);

	/* Replace control characters, so that no name can move the cursor. */
	for (char *at = value; *at != '\0'; at++)
		if ((unsigned char)*at < ' ' || *at == 0x7f)
			*at = ' ';
	if (fact != NULL) {
		free(fact->value);
		fact->value = value;
		return;
	}
	facts->list = xgrow(facts->list, facts->count, sizeof(*facts->list));
	facts->list[facts->count].key = xstrdup(key);
	facts->list[facts->count].value = value;
	facts->count++;
}

void
facts_set(struct facts *facts, enum fact_key key, const char *format, ...)
{
	va_list args;
	char *value;

	va_start(args, format);
	value = xvprintf(format, args);
	va_end(args);
	facts_put(facts, fact_entry[key].key, value);
}

void
facts_set_number(struct facts *facts, enum fact_key key, uint64_t number)
{
	facts_set(facts, key, "%llu", (unsigned long long)number);
}

bool
facts_carry(struct facts *facts, const char *key, const char *value)
{
	if (find_fact(facts, key) != NULL)
		return false;
	facts_put(facts, key, xstrdup(value));
	return true;
}

const char *
facts_get(const struct facts *facts, enum fact_key key)
{
	const struct fact *fact = find_fact(facts, fact_entry[key].key);

	return fact == NULL ? NULL : fact->value;
}

uint64_t
facts_number(const struct facts *facts, enum fact_key key,
	     uint64_t otherwise)
{
	const char *value = facts_get(facts, key);
	uint64_t number;

	if (value == NULL || units_parse_count(value, UINT64_MAX, &number) < 0)
		return otherwise;
	return number;
}

uint64_t
facts_memory(const struct facts *host)
{
	return facts_number(host, FACT_MEMORY_LIMIT_BYTES,
			    facts_number(host, FACT_MEMORY_BYTES, 0));
}

void
facts_free(struct facts *facts)
{
	for (size_t i = 0; i < facts->count; i++) {
		free(facts->list[i].key);
		free(facts->list[i].value);
	}
	free(facts->list);
	facts->list = NULL;
	facts->count = 0;
}
