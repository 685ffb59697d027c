/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The command line: the table of options, parsing, and --help. */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/message.h"
#include "diskidx/base/printf.h"
#include "diskidx/base/reader.h"
#include "diskidx/base/suggest.h"
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

#define MANY_HOSTS "ssh HOST diskidx -q -o - for each host, then diskidx " \
	"merge; or diskidx-mpi"
#define HELP_COLUMNS 24	/* before the text */
#define AT(field) offsetof(struct options, field)
#define OTHERWISE(number) "(" NUMBER_TEXT(number) ")"

/* What the values may be. */
#define ANY { .kind = VALUE_TEXT }
#define COUNT(min_, max_) { VALUE_COUNT, .min = min_, .max = max_ }
#define SIZE { VALUE_SIZE, .min = 1, VALUE_ANY_SIZE }
#define BLOCK { VALUE_SIZE, .min = PARAMS_SECTOR, \
	.max = PARAMS_MAX_BLOCK_MIB * MIB, .step = PARAMS_SECTOR, \
	.wanted = "a multiple of " NUMBER_TEXT(PARAMS_SECTOR) " bytes up to " \
		NUMBER_TEXT(PARAMS_MAX_BLOCK_MIB) "m, as in 4k" }
#define TIME_OF(min_, range) { VALUE_TIME, .min = min_, \
	VALUE_ANY_TIME(range, "as in 2, 0.5 or 40m") }
#define TIME TIME_OF(1, "over 0 and up to")
#define PAUSE TIME_OF(0, "from 0 to")
#define PERCENT { VALUE_DECIMAL, .min = 1, .max = 100 * NS_PER_S, \
	.wanted = "a share over 0 and up to 100 per cent" }
#define OFFSETS { VALUE_RANDOM, .wanted = "a share from 0 to 100, " \
	"permutation, or zipf:THETA up to 10, as in zipf:1.2" }
#define WORD(name_, number_) { name_, .number = number_ }
#define WORDS(...) { VALUE_WORD, \
	.word = (const struct word[]){ __VA_ARGS__, { .name = NULL } } }

