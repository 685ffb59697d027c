/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Control groups: the limits that hold for this process, of its own group and
 * of all above it. The top is the container's, if any; groups of its host in
 * the path do not exist here. On a system without groups there is no limit.
 */
#ifndef DISKIDX_PLATFORM_CGROUP_H
#define DISKIDX_PLATFORM_CGROUP_H

#include <stdint.h>

#include "diskidx/base/counters.h"

/* Keys of limits on requests: "rbps=", "wbps=", "riops=", "wiops=". */
#define CGROUP_LIMITS 4
extern const char *const cgroup_limit[CGROUP_LIMITS];

/* Add what the quotas on processor time did so far: each holds back all groups
 * below its own and is counted there only. */
void cgroup_add_quotas(struct processor_times *times);

/* Return the lowest limit on memory, also by memory.high, in bytes, and what
 * the groups with a limit leave at least, where all that they have in memory
 * counts against it; UINT64_MAX: no limit. */
uint64_t cgroup_memory_bytes(uint64_t *left_bytes);

/* Lower each limit to the one on this device, named "8:0" by its numbers;
 * UINT64_MAX: none. */
void cgroup_lower_io(const char *device, uint64_t limit[CGROUP_LIMITS]);

#endif
