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

/* Append the lines of a job file without their comments; "-" is the standard
 * input. Return 0, or -errno with the error set. */
static int
append_file(char **text, const char *path, char *error, size_t error_size)
{
	struct reader reader;

	if (strcmp(path, "-") == 0)
		path = "/dev/stdin";
	if (reader_load(&reader, path, error, error_size) != 0)
		return -EINVAL;
	while (reader_line(&reader) > 0) {
		reader.line[strcspn(reader.line, ";#")] = '\0';
		*text = xjoin(*text, "", xprintf("%s\n", reader.line));
	}
	reader_close(&reader);
	return 0;
}

char *
words_text(const char *const *word, size_t n, char *error, size_t error_size)
{
	char *text = xstrdup("[global]\n");
	const char *wrong = NULL;
	size_t i, at = 0;

	for (i = 0; i < n && wrong == NULL; i++)
		for (const char *c = word[at = i]; *c != '\0'; c++)
			if ((unsigned char)*c < ' ' || *c == 0x7f)
				wrong = "has a control character";
	for (i = 0; i < n && wrong == NULL; i++)
		if (word[at = i][0] == '-' && word[i][1] != '\0')
			text = xjoin(text, "", make_line(word, n, &i));
		else if (append_file(&text, word[i], error, error_size) != 0) {
			free(text);
			return NULL;
		}
	if (wrong == NULL)
		return text;
	snprintf(error, error_size, "fio: '%.60s' %s", word[at], wrong);
	free(text);
	return NULL;
}
