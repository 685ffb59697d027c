/*
 * A slow disk, for tests: preloaded, it makes every write take its time at a
 * rate of SLOW_DISK bytes a second, all threads of a process together. The
 * first write makes the file SLOW_DISK_SIGN, to show that it is in force.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static volatile uint64_t free_ns;	/* when the disk has written all */

static uint64_t
now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* Takes the disk for so long, after those who came before. */
static void
wait_for(size_t bytes)
{
	const char *rate = getenv("SLOW_DISK");
	const char *sign = getenv("SLOW_DISK_SIGN");
	uint64_t takes_ns, from_ns, until_ns, now = now_ns();
	struct timespec left;

	if (rate == NULL)
		return;
	if (free_ns == 0 && sign != NULL)
		close(open(sign, O_WRONLY | O_CREAT, 0600));
	takes_ns = (uint64_t)bytes * 1000000000u / strtoull(rate, NULL, 10);
	do {
		from_ns = free_ns;
		until_ns = (from_ns > now ? from_ns : now) + takes_ns;
	} while (!__sync_bool_compare_and_swap(&free_ns, from_ns, until_ns));
	if (until_ns > now) {
		left.tv_sec = (time_t)((until_ns - now) / 1000000000u);
		left.tv_nsec = (long)((until_ns - now) % 1000000000u);
		nanosleep(&left, NULL);
	}
}

#define SLOW(name, offset_type) \
ssize_t \
name(int fd, const void *data, size_t size, offset_type offset) \
{ \
	static ssize_t (*real)(int, const void *, size_t, offset_type); \
\
	if (real == NULL) \
		*(void **)&real = dlsym(RTLD_NEXT, #name); \
	wait_for(size); \
	return real(fd, data, size, offset); \
}

SLOW(pwrite, off_t)
#ifndef pwrite64	/* musl's may be a macro for pwrite */
SLOW(pwrite64, int64_t)
#endif
