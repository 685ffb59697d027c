/* A run in the making: what the files of run share. */
#ifndef DISKIDX_RUN_H
#define DISKIDX_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diskidx/options.h"
#include "diskidx/plan.h"
#include "progress.h"
#include "diskidx/record.h"
#include "diskidx/target.h"

struct run {
	const struct options *options;
	struct plan plan;
	struct target *target;
	size_t n_targets;		/* that were probed */
	struct record record;
	struct progress progress;
	uint64_t begin_ns;		/* of the record */
	uint64_t written_bytes;
	bool failed;			/* a test failed, or ran nowhere */
	uint64_t end_ns;		/* of --max-time; UINT64_MAX: never */
	uint64_t *took_ns;		/* the longest sample of each result */
	bool out_of_time;		/* --max-time had none for a sample */
};

/*
 * Everything that can be found wrong before anything is written; the plan and
 * the targets are set by it. False after a message. *owned is to be freed.
 */
bool run_check(struct run *r, const struct baseline **baseline,
	       struct baseline **owned);

/* Makes the files on every target, and fills them if any test uses them. A
 * target where that fails has no figures. 0 or -EINTR. */
int run_open_targets(struct run *r);

/* Fills and measures, round by round, until the end or a signal. */
void run_measure(struct run *r);

/* The idle moment before round 1: what others do on the targets' devices. */
void run_idle(struct run *r);

/* Sleeps that long, or until a signal is caught. */
void run_pause(uint64_t delay_ns);

/* The run begins now: --max-time counts from here. */
void run_set_end(struct run *r);

/* Of --max-time; UINT64_MAX where there is none. */
uint64_t run_time_left(const struct run *r);

/* Whether one more sample of this row would end within --max-time. */
bool run_has_time(struct run *r, const struct result *result,
		  const struct plan_test *t);

/* A sample of this row, begun then, has ended. */
void run_took(struct run *r, const struct result *result, uint64_t begin_ns);

/*
 * Whether so many complete rounds are enough: all that are planned; with
 * --until as many as make every interval narrow, or the most. The side of an
 * interval that counts is the upper one, which on logarithms is the larger.
 */
bool run_is_enough(struct run *r, unsigned rounds);

/*
 * Leaves out the samples of a round that was cut off, unless it was the first:
 * a score over other rounds than its interval would lie outside of it.
 */
void run_drop_incomplete(struct run *r, unsigned rounds);

/* Notes what ended the run after so many complete rounds, or in the next. */
void run_note_end(struct run *r, unsigned rounds, bool in_round);

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
