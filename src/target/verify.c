/* Sectors that say what they are. */
#include <config.h>

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/buffer.h"
#include "diskidx/operation.h"
#include "diskidx/platform.h"
#include "diskidx/random.h"
#include "diskidx/transfer.h"
#include "diskidx/units.h"
#include "diskidx/verify.h"

#define SECTOR BUFFER_UNIT
#define CHUNK MIB		/* read back at a time */
#define PRIME UINT64_C(0x100000001b3)

/* The state of a sector: its generation; if a write of it has begun and not
 * ended; if it has ended and was not read back. */
#define BEGUN (UINT32_C(1) << 31)
#define UNREAD (UINT32_C(1) << 30)
#define GENERATION (UNREAD - 1)

/* The words of a sector; those behind the stamp are data. */
enum { CHECKSUM, NUMBER, OFFSET, TIMES, STAMP, WORDS = SECTOR / 8 };

int
verify_open(struct verify_file *file, uint64_t bytes,
	    struct verify_fault *fault)
{
	uint64_t sectors = bytes / SECTOR;

	memset(file, 0, sizeof(*file));
	file->number = random_fresh_seed();
	file->fault = fault;
	if (sectors > SIZE_MAX / sizeof(*file->state))
		return -ENOMEM;
	if (sectors > 0)
		file->state = platform_share((size_t)sectors *
					     sizeof(*file->state));
	if (file->state != NULL)
		file->sectors = sectors;
	return file->sectors == sectors ? 0 : -ENOMEM;
}

void
verify_close(struct verify_file *file)
{
	platform_unshare(file->state,
			 (size_t)file->sectors * sizeof(*file->state));
	memset(file, 0, sizeof(*file));
}

/* Return the first sector behind those that are whole in that range. */
static uint64_t
end_of(const struct verify_file *file, size_t size, uint64_t offset)
{
	uint64_t end = (offset + size) / SECTOR;

	return end < file->sectors ? end : file->sectors;
}

/* Each step is one-to-one, so that no change of a single word goes unseen. */
static uint64_t
checksum(const uint64_t *word)
{
	uint64_t sum = PRIME;
	unsigned i;

	for (i = 0; i < WORDS; i++) {
		sum = (sum ^ (i == CHECKSUM ? 0 : word[i])) * PRIME;
		sum ^= sum >> 32;
	}
	return sum;
}

void
verify_stamp(struct verify_file *file, void *data, size_t size,
	     uint64_t offset)
{
	uint64_t i, end = end_of(file, size, offset), word[WORDS];
	unsigned char *sector = data;

	for (i = offset / SECTOR; i < end; i++, sector += SECTOR) {
		uint32_t generation = (file->state[i] & GENERATION) + 1;

		file->state[i] = generation | BEGUN;
		memcpy(word, sector, SECTOR);
		word[NUMBER] = file->number;
		word[OFFSET] = i * SECTOR;
		word[TIMES] = generation;
		word[CHECKSUM] = checksum(word);
		memcpy(sector, word, STAMP * sizeof(*word));
	}
}

void
verify_written(struct verify_file *file, size_t size, uint64_t offset)
{
	uint64_t i, end = end_of(file, size, offset);

	for (i = offset / SECTOR; i < end; i++)
		file->state[i] = (file->state[i] & GENERATION) | UNREAD;
}

/* Keep the first fault, and count all. Return -EIO. */
static int
tell_fault(struct verify_fault *fault, const char *what, uint64_t bytes,
	   uint64_t offset, uint64_t expected, uint64_t found)
{
	if (fault->bytes == 0) {
		fault->what = what;
		fault->offset = offset;
		fault->expected = expected;
		fault->found = found;
	}
	fault->bytes += bytes;
	return -EIO;
}

/* Check a sector that was written so often. Return 0, or -EIO with the fault
 * told. */
