/* Ranking: see ranking.h. */
#include <config.h>

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "parts.h"
#include "diskidx/alloc.h"
#include "diskidx/index.h"
#include "diskidx/ranking.h"

/* Everything that makes a ranking. */
struct work {
	struct side side[RANKING_MOST + 1];	/* and no history */
	size_t n;
	struct match match;
	struct rows common;		/* rows that all sides scored */
	double score[RANKING_MOST];	/* of a side */
	size_t order[RANKING_MOST];	/* sides, the best one first */
	struct compared *pair;		/* n by n places, those with a < b */
};

/* Return true if a run has one Disk Index Score at most. */
static bool
is_single(const struct record *run)
{
	for (size_t i = 1; i < run->n_results; i++)
		if (run->result[i].copies != run->result[0].copies)
			return false;
	return run->n_targets <= 1;
}

/* Return a side with a run of several scores, or NULL. */
static const struct side *
find_manifold(const struct side *side, size_t n)
{
	for (size_t i = 0; i < n; i++)
		for (size_t run = 0; run < side[i].n_runs; run++)
			if (!is_single(side[i].run[run]))
				return &side[i];
	return NULL;
}

/* Return true if all runs of all sides scored that row, as the same test. */
static bool
is_common(const struct work *work, const struct row *row)
{
	if (!match_is_scored(&work->match, row))
		return false;
	for (size_t i = 0; i < work->n; i++)
		if (row->cell[i].other != NULL ||
		    !fingerprint_is_same(row->cell[i].figure[0],
					 row->cell->figure[0]))
			return false;
	return true;
}

/* Find the common rows. Return the names of the other tests that belong in the
 * score, on the heap; NULL: none. */
static char *
find_common(struct work *work)
{
	struct rows *common = &work->common;
	struct texts left_out = { NULL, 0 };
	char *text;

	common->row = xmalloc((work->match.n + 1) * sizeof(*common->row));
	for (size_t i = 0; i < work->match.n; i++) {
		const struct row *row = &work->match.row[i];

		if (!index_covers(INDEX_DISK, row->named->category))
			continue;
		if (is_common(work, row))
			common->row[common->n++] = row;
		else
			texts_add(&left_out, row->named->id);
	}
	text = texts_join(&left_out, NULL);
	texts_free(&left_out);
	return text;
}

/* Score the sides, and put them in order; equal ones stay in theirs. */
static void
sort(struct work *work)
{
	struct rows *rows = &work->common;

	for (size_t i = 0; i < work->n; i++) {
		size_t at = i;

		rows->cell[NEW] = i;
		work->score[i] = values_mean(rows, NEW);
		for (; at > 0 && work->score[i] >
		       work->score[work->order[at - 1]]; at--)
			work->order[at] = work->order[at - 1];
		work->order[at] = i;
	}
}

/* Compare all pairs, which share the error. Return the number of intervals. */
static size_t
compare_pairs(struct work *work)
{
	size_t all = work->n * work->n, n;
	struct rows *rows = &work->common;

	work->pair = xmalloc(all * sizeof(*work->pair));
	memset(work->pair, 0, all * sizeof(*work->pair));
	for (size_t a = 0; a < work->n; a++)
		for (size_t b = a + 1; b < work->n; b++) {
			rows->cell[OLD] = work->order[a];
			rows->cell[NEW] = work->order[b];
			values_compare(work->side[work->order[a]].n_runs == 1 &&
				       work->side[work->order[b]].n_runs == 1 ?
				       SCOPE_TWO_RUNS : SCOPE_RUNS, rows,
				       &work->pair[a * work->n + b]);
		}
	n = values_count(work->pair, all);
	values_judge(work->pair, all, n, 1, COMPARISON_SAME_PCT);
	return n;
}

/* Return the names of what the best side and any other differ in. */
static char *
find_differences(const struct work *work)
{
	struct texts names = { NULL, 0 };
	char *text;

	for (size_t i = 1; i < work->n; i++) {
		struct comparison c = {
			.side = { [OLD] = work->side[work->order[0]],
				  [NEW] = work->side[work->order[i]] }
		};

		differences_find(&c);
		for (size_t d = 0; d < c.n_differences; d++) {
			c.difference[d][strcspn(c.difference[d], ":")] = '\0';
			texts_add(&names, c.difference[d]);
		}
		comparison_free(&c);
	}
	text = texts_join(&names, NULL);
	texts_free(&names);
	return text;
}

/* Places in the order, as bits; each of the sets is that of a letter. */
struct letters {
	uint32_t alike[RANKING_MOST];	/* places not told apart from one */
	uint32_t *set;
	size_t n;
};

