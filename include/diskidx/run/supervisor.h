/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Supervisor: the first process of a run, which the user sees. It forks the
 * process that measures, passes on what that prints and the signals that end
 * it, and ends as it does. It makes no call on a directory under test, and the
 * one that does holds none of the user's outputs: whatever hangs in the kernel,
 * where no signal ends it, keeps no terminal, pipe or shell waiting.
 */
#ifndef DISKIDX_RUN_SUPERVISOR_H
#define DISKIDX_RUN_SUPERVISOR_H

#include "diskidx/plan/options.h"

/*
 * Call command(options) in a process of its own. Return the exit status of that
 * process; die of the signal that it died of; on the signals that end a run,
 * leave it behind if a directory under test doesn't answer. `what` is the name
 * of its output, for the message that it can't be written.
 */
int supervisor_run(int (*command)(const struct options *),
		   const struct options *options, const char *what);

/* Name, in that process, the directory of the calls that begin now and may
 * hang; NULL: they are over. */
void supervisor_await(const char *directory);

/* Name, in that process, the file of the saved record, for that message. */
void supervisor_saved(const char *path);

/* Return, in that process, the width of the terminal, or the usual one; 0 if
 * another job has it. */
unsigned supervisor_columns(void);

#endif
