/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Pipes to commands, the carrier of --rsh: see launch.h. */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "diskidx/alloc.h"
#include "launch.h"

static void
pipe_close(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/* Become the command of a node. */
static void
pipes_exec(const struct node *node, int in, int out)
{
	char **word = NULL;
	size_t n = 0;

	setsid();	/* the terminal's signals are the launcher's */
	dup2(in, STDIN_FILENO);
	dup2(out, STDOUT_FILENO);
	dup2(out, STDERR_FILENO);
	for (char *at = strtok(node->command, " "); at != NULL;
	     at = strtok(NULL, " "))
		*xadd(word, n) = at;
	*xadd(word, n) = NULL;
	signal(SIGPIPE, SIG_DFL);
	execvp(word[0], word);
	fprintf(stderr, "%s: %s\n", word[0], strerror(errno));
	_exit(127);
}

static int
pipes_start(struct node *node)
{
	int fd[] = { -1, -1, -1, -1 }, error = 0;
	bool good = pipe(fd) == 0 && pipe(fd + 2) == 0;

	for (int i = 0; i < 4 && good; i++)
		good = fcntl(fd[i], F_SETFD, FD_CLOEXEC) == 0;
	node->in = fd[1];
	node->out = fd[2];
	node->pid = good ? fork() : -1;
	if (node->pid == 0)
		pipes_exec(node, fd[0], fd[3]);
	if (node->pid < 0) {
		error = -errno;
		pipe_close(&node->out);
	}
	pipe_close(&fd[0]);
	pipe_close(&fd[3]);
	return error;
}

static bool
pipes_write(struct node *node, const char *text, size_t n)
{
	if (n > 0)
		return write(node->in, text, n) == (ssize_t)n;
	pipe_close(&node->in);
	return true;
}

static void
pipes_wait(struct node *node, size_t n, int wait_ms)
{
	struct pollfd *each = xmalloc(n * sizeof(*each));

	for (size_t i = 0; i < n; i++)
		each[i] = (struct pollfd){ .fd = node[i].out,
					   .events = POLLIN };
	if (poll(each, n, wait_ms) > 0)
		for (size_t i = 0; i < n; i++)
			node[i].is_readable = each[i].revents != 0;
	free(each);
}

static ssize_t
pipes_read(struct node *node, char *data)
{
	ssize_t n = read(node->out, data, LAUNCH_PIECE);

	if (n > 0 || (n < 0 && errno == EINTR))
		return n;
	pipe_close(&node->out);
	return 0;
}

static void
pipes_kill(struct node *node)
{
	if (node->out >= 0 && node->pid > 0)
		kill(-node->pid, SIGTERM);
}

const struct carrier carrier_rsh = {
	.start = pipes_start, .write = pipes_write, .wait = pipes_wait,
	.read = pipes_read, .kill = pipes_kill,
};
