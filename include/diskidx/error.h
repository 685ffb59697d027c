/* Error: results of system calls, in the form that functions here return. */
#ifndef DISKIDX_ERROR_H
#define DISKIDX_ERROR_H

#include <errno.h>

/* Return what a system call returned: 0, a descriptor or the like; or -errno if
 * it failed, which then returned -1. */
static inline int
or_errno(int result)
{
	return result < 0 ? -errno : result;
}

#endif