static int
check_sector(const struct verify_file *file, const unsigned char *sector,
	     uint64_t offset, uint32_t times)
{
	static const char *const what[] = {
		[CHECKSUM] = "corrupt data: checksum",
		[NUMBER] = "data of another file: number",
		[OFFSET] = "data of another place: offset",
		[TIMES] = "old data: generation",
	};
	static const unsigned char zeros[SECTOR];
	uint64_t word[WORDS], wanted[STAMP];
	unsigned i = 0;

	memcpy(word, sector, SECTOR);
	wanted[CHECKSUM] = checksum(word);
	wanted[NUMBER] = file->number;
	wanted[OFFSET] = offset;
	wanted[TIMES] = times;
	while (i < STAMP && word[i] == wanted[i])
		i++;
	return i == STAMP ? 0 :
	       tell_fault(file->fault, memcmp(sector, zeros, SECTOR) == 0 ?
			  "zeros: checksum" : what[i], SECTOR, offset,
			  wanted[i], word[i]);
}

int
verify_check(const struct verify_file *file, const void *data, size_t size,
	     uint64_t offset)
{
	uint64_t i, end = end_of(file, size, offset);
	const unsigned char *sector = data;
	int error = 0;

	for (i = offset / SECTOR; i < end; i++, sector += SECTOR) {
		uint32_t state = file->state[i];

		if (state != 0 && (state & BEGUN) == 0 &&
		    check_sector(file, sector, i * SECTOR,
				 state & GENERATION) != 0)
			error = -EIO;
	}
	return error;
}

/* Read a part, directly if the file is switched to that and takes this part,
 * and check it. Zeros are all that is behind the end of a file. */
static int
check_part(struct verify_file *file, int fd, char *data, size_t size,
	   uint64_t offset)
{
	int error;
	uint64_t i;

	memset(data, 0, size);
	error = transfer_all(fd, OP_READ, data, size, offset);
	if (error == -EINVAL && platform_direct(fd, false) == 0)
		error = transfer_all(fd, OP_READ, data, size, offset);
	if (error != 0 && error != -TRANSFER_NO_DATA)
		return tell_fault(file->fault,
				  "nothing that can be read: errno", size,
				  offset, 0, (uint64_t)-error);
	for (i = offset / SECTOR; i < (offset + size) / SECTOR; i++)
		file->state[i] &= ~UNREAD;
	return verify_check(file, data, size, offset);
}

/* Return the number of sectors, from that one on, up to the last one in a chunk
 * that is to be read; 0: none is. */
static uint64_t
wanted_sectors(const struct verify_file *file, uint64_t first, bool all)
{
	uint32_t mask = all ? UNREAD | GENERATION : UNREAD;
	uint64_t n = file->sectors - first;

	if (n > CHUNK / SECTOR)
		n = CHUNK / SECTOR;
	while (n > 0 && (file->state[first + n - 1] & mask) == 0)
		n--;
	return n;
}

static int
check_parts(struct verify_file *file, int fd, char *data, bool all)
{
	uint64_t first, n;
	int error = 0;

	for (first = 0; first < file->sectors; first += CHUNK / SECTOR) {
		n = wanted_sectors(file, first, all);
		if (n > 0 && check_part(file, fd, data, (size_t)(n * SECTOR),
					first * SECTOR) != 0)
			error = -EIO;
	}
	return error;
}

int
verify_read_back(struct verify_file *file, int fd, bool all)
{
	char *data = buffer_create(CHUNK, 0);
	int error = data == NULL ? -ENOMEM : 0;

	if (error == 0 && platform_flush(fd) != 0)
		error = -errno;
	if (error == 0) {
		platform_drop_cache(fd, file->sectors * SECTOR);
		platform_direct(fd, true);
		error = check_parts(file, fd, data, all);
		platform_direct(fd, false);
	}
	free(data);
	return error;
}

int
verify_explain(const struct verify_fault *fault, int error, char *text,
	       size_t size)
{
	if (fault->bytes == 0)
		snprintf(text, size, "reading back: %s", strerror(-error));
	else
		snprintf(text, size, "the block at offset %" PRIu64 " holds "
			 "%s %" PRIu64 ", expected %" PRIu64 "; in all %" PRIu64
			 " bytes are not as written", fault->offset,
			 fault->what, fault->found, fault->expected,
			 fault->bytes);
	return error;
}
