/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* What libraries of emulated systems and the virtual disk tell each other. */
#ifndef VIRTUAL_DISK_H
#define VIRTUAL_DISK_H

#include <stddef.h>
#include <stdint.h>

struct virtual_counters {
	uint64_t reads, read_bytes, writes, written_bytes, busy_ns;
};

/* What the disk has done. */
void virtual_counters(struct virtual_counters *counters);

/* What a pool with OpenZFS 2.3 or later tells of it, if this is one. */
int virtual_has_pool_statistics(void);
void virtual_pool_statistics(struct virtual_counters *counters);

/* A system may have these; each returns 0 or NULL for what it leaves alone. */

/* True if memory serves a request (virtual-pages.c); `asked` tells if direct
 * I/O was asked for, of the descriptor. */
int __attribute__((weak)) virtual_is_in_memory(int fd, int asked, int writes,
					       int64_t offset, size_t size);

/* Return 0 if a process has no account of what it read from storage. */
int __attribute__((weak)) virtual_has_account(void);

/* The text of a file, and where a path leads to. */
const char *__attribute__((weak)) virtual_file(const char *path);
const char *__attribute__((weak)) virtual_path(const char *path);

#endif
