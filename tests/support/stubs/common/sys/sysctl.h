/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* For tests/lint/platforms.sh and systems.sh: the part of sysctl(3) of
 * FreeBSD, DragonFly and macOS that is used. */
#ifndef STUB_SYS_SYSCTL_H
#define STUB_SYS_SYSCTL_H

#include <stddef.h>

#define CTL_MAXNAME 24
#define CTL_KERN 1
#define CTL_HW 6
#define KERN_CLOCKRATE 12
#define HW_MODEL 2

#define CPUSTATES 5
#define CP_IDLE 4

struct clockinfo {
	int hz, tick, spare, stathz, profhz;
};

int sysctl(const int *name, unsigned depth, void *old, size_t *old_size,
	   const void *new, size_t new_size);
int sysctlbyname(const char *name, void *old, size_t *old_size,
		 const void *new, size_t new_size);
int sysctlnametomib(const char *name, int *mib, size_t *depth);

#endif
