/*
 * Comparison: which rows of the two sides belong together, and what keeps two
 * of them from being compared.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "comparison-parts.h"
#include "diskidx/message.h"
#include "diskidx/validity.h"

const char *
comparison_side_name(int side)
{
	return side == OLD ? "old" : "new";
}

/* Of what a side picks, as if there were no other targets. */
static bool
is_of_side(const struct side *side, const struct result *result)
{
	return side->target == COMPARISON_EVERY_TARGET ||
		side->target == result->target;
}

static bool
picks_targets(const struct comparison *comparison)
{
	return comparison->old_side.target != COMPARISON_EVERY_TARGET ||
		comparison->new_side.target != COMPARISON_EVERY_TARGET;
}

static bool
is_same_row(const struct comparison *comparison, const struct result *a,
	    const struct result *b)
{
	return strcmp(a->id, b->id) == 0 && a->copies == b->copies &&
		(a->target == b->target || picks_targets(comparison));
}

static const struct result *
find(const struct comparison *comparison, const struct side *side,
     const struct record *run, const struct result *named)
{
	for (size_t i = 0; i < run->n_results; i++)
		if (is_of_side(side, &run->result[i]) &&
		    is_same_row(comparison, &run->result[i], named))
			return &run->result[i];
	return NULL;
}

static bool
is_known(const struct comparison *comparison, const struct row *rows, size_t n,
	 const struct result *result)
{
	for (size_t i = 0; i < n; i++)
		if (is_same_row(comparison, rows[i].named, result))
			return true;
	return false;
}

static void
fill_row(const struct comparison *comparison, struct row *row,
	 const struct result *named)
{
	row->named = named;
	for (int s = 0; s < SIDES; s++) {
		const struct side *side = comparison_side(comparison, s);

		row->of[s] = xmalloc(side->n_runs * sizeof(*row->of[s]));
		for (size_t i = 0; i < side->n_runs; i++)
			row->of[s][i] = find(comparison, side, side->run[i],
					     named);
	}
}

/* Appends the rows of a run that are not there yet. */
static size_t
add_rows(const struct comparison *comparison, const struct side *side,
	 const struct record *run, struct row **rows, size_t n)
{
	for (size_t i = 0; i < run->n_results; i++) {
		const struct result *result = &run->result[i];

		if (!is_of_side(side, result) ||
		    is_known(comparison, *rows, n, result))
			continue;
		*rows = xrealloc(*rows, (n + 1) * sizeof(**rows));
		fill_row(comparison, &(*rows)[n], result);
		n++;
	}
	return n;
}

size_t
comparison_match(const struct comparison *comparison, struct row **rows)
{
	size_t n = 0;

	*rows = NULL;
	for (int s = 0; s < SIDES; s++) {
		const struct side *side = comparison_side(comparison, s);

		for (size_t i = 0; i < side->n_runs; i++)
			n = add_rows(comparison, side, side->run[i], rows, n);
	}
	return n;
}

void
comparison_free_rows(struct row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++)
		for (int s = 0; s < SIDES; s++)
			free(rows[i].of[s]);
	free(rows);
}

/* The first run's result that has a figure, or NULL. */
static const struct result *
first_figure(const struct row *row, int side, size_t n_runs)
{
	for (size_t i = 0; i < n_runs; i++)
		if (row->of[side][i] != NULL && row->of[side][i]->has_value)
			return row->of[side][i];
	return NULL;
}

/* What a side lacks, in words; NULL: nothing. */
static char *
lack(const struct row *row, int side, size_t n_runs)
{
	const char *name = comparison_side_name(side), *missing = NULL;
	bool present = false, dead = false;

	for (size_t i = 0; i < n_runs; i++) {
		const struct result *result = row->of[side][i];

		if (result == NULL)
			continue;
		present = true;
		if (result->has_value && !(result->value > 0))
			dead = true;
		if (missing == NULL)
			missing = result->missing;
	}
	if (!present)
		return xprintf("not on the %s side", name);
	if (dead)
		return xprintf("no figure on the %s side: a sample did "
			       "nothing", name);
	if (first_figure(row, side, n_runs) == NULL)
		return xprintf("no figure on the %s side: %s", name,
			       missing == NULL ? "no sample" : missing);
	return NULL;
}

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

