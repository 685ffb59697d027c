/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * libaio: Linux native asynchronous I/O. Truly asynchronous with direct I/O
 * only; buffered requests block in submit.
 *
 * Each slot's iocb is prepared once; a request writes its offset, opcode and
 * buffer. Completed requests are taken from the completion ring, which the
 * kernel maps into the process, without a system call; only a wait needs one.
 */
#include <config.h>

#include <errno.h>
#include <stddef.h>

#include "diskidx/base/error.h"
#include "diskidx/base/operation.h"
#include "diskidx/engine/engine.h"
#include "diskidx/test/params.h"

#if HAVE_LIBAIO
#include <libaio.h>
#include <time.h>

#include "diskidx/base/amount.h"
#include "diskidx/platform/platform.h"
#include "rest.h"

/* The head of the completion ring, to which the context points (struct aio_ring
 * in the kernel's fs/aio.c; unchanged since Linux 2.6). */
#define RING_MAGIC 0xa10a10a1u
struct ring {
	unsigned id, size, head, tail;
	unsigned magic, compatible, incompatible, header_bytes;
	struct io_event event[];
};

/* The reads of its tail and writes of its head need an order that C99 cannot
 * express. Without these macros, completed requests come from the kernel. */
#ifdef __ATOMIC_ACQUIRE
#define RING_IS_READABLE true
#define load_acquire(from) __atomic_load_n(from, __ATOMIC_ACQUIRE)
#define store_release(to, value) __atomic_store_n(to, value, __ATOMIC_RELEASE)
#else
#define RING_IS_READABLE false
#define load_acquire(from) (*(from))
#define store_release(to, value) (*(to) = (value))
#endif

struct engine_state {
	io_context_t context;
	struct ring *ring;		/* NULL: of an unknown form */
	struct request *request;
	unsigned depth, in_flight;
	struct io_event event[PARAMS_MAX_DEPTH];
	struct iocb iocb[PARAMS_MAX_DEPTH];	/* one per slot */
};

static const char all_taken[] = "all of the system's asynchronous requests "
	"are in use; raise fs.aio-max-nr, or use -e threads";

/* Without a number, no limit is known. */
static uint64_t
libaio_room(void)
{
	uint64_t most = platform_number("/proc/sys/fs/aio-max-nr");
	uint64_t taken = platform_number("/proc/sys/fs/aio-nr");

	if (most == 0)
		return UINT64_MAX;
	return amount_left(most, taken);
}

/* Ask for a context of no requests: if the call exists, it refuses that as
 * invalid. A real context would take 30 ms to destroy. */
static const char *
libaio_unusable(void)
{
	io_context_t context = NULL;

	if (io_setup(0, &context) != -EINVAL)
		return "the kernel refuses asynchronous I/O";
	if (libaio_room() == 0)
		return all_taken;
	return NULL;
}

static void
libaio_close(struct engine_state *s)
{
	io_destroy(s->context);		/* waits for all in flight */
}

static int
libaio_open(struct engine_state *s, int fd, struct request *request,
	    unsigned depth)
{
	int error = io_setup((int)depth, &s->context);
	struct ring *ring;

	if (error != 0)
		return error;
	s->request = request;
	s->depth = depth;
	ring = (struct ring *)s->context;
	if (RING_IS_READABLE && ring->magic == RING_MAGIC &&
	    ring->incompatible == 0 && ring->header_bytes == sizeof(*ring))
		s->ring = ring;
	for (unsigned i = 0; i < depth; i++) {
		io_prep_pread(&s->iocb[i], fd, NULL, 0, 0);
		s->iocb[i].data = (void *)(size_t)i;
	}
	return 0;
}

/* Linux plugs the queue above ENGINE_BATCH requests per call. */
static int
libaio_submit(struct engine_state *s, const unsigned *slot, unsigned n)
{
	struct iocb *list[ENGINE_BATCH];
	unsigned i, tries = 0;
	int done;

	for (i = 0; i < n && i < ENGINE_BATCH; i++) {
		const struct request *r = &s->request[slot[i]];
		struct iocb *iocb = &s->iocb[slot[i]];

		iocb->aio_lio_opcode = r->op == OP_READ ? IO_CMD_PREAD :
				       IO_CMD_PWRITE;
		iocb->u.c.buf = r->buffer;
		iocb->u.c.nbytes = r->length;
		iocb->u.c.offset = (long long)r->offset;
		list[i] = iocb;
	}
	do {
		done = io_submit(s->context, (long)i, list);
	} while (is_interrupted(-done, &tries));
	if (done == 0 || done == -ENOMEM)
		return -EAGAIN;
	if (done > 0)
		s->in_flight += (unsigned)done;
	return done;
}

static unsigned
libaio_take(struct engine_state *s, const struct io_event *event)
{
	unsigned slot = (unsigned)(size_t)event->data;

	s->request[slot].result = (int64_t)(long)event->res;
	return slot;
}

/* Take all from the ring; only this process moves its head. */
static unsigned
libaio_reap_ring(struct engine_state *s, unsigned *slot)
{
	struct ring *ring = s->ring;
	unsigned head = ring->head, n = 0;
	unsigned tail = load_acquire(&ring->tail);

	while (head != tail) {
		slot[n++] = libaio_take(s, &ring->event[head]);
		head = head + 1 < ring->size ? head + 1 : 0;
	}
	if (n > 0)
		store_release(&ring->head, head);
	return n;
}

static int
libaio_wait(struct engine_state *s, unsigned min, struct timespec *left,
	    unsigned *slot)
{
	int i, done = io_getevents(s->context, (long)min, (long)s->depth,
				   s->event, left);

	for (i = 0; i < done; i++)
		slot[i] = libaio_take(s, &s->event[i]);
	return done;
}

static int
libaio_reap(struct engine_state *s, unsigned min, uint64_t max_wait_ns,
	    unsigned *slot)
{
	unsigned n = s->ring != NULL ? libaio_reap_ring(s, slot) : 0;

	return rest_reap(s, libaio_wait, &s->in_flight,
			 s->ring == NULL && s->in_flight > 0, n, min,
			 max_wait_ns, slot);
}

#endif

const struct engine engine_libaio = {
	.traits = &engine_traits[ENGINE_libaio],
	.system = "Linux",
	.summary = "Linux native asynchronous I/O",
	.max_depth = PARAMS_MAX_DEPTH,
	.blocks_buffered = true,
#if HAVE_LIBAIO
	.unusable = libaio_unusable,
	.room = libaio_room,
	.state_bytes = sizeof(struct engine_state),
	.open = libaio_open,
	.no_more = all_taken,
	.submit = libaio_submit,
	.reap = libaio_reap,
	.close = libaio_close,
#else
	.na_reason = "this diskidx was built without libaio",
#endif
};
