/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * threads: a pool of as many threads as the depth, each doing pread and pwrite.
 * Portable, and the same load for the disk, but it needs more CPU than
 * asynchronous I/O, because every request passes a lock twice.
 */
#include <config.h>

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>

#include "diskidx/base/amount.h"
#include "diskidx/base/clock.h"
#include "diskidx/engine/engine.h"
#include "blocking.h"

#define STACK_BYTES 65536
#define MAX_DEPTH 256

struct engine_state {
	pthread_mutex_t lock;
	pthread_cond_t work, done;
	clockid_t clock;		/* used by waits for `done` */
	/* Slots: a ring of waiting ones, and a list of done ones. */
	unsigned queued[MAX_DEPTH], n_queued, first_queued;
	unsigned finished[MAX_DEPTH], n_finished;
	struct request *request;
	pthread_t thread[MAX_DEPTH];
	unsigned n_threads, depth, in_flight, wanted;
	int fd;
	int closing;
};

static void *
threads_serve(void *argument)
{
	struct engine_state *s = argument;

	pthread_mutex_lock(&s->lock);
	for (;;) {
		unsigned slot;

		while (s->n_queued == 0 && !s->closing)
			pthread_cond_wait(&s->work, &s->lock);
		if (s->n_queued == 0)
			break;
		slot = s->queued[s->first_queued];
		s->first_queued = (s->first_queued + 1) % MAX_DEPTH;
		s->n_queued--;
		pthread_mutex_unlock(&s->lock);
		blocking_serve(s->fd, &s->request[slot]);
		pthread_mutex_lock(&s->lock);
		s->finished[s->n_finished++] = slot;
		if (s->n_finished == s->wanted)
			pthread_cond_signal(&s->done);
	}
	pthread_mutex_unlock(&s->lock);
	return NULL;
}

static void
threads_close(struct engine_state *s)
{
	pthread_mutex_lock(&s->lock);
	s->closing = 1;
	pthread_cond_broadcast(&s->work);
	pthread_mutex_unlock(&s->lock);
	for (unsigned i = 0; i < s->n_threads; i++)
		pthread_join(s->thread[i], NULL);
	pthread_cond_destroy(&s->work);
	pthread_cond_destroy(&s->done);
	pthread_mutex_destroy(&s->lock);
}

/* Start the threads with all signals blocked: the timer's is for the first. */
static int
threads_start(struct engine_state *s)
{
	pthread_attr_t attributes;
	sigset_t all, old;
	int error = pthread_attr_init(&attributes);

	if (error != 0)
		return -error;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	pthread_attr_setstacksize(&attributes, STACK_BYTES);
	while (s->n_threads < s->depth && error == 0) {
		error = pthread_create(&s->thread[s->n_threads], &attributes,
				       threads_serve, s);
		s->n_threads += error == 0;
	}
	pthread_attr_destroy(&attributes);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return -error;
}

static int
threads_open(struct engine_state *s, int fd, struct request *request,
	     unsigned depth)
{
	pthread_condattr_t attributes;
	int error;

	pthread_mutex_init(&s->lock, NULL);
	pthread_cond_init(&s->work, NULL);
	/* Use the monotonic clock, except on macOS, which does not have the
	 * call: a step of the time of day changes a wait there. */
	s->clock = CLOCK_REALTIME;
	pthread_condattr_init(&attributes);
#if HAVE_PTHREAD_CONDATTR_SETCLOCK
	if (pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0)
		s->clock = CLOCK_MONOTONIC;
#endif
	pthread_cond_init(&s->done, &attributes);
	pthread_condattr_destroy(&attributes);
	s->request = request;
	s->depth = depth;
	s->fd = fd;
	error = threads_start(s);
	if (error != 0)
		threads_close(s);
	return error;
}

static int
threads_submit(struct engine_state *s, const unsigned *slot, unsigned n)
{
	unsigned i;

	pthread_mutex_lock(&s->lock);
	for (i = 0; i < n && s->in_flight < s->depth; i++, s->in_flight++) {
		s->queued[(s->first_queued + s->n_queued++) % MAX_DEPTH] =
			slot[i];
		pthread_cond_signal(&s->work);
	}
	pthread_mutex_unlock(&s->lock);
	return i > 0 ? (int)i : -EAGAIN;
}

static int
threads_reap(struct engine_state *s, unsigned min, uint64_t max_wait_ns,
	     unsigned *slot)
{
	struct timespec end;
	uint64_t wait_ns;
	unsigned n = 0;
	int error = 0;

	pthread_mutex_lock(&s->lock);
	s->wanted = min < s->in_flight ? min : s->in_flight;
	if (max_wait_ns == UINT64_MAX) {
		while (s->n_finished < s->wanted)
			pthread_cond_wait(&s->done, &s->lock);
	} else if (s->n_finished < s->wanted && max_wait_ns > 0) {
		/* Wait by the clock of the condition variable. Signals do not
		 * end these calls. */
		clock_gettime(s->clock, &end);
		wait_ns = amount_plus(max_wait_ns, (uint64_t)end.tv_nsec);
		end.tv_sec += (time_t)(wait_ns / NS_PER_S);
		end.tv_nsec = (long)(wait_ns % NS_PER_S);
		while (s->n_finished < s->wanted && error == 0)
			error = pthread_cond_timedwait(&s->done, &s->lock,
						       &end);
	}
	for (; n < s->n_finished; n++)
		slot[n] = s->finished[n];
	s->n_finished = 0;
	s->in_flight -= n;
	pthread_mutex_unlock(&s->lock);
	return (int)n;
}

const struct engine engine_threads = {
	.traits = &engine_traits[ENGINE_threads],
	.summary = "a pool of threads with pread and pwrite, one per depth",
	.max_depth = MAX_DEPTH,
	.can_flush = true,
	.state_bytes = sizeof(struct engine_state),
	.open = threads_open,
	.no_more = "no more threads can be started; raise the limit on "
		   "processes (ulimit -u), or use a smaller -Q",
	.submit = threads_submit,
	.reap = threads_reap,
	.close = threads_close,
};
