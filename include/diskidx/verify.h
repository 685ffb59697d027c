/*
 * Verification: finds out if a disk gives back what was written to it. Each
 * sector of a file carries the file's number, its own offset, its generation
 * (how often it was written) and a checksum; the processes of a run share what
 * was written last. A file has one writing process at a time, and of two
 * requests for a sector that are in flight none writes.
 *
 * The data of a write that failed, or whose process was killed, are not checked
 * until the next write.
 */
#ifndef DISKIDX_VERIFY_H
#define DISKIDX_VERIFY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The first sector that is not as it was written. */
struct verify_fault {
	uint64_t bytes;		/* that are wrong in all; 0: no fault */
	uint64_t offset, expected, found;
	const char *what;	/* a constant */
};

struct verify_file {
	uint64_t number;		/* of no other file */
	uint64_t sectors;
	uint32_t *state;		/* of each sector, shared */
	struct verify_fault *fault;	/* where to tell, shared */
};

/* Prepare to verify a file of that size, of which nothing is written yet.
 * Return 0 or -ENOMEM. */
int verify_open(struct verify_file *file, uint64_t bytes,
		struct verify_fault *fault);
void verify_close(struct verify_file *file);

/* Stamp data that are about to be written there; then record that they were.
 * Only whole sectors (BUFFER_UNIT) take part. */
void verify_stamp(struct verify_file *file, void *data, size_t size,
		  uint64_t offset);
void verify_written(struct verify_file *file, size_t size, uint64_t offset);

/* Check data that were read there. Return 0, or -EIO with the fault told. */
int verify_check(const struct verify_file *file, const void *data, size_t size,
		 uint64_t offset);

/*
 * Read from the disk, as far as the system can pass its cache, and check what
 * was written and not read back since, or all that was ever written. Return 0;
 * -EIO with the fault told; or another -errno.
 */
int verify_read_back(struct verify_file *file, int fd, bool all);

/* Write the fault in words. Return `error`. */
int verify_explain(const struct verify_fault *fault, int error, char *text,
		   size_t size);

#endif
