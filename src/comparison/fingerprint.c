/*
 * Comparison: how two fingerprints differ, word by word. Which words there are
 * is known to whoever makes fingerprints, and not here.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "parts.h"
#include "diskidx/alloc.h"

static size_t
word_length(const char *text)
{
	return strcspn(text, " ");
}

/* Up to and with the equals sign; 0 for a word without one. */
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

/* The word of that key, or NULL; a word without one has an empty key. */
static const char *
find_word(const char *text, const char *key, size_t length)
{
	for (; *text != '\0'; text = next_word(text))
		if (key_length(text) == length &&
		    memcmp(text, key, length) == 0)
			return text;
	return NULL;
}

/* "block 4096 and 8192"; a word that is NULL has no value. */
static char *
differing_words(char *before, const char *old_word, const char *new_word)
{
	const char *key = old_word != NULL ? old_word : new_word;
	size_t skip = key_length(key), name = strcspn(key, "_=");
	char *text = xprintf("%s%s%.*s %.*s and %.*s", before,
			     before[0] != '\0' ? ", " : "",
			     skip > 0 ? (int)name : 8,
			     skip > 0 ? key : "workload",
			     old_word ? (int)(word_length(old_word) - skip) : 4,
			     old_word ? old_word + skip : "none",
			     new_word ? (int)(word_length(new_word) - skip) : 4,
			     new_word ? new_word + skip : "none");

	free(before);
	return text;
}

char *
comparison_fingerprints(const char *old_text, const char *new_text)
{
	char *text = xstrdup("");
	const char *word, *other;

	for (word = old_text; *word != '\0'; word = next_word(word)) {
		other = find_word(new_text, word, key_length(word));
		if (other == NULL ||
		    word_length(other) != word_length(word) ||
		    memcmp(other, word, word_length(word)) != 0)
			text = differing_words(text, word, other);
	}
	for (word = new_text; *word != '\0'; word = next_word(word))
		if (find_word(old_text, word, key_length(word)) == NULL)
			text = differing_words(text, NULL, word);
	return text;
}
