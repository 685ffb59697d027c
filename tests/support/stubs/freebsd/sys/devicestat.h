/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* For tests/lab/systems.sh: the part of FreeBSD's devstat(9) that is used. */
#ifndef STUB_SYS_DEVICESTAT_H
#define STUB_SYS_DEVICESTAT_H

#include <stdint.h>

#define DEVSTAT_READ 1
#define DEVSTAT_WRITE 2
#define DEVSTAT_N_TRANS_FLAGS 4
#define DEVSTAT_NAME_LEN 16

struct bintime {
	int64_t sec;
	uint64_t frac;
};

struct devstat {
	unsigned sequence0;
	int allocated;
	unsigned start_count, end_count;
	struct bintime busy_from;
	uint32_t device_number;
	char device_name[DEVSTAT_NAME_LEN];
	int unit_number;
	uint64_t bytes[DEVSTAT_N_TRANS_FLAGS];
	uint64_t operations[DEVSTAT_N_TRANS_FLAGS];
	struct bintime duration[DEVSTAT_N_TRANS_FLAGS], busy_time;
};

#endif
