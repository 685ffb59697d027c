/*
 * fuzz.h - a target of the fuzzer: bytes in, and what is wrong with the answer
 * to them. Each tests/fuzz/NAME.c has one, and is a program with fuzz.c:
 *
 *	NAME			TAP: what is in tests/data, cut anywhere, and
 *				seeded mutations of it
 *
 * Compiled with -DFUZZER -fsanitize=fuzzer by clang it is libFuzzer's, which
 * scripts/fuzz.sh runs.
 */
#ifndef DISKIDX_TESTS_FUZZ_H
#define DISKIDX_TESTS_FUZZ_H

#include <stdbool.h>
#include <stddef.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* Inputs in tests/data: the files of a directory with that end of their names,
 * or, without one, the lines of a file, in which \n and \t stand for these. */
struct fuzz_corpus {
	const char *path, *end;
};

struct fuzz_target {
	const char *noun;		/* "job files" */
	struct fuzz_corpus corpus[3];	/* up to the first without a path */
	unsigned mutations, cuts;	/* in `make check` */

	/* Return a piece of text to put into inputs; NULL past the last. */
	const char *(*token)(size_t i);

	/* Return what is wrong with the answer to these bytes, or NULL. */
	const char *(*wrong)(const char *data, size_t size);
};

extern const struct fuzz_target fuzz_target;

bool fuzz_is_printable(const char *text);

#endif
