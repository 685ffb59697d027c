/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Forked processes with a barrier; see group.h. */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/amount.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/error.h"
#include "diskidx/base/signals.h"
#include "diskidx/platform/platform.h"
#include "diskidx/stats/sample.h"
#include "diskidx/worker/worker.h"
#include "group.h"

#define LOAD_NS NS_PER_S	/* no load delays the parent that long */
#define STUCK_NS (2 * NS_PER_S)
#define POLL_NS (10 * NS_PER_MS)

struct group {
	unsigned n, n_ready;
	pid_t *pid;		/* 0: reaped */
	int ready[2];		/* a byte from each ready member; EOF when all
				   have ended */
	int start[2];		/* a byte to each; EOF: the parent is gone */
	int crashed;		/* a signal that killed a member, or 0 */
	bool failed;		/* a member exited with an error status */
	uint64_t signal_ns;	/* when a signal was found; 0: none yet */
	struct group_work *work;
};

static void
member_main(struct group *group, unsigned member, pid_t parent)
{
	const struct group_work *work = group->work;
	unsigned tries = 0;
	char byte = 0;
	ssize_t n;
	int null;

	signals_in_worker(parent);
	platform_die_with_parent();
	if (getppid() != parent)
		_exit(1);
	/* Close the three streams, which members do not need, so that a stuck
	 * member does not keep the reader of a pipe waiting. */
	null = open("/dev/null", O_RDWR);
	for (int fd = STDIN_FILENO; null >= 0 && fd <= STDERR_FILENO; fd++)
		dup2(null, fd);
	if (null > STDERR_FILENO)
		close(null);
	close(group->start[1]);
	close(group->ready[0]);
	if (work->prepare != NULL)
		work->prepare(work->context, member);
	if (write(group->ready[1], &byte, 1) != 1)
		_exit(1);
	do {
		n = read(group->start[0], &byte, 1);
	} while (n < 0 && is_interrupted(errno, &tries));
	if (n != 1)
		_exit(1);
	work->run(work->context, member);
	_exit(0);
}

/* Collect those that have ended. Return the number of those left. */
static unsigned
group_reap(struct group *group)
{
	unsigned i, left = 0;

	for (i = 0; i < group->n; i++) {
		int status = 0;
		pid_t pid;

		if (group->pid[i] == 0)
			continue;
		pid = waitpid(group->pid[i], &status, WNOHANG);
		if (pid == 0) {
			left++;
			continue;
		}
		group->pid[i] = 0;
		if (pid > 0 && WIFSIGNALED(status))
			group->crashed = WTERMSIG(status);
		else if (pid < 0 || status != 0)	/* it may be lost */
			group->failed = true;
	}
	return left;
}

/* Kill those left, wait for them two seconds at most (one may be stuck in the
 * kernel), and close the pipes. */
static void
close_group(struct group *group)
{
	uint64_t give_up_ns = clock_now_ns() + STUCK_NS;

	for (unsigned i = 0; i < group->n; i++)
		if (group->pid[i] != 0)
			kill(group->pid[i], SIGKILL);
	while (group_reap(group) > 0 && clock_now_ns() < give_up_ns)
		clock_sleep_ns(POLL_NS);
	close(group->ready[0]);
	close(group->start[1]);
	free(group->pid);
}

/* Return true if a signal has come, and no more patience is left. */
static bool
group_is_over(struct group *group)
{
	if (signals_caught() == 0)
		return false;
	if (group->signal_ns == 0)
		group->signal_ns = clock_now_ns();
	return clock_now_ns() - group->signal_ns >= group->work->patience_ns;
}

/* Wait until all have exited, after they closed a pipe. Return 0, -EINTR, or
 * -ECHILD if one failed. */
static int
await_exit(struct group *group)
{
	while (group_reap(group) > 0) {
		clock_sleep_ns(NS_PER_MS / 4);
		if (group_is_over(group))
			return -EINTR;
	}
	if (group->crashed != 0 || group->failed)
		return -ECHILD;
	return 0;
}

/* Wait, with ticks, until a member is ready or all have ended. A member that
 * dies before it is ready shows neither while others wait at the barrier. */
