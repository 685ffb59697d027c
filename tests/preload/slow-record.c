/*
 * A slow way to the disk, for tests: preloaded, it lets the process that
 * measures write a file in SLOW_RECORD_PIECES pieces (32), with 3 ms between,
 * so that a signal meets it in the midst of saving its record. Before the first
 * piece it makes the file SLOW_RECORD_SIGN. With SLOW_RECORD_NAMED there are no
 * files without a name: linkat(2) fails.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static pid_t first;

static void __attribute__((constructor))
begin(void)
{
	first = getpid();
}

static int
is_record(int fd)
{
	struct stat st;

	return getppid() == first && fd > STDERR_FILENO &&
	       fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
}

ssize_t
write(int fd, const void *data, size_t size)
{
	static ssize_t (*next)(int, const void *, size_t);
	const struct timespec pause = { 0, 3000000 };
	const char *sign = getenv("SLOW_RECORD_SIGN");
	const char *pieces = getenv("SLOW_RECORD_PIECES");
	size_t most = size / (pieces != NULL ? strtoul(pieces, NULL, 10) : 32);

	if (next == NULL)
		next = (ssize_t (*)(int, const void *, size_t))
		       dlsym(RTLD_NEXT, "write");
	if (!is_record(fd))
		return next(fd, data, size);
	if (sign != NULL)
		close(open(sign, O_WRONLY | O_CREAT, 0600));
	nanosleep(&pause, NULL);
	/* The rest comes with the next calls. */
	return next(fd, data, most > 100 ? most : size < 100 ? size : 100);
}

int
linkat(int from, const char *path, int to, const char *name, int flags)
{
	static int (*next)(int, const char *, int, const char *, int);

	if (getenv("SLOW_RECORD_NAMED") != NULL) {
		errno = ENOENT;
		return -1;
	}
	if (next == NULL)
		next = (int (*)(int, const char *, int, const char *, int))
		       dlsym(RTLD_NEXT, "linkat");
	return next(from, path, to, name, flags);
}
