/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Launch: runs on several hosts, each through a command that starts a shell
 * there, as ssh and kubectl exec do, and speaks the barrier (diskidx-record.5)
 * with all of them. Whatever happens, the end of its input makes each run end
 * and clean up.
 */
#ifndef COMMAND_LAUNCH_H
#define COMMAND_LAUNCH_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "diskidx/options.h"

enum node_state {
	NODE_STARTING, NODE_PREPARING, NODE_READY, NODE_RUNNING, NODE_ENDED,
	NODE_LOST, NODE_STATES
};

struct node {
	/* Set by the caller: */
	const char *name;
	char *command;		/* starts a shell there; words between blanks */
	char *script;		/* the line for that shell */

	enum node_state state;
	const char *why;	/* it is lost */
	pid_t pid;
	int in, out;		/* pipes to its command; -1: closed */
	char *text;		/* its record so far; owned */
	size_t length, room, line;	/* `line`: where the last one begins */
	size_t n_said;		/* lines for the user */
	unsigned long sample;	/* the last that was ready */
};

/* Run on these hosts until all have ended, or a signal is caught. Return the
 * longest time from a go to a start. */
uint64_t launch_run(struct node *node, size_t n, const struct options *options);

#endif
