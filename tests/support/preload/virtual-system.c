/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * What else of a system takes part in a test on a virtual disk: an io_uring
 * that can be had, though nothing can be done with it; and to drop a file from
 * memory takes 5 ms, and gets a line in VIRTUAL_LOG: d, offset, bytes, and the
 * times when it began and ended.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_LIBURING
#include <liburing.h>
#endif

#include "virtual-time.h"

#define DROP_NS 5000000

int
posix_fadvise(int fd, off_t offset, off_t size, int advice)
{
	const char *path = getenv("VIRTUAL_LOG");
	FILE *log = path == NULL ? NULL : fopen(path, "a");
	unsigned long long now_ns = virtual_now();

	(void)fd;
	if (advice == POSIX_FADV_RANDOM && log != NULL)
		fprintf(log, "a %lld %lld %llu %llu\n", (long long)offset,
			(long long)size, now_ns, now_ns);
	if (advice != POSIX_FADV_DONTNEED) {
		if (log != NULL)
			fclose(log);
		return 0;
	}
	virtual_wait(now_ns + DROP_NS);
	if (log != NULL) {
		fprintf(log, "d %lld %lld %llu %llu\n", (long long)offset,
			(long long)size, now_ns, now_ns + DROP_NS);
		fclose(log);
	}
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
