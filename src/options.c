/* The command line: the table of options, parsing, and --help. */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/clock.h"
#include "diskidx/message.h"
#include "diskidx/options.h"
#include "diskidx/suggest.h"
#include "diskidx/units.h"

#define MOST_SECONDS 1000000	/* keeps deadlines far from overflow */

enum kind {
	KIND_FLAG,	/* bool */
	KIND_TEXT,	/* const char * */
	KIND_TEXTS,	/* directory */
	KIND_SIZE,	/* uint64_t, bytes */
	KIND_SECONDS,	/* uint64_t, nanoseconds, over 0 */
	KIND_PAUSE,	/* the same, 0 allowed */
	KIND_COUNT,	/* uint64_t, 1 to max */
	KIND_COUNTS,	/* copies, 1 to max */
	KIND_PERCENT,	/* mix */
	KIND_SEED	/* seed */
};

#define RUN (1u << COMMAND_RUN)
#define REPORT (1u << COMMAND_REPORT)
#define LIST (1u << COMMAND_LIST)
#define AT(field) offsetof(struct options, field)

struct row {
	char letter;		/* 0: none */
	const char *name, *argument;
	unsigned commands;
	enum kind kind;
	size_t at;
	uint64_t max;
	const char *help;
};

static const struct row table[] = {
	{ 'd', "directory", "DIR", RUN, KIND_TEXTS, 0, 0,
	  "where to test; repeatable: each is a target (.)" },
	{ 's', "size", "SIZE", RUN, KIND_SIZE, AT(size_bytes), 0,
	  "size of the work file (1g)" },
	{ 't', "time", "SECONDS", RUN, KIND_SECONDS, AT(time_ns), 0,
	  "length of one sample; fractions allowed (2)" },
	{ 'i', "iterations", "N", RUN, KIND_COUNT, AT(rounds), 10000,
	  "rounds (8)" },
	{ 'c', "copies", "N", RUN, KIND_COUNTS, 0, 1024,
	  "parallel copies of each test; repeatable (1)" },
	{ 'e', "engine", "NAME", RUN, KIND_TEXT, AT(engine), 0,
	  "engine of the random tests (libaio, else threads)" },
	{ 'b', "block", "SIZE", RUN, KIND_SIZE, AT(block_bytes), 0,
	  "another block size: a test of its own, without a score" },
	{ 'Q', "depth", "N", RUN, KIND_COUNT, AT(depth), 4096,
	  "another queue depth of the random tests, likewise" },
	{ 'm', "mix", "PERCENT", RUN, KIND_PERCENT, AT(mix), 100,
	  "another share of reads in the random tests, likewise" },
	{ 'w', "warm-up", "SECONDS", RUN, KIND_PAUSE, AT(warm_up_ns), 0,
	  "discarded lead-in of direct and random tests (0)" },
	{ 'D', "delay", "SECONDS", RUN, KIND_PAUSE, AT(delay_ns), 0,
	  "pause between samples (0)" },
	{ 'B', "baseline", "NAME", RUN | REPORT, KIND_TEXT, AT(baseline), 0,
	  "what scores are relative to: a name or a file (george)" },
	{ 'o', "output", "FILE", RUN, KIND_TEXT, AT(output), 0,
	  "save the record here; appended to an existing record" },
	{ 0, "no-save", NULL, RUN, KIND_FLAG, AT(no_save), 0,
	  "do not save the record" },
	{ 'f', "format", "NAME", RUN | REPORT, KIND_TEXT, AT(format), 0,
	  "what goes to standard output (text)" },
	{ 'n', "dry-run", NULL, RUN, KIND_FLAG, AT(dry_run), 0,
	  "print the plan and touch nothing" },
	{ 0, "max-write", "SIZE", RUN, KIND_SIZE, AT(max_write_bytes), 0,
	  "refuse a plan that could write more, and stop there" },
	{ 0, "seed", "N", RUN, KIND_SEED, AT(seed_text), UINT64_MAX,
	  "of offsets and data (a fresh one each run)" },
	{ 0, "strict", NULL, RUN | REPORT, KIND_FLAG, AT(strict), 0,
	  "exit 1 if a figure carries an invalidating flag" },
	{ 0, "quick", NULL, RUN, KIND_FLAG, AT(quick), 0,
	  "5 rounds of 0.5 seconds" },
	{ 0, "full", NULL, RUN, KIND_FLAG, AT(full), 0,
	  "10 rounds of 10 seconds" },
	{ 0, "si", NULL, RUN | REPORT, KIND_FLAG, AT(si), 0,
	  "decimal units (MB/s) in text" },
	{ 'q', "quiet", NULL, RUN | REPORT | LIST, KIND_FLAG, AT(quiet), 0,
	  "no progress and no warnings" },
	{ 'v', "verbose", NULL, RUN | REPORT, KIND_FLAG, AT(verbose), 0,
	  "more about each test" },
	{ 'h', "help", NULL, RUN | REPORT | LIST, KIND_FLAG, AT(help), 0,
	  "this help" },
	{ 'V', "version", NULL, RUN | REPORT | LIST, KIND_FLAG, AT(version), 0,
	  "the version" },
};

