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
text_of(const struct result *result)
{
	return result->test.fingerprint == NULL ? "" : result->test.fingerprint;
}

bool
fingerprint_is_same(const struct result *a, const struct result *b)
{
	return strcmp(text_of(a), text_of(b)) == 0 &&
		a->test.unit == b->test.unit;
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

/* Append "block 4096 and 8192"; a word that is NULL has no value. */
static char *
add_words(char *text, const char *old_word, const char *new_word)
{
	const char *key = old_word != NULL ? old_word : new_word;
	size_t skip = key_length(key), name = strcspn(key, "_=");
	char *words = xprintf("%.*s %.*s and %.*s",
			      skip > 0 ? (int)name : 8,
			      skip > 0 ? key : "workload",
			      old_word ? (int)(word_length(old_word) - skip) :
			      4, old_word ? old_word + skip : "none",
			      new_word ? (int)(word_length(new_word) - skip) :
			      4, new_word ? new_word + skip : "none");

	return xjoin(text, ", ", words);
}

char *
fingerprint_difference(const char *whose, const struct result *a,
		       const struct result *b)
{
	const char *old_text = text_of(a), *new_text = text_of(b);
	const char *word, *other;
	char *text;

	if (a->test.unit != b->test.unit)
		return xprintf("%s: unit %s and %s", whose,
			       unit_name(a->test.unit),
			       unit_name(b->test.unit));
	text = xstrdup("");
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
	if (*text == '\0')
		text = xjoin(text, "", xstrdup("parameters in another order"));
	return xjoin(xstrdup(whose), ": ", text);
}
