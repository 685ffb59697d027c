/*
 * The lines of a record, as far as what writes them and what reads them have
 * to agree. The grammar is in man/diskidx-record.5.
 */
#ifndef DISKIDX_RECORD_LINES_H
#define DISKIDX_RECORD_LINES_H

#include <stddef.h>
#include <stdint.h>

#define RECORD_MAGIC "diskidx-record"
#define RECORD_TEXT_MAX (64 * 1024)	/* bytes of a text that is written */
#define RECORD_LINE_TICKS 1024		/* points of the speed in a line */

/* A number of a line: its name in messages, where it is kept, its limit. */
struct record_field {
	const char *name;
	size_t offset;		/* of a uint64_t in the struct */
	uint64_t max;
};

/* In struct sample, after the round. */
#define RECORD_SAMPLE_FIELDS 15
extern const struct record_field record_sample_field[RECORD_SAMPLE_FIELDS];

/* In struct device_counters. */
#define RECORD_DEVICE_FIELDS 10
extern const struct record_field record_device_field[RECORD_DEVICE_FIELDS];

/* In struct processor_times. */
#define RECORD_PROCESSORS_FIELDS 3
extern const struct record_field
	record_processors_field[RECORD_PROCESSORS_FIELDS];

/* In struct processor_times, too. */
#define RECORD_QUOTA_FIELDS 3
extern const struct record_field record_quota_field[RECORD_QUOTA_FIELDS];

#define RECORD_MAX_NS UINT64_C(1000000000000000000)	/* 31 years */
#define RECORD_MAX_COUNT (UINT64_C(1) << 62)		/* bytes, requests */

#endif
