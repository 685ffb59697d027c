/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Target: the directory under test and the private files in it.
 *
 * All files are in DIRECTORY/diskidx.XXXXXX/. They are created with O_EXCL and
 * unlinked at once; no existing file is ever opened. If this process cannot
 * remove the directory and the names in it, a cleanup process does. Each copy
 * has a work file, and may have another for tests that fragment it on the disk.
 * Both are filled with incompressible data before anything is measured. At most
 * one more file exists, a fresh one of the running test. Only small files keep
 * their names while a test uses them (tree.h).
 */
#ifndef DISKIDX_TARGET_TARGET_H
#define DISKIDX_TARGET_TARGET_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "diskidx/base/facts.h"
#include "diskidx/base/operation.h"
#include "diskidx/platform/platform.h"

#define TARGET_REASON 160

/* In shared memory: the private directory, for the cleanup process, and the
 * findings of the fill, written by the filling worker. */
struct target_state {
	char name[16];		/* of the private directory; empty: none */
	dev_t private_device;	/* its numbers, once it is made */
	ino_t private_inode;
	volatile bool is_made;
	volatile uint64_t filled_bytes;	/* of each work file */
	uint64_t fill_ns;		/* for all of them, with flushes */
	int error;			/* errno of a failed fill, or of the
					   first read after it, or 0 */
	char failure[TARGET_REASON];	/* the same in words */
	bool is_filled;			/* the fill is complete */
	bool has_inblock;		/* ru_inblock counts its reads */
	bool has_counters;		/* the device counted the fill */
	unsigned direct_alignment[OP_COUNT];	/* of offsets and lengths */
	char cold_na_reason[TARGET_REASON];	/* "": cold reads work */
};

/* A process that cleans up after a killed one. */
struct cleanup {
	pid_t pid;		/* 0: none */
	int pipe;		/* the end that keeps it waiting */
};

/* Random writes fragment a file that copies on write, and data with checksums
 * cannot be written directly: such tests have files that no other test uses. */
enum work_file { WORK_SHARED, WORK_FRAGMENTED, WORK_IN_PLACE, WORK_FILES };

/* Ways to open a file, plain first: O_DSYNC and O_SYNC cannot be switched. */
enum work_way { WORK_PLAIN, WORK_DSYNC, WORK_SYNC, WORK_WAYS };

struct target {
	char *directory;	/* as given */
	int directory_fd;	/* open; -1: not */
	int private_fd;		/* the private directory in it; -1: none */
	bool is_replaced;	/* target_open found another directory there */
	bool in_place;		/* direct writes need files written in place,
				   without checksums; after target_open: they
				   have them */
	struct facts facts;
	struct platform_device device;
	uint64_t filesystem_id;	/* equal: the same file system */
	bool memory;		/* the file system is in memory */
	struct platform_space kept;	/* set aside for others; see
					   target_check_room */
	unsigned copies;
	unsigned n_work;	/* work files: the copies' of one kind, then
				   those of the next */
	unsigned place[WORK_FILES];	/* of each kind among them */
	int (*work)[WORK_WAYS];	/* the work files */
	struct target_state *state;
	struct cleanup cleanup;
};

/* Examine a directory without touching it. Return 0, or -errno: missing, not a
 * directory, not writable. */
int target_probe(struct target *target, const char *directory);

/* Make the private directory and, for each copy, an empty work file of each of
 * these kinds (bits 1u << enum work_file). */
int target_open(struct target *target, unsigned copies, unsigned kinds);

/*
 * Return 0 if `bytes` and `files` more leave others the space that target_probe
 * set aside for them: a twentieth of the free space at that time, at most 1
 * GiB. Otherwise return -ENOSPC, or -errno if it is unknown, with a constant
 * text in *what. *grant, unless NULL, is a quarter of the space that may be
 * used. Look again when it is written, because others write too.
 */
int target_check_room(const struct target *target, uint64_t bytes,
		      uint64_t files, uint64_t *grant, const char **what);

/*
 * In fill.c, by a worker: fill every work file up to `size_bytes` with data
 * from the seed and flush it. Stop after `limit_ns` (UINT64_MAX: no limit),
 * with all files shortened to the same number of whole MiB. Then try a cold
 * read. The findings are in target->state.
 */
void target_fill(struct target *target, uint64_t size_bytes,
		 uint64_t limit_ns, uint64_t seed);

/* In private.c: make a fresh, empty, private file and unlink it; `flags` are
 * added to those of open(2). Return a descriptor or -errno. */
int target_fresh_file(const struct target *target, int flags);

/* The same, opened `n` times, with the next flags each. Return 0 or -errno. */
int target_fresh_opens(const struct target *target, const int *flags,
		       unsigned n, int *fd);

/* Return the bytes per second of the fill, for each of `copies` at once. */
double target_fill_rate(const struct target *target, unsigned copies);

/*
 * Close the files, remove the private directory and our names in it, end the
 * cleanup process and free everything. Return 0, or -errno if a file was not
 * closed or the directory not removed: it stays if others have files in it, and
 * a directory that replaced it is not touched. If it may be removed later, when
 * a stuck worker ends, the cleanup process goes on by itself.
 */
int target_close(struct target *target);

#endif
