/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Time and processes of a preloaded library; see virtual-time.h. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "virtual-time.h"

#define MAX_PROCESSES 4096
#define READING_NS 20		/* what a reading of the clock takes */
#define READINGS_NS 200		/* those that wait by reading it have so long at
				   a time */
#define BEGIN_S 1000		/* the clock's time at the start */
#define DATE_S 1700000000	/* that of the calendar, usually */
#define MAX_DESCRIPTORS 64
#define MANY_READINGS 60	/* in the middle of a process's work */
#define STEP_NS (NS_PER_S / 2)
#define STILL_NS NS_PER_S
#define DATE_STEP_S 3600
#define FROZEN_MS 2000		/* unless VIRTUAL_CLOCK tells */
#define LOOK_S 5		/* of real time, for a run that was killed */

struct process {
	pid_t pid;
	int owner;		/* of a thread: its process's number; else -1 */
	int is_gone;
	int watches;		/* wakes when a descriptor may be ready */
	int reads;		/* wakes as it reads the clock */
	uint64_t wake_ns;
	uint64_t order;		/* of those that wake together */
	const void *object;	/* of its memory, that another may wake it by */
	uint64_t alarm_ns, alarm_period_ns;
	sem_t turned;		/* its turn may have come: one that is killed
				   while it waits leaves nothing behind */
};

/* What all processes share. */
static struct {
	sem_t lock;
	uint64_t now_ns, orders;
	uint64_t others_ns;	/* until then only one has its turn; or less */
	uint64_t behind_ns;	/* by how much the clock stepped back */
	uint64_t still_until_ns;
	uint64_t step_ns;	/* when it steps back; 0: not at a time */
	uint64_t freeze_ns;	/* when all stand still; 0: never */
	uint64_t sleep_ns;	/* when the machine sleeps; 0: never */
	uint64_t pause_ns;	/* for so long, either */
	uint64_t slept_ns;
	time_t date_behind_s;
	char how[8];		/* the clocks go wrong */
	int times;		/* that they do, as far as they are left */
	int n, turn;
	struct process process[MAX_PROCESSES];
} *all;

static int process_self;	/* this process's number */
static __thread int thread_self	/* a thread's own, if it has joined */
	__attribute__((tls_model("initial-exec"))) = -1;
#define self (thread_self >= 0 ? thread_self : process_self)
static int is_outside;		/* it lives in real time */
static uint64_t cached_ns;	/* of a call that the page cache serves */

