/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * start-confined [CONFINEMENT]... COMMAND [ARGUMENT]...: runs a command in a
 * bad environment. A confinement is one of
 *
 *	nofile=N as=N fsize=N	a limit, both soft and hard, of that number;
 *	nproc=N			of processes and threads of the user, except for
 *				root
 *	user=N			from here this user, for root
 *	refuse=CALLS		these system calls fail: aio, uring and advice
 *				(on memory that caches files) as if the kernel
 *				had none, processes and threads as if there were
 *				too many
 *	kill=CALLS		these calls kill the caller
 *	plain			permissions stop root like anybody
 *	heeding			signals that end a run do so; a shell starts
 *				background commands with SIGINT and SIGQUIT
 *				ignored, and cannot undo that itself
 *	unmounted=DIRECTORY	nothing is mounted there any more; umount(8)
 *				needs /proc for that
 *
 * Exits with 77 if this system cannot do that.
 */
#include <config.h>

#include <errno.h>
#include <grp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#if defined __linux__
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#define CANNOT 77

static int
limit(int resource, const char *value)
{
	struct rlimit limit;

	limit.rlim_cur = limit.rlim_max = (rlim_t)strtoull(value, NULL, 10);
	return setrlimit(resource, &limit) == 0 ? 0 : CANNOT;
}

#if defined __linux__ && defined SYS_io_setup && defined PR_SET_SECCOMP

/*
 * A filter of system calls: instructions of the classic packet filter, which
 * look at the call's number and its arguments. From seccomp(2), with names of
 * our own, as <linux/seccomp.h> is not everywhere.
 */
struct instruction {
	uint16_t code;
	uint8_t if_true, if_false;
	uint32_t operand;
};
struct program {
	unsigned short length;
	struct instruction *instruction;
};

enum { LOAD = 0x20, EQUAL = 0x15, ANY_BIT = 0x45, RETURN = 0x06 };
enum { AT_NUMBER = 0, AT_FIRST_ARGUMENT = 16 };
#define ALLOW 0x7fff0000u
#define FAIL 0x00050000u
#define KILL 0x80000000u
#define FILTER_MODE 2
#define SHARES_THE_PROCESS 0x10000u	/* CLONE_THREAD */
#define NO_CALL 0xffffffffu

#ifndef SYS_io_uring_setup
#define SYS_io_uring_setup 425		/* the same everywhere but on alpha */
#endif
#ifndef SYS_clone3
#define SYS_clone3 435
#endif
#ifndef SYS_fork
#define SYS_fork NO_CALL		/* newer architectures have none */
#endif
#ifndef SYS_vfork
#define SYS_vfork NO_CALL
#endif
#ifndef SYS_fadvise64
#define SYS_fadvise64 NO_CALL
#endif
#ifndef SYS_fadvise64_64	/* where 64 bits are two arguments */
#define SYS_fadvise64_64 NO_CALL
#endif

static int
install(struct instruction *list, size_t n)
{
	struct program program;

	program.length = (unsigned short)n;
	program.instruction = list;
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
	    prctl(PR_SET_SECCOMP, FILTER_MODE, &program, 0, 0) != 0)
		return CANNOT;
	return 0;
}

/* That call gets the answer, all others go on. */
static int
answer_call(uint32_t call, uint32_t answer)
{
	struct instruction list[] = {
		{ LOAD, 0, 0, AT_NUMBER },
		{ EQUAL, 0, 1, call },
		{ RETURN, 0, 0, answer },
		{ RETURN, 0, 0, ALLOW },
	};

	return install(list, sizeof(list) / sizeof(list[0]));
}

/* clone3 has its flags in memory; without it the C library takes clone. */
static int
answer_threads(uint32_t answer)
{
	const uint16_t one = 1;
	struct instruction list[] = {
		{ LOAD, 0, 0, AT_NUMBER },
		{ EQUAL, 0, 3, (uint32_t)SYS_clone },
		{ LOAD, 0, 0, AT_FIRST_ARGUMENT },
		{ ANY_BIT, 0, 1, SHARES_THE_PROCESS },
		{ RETURN, 0, 0, answer },
		{ RETURN, 0, 0, ALLOW },
	};

	if (*(const char *)&one != 1)
		return CANNOT;		/* the flags' place is another one */
	if (answer_call(SYS_clone3, FAIL | ENOSYS) != 0)
		return CANNOT;
	return install(list, sizeof(list) / sizeof(list[0]));
}

static int
answer_processes(uint32_t answer)
{
	if (answer_call((uint32_t)SYS_fork, answer) != 0 ||
	    answer_call((uint32_t)SYS_vfork, answer) != 0 ||
	    answer_call(SYS_clone3, answer) != 0)
		return CANNOT;
	return answer_call((uint32_t)SYS_clone, answer);
}

