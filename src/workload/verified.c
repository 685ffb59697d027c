/* An engine that verifies what another one reads and writes. */
#include <config.h>

#include <errno.h>
#include <stdlib.h>

#include "diskidx/operation.h"
#include "verified.h"

enum phase { IDLE, READY, IN_FLIGHT };

struct engine_state {
	struct engine engine;		/* this one */
	const struct engine *inner;
	struct engine_state *inner_state;
	struct verify_file *file;
	struct request *request;
	enum phase *phase;		/* of each slot */
	unsigned depth;
};

/* Return true if a request must wait for another: which of two came first to a
 * block, if one of them writes, nobody could tell. */
static bool
must_wait(const struct engine_state *s, unsigned slot)
{
	const struct request *r = &s->request[slot];
	unsigned i;

	for (i = 0; i < s->depth; i++) {
		const struct request *other = &s->request[i];

		if (i != slot && s->phase[i] != IDLE &&
		    (r->op == OP_WRITE || other->op == OP_WRITE) &&
		    r->offset < other->offset + other->length &&
		    other->offset < r->offset + r->length)
			return true;
	}
	return false;
}

/* Stamp a request once, though the engine may refuse it for a while. */
static void
make_ready(struct engine_state *s, unsigned slot)
{
	struct request *r = &s->request[slot];

	if (s->phase[slot] == IDLE && r->op == OP_WRITE)
		verify_stamp(s->file, r->buffer, r->length, r->offset);
	s->phase[slot] = READY;
}

static int
verified_submit(struct engine_state *s, const unsigned *slot, unsigned n)
{
	unsigned ready = 0;
	int taken, i;

	while (ready < n && !must_wait(s, slot[ready]))
		make_ready(s, slot[ready++]);
	if (ready == 0)
		return -EAGAIN;
	taken = s->inner->submit(s->inner_state, slot, ready);
	for (i = 0; i < taken; i++)
		s->phase[slot[i]] = IN_FLIGHT;
	return taken;
}

static int
verified_reap(struct engine_state *s, unsigned min, uint64_t max_wait_ns,
	      unsigned *slot)
{
	int n = s->inner->reap(s->inner_state, min, max_wait_ns, slot), i;

	for (i = 0; i < n; i++) {
		struct request *r = &s->request[slot[i]];

		s->phase[slot[i]] = IDLE;
		if (r->result != (int64_t)r->length)
			continue;
		if (r->op == OP_WRITE)
			verify_written(s->file, r->length, r->offset);
		else if (verify_check(s->file, r->buffer, r->length,
				      r->offset) != 0)
			r->result = -EIO;
	}
	return n;
}

static void
verified_close(struct engine_state *s)
{
	if (s->inner_state != NULL)
		s->inner->close(s->inner_state);
	free(s->phase);
	free(s);
}

int
verified_open(const struct engine **engine, struct engine_state **state,
	      struct verify_file *file, int fd, struct request *request,
	      unsigned depth)
{
	struct engine_state *s = calloc(1, sizeof(*s));
	int error = -ENOMEM;

	if (s == NULL)
		return error;
	s->engine = **engine;
	s->engine.submit = verified_submit;
	s->engine.reap = verified_reap;
	s->engine.close = verified_close;
	s->inner = *engine;
	s->file = file;
	s->request = request;
	s->depth = depth;
	s->phase = calloc(depth, sizeof(*s->phase));
	if (s->phase != NULL)
		error = s->inner->open(&s->inner_state, fd, request, depth);
	if (error != 0) {
		verified_close(s);
		return error;
	}
	*engine = &s->engine;
	*state = s;
	return 0;
}
