/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Transfer: bytes moved at an offset by blocking calls, which begin again after
 * a signal. */
#ifndef DISKIDX_BASE_TRANSFER_H
#define DISKIDX_BASE_TRANSFER_H

#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include "diskidx/base/error.h"
#include "diskidx/base/operation.h"

/* The error of a read that meets the end of the file. */
#ifdef ENODATA
#define TRANSFER_NO_DATA ENODATA
#else
#define TRANSFER_NO_DATA EIO
#endif

/* Return the bytes that one call moved, perhaps not all, or -errno. */
static inline int64_t
transfer_once(int fd, enum operation op, void *bytes, size_t size,
	      uint64_t offset)
{
	unsigned tries = 0;
	ssize_t n;

	do {
		n = op == OP_READ ? pread(fd, bytes, size, (off_t)offset) :
		    pwrite(fd, bytes, size, (off_t)offset);
	} while (n < 0 && is_interrupted(errno, &tries));
	return n < 0 ? -errno : n;
}

/*
 * Move all `size` bytes, in as many calls as the system needs: after a short
 * one, the next reports why. Return 0 or -errno; -TRANSFER_NO_DATA if a read
 * meets the end of the file.
 */
int transfer_all(int fd, enum operation op, char *bytes, size_t size,
		 uint64_t offset);

/* Write "read at offset 4096: Input/output error", of that -errno, to `text`
 * of `size` bytes. Return the -errno. */
int transfer_explain(char *text, size_t size, enum operation op,
		     uint64_t offset, int error);

#endif
