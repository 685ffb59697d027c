/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Threads in virtual time: each counts as a process (virtual-time.h). A thread
 * that waits for a mutex, for a condition or for the end of a thread lets the
 * others run. A process in real time has real threads.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include "virtual-time.h"

#define MAX_THREADS 1024

/* One that was started and not yet joined. */
struct thread {
	pthread_t id;
	int number, has_ended;
	void *(*work)(void *);
	void *argument;
};

static struct thread *threads[MAX_THREADS];	/* of this process */

static void *
run(void *argument)
{
	struct thread *thread = argument;
	void *result;

	virtual_become(thread->number);
	result = thread->work(thread->argument);
	thread->has_ended = 1;
	virtual_wake(thread);
	virtual_leave();
	return result;
}

int
pthread_create(pthread_t *id, const pthread_attr_t *attributes,
	       void *(*work)(void *), void *argument)
{
	struct thread *thread;
	int i = 0, error;

	if (virtual_is_outside())
		return REAL(pthread_create)(id, attributes, work, argument);
	while (i < MAX_THREADS && threads[i] != NULL)
		i++;
	thread = i < MAX_THREADS ? calloc(1, sizeof(*thread)) : NULL;
	if (thread == NULL)
		return EAGAIN;
	thread->work = work;
	thread->argument = argument;
	thread->number = virtual_join_in();
	error = REAL(pthread_create)(id, attributes, run, thread);
	if (error != 0)
		abort();
	thread->id = *id;
	threads[i] = thread;
	return 0;
}

int
pthread_join(pthread_t id, void **result)
{
	for (int i = 0; i < MAX_THREADS && !virtual_is_outside(); i++) {
		struct thread *thread = threads[i];

		if (thread == NULL || !pthread_equal(thread->id, id))
			continue;
		while (!thread->has_ended)
			virtual_wait_for(thread, NEVER);
		i = REAL(pthread_join)(id, result);
		for (int k = 0; k < MAX_THREADS; k++)
			if (threads[k] == thread)
				threads[k] = NULL;
		free(thread);
		return i;
	}
	return REAL(pthread_join)(id, result);
}

int
pthread_mutex_lock(pthread_mutex_t *mutex)
{
	if (virtual_is_outside())
		return REAL(pthread_mutex_lock)(mutex);
	while (REAL(pthread_mutex_trylock)(mutex) != 0)
		virtual_wait_for(mutex, NEVER);
	return 0;
}

int
pthread_mutex_unlock(pthread_mutex_t *mutex)
{
	int result = REAL(pthread_mutex_unlock)(mutex);

	if (!virtual_is_outside())
		virtual_wake(mutex);
	return result;
}

int
pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
	if (virtual_is_outside())
		return REAL(pthread_cond_wait)(condition, mutex);
	pthread_mutex_unlock(mutex);
	virtual_wait_for(condition, NEVER);
	return pthread_mutex_lock(mutex);
}

/* The condition's clock is the monotonic one. */
int
pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
		       const struct timespec *until)
{
	int woken;

	if (virtual_is_outside())
		return REAL(pthread_cond_timedwait)(condition, mutex, until);
	pthread_mutex_unlock(mutex);
	woken = virtual_wait_for(condition, (uint64_t)until->tv_sec * NS_PER_S +
				 (uint64_t)until->tv_nsec);
	pthread_mutex_lock(mutex);
	return woken ? 0 : ETIMEDOUT;
}

/* Those that wait look again, whichever of them a signal was meant for. */
int
pthread_cond_signal(pthread_cond_t *condition)
{
	return pthread_cond_broadcast(condition);
}

int
pthread_cond_broadcast(pthread_cond_t *condition)
{
	if (virtual_is_outside())
		return REAL(pthread_cond_broadcast)(condition);
	virtual_wake(condition);
	return 0;
}
