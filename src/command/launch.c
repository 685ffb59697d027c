/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Launch: see launch.h. */
#include <config.h>

#include <fcntl.h>
#include <limits.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "diskidx/alloc.h"
#include "diskidx/amount.h"
#include "diskidx/clock.h"
#include "diskidx/message.h"
#include "diskidx/signals.h"
#include "diskidx/units.h"
#include "launch.h"

#define LOOK_MS 100
#define END_NS (10 * NS_PER_S)	/* for a host to clean up */
#define COLUMNS 80		/* of the live line */
#define MOST_BYTES (32 * MIB)	/* of a run's record, which has some 100 KiB */
#define MOST_SAID 1000		/* lines of a host for the user */

struct launch {
	const struct options *options;
	const struct carrier *carrier;
	struct node *node;
	size_t n;
	uint64_t begin_ns, go_ns, skew_ns, waiting_ns;	/* since when others
							   wait, or 0 */
};

/* Say why a host is dropped, and end its input, so that it ends. */
static void
node_drop(const struct launch *l, struct node *node, const char *why)
{
	if (node->state >= NODE_ENDED)
		return;
	node->state = NODE_LOST;
	node->why = why;
	l->carrier->write(node, "", 0);
	message_error("%s: dropped: %s", node->name, why);
}

/* Write a text, and free it. A host that takes no more has ended: its output
 * tells the reason. */
static void
node_write(const struct launch *l, struct node *node, char *text)
{
	if (!l->carrier->write(node, text, strlen(text)))
		l->carrier->write(node, "", 0);
	free(text);
}

/* Start the shell of a host, and send it its line. */
static void
node_start(const struct launch *l, struct node *node)
{
	int error = l->carrier->start(node);

	node->is_open = error == 0;
	if (error == 0)
		node_write(l, node, xprintf("%s\n", node->script));
	else
		node_drop(l, node, strerror(-error));
}

/* Copy the program to a host, in a process of its own. */
static void
node_push(const struct launch *l, struct node *node)
{
	static char data[LAUNCH_PIECE];
	ssize_t n;
	int from;

	if (fork() != 0)
		return;
	from = open(l->options->push, O_RDONLY | O_CLOEXEC);
	do
		n = read(from, data, sizeof(data));
	while (n > 0 && l->carrier->write(node, data, (size_t)n));
	_exit(!l->carrier->write(node, "wait\n", 5));
}

/* Take a line of the barrier, or one for the user, as the programs there have
 * some. Return false if it is of the record, whose lines have tabs. */
static bool
node_line(struct launch *l, struct node *node, char *line)
{
	if (strcmp(line, "here") == 0) {
		node->state = NODE_PREPARING;
		if (l->options->push == NULL)
			node_write(l, node, xstrdup("wait\n"));
		else
			node_push(l, node);
	} else if (strncmp(line, "ready ", 6) == 0) {
		node->state = NODE_READY;
		node->sample = strtoul(line + 6, NULL, 10);
	} else if (strncmp(line, "started ", 8) == 0) {
		l->skew_ns = amount_max(l->skew_ns,
					clock_now_ns() - l->go_ns);
	} else if (strchr(line, '\t') != NULL) {
		node->is_whole = strncmp(line, "end\t", 4) == 0;
		return false;
	} else {
		line[strcspn(line, "\r")] = '\0';
		if (*line != '\0' && node->n_said++ < MOST_SAID)
			message_error("%s: %s", node->name, line);
	}
	return true;
}

/* Take the whole lines behind that place, and keep those of the record. */
static void
node_take(struct launch *l, struct node *node, size_t from)
{
	char *end;

	while (node->state < NODE_ENDED &&
	       (end = memchr(node->text + from, '\n', node->length - from)) !=
	       NULL) {
		char *line = node->text + node->line;
		size_t size = (size_t)(end + 1 - line);

		*end = '\0';
		if (node_line(l, node, line)) {
			node->length -= size;
			memmove(line, end + 1, node->length - node->line);
		} else {
			*end = '\n';
			node->line += size;
		}
		from = node->line;
	}
}

/* Read what a host has written; at its end it has ended. What a lost one writes
 * is dropped, and one that doesn't stop is lost. */
