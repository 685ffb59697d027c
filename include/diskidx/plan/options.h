/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Options: the parsed command line; and its command.
 *
 * A command is `const struct command command_NAME` in src/command/NAME.c, and
 * its NAME in COMMAND_LIST below. --help, the completions and what is suggested
 * for an unknown word follow.
 */
#ifndef DISKIDX_PLAN_OPTIONS_H
#define DISKIDX_PLAN_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diskidx/test/test.h"

struct format;

#define OPTIONS_UNSET UINT64_MAX

#define OPTIONS_QUICK_ROUNDS 5
#define OPTIONS_QUICK_S 0.5
#define OPTIONS_FULL_ROUNDS 10
#define OPTIONS_FULL_S 10

#define COMMAND_LIST(X) X(run) X(compare) X(report) X(merge) X(list) \
	X(suits) X(fio) X(sustained)

struct options;

struct command {
	const char *name;
	const char *arguments, *summary;	/* for --help */
	const char *version;	/* for --version; NULL: that of diskidx */
	unsigned takes;		/* groups of options: src/command/row.h */

	/* Execute it, and return the program's exit status. A caught signal is
	 * left for main to die of. */
	int (*run)(const struct options *options);

	/* Commands that measure have these, too. */
	const char *suite;	/* that one, or another test in its way; NULL:
				   any tests, or the suite `disk` */
	bool judges;		/* profiles alone, by what they expect */
	bool is_fio;		/* its operands are options of fio */
};

#define COMMAND_DECLARE(name) extern const struct command command_##name;
COMMAND_LIST(COMMAND_DECLARE)

enum color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

struct words {
	const char **list;
	size_t n;
};

/* A file of a report, or a part of one that begins with the output before, if
 * that has the very same path. */
struct output {
	const struct format *format;
	const char *path;	/* NULL: standard output, too */
	bool over;		/* also over a file that is there, as fio's */
};

struct options {
	const struct command *command;
	bool help, version;
	struct words directory;			/* -d */
	struct numbers copies;			/* -c */
	uint64_t repeat;			/* 1 unless given */
	uint64_t last;				/* runs of compare */

	/* Amounts; OPTIONS_UNSET: not given. */
	uint64_t size_bytes, time_ns, rounds, warm_up_ns, delay_ns;
	uint64_t max_time_ns, max_write_bytes;

	struct numbers varied[VARIATIONS];	/* values of each variation */

	struct numbers seed;			/* the last one given, if any */
	const char *engine;			/* NULL: the default */
	const char *baseline;
	const struct format *format;	/* of standard output; NULL: text */
	struct {
		struct output *list;
		size_t n;
	} file;				/* of -f FORMAT=FILE */
	const char *output;			/* NULL: the default place */
	const char *note;		/* of the run; NULL: none */
	const char *barrier;		/* SET/HOSTS/HOST; NULL: none */
	double fail_if_slower_pct;		/* 0: not given */
	uint64_t progress, color;	/* enums message_style and color */
	bool no_save, dry_run, strict, quick, full, si, quiet, verbose;
	bool brief, line;			/* --brief, --brief=line */
	struct words operand;		/* tests and suites, files, or what is
					   behind the word fio */
	bool streams;			/* -o -: the record goes to standard
					   output, and so */
	bool no_stdout;			/* the report goes to a file alone */
};

#endif
