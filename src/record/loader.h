/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Loader: the run that is being read; each line of a record adds to it. There
 * is one function for each kind of line, which finds the right number of fields
 * in the reader, and returns 0 or -EINVAL.
 */
#ifndef DISKIDX_RECORD_LOADER_H
#define DISKIDX_RECORD_LOADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diskidx/base/reader.h"
#include "diskidx/record/record.h"
#include "lines.h"

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

/* In read-lines.c. */
int loader_take_run(struct loader *loader);
int loader_take_fact(struct loader *loader);
int loader_take_note(struct loader *loader);
int loader_take_test(struct loader *loader);
int loader_take_reason(struct loader *loader);
int loader_take_end(struct loader *loader);
int loader_take_sample(struct loader *loader);
int loader_take_counters(struct loader *loader);
int loader_take_latency(struct loader *loader);
int loader_take_series(struct loader *loader);

#endif
