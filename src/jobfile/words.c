/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Words: the options of fio's command line as the lines of a job file. */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "script.h"

#define MOST_DEEP 8	/* files that include each other */

/* Make a line of an option, as --key=value, -key=value or --key value; add to
 * *i if the next word is its value. */
static char *
make_line(const char *const *word, size_t n, size_t *i)
{
	const char *key = word[*i] + strspn(word[*i], "-");
	const char *equals = "=", *value = "";
	size_t length = strcspn(key, "=");

	if (key[length] == '=')
		value = key + length + 1;
	else if (*i + 1 < n && word[*i + 1][0] != '-')
		value = word[++*i];
	else
		equals = "";
	if (length == 4 && strncmp(key, "name", 4) == 0)
		return xprintf("[%s]\n", value);
	return xprintf("%.*s%s%s\n", (int)length, key, equals, value);
}

static bool
is_key_word(const char *word)
{
	return word[0] == '-' && word[1] != '\0';
}

/* Append the lines of a job file without their comments, and those of the files
 * that it includes from its directory; "-" is the standard input. Return 0, or
 * -errno with the error set. */
static int
append_file(char **text, const char *path, unsigned depth, char *error,
	    size_t error_size)
{
	struct reader reader;
	int status = 0;

	if (strcmp(path, "-") == 0)
		path = "/dev/stdin";
	if (reader_load(&reader, path, error, error_size) != 0)
		return -EINVAL;
	while (status == 0 && reader_line(&reader) > 0) {
		char *line = reader.line + strspn(reader.line, " \t"), *other;
		const char *slash = strrchr(path, '/');
		int directory = slash != NULL ? (int)(slash - path + 1) : 0;

		line[strcspn(line, ";#\r")] = '\0';
		if (strncmp(line, "include ", 8) != 0 || depth == MOST_DEEP) {
			*text = xjoin(*text, "", xprintf("%s\n", line));
			continue;
		}
		line += 8 + strspn(line + 8, " ");
		line[strcspn(line, " ")] = '\0';
		other = xprintf("%.*s%s", line[0] != '/' ? directory : 0, path,
				line);
		status = append_file(text, other, depth + 1, error, error_size);
		free(other);
	}
	reader_close(&reader);
	return status;
}

char *
words_text(const char *const *word, size_t n, char *error, size_t error_size)
{
	char *text = xstrdup("[global]\n");
	const char **file = xmalloc((n + 1) * sizeof(*file)), *wrong = NULL;
	size_t i, at = 0, n_files = 0;
	int status = 0;

	for (i = 0; i < n && wrong == NULL; i++)
		for (const char *c = word[at = i]; *c != '\0'; c++)
			if ((unsigned char)*c < ' ' || *c == 0x7f)
				wrong = "has a control character";
	/* As in fio, options come before all files, as their defaults. */
	for (i = 0; i < n && wrong == NULL; i++)
		if (is_key_word(word[i]))
			text = xjoin(text, "", make_line(word, n, &i));
		else
			file[n_files++] = word[i];
	for (i = 0; i < n_files && status == 0; i++)
		status = append_file(&text, file[i], 0, error, error_size);
	free(file);
	if (wrong == NULL && status == 0)
		return text;
	if (wrong != NULL)
		snprintf(error, error_size, "fio: '%.60s' %s", word[at], wrong);
	free(text);
	return NULL;
}
