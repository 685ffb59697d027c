/* A run in the making: what the files of run share. */
#ifndef DISKIDX_RUN_H
#define DISKIDX_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diskidx/options.h"
#include "diskidx/plan.h"
#include "diskidx/progress.h"
#include "diskidx/record.h"
#include "diskidx/target.h"

struct run {
	const struct options *options;
	struct plan plan;
	struct target *target;
	size_t n_targets;		/* that were probed */
	struct record record;
	struct progress progress;
	uint64_t written_bytes;
	bool failed;			/* a test failed, or ran nowhere */
};

/*
 * Everything that can be found wrong before anything is written; the plan and
 * the targets are set by it. False after a message. *owned is to be freed.
 */
bool run_check(struct run *r, const struct baseline **baseline,
	       struct baseline **owned);

/* Fills and measures, round by round, until the end or a signal. */
void run_measure(struct run *r);

/* The row of the record for this test. */
struct result *run_result(struct run *r, size_t target, size_t copies,
			  size_t test);

/* Rows for everything planned, and what is known before the start. */
void run_begin_record(struct run *r);

/* Takes the targets' facts; rows without a figure get their reason. */
void run_end_record(struct run *r);

/* Notes on what a reader should know about these figures. */
void run_note_circumstances(struct run *r);

#endif
