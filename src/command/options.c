/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Options: their table, which --help and arguments.c read. */
#include <config.h>

#include <stdio.h>
#include <string.h>

#include "diskidx/base/message.h"
#include "diskidx/base/printf.h"
#include "diskidx/base/say.h"
#include "diskidx/base/wrap.h"
#include "diskidx/command/commands.h"
#include "diskidx/format/format.h"
#include "diskidx/plan/options.h"
#include "diskidx/stats/sample.h"
#include "diskidx/test/baseline.h"
#include "diskidx/test/params.h"
#include "diskidx/test/suite.h"
#include "diskidx/test/test.h"
#include "row.h"

#define HELP_COLUMNS 24	/* columns before the text */

/* The field that an option sets, and what its value may be. */
#define SETS(kind, field, ...) \
	kind, offsetof(struct options, field), __VA_ARGS__
#define FLAG(field) SETS(KIND_FLAG, field, ANY)
#define TEXT(field) SETS(KIND_TEXT, field, ANY)
#define NUMBER(field, ...) SETS(KIND_NUMBER, field, __VA_ARGS__)
#define ONE(field, ...) SETS(KIND_ONE, field, __VA_ARGS__)
#define LIST(field, ...) SETS(KIND_LIST, field, __VA_ARGS__)
#define ANY { .kind = VALUE_TEXT }
#define COUNT(min_, max_) { VALUE_COUNT, .min = min_, .max = max_ }
#define SIZE { VALUE_SIZE, .min = 1, VALUE_ANY_SIZE }
#define BLOCK { VALUE_SIZE, .min = PARAMS_SECTOR, \
	.max = PARAMS_MAX_BLOCK_MIB * MIB, .step = PARAMS_SECTOR, \
	.wanted = "a multiple of " NUMBER_TEXT(PARAMS_SECTOR) " bytes up to " \
		NUMBER_TEXT(PARAMS_MAX_BLOCK_MIB) "m, as in 4k" }
#define TIME_OF(min_, range) { VALUE_TIME, .min = min_, \
	VALUE_ANY_TIME(range, "as in 2, 0.5 or 40m") }
#define TIME TIME_OF(1, "of more than 0 and up to")
#define PAUSE TIME_OF(0, "from 0 to")
#define PERCENT { VALUE_DECIMAL, .min = 1, .max = 100 * NS_PER_S, \
	.wanted = "a share of more than 0 and up to 100 per cent" }
#define OFFSETS { VALUE_RANDOM, .wanted = "a share from 0 to 100, " \
	"permutation, or zipf:THETA up to 10, as in zipf:1.2" }
#define WORD(name_, number_) { name_, .number = number_ }
#define WORDS(...) { VALUE_WORD, \
	.word = (const struct word[]){ __VA_ARGS__, { .name = NULL } } }

