/*
 * A disk that fails, for tests: preloaded, it lets all processes of a run
 * together transfer FAULTY_DISK_AFTER bytes, and then fails each transfer of
 * the kind FAULTY_DISK with the error FAULTY_DISK_ERROR (ENOSPC, EDQUOT, EINVAL
 * or EIO); with FAULTY_DISK_FOR, only so many bytes. The kinds are
 *
 *	read write	at a place or not; one that would go beyond is short
 *	flush		fsync and fdatasync; each counts as a byte
 *	removal		unlinkat of a file; the same
 *	record		write without a place, by the first process
 *
 * Files alone are concerned, not the three streams. The first failure makes
 * the file FAULTY_DISK_SIGN, to show that it is in force.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static volatile uint64_t *done;		/* bytes, by all processes */
static pid_t first;

static void __attribute__((constructor))
begin(void)
{
	done = mmap(NULL, sizeof(*done), PROT_READ | PROT_WRITE,
		    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	first = getpid();
}

static int
error_wanted(void)
{
	const char *name = getenv("FAULTY_DISK_ERROR");

	if (name != NULL && strcmp(name, "ENOSPC") == 0)
		return ENOSPC;
	if (name != NULL && strcmp(name, "EINVAL") == 0)
		return EINVAL;
#ifdef EDQUOT
	if (name != NULL && strcmp(name, "EDQUOT") == 0)
		return EDQUOT;
#endif
	return EIO;
}

static int
concerns(const char *kind, int fd)
{
	const char *wanted = getenv("FAULTY_DISK");
	struct stat st;

	return wanted != NULL && strcmp(wanted, kind) == 0 &&
	       fd > STDERR_FILENO && fstat(fd, &st) == 0 &&
	       (S_ISREG(st.st_mode) || strcmp(kind, "removal") == 0);
}

static uint64_t
number(const char *name, uint64_t otherwise)
{
	const char *text = getenv(name);

	return text != NULL ? strtoull(text, NULL, 10) : otherwise;
}

/* How much of it may be transferred: 0, with errno, if nothing. */
static size_t
allowed(const char *kind, int fd, size_t size)
{
	const char *sign = getenv("FAULTY_DISK_SIGN");
	uint64_t most = number("FAULTY_DISK_AFTER", 0), before;

	if (!concerns(kind, fd))
		return size;
	before = __sync_fetch_and_add(done, size);
	if (before < most)
		return size < most - before ? size : (size_t)(most - before);
	if (before - most >= number("FAULTY_DISK_FOR", UINT64_MAX))
		return size;
	if (sign != NULL)
		close(open(sign, O_WRONLY | O_CREAT, 0600));
	errno = error_wanted();
	return 0;
}

#define FAULTY(name, kind, data_type, offset_type) \
ssize_t \
name(int fd, data_type data, size_t size, offset_type offset) \
{ \
	static ssize_t (*real)(int, data_type, size_t, offset_type); \
\
	if (real == NULL) \
		*(void **)&real = dlsym(RTLD_NEXT, #name); \
	if (size > 0 && (size = allowed(kind, fd, size)) == 0) \
		return -1; \
	return real(fd, data, size, offset); \
}

FAULTY(pwrite, "write", const void *, off_t)
FAULTY(pread, "read", void *, off_t)
#ifdef __GLIBC__
FAULTY(pwrite64, "write", const void *, off64_t)
FAULTY(pread64, "read", void *, off64_t)
#endif

ssize_t
write(int fd, const void *data, size_t size)
{
	static ssize_t (*real)(int, const void *, size_t);

	if (real == NULL)
		*(void **)&real = dlsym(RTLD_NEXT, "write");
	if (size > 0 && (size = allowed("write", fd, size)) == 0)
		return -1;
	if (size > 0 && getpid() == first &&
	    (size = allowed("record", fd, size)) == 0)
		return -1;
	return real(fd, data, size);
}

ssize_t
read(int fd, void *data, size_t size)
{
	static ssize_t (*real)(int, void *, size_t);

	if (real == NULL)
		*(void **)&real = dlsym(RTLD_NEXT, "read");
	if (size > 0 && (size = allowed("read", fd, size)) == 0)
		return -1;
	return real(fd, data, size);
}

#define FAULTY_FLUSH(name) \
int \
name(int fd) \
{ \
	static int (*real)(int); \
\
	if (real == NULL) \
		*(void **)&real = dlsym(RTLD_NEXT, #name); \
	return allowed("flush", fd, 1) == 0 ? -1 : real(fd); \
}

FAULTY_FLUSH(fsync)
FAULTY_FLUSH(fdatasync)

int
unlinkat(int fd, const char *name, int flags)
{
	static int (*real)(int, const char *, int);

	if (real == NULL)
		*(void **)&real = dlsym(RTLD_NEXT, "unlinkat");
	return flags == 0 && allowed("removal", fd, 1) == 0 ? -1 :
	       real(fd, name, flags);
}
