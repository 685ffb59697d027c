/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Surroundings: what the system reports about the machine and all targets
 * before anything is measured. src/run/surroundings.c asks once; the plan is
 * settled for them.
 */
#ifndef DISKIDX_PLAN_SURROUNDINGS_H
#define DISKIDX_PLAN_SURROUNDINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct surroundings {
	uint64_t memory_bytes;		/* 0: unknown */
	uint64_t free_bytes;		/* for the fullest target, divided on
					   its disk; UINT64_MAX: unknown */
	size_t fullest;			/* that target */
	bool is_space_unknown;		/* on one of them */
	bool writes_through;	/* no written data stays in memory */
	bool syncs_names;	/* no change of a directory does */
	unsigned write_times;	/* of all data: 2 through a journal, else 1 */
	bool copies_on_write;	/* new data never replaces old data in place */
	bool in_place;		/* direct writes need their own file */
};

#endif
