/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* An older C library on newer headers of Linux: they have STATX_DIOALIGN, and
 * the library knows of no statx. */
#define statx unknown_statx
#include_next <sys/stat.h>
#undef statx
#include <linux/stat.h>
