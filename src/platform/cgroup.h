/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Control groups: the limits that apply to this process, from its group and all
 * above it. The top is the container's, if any: groups of its host in the path
 * do not exist here. On a system without groups there is no limit.
 */
#ifndef DISKIDX_PLATFORM_CGROUP_H
#define DISKIDX_PLATFORM_CGROUP_H

#include <stdint.h>

#include "diskidx/base/counters.h"

/* Keys of limits on requests: "rbps=", "wbps=", "riops=", "wiops=". */
#define CGROUP_LIMITS 4
extern const char *const cgroup_limit[CGROUP_LIMITS];

/* Add the effect so far of the quotas on CPU time: each holds back all groups
 * below its own, and is counted only there. */
void cgroup_add_quotas(struct processor_times *times);

/* Return the lowest limit on memory, also by memory.high, in bytes, and the
 * rest under all limits if all memory of their groups counts; UINT64_MAX:
 * none. */
uint64_t cgroup_memory_bytes(uint64_t *left_bytes);

/* Lower each limit to the one on this device, named by its numbers, "8:0";
 * UINT64_MAX: none. */
void cgroup_lower_io(const char *device, uint64_t limit[CGROUP_LIMITS]);

#endif
