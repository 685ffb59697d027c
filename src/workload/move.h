/* Move: a block by blocking calls, whole or with the reason why not. */
#ifndef DISKIDX_WORKLOAD_MOVE_H
#define DISKIDX_WORKLOAD_MOVE_H

#include <stddef.h>
#include <stdint.h>

#include "diskidx/params.h"

/*
 * In as many calls as the system needs: after a short one the next tells what
 * is wrong, a full disk or a broken one. 0 or -errno; a file that ends in
 * mid-read is -EIO.
 */
int move(int fd, enum operation op, char *bytes, size_t size, uint64_t offset);

#endif
