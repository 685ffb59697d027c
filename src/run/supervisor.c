/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The first process of a run; see supervisor.h. */
#include <config.h>

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "diskidx/base/error.h"
#include "diskidx/base/message.h"
#include "diskidx/base/signals.h"
#include "diskidx/platform/platform.h"
#include "diskidx/run/supervisor.h"
#include "diskidx/worker/worker.h"

#define TICK_MS 250
#define PATIENCE_MS 5000	/* with a directory that does not answer */
#define EXIT_MS 1		/* from the end of its output to its own */
#define PIECE 65536
#define USUAL_COLUMNS 80

/* Errors come first: the live line is gone before the report. */
enum { ERRORS, OUTPUT, STREAMS };
static const int streams[] = { STDERR_FILENO, STDOUT_FILENO };

/* Shared by both processes, and written by the one that measures, except for
 * `columns`, which the first one knows. */
static struct awaited {
	volatile unsigned n;	/* odd: an answer is awaited */
	char directory[512];
	volatile unsigned columns;
	char saved[4096];	/* path of the record; empty: none */
} *awaited;

struct supervisor {
	pid_t pid;
	struct pollfd output[STREAMS];	/* -1: at its end */
	int error;		/* errno of an output that cannot be written */
	int passed_on;		/* a signal, or 0 */
	unsigned tries;		/* of calls that were interrupted */
	unsigned n;		/* of `awaited`, */
	int waited_ms;		/* for that long */
	bool is_shown;
};

void
supervisor_await(const char *directory)
{
	if (directory != NULL)
		snprintf(awaited->directory, sizeof(awaited->directory), "%s",
			 directory);
	awaited->n += (directory != NULL) != awaited->n % 2;
}

void
supervisor_saved(const char *path)
{
	snprintf(awaited->saved, sizeof(awaited->saved), "%s", path);
}

unsigned
supervisor_columns(void)
{
	return awaited->columns;
}

/* Find out how wide the terminal is now, and who has it. */
static void
look_at_terminal(void)
{
	pid_t job = tcgetpgrp(STDERR_FILENO);
	unsigned columns = platform_columns(STDERR_FILENO);

	if (job > 0 && job != getpgrp())
		columns = 0;
	else if (columns == 0)
		columns = USUAL_COLUMNS;
	awaited->columns = columns;
}

/* Return 0 or -errno. Wait even if others have made the output non-blocking. */
static int
supervisor_write(int fd, const char *data, size_t size)
{
	struct pollfd slow = { .fd = fd, .events = POLLOUT };
	unsigned tries = 0;

	while (size > 0) {
		ssize_t n = write(fd, data, size);

		if (n < 0 && signals_caught() != 0)
			return -errno;
		if (n < 0 && errno == EAGAIN && poll(&slow, 1, -1) > 0)
			continue;
		if (n < 0 && !is_interrupted(errno, &tries))
			return -errno;
		if (n > 0) {
			data += n;
			size -= (size_t)n;
		}
	}
	return 0;
}

/* End, because the other process cannot be watched: it will end, too. */
static void
supervisor_end(void)
{
	message_error("cannot watch the process that measures: %s",
		      strerror(errno));
	exit(2);
}

/* Pass on what has come. After an error, only read the rest, so that the other
 * process can end. */
static void
pass_on(struct supervisor *s, int stream)
{
	static char data[PIECE];
	struct pollfd *from = &s->output[stream];
	ssize_t n;

	if (from->revents == 0)
		return;
	n = read(from->fd, data, sizeof(data));
	if (n < 0 && !is_interrupted(errno, &s->tries))
		supervisor_end();
	if (n < 0)
		return;
	if (n == 0) {
		close(from->fd);
		from->fd = -1;
	} else if (stream == ERRORS) {
		supervisor_write(streams[stream], data, (size_t)n);
	} else if (s->error == 0) {
		s->error = supervisor_write(streams[stream], data, (size_t)n);
	}
}