const struct option_row option_table[] = {
	{ "-d", "--directory", "DIR", FOR_RUN | IN_HELP,
	  SETS(KIND_TEXTS, directory, ANY),
	  "where to test; repeatable: each is a target (.)" },
	{ "-s", "--size", "SIZE", FOR_RUN | IN_HELP, NUMBER(size_bytes, SIZE),
	  "largest size of a work file (" NUMBER_TEXT(SUITE_SIZE_GIB) "g)" },
	{ "-t", "--time", "SECONDS", FOR_RUN | FOR_ROUNDS | IN_HELP,
	  NUMBER(time_ns, TIME),
	  "seconds per sample, also fractions (suite disk: "
	  NUMBER_TEXT(SUITE_TIME_S) ")" },
	{ "-i", "--iterations", "N", FOR_RUN | FOR_ROUNDS | IN_HELP,
	  NUMBER(rounds, COUNT(1, SAMPLE_MAX_ROUND)),
	  "rounds (" NUMBER_TEXT(SUITE_ROUNDS) ")" },
	{ NULL, "--repeat", "N", FOR_RUN, NUMBER(repeat, COUNT(1, 1000)),
	  "runs, each with a new work file, to compare disks (1)" },
	{ "-c", "--copies", "N", FOR_RUN | IN_HELP,
	  LIST(copies, COUNT(1, TEST_MAX_COPIES)),
	  "parallel copies of each test; repeatable (1)" },
	{ "-e", "--engine", "NAME", FOR_RUN, TEXT(engine),
	  "engine of the random tests (libaio, else threads)" },
	{ "-b", "--block", "SIZE,...", FOR_RUN, LIST(varied[VARY_BLOCK], BLOCK),
	  "other block sizes: each a separate test, not scored" },
	{ "-Q", "--depth", "N,...", FOR_RUN,
	  LIST(varied[VARY_DEPTH], COUNT(1, PARAMS_MAX_DEPTH)),
	  "other queue depths of random tests, in the same way" },
	{ "-m", "--mix", "PERCENT,...", FOR_RUN,
	  LIST(varied[VARY_MIX], COUNT(0, 100)),
	  "other shares of reads in random tests, in the same way" },
	{ NULL, "--random", "WHERE", FOR_RUN,
	  ONE(varied[VARY_RANDOM], OFFSETS),
	  "offsets: PERCENT random, permutation, zipf:THETA (100)" },
	{ NULL, "--cache", "MODE", FOR_RUN, ONE(varied[VARY_CACHE],
	  WORDS(WORD("direct", CACHE_DIRECT),
		WORD("buffered", CACHE_BUFFERED))),
	  "direct or buffered, instead of the test's own" },
	{ NULL, "--sync", "MODE", FOR_RUN, ONE(varied[VARY_SYNC],
	  WORDS(WORD("none", SYNC_NONE), WORD("dsync", SYNC_DSYNC),
		WORD("fdatasync", SYNC_FDATASYNC))),
	  "none, dsync or fdatasync for every write" },
	{ NULL, "--rate", "IOPS,...", FOR_RUN,
	  LIST(varied[VARY_RATE], COUNT(1, PARAMS_MAX_RATE)),
	  "open loop: issue on a schedule, latency from due time" },
	{ NULL, "--arrival", "HOW", FOR_RUN, ONE(varied[VARY_ARRIVAL],
	  WORDS(WORD("constant", ARRIVAL_CONSTANT),
		WORD("poisson", ARRIVAL_POISSON))),
	  "constant or poisson schedule of --rate (constant)" },
	{ "-w", "--warm-up", "SECONDS", FOR_RUN, NUMBER(warm_up_ns, PAUSE),
	  "discarded lead-in of direct and random tests (0)" },
	{ "-D", "--delay", "SECONDS", FOR_RUN, NUMBER(delay_ns, PAUSE),
	  "pause between samples (0)" },
	{ NULL, "--max-time", "SECONDS", FOR_RUN, NUMBER(max_time_ns, TIME),
	  "stop after this time" },
	{ "-B", "--baseline", "NAME", FOR_SCORE | IN_HELP, TEXT(baseline),
	  "reference of the scores: a name or a file "
	  "(" BASELINE_DEFAULT ")" },
	{ "-o", "--output", "FILE", FOR_RUN | IN_HELP, TEXT(output),
	  "save the record here, or append it; -: standard output" },
	{ NULL, "--no-save", NULL, FOR_RUN, FLAG(no_save),
	  "do not save the record" },
	{ NULL, "--note", "TEXT", FOR_RUN, TEXT(note),
	  "label of the run, saved in its record" },
	{ NULL, "--barrier", "SET", FOR_RUN, TEXT(barrier),
	  "begin each sample when diskidx-mpi says so" },
	{ "-f", "--format", "NAME", FOR_PRINT | IN_HELP,
	  SETS(KIND_FORMAT, format, ANY), "" },
	{ NULL, "--brief", NULL, FOR_DETAIL | IN_HELP,
	  SETS(KIND_BRIEF, brief, ANY),
	  "a few lines for a forum; --brief=line: one, to share" },
	{ "-n", "--dry-run", NULL, FOR_RUN | IN_HELP, FLAG(dry_run),
	  "print the plan and touch nothing" },
	{ NULL, "--max-write", "SIZE", FOR_RUN, NUMBER(max_write_bytes, SIZE),
	  "refuse a plan that could write more, or stop there" },
	{ NULL, "--seed", "N", FOR_RUN, ONE(seed, COUNT(0, UINT64_MAX)),
	  "start of random offsets and data (new for each run)" },
	{ NULL, "--strict", NULL, FOR_SCORE, FLAG(strict),
	  "exit 1 if a result is invalid, or a host is slow" },
	{ NULL, "--quick", NULL, FOR_RUN | FOR_ROUNDS | IN_HELP, FLAG(quick),
	  NUMBER_TEXT(OPTIONS_QUICK_ROUNDS) " rounds of "
	  NUMBER_TEXT(OPTIONS_QUICK_S) " seconds" },
	{ NULL, "--full", NULL, FOR_RUN | FOR_ROUNDS | IN_HELP, FLAG(full),
	  NUMBER_TEXT(OPTIONS_FULL_ROUNDS) " rounds of "
	  NUMBER_TEXT(OPTIONS_FULL_S) " seconds" },
	{ NULL, "--fail-if-slower", "PERCENT", FOR_GATE,
	  SETS(KIND_PERCENT, fail_if_slower_pct, PERCENT),
	  "exit 1 if slower by that much, 3 if undecided" },
	{ NULL, "--last", "N", FOR_LAST, NUMBER(last, COUNT(1, 1000)),
	  "compare the last N runs of a record with all before" },
	{ NULL, "--si", NULL, FOR_PRINT, FLAG(si),
	  "decimal units (MB/s) in text" },
	{ NULL, "--color", "WHEN", FOR_PRINT, NUMBER(color,
	  WORDS(WORD("auto", COLOR_AUTO), WORD("always", COLOR_ALWAYS),
		WORD("never", COLOR_NEVER))),
	  "auto (a terminal, without NO_COLOR), always or never" },
	{ NULL, "--progress", "MODE", FOR_RUN, NUMBER(progress,
	  WORDS(WORD("auto", MESSAGE_AUTO), WORD("plain", MESSAGE_PLAIN))),
	  "auto, or plain: lines, also on a terminal" },
	{ "-q", "--quiet", NULL, FOR_ALL | IN_HELP, FLAG(quiet),
	  "no progress, no warnings; print only the answer" },
	{ "-v", "--verbose", NULL, FOR_DETAIL | IN_HELP, FLAG(verbose),
	  "more about each test" },
	{ "-h", "--help", NULL, FOR_ALL | IN_HELP, FLAG(help),
	  "this help; -V, --version: the version" },
	{ "-V", "--version", NULL, FOR_ALL, FLAG(version), "the version" },
	{ .name = NULL },
};

