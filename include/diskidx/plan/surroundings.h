/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Surroundings: what the system says of the machine and of all targets before
 * anything is measured. Asked once, by src/run/surroundings.c; the plan is
 * settled with them.
 */
#ifndef DISKIDX_PLAN_SURROUNDINGS_H
#define DISKIDX_PLAN_SURROUNDINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct surroundings {
	uint64_t memory_bytes;		/* 0: unknown */
	uint64_t free_bytes;		/* on the fullest target, which shares
					   its disk with others; UINT64_MAX:
					   unknown */
	size_t fullest;			/* that target */
	bool is_space_unknown;		/* on one of them */
	bool writes_through;	/* nothing that one is told to write stays in
				   memory */
	bool syncs_names;	/* nor what changes a directory */
	unsigned write_times;	/* of all data: 2 through a journal, else 1 */
	bool copies_on_write;	/* what replaces data of a file goes to another
				   place */
	bool in_place;		/* direct writes need a file of their own */
};

#endif
