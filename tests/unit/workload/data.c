/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * The data that tests write: everything that the fill and every kind of test
 * give to the kernel is checked on its way there. No two sectors may be equal,
 * whatever wrote them, and nothing may repeat within the reach of a file
 * system's compression.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "diskidx/base/clock.h"
#include "diskidx/base/operation.h"
#include "diskidx/base/prng.h"
#include "diskidx/base/units.h"

#include "../support/bench.h"
#include "../support/rows.h"

#define FILE_BYTES (2 * MIB)
#define SECTOR 512
#define PIECE 32			/* a shorter match saves little */
#define REACH (512 * KIB)
#define MOST_SECTORS (96 * MIB / SECTOR)

/* The parts that were written: a number for the content of each, and its place
 * in the file or, with small files, one after the other. */
struct part {
	uint64_t content, at;
};
static struct part *sector, *piece;
static size_t n_sectors, n_pieces;
static uint64_t written;
static bool is_small;

/* FNV-1a, by words. */
static uint64_t
content_of(const unsigned char *bytes, size_t size)
{
	uint64_t sum = UINT64_C(0xcbf29ce484222325), word;

	for (size_t i = 0; i + sizeof(word) <= size; i += sizeof(word)) {
		memcpy(&word, bytes + i, sizeof(word));
		sum = (sum ^ word) * UINT64_C(0x100000001b3);
		sum ^= sum >> 29;
	}
	return sum;
}

static void
add(struct part *part, size_t *n, size_t most, const unsigned char *bytes,
    size_t size, uint64_t at)
{
	assert_true(*n < most);
	part[*n].content = content_of(bytes, size);
	part[(*n)++].at = at;
}

/* In the place of the system's. */
ssize_t
pwrite(int fd, const void *data, size_t size, off_t offset)
{
	const unsigned char *bytes = data;
	uint64_t start = is_small ? written : (uint64_t)offset;

	for (size_t i = 0; i + PIECE <= size; i += PIECE, written += PIECE) {
		if (i % SECTOR == 0 && i + SECTOR <= size)
			add(sector, &n_sectors, MOST_SECTORS, bytes + i,
			    SECTOR, start + i);
		add(piece, &n_pieces, MOST_SECTORS * (SECTOR / PIECE),
		    bytes + i, PIECE, start + i);
	}
	if (lseek(fd, offset, SEEK_SET) != offset)
		return -1;
	return write(fd, data, size);
}

static int
by_content(const void *a, const void *b)
{
	const struct part *x = a, *y = b;

	if (x->content != y->content)
		return x->content < y->content ? -1 : 1;
	return x->at < y->at ? -1 : x->at > y->at;
}

/* Count the parts that are also elsewhere, up to so many bytes away. */
static size_t
count_again(struct part *part, size_t n, uint64_t reach)
{
	size_t again = 0, i;

	qsort(part, n, sizeof(*part), by_content);
	for (i = 1; i < n; i++) {
		uint64_t away = part[i].at - part[i - 1].at;

		again += part[i].content == part[i - 1].content &&
			 (reach == UINT64_MAX || (away > 0 && away < reach));
	}
	return again;
}

BEFORE_ALL(make_target)
{
	sector = calloc(MOST_SECTORS, sizeof(*sector));
	piece = calloc(MOST_SECTORS, SECTOR / PIECE * sizeof(*piece));
	if (sector == NULL || piece == NULL ||
	    bench_make_in_memory("data") != 0)
		return -1;
	bench_be_worker();
	return bench_open(2, FILE_BYTES);
}

AFTER_ALL(remove_target)
{
	free(sector);
	free(piece);
	return bench_close();
}

/* Run it as one copy in one round does; its limit ends it. */
static void
run(const char *workload, const struct params *test, unsigned copy,
    uint64_t seed)
{
	is_small = params_is_metadata(test);
	bench_set_job(test, LONG_NS);
	job.fd = *target.work[copy];
	job.copy = copy;
	job.write_limit_bytes = 2 * MIB;
	job.seed = seed;
	assert_int_equal(bench_run(workload_by_name(workload)), 0);
	assert_true(counts.total.moved[OP_WRITE] > 0);
}

/* Each kind of test that writes, a row, by two copies. */
static void
check_writer(char **field)
{
	static uint64_t row;
	struct params test;

	assert_int_equal(params_parse(field[1], &test), 0);
	row++;
	if (test.cache == CACHE_DIRECT && !bench_has_direct())
		return;
	for (unsigned copy = 0; copy < 2; copy++) {
		n_pieces = 0;
		run(field[0], &test, copy, prng_derive(7 + copy, row));
		assert_int_equal(count_again(piece, n_pieces, REACH), 0);
	}
}

TEST(what_tests_write_can_not_be_compressed_and_is_nowhere_else)
{
	assert_true(written == 2 * FILE_BYTES);		/* by the fill */
	assert_int_equal(count_again(piece, n_pieces, REACH), 0);
	each_row("workload", "writers", check_writer);
	assert_int_equal(count_again(sector, n_sectors, UINT64_MAX), 0);
}
