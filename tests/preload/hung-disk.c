/*
 * A disk that hangs, for tests: preloaded, it lets HUNG_DISK_AFTER calls of the
 * name HUNG_DISK return (access, mkdirat, unlinkat, rmdir, which is unlinkat of
 * a directory, pread or fsync). From the next one on no call on files and
 * directories returns, in whatever process, as if the kernel waited for the
 * disk: no signal comes through, nor does the parent's death. SIGKILL does, so
 * that a test can end what hangs. The file HUNG_DISK_LOG gets the id of each
 * process that hangs, in a line. The disk answers again when there is a file
 * HUNG_DISK_OVER, or after 60 s.
 *
 * The first process waits for a fiftieth of the time in poll(2).
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

#define FASTER 50
#define MOST_S 60
#define STEPS_S 20		/* looks for the file in a second */

/* Shared by all processes. */
static struct {
	volatile int is_hung, is_over;
	volatile unsigned long calls;
} *all;
static pid_t first;

#define REAL(name) \
	if (real == NULL) \
		*(void **)&real = dlsym(RTLD_NEXT, #name)

static void __attribute__((constructor))
begin(void)
{
	all = mmap(NULL, sizeof(*all), PROT_READ | PROT_WRITE,
		   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	first = getpid();
}

static void
write_log(void)
{
	FILE *file = fopen(getenv("HUNG_DISK_LOG"), "a");

	if (file != NULL) {
		fprintf(file, "%ld\n", (long)getpid());
		fflush(file);	/* fclose would hang */
	}
}

static void
hang(void)
{
	const struct timespec step = { 0, 1000000000 / STEPS_S };
	const char *over = getenv("HUNG_DISK_OVER");
	sigset_t signals, before;
	struct stat st;
	int i;

	sigfillset(&signals);
	sigprocmask(SIG_BLOCK, &signals, &before);
#ifdef PR_SET_PDEATHSIG
	prctl(PR_SET_PDEATHSIG, 0);
#endif
	all->is_hung = 1;
	write_log();
	for (i = 0; i < MOST_S * STEPS_S && stat(over, &st) != 0; i++)
		nanosleep(&step, NULL);
	all->is_hung = 0;
	all->is_over = 1;
	sigprocmask(SIG_SETMASK, &before, NULL);
}

/* Hang if this call is the one, or one was before. */
static void
call(const char *name)
{
	const char *wanted = getenv("HUNG_DISK");
	const char *after = getenv("HUNG_DISK_AFTER");

	if (wanted == NULL || all->is_over)
		return;
	if (all->is_hung || (strcmp(name, wanted) == 0 &&
	    __sync_fetch_and_add(&all->calls, 1) >=
	    strtoul(after, NULL, 10)))
		hang();
}

static int
is_on_disk(int fd)
{
	struct stat st;

	return fd > STDERR_FILENO && fstat(fd, &st) == 0 &&
	       (S_ISREG(st.st_mode) || S_ISDIR(st.st_mode));
}

int
poll(struct pollfd *fds, nfds_t n, int timeout_ms)
{
	static int (*real)(struct pollfd *, nfds_t, int);

	REAL(poll);
	return real(fds, n, getpid() == first && timeout_ms > FASTER ?
		    timeout_ms / FASTER : timeout_ms);
}

int
access(const char *path, int mode)
{
	static int (*real)(const char *, int);

	REAL(access);
	call("access");
	return real(path, mode);
}

int
mkdirat(int fd, const char *path, mode_t mode)
{
	static int (*real)(int, const char *, mode_t);

	REAL(mkdirat);
	call("mkdirat");
	return real(fd, path, mode);
}

int
unlinkat(int fd, const char *path, int flags)
{
	static int (*real)(int, const char *, int);

	REAL(unlinkat);
	call(flags == 0 ? "unlinkat" : "rmdir");
	return real(fd, path, flags);
}

int
close(int fd)
{
	static int (*real)(int);

	REAL(close);
	if (all->is_hung && is_on_disk(fd))
		call("close");
	return real(fd);
}

int
fsync(int fd)
{
	static int (*real)(int);

	REAL(fsync);
	call("fsync");
	return real(fd);
}

#define HUNG_OPENAT(name) \
int \
name(int fd, const char *path, int flags, ...) \
{ \
	static int (*real)(int, const char *, int, ...); \
	va_list args; \
	unsigned mode; \
\
	REAL(name); \
	va_start(args, flags); \
	mode = (flags & O_CREAT) != 0 ? va_arg(args, unsigned) : 0; \
	va_end(args); \
	call("openat"); \
	return real(fd, path, flags, mode); \
}

#define HUNG_PREAD(name, offset_type) \
ssize_t \
name(int fd, void *data, size_t size, offset_type offset) \
{ \
	static ssize_t (*real)(int, void *, size_t, offset_type); \
\
	REAL(name); \
	call("pread"); \
	return real(fd, data, size, offset); \
}

HUNG_OPENAT(openat)
HUNG_PREAD(pread, off_t)
#ifdef __GLIBC__
HUNG_OPENAT(openat64)
HUNG_PREAD(pread64, off64_t)
#endif
