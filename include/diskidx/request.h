/*
 * Request: one I/O. An engine and its user share a flat array of them, one a
 * slot; the user fills in a slot and names it to submit.
 */
#ifndef DISKIDX_REQUEST_H
#define DISKIDX_REQUEST_H

#include <stdint.h>

#include "diskidx/params.h"

struct request {
	enum operation op;
	uint32_t length;
	uint64_t offset;
	void *buffer;
	int64_t result;		/* bytes moved, or -errno; set by reap */
	uint64_t start_ns;	/* the user's own; engines keep no time */
};

#endif