static void
help_row(const struct option_row *row, FILE *stream)
{
	char left[48], *help = say("%s", row->help);
	int length = snprintf(left, sizeof(left), "%s%s %s%s%s",
			      text_or(row->letter, "  "),
			      row->letter != NULL ? "," : " ", row->name,
			      row->argument != NULL ? "=" : "",
			      text_or(row->argument, ""));

	fprintf(stream, "  %-*s", HELP_COLUMNS, left);
	if (length >= HELP_COLUMNS)
		fprintf(stream, "\n  %*s", HELP_COLUMNS, "");
	/* The manual has the formats that replace fio's. */
	for (size_t i = 0; row->kind == KIND_FORMAT && format_table[i] != NULL;
	     i++)
		if (strncmp(format_table[i]->name, "fio-", 4) != 0)
			help = say_join(help, " ", format_table[i]->name);
	fprintf(stream, "%s\n", help);
}

void
options_list(bool brief)
{
	(void)brief;
	for (const struct option_row *row = option_table; row->name != NULL;
	     row++)
		help_row(row, stdout);
}

#define COMMAND_NAME(name) " " #name

void
options_help(const struct command *command, FILE *stream)
{
	const struct option_row *row = option_table;
	bool is_run = command == &command_run;	/* has no word */
	unsigned wanted = command->takes, refused = FOR_ROUNDS & ~wanted;

	if ((wanted & FOR_RUN) != 0)
		wanted = IN_HELP;
	fprintf(stream, "usage: diskidx [OPTION]... %s%s%s\n",
		is_run ? "" : command->name, is_run ? "" : " ",
		command->arguments);
	if (is_run)
		fputs("       diskidx [OPTION]... fio [OPTION OF FIO]...\n"
		      "       diskidx COMMAND [OPTION]... [ARGUMENT]...\n"
		      "Commands:" COMMAND_LIST(COMMAND_NAME) "\n", stream);
	wrap_print(stream, "", 0, command->summary);
	putc('\n', stream);
	for (; row->name != NULL; row++)
		if ((row->groups & wanted) != 0 && (row->groups & refused) == 0)
			help_row(row, stream);
	fputs("Binary sizes: 4k, 64m. Exit status: 0 done, 1 bad, 2 not "
	      "measured, 3 undecided.\n"
	      "See also: diskidx help COMMAND, diskidx list options, list "
	      "suites, man diskidx.\n", stream);
}
