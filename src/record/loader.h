/*
 * What the lines of a record add to the run that is being read. One function
 * per line; each finds the fields in the reader, as many as the line has, and
 * returns 0 or -EINVAL.
 */
#ifndef DISKIDX_RECORD_LOADER_H
#define DISKIDX_RECORD_LOADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diskidx/operation.h"
#include "diskidx/reader.h"
#include "diskidx/record.h"
#include "lines.h"

struct loader {
	struct reader reader;
	bool thin;		/* latencies are checked and not kept */
	void (*take)(void *context, struct record *run);
	void *context;
	struct record run;	/* that is being read */
	size_t n;		/* runs that began */
	enum line last;		/* what the line before was */
	bool repeated;		/* and whether this one is of the same kind */
	int direction;		/* of the last histogram: an enum operation */
	uint64_t run_line;	/* where the run begins */
	struct histogram_cell cell[HISTOGRAM_BUCKETS];	/* of a histogram */
};

/* What the line belongs to; it must be there. */
struct result *loader_result(struct loader *loader);
struct sample *loader_sample(struct loader *loader);

/* In read-run.c. */
int loader_take_run(struct loader *loader);
int loader_take_host(struct loader *loader);
int loader_take_plan(struct loader *loader);
int loader_take_target(struct loader *loader);
int loader_take_note(struct loader *loader);
int loader_take_test(struct loader *loader);
int loader_take_na_reason(struct loader *loader);

/* In read-sample.c. */
int loader_take_sample(struct loader *loader);
int loader_take_counters(struct loader *loader);
int loader_take_latency(struct loader *loader);
int loader_take_series(struct loader *loader);

#endif
