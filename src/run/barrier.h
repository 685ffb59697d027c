/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Barrier: samples of several hosts start together, at the word of the program
 * at standard input and output (--barrier). diskidx-record.5 has the lines. */
#ifndef RUN_BARRIER_H
#define RUN_BARRIER_H

#include "diskidx/run/run.h"

/* Count a sample of the plan, taken or not: all hosts have the same number. */
void barrier_next(const struct run *r);

/* Say that this sample is ready, and wait for the word. Return 0 to begin, or
 * -EINTR after SIGTERM, to end. Without --barrier, return 0. */
int barrier_wait(struct run *r, const char *test);

/* Look, during a sample, whether it must end. */
void barrier_watch(const struct run *r);

/* Record the set of hosts, unless samples were taken without them. */
void barrier_describe(struct run *r);

#endif