#define ROWS (sizeof(table) / sizeof(table[0]))

static const char *const command_name[] = {
	[COMMAND_RUN] = "run", [COMMAND_REPORT] = "report",
	[COMMAND_LIST] = "list",
};

void
options_help(FILE *stream)
{
	size_t i;

	fputs("usage: diskidx [OPTION]... [TEST|SUITE|SUITE:TEST]...\n"
	      "       diskidx report [OPTION]... RECORD...\n"
	      "       diskidx list [tests|suites|engines|formats|baselines|"
	      "records]\n\n"
	      "Scores the disk that holds the current directory (or -d DIR) "
	      "with one number,\nshows the latency behind it, and says whether "
	      "it can be believed.\n\n", stream);
	for (i = 0; i < ROWS; i++) {
		const struct row *row = &table[i];
		char left[40];

		snprintf(left, sizeof(left), "%s--%s%s%s",
			 row->letter != 0 ? "" : "    ", row->name,
			 row->argument != NULL ? "=" : "",
			 row->argument != NULL ? row->argument : "");
		if (row->letter != 0)
			fprintf(stream, "  -%c, %-20s%s\n", row->letter, left,
				row->help);
		else
			fprintf(stream, "  %-24s%s\n", left, row->help);
	}
	fputs("\nSizes are binary: 4k, 64m, 2g. Exit status: 0 done; 1 a test "
	      "failed, or a figure\nwas flagged under --strict; 2 usage, or "
	      "could not measure.\n", stream);
}

static int
fail(char *error, const char *option, const char *value, const char *what)
{
	snprintf(error, OPTIONS_ERROR, "%s: '%.100s' %s", option, value, what);
	return -EINVAL;
}

static int
append_text(const char ***list, size_t *n, const char *text)
{
	*list = xrealloc(*list, (*n + 1) * sizeof(**list));
	(*list)[(*n)++] = text;
	return 0;
}

static int
append_count(struct options *o, uint64_t count)
{
	o->copies = xrealloc(o->copies,
			     (o->n_copies + 1) * sizeof(*o->copies));
	o->copies[o->n_copies++] = count;
	return 0;
}

static int
parse_number(const struct row *row, const char *option, const char *value,
	     uint64_t *number, char *error)
{
	char what[80];
	uint64_t min = row->kind == KIND_PERCENT || row->kind == KIND_SEED ?
		       0 : 1;

	if (units_parse_count(value, row->max, number) == 0 && *number >= min)
		return 0;
	if (min == 0 && strcmp(value, "0") == 0) {
		*number = 0;
		return 0;
	}
	if (strchr(value, ',') != NULL)
		return fail(error, option, value, "is a list; several values "
			    "are not in this version");
	snprintf(what, sizeof(what), "is not a whole number from %llu to %llu",
		 (unsigned long long)min, (unsigned long long)row->max);
	return fail(error, option, value, what);
}

