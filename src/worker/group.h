/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Group: forked processes that get ready, start together and end. It knows
 * nothing about tests. */
#ifndef WORKER_GROUP_H
#define WORKER_GROUP_H

#include <stdint.h>

struct group_work {
	/* A member: prepare (or NULL), then run after the barrier. */
	void (*prepare)(void *context, unsigned member);
	void (*run)(void *context, unsigned member);

	/* The parent, or NULL: `check`, when all are ready, returns 0 to start
	 * them, or -errno with the reason; `tick` is called every
	 * SAMPLE_TICK_NS after that. */
	int (*check)(void *context, char *reason);
	void (*tick)(void *context);

	void *context;
	uint64_t patience_ns;	/* after a signal, until members are killed */
	uint64_t late_ns;	/* set: the longest time that all were stopped
				   since the start */
};

/*
 * Let `n` members do their work, and kill those left at the end. Return 0, or
 * -errno with the reason (WORKER_REASON bytes): -EINTR, without one, if a
 * signal was caught; -ECHILD if a member ended early.
 */
int group_run(struct group_work *work, unsigned n, char *reason);

#endif
