/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
#include <config.h>

#include "rows.h"
#include "test.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_FIELDS 5
#define LONGEST 4096

static char place[4096];		/* of the row being checked */

/* Put the characters that are meant in the place of \n and the like. */
static void
unescape(char *text)
{
	static const char letters[] = "ntr\\", meant[] = "\n\t\r\\";
	char *to = text;

	for (char *from = text; *from != '\0'; from++) {
		const char *letter;

		if (*from != '\\') {
			*to++ = *from;
			continue;
		}
		letter = strchr(letters, *++from);
		if (letter != NULL && *letter != '\0') {
			*to++ = meant[letter - letters];
		} else {
			char digits[] = { from[1], from[2], '\0' };

			assert_int_equal(*from, 'x');
			*to++ = (char)strtoul(digits, NULL, 16);
			from += 2;
		}
	}
	*to = '\0';
}

/* Cut a line into its fields, and return their number. */
static size_t
split(char *line, char **field)
{
	size_t n = 0;

	for (char *at = strtok(line, "\t"); at != NULL;
	     at = strtok(NULL, "\t")) {
		assert_true(n < MOST_FIELDS);
		if (strcmp(at, "\"\"") == 0)
			*at = '\0';
		unescape(at);
		field[n++] = at;
	}
	return n;
}

void
each_row(const char *file, const char *table, void (*check)(char **field))
{
	const char *srcdir = getenv("srcdir");
	char path[sizeof(place) - 16], line[LONGEST], *field[MOST_FIELDS];
	unsigned number = 0;
	size_t fields = 0, n;
	bool wanted = false;
	FILE *stream;

	snprintf(path, sizeof(path), "%s/tests/unit/rows/%s",
		 srcdir != NULL ? srcdir : ".", file);
	stream = fopen(path, "r");
	if (stream == NULL)
		fail_msg("can't read %s", path);
	while (fgets(line, sizeof(line), stream) != NULL) {
		snprintf(place, sizeof(place), "%s:%u", path, ++number);
		assert_int_equal(line[strlen(line) - 1], '\n');
		line[strlen(line) - 1] = '\0';
		if (strncmp(line, "== ", 3) == 0)
			wanted = strcmp(line + 3, table) == 0;
		else if (wanted && line[0] != '\0' &&
			 strncmp(line, "# ", 2) != 0) {
			n = split(line, field);
			assert_true(fields == 0 || fields == n);
			fields = n;
			check(field);
		}
	}
	fclose(stream);
	place[0] = '\0';
	if (fields == 0)
		fail_msg("%s has no table %s", path, table);
}

void
tell_row(void)
{
	if (place[0] != '\0')
		printf("# at %s\n", place);
	place[0] = '\0';
}
