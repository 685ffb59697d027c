/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* For tests/lab/solaris.sh: the real one without the extras of Linux. */
#include_next <sys/stat.h>

#undef STATX_DIOALIGN
