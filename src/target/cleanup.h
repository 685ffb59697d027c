/*
 * Cleanup: a process that does one thing, when this one is gone without
 * having done it itself: SIGKILL, a crash. It is forked beforehand and waits
 * on a pipe that nobody writes to. Processes forked later inherit the other
 * end, so the end of file says that the last of the workers is gone, too, and
 * that nobody makes anew what it removes.
 *
 * It is in a session of its own, where no terminal and no signal to this
 * one's process group reaches it; it ignores the signals that ask to end, and
 * holds no descriptor but that pipe's and those it is told to keep: no
 * standard output whose reader would wait for it. It knows nothing of targets.
 *
 * What remains if it is killed together with this process (by name, with the
 * container, by a loss of power): the small files of the test that ran, which
 * are at most, a copy, that test's number of files x (its block, rounded up
 * to 4 KiB, and 4 KiB for the name and the inode): 16 MiB of 2000 files of
 * 4 KiB. They are in DIRECTORY/diskidx.XXXXXX/tree.CCCC/.
 */
#ifndef TARGET_CLEANUP_H
#define TARGET_CLEANUP_H

#include <stdbool.h>
#include <sys/types.h>

struct cleanup {
	pid_t pid;		/* 0: there is none */
	int pipe;		/* the end that keeps it waiting */
};

/*
 * Starts one. clean(context) is called in it, in memory as of now, when it is
 * time: true if nothing is left to do, else it is called again, for some
 * seconds. It must not print. 0 or -errno.
 */
int cleanup_open(struct cleanup *cleanup, bool (*clean)(void *context),
		 void *context, const int *keep, unsigned n_keep);

/* Nothing is left to do: ends it and reaps it. Harmless if there is none. */
void cleanup_close(struct cleanup *cleanup);

#endif
