/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Launch: runs on several hosts, each through a command that starts a shell
 * there, as ssh and kubectl exec do, and speaks the barrier (diskidx-record.5)
 * with all of them. The command's words are separated by blanks; the host takes
 * the place of %h, or else is the last word. Whatever happens, the end of its
 * input makes each run end and clean up.
 */
#ifndef DISKIDX_LAUNCH_H
#define DISKIDX_LAUNCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum node_state {
	NODE_STARTING, NODE_PREPARING, NODE_READY, NODE_RUNNING, NODE_ENDED,
	NODE_LOST, NODE_STATES
};

struct node {
	const char *name;
	enum node_state state;
	pid_t pid;
	int in, out, err;	/* pipes to its command; -1: closed */
	char *text;		/* its record so far; owned */
	size_t length, room, line;	/* `line`: where the last one begins */
	unsigned long sample;	/* the last that was ready */
};

struct launch {
	const char *rsh;
	const char *push;	/* program to copy there first, or NULL */
	uint64_t push_bytes, wait_ns;	/* that others wait for a host */
	struct node *node;	/* by launch_run; owned */
	size_t n;
	uint64_t go_ns, skew_ns, waiting_ns;	/* since when others wait */

	/* Make, as the caller, the shell's line for a host, on the heap; say
	 * what a host has to say; show how many are in which state; take
	 * a record. */
	char *(*script)(void *context, const char *name);
	void (*say)(void *context, const char *name, const char *text);
	void (*show)(void *context, const size_t states[NODE_STATES]);
	void (*take)(void *context, const char *name, const char *text);
	void *context;
};

/* Run on these hosts until all have ended, or a signal is caught. */
void launch_run(struct launch *launch, char *const *name, size_t n);

/* Return the command that starts a shell on a host, on the heap. */
char *launch_command(const char *rsh, const char *name);

/* Return the names of "n[01-16],m1" on the heap, each owned, and their number;
 * 0: it is no such list, or one is there twice. */
size_t launch_names(const char *text, char ***names);

#endif
