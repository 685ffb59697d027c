/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The process that cleans up after a killed one. */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "diskidx/base/clock.h"
#include "diskidx/base/error.h"
#include "diskidx/base/signals.h"
#include "cleanup.h"

#define MAX_TRIES 100
#define TRY_EVERY_NS (100 * NS_PER_MS)
#define MAX_FDS 65536		/* to close that many takes some ms */

static void
cleanup_main(int pipe_fd, int kept_fd, pid_t parent, bool (*clean)(void *),
	     void *context)
{
	long most = sysconf(_SC_OPEN_MAX);
	unsigned tries = 0;
	ssize_t n;
	char byte;

	/* No terminal stops it in its own session, either. */
	signals_ignore();
	setsid();
	if (most < 0 || most > MAX_FDS)
		most = MAX_FDS;
	for (int fd = 0; fd < most; fd++)
		if (fd != pipe_fd && fd != kept_fd)
			close(fd);
	while (chdir("/") != 0 && is_interrupted(errno, &tries))
		;
	do {
		n = read(pipe_fd, &byte, 1);
	} while (n < 0 && is_interrupted(errno, &tries));
	/* If the pipe cannot tell the end, the parent must be gone. */
	while (n < 0 && getppid() == parent)
		clock_sleep_ns(TRY_EVERY_NS);
	for (unsigned tries = 0; tries < MAX_TRIES && !clean(context); tries++)
		clock_sleep_ns(TRY_EVERY_NS);
	_exit(0);
}

int
cleanup_open(struct cleanup *cleanup, bool (*clean)(void *), void *context,
	     int kept_fd)
{
	pid_t parent = getpid(), pid;
	int ends[2];

	if (pipe(ends) != 0)
		return -errno;
	fcntl(ends[1], F_SETFD, FD_CLOEXEC);
	pid = or_errno(fork());
	if (pid == 0)
		cleanup_main(ends[0], kept_fd, parent, clean, context);
	close(ends[0]);
	if (pid < 0) {
		close(ends[1]);
		return pid;
	}
	cleanup->pid = pid;
	cleanup->pipe = ends[1];
	return 0;
}

/* Kill it if it has nothing to do: if stopped, it would never read the pipe. */
void
cleanup_close(struct cleanup *cleanup, bool is_needed)
{
	if (cleanup->pid <= 0)
		return;
	if (!is_needed && kill(cleanup->pid, SIGKILL) == 0)
		waitpid(cleanup->pid, NULL, 0);
	close(cleanup->pipe);
	cleanup->pid = 0;
}