static const struct option_row table[] = {
	{ 'd', "directory", "DIR", FOR_RUN | IN_HELP,
	  KIND_TEXTS, AT(directory), ANY,
	  "where to test; repeatable: each is a target (.)" },
	{ 's', "size", "SIZE", FOR_RUN | IN_HELP,
	  KIND_NUMBER, AT(size_bytes), SIZE,
	  "size of the work file; no file is larger "
	  "(" NUMBER_TEXT(SUITE_SIZE_GIB) "g)" },
	{ 't', "time", "SECONDS", FOR_RUN, KIND_NUMBER, AT(time_ns), TIME,
	  "length of one sample; fractions allowed "
	  OTHERWISE(SUITE_TIME_S) },
	{ 'i', "iterations", "N", FOR_RUN | IN_HELP, KIND_NUMBER, AT(rounds),
	  COUNT(1, SAMPLE_MAX_ROUND), "rounds " OTHERWISE(SUITE_ROUNDS) },
	{ 0, "repeat", "N", FOR_RUN, KIND_NUMBER, AT(repeat), COUNT(1, 1000),
	  "runs, each with a new work file, to compare disks (1)" },
	{ 'c', "copies", "N", FOR_RUN | IN_HELP,
	  KIND_LIST, AT(copies), COUNT(1, TEST_MAX_COPIES),
	  "parallel copies of each test; repeatable (1)" },
	{ 'e', "engine", "NAME", FOR_RUN, KIND_TEXT, AT(engine), ANY,
	  "engine of the random tests (libaio, else threads)" },
	{ 'b', "block", "SIZE,...", FOR_RUN, KIND_LIST, 0, BLOCK,
	  "other block sizes: each an unscored test of its own" },
	{ 'Q', "depth", "N,...", FOR_RUN,
	  KIND_LIST, 0, COUNT(1, PARAMS_MAX_DEPTH),
	  "other queue depths of the random tests, likewise" },
	{ 'm', "mix", "PERCENT,...", FOR_RUN, KIND_LIST, 0, COUNT(0, 100),
	  "other shares of reads in the random tests, likewise" },
	{ 0, "random", "WHERE", FOR_RUN, KIND_NUMBER, 0, OFFSETS,
	  "offsets: PERCENT random, permutation, zipf:THETA (100)" },
	{ 0, "cache", "MODE", FOR_RUN, KIND_NUMBER, 0,
	  WORDS(WORD("direct", CACHE_DIRECT), WORD("buffered", CACHE_BUFFERED)),
	  "direct or buffered, in place of the test's own" },
	{ 0, "sync", "MODE", FOR_RUN, KIND_NUMBER, 0,
	  WORDS(WORD("none", SYNC_NONE), WORD("dsync", SYNC_DSYNC),
		WORD("fdatasync", SYNC_FDATASYNC)),
	  "none, dsync or fdatasync for every write" },
	{ 0, "rate", "IOPS,...", FOR_RUN,
	  KIND_LIST, 0, COUNT(1, PARAMS_MAX_RATE),
	  "open loop: issue on a schedule, latency from due time" },
	{ 0, "arrival", "HOW", FOR_RUN, KIND_NUMBER, 0,
	  WORDS(WORD("constant", ARRIVAL_CONSTANT),
		WORD("poisson", ARRIVAL_POISSON)),
	  "constant or poisson schedule of --rate (constant)" },
	{ 'w', "warm-up", "SECONDS", FOR_RUN,
	  KIND_NUMBER, AT(warm_up_ns), PAUSE,
	  "discarded lead-in of direct and random tests (0)" },
	{ 'D', "delay", "SECONDS", FOR_RUN, KIND_NUMBER, AT(delay_ns), PAUSE,
	  "pause between samples (0)" },
	{ 0, "max-time", "SECONDS", FOR_RUN, KIND_NUMBER, AT(max_time_ns), TIME,
	  "stop after this time" },
	{ 'B', "baseline", "NAME", FOR_SCORE | IN_HELP,
	  KIND_TEXT, AT(baseline), ANY,
	  "reference of the scores: a name or a file "
	  "(" BASELINE_DEFAULT ")" },
	{ 'o', "output", "FILE", FOR_RUN | IN_HELP, KIND_TEXT, AT(output), ANY,
	  "save the record here, or append it; -: standard output" },
	{ 0, "no-save", NULL, FOR_RUN, KIND_FLAG, AT(no_save), ANY,
	  "do not save the record" },
	{ 0, "note", "TEXT", FOR_RUN, KIND_TEXT, AT(note), ANY,
	  "a label of the run, kept in its record" },
	{ 0, "barrier", "SET", FOR_RUN, KIND_TEXT, AT(barrier), ANY,
	  "begin each sample at a word of diskidx-mpi" },
	{ 'f', "format", "NAME", FOR_PRINT | IN_HELP,
	  KIND_FORMAT, 0, ANY,
	  "" },
	{ 0, "brief", NULL, FOR_DETAIL | IN_HELP, KIND_BRIEF, AT(brief), ANY,
	  "a few lines for a forum; --brief=line: one, to share" },
	{ 'n', "dry-run", NULL, FOR_RUN | IN_HELP, KIND_FLAG, AT(dry_run), ANY,
	  "print the plan and touch nothing" },
	{ 0, "max-write", "SIZE", FOR_RUN,
	  KIND_NUMBER, AT(max_write_bytes), SIZE,
	  "refuse a plan that could write more, or stop there" },
	{ 0, "seed", "N", FOR_RUN, KIND_SEED, AT(seed),
	  COUNT(0, UINT64_MAX),
	  "start of random offsets and data (each run its own)" },
	{ 0, "strict", NULL, FOR_SCORE, KIND_FLAG, AT(strict), ANY,
	  "exit 1 if a figure is invalidated, or a host slow" },
	{ 0, "quick", NULL, FOR_RUN | IN_HELP, KIND_FLAG, AT(quick), ANY,
	  NUMBER_TEXT(OPTIONS_QUICK_ROUNDS) " rounds of "
	  NUMBER_TEXT(OPTIONS_QUICK_S) " seconds" },
	{ 0, "full", NULL, FOR_RUN | IN_HELP, KIND_FLAG, AT(full), ANY,
	  NUMBER_TEXT(OPTIONS_FULL_ROUNDS) " rounds of "
	  NUMBER_TEXT(OPTIONS_FULL_S) " seconds" },
	{ 0, "fail-if-slower", "PERCENT", FOR_GATE, KIND_PERCENT,
	  AT(fail_if_slower_pct), PERCENT,
	  "exit 1 if slower by that much, 3 if undecided" },
	{ 0, "last", "N", FOR_LAST, KIND_NUMBER, AT(last), COUNT(1, 1000),
	  "compare the last N runs of a record with all before" },
	{ 0, "si", NULL, FOR_PRINT, KIND_FLAG, AT(si), ANY,
	  "decimal units (MB/s) in text" },
	{ 0, "color", "WHEN", FOR_PRINT, KIND_NUMBER, AT(color),
	  WORDS(WORD("auto", COLOR_AUTO), WORD("always", COLOR_ALWAYS),
		WORD("never", COLOR_NEVER)),
	  "auto (a terminal, without NO_COLOR), always or never" },
	{ 0, "progress", "MODE", FOR_RUN, KIND_NUMBER, AT(progress),
	  WORDS(WORD("auto", MESSAGE_AUTO), WORD("plain", MESSAGE_PLAIN)),
	  "auto, or plain (lines) on a terminal, too" },
	{ 'q', "quiet", NULL, FOR_ALL | IN_HELP, KIND_FLAG, AT(quiet), ANY,
	  "no progress, no warnings; print only the score" },
	{ 'v', "verbose", NULL, FOR_DETAIL | IN_HELP,
	  KIND_FLAG, AT(verbose), ANY,
	  "more about each test" },
	{ 'h', "help", NULL, FOR_ALL | IN_HELP, KIND_FLAG, AT(help), ANY,
	  "this help; -V, --version: the version" },
	{ 'V', "version", NULL, FOR_ALL, KIND_FLAG, AT(version), ANY,
	  "the version" },
};

