/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* For tests/lab/systems.sh: the real one, and what macOS has besides. */
#ifndef STUB_FCNTL_H
#define STUB_FCNTL_H

#include_next <fcntl.h>

#undef O_DIRECT

#define F_NOCACHE 48
#define F_FULLFSYNC 51

#endif
