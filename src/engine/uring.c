/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * uring: Linux io_uring with plain reads and writes: no polling, by a thread of
 * the kernel or of the device, and nothing registered.
 *
 * Completed requests are taken from the completion ring, which is shared with
 * the kernel, without a system call; only a wait needs one.
 */
#include <config.h>

#include <errno.h>
#include <stddef.h>

#include "diskidx/base/error.h"
#include "diskidx/base/operation.h"
#include "diskidx/engine/engine.h"
#include "diskidx/test/params.h"

#if HAVE_LIBURING
#include <liburing.h>
#include <string.h>
#include <time.h>

#include "diskidx/base/amount.h"
#include "diskidx/platform/platform.h"
#include "rest.h"

struct engine_state {
	struct io_uring ring;
	struct request *request;
	unsigned in_flight;
	int fd;
};

/* Ways to learn of done requests, the cheapest first; see doc/io-uring. */
static const unsigned ways[] = {
#ifdef IORING_SETUP_DEFER_TASKRUN	/* Linux 6.1 */
	IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN |
		IORING_SETUP_TASKRUN_FLAG,
#endif
#ifdef IORING_SETUP_COOP_TASKRUN	/* Linux 5.19 */
	IORING_SETUP_COOP_TASKRUN | IORING_SETUP_TASKRUN_FLAG,
#endif
	0
};

/*
 * Create a ring in the first of these ways that the kernel knows. It has as
 * many entries as requests, and the kernel starts at most that many threads for
 * requests that would block.
 */
static int
uring_create(struct io_uring *ring, unsigned depth)
{
	unsigned entries = (unsigned)amount_max(depth, ENGINE_BATCH);
	int error = -EINVAL;

	for (size_t i = 0; error == -EINVAL &&
	     i < sizeof(ways) / sizeof(ways[0]); i++) {
		struct io_uring_params params;

		memset(&params, 0, sizeof(params));
		params.flags = ways[i] | IORING_SETUP_CQSIZE;
		params.cq_entries = entries;
		error = io_uring_queue_init_params(entries, ring, &params);
	}
	return error;
}

static const char *
why_forbidden(void)
{
	uint64_t value = platform_number("/proc/sys/kernel/io_uring_disabled");

	if (value == 1)
		return "only root and kernel.io_uring_group may use io_uring, "
		       "because kernel.io_uring_disabled is 1";
	if (value != 0)
		return "io_uring is switched off by kernel.io_uring_disabled";
	return "a security policy (seccomp?) forbids io_uring";
}

/*
 * Try a real ring, which takes only some 30 us. Before Linux 5.12, no process
 * was charged for the CPU time of the kernel's threads, and a request's is
 * unknown.
 */
static const char *
uring_unusable(void)
{
	static const char too_old[] = "io_uring of this kernel is too old; "
				      "use Linux 5.12 or newer";
	struct io_uring ring;
	unsigned features;

	switch (uring_create(&ring, 1)) {
	case 0:
		break;
	case -ENOSYS:
		return "the kernel has no io_uring";
	case -EINVAL:
		return too_old;
	case -EPERM:
	case -EACCES:
		return why_forbidden();
	case -ENOMEM:
		return "too little memory may be locked for io_uring; raise "
		       "the limit (ulimit -l)";
	default:
		return "the kernel refuses io_uring";
	}
	features = ring.features;
	io_uring_queue_exit(&ring);
	if ((features & IORING_FEAT_NATIVE_WORKERS) == 0)
		return too_old;
	return NULL;
}

static int
uring_open(struct engine_state *s, int fd, struct request *request,
	   unsigned depth)
{
	s->request = request;
	s->fd = fd;
	return uring_create(&s->ring, depth);
}

