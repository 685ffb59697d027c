/* Block: moved by blocking calls, whole or with the reason why not. */
#ifndef DISKIDX_WORKLOAD_BLOCK_H
#define DISKIDX_WORKLOAD_BLOCK_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>

#include "diskidx/operation.h"

#ifdef ENODATA
#define BLOCK_NO_DATA ENODATA
#else
#define BLOCK_NO_DATA EIO
#endif

/*
 * `size` bytes at the offset, in as many calls as the system needs: after a
 * short one the next tells what is wrong, a full disk or a broken one. 0 or
 * -errno; -BLOCK_NO_DATA of a read that meets the end of the file.
 */
int block_move(int fd, enum operation op, char *bytes, size_t size,
	       uint64_t offset);

#endif
