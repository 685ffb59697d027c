/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Run: from the plan to the record. Here the measuring side hands over samples,
 * and the reporting side makes a record. */
#ifndef DISKIDX_RUN_RUN_H
#define DISKIDX_RUN_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diskidx/plan/options.h"
#include "diskidx/plan/plan.h"
#include "diskidx/record/record.h"

struct target;

struct run {
	const struct options *options;
	const struct plan *plan;	/* settled */
	struct target *target;
	size_t n_targets;		/* the probed ones */
	struct record record;
	unsigned rounds;		/* to be made; a driver may add some */
	uint64_t begin_ns;		/* of the record */
	uint64_t written_bytes;		/* also by the call's runs before, */
	uint64_t before_bytes;		/* which wrote these */
	uint64_t device_bytes;		/* counted when the call began */
	uint64_t most_bytes;		/* --max-write until after this run */
	bool failed;			/* a test failed or could not run */
	uint64_t end_ns;		/* of --max-time, if ever */
	uint64_t *took_ns;		/* the longest sample of each result */
	/* The reason for an end before all rounds: --max-time left no time, or
	 * --max-write left nothing to write. */
	enum { STOP_NOT, STOP_TIME, STOP_WRITES } stop;
};

/* In surroundings.c: probe the targets and the machine, and change nothing. Add
 * what the plan needs to *around. False after a message: a target is unfit. */
bool run_look_around(struct run *r, struct surroundings *around);

/* In measure.c: fill and measure, until the end or a signal. */
void run_measure(struct run *r);

/* In recording.c: make rows for all planned tests, with the facts known so
 * far. */
void run_begin_record(struct run *r);

/* Take over the targets' facts; give rows without a result their reason. */
void run_end_record(struct run *r);

/* Note the circumstances that a reader of the results should know. */
void run_note_circumstances(struct run *r);

/* In prepare.c: remove everything made on the targets, and free them; a second
 * call does nothing. False after a message: something could not be removed. */
bool run_close_targets(struct run *r);

#endif
