/*
 * Process group: a few forked processes that get ready, start together and
 * end. It knows nothing of tests.
 */
#ifndef WORKER_GROUP_H
#define WORKER_GROUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct group {
	unsigned n;
	pid_t *pid;		/* 0: reaped */
	int ready[2];		/* a byte from each member when it is ready */
	int start[2];		/* a byte to each; EOF: the parent is gone */
	int done[2];		/* without data; EOF when all have ended */
	int crashed;		/* a signal that killed a member, or 0 */
	bool failed;		/* a member exited with an error status */
	uint64_t late_ns;	/* by which a tick came too late, at most: all
				   stood still that long */
};

/* The work of a member: prepare (or NULL), then run after the barrier. */
struct group_work {
	void (*prepare)(void *context, unsigned member);
	void (*run)(void *context, unsigned member);
	void *context;
};

/* Fork `n` members. Return 0 or -errno. */
int group_open(struct group *group, unsigned n, const struct group_work *work);

/*
 * Wait until all are ready, and call tick(context) every 100 ms. Return 0;
 * -EINTR if a signal was caught; -ECHILD if one ended early.
 */
int group_await_ready(struct group *group, void (*tick)(void *), void *context);

/* Start them. */
void group_start(struct group *group);

/* Wait until all have ended; returns as group_await_ready does. */
int group_await_end(struct group *group, void (*tick)(void *), void *context);

/*
 * Kill those left, wait for them two seconds at most (one may be stuck in the
 * kernel), and close the pipes.
 */
void group_close(struct group *group);

/* Write the reason why the group failed, in `size` bytes at most; -EINTR has no
 * reason. Return the error. */
int group_explain(const struct group *group, int error, char *reason,
		  size_t size);

/* Do all of that: let `n` members do their work. Return 0 or -errno with the
 * reason. */
int group_run(unsigned n, const struct group_work *work,
	      void (*tick)(void *), char *reason, size_t size);

#endif
