/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The interface between an emulated system and the virtual disk. */
#ifndef VIRTUAL_DISK_H
#define VIRTUAL_DISK_H

#include <stddef.h>
#include <stdint.h>

struct virtual_counters {
	unsigned long long reads, read_bytes, writes, written_bytes, busy_ns;
};

/* What the disk has done. */
void virtual_counters(struct virtual_counters *counters);

/* A line for VIRTUAL_LOG. */
void virtual_log(char kind, int64_t offset, uint64_t size, uint64_t begin_ns,
		 uint64_t end_ns);

/* A system may have these; each returns 0 or NULL for what it leaves alone. */

/* True if memory serves a request (illumos.c). */
int __attribute__((weak)) virtual_is_in_memory(int fd, int writes,
					       int64_t offset, size_t size);

/* Return 0 if a process has no account of what it read from storage. */
int __attribute__((weak)) virtual_has_account(void);

/* The text of a file, and where a path leads to. */
const char *__attribute__((weak)) virtual_file(const char *path);
const char *__attribute__((weak)) virtual_path(const char *path);

#endif
