/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Words: the options of fio's command line as the lines of a job file. */
#include <config.h>

#include <string.h>

#include "diskidx/base/say.h"
#include "script.h"

#define MOST_DEEP 8	/* depth of files that include each other */

/* Options after which fio does not take the next word, which may be a file. */
#define FLAGS "blocksize_unaligned bs_unaligned cmdhelp enghelp exitall " \
	"exitall_on_error group_reporting new_group norandommap readonly " \
	"refill_buffers stonewall thread time_based verify_only " \
	"wait_for_previous zero_buffers"

/* Make lines from an option, --key=value, -key=value or --key value; advance *i
 * if the next word is its value. */
static char *
make_line(const char *const *word, size_t n, size_t *i)
{
	const char *key = word[*i] + strspn(word[*i], "-");
	const char *equals = "=", *value = "";
	size_t length = strcspn(key, "=");

	if (key[length] == '=')
		value = key + length + 1;
	else if (*i + 1 < n && word[*i + 1][0] != '-' &&
		 !value_is_word(FLAGS, key, length))
		value = word[++*i];
	else
		equals = "";
	if (length == 4 && strncmp(key, "name", 4) == 0)
		return say("[%s]\n%s%s\n", value,
			   *value != '\0' ? "name=" : "", value);
	return say("%.*s%s%s\n", (int)length, key, equals, value);
}

/* Append the lines of a job file without comments, and of the files that it
 * includes from its directory. */
static void
append_file(char **text, const char *path, unsigned depth,
	    struct texts *faults)
{
	struct reader reader;

	if (reader_load(&reader, path) != 0) {
		texts_add(faults, reader.error);
		return;
	}
	while (faults->n == 0 && reader_line(&reader) > 0) {
		char *line = reader.line + strspn(reader.line, " \t");
		const char *slash = strrchr(path, '/');
		int directory = slash != NULL ? (int)(slash - path + 1) : 0;

		line[strcspn(line, ";#\r")] = '\0';
		if (strncmp(line, "include ", 8) != 0 || depth == MOST_DEEP) {
			*text = say_join(say_join(*text, "", line), "", "\n");
			continue;
		}
		line += 8 + strspn(line + 8, " ");
		line[strcspn(line, " ")] = '\0';
		append_file(text, say("%.*s%s", line[0] != '/' ? directory : 0,
				      path, line), depth + 1, faults);
	}
	reader_close(&reader);
}

const char *
words_text(const char *const *word, size_t n, struct texts *faults)
{
	char *text = say("[global]\n"), *files = NULL;

	for (size_t i = 0; i < n; i++)
		if (strchr(word[i], '\n') != NULL)
			texts_print(faults, "fio: '%.60s' has a control "
				    "character", word[i]);
	for (size_t i = 0; i < n && faults->n == 0; i++) {
		if (word[i][0] != '-' || word[i][1] == '\0') {
			if (files != NULL)
				texts_print(faults, "fio: '%.60s' is a second "
					    "job file; run each by itself",
					    word[i]);
			append_file(&files, word[i], 0, faults);
			continue;
		}
		text = say_join(text, "", make_line(word, n, &i));
	}
	/* As in fio, options come before all files and are their defaults. */
	return faults->n == 0 ? say_join(text, "", files) : NULL;
}
