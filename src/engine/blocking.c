/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* A request as plain blocking calls. */
#include <config.h>

#include "diskidx/clock.h"
#include "diskidx/error.h"
#include "diskidx/operation.h"
#include "diskidx/platform.h"
#include "diskidx/transfer.h"
#include "blocking.h"

bool
blocking_move(int fd, struct request *r)
{
	r->result = transfer_once(fd, r->op, r->buffer, r->length, r->offset);
	return r->flush && r->op == OP_WRITE && r->result == (int64_t)r->length;
}

void
blocking_flush(int fd, struct request *r)
{
	unsigned tries = 0;
	int error;

	r->flush_ns = clock_now_ns();
	do {
		if (r->flush_all)
			error = platform_flush_all(fd);
		else
			error = platform_flush(fd);
	} while (is_interrupted(-error, &tries));
	if (error != 0) {
		r->result = error;
		r->flush_failed = true;
	}
}
