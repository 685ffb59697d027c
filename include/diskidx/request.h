/*
 * Request: one I/O. An engine and its user share a flat array of them, one a
 * slot; the user fills in a slot and names it to submit.
 */
#ifndef DISKIDX_REQUEST_H
#define DISKIDX_REQUEST_H

#include <stdbool.h>
#include <stdint.h>

#include "diskidx/operation.h"

struct request {
	enum operation op;
	bool flush;		/* fdatasync belongs to it (engine.can_flush) */
	uint32_t length;
	uint64_t offset;
	void *buffer;
	int64_t result;		/* bytes moved, or -errno; set by reap */

	/* The user's own; engines keep no time. */
	uint64_t start_ns;	/* latency counts from here */
	uint64_t submitted_ns;	/* the submitting call ended here */
};

#endif
