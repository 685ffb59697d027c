/* A block by blocking calls; see block.h. */
#include <config.h>

#include <unistd.h>

#include "diskidx/operation.h"

#include "block.h"

int
block_move(int fd, enum operation op, char *bytes, size_t size,
	   uint64_t offset)
{
	size_t done = 0;
	ssize_t n;

	while (done < size) {
		off_t at = (off_t)(offset + done);

		n = op == OP_READ ? pread(fd, bytes + done, size - done, at) :
		    pwrite(fd, bytes + done, size - done, at);
		if (n < 0 && errno != EINTR)
			return -errno;
		if (n == 0)
			return op == OP_READ ? -BLOCK_NO_DATA : -ENOSPC;
		done += n > 0 ? (size_t)n : 0;
	}
	return 0;
}
