/* The parts of a run that the files of this folder share. */
#ifndef RUN_PARTS_H
#define RUN_PARTS_H

#include "diskidx/run.h"
#include "progress.h"

/* Makes the files on every target, and fills them if any test uses them. A
 * target where that fails has no figures. 0 or -EINTR. */
int run_open_targets(struct run *r);

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

#endif
