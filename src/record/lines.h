/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * The lines of a record, where the writer and the reader have to agree. The
 * grammar is in man/diskidx-record.5.
 */
#ifndef DISKIDX_RECORD_LINES_H
#define DISKIDX_RECORD_LINES_H

#include <inttypes.h>
#include <stddef.h>

#include "diskidx/base/field.h"

#define RECORD_MAGIC "diskidx-record"
#define RECORD_FORM 2	/* of a run: with a checksum, unlike 1 */
#define RECORD_SUM "%08" PRIx32	/* that checksum */
#define RECORD_CUT "cut"	/* the line after a run that was cut off */
#define RECORD_MAX_TEXT (64 * 1024)	/* bytes of a text that is written */
#define RECORD_LINE_TICKS 1024		/* most points of the speed in a line */

/* The order is that of the file, with LINE_END between runs. */
enum line {
	LINE_RUN, LINE_HOST, LINE_PLAN, LINE_TARGET, LINE_NOTE, LINE_SETTING,
	LINE_GLOBAL, LINE_TEST, LINE_JOB, LINE_GIVEN,
	LINE_EXPECT, LINE_MISSING,
	/* The counters of a sample: its own, then any of the others. */
	LINE_SAMPLE, LINE_FLUSHED, LINE_INBLOCK, LINE_RESIDENT, LINE_DEVICE,
	LINE_DISCARDS, LINE_SHARED, LINE_PROCESSORS, LINE_QUOTA, LINE_DEPTHS,
	LINE_REAPED,
	LINE_LATENCY, LINE_SUBMISSION, LINE_COMPLETION, LINE_TRANSFER,
	LINE_FLUSH,
	LINE_SERIES, LINE_WRITTEN, LINE_END, LINE_COUNT
};

/* The kind of latency in a line. */
#define LINE_KIND(line) ((line) - LINE_LATENCY + LAT)

struct loader;

/* A kind of line. */
struct line_entry {
	const char *keyword;
	size_t others;		/* fields after it that are not in `field` */
	enum line from, to;	/* the line before is one of these */
	int (*take)(struct loader *loader);	/* reads it: see loader.h */
	size_t flag;		/* place in struct sample of the bool for this
				   line; 0: a counter that is not 0 makes it */
	const struct field *field;	/* of its struct: record, result_test,
					   sample or histogram_packed */
};

extern const struct line_entry line_entry[LINE_COUNT];

#endif