/* The names that other tools, and earlier versions, have for options. */
static const struct {
	const char *name, *here;
} elsewhere[] = {
	{ "bs", "-b 4k" }, { "blocksize", "-b 4k" }, { "iodepth", "-Q 32" },
	{ "numjobs", "-c 4" }, { "threads", "-c 4" }, { "runtime", "-t 2" },
	{ "device", "-d DIR" }, { "filename", "-d DIR" }, { "path", "-d DIR" },
	{ "json", "-f json" }, { "csv", "-f csv" }, { "html", "-f html" },
	{ "markdown", "-f markdown" }, { "loops", "-i 8" },
	{ "ioengine", "-e threads" }, { "rwmixread", "-m 70" },
	{ "hosts", MANY_HOSTS }, { "rsh", MANY_HOSTS }, { "push", MANY_HOSTS },
	{ "wait", "diskidx-mpi --wait=60" },
};

#define ROWS LENGTH(table)

/* The options of a command line, in their order. */
struct given {
	struct argument *list;
	size_t n;
};

#define ADDRESS(name) &command_##name,
static const struct command *const commands[] = { COMMAND_LIST(ADDRESS) };
#undef ADDRESS

static void
help_row(const struct option_row *row, FILE *stream)
{
	char left[48], letter[] = "   ";
	const char *equals = "", *argument = "";
	char *help = xstrdup(row->help);

	if (row->letter != 0)
		snprintf(letter, sizeof(letter), "-%c,", row->letter);
	if (row->argument != NULL) {
		equals = "=";
		argument = row->argument;
	}
	snprintf(left, sizeof(left), "%s --%s%s%s", letter, row->name, equals,
		 argument);
	fprintf(stream, "  %-*s", HELP_COLUMNS, left);
	if (strlen(left) >= HELP_COLUMNS)
		fprintf(stream, "\n  %*s", HELP_COLUMNS, "");
	/* Those in the place of fio are told behind it, in the manual. */
	for (size_t i = 0; row->kind == KIND_FORMAT && format_table[i] != NULL;
	     i++)
		if (!format_table[i]->is_fio)
			help = xappend(help, " ", "%s", format_table[i]->name);
	fprintf(stream, "%s\n", help);
	free(help);
}

