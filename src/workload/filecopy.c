/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * filecopy: UnixBench's File Copy, revision 6.x. A small source file, written
 * and read once beforehand so that it is in memory, is copied with read(2) and
 * write(2) to a second file, over and over. At the end of the source both are
 * rewound: the first pass allocates the destination, and all others overwrite
 * it. Nothing is flushed. It measures the page cache and the system calls; the
 * name "disk" is a tradition.
 *
 * The warm-up is UnixBench's lead-in: half of it writes whole passes of the
 * source, half reads it, off the clock; without one there is one pass of each.
 *
 * A copied byte counts once. The loop reads no clock and so has no latency: one
 * clock read per copy of 256 bytes would cost 3 to 6 %. A timer's flag ends it.
 * Unlike UnixBench, it does not sync the whole system or sleep, and it finds
 * errors by return values.
 */
#include <config.h>

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "diskidx/base/clock.h"
#include "diskidx/base/operation.h"
#include "diskidx/base/signals.h"
#include "diskidx/platform/buffer.h"
#include "diskidx/platform/platform.h"
#include "diskidx/workload/workload.h"

struct job_state {
	int source, destination;
	char *buffer;
};

static ssize_t
filecopy_fail(struct counts *counts, int error, enum operation op, int fd)
{
	off_t at = lseek(fd, 0, SEEK_CUR);

	return counts_fail(counts, error, op, at > 0 ? (uint64_t)at : 0);
}

/* Read or write the source, in place, for half of the warm-up, at least once
 * and in whole blocks. */
static int
warm_source(const struct job *job, enum operation op)
{
	const struct job_state *s = job->state;
	uint64_t bytes = job->params->file_bytes, begin_ns = clock_now_ns();
	int error;

	bytes -= bytes % job->params->block_bytes;
	do {
		error = job_warm(job, s->source, op, s->buffer, 0, bytes);
	} while (error == 0 &&
		 clock_now_ns() - begin_ns < job->warm_up_ns / 2);
	return error;
}

static int
open_fresh(const struct job *job)
{
	return counts_check(job->counts, target_fresh_file(job->target, 0),
			    "making a fresh file");
}

static int
filecopy_prepare(struct job *job)
{
	struct job_state *s = job->state;
	int error;

	s->destination = -1;
	s->source = open_fresh(job);
	if (s->source < 0)
		return s->source;
	s->destination = open_fresh(job);
	if (s->destination < 0)
		return s->destination;
	s->buffer = buffer_create(job->params->block_bytes, false,
				  job->seed);
	if (s->buffer == NULL)
		return -ENOMEM;
	/* The source must be at full size, in memory, with clean pages. */
	error = warm_source(job, OP_WRITE);
	if (error == 0)
		error = counts_check(job->counts,
				     platform_flush(s->source, false), "flush");
	if (error == 0)
		error = warm_source(job, OP_READ);
	return error;
}

/* Copy one buffer. Return the bytes copied, 0 after the rewind at the end of
 * the source, or -errno. */
static ssize_t
copy_buffer(struct job_state *s, size_t block, struct counts *counts)
{
	ssize_t n = read(s->source, s->buffer, block), written = 0, done;

	if (n == 0) {
		if (lseek(s->source, 0, SEEK_SET) != 0 ||
		    lseek(s->destination, 0, SEEK_SET) != 0)
			return counts_check(counts, -errno, "rewind");
		return 0;
	}
	if (n < 0)
		return errno == EINTR ? 0 :
		       filecopy_fail(counts, -errno, OP_READ, s->source);
	for (done = 0; done < n; done += written) {
		written = write(s->destination, s->buffer + done,
				(size_t)(n - done));
		if (written <= 0)
			return filecopy_fail(counts,
					     written < 0 ? -errno : -ENOSPC,
					     OP_WRITE, s->destination);
	}
	return n;
}

static int
filecopy_run(struct job *job)
{
	struct counts *counts = job->counts;
	size_t block = job->params->block_bytes;
	uint64_t copies = 0, bytes = 0;
	ssize_t n = 0;

	counts_start(counts);
	n = counts_check(counts, signals_arm(job->time_ns), "setting a timer");
	while (!signals_expired && n >= 0) {
		n = copy_buffer(job->state, block, counts);
		if (n > 0) {
			copies++;
			bytes += (uint64_t)n;
			counts->total.moved[OP_READ] = bytes;
			counts->total.moved[OP_WRITE] = bytes;
		}
	}
	counts_stop(counts, clock_now_ns());
	counts->total.ios[OP_READ] = counts->total.ios[OP_WRITE] = copies;
	return n < 0 ? (int)n : 0;
}

static void
filecopy_finish(struct job *job)
{
	struct job_state *s = job->state;

	job_close(job, s->source);
	job_close(job, s->destination);
	free(s->buffer);
}

const struct workload workload_filecopy = {
	.traits = &workload_traits[WORKLOAD_filecopy],
	.revision = 1,
	.own_files = true,
	.state_bytes = sizeof(struct job_state),
	.prepare = filecopy_prepare,
	.run = filecopy_run,
	.finish = filecopy_finish,
};
