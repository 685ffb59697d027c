/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * A disk that fails, for tests: preloaded, it lets all processes of a run
 * together do FAULTY_DISK_AFTER units of the kind FAULTY_DISK, and then fails
 * the next FAULTY_DISK_FOR calls of that kind (all, if not given) with the
 * error FAULTY_DISK_ERROR (ENOSPC, EDQUOT, EINVAL, EAGAIN, ENOENT, EROFS,
 * ENOTCONN, EIO or HANG). The kinds whose units are bytes:
 *
 *	read write	at a place or not; one that would go beyond is short.
 *			Also libaio, if its requests come from io_getevents, as
 *			on a virtual disk, which may be loaded after this; one
 *			that would go beyond fails
 *	record		write without a place, by the process that measures
 *
 * and those whose units are calls:
 *
 *	flush		fsync and fdatasync
 *	make		openat that makes a file
 *	unlink mkdir	unlinkat of a file, mkdirat
 *	rmdir faccessat	unlinkat of a directory, faccessat
 *	link		linkat
 *	close		of a file; it is closed nevertheless
 *	statfs		fstatvfs
 *	submit reap	io_submit, io_getevents
 *	space inodes	fstatvfs again: it does not fail, but reports none left
 *
 * A call that must HANG does not return, nor does any later call in any
 * process, as if the kernel waited for the disk: no signal comes through, nor
 * does the parent's death. SIGKILL does, so a test can end hanging processes.
 * The file FAULTY_DISK_LOG gets the id of each hanging process, in a line. The
 * disk answers again when there is a file FAULTY_DISK_OVER, or after 60 s. The
 * first process waits for a fiftieth of the time in poll(2).
 *
 * With FAULTY_DISK_PIECES the process that measures does each write without a
 * place in that many pieces, with 3 ms between.
 *
 * With FAULTY_DISK_END=N the signal FAULTY_DISK_SIGNAL ends the run before the
 * Nth call, from 0, of the functions here by the process that measures: SIGKILL
 * ends both this process and the first one at once; any other signal goes to
 * the first one, which passes it on.
 *
 * FAULTY_DISK_OTHER is the name of a directory next to the private one. It
 * replaces the private one as soon as that is made, which is then called
 * "moved".
 *
 * Transfers and flushes only count for files, not for the three streams. At its
 * end the first process writes the units done to the file FAULTY_DISK_COUNT.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

#ifdef HAVE_LIBAIO
#include <libaio.h>
#endif

#include "wanted.h"

#define FASTER 50
#define MOST_S 60
#define STEPS_S 20		/* looks for the file in a second */

/* By all processes. */
static struct {
	volatile uint64_t done, failed;	/* units, calls */
	volatile uint64_t calls;	/* by the process that measures */
	volatile int is_hung, is_over;
} *all;
static pid_t first;

