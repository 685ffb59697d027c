/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Request: one I/O. An engine and its user share a flat array of requests; the
 * user fills in a slot and passes its number to submit. */
#ifndef DISKIDX_ENGINE_REQUEST_H
#define DISKIDX_ENGINE_REQUEST_H

#include <stdbool.h>
#include <stdint.h>

#include "diskidx/base/operation.h"

struct request {
	enum operation op;
	bool flush;		/* followed by fdatasync (engine.can_flush), */
	bool flush_all;		/* or, if so, by fsync */
	uint32_t length;
	uint64_t offset;
	void *buffer;
	int64_t result;		/* bytes moved, or -errno; set by reap */
	bool flush_failed;	/* the result is the flush's */

	uint64_t flush_ns;	/* when its flush began; no engine keeps other
				   times */

	/* Set by the user. */
	uint64_t start_ns;	/* latency counts from here */
	uint64_t submitted_ns;	/* the submitting call ended here */
};

#endif