static void
node_read(struct launch *l, struct node *node)
{
	size_t from;
	ssize_t n;

	if (node->state == NODE_LOST)
		node->length = node->line = 0;
	from = node->length;
	if (node->room - from < LAUNCH_PIECE) {
		node->room = 2 * node->room + LAUNCH_PIECE;
		node->text = xrealloc(node->text, node->room + 1);
	}
	n = l->carrier->read(node, node->text + from);
	if (n > 0) {
		node->length += (size_t)n;
		node_take(l, node, from);
		if (node->length <= MOST_BYTES * l->options->repeat &&
		    node->n_said <= MOST_SAID)
			return;
		node_drop(l, node, "it writes too much");
		l->carrier->kill(node);
	} else if (n == 0) {
		node->length = node->line;	/* without a line that is cut */
		node->text[node->length] = '\0';
		node->is_open = false;
		l->carrier->write(node, "", 0);
		if (node->state != NODE_LOST)
			node->state = node->is_whole ? NODE_ENDED : NODE_LOST;
	}
}

/* Wait for something to happen. Return false if all have ended. */
static bool
launch_wait(struct launch *l)
{
	bool any = false;

	for (size_t i = 0; i < l->n; i++)
		any |= l->node[i].is_open;
	if (any)
		l->carrier->wait(l->node, l->n, LOOK_MS);
	for (size_t i = 0; i < l->n; i++) {
		struct node *node = &l->node[i];

		if (node->is_readable)
			node_read(l, node);
		node->is_readable = false;
	}
	return any;
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

		node->sat_out = node->state != NODE_READY ||
			node->sample != first;
		if (node->sat_out)
			continue;
		node->state = NODE_RUNNING;
		node_write(l, node, xprintf("go %" PRIu64 "\n", l->skew_ns));
	}
}

static void
launch_show(const size_t states[NODE_STATES])
{
	char *text = xprintf("%zu starting, %zu preparing, %zu ready, "
			     "%zu running, %zu ended, %zu lost",
			     states[NODE_STARTING], states[NODE_PREPARING],
			     states[NODE_READY], states[NODE_RUNNING],
			     states[NODE_ENDED], states[NODE_LOST]);

	message_live(COLUMNS, text);
	free(text);
}

/* Return true if a host has done the sample that others may be at. One that had
 * none to do, or was cut, tells nothing of their time. */
static bool
node_waits(const struct node *node)
{
	return !node->sat_out &&
		(node->state == NODE_READY || node->state == NODE_ENDED);
}

/* Begin the next sample when all that are left are ready; drop those for which
 * others have waited too long. Return the number that has not ended. */
static size_t
launch_step(struct launch *l)
{
	size_t states[NODE_STATES] = { 0 }, busy, waiting = 0;
	uint64_t now_ns = clock_now_ns(), wait_ns = l->options->wait_ns;

	for (size_t i = 0; i < l->n; i++) {
		states[l->node[i].state]++;
		waiting += node_waits(&l->node[i]);
	}
	launch_show(states);
	busy = l->n - states[NODE_READY] - states[NODE_ENDED] -
		states[NODE_LOST];
	if (busy == 0 && states[NODE_READY] > 0)
		launch_go(l);
	else if (waiting == 0 || l->waiting_ns == 0)
		l->waiting_ns = waiting > 0 ? now_ns : 0;
	for (size_t i = 0; i < l->n && busy > 0; i++) {
		struct node *node = &l->node[i];

		if (node->state == NODE_STARTING &&
		    now_ns - l->begin_ns > wait_ns)
			node_drop(l, node, "it does not answer");
		else if (node->state != NODE_READY && l->waiting_ns > 0 &&
			 now_ns - l->waiting_ns > wait_ns)
			node_drop(l, node, "others waited for it too long");
	}
	return busy + states[NODE_READY];
}

/* End all: their inputs, then those that stay. */
static void
launch_end(struct launch *l)
{
	uint64_t end_ns = clock_now_ns() + END_NS;

	for (size_t i = 0; i < l->n; i++)
		l->carrier->write(&l->node[i], "", 0);
	while (clock_now_ns() < end_ns && launch_wait(l))
		;
	for (size_t i = 0; i < l->n; i++)
		if (l->node[i].is_open)
			l->carrier->kill(&l->node[i]);
	while (waitpid(-1, NULL, WNOHANG) > 0)
		;
	message_live_end();
}

uint64_t
launch_run(const struct carrier *carrier, struct node *node, size_t n,
	   const struct options *options)
{
	struct launch l = {
		.options = options, .carrier = carrier, .node = node, .n = n,
		.begin_ns = clock_now_ns(),
	};

	signals_catch();
	for (size_t i = 0; i < n; i++)
		node_start(&l, &node[i]);
	while (launch_step(&l) > 0 && signals_caught() == 0)
		launch_wait(&l);
	launch_end(&l);
	return l.skew_ns;
}
