/* Finds the nearest name, by Levenshtein distance. */
#include <config.h>

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "diskidx/suggest.h"

#define MAX_WORD 64

static unsigned
min_of(unsigned a, unsigned b, unsigned c)
{
	unsigned ab = a < b ? a : b;

	return ab < c ? ab : c;
}

/* Return whether two letters are the same, large or small. */
static bool
is_same(char a, char b)
{
	return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* Count the letters to change. Both words are at most MAX_WORD bytes. */
static unsigned
distance(const char *a, const char *b)
{
	size_t m = strlen(a), n = strlen(b), i, j;
	unsigned row[MAX_WORD + 1];

	for (j = 0; j <= n; j++)
		row[j] = (unsigned)j;
	for (i = 1; i <= m; i++) {
		unsigned diagonal = row[0];

		row[0] = (unsigned)i;
		for (j = 1; j <= n; j++) {
			unsigned above = row[j];

			diagonal += !is_same(a[i - 1], b[j - 1]);
			row[j] = min_of(above + 1, row[j - 1] + 1, diagonal);
			diagonal = above;
		}
	}
	return row[n];
}

/* Return the number of letters that may differ: a third, but of a word of up to
 * three letters only one, and of two letters none. */
static size_t
most_changes(size_t length, size_t longer)
{
	return length > 3 ? (longer + 2) / 3 : longer > 2;
}

/* Accept a name if few letters differ, or the word is a part of it, its start
 * best. */
void
suggest_offer(struct suggestion *s, const char *name)
{
	size_t length = strlen(s->word), longer = strlen(name);
	bool is_part = length >= 3 && strstr(name, s->word) != NULL;
	unsigned d;

	if (length > MAX_WORD || longer > MAX_WORD || length == 0)
		return;
	d = distance(s->word, name);
	if (is_part && d > 1)
		d = strncmp(s->word, name, length) == 0 ? 1 : 2;
	if (longer < length)
		longer = length;
	if (d > most_changes(length, longer) && !is_part)
		return;
	if (s->nearest == NULL || d < s->distance) {
		s->nearest = name;
		s->distance = d;
	}
}

const char *
suggest_end(struct suggestion *s, const char *prefix, const char *otherwise)
{
	if (s->nearest == NULL)
		return otherwise;
	snprintf(s->text, sizeof(s->text), "; did you mean %s%s?", prefix,
		 s->nearest);
	return s->text;
}
