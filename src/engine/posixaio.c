/*
 * posixaio: asynchronous I/O of POSIX, as the C library or the kernel does it.
 * glibc uses threads inside the process, and does the requests of a descriptor
 * one after the other: the disk sees one, whatever the depth.
 */
#include <config.h>

#include <errno.h>
#include <stddef.h>

#include "diskidx/engine.h"
#include "diskidx/operation.h"

#if HAVE_POSIX_AIO
#include <aio.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "deadline.h"
#endif

/* The system's limit, if it has one, is one of the process. */
#if defined AIO_LISTIO_MAX && AIO_LISTIO_MAX < 256
#define MAX_DEPTH AIO_LISTIO_MAX
#else
#define MAX_DEPTH 256
#endif

#if HAVE_POSIX_AIO

struct engine_state {
	struct request *request;
	struct aiocb *block;			/* one per slot */
	const struct aiocb **in_flight;
	unsigned n_in_flight, depth;
};

/* Some systems have the calls, but nothing behind them. */
static const char *
posixaio_unusable(void)
{
	return aio_cancel(-1, NULL) < 0 && errno == ENOSYS ?
	       "the system refuses asynchronous I/O" : NULL;
}

static int
posixaio_open(struct engine_state **state, int fd, struct request *request,
	      unsigned depth)
{
	struct engine_state *s = calloc(1, sizeof(*s));
	unsigned i;

	if (s == NULL)
		return -ENOMEM;
	s->request = request;
	s->depth = depth;
	s->block = calloc(depth, sizeof(*s->block));
	s->in_flight = calloc(depth, sizeof(*s->in_flight));
	if (s->block == NULL || s->in_flight == NULL) {
		free(s->block);
		free(s->in_flight);
		free(s);
		return -ENOMEM;
	}
	for (i = 0; i < depth; i++) {
		s->block[i].aio_fildes = fd;
		s->block[i].aio_sigevent.sigev_notify = SIGEV_NONE;
	}
	*state = s;
	return 0;
}

static int
start(struct engine_state *s, unsigned slot)
{
	const struct request *r = &s->request[slot];
	struct aiocb *block = &s->block[slot];

	block->aio_buf = r->buffer;
	block->aio_nbytes = r->length;
	block->aio_offset = (off_t)r->offset;
	return (r->op == OP_READ ? aio_read(block) : aio_write(block)) == 0 ?
	       0 : -errno;
}

static int
posixaio_submit(struct engine_state *s, const unsigned *slot, unsigned n)
{
	unsigned i;
	int error = -EAGAIN;

	for (i = 0; i < n && s->n_in_flight < s->depth; i++) {
		error = start(s, slot[i]);
		if (error != 0)
			break;
		s->in_flight[s->n_in_flight++] = &s->block[slot[i]];
	}
	return i > 0 ? (int)i : error;
}

/* Collect all that are done; the others keep their order. */
static unsigned
collect(struct engine_state *s, unsigned *slot)
{
	unsigned i, n = 0, left = 0;

	for (i = 0; i < s->n_in_flight; i++) {
		unsigned k = (unsigned)(s->in_flight[i] - s->block);
		int error = aio_error(&s->block[k]);

		if (error == EINPROGRESS) {
			s->in_flight[left++] = &s->block[k];
			continue;
		}
		s->request[k].result = aio_return(&s->block[k]);
		if (error != 0)
			s->request[k].result = -error;
		slot[n++] = k;
	}
	s->n_in_flight = left;
	return n;
}

/* Wait until any one is done or the time is up. Return 0 or -errno. */
static int
wait_for_one(struct engine_state *s, uint64_t deadline_ns)
{
	struct timespec left;

	if (aio_suspend(s->in_flight, (int)s->n_in_flight,
			deadline_left(deadline_ns, &left)) == 0 ||
	    errno == EAGAIN || errno == EINTR)
		return 0;
	return -errno;
}

static int
posixaio_reap(struct engine_state *s, unsigned min, uint64_t max_wait_ns,
	      unsigned *slot)
{
	unsigned n;
	uint64_t deadline_ns;

	if (min > s->n_in_flight)
		min = s->n_in_flight;
	n = collect(s, slot);
	if (n >= min || max_wait_ns == 0)
		return (int)n;
	deadline_ns = deadline_after(max_wait_ns);
	do {
		int error = wait_for_one(s, deadline_ns);

		if (error != 0)
			return n > 0 ? (int)n : error;
		n += collect(s, slot + n);
	} while (n < min && !deadline_passed(deadline_ns));
	return (int)n;
}

static void
posixaio_close(struct engine_state *s)
{
	unsigned i;

	for (i = 0; i < s->n_in_flight; i++)
		while (aio_error(s->in_flight[i]) == EINPROGRESS)
			aio_suspend(&s->in_flight[i], 1, NULL);
	for (i = 0; i < s->n_in_flight; i++)
		aio_return(&s->block[s->in_flight[i] - s->block]);
	free(s->block);
	free(s->in_flight);
	free(s);
}

#endif

const struct engine engine_posixaio = {
	.name = "posixaio",
#ifdef __GLIBC__
	.summary = "POSIX asynchronous I/O, one request at a time in glibc",
	.is_serial = true,
#else
	.summary = "POSIX asynchronous I/O",
#endif
	.max_depth = MAX_DEPTH,
	.is_real = true,
#if HAVE_POSIX_AIO
	.unusable = posixaio_unusable,
	.open = posixaio_open,
	.submit = posixaio_submit,
	.reap = posixaio_reap,
	.close = posixaio_close,
#else
	.na_reason = "this system has no POSIX asynchronous I/O",
#endif
};
