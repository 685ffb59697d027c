/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Error: results of system calls, in the form that functions here return. */
#ifndef DISKIDX_BASE_ERROR_H
#define DISKIDX_BASE_ERROR_H

#include <errno.h>
#include <stdbool.h>

/* Return what a system call returned: 0, a descriptor or the like; or -errno if
 * it failed, which then returned -1. */
static inline int
or_errno(int result)
{
	return result < 0 ? -errno : result;
}

/* Return true if a signal has interrupted a call, which is to be made again:
 * often enough for hours of waiting, but not for ever. `tries` begins at 0. */
static inline bool
is_interrupted(int error, unsigned *tries)
{
	return error == EINTR && ++*tries < 100000;
}

#endif
