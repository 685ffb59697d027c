/* For tests/shell/systems.sh: the part of macOS's sysctl(3) that is used. */
#ifndef STUB_SYS_SYSCTL_H
#define STUB_SYS_SYSCTL_H

#include <stddef.h>

int sysctlbyname(const char *name, void *old, size_t *old_size, void *new,
		 size_t new_size);

#endif
