/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * A system in which one call fails, for tests: preloaded, it lets the program,
 * in all processes of a run together, call the function FAILING_CALL
 * FAILING_AFTER times. Then it fails the next FAILING_FOR calls (all, if not
 * given) in the function's own way, with the error FAILING_ERROR, without doing
 * anything. Calls by libraries are not counted. With FAILING_IN only the calls
 * of that process are counted: supervisor (the first one), measuring (its
 * children), or cleanup (which has a separate session). At its end the first
 * process writes the number of calls to the file FAILING_COUNTS.
 *
 * Arguments are passed on unchanged, as words, so the prototypes are not
 * repeated here; functions with other arguments, such as printf, are not here.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "wanted.h"

#define MOST 256

/* By all processes. */
static struct call {
	const char *volatile name;
	volatile uint64_t done;
} *all;
static const char *wanted, *counts, *process;
static int error;
static uint64_t after, times = UINT64_MAX;
static pid_t first;
static uintptr_t text_begin, text_end;	/* the program's */

/* The first object is the program. */
static int
find_text(struct dl_phdr_info *info, size_t size, void *context)
{
	(void)size;
	(void)context;
	for (int i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_LOAD &&
		    (info->dlpi_phdr[i].p_flags & PF_X) != 0) {
			text_begin = info->dlpi_addr +
				     info->dlpi_phdr[i].p_vaddr;
			text_end = text_begin + info->dlpi_phdr[i].p_memsz;
		}
	return 1;
}

