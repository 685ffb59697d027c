/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * bare-uring FILE BYTES DEPTH SECONDS [clock]: what bare-aio does, through
 * io_uring set up as in src/engine/uring.c. Prints requests a second and
 * nanoseconds of CPU time a request. Used by benchmark.sh; links with -luring.
 */
#define _GNU_SOURCE

#include <fcntl.h>
#include <liburing.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bare.h"

#define BLOCK 4096

int
main(int argc, char **argv)
{
	unsigned long long state = 88172645463325252ull, blocks, done = 0;
	unsigned depth, free_n = 0, i, head, n, *free_slot;
	double begin_s, cpu_begin_s, seconds;
	struct io_uring_params params;
	struct io_uring_cqe *cqe;
	struct io_uring ring;
	void *buffer;
	int fd;

	if (argc < 5 || argc > 6 ||
	    (fd = open(argv[1], O_RDONLY | O_DIRECT)) < 0) {
		fputs("usage: bare-uring FILE BYTES DEPTH SECONDS [clock]\n",
		      stderr);
		return 2;
	}
	blocks = strtoull(argv[2], NULL, 10) / BLOCK;
	depth = (unsigned)atoi(argv[3]);
	seconds = atof(argv[4]);
	free_slot = calloc(depth, sizeof(*free_slot));
	memset(&params, 0, sizeof(params));
	params.flags = IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN |
		       IORING_SETUP_TASKRUN_FLAG;
	if (posix_memalign(&buffer, BLOCK, (size_t)depth * BLOCK) != 0 ||
	    free_slot == NULL || blocks == 0 ||
	    io_uring_queue_init_params(depth, &ring, &params) != 0)
		return 1;
	for (i = 0; i < depth; i++)
		free_slot[free_n++] = i;
	begin_s = now_s();
	cpu_begin_s = cpu_s();
	while ((done & 63) > 2 || now_s() - begin_s < seconds) {
		for (n = 0; n < 2 && free_n > 0; n++) {
			unsigned slot = free_slot[--free_n];
			struct io_uring_sqe *sqe = io_uring_get_sqe(&ring);

			io_uring_prep_read(sqe, fd,
					   (char *)buffer + slot * BLOCK,
					   BLOCK, next_random(&state) %
					   blocks * BLOCK);
			sqe->user_data = slot;
		}
		if (n > 0 && io_uring_submit(&ring) != (int)n)
			return 1;
		tick(argc == 6);
		if (free_n == 0 && io_uring_wait_cqe(&ring, &cqe) != 0)
			return 1;
		tick(argc == 6);
		n = 0;
		io_uring_for_each_cqe(&ring, head, cqe) {
			if (cqe->res != BLOCK)
				return 1;
			free_slot[free_n++] = (unsigned)cqe->user_data;
			n++;
		}
		io_uring_cq_advance(&ring, n);
		done += n;
	}
	printf("%.1f %.0f\n", (double)done / (now_s() - begin_s),
	       (cpu_s() - cpu_begin_s) * 1e9 / (double)done);
	return 0;
}
