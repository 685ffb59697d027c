/*
 * Crew: a few forked processes that get ready, start together and end; the
 * plumbing of workers. Knows nothing of tests.
 */
#ifndef DISKIDX_CREW_H
#define DISKIDX_CREW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct crew {
	unsigned n;
	pid_t *pid;		/* 0: reaped */
	int ready[2];		/* a byte from each member when it is ready */
	int start[2];		/* a byte to each; EOF: the parent is gone */
	int done[2];		/* nothing is sent: EOF when all have ended */
	int crashed;		/* a signal that killed a member, or 0 */
	bool failed;		/* a member ended with a status of its own */
};

/* What a member does: prepare, then run after the barrier. */
struct crew_work {
	void (*prepare)(void *context, unsigned member);
	void (*run)(void *context, unsigned member);
	void *context;
};

/* Forks `n` members; 0 or -errno. */
int crew_open(struct crew *crew, unsigned n, const struct crew_work *work);

/*
 * Waits until all are ready. 0; -EINTR: a signal was caught; -ECHILD: one
 * ended early. Calls tick(context) every 100 ms.
 */
int crew_await_ready(struct crew *crew, void (*tick)(void *), void *context);

/* Lets them go. */
void crew_start(struct crew *crew);

/* Waits until all have ended; as crew_await_ready. */
int crew_await_end(struct crew *crew, void (*tick)(void *), void *context);

/*
 * Kills those that are left, waits two seconds at most for them (one may be
 * stuck in the kernel), and closes the pipes.
 */
void crew_close(struct crew *crew);

/*
 * Why it didn't start, or failed, in `size` bytes at most; -EINTR needs no
 * words. Both return the error.
 */
int crew_explain_start(int error, char *reason, size_t size);
int crew_explain(const struct crew *crew, int error, char *reason,
		 size_t size);

#endif
