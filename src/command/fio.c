/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * The options behind the word fio that say what is printed, and where, as
 * options of diskidx. All others stay for the job file.
 */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/message.h"
#include "diskidx/base/say.h"
#include "diskidx/command/commands.h"
#include "output.h"
#include "row.h"

/* Where fio prints a format, one behind the other. */
enum place { BEGIN, TERSE, JSON, NORMAL, PLACES };

/* The formats of fio by its names. */
static const struct {
	const char *name;
	enum place place;
	const struct format *format;
} formats[] = {
	{ "terse", TERSE, &format_fio_terse },
	{ "minimal", TERSE, &format_fio_terse },
	{ "csv", TERSE, &format_fio_terse },
	{ "json", JSON, &format_fio_json },
	{ "json+", JSON, &format_fio_json_plus },
	{ "normal", NORMAL, &format_fio },
};

/* The output that the words ask for. */
struct fio_output {
	const char *formats;		/* a list of names; NULL: not given */
	const char *path;		/* NULL: to standard output */
	const char *terse_version;
};

/* Return the value of an option, in its own word, which begins with a name
 * where it has one dash or two, or in the next one; NULL: it is another, or has
 * no value. */
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

/* Find the formats of a list, each at its place. Return 0 or -EINVAL. */
static int
fio_find(const char *list, const struct format *found[PLACES], char *error)
{
	for (const char *name = list; name != NULL;) {
		const char *end = name + strcspn(name, ",");
		size_t length = (size_t)(end - name), i = 0;

		while (i < LENGTH(formats) &&
		       (strlen(formats[i].name) != length ||
			strncmp(formats[i].name, name, length) != 0))
			i++;
		if (i == LENGTH(formats))
			return options_fail(error, "fio --output-format: "
					    "'%.40s' is not normal, json, "
					    "json+ or terse, nor several with "
					    "commas", list);
		/* fio's json beside its json+ is that. */
		if (found[formats[i].place] != &format_fio_json_plus)
			found[formats[i].place] = formats[i].format;
		name = *end == ',' ? end + 1 : NULL;
	}
	return 0;
}

/* Return true if a word was about the output. */
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

/* Return true if standard error goes where that output goes. */
static bool
fio_is_mixed(const char *path)
{
	struct stat out, error;

	return (path != NULL ? stat(path, &out) :
		fstat(STDOUT_FILENO, &out)) == 0 &&
		fstat(STDERR_FILENO, &error) == 0 &&
		out.st_dev == error.st_dev && out.st_ino == error.st_ino;
}

int
fio_take_output(struct options *o, char *error)
{
	struct fio_output output = { .terse_version = "3" };
	const struct format *found[PLACES] = { NULL }, *terse;
	size_t n = 0;

	for (size_t i = 0; i < o->operand.n; i++) {
		const char *word = o->operand.list[i];

		if (!fio_take_word(o, &output, &i))
			o->operand.list[n++] = word;
	}
	o->operand.n = n;
	if (fio_find(text_or(output.formats, "normal"), found, error) != 0)
		return -EINVAL;
	terse = format_by_name(strcmp(output.terse_version, "3") == 0 ?
			       "fio-terse" : say("fio-terse%s",
						 output.terse_version));
	if (terse == NULL)
		return options_fail(error, "fio --terse-version: '%.40s' is "
				    "not 3, 4 or 5", output.terse_version);
	if (found[TERSE] != NULL)
		found[TERSE] = terse;
	if (found[NORMAL] != NULL && (found[TERSE] != NULL ||
				      found[JSON] != NULL))
		found[BEGIN] = &format_fio_begin;
	/* The standard output may have what an option before the word says. */
	if (output.path == NULL && (o->format != NULL || o->no_stdout)) {
		if (output.formats == NULL)
			return 0;
		return options_fail(error, "fio --output-format: another "
				    "format goes to the standard output; give "
				    "--output=FILE");
	}
	o->no_stdout |= o->format == NULL && output.path != NULL;
	for (size_t i = 0; i < PLACES; i++)
		if (output.path == NULL && o->format == NULL)
			o->format = found[i];
		else if (found[i] != NULL)
			*xadd(o->file.list, o->file.n) = (struct output){
				found[i], output.path, true
			};
	if (isatty(STDERR_FILENO))
		return 0;
	/* As fio, which has no progress then. What a program reads has nothing
	 * between its lines, even if it reads both streams together. */
	if (o->progress == MESSAGE_AUTO)
		o->progress = MESSAGE_NO_PROGRESS;
	o->quiet |= found[NORMAL] == NULL && fio_is_mixed(output.path);
	return 0;
}

void
fio_announce(const struct jobfile *jobfile)
{
	/* It begins with "Unlike fio: ", and ends with a full stop. */
	const char *brief = jobfile->notes.text[0];

	message_warning("u%.*s; see diskidx-jobfile(5)",
			(int)strlen(brief) - 2, brief + 1);
}
