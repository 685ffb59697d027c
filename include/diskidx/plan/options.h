/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Options: the parsed command line; and its command.
 *
 * A command is `const struct command command_NAME` in src/command/NAME.c, and
 * its NAME is in COMMAND_LIST below. --help, the completions and suggestions
 * for unknown words follow from it.
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
	X(suits) X(fio) X(sustained) X(capacity)

struct options;

struct command {
	const char *name;
	const char *arguments, *summary;	/* for --help */
	const char *version;	/* for --version; NULL: diskidx's */
	unsigned takes;		/* groups of its options: src/command/row.h */

	/* Execute it. Return the exit status; main dies of a caught signal. */
	int (*run)(const struct options *options);

	/* Used by commands that measure. */
	const char *suite;	/* its tests, or another test in the same way;
				   NULL: any tests or `disk` */
	bool judges;		/* only profiles, by their expectations */
	bool is_fio;		/* operands are fio's options */
	bool promises;		/* the word before its operands is a promise */
};

#define COMMAND_DECLARE(name) extern const struct command command_##name;
COMMAND_LIST(COMMAND_DECLARE)

enum color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

struct words {
	const char **list;
	size_t n;
};

/* A file of a report, appended if the output before it has the same path. */
struct output {
	const struct format *format;
	const char *path;	/* NULL: standard output, too */
	bool over;		/* also over an existing file, as fio does */
};

struct options {
	const struct command *command;
	bool help, version;
	struct words directory;			/* -d */
	struct numbers copies;			/* -c */
	uint64_t repeat;			/* 1 by default */
	uint64_t last;				/* runs of compare */

	/* Amounts; OPTIONS_UNSET: not given. */
	uint64_t size_bytes, time_ns, rounds, warm_up_ns, delay_ns;
	uint64_t max_time_ns, max_write_bytes;

	struct numbers varied[VARIATIONS];	/* values of each variation */

	struct numbers seed;			/* only the last one counts */
	const char *engine;			/* NULL: the default */
	const char *baseline;
	const struct format *format;	/* of standard output; NULL: text */
	struct {
		struct output *list;
		size_t n;
	} file;				/* -f FORMAT=FILE */
	const char *output;			/* NULL: the default place */
	const char *note;		/* NULL: none */
	const char *barrier;		/* SET/HOSTS/HOST; NULL: none */
	double fail_if_slower_pct;		/* 0: not given */
	uint64_t progress, color;	/* enums message_style and color */
	bool no_save, dry_run, strict, quick, full, si, quiet, verbose;
	bool brief, line;			/* --brief, --brief=line */
	const char *promise;		/* of capacity; NULL: none */
	struct words operand;		/* tests, files, or fio's words */
	bool streams;			/* -o -: the record is printed */
	bool no_stdout;			/* the report goes only to a file */
};

#endif
