/*
 * Engine: how a request reaches the kernel. Opens, submits, reaps, closes;
 * keeps no time and no statistics, and allocates nothing between open and
 * close.
 *
 * To add one: write src/engine/NAME.c that defines
 * `const struct engine engine_NAME`, add NAME to ENGINE_LIST below, and the
 * file to Makefile.am. An engine that a build lacks still has its entry, with
 * `missing` set. The contract is tested over every entry by
 * tests/unit/engine/engine.c.
 */
#ifndef DISKIDX_ENGINE_H
#define DISKIDX_ENGINE_H

#include <fcntl.h>	/* makes a macro of `open` on some 32-bit systems */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diskidx/request.h"

#define ENGINE_LIST(X) X(libaio) X(threads) X(uring) X(posixaio) X(sync) X(null)

struct engine_state;

struct engine {
	const char *name, *summary;
	const char *na_reason;	/* why this build lacks it, or NULL */
	unsigned max_depth;
	bool is_real;		/* false: moves no data, so it scores nothing */
	bool can_flush;		/* honours request.flush */

	/* Whether it works on this machine now: NULL, or why not. */
	const char *(*unusable)(void);

	/* How many requests this machine still grants, to all processes
	 * together; NULL: there is no such limit. */
	uint64_t (*room)(void);

	/*
	 * For requests on `fd` from an array of `depth` slots, which stays
	 * valid until close. 0 or -errno.
	 */
	int (*open)(struct engine_state **state, int fd,
		    struct request *request, unsigned depth);

	/* What an -errno of open means and what helps, if that is more than
	 * the system's words say; else NULL. May be NULL itself. */
	const char *(*explain)(int error);

	/*
	 * Starts the requests in these slots, in order. How many were
	 * accepted (at least 1), or -errno; -EAGAIN: reap something first.
	 */
	int (*submit)(struct engine_state *state, const unsigned *slot,
		      unsigned n);

	/*
	 * Waits until `min` requests are done or `max_wait_ns` have passed
	 * (UINT64_MAX: as long as it takes), and collects all that are done
	 * into slot[], which has room for `depth`. How many, or -errno. It
	 * never waits for more than are in flight.
	 */
	int (*reap)(struct engine_state *state, unsigned min,
		    uint64_t max_wait_ns, unsigned *slot);

	/* Also with requests in flight: waits for them first. */
	void (*close)(struct engine_state *state);
};

/* NULL if there is none of that name, or past the last. */
const struct engine *engine_by_name(const char *name);
const struct engine *engine_at(size_t i);

/* Why an engine can't be used, in this build or now; NULL if it can. */
const char *engine_na_reason(const struct engine *engine);

/* Why its open failed, by that -errno: its own words, or the system's. */
const char *engine_explain(const struct engine *engine, int error);

/* The engine of the random tests: the first of the list that can be used,
 * libaio or else threads. */
const struct engine *engine_default(void);

/* Return the engine of all other tests, which need no other: pread, pwrite. */
const struct engine *engine_blocking(void);

#endif
