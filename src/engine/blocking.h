/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Blocking: a request as plain blocking calls. */
#ifndef DISKIDX_ENGINE_BLOCKING_H
#define DISKIDX_ENGINE_BLOCKING_H

#include "diskidx/base/clock.h"
#include "diskidx/base/error.h"
#include "diskidx/base/operation.h"
#include "diskidx/base/transfer.h"
#include "diskidx/engine/request.h"
#include "diskidx/platform/platform.h"

/* Do the request, with its flush, and set its result. */
static inline void
blocking_serve(int fd, struct request *r)
{
	unsigned tries = 0;
	int error;

	r->result = transfer_once(fd, r->op, r->buffer, r->length, r->offset);
	if (!r->flush || r->op != OP_WRITE || r->result != (int64_t)r->length)
		return;
	r->flush_ns = clock_now_ns();
	do {
		error = platform_flush(fd, r->flush_all);
	} while (is_interrupted(-error, &tries));
	if (error != 0) {
		r->result = error;
		r->flush_failed = true;
	}
}

#endif