/* How two fingerprints differ; empty if they don't. */
static char *
differing_fingerprints(const char *old_text, const char *new_text)
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

static const char *
fingerprint(const struct result *result)
{
	return result->fingerprint == NULL ? "" : result->fingerprint;
}

static bool
is_same_test(const struct result *a, const struct result *b)
{
	return strcmp(fingerprint(a), fingerprint(b)) == 0 &&
		a->unit == b->unit;
}

/* "WHOSE: how the two differ". */
static char *
unlike(const char *whose, const struct result *a, const struct result *b)
{
	char *words, *text;

	if (a->unit != b->unit)
		return xprintf("%s: unit %s and %s", whose,
			       unit_name(a->unit), unit_name(b->unit));
	words = differing_fingerprints(fingerprint(a), fingerprint(b));
	text = xprintf("%s: %s", whose, words[0] != '\0' ? words :
		       "parameters in another order");
	free(words);
	return text;
}

/* The first figure of a side that isn't of the same test as another. */
static const struct result *
first_unlike(const struct row *row, int side, size_t n_runs,
	     const struct result *other)
{
	for (size_t i = 0; i < n_runs; i++)
		if (row->of[side][i] != NULL && row->of[side][i]->has_value &&
		    !is_same_test(row->of[side][i], other))
			return row->of[side][i];
	return NULL;
}

bool
comparison_is_mixed(const struct comparison *comparison,
		    const struct row *row, int side)
{
	size_t n_runs = comparison_side(comparison, side)->n_runs;
	const struct result *first = first_figure(row, side, n_runs);

	return first != NULL &&
		first_unlike(row, side, n_runs, first) != NULL;
}

/* Different tests, within a side or between them. */
static char *
mismatch(const struct comparison *comparison, const struct row *row)
{
	const struct result *first[SIDES], *other;

	for (int s = 0; s < SIDES; s++) {
		size_t n_runs = comparison_side(comparison, s)->n_runs;

		first[s] = first_figure(row, s, n_runs);
		other = first_unlike(row, s, n_runs, first[s]);
		if (other != NULL)
			return unlike(s == OLD ? "runs of the old side differ" :
				      "runs of the new side differ", first[s],
				      other);
	}
	if (is_same_test(first[OLD], first[NEW]))
		return NULL;
	return unlike("another test", first[OLD], first[NEW]);
}

/* All flags that a side's figures carry and that invalidate. */
static unsigned
invalidating(const struct row *row, int side, size_t n_runs)
{
	unsigned flags = 0, all = 0;

	for (size_t i = 0; i < n_runs; i++)
		if (row->of[side][i] != NULL && row->of[side][i]->has_value)
			all |= row->of[side][i]->flags;
	for (unsigned flag = 0; flag < FLAG_COUNT; flag++)
		if (validity_of((enum flag)flag)->invalidates)
			flags |= all & 1u << flag;
	return flags;
}

static char *
one_sided_flag(const struct comparison *comparison, const struct row *row)
{
	unsigned flags[SIDES];

	for (int s = 0; s < SIDES; s++)
		flags[s] = invalidating(row, s, comparison_side(comparison,
								s)->n_runs);
	for (unsigned flag = 0; flag < FLAG_COUNT; flag++)
		if ((flags[OLD] ^ flags[NEW]) & 1u << flag)
			return xprintf("flagged %s on the %s side only",
				       validity_of((enum flag)flag)->name,
				       comparison_side_name(flags[NEW] &
							    1u << flag ?
							    NEW : OLD));
	return NULL;
}

char *
comparison_obstacle(const struct comparison *comparison,
		    const struct row *row)
{
	char *why = NULL;

	for (int s = 0; s < SIDES && why == NULL; s++)
		why = lack(row, s, comparison_side(comparison, s)->n_runs);
	if (why == NULL)
		why = mismatch(comparison, row);
	if (why == NULL)
		why = one_sided_flag(comparison, row);
	return why;
}