void
options_list(bool brief)
{
	(void)brief;
	for (size_t i = 0; i < ROWS; i++)
		help_row(&table[i], stdout);
}

void
options_help(const struct command *command, FILE *stream)
{
	bool is_run = command == &command_run;	/* has no word */
	unsigned wanted = command->takes;

	if ((wanted & FOR_RUN) != 0)
		wanted = IN_HELP;
	fprintf(stream, "usage: diskidx [OPTION]... %s%s%s\n",
		is_run ? "" : command->name, is_run ? "" : " ",
		command->arguments);
	if (is_run) {
		fputs("       diskidx COMMAND [OPTION]... [ARGUMENT]...\n"
		      "Commands:", stream);
		for (size_t i = 0; i < LENGTH(commands); i++)
			fprintf(stream, " %s", commands[i]->name);
		putc('\n', stream);
	}
	wrap_print(stream, "", 0, command->summary);
	putc('\n', stream);
	for (size_t i = 0; i < ROWS; i++)
		if ((table[i].groups & wanted) != 0)
			help_row(&table[i], stream);
	fputs("Binary sizes: 4k, 64m. Exit status: 0 done, 1 bad, 2 not "
	      "measured, 3 undecided.\n"
	      "See also: diskidx help COMMAND, diskidx list options, list "
	      "suites, man diskidx.\n", stream);
}

static int
option_unknown(const char *option, char *error)
{
	struct suggestion s = { .word = option + 2 };

	for (size_t i = 0; i < LENGTH(elsewhere) && option[1] == '-'; i++)
		if (strcmp(elsewhere[i].name, option + 2) == 0) {
			snprintf(error, OPTIONS_ERROR, "unknown option %s; "
				 "here it is %s", option, elsewhere[i].here);
			return -EINVAL;
		}
	if (option[1] == '-')
		for (size_t i = 0; i < ROWS; i++)
			suggest_offer(&s, table[i].name);
	snprintf(error, OPTIONS_ERROR, "unknown option %.80s%s", option,
		 suggest_end(&s, "--", "; see diskidx --help"));
	return -EINVAL;
}

/* Report an option that the command does not take. */
static int
option_misplaced(const struct argument *a)
{
	char *places = NULL;

	for (size_t i = 0; i < LENGTH(commands); i++) {
		const struct command *command = commands[i];
		bool is_run = command == &command_run;

		/* All that measure are a run. */
		if ((a->row->groups & command->takes) != 0 &&
		    (is_run || (command->takes & FOR_RUN) == 0))
			places = xappend(places, " and to ", "%s%s",
					 is_run ? "a " : "diskidx ",
					 command->name);
	}
	snprintf(a->error, OPTIONS_ERROR, "%s belongs to %s", a->option,
		 places);
	free(places);
	return -EINVAL;
}

/* Set an option that was given. */
static int
option_apply(struct options *o, const struct argument *a)
{
	const struct option_row *row = a->row;

	if ((row->groups & o->command->takes) == 0)
		return option_misplaced(a);
	if (row->argument == NULL && a->value != NULL &&
	    row->kind != KIND_BRIEF)
		return option_fail(a, "is too much: the option takes no "
				   "value");
	if (row->argument != NULL && a->value == NULL) {
		snprintf(a->error, OPTIONS_ERROR, "%s needs a value: %s",
			 a->option, row->argument);
		return -EINVAL;
	}
	return option_set(o, a);
}

/* Return the row of "-d" or "--directory". */
static const struct option_row *
find_row(const char *option)
{
	for (size_t i = 0; i < ROWS; i++)
		if (option[1] == '-' ? strcmp(table[i].name, option + 2) == 0 :
		    table[i].letter == option[1])
			return &table[i];
	return NULL;
}

/* Add --name, --name=value or --name value; -x, -xVALUE, -x VALUE, or several
 * flags in one, as in -qn, to those that were given. Return 1 if the next word
 * is a value, 0, or -EINVAL. */
