/*
 * Verification: what a sector says of itself is believed as long as it is what
 * was written there last, and no longer; and the engine in front of another one
 * lets no two requests race for a block.
 */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "diskidx/buffer.h"
#include "diskidx/operation.h"
#include "diskidx/verify.h"
#include "workload/verified.h"

#include "../support/test.h"

#define SECTOR BUFFER_UNIT
#define SECTORS 16
#define BLOCK 4096

static struct verify_fault fault;
static struct verify_file file, other;
static unsigned char data[SECTORS * SECTOR];

BEFORE_EACH(open_files)
{
	size_t i;

	memset(&fault, 0, sizeof(fault));
	for (i = 0; i < sizeof(data); i++)
		data[i] = (unsigned char)(i * 7 + i / 251);
	return verify_open(&file, sizeof(data), &fault) != 0 ||
	       verify_open(&other, sizeof(data), &fault) != 0;
}

AFTER_EACH(close_files)
{
	verify_close(&file);
	verify_close(&other);
	return 0;
}

static void
write_all(struct verify_file *to)
{
	verify_stamp(to, data, sizeof(data), 0);
	verify_written(to, sizeof(data), 0);
}

/* Check one sector of the data as what was read there. */
static int
check(size_t sector, uint64_t offset)
{
	memset(&fault, 0, sizeof(fault));
	return verify_check(&file, data + sector * SECTOR, SECTOR, offset);
}

static void
assert_fault(const char *what, uint64_t offset)
{
	assert_int_equal(fault.bytes, SECTOR);
	assert_int_equal(fault.offset, offset);
	assert_string_equal(fault.what, what);
	assert_true(fault.expected != fault.found);
}

TEST(what_was_written_is_right)
{
	write_all(&file);
	assert_int_equal(verify_check(&file, data, sizeof(data), 0), 0);
	write_all(&file);
	assert_int_equal(verify_check(&file, data, sizeof(data), 0), 0);
	assert_int_equal(fault.bytes, 0);
}

/* An errno of before is no failure. */
TEST(what_is_on_the_disk_is_read_back_after_a_flush)
{
	FILE *stream = tmpfile();
	int fd;

	assert_non_null(stream);
	fd = fileno(stream);
	write_all(&file);
	assert_true(pwrite(fd, data, sizeof(data), 0) ==
		    (ssize_t)sizeof(data));
	errno = EDOM;
	assert_int_equal(verify_read_back(&file, fd, true), 0);
	data[700] ^= 1;
	assert_true(pwrite(fd, data, sizeof(data), 0) ==
		    (ssize_t)sizeof(data));
	assert_int_equal(verify_read_back(&file, fd, true), -EIO);
	assert_fault("corrupt data: checksum", SECTOR);
	fclose(stream);
	assert_int_equal(verify_read_back(&file, -1, true), -EBADF);
}

/* More than is read at a time, and not all of it was written. */
TEST(a_large_file_is_read_back_in_parts)
{
	static unsigned char large[3 << 20];
	struct verify_file most;
	FILE *stream = tmpfile();
	int fd;

	assert_non_null(stream);
	fd = fileno(stream);
	memset(&fault, 0, sizeof(fault));
	assert_int_equal(verify_open(&most, 2 * sizeof(large), &fault), 0);
	verify_stamp(&most, large, sizeof(large), 0);
	verify_written(&most, sizeof(large), 0);
	large[sizeof(large) - 1] ^= 1;
	assert_true(pwrite(fd, large, sizeof(large), 0) ==
		    (ssize_t)sizeof(large));
	assert_int_equal(verify_read_back(&most, fd, true), -EIO);
	assert_fault("corrupt data: checksum", sizeof(large) - SECTOR);
	verify_close(&most);
	fclose(stream);
}

TEST(any_changed_bit_is_found)
{
	size_t bit;

	write_all(&file);
	for (bit = 0; bit < SECTOR * 8; bit++) {
		data[3 * SECTOR + bit / 8] ^= (unsigned char)(1 << bit % 8);
		assert_int_equal(check(3, 3 * SECTOR), -EIO);
		assert_fault("corrupt data: checksum", 3 * SECTOR);
		data[3 * SECTOR + bit / 8] ^= (unsigned char)(1 << bit % 8);
	}
	assert_int_equal(check(3, 3 * SECTOR), 0);
}

TEST(words_that_changed_places_are_found)
{
	size_t word;

	write_all(&file);
	for (word = 1; word < SECTOR / 8; word++) {
		unsigned char *a = data + (word - 1) * 8, *b = a + 8, spare[8];

		memcpy(spare, a, 8);
		memcpy(a, b, 8);
		memcpy(b, spare, 8);
		assert_int_equal(check(0, 0), -EIO);
		memcpy(b, a, 8);
		memcpy(a, spare, 8);
	}
}

TEST(data_of_elsewhere_are_found)
{
	write_all(&file);
	assert_int_equal(check(5, 6 * SECTOR), -EIO);
	assert_fault("data of another place: offset", 6 * SECTOR);
	assert_int_equal(fault.found, 5 * SECTOR);
	assert_int_equal(fault.expected, 6 * SECTOR);
	write_all(&other);
	assert_int_equal(check(5, 5 * SECTOR), -EIO);
	assert_fault("data of another file: number", 5 * SECTOR);
	memset(data, 0, sizeof(data));
	assert_int_equal(check(15, 15 * SECTOR), -EIO);
	assert_fault("zeros: checksum", 15 * SECTOR);
}

