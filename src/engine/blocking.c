/* A request as plain blocking calls. */
#include <config.h>

#include <errno.h>

#include "diskidx/operation.h"
#include "diskidx/platform.h"
#include "diskidx/transfer.h"
#include "blocking.h"

static int
blocking_flush(int fd, bool all)
{
	int error;

	do {
		error = all ? platform_flush_all(fd) : platform_flush(fd);
		error = error == 0 ? 0 : -errno;
	} while (error == -EINTR);
	return error;
}

void
blocking_do(int fd, struct request *r)
{
	r->result = transfer_once(fd, r->op, r->buffer, r->length, r->offset);
	if (r->flush && r->op == OP_WRITE && r->result == (int64_t)r->length) {
		int error = blocking_flush(fd, r->flush_all);

		if (error != 0) {
			r->result = error;
			r->flush_failed = true;
		}
	}
}
