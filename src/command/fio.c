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
#include <unistd.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/message.h"
#include "diskidx/command/commands.h"
#include "output.h"
#include "row.h"

/* The formats of fio by its names. */
static const struct {
	const char *name;
	const struct format *format;
} formats[] = {
	{ "normal", &format_fio }, { "json", &format_fio_json },
	{ "json+", &format_fio_json }, { "terse", &format_fio_terse },
};

/* The output that the words ask for. */
struct fio_output {
	const struct format *format;	/* NULL: as by default, */
	const char *path;		/* to standard output */
	bool is_terse_5;
};

/* Return the value of an option of that name, in this word or the next one;
 * NULL: it is another, or has no value. */
static const char *
fio_value(const char *name, const struct words *words, size_t *at)
{
	const char *word = words->list[*at];
	size_t length = strlen(name);

	if (strncmp(word, "--", 2) != 0 ||
	    strncmp(word + 2, name, length) != 0)
		return NULL;
	if (word[2 + length] == '=')
		return word + 3 + length;
	if (word[2 + length] == '\0' && *at + 1 < words->n)
		return words->list[++*at];
	return NULL;
}

/* Return the format of the first in a list; NULL with an error. */
static const struct format *
fio_format(const char *text, char *error)
{
	size_t length = strcspn(text, ",");

	for (size_t i = 0; i < LENGTH(formats); i++)
		if (strlen(formats[i].name) == length &&
		    strncmp(formats[i].name, text, length) == 0)
			return formats[i].format;
	snprintf(error, OPTIONS_ERROR, "fio --output-format: '%.40s' is not "
		 "normal, json, json+ or terse", text);
	return NULL;
}

/* Return true if a word was about the output, of which a wrong value is an
 * error. */
static bool
fio_take_word(struct options *o, struct fio_output *output, size_t *at,
	      char *error)
{
	const struct words *words = &o->operand;
	const char *word = words->list[*at], *value;

	if (strcmp(word, "--version") == 0 || strcmp(word, "-v") == 0) {
		o->version = true;
	} else if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
		o->help = true;
	} else if (strcmp(word, "--minimal") == 0) {
		output->format = &format_fio_terse;
	} else if ((value = fio_value("output-format", words, at)) != NULL) {
		output->format = fio_format(value, error);
	} else if ((value = fio_value("terse-version", words, at)) != NULL) {
		output->is_terse_5 = strcmp(value, "5") == 0;
		if (!output->is_terse_5 && strcmp(value, "3") != 0)
			snprintf(error, OPTIONS_ERROR, "fio --terse-version: "
				 "'%.40s' is not 3 or 5", value);
	} else if ((value = fio_value("output", words, at)) != NULL) {
		output->path = value;
	} else {
		return false;
	}
	return true;
}

int
fio_take_output(struct options *o, char *error)
{
	struct fio_output output = { NULL, NULL, false };
	bool is_given = o->format != NULL || o->file.n > 0;
	size_t n = 0;

	error[0] = '\0';
	for (size_t i = 0; i < o->operand.n; i++) {
		const char *word = o->operand.list[i];

		if (!fio_take_word(o, &output, &i, error))
			o->operand.list[n++] = word;
		if (error[0] != '\0')
			return -EINVAL;
	}
	o->operand.n = n;
	if (is_given && (output.format != NULL || output.path != NULL))
		return options_fail(error, "-f and fio's --output or "
				    "--output-format exclude each other");
	if (is_given)
		return 0;
	if (output.format == NULL)
		output.format = &format_fio;
	if (output.is_terse_5 && output.format == &format_fio_terse)
		output.format = &format_fio_terse5;
	o->no_stdout |= output.path != NULL;
	if (output.path == NULL)
		o->format = output.format;
	else
		*xadd(o->file.list, o->file.n) = (struct output){
			output.format, output.path
		};
	/* Scripts may read both streams together. */
	o->quiet |= output.format->is_fio && !isatty(STDERR_FILENO);
	return 0;
}

/* Return what of a job a format of fio's can't print as fio would, and what to
 * do, or NULL. */
static const char *
fio_lack(const struct jobfile *jobfile, const struct format *format)
{
	const char *percentiles = text_or(jobfile->percentiles, "");

	if (!format->is_fio)
		return NULL;
	if (jobfile->is_apart)
		return "numjobs without group_reporting prints each copy by "
			"itself in fio, and here all together; give "
			"--group_reporting";
	if (*percentiles != '\0' && format->has_places)
		return "percentile_list moves percentiles to other fields of a "
			"terse line in fio, and here they stay; give "
			"--output-format=json";
	if (strstr(percentiles, "99.999") != NULL)
		return "percentile_list: ends at 99.99 here; diskidx -f json "
			"fio ... has more";
	return NULL;
}

bool
fio_check(const struct plan *plan, const struct options *o)
{
	const struct format *format;
	const char *why = NULL;

	for (size_t i = 0; o->command->is_fio && why == NULL &&
	     (format = output_format(o, i)) != NULL; i++)
		why = fio_lack(plan->jobfile, format);
	if (why != NULL)
		message_error("fio: %s", why);
	return why == NULL;
}
