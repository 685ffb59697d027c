/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Array: its length, and what must be true for the sources to compile. */
#ifndef DISKIDX_ARRAY_H
#define DISKIDX_ARRAY_H

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))
#define STATIC_ASSERT(name, condition) \
	typedef char assert_##name[(condition) ? 1 : -1]

#endif
