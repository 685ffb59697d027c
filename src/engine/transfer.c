/* One request as plain blocking calls. */
#include <config.h>

#include <errno.h>
#include <unistd.h>

#include "diskidx/operation.h"
#include "diskidx/platform.h"
#include "transfer.h"

static int
flush(int fd)
{
	int error;

	do {
		error = platform_flush(fd) == 0 ? 0 : -errno;
	} while (error == -EINTR);
	return error;
}

void
transfer(int fd, struct request *r)
{
	ssize_t n;
	int error = 0;

	do {
		n = r->op == OP_READ ?
		    pread(fd, r->buffer, r->length, (off_t)r->offset) :
		    pwrite(fd, r->buffer, r->length, (off_t)r->offset);
	} while (n < 0 && errno == EINTR);
	if (n < 0)
		error = -errno;
	else if (r->flush && r->op == OP_WRITE && (size_t)n == r->length)
		error = flush(fd);
	r->result = error != 0 ? error : n;
}
