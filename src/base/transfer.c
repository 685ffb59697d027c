/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Blocking transfers of more than one call. */
#include <config.h>

#include <stdio.h>
#include <string.h>

#include "diskidx/base/transfer.h"

const char *const operation_name[OP_COUNT] = {
	[OP_READ] = "read",
	[OP_WRITE] = "write",
};

int
transfer_all(int fd, enum operation op, char *bytes, size_t size,
	     uint64_t offset)
{
	size_t done = 0;

	while (done < size) {
		int64_t n = transfer_once(fd, op, bytes + done, size - done,
					  offset + done);

		if (n < 0)
			return (int)n;
		if (n == 0)
			return op == OP_READ ? -TRANSFER_NO_DATA : -ENOSPC;
		done += (size_t)n;
	}
	return 0;
}

int
transfer_explain(char *text, size_t size, enum operation op, uint64_t offset,
		 int error)
{
	snprintf(text, size, "%s at offset %llu: %s", operation_name[op],
		 (unsigned long long)offset, strerror(-error));
	return error;
}
