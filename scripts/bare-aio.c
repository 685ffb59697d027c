/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * bare-aio FILE BYTES DEPTH SECONDS [clock]: random 4 KiB direct reads of an
 * existing file through libaio, submitted in pairs and reaped as they come,
 * with no statistics: what diskidx's loop does, and nothing else. With "clock",
 * it reads the clock after each submission and each reap, as latencies need it.
 * Prints requests a second and nanoseconds of CPU time a request. Used by
 * benchmark.sh; links with -laio.
 */
#define _GNU_SOURCE

#include <fcntl.h>
#include <libaio.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "bare.h"

#define BLOCK 4096

/* The head of the completion ring; see src/engine/libaio.c. */
struct ring {
	unsigned id, size, head, tail;
	unsigned magic, compatible, incompatible, header_bytes;
	struct io_event event[];
};

int
main(int argc, char **argv)
{
	unsigned long long state = 88172645463325252ull, blocks, done = 0;
	unsigned depth, free_n = 0, in_flight = 0, i;
	struct iocb *iocb, **free_slot;
	io_context_t context = NULL;
	struct ring *ring;
	double begin_s, cpu_begin_s, seconds;
	void *buffer;
	int fd;

	if (argc < 5 || argc > 6 ||
	    (fd = open(argv[1], O_RDONLY | O_DIRECT)) < 0) {
		fputs("usage: bare-aio FILE BYTES DEPTH SECONDS [clock]\n",
		      stderr);
		return 2;
	}
	blocks = strtoull(argv[2], NULL, 10) / BLOCK;
	depth = (unsigned)atoi(argv[3]);
	seconds = atof(argv[4]);
	iocb = calloc(depth, sizeof(*iocb));
	free_slot = calloc(depth, sizeof(*free_slot));
	if (posix_memalign(&buffer, BLOCK, (size_t)depth * BLOCK) != 0 ||
	    iocb == NULL || free_slot == NULL || blocks == 0 ||
	    io_setup((int)depth, &context) != 0)
		return 1;
	ring = (struct ring *)context;
	for (i = 0; i < depth; i++) {
		io_prep_pread(&iocb[i], fd, (char *)buffer + i * BLOCK, BLOCK,
			      0);
		free_slot[free_n++] = &iocb[i];
	}
	begin_s = now_s();
	cpu_begin_s = cpu_s();
	while ((done & 63) > 2 || now_s() - begin_s < seconds) {
		struct iocb *batch[2];
		unsigned n = free_n < 2 ? free_n : 2;

		for (i = 0; i < n; i++) {
			batch[i] = free_slot[--free_n];
			batch[i]->u.c.offset = (long long)
				(next_random(&state) % blocks * BLOCK);
		}
		if (n > 0 && io_submit(context, n, batch) != (int)n)
			return 1;
		in_flight += n;
		tick(argc == 6);
		if (free_n == 0 && ring->head == ring->tail) {
			struct io_event event;

			if (io_getevents(context, 1, 1, &event, NULL) != 1)
				return 1;
			free_slot[free_n++] = event.obj;
			in_flight--;
			done++;
		}
		tick(argc == 6);
		while (ring->head != __atomic_load_n(&ring->tail,
						     __ATOMIC_ACQUIRE)) {
			free_slot[free_n++] = ring->event[ring->head].obj;
			__atomic_store_n(&ring->head, (ring->head + 1) %
					 ring->size, __ATOMIC_RELEASE);
			in_flight--;
			done++;
		}
	}
	printf("%.1f %.0f\n", (double)done / (now_s() - begin_s),
	       (cpu_s() - cpu_begin_s) * 1e9 / (double)done);
	return 0;
}