static int
option_parse(struct given *given, const char *text, const char *next,
	     char *error)
{
	struct argument a = { .error = error };
	bool is_long = text[1] == '-';
	size_t length = strcspn(text, "=");
	const char *at = text + 1;

	if (is_long && text[length] == '=')
		a.value = text + length + 1;
	do {
		if (is_long)
			snprintf(a.option, sizeof(a.option), "%.*s",
				 (int)length, text);
		else
			snprintf(a.option, sizeof(a.option), "-%c", *at++);
		a.row = find_row(a.option);
		if (a.row == NULL)
			return option_unknown(a.option, error);
		if (!is_long && a.row->argument != NULL && *at != '\0')
			a.value = at;
		*xadd(given->list, given->n) = a;
	} while (!is_long && *at != '\0' && a.value == NULL);
	if (a.row->argument == NULL || a.value != NULL || next == NULL)
		return 0;
	given->list[given->n - 1].value = next;
	return 1;
}

/* Find contradictions, in whatever order the options were given. */
static int
options_check(const struct options *o, char *error)
{
	const char *what = NULL;

	if (o->help || o->version)
		return 0;
	if (o->quick && o->full)
		what = "--quick and --full exclude each other";
	else if (o->output != NULL && o->no_save)
		what = "-o and --no-save exclude each other";
	else if (o->barrier != NULL && !o->streams)
		what = "-o: under diskidx-mpi the record goes to standard "
			"output";
	else if (o->line && strcmp(o->baseline, BASELINE_DEFAULT) != 0)
		what = "--brief=line has scores relative to " BASELINE_DEFAULT
			" alone, without -B";
	if (what == NULL)
		return 0;
	snprintf(error, OPTIONS_ERROR, "%s", what);
	return -EINVAL;
}

/* Take a word that is no option, nor its value: the command, before which help
 * may stand, and run, which says nothing more than no command does; or an
 * operand. */
static void
options_take_word(struct options *o, const char *word)
{
	bool is_operand = o->operand.n > 0 || o->command != &command_run;

	for (size_t i = 0; i < LENGTH(commands) && !is_operand; i++)
		if (strcmp(commands[i]->name, word) == 0) {
			o->command = commands[i];
			return;
		}
	if (!is_operand && !o->help && strcmp(word, "help") == 0)
		o->help = true;
	else
		*xadd(o->operand.list, o->operand.n) = word;
}

int
options_parse(int argc, char **argv, struct options *o, char *error)
{
	struct given given = { NULL, 0 };
	bool plain = false;
	int status = 0;

	*o = (struct options){
		.command = &command_run,
		.size_bytes = OPTIONS_UNSET, .time_ns = OPTIONS_UNSET,
		.rounds = OPTIONS_UNSET, .warm_up_ns = OPTIONS_UNSET,
		.delay_ns = OPTIONS_UNSET, .max_time_ns = OPTIONS_UNSET,
		.max_write_bytes = OPTIONS_UNSET, .repeat = 1,
		.last = OPTIONS_UNSET, .baseline = BASELINE_DEFAULT,
	};
	for (int i = 1; i < argc && status >= 0; i++) {
		bool is_option = argv[i][0] == '-' && argv[i][1] != '\0';

		if (plain) {
			*xadd(o->operand.list, o->operand.n) = argv[i];
		} else if (!is_option || o->command->is_fio) {
			options_take_word(o, argv[i]);
		} else if (strcmp(argv[i], "--") == 0) {
			plain = true;
		} else {
			status = option_parse(&given, argv[i], argv[i + 1],
					      error);
			i += status > 0;
		}
	}
	for (size_t i = 0; i < given.n && status >= 0; i++)
		status = option_apply(o, &given.list[i]);
	free(given.list);
	if (o->barrier != NULL && o->output == NULL)
		o->output = READER_STDIN;
	o->streams = o->output != NULL && strcmp(o->output, READER_STDIN) == 0;
	o->no_stdout |= o->streams || o->barrier != NULL;
	if (status >= 0 && o->command->is_fio)
		status = fio_take_output(o, error);
	return status < 0 ? status : options_check(o, error);
}

void
options_free(struct options *o)
{
	free(o->directory.list);
	free(o->operand.list);
	free(o->file.list);
}