void *
virtual_share(unsigned long size)
{
	return mmap(NULL, size, PROT_READ | PROT_WRITE,
		    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
}

static void
set_clock(const char *text)
{
	int n = 0, pause_ms = FROZEN_MS;
	uint64_t at_ns;

	if (text == NULL ||
	    sscanf(text, "%7[a-z]:%d:%d", all->how, &n, &pause_ms) < 2)
		return;
	at_ns = all->now_ns + (uint64_t)n * 1000000;
	all->pause_ns = (uint64_t)pause_ms * 1000000;
	if (strcmp(all->how, "at") == 0)
		all->step_ns = at_ns;
	else if (strcmp(all->how, "freeze") == 0)
		all->freeze_ns = at_ns;
	else if (strcmp(all->how, "sleep") == 0)
		all->sleep_ns = at_ns;
	else
		all->times = n;
}

/* Keep all on one processor, as one of them has its turn at a time: to wake the
 * next one there takes the kernel less than to wake an idle processor. */
static void
stay_here(void)
{
	cpu_set_t here;

	CPU_ZERO(&here);
	CPU_SET((size_t)sched_getcpu(), &here);
	sched_setaffinity(0, sizeof(here), &here);
}

/* Before the library's other parts, which share memory. */
static void __attribute__((constructor(101)))
begin(void)
{
	stay_here();
	cached_ns = getenv("VIRTUAL_CACHE") == NULL ? 100000 :
		    strtoull(getenv("VIRTUAL_CACHE"), NULL, 10) * 1000;
	all = virtual_share(sizeof(*all));
	sem_init(&all->lock, 1, 1);
	sem_init(&all->process[0].turned, 1, 0);
	all->now_ns = BEGIN_S * NS_PER_S;
	set_clock(getenv("VIRTUAL_CLOCK"));
	all->n = 1;
	all->process[0].pid = getpid();
	all->process[0].owner = -1;
}

static void
lock(void)
{
	while (sem_wait(&all->lock) != 0)
		;
}

static void
unlock(void)
{
	sem_post(&all->lock);
}

/* The first to wake, and of several the one that has waited longest. */
static int
next(void)
{
	int i, first = -1;

	for (i = 0; i < all->n; i++) {
		struct process *p = &all->process[i], *q = &all->process[first];

		if (!p->is_gone && (first < 0 || p->wake_ns < q->wake_ns ||
		    (p->wake_ns == q->wake_ns && p->order < q->order)))
			first = i;
	}
	return first;
}

/* With the lock held: whose turn it is now. */
static void
pass_on(void)
{
	all->turn = next();
	all->others_ns = NEVER;
	for (int i = 0; i < all->n; i++)
		if (i != all->turn && !all->process[i].is_gone &&
		    all->process[i].wake_ns < all->others_ns)
			all->others_ns = all->process[i].wake_ns;
	if (all->turn >= 0) {
		uint64_t wake_ns = all->process[all->turn].wake_ns;

		if (wake_ns == NEVER)
			abort();		/* all wait for each other */
		if (wake_ns > all->now_ns)
			all->now_ns = wake_ns;
	}
	if (all->freeze_ns != 0 && all->now_ns >= all->freeze_ns) {
		all->freeze_ns = 0;
		all->now_ns += all->pause_ns;
	}
	if (all->sleep_ns != 0 && all->now_ns >= all->sleep_ns) {
		all->sleep_ns = 0;
		all->slept_ns = all->pause_ns;
	}
	if (all->turn >= 0 && all->turn != self)
		sem_post(&all->process[all->turn].turned);
}

/* End if the run was killed from outside: it never passes its turn on. */
static void
await_post(void)
{
	struct timespec until;

	REAL(clock_gettime)(CLOCK_REALTIME, &until);
	until.tv_sec += LOOK_S;
	if (sem_timedwait(&all->process[self].turned, &until) != 0 &&
	    errno == ETIMEDOUT && REAL(kill)(all->process[0].pid, 0) != 0)
		REAL(_exit)(1);
}

static void
await_turn(void)
{
	while (all->turn != self) {
		unlock();
		await_post();
		lock();
	}
}

/* Something happened that descriptors show: those who watch one look again. */
static void
wake_watchers(void)
{
	all->others_ns = 0;
	for (int i = 0; i < all->n; i++)
		if (all->process[i].watches)
			all->process[i].wake_ns = all->now_ns;
}

static void
ring_alarm(void)
{
	struct process *p = &all->process[self];

	if (p->alarm_ns == 0 || all->now_ns < p->alarm_ns)
		return;
	p->alarm_ns = p->alarm_period_ns == 0 ? 0 :
		      all->now_ns + p->alarm_period_ns;
	raise(SIGALRM);
}

static void
wait_until(uint64_t until_ns, int watches)
{
	struct process *p = &all->process[self];

	lock();
	p->wake_ns = until_ns > all->now_ns ? until_ns : all->now_ns;
	p->order = ++all->orders;
	p->watches = watches;
	pass_on();
	await_turn();
	p->watches = 0;
	unlock();
	ring_alarm();
}

void
virtual_wait(uint64_t until_ns)
{
	wait_until(until_ns, 0);
}

int
virtual_wait_for(const void *object, uint64_t until_ns)
{
	struct process *p = &all->process[self];
	int woken;

	p->object = object;
	wait_until(until_ns, 0);
	woken = p->object == NULL;
	p->object = NULL;
	return woken;
}

/* The number of a thread's process. */
static int
process_of(int i)
{
	return all->process[i].owner < 0 ? i : all->process[i].owner;
}

void
virtual_wake(const void *object)
{
	for (int i = 0; i < all->n; i++) {
		struct process *p = &all->process[i];

		if (p->is_gone || p->object != object ||
		    process_of(i) != process_of(self))
			continue;
		p->object = NULL;
		p->wake_ns = all->now_ns;
		all->others_ns = 0;
	}
}

int
virtual_is_outside(void)
{
	return is_outside;
}

/* A place of a thread that has gone, or a new one. */
static int
new_entry(int owner)
{
	int i = 0;

	while (i < all->n && (owner < 0 || all->process[i].owner < 0 ||
			      !all->process[i].is_gone))
		i++;
	if (i == MAX_PROCESSES)
		abort();
	memset(&all->process[i], 0, sizeof(all->process[i]));
	sem_init(&all->process[i].turned, 1, 0);
	all->process[i].owner = owner;
	all->process[i].wake_ns = all->now_ns;
	all->process[i].order = ++all->orders;
	all->others_ns = 0;
	if (i == all->n)
		all->n++;
	return i;
}

int
virtual_join_in(void)
{
	int i;

	lock();
	i = new_entry(process_of(self));
	unlock();
	return i;
}

void
virtual_become(int number)
{
	thread_self = number;
	lock();
	await_turn();
	unlock();
}

void
virtual_leave(void)
{
	lock();
	all->process[self].is_gone = 1;
	pass_on();
	unlock();
}

/* True if it is another's turn by now. */
static int
is_due(const struct process *p)
{
	uint64_t more_ns = p->reads ? READINGS_NS : 0;

	return !p->is_gone && p->wake_ns + more_ns <= all->now_ns;
}

uint64_t
virtual_now(void)
{
	int own = self, other = 0, i;

	all->now_ns += READING_NS;
	if (all->turn != own || all->others_ns <= all->now_ns)
		for (i = 0; i < all->n && !other; i++)
			other = i != own && is_due(&all->process[i]);
	if (other) {
		all->process[own].reads = 1;
		wait_until(all->now_ns, 0);
		all->process[own].reads = 0;
	} else {
		ring_alarm();
	}
	return all->now_ns;
}

/* Processes. */

pid_t
fork(void)
{
	static int has_forked;
	int child;
	pid_t pid;

	if (self == 0 && (is_outside || !has_forked)) {
		has_forked = 1;
		pid = REAL(fork)();
		is_outside = pid > 0;
		if (pid == 0) {
			all->process[0].pid = getpid();
			all->process[0].is_gone = 0;
			all->turn = 0;
		}
		return pid;
	}
	lock();
	child = new_entry(-1);
	unlock();
	pid = REAL(fork)();
	if (pid == 0) {
		process_self = child;
		lock();
		await_turn();
		unlock();
	} else {
		all->process[child].pid = pid;
		all->process[child].is_gone = pid < 0;
	}
	return pid;
}

/* With its threads. */
static void
set_gone(int process)
{
	for (int i = 0; i < all->n; i++)
		if (process_of(i) == process)
			all->process[i].is_gone = 1;
}

/* Lets go of what others wait for before it lets them run. */
void
_exit(int status)
{
	if (is_outside)
		REAL(_exit)(status);
	for (int fd = 0; fd < MAX_DESCRIPTORS; fd++)
		REAL(close)(fd);
	lock();
	set_gone(process_of(self));
	wake_watchers();
	pass_on();
	unlock();
	REAL(_exit)(status);
}

static int
find(pid_t pid)
{
	for (int i = all->n - 1; i >= 0; i--)
		if (all->process[i].pid == pid)
			return i;
	return -1;
}

int
kill(pid_t pid, int number)
{
	int result = REAL(kill)(pid, number);
	int i = pid > 0 && !is_outside ? find(pid) : -1;
	siginfo_t info;

	if (result == 0 && number == SIGKILL && i >= 0) {
		waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT);
		set_gone(i);
		wake_watchers();
	}
	return result;
}

