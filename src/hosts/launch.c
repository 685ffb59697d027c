/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Launch: see launch.h. */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "diskidx/alloc.h"
#include "diskidx/amount.h"
#include "diskidx/clock.h"
#include "diskidx/launch.h"
#include "diskidx/printf.h"
#include "diskidx/signals.h"

#define PIECE 65536		/* bytes of a read or write */
#define LOOK_MS 100
#define END_NS (10 * NS_PER_S)	/* for a host to clean up */

static void
node_close(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/* Say why a host is dropped, and end its input, so that it ends. */
static void
node_drop(struct launch *l, struct node *node, const char *why)
{
	if (node->state >= NODE_ENDED)
		return;
	node->state = NODE_LOST;
	node_close(&node->in);
	l->say(l->context, node->name, why);
}

static void PRINTF_LIKE(3, 4)
node_write(struct launch *l, struct node *node, const char *format, ...)
{
	va_list args;
	char *text;

	va_start(args, format);
	text = xvprintf(format, args);
	va_end(args);
	if (write(node->in, text, strlen(text)) != (ssize_t)strlen(text))
		node_drop(l, node, "dropped: it takes no more input");
	free(text);
}

char *
launch_command(const char *rsh, const char *name)
{
	const char *host = strstr(rsh, "%h");

	if (host == NULL)
		return xprintf("%s %s sh", rsh, name);
	return xprintf("%.*s%s%s sh", (int)(host - rsh), rsh, name, host + 2);
}

/* Become the command that starts a shell on a host. */
static void
node_exec(const struct launch *l, const char *name, int in, int out, int err)
{
	char **word = NULL, *text = launch_command(l->rsh, name);
	size_t n = 0;

	setsid();	/* the terminal's signals are the launcher's */
	dup2(in, STDIN_FILENO);
	dup2(out, STDOUT_FILENO);
	dup2(err, STDERR_FILENO);
	for (char *at = strtok(text, " "); at != NULL; at = strtok(NULL, " ")) {
		word = xgrow(word, n, sizeof(*word));
		word[n++] = at;
	}
	word = xgrow(word, n, sizeof(*word));
	word[n] = NULL;
	signal(SIGPIPE, SIG_DFL);
	execvp(word[0], word);
	fprintf(stderr, "%s: %s\n", word[0], strerror(errno));
	_exit(127);
}

/* Start the command of a host, and send the shell its line. */
static void
node_start(struct launch *l, struct node *node)
{
	int pipes[3][2] = { { -1, -1 }, { -1, -1 }, { -1, -1 } };
	bool good = true;
	char *script;

	for (int i = 0; i < 3 && good; i++) {
		good = pipe(pipes[i]) == 0;
		fcntl(pipes[i][0], F_SETFD, FD_CLOEXEC);
		fcntl(pipes[i][1], F_SETFD, FD_CLOEXEC);
	}
	node->pid = good ? fork() : -1;
	if (node->pid == 0)
		node_exec(l, node->name, pipes[0][0], pipes[1][1],
			  pipes[2][1]);
	node->in = pipes[0][1];
	node->out = pipes[1][0];
	node->err = pipes[2][0];
	node_close(&pipes[0][0]);
	node_close(&pipes[1][1]);
	node_close(&pipes[2][1]);
	if (node->pid < 0) {
		node_drop(l, node, strerror(errno));
		return;
	}
	script = l->script(l->context, node->name);
	node_write(l, node, "%s\n", script);
	free(script);
}

/* Copy the program to a host, in a process of its own. */
static void
node_push(const struct launch *l, const struct node *node)
{
	static char data[PIECE];
	ssize_t n = 1;
	int from;

	if (fork() != 0)
		return;
	from = open(l->push, O_RDONLY | O_CLOEXEC);
	while (from >= 0 && n > 0) {
		ssize_t size = read(from, data, sizeof(data));

		for (ssize_t done = 0; done < size && n > 0; done += n)
			n = write(node->in, data + done,
				  (size_t)(size - done));
		if (size <= 0)
			break;
	}
	_exit(write(node->in, "wait\n", 5) != 5);
}

/* Take a line of the barrier. Return false if it is of the record. */
static bool
node_line(struct launch *l, struct node *node, const char *line)
{
	if (strcmp(line, "here") == 0) {
		node->state = NODE_PREPARING;
		if (l->push == NULL)
			node_write(l, node, "wait\n");
		else
			node_push(l, node);
	} else if (strncmp(line, "ready ", 6) == 0) {
		node->state = NODE_READY;
		node->sample = strtoul(line + 6, NULL, 10);
	} else if (strncmp(line, "started ", 8) == 0) {
		l->skew_ns = amount_max(l->skew_ns,
					clock_now_ns() - l->go_ns);
	} else {
		return false;
	}
	return true;
}

/* Read what a host has written; at its end it has ended. */
static void
node_read(struct launch *l, struct node *node)
{
	char *at, *end;
	ssize_t n;

	if (node->room - node->length < PIECE) {
		node->room = 2 * node->room + PIECE;
		node->text = xrealloc(node->text, node->room + 1);
	}
	n = read(node->out, node->text + node->length, PIECE);
	if (n < 0 && errno == EINTR)
		return;
	node->length += n > 0 ? (size_t)n : 0;
	node->text[node->length] = '\0';
	for (at = node->text + node->line; (end = strchr(at, '\n')) != NULL;) {
		*end = '\0';
		if (node_line(l, node, at)) {
			node->length -= (size_t)(end + 1 - at);
			memmove(at, end + 1, node->length + 1 -
				(size_t)(at - node->text));
			continue;
		}
		*end = '\n';
		at = end + 1;
	}
	node->line = (size_t)(at - node->text);
	if (n > 0)
		return;
	node_close(&node->out);
	node_close(&node->in);
	if (node->state != NODE_LOST)
		node->state = NODE_ENDED;
}

/* Pass on the lines that a host's programs have for the user. */
static void
node_hear(struct launch *l, struct node *node)
{
	char text[1024];
	ssize_t n = read(node->err, text, sizeof(text) - 1);

	if (n <= 0) {
		node_close(&node->err);
		return;
	}
	text[n] = '\0';
	for (char *at = strtok(text, "\r\n"); at != NULL;
	     at = strtok(NULL, "\r\n"))
		l->say(l->context, node->name, at);
}

/* Wait for something to happen. Return false if all have ended. */
static bool
launch_poll(struct launch *l, struct pollfd *poll_fd)
{
	size_t open = 0;

	for (size_t i = 0; i < 2 * l->n; i++) {
		const struct node *node = &l->node[i / 2];

		poll_fd[i] = (struct pollfd){
			.fd = i % 2 == 0 ? node->out : node->err,
			.events = POLLIN };
		open += poll_fd[i].fd >= 0;
	}
	if (open == 0)
		return false;
	if (poll(poll_fd, 2 * l->n, LOOK_MS) <= 0)
		return true;
	for (size_t i = 2 * l->n; i-- > 0;)	/* errors first */
		if (poll_fd[i].revents != 0 && i % 2 == 0)
			node_read(l, &l->node[i / 2]);
		else if (poll_fd[i].revents != 0)
			node_hear(l, &l->node[i / 2]);
	return true;
}

/* Let those begin that are ready for the earliest sample. */
static void
launch_go(struct launch *l)
{
	unsigned long first = ULONG_MAX;

	for (size_t i = 0; i < l->n; i++)
		if (l->node[i].state == NODE_READY && l->node[i].sample < first)
			first = l->node[i].sample;
	l->go_ns = clock_now_ns();
	l->waiting_ns = 0;
	for (size_t i = 0; i < l->n; i++) {
		struct node *node = &l->node[i];

		if (node->state != NODE_READY || node->sample != first)
			continue;
		node->state = NODE_RUNNING;
		node_write(l, node, "go %" PRIu64 "\n", l->skew_ns);
	}
}

/* Begin the next sample when all that are left are ready; drop those for which
 * others have waited too long. */
static void
launch_step(struct launch *l, uint64_t begin_ns)
{
	size_t states[NODE_STATES] = { 0 }, busy;
	uint64_t now_ns = clock_now_ns();

	for (size_t i = 0; i < l->n; i++)
		states[l->node[i].state]++;
	l->show(l->context, states);
	busy = l->n - states[NODE_READY] - states[NODE_ENDED] -
		states[NODE_LOST];
	if (busy == 0 && states[NODE_READY] > 0)
		launch_go(l);
	else if (states[NODE_READY] + states[NODE_ENDED] > 0 &&
		 l->waiting_ns == 0)
		l->waiting_ns = now_ns;
	for (size_t i = 0; i < l->n && busy > 0; i++) {
		struct node *node = &l->node[i];

		if (node->state == NODE_STARTING &&
		    now_ns - begin_ns > l->wait_ns)
			node_drop(l, node, "dropped: it does not answer");
		else if (node->state != NODE_READY && l->waiting_ns > 0 &&
			 now_ns - l->waiting_ns > l->wait_ns)
			node_drop(l, node, "dropped: others waited for it too "
				  "long");
	}
}

/* End all: their inputs, then those that stay. */
static void
launch_end(struct launch *l, struct pollfd *poll_fd)
{
	uint64_t end_ns = clock_now_ns() + END_NS;

	for (size_t i = 0; i < l->n; i++)
		node_close(&l->node[i].in);
	while (clock_now_ns() < end_ns && launch_poll(l, poll_fd))
		;
	for (size_t i = 0; i < l->n; i++) {
		struct node *node = &l->node[i];

		if (node->out >= 0 && node->pid > 0)
			kill(-node->pid, SIGTERM);
		node_close(&node->out);
		node_close(&node->err);
		if (node->state == NODE_ENDED)
			l->take(l->context, node->name, node->text);
		free(node->text);
	}
	while (waitpid(-1, NULL, WNOHANG) > 0)
		;
	free(l->node);
}

void
launch_run(struct launch *l, char *const *name, size_t n)
{
	struct pollfd *poll_fd = xmalloc(2 * n * sizeof(*poll_fd));
	uint64_t begin_ns = clock_now_ns();
	size_t left = n;

	signals_catch();
	l->node = xmalloc(n * sizeof(*l->node));
	memset(l->node, 0, n * sizeof(*l->node));
	l->n = n;
	for (size_t i = 0; i < n; i++) {
		l->node[i].name = name[i];
		node_start(l, &l->node[i]);
	}
	while (left > 0 && signals_caught() == 0) {
		launch_poll(l, poll_fd);
		launch_step(l, begin_ns);
		left = 0;
		for (size_t i = 0; i < n; i++)
			left += l->node[i].state < NODE_ENDED;
	}
	launch_end(l, poll_fd);
	free(poll_fd);
}