/*
 * Add all largest sets that hold `set`, some of `more` and none of `done`; the
 * places of all three are alike. By Bron and Kerbosch, "Finding all cliques of
 * an undirected graph", Communications of the ACM 16, 1973. First come those
 * with the first place.
 */
static void
add_sets(struct letters *letters, uint32_t set, uint32_t more, uint32_t done)
{
	if (more == 0 && done == 0) {
		letters->set = xrealloc(letters->set, (letters->n + 1) *
					sizeof(*letters->set));
		letters->set[letters->n++] = set;
	}
	for (size_t i = 0; more >> i != 0; i++) {
		uint32_t bit = UINT32_C(1) << i;

		if ((more & bit) == 0)
			continue;
		add_sets(letters, set | bit, more & letters->alike[i],
			 done & letters->alike[i]);
		more &= ~bit;
		done |= bit;
	}
}

static void
find_sets(const struct work *work, struct letters *letters)
{
	memset(letters, 0, sizeof(*letters));
	for (size_t a = 0; a < work->n; a++)
		for (size_t b = 0; b < a; b++) {
			enum verdict verdict =
				work->pair[b * work->n + a].verdict;

			if (verdict == VERDICT_FASTER ||
			    verdict == VERDICT_SLOWER)
				continue;
			letters->alike[a] |= UINT32_C(1) << b;
			letters->alike[b] |= UINT32_C(1) << a;
		}
	add_sets(letters, 0, (UINT32_C(1) << work->n) - 1, 0);
}

/* Return the letters of the sets that a place is in; behind z comes a2. */
static char *
letters_of(const struct letters *letters, size_t place)
{
	char *text = xstrdup("");

	for (size_t i = 0; i < letters->n; i++) {
		int letter = "abcdefghijklmnopqrstuvwxyz"[i % 26];

		if ((letters->set[i] >> place & 1) != 0)
			text = xjoin(text, " ", i < 26 ?
				     xprintf("%c", letter) :
				     xprintf("%c%zu", letter, i / 26 + 1));
	}
	return text;
}

/* Fill in the entries from the pairs. */
static void
add_entries(struct ranking *ranking, const struct work *work,
	    const struct side *side)
{
	struct letters letters;

	find_sets(work, &letters);
	ranking->entry = xmalloc(work->n * sizeof(*ranking->entry));
	ranking->n = work->n;
	for (size_t i = 0; i < work->n; i++) {
		const struct compared *pair = &work->pair[i];

		ranking->entry[i] = (struct ranked){
			.side = &side[work->order[i]],
			.score = work->score[work->order[i]],
			.ratio = i == 0 ? 1 : pair->ratio,
			.has_interval = pair->has_interval,
			.ci95 = pair->ci95, .letters = letters_of(&letters, i)
		};
	}
	free(letters.set);
}

static void
rank(struct ranking *ranking, struct work *work, const struct side *side)
{
	sort(work);
	ranking->n_tests = work->common.n;
	ranking->suffices = values_suffice(&work->common, INDEX_DISK);
	ranking->n_pairs = compare_pairs(work);
	ranking->differences = find_differences(work);
	add_entries(ranking, work, side);
}

static void
free_work(struct work *work)
{
	match_free(&work->match);
	for (size_t i = 0; work->pair != NULL && i < work->n * work->n; i++)
		free(work->pair[i].why);
	free(work->common.row);
	free(work->pair);
}

int
ranking_make(struct ranking *ranking, const struct side *side, size_t n,
	     char **why)
{
	const struct side *manifold = find_manifold(side, n);
	struct work work = { .n = n, .match.n_sides = n, .match.side =
		work.side, .common = { .cell = { 0, 0, n }, .indexes = true } };

	memset(ranking, 0, sizeof(*ranking));
	if (manifold != NULL) {
		*why = xprintf("%s has several directories or numbers of "
			       "copies; compare two records", manifold->name);
		return -EINVAL;
	}
	memcpy(work.side, side, n * sizeof(*side));
	match_rows(&work.match);
	ranking->left_out = find_common(&work);
	if (work.common.n > 0)
		rank(ranking, &work, side);
	else
		*why = xstrdup("there is no test of the Disk Index Score that "
			       "all records scored; compare two of them");
	free_work(&work);
	return ranking->n > 0 ? 0 : -EINVAL;
}

void
ranking_free(struct ranking *ranking)
{
	for (size_t i = 0; i < ranking->n; i++)
		free(ranking->entry[i].letters);
	free(ranking->entry);
	free(ranking->left_out);
	free(ranking->differences);
	memset(ranking, 0, sizeof(*ranking));
}