pid_t
waitpid(pid_t pid, int *status, int options)
{
	int i = pid > 0 && !is_outside ? find(pid) : -1;

	while (i >= 0 && !all->process[i].is_gone) {
		if ((options & WNOHANG) != 0)
			return 0;
		wait_until(NEVER, 1);
	}
	return REAL(waitpid)(pid, status,
			     i >= 0 ? options & ~WNOHANG : options);
}

/* Descriptors. */

/* Waits until one is ready, or that time; returns what poll does. */
static int
await_ready(struct pollfd *fds, nfds_t n, uint64_t until_ns)
{
	for (;;) {
		int ready = REAL(poll)(fds, n, 0);

		if (ready != 0 || all->now_ns >= until_ns)
			return ready;
		wait_until(until_ns, 1);
	}
}

/* What is awaited from the standard input comes from outside, in true time. */
int
poll(struct pollfd *fds, nfds_t n, int timeout_ms)
{
	bool is_input = n == 1 && fds->fd == STDIN_FILENO;

	return is_outside || is_input ? REAL(poll)(fds, n, timeout_ms) :
	       await_ready(fds, n, timeout_ms < 0 ? NEVER :
			   all->now_ns + (uint64_t)timeout_ms * 1000000);
}

static int
is_a(int fd, mode_t type)
{
	struct stat st;

	return !is_outside && fstat(fd, &st) == 0 &&
	       (st.st_mode & S_IFMT) == type;
}

