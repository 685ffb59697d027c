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

#include "diskidx/alloc.h"
#include "diskidx/clock.h"
#include "diskidx/platform.h"
#include "diskidx/signals.h"
#include "diskidx/worker.h"
#include "group.h"

#define TICK_MS 100
#define STUCK_NS (2 * NS_PER_S)
#define POLL_NS (10 * NS_PER_MS)

/* Leave the three streams, so that a stuck member doesn't keep the reader of a
 * pipe waiting: members print nothing. */
static void
leave_streams(void)
{
	int fd = open("/dev/null", O_RDWR);

	if (fd < 0)
		return;
	dup2(fd, STDIN_FILENO);
	dup2(fd, STDOUT_FILENO);
	dup2(fd, STDERR_FILENO);
	if (fd > STDERR_FILENO)
		close(fd);
}

static void
member_main(struct group *group, unsigned member, pid_t parent,
	    const struct group_work *work)
{
	char byte = 0;
	ssize_t n;

	signals_in_worker(parent);
	platform_die_with_parent();
	if (getppid() != parent)
		_exit(1);
	leave_streams();
	close(group->start[1]);
	close(group->ready[0]);
	close(group->done[0]);
	if (work->prepare != NULL)
		work->prepare(work->context, member);
	if (write(group->ready[1], &byte, 1) != 1)
		_exit(1);
	do {
		n = read(group->start[0], &byte, 1);
	} while (n < 0 && errno == EINTR);
	if (n != 1)
		_exit(1);
	work->run(work->context, member);
	_exit(0);
}

