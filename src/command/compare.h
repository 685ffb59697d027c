/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Compare: functions shared by the files of this command. */
#ifndef DISKIDX_COMPARE_H
#define DISKIDX_COMPARE_H

#include <stddef.h>

#include "diskidx/comparison.h"
#include "diskidx/options.h"

/* Print a set of comparisons, apply --fail-if-slower and free it. Return the
 * exit status. */
int compare_finish(struct comparison *set, size_t n,
		   const struct options *options);

#endif
