/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * The other parts of a system in a test on a virtual disk: an io_uring that can
 * be opened, but does nothing; and dropping a file from memory takes 5 ms, and
 * gets a line in VIRTUAL_LOG: d, offset, bytes, and the times when it began and
 * ended. Advice of random reads gets a line with an a.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <string.h>

#ifdef HAVE_LIBURING
#include <liburing.h>
#endif

#include "virtual-disk.h"
#include "virtual-time.h"

#define DROP_NS 5000000

int
posix_fadvise(int fd, off_t offset, off_t size, int advice)
{
	uint64_t begin_ns = virtual_now(), end_ns = begin_ns;

	(void)fd;
	if (advice == POSIX_FADV_DONTNEED)
		virtual_wait(end_ns += DROP_NS);
	else if (advice == POSIX_FADV_NORMAL)
		return 0;
	virtual_log(advice == POSIX_FADV_RANDOM ? 'a' :
		    advice == POSIX_FADV_SEQUENTIAL ? 's' : 'd', offset,
		    (uint64_t)size, begin_ns, end_ns);
	return 0;
}

#ifdef __GLIBC__	/* other names where files may be large */

int
posix_fadvise64(int fd, off64_t offset, off64_t size, int advice)
{
	return posix_fadvise(fd, (off_t)offset, (off_t)size, advice);
}

#endif

#ifdef HAVE_LIBURING

int
io_uring_queue_init_params(unsigned entries, struct io_uring *ring,
			   struct io_uring_params *params)
{
	(void)entries;
	memset(ring, 0, sizeof(*ring));
	ring->features = params->features = IORING_FEAT_NATIVE_WORKERS;
	return 0;
}

void
io_uring_queue_exit(struct io_uring *ring)
{
	(void)ring;
}

#endif
