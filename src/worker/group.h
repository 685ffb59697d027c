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
	int done[2];		/* nothing is sent: EOF when all have ended */
	int crashed;		/* a signal that killed a member, or 0 */
	bool failed;		/* a member ended with a status of its own */
};

/* What a member does: prepare, then run after the barrier. */
struct group_work {
	void (*prepare)(void *context, unsigned member);
	void (*run)(void *context, unsigned member);
	void *context;
};

/* Forks `n` members; 0 or -errno. */
int group_open(struct group *group, unsigned n, const struct group_work *work);

/*
 * Waits until all are ready. 0; -EINTR: a signal was caught; -ECHILD: one
 * ended early. Calls tick(context) every 100 ms.
 */
int group_await_ready(struct group *group, void (*tick)(void *), void *context);

/* Lets them go. */
void group_start(struct group *group);

/* Waits until all have ended; as group_await_ready. */
int group_await_end(struct group *group, void (*tick)(void *), void *context);

/*
 * Kills those that are left, waits two seconds at most for them (one may be
 * stuck in the kernel), and closes the pipes.
 */
void group_close(struct group *group);

/*
 * Why it didn't start, or failed, in `size` bytes at most; -EINTR needs no
 * words. Both return the error.
 */
int group_explain_start(int error, char *reason, size_t size);
int group_explain(const struct group *group, int error, char *reason,
		  size_t size);

#endif
