/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * bare-copy BLOCK_BYTES FILE_KIB SECONDS: the loop of File Copy and nothing
 * else, to see what diskidx adds to it. Prints KiB/s. Used by benchmark.sh.
 */
#define _XOPEN_SOURCE 700

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static double
now_s(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static volatile sig_atomic_t expired;

static void
on_timer(int signal_number)
{
	(void)signal_number;
	expired = 1;
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

static void
arm(double seconds)
{
	struct itimerval timer = { { 0, 0 }, { 0, 0 } };

	timer.it_value.tv_sec = (time_t)seconds;
	timer.it_value.tv_usec = (suseconds_t)
		((seconds - (double)timer.it_value.tv_sec) * 1e6);
	signal(SIGALRM, on_timer);
	setitimer(ITIMER_REAL, &timer, NULL);
}

int
main(int argc, char **argv)
{
	size_t block = argc == 4 ? (size_t)atol(argv[1]) : 0, done;
	size_t size = argc == 4 ? (size_t)atol(argv[2]) * 1024 : 0;
	char *buffer = malloc(block);
	int source, destination;
	double begin_s, bytes = 0;

	if (block == 0 || buffer == NULL) {
		fputs("usage: bare-copy BLOCK_BYTES FILE_KIB SECONDS\n",
		      stderr);
		return 2;
	}
	source = open_private("bare-copy.source");
	destination = open_private("bare-copy.destination");
	for (done = 0; done + block <= size; done += block)
		if (write(source, buffer, block) != (ssize_t)block)
			return 1;
	fdatasync(source);
	lseek(source, 0, SEEK_SET);
	arm(atof(argv[3]));
	begin_s = now_s();
	while (!expired) {
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
