/* An engine that verifies what another one reads and writes. */
#include <config.h>

#include <errno.h>
#include <stdlib.h>

#include "diskidx/operation.h"
#include "verified.h"

struct engine_state {
	struct engine engine;		/* this one */
	const struct engine *inner;
	struct engine_state *inner_state;
	struct verify_file *file;
	struct request *request;
	bool *is_begun;			/* each slot: stamped, not reaped */
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

		if (i != slot && s->is_begun[i] &&
		    (r->op == OP_WRITE || other->op == OP_WRITE) &&
		    r->offset < other->offset + other->length &&
		    other->offset < r->offset + r->length)
			return true;
	}
	return false;
}

/* Stamp a request once, though the engine may refuse it for a while. */
static void
begin(struct engine_state *s, unsigned slot)
{
	struct request *r = &s->request[slot];

	if (!s->is_begun[slot] && r->op == OP_WRITE)
		verify_stamp(s->file, r->buffer, r->length, r->offset);
	s->is_begun[slot] = true;
}

static int
verified_submit(struct engine_state *s, const unsigned *slot, unsigned n)
{
	unsigned ready = 0;

	while (ready < n && !must_wait(s, slot[ready]))
		begin(s, slot[ready++]);
	return ready == 0 ? -EAGAIN :
	       s->inner->submit(s->inner_state, slot, ready);
}

static int
verified_reap(struct engine_state *s, unsigned min, uint64_t max_wait_ns,
	      unsigned *slot)
{
	int n = s->inner->reap(s->inner_state, min, max_wait_ns, slot), i;

	for (i = 0; i < n; i++) {
		struct request *r = &s->request[slot[i]];

		s->is_begun[slot[i]] = false;
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
	free(s->is_begun);
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
	s->is_begun = calloc(depth, sizeof(*s->is_begun));
	if (s->is_begun != NULL)
		error = s->inner->open(&s->inner_state, fd, request, depth);
	if (error != 0) {
		verified_close(s);
		return error;
	}
	*engine = &s->engine;
	*state = s;
	return 0;
}
