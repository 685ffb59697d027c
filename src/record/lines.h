/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The lines of a record, where the writer and the reader have to agree. The
 * grammar is in man/diskidx-record.5. */
#ifndef DISKIDX_RECORD_LINES_H
#define DISKIDX_RECORD_LINES_H

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diskidx/base/field.h"
#include "diskidx/base/reader.h"
#include "diskidx/record/record.h"

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

/*
 * Loader: the run that is being read; each line of a record adds to it. There
 * is one function for each kind of line, which finds the right number of fields
 * in the reader, and returns 0 or -EINVAL.
 */
struct loader {
	struct reader reader;
	bool is_one;		/* only one run is read */
	void (*take)(void *context, struct record *run);	/* or NULL */
	void *context;
	struct record run;	/* being read */
	struct result *result;	/* the last one of the run; NULL: none yet */
	struct sample *sample;	/* the last one of the result; NULL: none yet */
	size_t n;		/* whole runs so far */
	enum line last;		/* the current line, or the one before */
	size_t n_written;	/* points of the sample with their writes */
	uint64_t run_line;	/* first line of the run */
	uint32_t sum, sum_before;	/* of the run; up to the line before */
};

typedef int line_taker(struct loader *loader);

/* A kind of line. */
struct line_entry {
	const char *keyword;
	size_t others;		/* fields after it that are not in `field` */
	enum line from, to;	/* the line before is one of these */
	line_taker *take;	/* reads it */
	size_t flag;		/* place in struct sample of the bool for this
				   line; 0: a counter that is not 0 makes it */
	const struct field *field;	/* of its struct: record, result_test,
					   sample or histogram_packed */
};

extern const struct line_entry line_entry[LINE_COUNT];

/* In read-lines.c. */
line_taker loader_take_run, loader_take_fact, loader_take_note,
	loader_take_test, loader_take_reason, loader_take_end,
	loader_take_sample, loader_take_counters, loader_take_latency,
	loader_take_series;

#endif
