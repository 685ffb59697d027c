/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * bare-copy BLOCK_BYTES FILE_KIB: only the loop of File Copy, until SIGTERM, to
 * see what diskidx adds to it. Prints KiB/s. Used by benchmark.sh.
 */
#define _XOPEN_SOURCE 700

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t ended;

static void
end(int signal_number)
{
	(void)signal_number;
	ended = 1;
}

static double
now_s(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static int
open_private(const char *name)
{
	int fd = open(name, O_RDWR | O_CREAT | O_EXCL, 0600);

	if (fd < 0 || unlink(name) != 0) {
		perror(name);
		exit(2);
	}
	return fd;
}

int
main(int argc, char **argv)
{
	int source = open_private("bare-copy.source");
	int destination = open_private("bare-copy.destination");
	size_t block = argc == 3 ? (size_t)atol(argv[1]) : 1, done;
	size_t size = argc == 3 ? (size_t)atol(argv[2]) * 1024 : 0;
	char *buffer = malloc(block);
	double begin_s, bytes = 0;

	if (size == 0 || buffer == NULL)
		return 2;
	/* timeout(1) sends two. */
	sigaction(SIGTERM, &(struct sigaction){ .sa_handler = end }, NULL);
	for (done = 0; done + block <= size; done += block)
		if (write(source, buffer, block) != (ssize_t)block)
			return 1;
	fdatasync(source);
	lseek(source, 0, SEEK_SET);
	begin_s = now_s();
	while (!ended) {
		ssize_t n = read(source, buffer, block);

		if (n == 0) {
			lseek(source, 0, SEEK_SET);
			lseek(destination, 0, SEEK_SET);
			continue;
		}
		if (n < 0 || write(destination, buffer, (size_t)n) != n)
			return 1;
		bytes += (double)n;
	}
	printf("%.1f\n", bytes / 1024 / (now_s() - begin_s));
	free(buffer);
	return 0;
}
