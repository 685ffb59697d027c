/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The options after the word fio that say what is printed, and where, as
 * options of diskidx. All others stay for the job file. */
#include <config.h>

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/message.h"
#include "diskidx/base/say.h"
#include "diskidx/format/format.h"
#include "row.h"

#define MOST_FORMATS 16		/* most in a list */

/* fio's formats in the order in which it prints them, and their names. */
enum place { BEGIN, TERSE, JSON, JSON_PLUS, NORMAL, PLACES };
static const struct value_rule formats = {
	.kind = VALUE_WORD,
	.word = (const struct word[]){
		{ "terse", .number = TERSE, .others = "minimal csv" },
		{ "json", .number = JSON },
		{ "json+", .number = JSON_PLUS },
		{ "normal", .number = NORMAL },
		{ .name = NULL }
	},
	.wanted = "normal, json, json+ or terse, or several with commas",
};

/* The output that the words ask for. */
struct fio_output {
	const char *formats;		/* a list of names; NULL: not given */
	const char *path;		/* NULL: to standard output */
	const char *terse_version;
};

/* Return the value of an option: after its name, with one dash or two, in the
 * same word, or the next word; NULL: another option, or no value. */
static const char *
fio_value(const char *name, const char *option, const struct words *words,
	  size_t *at)
{
	size_t length = strlen(option);

	if (strncmp(name, option, length) != 0)
		return NULL;
	if (name[length] == '=')
		return name + length + 1;
	if (name[length] == '\0' && *at + 1 < words->n)
		return words->list[++*at];
	return NULL;
}

/* Take a word about the output, or return false. */
static bool
fio_take_word(struct options *o, struct fio_output *output, size_t *at)
{
	const struct words *words = &o->operand;
	const char *name = words->list[*at], *value;

	if (name[0] != '-' || name[1] == '\0')
		return false;
	name += 1 + (name[1] == '-');
	if (strcmp(name, "version") == 0 || strcmp(name, "v") == 0)
		o->version = true;
	else if (strcmp(name, "help") == 0 || strcmp(name, "h") == 0)
		o->help = true;
	else if (strcmp(name, "minimal") == 0)
		output->formats = "terse";
	else if (strcmp(name, "append-terse") == 0)
		output->formats = say("%s,terse",
				      text_or(output->formats, "normal"));
	else if ((value = fio_value(name, "output-format", words, at)) != NULL)
		output->formats = value;
	else if ((value = fio_value(name, "terse-version", words, at)) != NULL)
		output->terse_version = value;
	else if ((value = fio_value(name, "output", words, at)) != NULL)
		output->path = value;
	else
		return false;
	return true;
}

int
fio_take_output(struct options *o, char *error)
{
	struct fio_output output = { .terse_version = "3" };
	const struct format *all[PLACES] = {
		&format_fio_begin, NULL, &format_fio_json,
		&format_fio_json_plus, &format_fio,
	};
	bool has[PLACES] = { false };
	uint64_t place[MOST_FORMATS];
	struct stat out, errors;
	char *why;
	size_t n = 0;
	int n_formats;

	for (size_t i = 0; i < o->operand.n; i++) {
		const char *word = o->operand.list[i];

		if (!fio_take_word(o, &output, &i))
			o->operand.list[n++] = word;
	}
	o->operand.n = n;
	n_formats = value_parse_list(&formats, text_or(output.formats,
				     "normal"), place, MOST_FORMATS, &why);
	if (n_formats < 0)
		return options_fail(error, "fio --output-format: %s", why);
	all[TERSE] = format_by_name(strcmp(output.terse_version, "3") == 0 ?
				    "fio-terse" : say("fio-terse%s",
						      output.terse_version));
	if (all[TERSE] == NULL)
		return options_fail(error, "fio --terse-version: '%.40s' is "
				    "not 3, 4 or 5", output.terse_version);
	for (int i = 0; i < n_formats; i++)
		has[place[i]] = true;
	has[JSON] &= !has[JSON_PLUS];	/* fio's is both */
	has[BEGIN] = has[NORMAL] && (has[TERSE] || has[JSON] || has[JSON_PLUS]);
	/* An option before the word may decide on standard output. */
	if (output.path == NULL && (o->format != NULL || o->no_stdout)) {
		if (output.formats == NULL)
			return 0;
		return options_fail(error, "fio --output-format: another "
				    "format goes to standard output; give "
				    "--output=FILE");
	}
	o->no_stdout |= o->format == NULL && output.path != NULL;
	for (size_t i = 0; i < PLACES; i++)
		if (has[i] && output.path == NULL && o->format == NULL)
			o->format = all[i];
		else if (has[i])
			*xadd(o->file.list, o->file.n) = (struct output){
				all[i], output.path, true
			};
	if (isatty(STDERR_FILENO))
		return 0;
	/* fio has no progress then, either: nothing comes between the lines for
	 * a program, even if it reads both streams together. */
	if (o->progress == MESSAGE_AUTO)
		o->progress = MESSAGE_NO_PROGRESS;
	o->quiet |= !has[NORMAL] &&
		(output.path != NULL ? stat(output.path, &out) :
		 fstat(STDOUT_FILENO, &out)) == 0 &&
		fstat(STDERR_FILENO, &errors) == 0 &&
		out.st_dev == errors.st_dev && out.st_ino == errors.st_ino;
	return 0;
}