static void
close_end(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static int
open_pipes(struct group *group)
{
	int *pipes[] = { group->ready, group->start, group->done };
	size_t i;

	for (i = 0; i < 3; i++)
		pipes[i][0] = pipes[i][1] = -1;
	for (i = 0; i < 3; i++)
		if (pipe(pipes[i]) != 0)
			return -errno;
	return 0;
}

int
group_open(struct group *group, unsigned n, const struct group_work *work)
{
	pid_t parent = getpid();
	int error;

	memset(group, 0, sizeof(*group));
	group->pid = xmalloc(n * sizeof(*group->pid));
	error = open_pipes(group);
	while (error == 0 && group->n < n) {
		pid_t pid = fork();

		if (pid < 0)
			error = -errno;
		else if (pid == 0)
			member_main(group, group->n, parent, work);
		else
			group->pid[group->n++] = pid;
	}
	close_end(&group->ready[1]);
	close_end(&group->start[0]);
	close_end(&group->done[1]);
	if (error != 0)
		group_close(group);
	return error;
}

/* Collect those that have ended. Return the number of those left. */
static unsigned
reap(struct group *group)
{
	unsigned i, left = 0;

	for (i = 0; i < group->n; i++) {
		int status = 0;
		pid_t pid;

		if (group->pid[i] == 0)
			continue;
		pid = waitpid(group->pid[i], &status, WNOHANG);
		if (pid == 0 || (pid < 0 && errno == EINTR)) {
			left++;
			continue;
		}
		group->pid[i] = 0;
		if (pid < 0)		/* its status is lost */
			group->failed = true;
		else if (WIFSIGNALED(status))
			group->crashed = WTERMSIG(status);
		else if (WEXITSTATUS(status) != 0)
			group->failed = true;
	}
	return left;
}

/* Wait until all have exited, after they closed a pipe. Return 0, -EINTR, or
 * -ECHILD if one failed. */
static int
await_exit(struct group *group)
{
	while (reap(group) > 0) {
		clock_sleep_ns(NS_PER_MS / 4);
		if (signals_caught() != 0)
			return -EINTR;
	}
	return group->crashed != 0 || group->failed ? -ECHILD : 0;
}

static void
note_late(struct group *group, uint64_t now_ns, uint64_t due_ns)
{
	if (now_ns > due_ns && now_ns - due_ns > group->late_ns)
		group->late_ns = now_ns - due_ns;
}

/*
 * Wait until the descriptor is readable or at EOF, with a tick every 100 ms. A
 * member that dies before it is ready makes no EOF while others wait at the
 * barrier.
 */
static int
await(struct group *group, int fd, void (*tick)(void *), void *context)
{
	uint64_t next_ns = clock_now_ns() + TICK_MS * NS_PER_MS;

	for (;;) {
		struct pollfd poll_fd = { .fd = fd, .events = POLLIN };
		uint64_t now_ns = clock_now_ns(), due_ns;
		int wait_ms = now_ns >= next_ns ? 0 :
			      (int)((next_ns - now_ns) / NS_PER_MS) + 1;
		int n;

		if (signals_caught() != 0)
			return -EINTR;
		n = poll(&poll_fd, 1, wait_ms);
		due_ns = now_ns + (unsigned)wait_ms * NS_PER_MS;
		now_ns = clock_now_ns();
		note_late(group, now_ns, due_ns);
		if (n > 0)
			return 0;
		if (now_ns < next_ns)
			continue;
		next_ns += TICK_MS * NS_PER_MS;
		if (fd == group->ready[0] && reap(group) < group->n)
			return -ECHILD;
		if (tick != NULL)
			tick(context);
	}
}

int
group_await_ready(struct group *group, void (*tick)(void *), void *context)
{
	unsigned ready = 0;

	while (ready < group->n) {
		char bytes[64];
		int error = await(group, group->ready[0], tick, context);
		ssize_t n;

		if (error != 0)
			return error;
		n = read(group->ready[0], bytes, sizeof(bytes));
		if (n == 0) {
			error = await_exit(group);
			return error != 0 ? error : -ECHILD;
		}
		if (n > 0)
			ready += (unsigned)n;
		if (ready < group->n && reap(group) < group->n)
			return -ECHILD;
	}
	return 0;
}

void
group_start(struct group *group)
{
	char byte = 0;
	unsigned i;

	for (i = 0; i < group->n; i++)
		if (write(group->start[1], &byte, 1) != 1)
			return;		/* it is gone, as await_end finds */
}

int
group_await_end(struct group *group, void (*tick)(void *), void *context)
{
	int error = await(group, group->done[0], tick, context);

	return error == 0 ? await_exit(group) : error;
}

void
group_close(struct group *group)
{
	uint64_t give_up_ns = clock_now_ns() + STUCK_NS;
	unsigned i;

	for (i = 0; i < group->n; i++)
		if (group->pid[i] != 0)
			kill(group->pid[i], SIGKILL);
	while (reap(group) > 0 && clock_now_ns() < give_up_ns)
		clock_sleep_ns(POLL_NS);
	close_end(&group->ready[0]);
	close_end(&group->start[1]);
	close_end(&group->done[0]);
	free(group->pid);
	group->pid = NULL;
	group->n = 0;
}

/* Explain "temporarily unavailable", the words of fork(2) for a limit. */
int
worker_explain_start(int error, char *reason)
{
	snprintf(reason, WORKER_REASON, "cannot start a process: %s%s",
		 strerror(-error), error == -EAGAIN ?
		 " (see the limit of processes, ulimit -u)" : "");
	return error;
}

int
group_explain(const struct group *group, int error, char *reason, size_t size)
{
	if (error == -ECHILD && group->crashed != 0)
		snprintf(reason, size, "the worker died of signal %d (%s)",
			 group->crashed, strsignal(group->crashed));
	else if (error == -ECHILD)
		snprintf(reason, size, "the worker ended early");
	else if (error != -EINTR)
		snprintf(reason, size, "the worker failed: %s",
			 strerror(-error));
	return error;
}

int
group_run(unsigned n, const struct group_work *work, void (*tick)(void *),
	  char *reason, size_t size)
{
	struct group group;
	int error = group_open(&group, n, work);

	if (error != 0)
		return worker_explain_start(error, reason);
	error = group_await_ready(&group, NULL, NULL);
	if (error == 0) {
		group_start(&group);
		error = group_await_end(&group, tick, work->context);
	}
	if (error != 0)
		group_explain(&group, error, reason, size);
	group_close(&group);
	return error;
}
