/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Trust: how far a score can be believed, judged here alone, from the flags of
 * the rows that make it.
 *
 * none: a figure is missing or isn't this disk's; low: the interval reaches
 * over 20 % above the score, or isn't there, or the run was interrupted or
 * disturbed by others; good: neither. A row that is cpu-bound disturbs nothing:
 * the next run gives the same. Without a Disk Index Score all rows but those of
 * File Copy are judged, and the widest interval of a row stands for the
 * score's.
 */
#ifndef DISKIDX_TRUST_H
#define DISKIDX_TRUST_H

#include "diskidx/view.h"

enum trust_level { TRUST_UNJUDGED, TRUST_NONE, TRUST_LOW, TRUST_GOOD };

struct trust {
	enum trust_level level;
	char *why;	/* the most important reason and its remedy, one
			   sentence; on the heap, NULL if unjudged */
};

/* Judge a section of a summarised record; without rows to judge, not at all. */
struct trust trust_of(const struct section *section);

/* Return "none", "low" or "good"; NULL if unjudged. */
const char *trust_name(enum trust_level level);

#endif
