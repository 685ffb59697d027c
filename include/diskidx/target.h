/*
 * Target: the directory under test and the private files in it.
 *
 * Everything happens in DIRECTORY/diskidx.XXXXXX/. Files are created there
 * with O_EXCL and unlinked at once, so a killed run leaves at most an empty
 * directory; no existing file is ever opened. Per copy there is one work
 * file, filled with incompressible data before anything is measured, and at
 * most one more (a fresh file of the test that runs). Only small files keep
 * their names while a test uses them (tree.h), and then target_guard has
 * started a cleanup, which removes them if this process can't (cleanup.h).
 */
#ifndef DISKIDX_TARGET_H
#define DISKIDX_TARGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diskidx/facts.h"
#include "diskidx/platform.h"

#define TARGET_REASON 160

/* What filling found out; in shared memory, written by the filling worker. */
struct target_state {
	volatile uint64_t filled_bytes;	/* of each copy's work file */
	uint64_t fill_ns;		/* for all copies, flushes included */
	int error;			/* errno of a failed fill, or of the
					   first read after it, or 0 */
	bool is_filled;		/* it came to its end */
	bool shortened;			/* the time ran out before the size */
	bool has_inblock;		/* reads from storage are accounted here */
	unsigned direct_alignment;	/* what its offsets and lengths must be
					   a multiple of */
	char direct_na_reason[TARGET_REASON];	/* "": direct I/O is proven */
	char cold_na_reason[TARGET_REASON];	/* "": cold reads work */
};

struct cleanup;

struct target {
	char *directory;	/* as given */
	int directory_fd;	/* open; -1: not */
	char name[16];		/* the private directory in it; empty: none */
	int private_fd;		/* the same, open; -1: not */
	struct facts facts;
	struct platform_device device;
	uint64_t filesystem_id;	/* equal: on the same file system */
	bool memory;		/* it lives in memory */
	unsigned copies;	/* how many work files there are */
	int *work, *work_dsync;	/* the work files, open twice: plain, and with
				   O_DSYNC, which can't be switched later */
	struct target_state *state;
	struct cleanup *cleanup;	/* target_guard's; NULL: none */
};

/*
 * Finds out about a directory without touching it. 0, or -errno: missing,
 * no directory, not writable.
 */
int target_probe(struct target *target, const char *directory);

/* Makes the private directory and empty work files for so many copies. */
int target_open(struct target *target, unsigned copies);

/*
 * Before the first file that keeps its name: starts the process that removes
 * it, and the private directory, should this one be killed. 0 or -errno.
 */
int target_guard(struct target *target);

/*
 * In a worker: fills every work file up to `size_bytes` and flushes it, with
 * data from the seed. After `limit_ns` (0: none) it stops, and the files are
 * shorter, all alike, in whole MiB. Then tries direct I/O and cold reads.
 * All that it finds goes to target->state.
 */
void target_fill(struct target *target, uint64_t size_bytes,
		 uint64_t limit_ns, uint64_t seed);

/*
 * A fresh, empty, private file, already without a name; `flags` are added to
 * open(2)'s. A descriptor or -errno.
 */
int target_fresh_file(const struct target *target, int flags);

/* The same, opened once more with O_DSYNC into *dsync_fd (NULL: not). */
int target_fresh_pair(const struct target *target, int flags, int *dsync_fd);

/* Bytes that the fill wrote a second, of one copy's file. */
double target_fill_rate(const struct target *target);

/*
 * Closes the files, removes the private directory and the names that we gave
 * in it, frees, ends the cleanup. 0, or -errno if the directory could not be
 * removed: other names keep it, and what took its place is not touched.
 */
int target_close(struct target *target);

#endif
