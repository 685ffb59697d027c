/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Cleanup: a process that does one task if this process ends without doing it
 * (SIGKILL, a crash), or cannot do it because a stuck worker has files open. It
 * is forked beforehand and waits on a pipe that nobody writes to. Processes
 * forked later inherit the other end. So end of file means that the last worker
 * is gone too, and nobody creates the files again.
 *
 * It has its own session, out of reach of the terminal and of signals to this
 * process group. It ignores the signals that ask to end, and keeps only that
 * pipe and one given descriptor open, so that no reader of a standard output
 * waits for it. It knows nothing of targets.
 *
 * If it is killed together with this process (by name, with the container, by a
 * power loss), DIRECTORY/diskidx.XXXXXX/ remains with the small files of the
 * running test. Per copy, each file needs at most its block, rounded up to 4
 * KiB, and 4 KiB for the name and the inode: 2000 files of 4 KiB need 16 MiB.
 */
#ifndef TARGET_CLEANUP_H
#define TARGET_CLEANUP_H

#include <stdbool.h>

#include "diskidx/target/target.h"

/*
 * Start one. When it is time, it calls clean(context), with the memory of this
 * moment, and repeats this for some seconds until clean returns true: nothing
 * is left to do. clean must not print. Return 0 or -errno.
 */
int cleanup_open(struct cleanup *cleanup, bool (*clean)(void *context),
		 void *context, int kept_fd);

/* End it or, if it is needed, leave it: it goes on by itself as soon as the
 * last worker is gone. Harmless if there is none. */
void cleanup_close(struct cleanup *cleanup, bool is_needed);

#endif