static int
answer_advice(uint32_t answer)
{
	if (answer_call((uint32_t)SYS_fadvise64, answer) != 0 ||
	    answer_call((uint32_t)SYS_fadvise64_64, answer) != 0)
		return CANNOT;
	return answer_call((uint32_t)SYS_mincore, answer);
}

static int
answer(const char *calls, int kill)
{
	if (strcmp(calls, "advice") == 0)
		return answer_advice(kill ? KILL : FAIL | ENOSYS);
	if (strcmp(calls, "aio") == 0)
		return answer_call(SYS_io_setup, kill ? KILL : FAIL | ENOSYS);
	if (strcmp(calls, "uring") == 0)
		return answer_call(SYS_io_uring_setup,
				   kill ? KILL : FAIL | ENOSYS);
	if (strcmp(calls, "threads") == 0)
		return answer_threads(kill ? KILL : FAIL | EAGAIN);
	if (strcmp(calls, "processes") == 0)
		return answer_processes(kill ? KILL : FAIL | EAGAIN);
	return CANNOT;
}

#else

static int
answer(const char *calls, int kill)
{
	(void)calls;
	(void)kill;
	return CANNOT;
}

#endif

/* Gone from what the command may have; CAP_DAC_OVERRIDE and _READ_SEARCH. */
static int
be_plain(void)
{
#if defined __linux__ && defined PR_CAPBSET_DROP
	if (geteuid() == 0 && (prctl(PR_CAPBSET_DROP, 1, 0, 0, 0) != 0 ||
			       prctl(PR_CAPBSET_DROP, 2, 0, 0, 0) != 0))
		return CANNOT;
	return 0;
#else
	return geteuid() == 0 ? CANNOT : 0;
#endif
}

static int
heed_signals(void)
{
	sigset_t none;

	signal(SIGINT, SIG_DFL);
	signal(SIGTERM, SIG_DFL);
	signal(SIGHUP, SIG_DFL);
	signal(SIGQUIT, SIG_DFL);
	sigemptyset(&none);
	return sigprocmask(SIG_SETMASK, &none, NULL);
}

static int
be_user(const char *number)
{
	uid_t user = (uid_t)strtoul(number, NULL, 10);

	return geteuid() == 0 && setgroups(0, NULL) == 0 &&
	       setgid((gid_t)user) == 0 && setuid(user) == 0 ? 0 : CANNOT;
}

static int
limit_processes(const char *number)
{
#ifdef RLIMIT_NPROC
	return geteuid() == 0 ? CANNOT : limit(RLIMIT_NPROC, number);
#else
	(void)number;
	return CANNOT;
#endif
}

static int
unmount_from(const char *directory)
{
#ifdef __linux__
	return umount2(directory, MNT_DETACH) == 0 ? 0 : CANNOT;
#else
	(void)directory;
	return CANNOT;
#endif
}

/* 0, CANNOT, or -1: this is no confinement but the command. */
static int
confine(const char *text)
{
	const char *value = strchr(text, '=');

	if (strcmp(text, "plain") == 0)
		return be_plain();
	if (strcmp(text, "heeding") == 0)
		return heed_signals();
	if (value == NULL)
		return -1;
	value++;
	if (strncmp(text, "refuse=", 7) == 0)
		return answer(value, 0);
	if (strncmp(text, "kill=", 5) == 0)
		return answer(value, 1);
	if (strncmp(text, "user=", 5) == 0)
		return be_user(value);
	if (strncmp(text, "unmounted=", 10) == 0)
		return unmount_from(value);
	if (strncmp(text, "nproc=", 6) == 0)
		return limit_processes(value);
	if (strncmp(text, "nofile=", 7) == 0)
		return limit(RLIMIT_NOFILE, value);
	if (strncmp(text, "fsize=", 6) == 0)
		return limit(RLIMIT_FSIZE, value);
#ifdef RLIMIT_AS
	if (strncmp(text, "as=", 3) == 0)
		return limit(RLIMIT_AS, value);
#endif
	return strncmp(text, "as=", 3) == 0 ? CANNOT : -1;
}

int
main(int argc, char **argv)
{
	struct rlimit none = { 0, 0 };
	int i, status = 0;

	setrlimit(RLIMIT_CORE, &none);
	for (i = 1; i < argc && (status = confine(argv[i])) == 0; i++)
		;
	if (status > 0)
		return status;
	if (i >= argc) {
		fputs("usage: start-confined [CONFINEMENT]... COMMAND "
		      "[ARGUMENT]...\n", stderr);
		return 2;
	}
	execvp(argv[i], argv + i);
	fprintf(stderr, "start-confined: %s: %s\n", argv[i], strerror(errno));
	return 127;
}