static int
uring_submit(struct engine_state *s, const unsigned *slot, unsigned n)
{
	unsigned i, taken, tries = 0;
	int done;

	for (i = 0; i < n && i < ENGINE_BATCH; i++) {
		const struct request *r = &s->request[slot[i]];
		struct io_uring_sqe *sqe = io_uring_get_sqe(&s->ring);

		io_uring_prep_rw(r->op == OP_READ ? IORING_OP_READ :
				 IORING_OP_WRITE, sqe, s->fd, r->buffer,
				 r->length, r->offset);
		sqe->user_data = slot[i];
	}
	do {
		done = io_uring_submit(&s->ring);
	} while (is_interrupted(-done, &tries));
	taken = done > 0 ? (unsigned)done : 0;
	if (taken < i) {
		/* Take back the last entries, which the kernel left there. */
		s->ring.sq.sqe_tail -= i - taken;
		s->ring.sq.sqe_head -= i - taken;
		*s->ring.sq.ktail -= i - taken;
	}
	s->in_flight += taken;
	if (done == 0 || done == -EBUSY || done == -ENOMEM)
		return -EAGAIN;
	return done;
}

static unsigned
uring_reap_ring(struct engine_state *s, unsigned *slot)
{
	struct io_uring_cqe *cqe;
	unsigned head, n = 0;

	io_uring_for_each_cqe(&s->ring, head, cqe) {
		slot[n] = (unsigned)cqe->user_data;
		s->request[slot[n++]].result = cqe->res;
	}
	io_uring_cq_advance(&s->ring, n);
	return n;
}

static int
uring_wait(struct engine_state *s, unsigned min, struct timespec *left,
	   unsigned *slot)
{
	struct __kernel_timespec kernel_left, *limit = NULL;
	struct io_uring_cqe *cqe;
	unsigned n;
	int error;

	if (left != NULL) {
		kernel_left.tv_sec = left->tv_sec;
		kernel_left.tv_nsec = left->tv_nsec;
		limit = &kernel_left;
	}
	error = io_uring_wait_cqes(&s->ring, &cqe, min, limit, NULL);
	n = uring_reap_ring(s, slot);
	return n == 0 && error < 0 && error != -ETIME ? error : (int)n;
}

static int
uring_reap(struct engine_state *s, unsigned min, uint64_t max_wait_ns,
	   unsigned *slot)
{
	unsigned n = uring_reap_ring(s, slot);
#ifdef IORING_SQ_TASKRUN
	struct io_uring_cqe *cqe;

	/* Make the kernel add the requests that are done but wait for a call.
	 * Submit does that on its way. */
	if (n == 0 &&
	    (IO_URING_READ_ONCE(*s->ring.sq.kflags) & IORING_SQ_TASKRUN) != 0 &&
	    io_uring_peek_cqe(&s->ring, &cqe) == 0)
		n = uring_reap_ring(s, slot);
#endif
	return rest_reap(s, uring_wait, &s->in_flight, false, n, min,
			 max_wait_ns, slot);
}

/* Wait for requests in flight, because they go on after the ring is closed. */
static void
uring_close(struct engine_state *s)
{
	struct io_uring_cqe *cqe;
	unsigned tries = 0;
	int error = 0;

	while (s->in_flight > 0 && (error == 0 ||
				     is_interrupted(-error, &tries))) {
		error = io_uring_wait_cqe(&s->ring, &cqe);
		if (error == 0) {
			io_uring_cqe_seen(&s->ring, cqe);
			s->in_flight--;
		}
	}
	io_uring_queue_exit(&s->ring);
}

#endif

const struct engine engine_uring = {
	.traits = &engine_traits[ENGINE_uring],
	.system = "Linux",
	.summary = "Linux io_uring, without polling",
	.max_depth = PARAMS_MAX_DEPTH,
#if HAVE_LIBURING
	.unusable = uring_unusable,
	.state_bytes = sizeof(struct engine_state),
	.open = uring_open,
	.submit = uring_submit,
	.reap = uring_reap,
	.close = uring_close,
#else
	.na_reason = "this diskidx was built without liburing",
#endif
};
