/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Error: results of system calls, in the form that functions here return. */
#ifndef DISKIDX_BASE_ERROR_H
#define DISKIDX_BASE_ERROR_H

#include <errno.h>
#include <stdbool.h>

/* Return the result of a system call; -errno if that is -1. */
static inline int
or_errno(int result)
{
	return result < 0 ? -errno : result;
}

/* Return true if a signal has interrupted a call, to be made again: often
 * enough for hours of waiting, but not forever. `tries` begins at 0. */
static inline bool
is_interrupted(int error, unsigned *tries)
{
	return error == EINTR && ++*tries < 100000;
}

#endif
