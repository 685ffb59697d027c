/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Signals. In the parent, SIGINT, SIGTERM, SIGHUP, SIGQUIT and similar ones
 * only set a flag (ignored ones stay ignored); main cleans up and dies of the
 * same signal. A worker ignores them: the parent decides. The worker's timer
 * ends loops that read no clock, and the worker if the parent is gone.
 */
#ifndef DISKIDX_BASE_SIGNALS_H
#define DISKIDX_BASE_SIGNALS_H

#include <signal.h>
#include <stdint.h>
#include <sys/types.h>

void signals_catch(void);

/* Let signals_caught end this process when its parent is gone. */
void signals_watch(pid_t parent);

/* Return the first signal caught, or 0. */
int signals_caught(void);

/* Sleep that long, or until a signal is caught. */
void signals_sleep_ns(uint64_t duration_ns);

/* Die of that signal, as the shell expects. */
void signals_die(int signal_number);

/* Ignore them. */
void signals_ignore(void);

/* Ignore terminal signals and watch the parent. Called first in a worker. */
void signals_in_worker(pid_t parent);

/* Set to 1 in a worker when the time of signals_arm is over, for loops that
 * must not read the clock. */
extern volatile sig_atomic_t signals_expired;

/* Set to 1 in a worker that was continued. No system reports to it whether it
 * was stopped before, so its sample is spoilt. */
extern volatile sig_atomic_t signals_stopped;

/* Return 0 or -errno. */
int signals_arm(uint64_t duration_ns);

#endif
