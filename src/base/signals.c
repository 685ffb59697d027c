/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Signal handling of the parent and of a worker. */
#include <config.h>

#include <stddef.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/amount.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/error.h"
#include "diskidx/base/signals.h"

#define WATCH_NS (250 * NS_PER_MS)
#define STEP_NS (100 * NS_PER_MS)	/* of a sleep */

/* Signals that ask a run to end, as real-time signals do. */
static const int ending[] = {
	SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGXCPU, SIGALRM,
	SIGVTALRM, SIGPROF, SIGIO,
#ifdef SIGPWR
	SIGPWR,
#endif
#ifdef SIGSTKFLT
	SIGSTKFLT,
#endif
};

/* Written by on_ending only. */
static volatile sig_atomic_t caught;

/* Written by on_timer and signals_arm, in a worker. An armed time is cut into
 * equal parts of at most WATCH_NS, to watch the parent meanwhile. */
volatile sig_atomic_t signals_expired;
static volatile sig_atomic_t parts_left;

/* Written by on_continue, in a worker. */
volatile sig_atomic_t signals_stopped;

/* Set once by signals_watch. */
static pid_t watched_parent;

static void
on_ending(int signal_number)
{
	if (caught == 0)
		caught = signal_number;
}

/* Call only async-signal-safe functions. */
static void
on_timer(int signal_number)
{
	(void)signal_number;
	if (getppid() != watched_parent)
		_exit(1);
	if (parts_left > 0 && --parts_left == 0)
		signals_expired = 1;
}

static void
on_continue(int signal_number)
{
	(void)signal_number;
	signals_stopped = 1;
}

/* A worker's calls go on after a signal: measured reads and writes must not
 * fail with EINTR. The parent's calls end, so that a blocked one wakes up. */
static void
signals_handle(int signal_number, void (*handler)(int))
{
	struct sigaction action;

	memset(&action, 0, sizeof(action));
	action.sa_handler = handler;
	action.sa_flags = handler == on_ending ? 0 : SA_RESTART;
	sigemptyset(&action.sa_mask);
	sigaction(signal_number, &action, NULL);
}

/* Return the i-th signal that asks a run to end, or 0 after the last. */
static int
ending_at(size_t i)
{
	if (i < LENGTH(ending))
		return ending[i];
	i -= LENGTH(ending);
#ifdef SIGRTMIN
	if ((int)i <= SIGRTMAX - SIGRTMIN)
		return SIGRTMIN + (int)i;
#endif
	return 0;
}

static int
signals_set_timer(uint64_t period_ns)
{
	struct itimerval timer;

	timer.it_interval.tv_sec = 0;
	timer.it_interval.tv_usec = (suseconds_t)(period_ns / NS_PER_US);
	timer.it_value = timer.it_interval;
	return or_errno(setitimer(ITIMER_REAL, &timer, NULL));
}

/* Reset SIGCHLD: if the caller ignored it, the exit status of workers would be
 * lost. Stop the timer: the caller may have set an alarm. */
void
signals_catch(void)
{
	struct sigaction old;
	sigset_t set;

	signals_set_timer(0);
	sigemptyset(&set);
	for (size_t i = 0; ending_at(i) != 0; i++) {
		sigaddset(&set, ending_at(i));
		sigaction(ending_at(i), NULL, &old);
		if (old.sa_handler != SIG_IGN)
			signals_handle(ending_at(i), on_ending);
	}
	signals_handle(SIGPIPE, SIG_IGN);
	signals_handle(SIGCHLD, SIG_DFL);
	/* The caller may have blocked them. */
	sigaddset(&set, SIGCHLD);
	sigaddset(&set, SIGCONT);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
}

void
signals_watch(pid_t parent)
{
	watched_parent = parent;
}

int
signals_caught(void)
{
	if (watched_parent != 0 && getppid() != watched_parent)
		_exit(1);
	return caught;
}

/* Sleep in short steps: a signal just before a sleep does not end it. */
void
signals_sleep_ns(uint64_t duration_ns)
{
	uint64_t end_ns = clock_now_ns() + duration_ns, now_ns;

	while ((now_ns = clock_now_ns()) < end_ns && signals_caught() == 0)
		clock_sleep_ns(amount_min(end_ns - now_ns, STEP_NS));
}

void
signals_die(int signal_number)
{
	sigset_t set;

	signals_handle(signal_number, SIG_DFL);
	sigemptyset(&set);
	sigaddset(&set, signal_number);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	raise(signal_number);
	_exit(128 + signal_number);	/* not reached */
}

void
signals_ignore(void)
{
	for (size_t i = 0; ending_at(i) != 0; i++)
		signals_handle(ending_at(i), SIG_IGN);
	signals_handle(SIGPIPE, SIG_IGN);
}

void
signals_in_worker(pid_t parent)
{
	signals_ignore();
	signals_watch(parent);
	signals_handle(SIGCONT, on_continue);
	signals_handle(SIGALRM, on_timer);
	signals_set_timer(WATCH_NS);
}

int
signals_arm(uint64_t duration_ns)
{
	uint64_t parts = duration_ns / WATCH_NS + 1;
	int error;

	parts_left = 0;
	signals_expired = 0;
	error = signals_set_timer(amount_max(duration_ns / parts, NS_PER_US));
	parts_left = (sig_atomic_t)parts;
	return error;
}
