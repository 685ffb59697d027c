/* For tests/shell/platforms.sh: the part of sysctl(3) that is used. */
#ifndef STUB_SYS_SYSCTL_H
#define STUB_SYS_SYSCTL_H

#include <stddef.h>

#define CTL_HW 6
#define HW_MODEL 2

int sysctl(const int *name, unsigned int depth, void *old, size_t *old_size,
	   const void *new, size_t new_size);

#endif
