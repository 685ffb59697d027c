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

#include "diskidx/counters.h"

/* Limits on the requests to a device; UINT64_MAX: none. */
struct cgroup_io {
	uint64_t read_bytes, write_bytes, reads, writes;	/* a second */
};

/* Add what the quotas on processor time did so far: each holds back all groups
 * below its own and is counted there only. */
void cgroup_add_quotas(struct processor_times *times);

/* Return the lowest limit on memory in bytes; UINT64_MAX: none. */
uint64_t cgroup_memory_bytes(void);

/* Lower each limit to the one on this device, named "8:0" by its numbers. */
void cgroup_lower_io(const char *device, struct cgroup_io *io);

#endif
