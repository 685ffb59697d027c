/*
 * A clock that jumps, for tests: preloaded, it changes what the program reads
 * of the time as soon as a process other than the first has read it
 * READINGS times; all processes of a run see the same. JUMPING_CLOCK is
 *
 *	back	the monotonic clock goes back by half a second
 *	still	it stands still for a second, which it doesn't make up for
 *	date	the time of day goes back by an hour
 *	within	the monotonic clock goes back by half a second within a write
 *		of a block of 4 KiB, each of which takes a little longer
 *
 * and JUMPING_CLOCK_TIMES how many processes shall see that begin. The first
 * jump makes the file JUMPING_CLOCK_SIGN, to show that it is in force.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#define READINGS 60
#define NS_PER_S 1000000000

/* What all processes share. */
static struct {
	volatile int64_t behind_ns;	/* of the monotonic clock */
	volatile int64_t still_until_ns;	/* by the true clock; 0: moving */
	volatile int64_t date_behind_s;
	volatile int jumps;
} *shared;
static pid_t first;
static int (*real_gettime)(clockid_t, struct timespec *);

static void __attribute__((constructor))
begin(void)
{
	*(void **)&real_gettime = dlsym(RTLD_NEXT, "clock_gettime");
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	first = getpid();
}

static int64_t
true_ns(clockid_t clock)
{
	struct timespec now;

	real_gettime(clock, &now);
	return (int64_t)now.tv_sec * NS_PER_S + now.tv_nsec;
}

static void
jump(const char *how)
{
	const char *sign = getenv("JUMPING_CLOCK_SIGN");

	if (sign != NULL && shared->jumps == 0)
		close(open(sign, O_WRONLY | O_CREAT, 0600));
	shared->jumps++;
	if (strcmp(how, "back") == 0 || strcmp(how, "within") == 0)
		shared->behind_ns += NS_PER_S / 2;
	if (strcmp(how, "still") == 0) {
		shared->behind_ns += NS_PER_S;
		shared->still_until_ns = true_ns(CLOCK_MONOTONIC) + NS_PER_S;
	}
	if (strcmp(how, "date") == 0)
		shared->date_behind_s += 3600;
}

/* Counts the readings of a process, and jumps when there are enough. */
static void
count(void)
{
	static pid_t process;
	static int readings;
	const char *how = getenv("JUMPING_CLOCK");
	const char *times = getenv("JUMPING_CLOCK_TIMES");

	if (process != getpid()) {
		process = getpid();
		readings = 0;
	}
	if (how != NULL && strcmp(how, "within") != 0 && process != first &&
	    ++readings == READINGS &&
	    shared->jumps < (times != NULL ? atoi(times) : 1))
		jump(how);
}

static void
linger(void)
{
	struct timespec time = { 0, 3 * (NS_PER_S / 10) };

	nanosleep(&time, NULL);
}

/* The second one brings the jump. */
static void
write_slowly(size_t size)
{
	const char *how = getenv("JUMPING_CLOCK");
	static int writes;

	if (how == NULL || strcmp(how, "within") != 0 || size != 4096)
		return;
	linger();
	if (++writes == 2 && shared->jumps == 0)
		jump(how);
	linger();
}

ssize_t
pwrite(int fd, const void *bytes, size_t size, off_t offset)
{
	ssize_t (*next)(int, const void *, size_t, off_t);

	*(void **)&next = dlsym(RTLD_NEXT, "pwrite");
	write_slowly(size);
	return next(fd, bytes, size, offset);
}

#ifdef __GLIBC__	/* another name where files may be large */
ssize_t
pwrite64(int fd, const void *bytes, size_t size, off64_t offset)
{
	ssize_t (*next)(int, const void *, size_t, off64_t);

	*(void **)&next = dlsym(RTLD_NEXT, "pwrite64");
	write_slowly(size);
	return next(fd, bytes, size, offset);
}
#endif

static int64_t
monotonic_ns(void)
{
	int64_t now_ns;

	count();
	now_ns = true_ns(CLOCK_MONOTONIC);
	if (now_ns < shared->still_until_ns)
		now_ns = shared->still_until_ns;
	return now_ns - shared->behind_ns;
}

int
clock_gettime(clockid_t clock, struct timespec *now)
{
	int64_t ns;

	if (clock == CLOCK_REALTIME)
		ns = true_ns(clock) - shared->date_behind_s * NS_PER_S;
	else if (clock == CLOCK_MONOTONIC)
		ns = monotonic_ns();
	else
		return real_gettime(clock, now);
	now->tv_sec = (time_t)(ns / NS_PER_S);
	now->tv_nsec = (long)(ns % NS_PER_S);
	return 0;
}

time_t
time(time_t *at)
{
	time_t now = (time_t)(true_ns(CLOCK_REALTIME) / NS_PER_S -
			      shared->date_behind_s);

	if (at != NULL)
		*at = now;
	return now;
}
