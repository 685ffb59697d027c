/*
 * Run: a run in the making, from the plan to its record. Where the measuring
 * side hands over samples and the reporting side makes a record of them.
 */
#ifndef DISKIDX_RUN_H
#define DISKIDX_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diskidx/options.h"
#include "diskidx/plan.h"
#include "diskidx/record.h"

struct progress;
struct target;

struct run {
	const struct options *options;
	struct plan plan;
	struct target *target;
	size_t n_targets;		/* that were probed */
	struct record record;
	struct progress *progress;	/* of run_measure */
	uint64_t begin_ns;		/* of the record */
	uint64_t written_bytes;
	bool failed;			/* a test failed, or ran nowhere */
	uint64_t end_ns;		/* of --max-time; UINT64_MAX: never */
	uint64_t *took_ns;		/* the longest sample of each result */
	bool out_of_time;		/* --max-time had none for a sample */
};

/*
 * Find everything that is wrong before anything is written: the plan is sized
 * and the targets are probed. False after a message.
 */
bool run_check(struct run *r);

/* Fills and measures, round by round, until the end or a signal. */
void run_measure(struct run *r);

/* Rows for everything planned, and what is known before the start. */
void run_begin_record(struct run *r);

/* Takes the targets' facts; rows without a figure get their reason. */
void run_end_record(struct run *r);

/* Notes on what a reader should know about these figures. */
void run_note_circumstances(struct run *r);

/*
 * Remove what was made on the targets, and forget them. False after a message:
 * something is left.
 */
bool run_close_targets(struct run *r);

#endif
