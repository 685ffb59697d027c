/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Arguments: the words of a command line: its options, which set the fields of
 * struct options by their rows, its command and its operands. */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/reader.h"
#include "diskidx/base/say.h"
#include "diskidx/base/suggest.h"
#include "diskidx/command/commands.h"
#include "diskidx/test/baseline.h"
#include "diskidx/test/value.h"
#include "output.h"
#include "row.h"

#define MANY_HOSTS "ssh HOST diskidx -q -o - for each host, then diskidx " \
	"merge; or diskidx-mpi"

/* Names of options in other tools and in earlier versions. */
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

/* An option of a command line. */
struct argument {
	const struct option_row *row;
	char option[48];	/* as it was given: "-s" or "--size" */
	const char *value;	/* NULL: none */
};

/* All of a command line, in order. */
struct given {
	struct argument *list;
	size_t n;
};

#define ADDRESS(name) &command_##name,
static const struct command *const commands[] = { COMMAND_LIST(ADDRESS) };

static int
option_unknown(const char *option, char *error)
{
	struct suggestion s = { .word = option + 2 };
	const struct option_row *row = option_table;
	bool is_long = option[1] == '-';

	for (size_t i = 0; i < LENGTH(elsewhere) && is_long; i++)
		if (strcmp(elsewhere[i].name, s.word) == 0)
			return options_fail(error, "unknown option %s; use "
					    "%s", option, elsewhere[i].here);
	for (; row->name != NULL && is_long; row++)
		suggest_offer(&s, row->name + 2);
	return options_fail(error, "unknown option %.80s%s", option,
			    suggest_end(&s, "--", "; see diskidx --help"));
}

/* Find errors of a given option that do not depend on its value. */
static int
option_check(const struct options *o, const struct argument *a, char *error)
{
	const struct option_row *row = a->row;
	char *places = NULL;

	for (size_t i = 0; i < LENGTH(commands); i++) {
		const struct command *command = commands[i];
		bool is_run = command == &command_run;

		/* All commands that measure are a run. */
		if ((row->groups & command->takes) != 0 &&
		    (is_run || (command->takes & FOR_RUN) == 0))
			places = say_more(places, " and of ", "%s%s",
					  is_run ? "a " : "diskidx ",
					  command->name);
	}
	if ((row->groups & o->command->takes) == 0)
		return options_fail(error, "%s is an option of %s", a->option,
				    places);
	if (row->argument != NULL && a->value == NULL)
		return options_fail(error, "%s needs a value: %s", a->option,
				    row->argument);
	if (row->argument == NULL && a->value != NULL &&
	    row->kind != KIND_BRIEF)
		return options_fail(error, "%s: the option accepts no value; "
				    "leave out '%.100s'", a->option, a->value);
	return 0;
}

static int
option_set(struct options *o, const struct argument *a, char *error)
{
	const struct option_row *row = a->row;
	void *field = (char *)o + row->at;
	struct numbers *numbers = field;
	struct words *words = field;
	const char *name = text_or(row->letter, row->name);
	struct value value = { .number = 0 };
	char *why = NULL;
	int n = 0;

	if (row->kind == KIND_LIST)
		n = value_parse_list(&row->rule, a->value,
				     numbers->list + numbers->n,
				     NUMBERS_MAX - numbers->n, &why);
	else if (row->argument != NULL)
		why = value_parse(&row->rule, a->value, &value);
	if (why != NULL)
		return options_fail(error, "%s: %s", a->option, why);
	switch (row->kind) {
	case KIND_FLAG:
		*(bool *)field = true;
		break;
	case KIND_BRIEF:
		if (a->value != NULL && strcmp(a->value, "line") != 0)
			return options_fail(error, "%s: '%.100s' is not a "
					    "form; use --brief=line",
					    a->option, a->value);
		o->brief = true;
		o->line = a->value != NULL;
		break;
	case KIND_TEXT:
		*(const char **)field = value.text;
		break;
	case KIND_TEXTS:
		*xadd(words->list, words->n) = value.text;
		break;
	case KIND_FORMAT:
		return output_take(o, value.text, error);
	case KIND_NUMBER:
		*(uint64_t *)field = value.number;
		break;
	case KIND_PERCENT:
		*(double *)field = clock_seconds(value.number);
		break;
	case KIND_ONE:
		*numbers = (struct numbers){ { value.number }, 1, name };
		break;
	case KIND_LIST:
		numbers->n += (size_t)n;
		numbers->option = name;
	}
	return 0;
}

/* Add an option that was given: --name, --name=value or --name value; -x,
 * -xVALUE, -x VALUE, or several flags in one, as in -qn. Return 1 if the next
 * word is its value, 0, or -EINVAL. */
static int
option_parse(struct given *given, const char *text, const char *next,
	     char *error)
{
	struct argument a = { .value = NULL };
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
		a.row = option_table;
		while (a.row->name != NULL &&
		       strcmp(a.row->name, a.option) != 0 &&
		       strcmp(text_or(a.row->letter, ""), a.option) != 0)
			a.row++;
		if (a.row->name == NULL)
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

/* Take a word that is not an option or its value: the command, also after help
 * or a needless run; or an operand. */
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
	else if (o->command->promises && o->promise == NULL)
		o->promise = word;
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
	for (size_t i = 0; i < given.n && status >= 0; i++) {
		status = option_check(o, &given.list[i], error);
		if (status == 0)
			status = option_set(o, &given.list[i], error);
	}
	free(given.list);
	if (o->barrier != NULL && o->output == NULL)
		o->output = READER_STDIN;
	o->streams = o->output != NULL && strcmp(o->output, READER_STDIN) == 0;
	o->no_stdout |= o->streams || o->barrier != NULL;
	if (status >= 0 && o->command->is_fio)
		status = fio_take_output(o, error);
	if (status < 0 || o->help || o->version)
		return status;
	/* Find contradictions, for any order of the options. */
	if (o->quick && o->full)
		return options_fail(error, "--quick and --full exclude each "
				    "other; give one of them");
	if (o->output != NULL && o->no_save)
		return options_fail(error, "-o and --no-save exclude each "
				    "other; give one of them");
	if (o->barrier != NULL && !o->streams)
		return options_fail(error, "-o: under diskidx-mpi the record "
				    "goes to standard output; leave out -o");
	if (o->line && strcmp(o->baseline, BASELINE_DEFAULT) != 0)
		return options_fail(error, "--brief=line: its scores are "
				    "relative to " BASELINE_DEFAULT "; leave "
				    "out -B");
	return 0;
}

void
options_free(struct options *o)
{
	free(o->directory.list);
	free(o->operand.list);
	free(o->file.list);
}
