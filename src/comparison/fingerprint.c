/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Fingerprint: compared word by word. test.c makes fingerprints, and only it
 * knows the words. And blockers, the reasons why a row cannot be compared: a
 * side does not have it, the two results are of different tests, or a flag says
 * that a result is not the disk's.
 */
#include <config.h>

#include <string.h>

#include "diskidx/base/say.h"
#include "diskidx/result/flags.h"
#include "steps.h"

/* Return the words of a fingerprint, each "key=value"; the workload, which has
 * no key, gets one. */
static struct texts
words_of(const struct result *result)
{
	const char *at = result->test.fingerprint;
	struct texts words = { 0 };

	while (*at != '\0') {
		size_t length = strcspn(at, " ");

		texts_print(&words, "%s%.*s", strcspn(at, "=") < length ? "" :
			    "workload=", (int)length, at);
		at += length + strspn(at + length, " ");
	}
	return words;
}

/* Return the word that has the key of another, or NULL. */
static const char *
find_word(const struct texts *words, const char *other)
{
	size_t length = strcspn(other, "=") + 1;

	for (size_t i = 0; i < words->n; i++)
		if (strncmp(words->text[i], other, length) == 0)
			return words->text[i];
	return NULL;
}

/* Append "block 4096 and 8192"; one of the words may be NULL. */
static char *
add_words(char *text, const char *old_word, const char *new_word)
{
	const char *key = text_or(old_word, new_word);
	size_t length = strcspn(key, "=") + 1;

	return say_more(text, ", ", "%.*s %s and %s", (int)strcspn(key, "_="),
			key, old_word != NULL ? old_word + length : "none",
			new_word != NULL ? new_word + length : "none");
}

/* Say how the tests of two results differ: "WHOSE: block 4096 and 8192". */
static char *
fingerprint_difference(const char *whose, const struct result *a,
		       const struct result *b)
{
	struct texts old_words = words_of(a), new_words = words_of(b);
	char *text = NULL;

	for (size_t i = 0; i < old_words.n; i++) {
		const char *word = old_words.text[i];
		const char *other = find_word(&new_words, word);

		if (other == NULL || strcmp(other, word) != 0)
			text = add_words(text, word, other);
	}
	for (size_t i = 0; i < new_words.n; i++)
		if (find_word(&old_words, new_words.text[i]) == NULL)
			text = add_words(text, NULL, new_words.text[i]);
	texts_free(&old_words);
	texts_free(&new_words);
	if (a->test.unit != b->test.unit)
		text = say("unit %s and %s", unit_name[a->test.unit],
			   unit_name[b->test.unit]);
	return say("%s: %s", whose,
		   text_or(text, "parameters in another order"));
}

/* Blockers. */

/* Say what a side does not have; NULL: it has all. */
static char *
find_lack(const struct cell *cell, const char *name)
{
	if (!cell->has_row)
		return say("not on %s", name);
	for (size_t i = 0; i < cell->n; i++)
		if (!(cell->figure[i].result->summary.value > 0))
			return say("no result on %s: a sample did "
				   "nothing", name);
	if (cell->n == 0)
		return say("no result on %s: %s", name,
			   cell->na_reason == NULL ? "no sample" :
			   cell->na_reason);
	return NULL;
}

static char *
find_mismatch(const struct cell *const cell[SIDES])
{
	static const char *const whose[SIDES] = {
		"runs of the old side differ", "runs of the new side differ"
	};

	for (int s = 0; s < SIDES; s++)
		if (cell[s]->other != NULL)
			return fingerprint_difference(whose[s],
						      cell[s]->figure[0].result,
						      cell[s]->other);
	if (fingerprint_is_same(cell[OLD]->figure[0].result,
				cell[NEW]->figure[0].result))
		return NULL;
	return fingerprint_difference("the tests differ",
				      cell[OLD]->figure[0].result,
				      cell[NEW]->figure[0].result);
}

/* Judge a flag that invalidates. Two file systems in memory can be compared;
 * any other flag on both sides leaves no disk to compare. */
static char *
judge_flag(const struct cell *const cell[SIDES],
	   const char *const side_name[SIDES], enum flag flag)
{
	const char *name = flag_entry[flag].name;
	bool old_has = cell[OLD]->any_flags & 1u << flag;
	bool new_has = cell[NEW]->any_flags & 1u << flag;

	if (!old_has && !new_has)
		return NULL;
	if (!old_has || !new_has)
		return say("flagged %s on %s only", name,
			   side_name[new_has ? NEW : OLD]);
	if (flag != FLAG_MEMORY)
		return say("flagged %s on both sides: the disk's speed is "
			   "unknown", name);
	if (cell[OLD]->all_flags & cell[NEW]->all_flags & 1u << flag)
		return NULL;
	return say("flagged %s on both sides, but not in all runs", name);
}

char *
blocker_find(const struct row *row, const size_t at[SIDES],
	     const char *const side_name[SIDES])
{
	const struct cell *cell[SIDES] = { &row->cell[at[OLD]],
					   &row->cell[at[NEW]] };
	char *why = NULL;

	for (int s = 0; s < SIDES && why == NULL; s++)
		why = find_lack(cell[s], side_name[s]);
	if (why == NULL)
		why = find_mismatch(cell);
	for (int flag = 0; flag < FLAG_COUNT && why == NULL; flag++)
		if (flags_invalidate(1u << flag))
			why = judge_flag(cell, side_name, (enum flag)flag);
	return why;
}