/* A file is read and written through the page cache, which takes its time. */
static void
take_time_of_cache(int fd)
{
	if (is_a(fd, S_IFREG))
		virtual_wait(all->now_ns + cached_ns);
}

ssize_t
read(int fd, void *data, size_t size)
{
	struct pollfd one = { .fd = fd, .events = POLLIN };

	if (is_a(fd, S_IFIFO))
		await_ready(&one, 1, NEVER);
	take_time_of_cache(fd);
	return REAL(read)(fd, data, size);
}

ssize_t
write(int fd, const void *data, size_t size)
{
	ssize_t done = REAL(write)(fd, data, size);

	take_time_of_cache(fd);
	if (is_a(fd, S_IFIFO))
		wake_watchers();
	return done;
}

int
close(int fd)
{
	int watched = is_a(fd, S_IFIFO), result;

	if (virtual_closing != NULL)
		virtual_closing(fd);
	result = REAL(close)(fd);
	if (watched)
		wake_watchers();
	return result;
}

/* Clocks. */

static void
go_wrong(void)
{
	if (strcmp(all->how, "date") == 0) {
		all->date_behind_s += DATE_STEP_S;
	} else if (strcmp(all->how, "still") == 0) {
		all->still_until_ns = all->now_ns + STILL_NS;
		all->behind_ns += STILL_NS;
	} else {
		all->behind_ns += STEP_NS;
	}
}

/* Counts the readings of a process, which sees the clock go wrong once. */
static void
count_reading(void)
{
	static int process, readings;

	if (process != self) {
		process = self;
		readings = 0;
	}
	if (all->times > 0 && self != 0 && ++readings == MANY_READINGS) {
		all->times--;
		go_wrong();
	}
	if (all->step_ns != 0 && all->now_ns >= all->step_ns) {
		all->step_ns = 0;
		go_wrong();
	}
}

time_t
time(time_t *at)
{
	const char *date = getenv("VIRTUAL_DATE");
	time_t now = (time_t)(all->now_ns / NS_PER_S) - BEGIN_S -
		     all->date_behind_s;

	now += date != NULL ? (time_t)atoll(date) : DATE_S;
	if (at != NULL)
		*at = now;
	return now;
}

int
clock_gettime(clockid_t clock, struct timespec *now)
{
	uint64_t now_ns;

	if (clock != CLOCK_MONOTONIC && clock != CLOCK_REALTIME &&
	    clock != CLOCK_BOOTTIME)
		return REAL(clock_gettime)(clock, now);
	now_ns = virtual_now();
	if (clock == CLOCK_BOOTTIME)
		now_ns += all->slept_ns;
	if (clock == CLOCK_MONOTONIC) {
		count_reading();
		if (now_ns < all->still_until_ns)
			now_ns = all->still_until_ns;
		now_ns -= all->behind_ns;
	}
	now->tv_sec = clock == CLOCK_REALTIME ? time(NULL) :
		      (time_t)(now_ns / NS_PER_S);
	now->tv_nsec = (long)(now_ns % NS_PER_S);
	return 0;
}

int
nanosleep(const struct timespec *length, struct timespec *left)
{
	(void)left;
	virtual_wait(all->now_ns + (uint64_t)length->tv_sec * NS_PER_S +
		     (uint64_t)length->tv_nsec);
	return 0;
}

static uint64_t
timeval_ns(struct timeval t)
{
	return (uint64_t)t.tv_sec * NS_PER_S + (uint64_t)t.tv_usec * 1000;
}

#ifdef __GLIBC__
#define WHICH __itimer_which_t
#else
#define WHICH int
#endif

int
setitimer(WHICH which, const struct itimerval *timer, struct itimerval *old)
{
	struct process *p = &all->process[self];
	uint64_t first_ns = timeval_ns(timer->it_value);

	(void)which;
	if (old != NULL)
		memset(old, 0, sizeof(*old));
	p->alarm_period_ns = timeval_ns(timer->it_interval);
	p->alarm_ns = first_ns == 0 ? 0 : all->now_ns + first_ns;
	return 0;
}