static void __attribute__((constructor))
begin(void)
{
	wanted = getenv("FAILING_CALL");
	counts = getenv("FAILING_COUNTS");
	process = getenv("FAILING_IN");
	error = error_wanted("FAILING_ERROR");
	after = number("FAILING_AFTER", 0);
	times = number("FAILING_FOR", UINT64_MAX);
	first = getpid();
	all = mmap(NULL, MOST * sizeof(*all), PROT_READ | PROT_WRITE,
		   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	dl_iterate_phdr(find_text, NULL);
}

static void __attribute__((destructor))
end(void)
{
	FILE *file = counts != NULL && getpid() == first ? fopen(counts, "w") :
		     NULL;

	for (int i = 0; file != NULL && all[i].name != NULL; i++)
		fprintf(file, "%s %llu\n", all[i].name,
			(unsigned long long)all[i].done);
	if (file != NULL)
		fclose(file);
}

/* Count a call; return how many there were before. */
static uint64_t
count(const char *name)
{
	int i = 0;

	while ((all[i].name == NULL || strcmp(all[i].name, name) != 0) &&
	       !__sync_bool_compare_and_swap(&all[i].name, NULL, name))
		i++;
	return __sync_fetch_and_add(&all[i].done, 1);
}

static int
is_meant(void)
{
	if (process == NULL || *process == '\0')
		return 1;
	if (strcmp(process, "supervisor") == 0)
		return getpid() == first;
	if (strcmp(process, "measuring") == 0)
		return getppid() == first;
	return getpid() != first && getsid(0) == getpid();
}

static int
fails(const char *name, void *caller)
{
	int is_wanted = wanted != NULL && strcmp(name, wanted) == 0;
	uint64_t before;

	if (all == NULL || (!is_wanted && counts == NULL) ||
	    (uintptr_t)caller < text_begin || (uintptr_t)caller >= text_end ||
	    !is_meant())
		return 0;
	before = count(name);
	return is_wanted && before >= after && before - after < times;
}

/* A function, known to the linker by that name, and the word that it returns
 * where it fails. */
#define CALL_AS(name, symbol, failed) \
long failing_##symbol(long a, long b, long c, long d, long e, long f) \
	__asm__(#symbol); \
long \
failing_##symbol(long a, long b, long c, long d, long e, long f) \
{ \
	static long (*real)(long, long, long, long, long, long); \
\
	if (fails(#name, __builtin_return_address(0))) { \
		errno = error; \
		return failed; \
	} \
	if (real == NULL) \
		*(void **)&real = dlsym(RTLD_NEXT, #symbol); \
	return real(a, b, c, d, e, f); \
}

#define CALL(name, failed) CALL_AS(name, name, failed)
#define LARGE(name, failed) CALL_AS(name, name, failed) \
	CALL_AS(name, name##64, failed)

/* A descriptor is closed nevertheless, as POSIX lets systems do. */
long failing_close(long fd) __asm__("close");
long
failing_close(long fd)
{
	static long (*real)(long);
	long result;

	if (real == NULL)
		*(void **)&real = dlsym(RTLD_NEXT, "close");
	result = real(fd);
	if (result == 0 && fails("close", __builtin_return_address(0))) {
		errno = error;
		result = -1;
	}
	return result;
}

CALL(access, -1)
CALL(calloc, 0)
CALL(chdir, -1)
CALL(clock_gettime, -1)
CALL(closedir, -1)
CALL(dup, -1)
CALL(dup2, -1)
CALL(execvp, -1)
LARGE(fallocate, -1)
CALL(fclose, -1)
LARGE(fcntl, -1)
CALL(fdatasync, -1)
CALL(fdopen, 0)
CALL(fdopendir, 0)
CALL(fflush, -1)
CALL(fgets, 0)
LARGE(fopen, 0)
CALL(fread, 0)
CALL(fork, -1)
LARGE(fstat, -1)
LARGE(fstatat, -1)
LARGE(fstatfs, -1)
LARGE(fstatvfs, -1)
CALL(fsync, -1)
LARGE(ftruncate, -1)
CALL(getcwd, 0)
LARGE(getrlimit, -1)
CALL(getrusage, -1)
LARGE(glob, error)
CALL(gmtime_r, 0)
CALL(io_destroy, -error)
CALL(io_getevents, -error)
CALL(io_setup, -error)
CALL(io_submit, -error)
CALL(__io_uring_get_cqe, -error)
CALL(io_uring_queue_init_params, -error)
CALL(io_uring_submit, -error)
CALL(io_uring_wait_cqes, -error)
CALL(ioctl, -1)
CALL(kill, -1)
CALL(link, -1)
CALL(linkat, -1)
CALL(localtime_r, 0)
LARGE(lseek, -1)
LARGE(lstat, -1)
CALL(madvise, -1)
CALL(malloc, 0)
CALL(mincore, -1)
CALL(mkdir, -1)
CALL(mkdirat, -1)
LARGE(mmap, -1)
CALL(msync, -1)
CALL(munmap, -1)
CALL(nanosleep, -1)
LARGE(open, -1)
LARGE(openat, -1)
CALL(opendir, 0)
CALL(pipe, -1)
CALL(poll, -1)
LARGE(posix_fadvise, error)
CALL(posix_memalign, error)
CALL(prctl, -1)
LARGE(pread, -1)
CALL(pthread_attr_init, error)
CALL(pthread_attr_setstacksize, error)
CALL(pthread_cond_init, error)
CALL(pthread_condattr_init, error)
CALL(pthread_condattr_setclock, error)
CALL(pthread_create, error)
CALL(pthread_join, error)
CALL(pthread_mutex_init, error)
CALL(pthread_sigmask, error)
LARGE(pwrite, -1)
CALL(read, -1)
LARGE(readdir, 0)
CALL(realloc, 0)
CALL(realpath, 0)
CALL(rename, -1)
CALL(renameat, -1)
CALL(setitimer, -1)
LARGE(setrlimit, -1)
CALL(setsid, -1)
CALL(sigaction, -1)
CALL(signal, -1)
CALL(sigprocmask, -1)
LARGE(stat, -1)
LARGE(statfs, -1)
CALL(statx, -1)
CALL(tcgetpgrp, -1)
CALL(time, -1)
CALL(uname, -1)
CALL(unlink, -1)
CALL(unlinkat, -1)
CALL(waitpid, -1)
CALL(write, -1)
