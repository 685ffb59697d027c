/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Engine: a way for a request to reach the kernel. It opens, submits, reaps and
 * closes; it keeps no time and no statistics, and allocates nothing between
 * open and close.
 *
 * An engine is `const struct engine engine_NAME` in src/engine/NAME.c. An
 * engine that a build does not have still has its entry, with `na_reason` set.
 * tests/unit/engine/engine.c tests the contract for every entry.
 */
#ifndef DISKIDX_ENGINE_ENGINE_H
#define DISKIDX_ENGINE_ENGINE_H

#include <fcntl.h>	/* makes a macro of `open` on some 32-bit systems */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diskidx/engine/request.h"
#include "diskidx/test/traits.h"

/* Requests submitted by one call, at most, where a queue may be plugged. */
#define ENGINE_BATCH 2

struct engine_state;

struct engine {
	const struct traits *traits;	/* with its name */
	const char *summary;
	const char *na_reason;	/* set if this build has no such engine */
	const char *system;	/* the only one with it, by uname(3), or NULL */
	unsigned max_depth;
	bool can_flush;		/* honors request.flush */
	bool blocks_buffered;	/* its submit waits for buffered requests */
	const char *no_more;	/* explains -EAGAIN of open; NULL: its usual
				   words do */

	/* Return NULL if it works on this machine now, else the reason. A NULL
	 * pointer: it always works. */
	const char *(*unusable)(void);

	/* Return the number of requests that this machine still grants, to all
	 * processes together. A NULL pointer: there is no such limit. */
	uint64_t (*room)(void);

	size_t state_bytes;	/* of its state */

	/*
	 * Prepare a zeroed state for requests on `fd` from an array of `depth`
	 * slots, which stays valid until close. Return 0, or -errno with
	 * nothing to close.
	 */
	int (*open)(struct engine_state *state, int fd,
		    struct request *request, unsigned depth);

	/* Start the requests in these slots, in order. Return the number
	 * accepted (at least 1), or -errno; -EAGAIN: reap something first. */
	int (*submit)(struct engine_state *state, const unsigned *slot,
		      unsigned n);

	/*
	 * Wait until `min` requests, or all in flight, are done or
	 * `max_wait_ns` have passed (UINT64_MAX: as long as it takes), and
	 * collect all that are done into slot[], which has room for `depth`.
	 * Return their number, or -errno.
	 */
	int (*reap)(struct engine_state *state, unsigned min,
		    uint64_t max_wait_ns, unsigned *slot);

	/* Wait for requests in flight, if any, and free all but the state. A
	 * NULL pointer: there is nothing to do. */
	void (*close)(struct engine_state *state);
};

/* All engines; NULL ends. */
extern const struct engine *const engine_table[];

/* Return NULL if none has that name. */
const struct engine *engine_by_name(const char *name);

/* Return true if this system is one that can have the engine. */
bool engine_is_of_system(const struct engine *engine);

/* Return why an engine cannot be used, in this build or now; NULL if it can. */
const char *engine_na_reason(const struct engine *engine);

/* Return the engine of the random tests, the first in the list that works:
 * libaio or else threads. If asked for an engine that keeps several buffered
 * requests in flight, return threads. */
const struct engine *engine_default(bool deep_buffered);

/* Tests that are not random have the engine sync: pread and pwrite. */
#define DECLARE_ENGINE(name, ...) extern const struct engine engine_##name;
ENGINE_LIST(DECLARE_ENGINE)

#endif
