/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Fingerprint: compared word by word. test.c makes fingerprints and alone
 * knows the words. And blockers, the reasons why a row can't be compared: a
 * side lacks it, the two figures are of different tests, or a flag says that a
 * figure is not the disk's.
 */
#include <config.h>

#include <string.h>

#include "parts.h"
#include "diskidx/alloc.h"
#include "diskidx/flags.h"

static const char *
fingerprint_text(const struct result *result)
{
	return text_or(result->test.fingerprint, "");
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

/* Describe how the tests of two results differ, on the heap: "WHOSE: block 4096
 * and 8192". */
static char *
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

/* Blockers. */

static const char *const side_name[SIDES] = { "old", "new" };

/* Say what a side lacks; NULL: nothing. */
static char *
find_lack(const struct row *row, int side)
{
	const struct cell *cell = &row->cell[side];
	const char *name = side_name[side];

	if (cell->run == NULL)
		return xprintf("not on the %s side", name);
	for (size_t i = 0; i < cell->n; i++)
		if (!(cell->figure[i]->summary.value > 0))
			return xprintf("no figure on the %s side: a sample "
				       "did nothing", name);
	if (cell->n == 0)
		return xprintf("no figure on the %s side: %s", name,
			       cell->na_reason == NULL ? "no sample" :
			       cell->na_reason);
	return NULL;
}

/* Compare the tests, within each side and between them. */
static char *
find_mismatch(const struct row *row)
{
	static const char *const whose[SIDES] = {
		"runs of the old side differ", "runs of the new side differ"
	};
	const struct cell *cell = row->cell;

	for (int s = 0; s < SIDES; s++)
		if (cell[s].other != NULL)
			return fingerprint_difference(whose[s],
						      cell[s].figure[0],
						      cell[s].other);
	if (fingerprint_is_same(cell[OLD].figure[0], cell[NEW].figure[0]))
		return NULL;
	return fingerprint_difference("another test", cell[OLD].figure[0],
				      cell[NEW].figure[0]);
}

/*
 * Judge a flag that invalidates. Two file systems in memory can be compared;
 * any other flag on both sides leaves no disk to compare.
 */
static char *
judge_flag(const struct cell *cell, enum flag flag)
{
	const char *name = flag_entry[flag].name;
	bool old_has = cell[OLD].any_flags & 1u << flag;
	bool new_has = cell[NEW].any_flags & 1u << flag;

	if (!old_has && !new_has)
		return NULL;
	if (!old_has || !new_has)
		return xprintf("flagged %s on the %s side only", name,
			       side_name[new_has ? NEW : OLD]);
	if (flag != FLAG_MEMORY)
		return xprintf("flagged %s on both sides: the disk's speed is "
			       "unknown", name);
	if (cell[OLD].all_flags & cell[NEW].all_flags & 1u << flag)
		return NULL;
	return xprintf("flagged %s on both sides, but not in all runs", name);
}

char *
blocker_find(const struct row *row)
{
	char *why = NULL;

	for (int s = 0; s < SIDES && why == NULL; s++)
		why = find_lack(row, s);
	if (why == NULL)
		why = find_mismatch(row);
	for (int flag = 0; flag < FLAG_COUNT && why == NULL; flag++)
		if (flag_entry[flag].invalidates)
			why = judge_flag(row->cell, (enum flag)flag);
	return why;
}
