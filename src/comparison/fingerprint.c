/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Fingerprint: compared word by word. test.c makes fingerprints and alone
 * knows the words.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "parts.h"
#include "diskidx/alloc.h"

static const char *
fingerprint_text(const struct result *result)
{
	return result->test.fingerprint == NULL ? "" : result->test.fingerprint;
}

bool
fingerprint_is_same(const struct result *a, const struct result *b)
{
	return strcmp(fingerprint_text(a), fingerprint_text(b)) == 0 &&
		a->test.unit == b->test.unit;
}

const struct result *
fingerprint_find(const struct record *run, const struct result *of)
{
	for (size_t i = 0; i < run->n_results; i++) {
		const struct result *result = &run->result[i];

		if (strcmp(result->test.id, of->test.id) == 0 &&
		    result->test.target == of->test.target &&
		    result->test.copies == of->test.copies &&
		    fingerprint_is_same(result, of))
			return result;
	}
	return NULL;
}

static size_t
word_length(const char *text)
{
	return strcspn(text, " ");
}

/* Return the length up to and with the equals sign; 0: there is none. */
static size_t
key_length(const char *word)
{
	size_t length = strcspn(word, " =");

	return word[length] == '=' ? length + 1 : 0;
}

static const char *
next_word(const char *word)
{
	word += word_length(word);
	return word + strspn(word, " ");
}

/* Return the word of that key, or NULL; the key of the workload is empty. */
static const char *
find_word(const char *text, const char *key, size_t length)
{
	for (; *text != '\0'; text = next_word(text))
		if (key_length(text) == length &&
		    memcmp(text, key, length) == 0)
			return text;
	return NULL;
}

/* Return the value of a word, on the heap. */
static char *
word_value(const char *word)
{
	size_t skip;

	if (word == NULL)
		return xstrdup("none");
	skip = key_length(word);
	return xprintf("%.*s", (int)(word_length(word) - skip), word + skip);
}

/* Append "block 4096 and 8192"; one of the words may be NULL. */
static char *
add_words(char *text, const char *old_word, const char *new_word)
{
	const char *key = old_word != NULL ? old_word : new_word;
	char *words;

	if (key_length(key) > 0)
		words = xprintf("%.*s", (int)strcspn(key, "_="), key);
	else
		words = xstrdup("workload");
	words = xjoin(words, " ", word_value(old_word));
	words = xjoin(words, " and ", word_value(new_word));
	return xjoin(text, ", ", words);
}

char *
fingerprint_difference(const char *whose, const struct result *a,
		       const struct result *b)
{
	const char *old_text = fingerprint_text(a),
		*new_text = fingerprint_text(b);
	const char *word, *other;
	char *text = NULL;

	if (a->test.unit != b->test.unit)
		return xprintf("%s: unit %s and %s", whose,
			       unit_name(a->test.unit),
			       unit_name(b->test.unit));
	for (word = old_text; *word != '\0'; word = next_word(word)) {
		other = find_word(new_text, word, key_length(word));
		if (other == NULL ||
		    word_length(other) != word_length(word) ||
		    memcmp(other, word, word_length(word)) != 0)
			text = add_words(text, word, other);
	}
	for (word = new_text; *word != '\0'; word = next_word(word))
		if (find_word(old_text, word, key_length(word)) == NULL)
			text = add_words(text, NULL, word);
	if (text == NULL)
		text = xstrdup("parameters in another order");
	return xjoin(xstrdup(whose), ": ", text);
}