/* Leave the other process if a signal has come and a directory does not answer.
 * It dies once the directory answers, and the cleanup process does the rest. */
static void
count_wait(struct supervisor *s, bool is_ending, int ms)
{
	if (awaited->n != s->n || (awaited->n % 2 == 0 && !is_ending)) {
		s->n = awaited->n;
		s->waited_ms = 0;
		return;
	}
	s->waited_ms += ms;
	if (s->waited_ms < PATIENCE_MS)
		return;
	if (!s->is_shown) {
		message_live(awaited->columns, "");	/* over its live line */
		message_error("%s does not answer%s", awaited->directory,
			      s->passed_on != 0 ? "" :
			      " yet; wait, or end diskidx with Ctrl-C");
		s->is_shown = true;
	}
	if (s->passed_on != 0)
		signals_die(s->passed_on);
}

/* Wait until it has ended. Return its status from waitpid(2). */
static int
supervisor_watch(struct supervisor *s)
{
	for (;;) {
		bool is_ending = s->output[ERRORS].fd < 0 &&
				 s->output[OUTPUT].fd < 0;
		int ms = is_ending && s->waited_ms < TICK_MS ? EXIT_MS :
			 TICK_MS;
		int status = 0, n, i;

		n = is_ending ? waitpid(s->pid, &status, WNOHANG) : 0;
		if (n > 0)
			return status;
		if (n == 0)
			n = poll(s->output, STREAMS, ms);
		else
			supervisor_end();
		if (n < 0 && !is_interrupted(errno, &s->tries))
			supervisor_end();
		look_at_terminal();
		if (s->passed_on != signals_caught() &&
		    kill(s->pid, signals_caught()) == 0) {
			s->passed_on = signals_caught();
			kill(s->pid, SIGCONT);	/* it may be stopped */
		}
		for (i = 0; i < STREAMS && n > 0; i++)
			pass_on(s, i);
		if (n == 0)
			count_wait(s, is_ending, ms);
	}
}

int
supervisor_run(int (*command)(const struct options *),
	       const struct options *options, const char *what)
{
	struct supervisor s = { 0 };
	char reason[WORKER_REASON];
	pid_t parent = getpid();
	int pipes[STREAMS][2], status, i;

	/* Share memory, and fork with a pipe per stream. */
	awaited = platform_share(sizeof(*awaited));
	if (awaited == NULL)
		s.pid = -ENOMEM;
	else
		look_at_terminal();
	for (i = 0; i < STREAMS && s.pid == 0; i++)
		s.pid = or_errno(pipe(pipes[i]));
	if (s.pid == 0) {
		signals_catch();
		s.pid = or_errno(fork());
	}
	if (s.pid == 0) {
		platform_die_with_parent();
		signals_watch(parent);
		for (i = 0; i < STREAMS; i++) {
			dup2(pipes[i][1], streams[i]);
			close(pipes[i][0]);
			close(pipes[i][1]);
		}
		status = command(options);
		if (signals_caught() != 0)
			signals_die(signals_caught());
		exit(status);
	}
	if (s.pid < 0) {
		worker_explain_start((int)s.pid, reason);
		message_error("%s", reason);
		return 2;
	}
	for (i = 0; i < STREAMS; i++) {
		close(pipes[i][1]);
		s.output[i].fd = pipes[i][0];
		s.output[i].events = POLLIN;
	}
	status = supervisor_watch(&s);
	if (WIFSIGNALED(status) && WTERMSIG(status) != signals_caught())
		message_error("the process that measures died of signal %d "
			      "(%s)", WTERMSIG(status),
			      strsignal(WTERMSIG(status)));
	if (WIFSIGNALED(status))
		signals_die(WTERMSIG(status));
	if (s.error == 0)
		return WEXITSTATUS(status);
	message_error("cannot write %s: %s%s%s", what, strerror(-s.error),
		      awaited->saved[0] != '\0' ? "; the record is saved: " :
		      "", awaited->saved);
	return 2;
}