static int
group_await(struct group *group)
{
	struct group_work *work = group->work;
	uint64_t next_ns = clock_now_ns() + SAMPLE_TICK_NS;
	unsigned tries = 0;

	for (;;) {
		struct pollfd poll_fd = { .fd = group->ready[0],
					  .events = POLLIN };
		uint64_t now_ns = clock_now_ns(), begin_ns, late_ns;
		bool knows_load;
		int wait_ms = now_ns >= next_ns ? 0 :
			      (int)((next_ns - now_ns) / NS_PER_MS) + 1;
		int n;

		if (group_is_over(group))
			return -EINTR;
		platform_undelayed(&begin_ns);
		n = poll(&poll_fd, 1, wait_ms);
		if (n < 0 && !is_interrupted(errno, &tries))
			return -errno;
		/* Note how late the wait ended, unless load was the reason. */
		knows_load = platform_undelayed(&now_ns);
		late_ns = amount_left(now_ns, begin_ns + (unsigned)wait_ms *
					      NS_PER_MS);
		if (knows_load || late_ns > LOAD_NS)
			work->late_ns = amount_max(work->late_ns, late_ns);
		now_ns = clock_now_ns();
		if (n > 0)
			return 0;
		if (now_ns < next_ns)
			continue;
		next_ns += SAMPLE_TICK_NS;
		if (group->n_ready < group->n && group_reap(group) < group->n)
			return -ECHILD;
		if (work->tick != NULL)
			work->tick(work->context);
	}
}

/* Wait until all are ready. Return 0; -EINTR if a signal was caught; -ECHILD if
 * one ended early. */
static int
await_ready(struct group *group)
{
	unsigned tries = 0;

	while (group->n_ready < group->n) {
		char bytes[64];
		int error = group_await(group);
		ssize_t n;

		if (error != 0)
			return error;
		n = read(group->ready[0], bytes, sizeof(bytes));
		if (n == 0 && await_exit(group) == -EINTR)
			return -EINTR;
		if (n == 0)
			return -ECHILD;
		if (n < 0 && !is_interrupted(errno, &tries))
			return -errno;
		if (n > 0)
			group->n_ready += (unsigned)n;
		if (group->n_ready < group->n && group_reap(group) < group->n)
			return -ECHILD;
	}
	return 0;
}

/* Explain "temporarily unavailable", fork(2)'s words for a limit. */
int
worker_explain_start(int error, char *reason)
{
	const char *hint = "";

	if (error == -EAGAIN)
		hint = "; raise the limit on processes (ulimit -u)";
	snprintf(reason, WORKER_REASON, "cannot start a process: %s%s",
		 strerror(-error), hint);
	return error;
}

int
group_run(struct group_work *work, unsigned n, char *reason)
{
	struct group group = { .work = work, .ready = { -1, -1 },
			       .start = { -1, -1 } };
	int error = or_errno(pipe(group.ready)), refused = 0;
	pid_t parent = getpid();
	char byte = 0;

	group.pid = xmalloc(n * sizeof(*group.pid));
	if (error == 0)
		error = or_errno(pipe(group.start));
	while (error == 0 && group.n < n) {
		pid_t pid = or_errno(fork());

		if (pid == 0)
			member_main(&group, group.n, parent);
		if (pid > 0)
			group.pid[group.n++] = pid;
		else
			error = pid;
	}
	close(group.ready[1]);
	close(group.start[0]);
	if (error != 0) {
		close_group(&group);
		return worker_explain_start(error, reason);
	}
	error = await_ready(&group);
	if (error == 0 && work->check != NULL)
		refused = work->check(work->context, reason);
	if (error == 0 && refused == 0) {
		work->late_ns = 0;
		/* The wait below finds out if all members are gone. */
		while (n > 0 && write(group.start[1], &byte, 1) == 1)
			n--;
		if (n > 0 && errno != EPIPE)
			error = -errno;
		else
			error = group_await(&group);
		if (error == 0)
			error = await_exit(&group);
	}
	if (error == -ECHILD && group.crashed != 0)
		snprintf(reason, WORKER_REASON, "the worker died of signal %d "
			 "(%s)", group.crashed, strsignal(group.crashed));
	else if (error == -ECHILD)
		snprintf(reason, WORKER_REASON, "the worker ended early");
	else if (error != 0 && error != -EINTR)
		snprintf(reason, WORKER_REASON, "the worker failed: %s",
			 strerror(-error));
	close_group(&group);
	return error != 0 ? error : refused;
}
