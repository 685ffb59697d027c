/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Supervisor: the first process of a run, which the user sees. It forks the
 * process that measures, passes on its output and the signals that end it, and
 * ends as it does. It makes no call on a directory under test, and the
 * measuring process has none of the user's outputs open. So a call that hangs
 * in the kernel, where no signal ends it, keeps no terminal, pipe or shell
 * waiting.
 */
#ifndef DISKIDX_RUN_SUPERVISOR_H
#define DISKIDX_RUN_SUPERVISOR_H

#include "diskidx/plan/options.h"

/*
 * Call command(options) in a separate process. Return its exit status; die of
 * the signal that it died of; on the signals that end a run, leave it if a
 * directory under test does not answer. `what` is the name of its output, for
 * the message that it cannot be written.
 */
int supervisor_run(int (*command)(const struct options *),
		   const struct options *options, const char *what);

/* Name, in that process, the directory of the calls that begin now and may
 * hang; NULL: they are over. */
void supervisor_await(const char *directory);

/* Name, in that process, the file of the saved record for the same message. */
void supervisor_saved(const char *path);

/* Return, in that process, the width of the terminal, or the usual one; 0 if
 * another job has it. */
unsigned supervisor_columns(void);

#endif