static int
parse_size(const char *option, const char *value, uint64_t *bytes, char *error)
{
	int status = units_parse_size(value, bytes);

	if (status == 0 && *bytes > INT64_MAX)	/* what off_t holds */
		status = -ERANGE;
	if (status == 0)
		return 0;
	if (strchr(value, ',') != NULL)
		return fail(error, option, value, "is a list; several values "
			    "are not in this version");
	return fail(error, option, value, status == -ERANGE ?
		    "is out of range; a size is over 0 and under 8 EiB" :
		    "is not a size; give digits with k, m, g or t, as in "
		    "512m");
}

static int
parse_seconds(const struct row *row, const char *option, const char *value,
	      uint64_t *ns, char *error)
{
	int status = units_parse_seconds(value, ns);

	if (status == 0 && *ns > MOST_SECONDS * NS_PER_S)
		status = -ERANGE;
	if (status == 0)
		return 0;
	if (row->kind == KIND_PAUSE && status == -ERANGE &&
	    value[strspn(value, "0.")] == '\0') {
		*ns = 0;
		return 0;
	}
	return fail(error, option, value, status == -ERANGE ?
		    "is out of range; a time is over 0 and up to 1000000 "
		    "seconds" :
		    "is not a number of seconds, as in 2 or 0.5");
}

static int
set(struct options *o, const struct row *row, const char *option,
    const char *value, char *error)
{
	char *field = (char *)o + row->at;
	uint64_t number;
	int status = 0;

	switch (row->kind) {
	case KIND_FLAG:
		*(bool *)field = true;
		return 0;
	case KIND_TEXT:
		*(const char **)field = value;
		return value[0] != '\0' ? 0 :
		       fail(error, option, value, "is empty");
	case KIND_TEXTS:
		if (value[0] == '\0')
			return fail(error, option, value, "is empty");
		return append_text(&o->directory, &o->n_directories, value);
	case KIND_SIZE:
		return parse_size(option, value, (uint64_t *)field, error);
	case KIND_SECONDS:
	case KIND_PAUSE:
		return parse_seconds(row, option, value, (uint64_t *)field,
				     error);
	case KIND_COUNT:
		return parse_number(row, option, value, (uint64_t *)field,
				    error);
	case KIND_COUNTS:
		status = parse_number(row, option, value, &number, error);
		return status == 0 ? append_count(o, number) : status;
	case KIND_PERCENT:
		o->mix = value;
		return parse_number(row, option, value, &o->mix_pct, error);
	case KIND_SEED:
		o->seed_text = value;
		return parse_number(row, option, value, &o->seed, error);
	}
	return status;
}

static int
unknown(const char *option, char *error)
{
	struct suggestion s = { .word = option + 2 };
	char text[SUGGEST_TEXT], dashed[48];
	size_t i;

	if (option[1] == '-')
		for (i = 0; i < ROWS; i++)
			suggest_offer(&s, table[i].name);
	if (s.nearest != NULL) {
		snprintf(dashed, sizeof(dashed), "--%s", s.nearest);
		s.nearest = dashed;
	}
	suggest_format(text, &s);
	snprintf(error, OPTIONS_ERROR, "unknown option %.80s%s", option,
		 text[0] != '\0' ? text : "; see diskidx --help");
	return -EINVAL;
}

static int
check_command(const struct options *o, const struct row *row,
	      const char *option, char *error)
{
	if ((row->commands & 1u << o->command) != 0)
		return 0;
	snprintf(error, OPTIONS_ERROR, "%s does not go with %s", option,
		 command_name[o->command]);
	return -EINVAL;
}

