/* Forked processes with a barrier; see crew.h. */
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
#include "group.h"

#define TICK_MS 100
#define STUCK_NS (2 * NS_PER_S)
#define POLL_NS (10 * NS_PER_MS)

/* One that is stuck in the kernel must not keep the reader of a pipe waiting. */
static void
leave_output(void)
{
	int fd = open("/dev/null", O_RDWR);

	if (fd < 0)
		return;
	dup2(fd, STDIN_FILENO);
	dup2(fd, STDOUT_FILENO);
	if (fd > STDERR_FILENO)
		close(fd);
}

static void
member_main(struct crew *crew, unsigned member, pid_t parent,
	    const struct crew_work *work)
{
	char byte = 0;
	ssize_t n;

	signals_in_worker(parent);
	platform_die_with_parent();
	if (getppid() != parent)
		_exit(1);
	leave_output();
	close(crew->start[1]);
	close(crew->ready[0]);
	close(crew->done[0]);
	work->prepare(work->context, member);
	if (write(crew->ready[1], &byte, 1) != 1)
		_exit(1);
	do {
		n = read(crew->start[0], &byte, 1);
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
open_pipes(struct crew *crew)
{
	int *pipes[] = { crew->ready, crew->start, crew->done };
	size_t i;

	for (i = 0; i < 3; i++)
		pipes[i][0] = pipes[i][1] = -1;
	for (i = 0; i < 3; i++)
		if (pipe(pipes[i]) != 0)
			return -errno;
	return 0;
}

int
crew_open(struct crew *crew, unsigned n, const struct crew_work *work)
{
	pid_t parent = getpid();
	int error;

	memset(crew, 0, sizeof(*crew));
	crew->pid = xmalloc(n * sizeof(*crew->pid));
	error = open_pipes(crew);
	while (error == 0 && crew->n < n) {
		pid_t pid = fork();

		if (pid < 0)
			error = -errno;
		else if (pid == 0)
			member_main(crew, crew->n, parent, work);
		else
			crew->pid[crew->n++] = pid;
	}
	close_end(&crew->ready[1]);
	close_end(&crew->start[0]);
	close_end(&crew->done[1]);
	if (error != 0)
		crew_close(crew);
	return error;
}

/* Collects those that have ended; how many are left. */
static unsigned
reap(struct crew *crew)
{
	unsigned i, left = 0;

	for (i = 0; i < crew->n; i++) {
		int status = 0;
		pid_t pid;

		if (crew->pid[i] == 0)
			continue;
		pid = waitpid(crew->pid[i], &status, WNOHANG);
		if (pid == 0 || (pid < 0 && errno == EINTR)) {
			left++;
			continue;
		}
		crew->pid[i] = 0;
		if (pid < 0)		/* nobody knows how it ended */
			crew->failed = true;
		else if (WIFSIGNALED(status))
			crew->crashed = WTERMSIG(status);
		else if (WEXITSTATUS(status) != 0)
			crew->failed = true;
	}
	return left;
}

/* All have let go of a pipe, so they end. 0, -EINTR, or -ECHILD: badly. */
static int
await_exit(struct crew *crew)
{
	while (reap(crew) > 0) {
		clock_sleep_ns(NS_PER_MS / 4);
		if (signals_caught() != 0)
			return -EINTR;
	}
	return crew->crashed != 0 || crew->failed ? -ECHILD : 0;
}

/*
 * Until the descriptor has something, or EOF; a tick every 100 ms. One that
 * dies before it is ready makes no EOF while others wait at the barrier.
 */
static int
await(struct crew *crew, int fd, void (*tick)(void *), void *context)
{
	uint64_t next_ns = clock_now_ns() + TICK_MS * NS_PER_MS;

	for (;;) {
		struct pollfd poll_fd = { .fd = fd, .events = POLLIN };
		uint64_t now_ns = clock_now_ns();
		int wait_ms = now_ns >= next_ns ? 0 :
			      (int)((next_ns - now_ns) / NS_PER_MS) + 1;
		int n;

		if (signals_caught() != 0)
			return -EINTR;
		n = poll(&poll_fd, 1, wait_ms);
		if (n > 0)
			return 0;
		if (clock_now_ns() < next_ns)
			continue;
		next_ns += TICK_MS * NS_PER_MS;
		if (fd == crew->ready[0] && reap(crew) < crew->n)
			return -ECHILD;
		if (tick != NULL)
			tick(context);
	}
}

int
crew_await_ready(struct crew *crew, void (*tick)(void *), void *context)
{
	unsigned ready = 0;

	while (ready < crew->n) {
		char bytes[64];
		int error = await(crew, crew->ready[0], tick, context);
		ssize_t n;

		if (error != 0)
			return error;
		n = read(crew->ready[0], bytes, sizeof(bytes));
		if (n == 0) {
			error = await_exit(crew);
			return error != 0 ? error : -ECHILD;
		}
		if (n > 0)
			ready += (unsigned)n;
		if (ready < crew->n && reap(crew) < crew->n)
			return -ECHILD;
	}
	return 0;
}

void
crew_start(struct crew *crew)
{
	char byte = 0;
	unsigned i;

	for (i = 0; i < crew->n; i++)
		if (write(crew->start[1], &byte, 1) != 1)
			return;		/* it has ended: await_end sees it */
}

int
crew_await_end(struct crew *crew, void (*tick)(void *), void *context)
{
	int error = await(crew, crew->done[0], tick, context);

	return error == 0 ? await_exit(crew) : error;
}

void
crew_close(struct crew *crew)
{
	uint64_t give_up_ns = clock_now_ns() + STUCK_NS;
	unsigned i;

	for (i = 0; i < crew->n; i++)
		if (crew->pid[i] != 0)
			kill(crew->pid[i], SIGKILL);
	while (reap(crew) > 0 && clock_now_ns() < give_up_ns)
		clock_sleep_ns(POLL_NS);
	close_end(&crew->ready[0]);
	close_end(&crew->start[1]);
	close_end(&crew->done[0]);
	free(crew->pid);
	crew->pid = NULL;
	crew->n = 0;
}

/* fork(2) says "temporarily unavailable" of a limit that is reached. */
int
crew_explain_start(int error, char *reason, size_t size)
{
	snprintf(reason, size, "cannot start a worker: %s%s",
		 strerror(-error), error == -EAGAIN ?
		 " (see the limit of processes, ulimit -u)" : "");
	return error;
}

int
crew_explain(const struct crew *crew, int error, char *reason, size_t size)
{
	if (error == -ECHILD && crew->crashed != 0)
		snprintf(reason, size, "the worker died of signal %d (%s)",
			 crew->crashed, strsignal(crew->crashed));
	else if (error == -ECHILD)
		snprintf(reason, size, "the worker ended early");
	else if (error != -EINTR)
		snprintf(reason, size, "the worker failed: %s",
			 strerror(-error));
	return error;
}
