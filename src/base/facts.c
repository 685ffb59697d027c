/*
 * Facts: keys and strings that describe the machine. The lists are short, so
 * a look-up walks them.
 */
#include <config.h>

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/facts.h"
#include "diskidx/units.h"

#define ROW(owner, form, key, label, file) \
	{ FACT_##owner, FORM_##form, key, label, file }
#define SYSTEM "/sys/devices/system/"
#define CLOCK SYSTEM "clocksource/clocksource0/current_clocksource"
#define GOVERNOR SYSTEM "cpu/cpu0/cpufreq/scaling_governor"

/* To add one, add a line, and its key to diskidx-record.5. */
static const struct fact_detail details[] = {
	ROW(HOST, TEXT, "clocksource", "clock source", CLOCK),
	ROW(HOST, MEASURED, "clock_read_ns", "clock read", NULL),
	ROW(HOST, TEXT, "governor", "frequency governor", GOVERNOR),
	ROW(TARGET, TEXT, "filesystem_options", "file system options", NULL),
	ROW(TARGET, TEXT, "filesystem_block_bytes", "file system block", NULL),
	ROW(TARGET, TEXT, "copies_on_write", "copies on write", NULL),
	ROW(TARGET, TEXT, "compression", "compression", NULL),
	ROW(TARGET, TEXT, "checksums", "checksums", NULL),
	ROW(LAYER, TYPE, "layers", "layers", "dm/uuid"),
	ROW(LAYER, TEXT, "layers", NULL, "md/level"),
	ROW(TARGET, TEXT, "virtual_disk", "virtual disk", NULL),
	ROW(PART, TEXT, "vendor", "vendor", "device/vendor"),
	ROW(PART, TEXT, "model", "model", "device/model"),
	ROW(PART, TEXT, "numa_node", "NUMA node", "numa_node"),
	ROW(TARGET, SWITCH, "rotational", "rotational", "queue/rotational"),
	ROW(TARGET, TEXT, "logical_block_bytes", "logical block",
	    "queue/logical_block_size"),
	ROW(TARGET, TEXT, "physical_block_bytes", "physical block",
	    "queue/physical_block_size"),
	ROW(TARGET, TEXT, "alignment_offset_bytes", "alignment offset",
	    "alignment_offset"),
	ROW(TARGET, TEXT, "partition_start_sectors", "partition start",
	    "start"),
	ROW(PART, TEXT, "write_cache", "write cache", "queue/write_cache"),
	ROW(PART, SWITCH, "fua", "FUA", "queue/fua"),
	ROW(PART, CHOICE, "scheduler", "scheduler", "queue/scheduler"),
	ROW(PART, TEXT, "nr_requests", "nr_requests", "queue/nr_requests"),
	ROW(TARGET, TEXT, "read_ahead_kb", "read_ahead_kb",
	    "queue/read_ahead_kb"),
	ROW(PART, TEXT, "wbt_lat_usec", "wbt_lat_usec", "queue/wbt_lat_usec"),
	ROW(PART, SWITCH, "io_poll", "polling", "queue/io_poll"),
};

const struct fact_detail *
facts_detail(size_t i)
{
	return i < sizeof(details) / sizeof(details[0]) ? &details[i] : NULL;
}

static bool
is_switch(const char *key)
{
	for (size_t i = 0; i < sizeof(details) / sizeof(details[0]); i++)
		if (strcmp(details[i].key, key) == 0)
			return details[i].form == FORM_SWITCH;
	return false;
}

const char *
facts_readable(char *text, const char *key, const char *value)
{
	size_t length = strlen(key);
	uint64_t number;

	if (value == NULL ||
	    units_parse_count(value, UINT64_MAX, &number) < 0)
		return value;
	if (number <= 1 && is_switch(key))
		return number == 1 ? "yes" : "no";
	if (length > 6 && strcmp(key + length - 6, "_bytes") == 0)
		return units_format_size(text, number);
	if (length > 3 && strcmp(key + length - 3, "_ns") == 0)
		return units_format_time(text, (double)number);
	return value;
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
find(const struct facts *facts, const char *key)
{
	for (size_t i = 0; i < facts->count; i++)
		if (strcmp(facts->list[i].key, key) == 0)
			return &facts->list[i];
	return NULL;
}

/* Replace control characters, so that no name can move the cursor. */
static void
blank_controls(char *text)
{
	for (; *text != '\0'; text++)
		if ((unsigned char)*text < ' ' || *text == 0x7f)
			*text = ' ';
}

static void
set(struct facts *facts, const char *key, char *value)
{
	struct fact *fact = find(facts, key);

	if (fact != NULL) {
		free(fact->value);
		fact->value = value;
		return;
	}
	facts->list = xrealloc(facts->list,
			       (facts->count + 1) * sizeof(*facts->list));
	facts->list[facts->count].key = xstrdup(key);
	facts->list[facts->count].value = value;
	facts->count++;
}

void
facts_set(struct facts *facts, const char *key, const char *format, ...)
{
	va_list args;
	char *value;

	va_start(args, format);
	value = xvprintf(format, args);
	va_end(args);
	blank_controls(value);
	set(facts, key, value);
}

const char *
facts_get(const struct facts *facts, const char *key)
{
	const struct fact *fact = find(facts, key);

	return fact == NULL ? NULL : fact->value;
}

uint64_t
facts_number(const struct facts *facts, const char *key, uint64_t otherwise)
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
	return facts_number(host, "memory_limit_bytes",
			    facts_number(host, "memory_bytes", 0));
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