TEST(old_data_are_found)
{
	unsigned char old[SECTOR];

	write_all(&file);
	write_all(&file);
	memcpy(old, data, SECTOR);
	write_all(&file);
	memcpy(data, old, SECTOR);
	assert_int_equal(check(0, 0), -EIO);
	assert_fault("old data: generation", 0);
	assert_int_equal(fault.found, 2);
	assert_int_equal(fault.expected, 3);
}

TEST(nobody_knows_what_a_write_without_an_end_left)
{
	verify_stamp(&file, data, sizeof(data), 0);
	memset(data, 0, SECTOR);
	assert_int_equal(verify_check(&file, data, sizeof(data), 0), 0);
	verify_written(&file, SECTOR, SECTOR);
	assert_int_equal(check(0, SECTOR), -EIO);
	assert_int_equal(check(0, 0), 0);
}

TEST(parts_of_sectors_and_what_is_behind_the_end_take_no_part)
{
	verify_stamp(&file, data, SECTOR + 511, sizeof(data) - SECTOR);
	verify_written(&file, SECTOR + 511, sizeof(data) - SECTOR);
	assert_int_equal(check(0, sizeof(data) - SECTOR), 0);
	data[9]++;
	assert_int_equal(check(0, sizeof(data)), 0);
	assert_int_equal(verify_check(&file, data, SECTOR - 1,
				      sizeof(data) - SECTOR), 0);
	assert_int_equal(check(0, sizeof(data) - SECTOR), -EIO);
}

TEST(the_first_fault_is_told_and_all_are_counted)
{
	char text[200];

	write_all(&file);
	data[2 * SECTOR + 100]++;
	data[3 * SECTOR + 100]++;
	data[9 * SECTOR + 100]++;
	assert_int_equal(verify_check(&file, data, sizeof(data), 0), -EIO);
	assert_int_equal(fault.bytes, 3 * SECTOR);
	assert_int_equal(fault.offset, 2 * SECTOR);
	fault.expected = 1;
	fault.found = 2;
	assert_int_equal(verify_explain(&fault, -EIO, text, sizeof(text)),
			 -EIO);
	assert_string_equal(text, "the block at offset 1024 holds corrupt "
			    "data: checksum 2, expected 1; in all 1536 bytes "
			    "are not as written");
}

/* An engine that keeps all requests until they are called back. */
static unsigned kept[8], n_kept;
static struct request request[8];

static int
keeper_open(struct engine_state **state, int fd, struct request *requests,
	    unsigned depth)
{
	(void)fd;
	(void)requests;
	(void)depth;
	*state = (struct engine_state *)kept;
	n_kept = 0;
	return 0;
}

static int
keeper_submit(struct engine_state *state, const unsigned *slot, unsigned n)
{
	(void)state;
	(void)n;
	kept[n_kept++] = slot[0];	/* one at a time */
	return 1;
}

static int
keeper_reap(struct engine_state *state, unsigned min, uint64_t max_wait_ns,
	    unsigned *slot)
{
	(void)state;
	(void)min;
	(void)max_wait_ns;
	slot[0] = kept[--n_kept];
	request[slot[0]].result = request[slot[0]].length;
	return 1;
}

static void
keeper_close(struct engine_state *state)
{
	(void)state;
}

static const struct engine keeper = {
	.open = keeper_open, .submit = keeper_submit, .reap = keeper_reap,
	.close = keeper_close,
};

TEST(a_request_waits_for_those_before_it_unless_all_read)
{
	const struct engine *engine = &keeper;
	const unsigned slot[] = { 0, 1, 2, 3 };
	static const struct {
		enum operation op;
		uint64_t offset;
	} wanted[] = {
		{ OP_READ, 0 }, { OP_READ, 0 }, { OP_WRITE, BLOCK },
		{ OP_READ, BLOCK },
	};
	struct engine_state *state;
	unsigned done[4], i;

	for (i = 0; i < 4; i++)
		request[i] = (struct request){ .op = wanted[i].op,
			.offset = wanted[i].offset, .length = BLOCK,
			.buffer = data };
	write_all(&file);
	assert_int_equal(verified_open(&engine, &state, &file, -1, request, 4),
			 0);
	assert_true(engine != &keeper);
	for (i = 0; i < 3; i++)
		assert_int_equal(engine->submit(state, slot + i, 1), 1);
	assert_int_equal(engine->submit(state, slot + 3, 1), -EAGAIN);
	assert_int_equal(engine->reap(state, 1, 0, done), 1);
	assert_int_equal(done[0], 2);
	assert_int_equal(engine->submit(state, slot + 3, 1), 1);
	/* It reads the start of `data`, stamped for BLOCK. */
	assert_int_equal(engine->reap(state, 1, 0, done), 1);
	assert_int_equal(request[3].result, BLOCK);
	/* The others read the same data, which aren't those of their place. */
	assert_int_equal(engine->reap(state, 1, 0, done), 1);
	assert_int_equal(request[done[0]].result, -EIO);
	assert_string_equal(fault.what, "data of another place: offset");
	engine->close(state);
}
