/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Launch: runs on several hosts, each started by a line for a shell there, and
 * speaks the barrier (diskidx-record.5) with all of them. Whatever happens, the
 * end of its input makes each run end and clean up.
 *
 * A carrier reaches the shells. That of --rsh starts a command for each host,
 * such as ssh or kubectl exec; the other is MPI, in mpi/diskidx-mpi.c.
 */
#ifndef COMMAND_LAUNCH_H
#define COMMAND_LAUNCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "diskidx/options.h"

#define LAUNCH_PIECE 65536	/* bytes that are carried at once, at most */

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
	int in, out;		/* pipes to its command; -1: closed, or none */
	bool is_open;		/* its output has not ended */
	bool is_readable;	/* set by a carrier's wait */
	char *text;		/* its record so far; owned */
	size_t length, room, line;	/* `line`: where the last one begins */
	size_t n_said;		/* lines for the user */
	unsigned long sample;	/* the last that was ready */
	bool sat_out;		/* the last go was for others */
	bool is_whole;		/* its record ends with the end of a run */
};

struct carrier {
	/* Start a shell on a host. Return 0 or -errno. */
	int (*start)(struct node *node);

	/* Write to a shell, or end its input: no bytes. Return false if it
	 * takes no more. */
	bool (*write)(struct node *node, const char *text, size_t n);

	/* Wait so long, or less, for nodes to become readable. */
	void (*wait)(struct node *node, size_t n, int wait_ms);

	/* Read what a readable node's shell wrote, LAUNCH_PIECE bytes at most.
	 * Return their number, 0 at the end, or -1: nothing came. */
	ssize_t (*read)(struct node *node, char *data);

	/* Kill what goes on there. */
	void (*kill)(struct node *node);
};

/* The carrier of --rsh, whose functions serve others, too: a pipe to the
 * standard input of a node's command, and one from its output and error. */
extern const struct carrier carrier_rsh;

/* Run on these hosts until all have ended, or a signal is caught. Return the
 * longest time from a go to a start. */
uint64_t launch_run(const struct carrier *carrier, struct node *node, size_t n,
		    const struct options *options);

#endif
