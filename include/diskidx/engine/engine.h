/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Engine: a way for a request to reach the kernel. It opens, submits, reaps and
 * closes; it keeps no time and no statistics, and allocates nothing between
 * open and close.
 *
 * An engine is `const struct engine engine_NAME` in src/engine/NAME.c. One that
 * a build lacks still has its entry, with `na_reason` set.
 * tests/unit/engine/engine.c tests the contract over every entry.
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
	const struct engine_traits *traits;	/* with its name */
	const char *summary;
	const char *na_reason;	/* set if this build lacks it, else NULL */
	const char *system;	/* by uname(3), the only one with it, or NULL */
	unsigned max_depth;
	bool can_flush;		/* honours request.flush */
	bool blocks_buffered;	/* its submit waits for buffered requests */
	const char *no_more;	/* stands for "temporarily unavailable", the
				   words for -EAGAIN of open; NULL: they do */

	/* Return NULL if it works on this machine now, else the reason. NULL
	 * itself: it always works. */
	const char *(*unusable)(void);

	/* Return the number of requests that this machine still grants, to all
	 * processes together. NULL itself: there is no such limit. */
	uint64_t (*room)(void);

	size_t state_bytes;	/* of its state */

	/*
	 * Prepare a state that is zeroed for requests on `fd` from an array of
	 * `depth` slots, which stays valid until close. Return 0, or -errno
	 * with nothing to be closed.
	 */
	int (*open)(struct engine_state *state, int fd,
		    struct request *request, unsigned depth);

	/*
	 * Start the requests in these slots, in order. Return the number
	 * accepted (at least 1), or -errno; -EAGAIN: reap something first.
	 */
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

	/* Wait for requests in flight, if any, and free all but the state.
	 * NULL itself: nothing is to be done. */
	void (*close)(struct engine_state *state);
};

/* All engines; NULL ends. */
extern const struct engine *const engine_table[];

/* Return NULL if none has that name. */
const struct engine *engine_by_name(const char *name);

/* Return true unless it is another system's than the one that this runs on. */
bool engine_is_of_system(const struct engine *engine);

/* Return the reason why an engine can't be used, in this build or now; NULL if
 * it can. */
const char *engine_na_reason(const struct engine *engine);

/* Return the engine of the random tests: the first of the list that can be
 * used, and keeps several buffered requests in flight if asked for: libaio or
 * else threads, or threads. */
const struct engine *engine_default(bool deep_buffered);

/* Tests that are not random have the engine sync: pread and pwrite. */
#define DECLARE_ENGINE(name, ...) extern const struct engine engine_##name;
ENGINE_LIST(DECLARE_ENGINE)

#endif
