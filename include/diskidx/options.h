/*
 * Options: the command line. One table in options.c gives parsing, --help and
 * what the manual is checked against.
 */
#ifndef DISKIDX_OPTIONS_H
#define DISKIDX_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define OPTIONS_ERROR 320

enum command { COMMAND_RUN, COMMAND_REPORT, COMMAND_LIST };

struct options {
	enum command command;
	bool help, version;
	const char **directory;		/* -d, in order */
	size_t n_directories;
	uint64_t *copies;		/* -c, in order */
	size_t n_copies;
	uint64_t size_bytes, time_ns, rounds;	/* 0: not given */
	uint64_t block_bytes, depth;		/* 0: not given */
	uint64_t warm_up_ns, delay_ns, max_write_bytes;
	const char *mix;			/* NULL: not given; 0 to 100 */
	uint64_t mix_pct;
	const char *engine;			/* NULL: the default */
	const char *baseline, *format;
	const char *output;			/* NULL: the default place */
	const char *seed_text;			/* NULL: a fresh one */
	uint64_t seed;
	bool no_save, dry_run, strict, quick, full, si, quiet, verbose;
	const char **operand;			/* tests and suites, or files */
	size_t n_operands;
};

/*
 * Parses the arguments, which must stay. 0, or -EINVAL with one line in
 * `error` (OPTIONS_ERROR bytes). options_free in any case.
 */
int options_parse(int argc, char **argv, struct options *options, char *error);
void options_free(struct options *options);

/* What --help prints. */
void options_help(FILE *stream);

#endif