/* --name, --name=value or --name value; *used counts a second argument. */
static int
parse_long(struct options *o, const char *text, const char *next, int *used,
	   char *error)
{
	size_t length = strcspn(text, "="), i;
	char option[48];

	snprintf(option, sizeof(option), "%.*s", (int)length, text);
	for (i = 0; i < ROWS; i++) {
		const struct row *row = &table[i];
		const char *value = text[length] == '=' ? text + length + 1 :
				    NULL;

		if (strcmp(option + 2, row->name) != 0)
			continue;
		if (check_command(o, row, option, error) != 0)
			return -EINVAL;
		if (row->argument == NULL && value != NULL)
			return fail(error, option, value,
				    "is too much: the option takes no value");
		if (row->argument != NULL && value == NULL) {
			value = next;
			*used = 1;
		}
		if (row->argument != NULL && value == NULL)
			break;
		return set(o, row, option, value, error);
	}
	if (i == ROWS)
		return unknown(option, error);
	snprintf(error, OPTIONS_ERROR, "%s needs a value: %s", option,
		 table[i].argument);
	return -EINVAL;
}

static const struct row *
by_letter(char letter)
{
	size_t i;

	for (i = 0; i < ROWS; i++)
		if (letter != 0 && table[i].letter == letter)
			return &table[i];
	return NULL;
}

/* -x, -xVALUE, -x VALUE, or several flags in one, as in -qn. */
static int
parse_short(struct options *o, const char *text, const char *next, int *used,
	    char *error)
{
	const char *at;

	for (at = text + 1; *at != '\0'; at++) {
		const struct row *row = by_letter(*at);
		char option[] = { '-', *at, '\0' };
		const char *value = at[1] != '\0' ? at + 1 : next;

		if (row == NULL)
			return unknown(option, error);
		if (check_command(o, row, option, error) != 0)
			return -EINVAL;
		if (row->argument == NULL) {
			set(o, row, option, "", error);
			continue;
		}
		if (value == NULL) {
			snprintf(error, OPTIONS_ERROR, "%s needs a value: %s",
				 option, row->argument);
			return -EINVAL;
		}
		*used = value == next;
		return set(o, row, option, value, error);
	}
	return 0;
}

/* What contradicts itself, whatever the order. */
static int
check(const struct options *o, char *error)
{
	const char *what = NULL;

	if (o->quick && o->full)
		what = "--quick and --full exclude each other";
	else if (o->output != NULL && o->no_save)
		what = "-o and --no-save exclude each other";
	else if (o->command == COMMAND_REPORT && o->n_operands == 0 &&
		 !o->help && !o->version)
		what = "report needs a record; see diskidx list records";
	else if (o->command == COMMAND_LIST && o->n_operands > 1)
		what = "list takes one word";
	if (what != NULL)
		snprintf(error, OPTIONS_ERROR, "%s", what);
	return what != NULL ? -EINVAL : 0;
}

static int
find_command(struct options *o, const char *word, char *error)
{
	if (strcmp(word, "report") == 0) {
		o->command = COMMAND_REPORT;
	} else if (strcmp(word, "list") == 0) {
		o->command = COMMAND_LIST;
	} else if (strcmp(word, "compare") == 0) {
		snprintf(error, OPTIONS_ERROR,
			 "compare is not in this version");
		return -EINVAL;
	} else {
		return 0;
	}
	return 1;
}

int
options_parse(int argc, char **argv, struct options *o, char *error)
{
	int i, status = 0, plain = 0;

	memset(o, 0, sizeof(*o));
	o->baseline = "george";
	o->format = "text";
	i = argc > 1 ? find_command(o, argv[1], error) : 0;
	if (i < 0)
		return i;
	for (i++; i < argc && status == 0; i++) {
		const char *next = i + 1 < argc ? argv[i + 1] : NULL;
		int used = 0;

		if (plain || argv[i][0] != '-' || argv[i][1] == '\0')
			append_text(&o->operand, &o->n_operands, argv[i]);
		else if (strcmp(argv[i], "--") == 0)
			plain = 1;
		else if (argv[i][1] == '-')
			status = parse_long(o, argv[i], next, &used, error);
		else
			status = parse_short(o, argv[i], next, &used, error);
		i += used;
	}
	return status != 0 ? status : check(o, error);
}

void
options_free(struct options *o)
{
	free(o->directory);
	free(o->copies);
	free(o->operand);
}