static void __attribute__((constructor))
begin(void)
{
	all = mmap(NULL, sizeof(*all), PROT_READ | PROT_WRITE,
		   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	first = getpid();
}

static void __attribute__((destructor))
end(void)
{
	const char *path = getenv("FAULTY_DISK_COUNT");
	FILE *file = path != NULL && getpid() == first ? fopen(path, "w") :
		     NULL;

	if (file != NULL) {
		fprintf(file, "%llu\n", (unsigned long long)all->done);
		fclose(file);
	}
}

static int
is_file(int fd)
{
	struct stat st;

	return fd > STDERR_FILENO && fstat(fd, &st) == 0 &&
	       S_ISREG(st.st_mode);
}

static int
is_to_hang(void)
{
	const char *name = getenv("FAULTY_DISK_ERROR");

	return name != NULL && strcmp(name, "HANG") == 0;
}

static void
write_log(void)
{
	FILE *file = fopen(getenv("FAULTY_DISK_LOG"), "a");

	if (file != NULL) {
		fprintf(file, "%ld\n", (long)getpid());
		fflush(file);	/* fclose would hang */
	}
}

static void
hang(void)
{
	const struct timespec step = { 0, 1000000000 / STEPS_S };
	const char *over = getenv("FAULTY_DISK_OVER");
	sigset_t signals, before;
	struct stat st;

	if (all->is_over)
		return;
	sigfillset(&signals);
	sigprocmask(SIG_BLOCK, &signals, &before);
#ifdef PR_SET_PDEATHSIG
	prctl(PR_SET_PDEATHSIG, 0);
#endif
	all->is_hung = 1;
	write_log();
	for (int i = 0; i < MOST_S * STEPS_S && stat(over, &st) != 0; i++)
		nanosleep(&step, NULL);
	all->is_hung = 0;
	all->is_over = 1;
	sigprocmask(SIG_SETMASK, &before, NULL);
}

/* How many of these units may be done: 0, with errno, if none. */
static size_t
units(const char *kind, size_t size)
{
	const char *wanted = getenv("FAULTY_DISK");
	uint64_t most = number("FAULTY_DISK_AFTER", 0), before;

	if (all != NULL && all->is_hung)
		hang();
	if (wanted == NULL || strcmp(wanted, kind) != 0 || all == NULL)
		return size;
	before = __sync_fetch_and_add(&all->done, size);
	if (before < most)
		return size < most - before || is_to_hang() ? size :
		       (size_t)(most - before);
	if (is_to_hang()) {
		hang();
		return size;
	}
	if (__sync_fetch_and_add(&all->failed, 1) >=
	    number("FAULTY_DISK_FOR", UINT64_MAX))
		return size;
	errno = error_wanted("FAULTY_DISK_ERROR");
	return 0;
}

/* Nothing is asked of a descriptor that no fault is about: a process may close
 * all there can be. */
static size_t
allowed(const char *kind, int fd, size_t size)
{
	const char *wanted = getenv("FAULTY_DISK");
	bool concerns = all != NULL && (all->is_hung ||
			(wanted != NULL && strcmp(wanted, kind) == 0));

	return concerns && is_file(fd) ? units(kind, size) : size;
}

static int
fails(const char *kind)
{
	return units(kind, 1) == 0;
}

/* The signal of the whole run, if this is the call for it. One that is passed
 * on has come before this call goes on; unless that process is gone. */
static void
count_call(void)
{
	const struct timespec moment = { 0, 1000000 };
	int end = (int)number("FAULTY_DISK_SIGNAL", SIGKILL);
	sigset_t signals, before;

	if (all == NULL || getppid() != first ||
	    __sync_fetch_and_add(&all->calls, 1) !=
	    number("FAULTY_DISK_END", UINT64_MAX))
		return;
	sigfillset(&signals);
	sigprocmask(SIG_BLOCK, &signals, &before);
	kill(first, end);
	if (end == SIGKILL)
		raise(SIGKILL);
	do {
		nanosleep(&moment, NULL);
		sigpending(&signals);
	} while (sigismember(&signals, end) == 0 && getppid() == first);
	sigprocmask(SIG_SETMASK, &before, NULL);
}

#define REAL(name) \
	count_call(); \
	if (real == NULL) \
		*(void **)&real = dlsym(RTLD_NEXT, #name)

#define FAULTY_WRITE(name, offset_type) \
ssize_t \
name(int fd, const void *data, size_t size, offset_type offset) \
{ \
	static ssize_t (*real)(int, const void *, size_t, offset_type); \
\
	REAL(name); \
	if (size > 0 && (size = allowed("write", fd, size)) == 0) \
		return -1; \
	return real(fd, data, size, offset); \
}

#define FAULTY_READ(name, offset_type) \
ssize_t \
name(int fd, void *data, size_t size, offset_type offset) \
{ \
	static ssize_t (*real)(int, void *, size_t, offset_type); \
\
	REAL(name); \
	if (size > 0 && (size = allowed("read", fd, size)) == 0) \
		return -1; \
	return real(fd, data, size, offset); \
}

FAULTY_WRITE(pwrite, off_t)
FAULTY_READ(pread, off_t)
#ifdef __GLIBC__
FAULTY_WRITE(pwrite64, off64_t)
FAULTY_READ(pread64, off64_t)
#endif

/* Wait for others, and return how much of the record to write now; the rest
 * comes with the next calls. */
static size_t
piece_of(size_t size)
{
	const struct timespec pause = { 0, 3000000 };
	size_t most = size / number("FAULTY_DISK_PIECES", 1);

	nanosleep(&pause, NULL);
	return most > 100 ? most : size < 100 ? size : 100;
}

ssize_t
write(int fd, const void *data, size_t size)
{
	static ssize_t (*real)(int, const void *, size_t);

	REAL(write);
	if (size > 0 && (size = allowed("write", fd, size)) == 0)
		return -1;
	if (size > 0 && getppid() == first &&
	    (size = allowed("record", fd, size)) == 0)
		return -1;
	if (getenv("FAULTY_DISK_PIECES") != NULL && getppid() == first &&
	    is_file(fd))
		size = piece_of(size);
	return real(fd, data, size);
}

ssize_t
read(int fd, void *data, size_t size)
{
	static ssize_t (*real)(int, void *, size_t);

	REAL(read);
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
	REAL(name); \
	return allowed("flush", fd, 1) == 0 ? -1 : real(fd); \
}

FAULTY_FLUSH(fsync)
FAULTY_FLUSH(fdatasync)

int
close(int fd)
{
	static int (*real)(int);
	int is_bad;

	REAL(close);
	is_bad = allowed("close", fd, 1) == 0;
	if (real(fd) != 0)
		return -1;
	if (is_bad)
		errno = error_wanted("FAULTY_DISK_ERROR");
	return is_bad ? -1 : 0;
}

/* Names in directories. */

#define FAULTY_OPENAT(name) \
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
	return (flags & O_CREAT) != 0 && fails("make") ? -1 : \
	       real(fd, path, flags, mode); \
}

FAULTY_OPENAT(openat)
#ifdef __GLIBC__
FAULTY_OPENAT(openat64)
#endif

int
unlinkat(int fd, const char *path, int flags)
{
	static int (*real)(int, const char *, int);

	REAL(unlinkat);
	return fails(flags == 0 ? "unlink" : "rmdir") ? -1 :
	       real(fd, path, flags);
}

int
faccessat(int fd, const char *path, int mode, int flags)
{
	static int (*real)(int, const char *, int, int);

	REAL(faccessat);
	return fails("faccessat") ? -1 : real(fd, path, mode, flags);
}

int
poll(struct pollfd *fds, nfds_t n, int timeout_ms)
{
	static int (*real)(struct pollfd *, nfds_t, int);

	REAL(poll);
	return real(fds, n, is_to_hang() && getpid() == first &&
		    timeout_ms > FASTER ? timeout_ms / FASTER : timeout_ms);
}

int
linkat(int from, const char *path, int to, const char *name, int flags)
{
	static int (*real)(int, const char *, int, const char *, int);

	REAL(linkat);
	return fails("link") ? -1 : real(from, path, to, name, flags);
}

/* Puts another directory in the place of the private one. */
static int
exchange(int fd, const char *path)
{
	const char *other = getenv("FAULTY_DISK_OTHER");

	if (other == NULL || strncmp(path, "diskidx.", 8) != 0)
		return 0;
	return renameat(fd, path, fd, "moved") == 0 ?
	       renameat(fd, other, fd, path) : -1;
}

int
mkdirat(int fd, const char *path, mode_t mode)
{
	static int (*real)(int, const char *, mode_t);

	REAL(mkdirat);
	if (fails("mkdir"))
		return -1;
	return real(fd, path, mode) == 0 ? exchange(fd, path) : -1;
}

#define FAULTY_STATVFS(name, type) \
int \
name(int fd, struct type *fs) \
{ \
	static int (*real)(int, struct type *); \
\
	REAL(name); \
	if (fails("statfs") || real(fd, fs) != 0) \
		return -1; \
	if (fails("space")) \
		fs->f_bavail = 0; \
	if (fails("inodes")) \
		fs->f_favail = 0; \
	return 0; \
}

FAULTY_STATVFS(fstatvfs, statvfs)
#ifdef __GLIBC__
FAULTY_STATVFS(fstatvfs64, statvfs64)
#endif

#ifdef HAVE_LIBAIO

int
io_submit(io_context_t context, long n, struct iocb **blocks)
{
	static int (*real)(io_context_t, long, struct iocb **);

	REAL(io_submit);
	return fails("submit") ? -errno : real(context, n, blocks);
}

/* The result of each request is that of its transfer. */
int
io_getevents(io_context_t context, long min, long max,
	     struct io_event *events, struct timespec *timeout)
{
	static int (*real)(io_context_t, long, long, struct io_event *,
			   struct timespec *);
	int n, i;

	REAL(io_getevents);
	if (fails("reap"))
		return -errno;
	n = real(context, min, max, events, timeout);
	for (i = 0; i < n; i++) {
		const char *kind = events[i].obj->aio_lio_opcode ==
				   IO_CMD_PREAD ? "read" : "write";

		if (units(kind, events[i].res) < events[i].res)
			events[i].res = (unsigned long)
				-error_wanted("FAULTY_DISK_ERROR");
	}
	return n;
}

#endif
