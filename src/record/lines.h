/*
 * The lines of a record, where the writer and the reader have to agree. The
 * grammar is in man/diskidx-record.5.
 */
#ifndef DISKIDX_RECORD_LINES_H
#define DISKIDX_RECORD_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "diskidx/counters.h"

#define RECORD_MAGIC "diskidx-record"
#define RECORD_CUT "cut"	/* the line behind a run that was cut off */
#define RECORD_MAX_TEXT (64 * 1024)	/* bytes of a text that is written */
#define RECORD_LINE_TICKS 1024		/* points of the speed in a line */

/* In the order of the file; between two runs it is LINE_END. */
enum line {
	LINE_RUN, LINE_HOST, LINE_PLAN, LINE_TARGET, LINE_NOTE, LINE_TEST,
	LINE_MISSING, LINE_SAMPLE, LINE_FLUSH, LINE_INBLOCK, LINE_RESIDENT,
	LINE_DEVICE, LINE_DISCARDS, LINE_PROCESSORS, LINE_QUOTA, LINE_DEPTHS,
	LINE_LATENCY,
	LINE_SUBMISSION, LINE_COMPLETION, LINE_SERIES, LINE_END, LINE_COUNT
};

/* The kind of latency in a line. */
#define LINE_KIND(line) ((line) - LINE_LATENCY + LAT)

struct record_line {
	const char *keyword;
	size_t fields;		/* without the keyword and the counters */
	enum line from, to;	/* the line before is one of these */

	/* Counters of a sample in this line; 0: none. */
	size_t n_counters;
	const struct counter *counter;
	size_t offset;		/* of their struct in struct sample */
	size_t flag;		/* of the bool there that says that the sample
				   has this line; 0: none does */
	bool sparse;		/* left out if all counters are 0 */
};

extern const struct record_line record_line[LINE_COUNT];

#endif
