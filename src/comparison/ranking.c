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

/* The rows of each further side and the first one, matched. */
struct match {
	struct row *row;
	size_t n;
};

/* What a ranking is made of. */
struct work {
	const struct side *side;
	size_t n;
	struct match match[RANKING_MOST];	/* from [1] on */
	size_t n_first;			/* rows of the first side, in front */
	size_t *common;			/* rows that all sides scored */
	size_t n_common;
	struct compared *pair;		/* n by n, those with a < b */
	size_t order[RANKING_MOST];	/* sides, the best one first */
};

/* Return what a side has for a row of the first one. */
static const struct cell *
cell_of(const struct work *work, size_t side, size_t row)
{
	return side == 0 ? &work->match[1].row[row].cell[OLD] :
			   &work->match[side].row[row].cell[NEW];
}

static void
match_sides(struct work *work)
{
	const struct match *first = &work->match[1];

	for (size_t i = 1; i < work->n; i++) {
		struct comparison c = { .side = { [OLD] = work->side[0],
						  [NEW] = work->side[i] } };

		work->match[i].n = match_rows(&c, &work->match[i].row);
	}
	while (work->n_first < first->n &&
	       first->row[work->n_first].cell[OLD].run != NULL)
		work->n_first++;
}

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

/* Return true if all runs of all sides scored that row of the first side, as
 * the same test. */
static bool
is_common(const struct work *work, size_t row)
{
	const struct cell *first = cell_of(work, 0, row);

	for (size_t i = 0; i < work->n; i++) {
		const struct cell *cell = cell_of(work, i, row);

		if (cell->n_scored < work->side[i].n_runs ||
		    cell->other != NULL ||
		    !fingerprint_is_same(cell->figure[0], first->figure[0]))
			return false;
	}
	return true;
}

/* Find the common rows. Return the names of the other tests that belong in the
 * score, on the heap; NULL: none. */
static char *
find_common(struct work *work)
{
	struct texts left_out = { NULL, 0 };
	char *text;

	work->common = xmalloc((work->n_first + 1) * sizeof(*work->common));
	for (size_t i = 1; i < work->n; i++)
		for (size_t row = 0; row < work->match[i].n; row++) {
			const struct result *named =
				work->match[i].row[row].named;
			bool fits = row < work->n_first &&
				    is_common(work, row);

			if (!index_covers(INDEX_DISK, named->category))
				continue;
			if (!fits)
				texts_add(&left_out, named->id);
			else if (i == 1)
				work->common[work->n_common++] = row;
		}
	text = texts_join(&left_out, NULL);
	texts_free(&left_out);
	return text;
}

static struct compared *
pair_of(const struct work *work, size_t a, size_t b)
{
	return &work->pair[a < b ? a * work->n + b : b * work->n + a];
}

/* Compare the scores of two sides. */
static void
compare_pair(const struct work *work, size_t a, size_t b)
{
	const struct comparison c = {
		.scope = work->side[a].n_runs == 1 &&
			 work->side[b].n_runs == 1 ? SCOPE_TWO_RUNS :
			 SCOPE_RUNS
	};
	struct row *row = xmalloc(work->n_common * sizeof(*row));
	struct rows rows = {
		.row = xmalloc(work->n_common * sizeof(*rows.row)),
		.n = work->n_common, .indexes = true
	};

	for (size_t i = 0; i < rows.n; i++) {
		size_t at = work->common[i];

		row[i] = (struct row){
			.named = work->match[1].row[at].named,
			.cell = { [OLD] = *cell_of(work, a, at),
				  [NEW] = *cell_of(work, b, at) } };
		rows.row[i] = &row[i];
	}
	values_compare(&c, &rows, pair_of(work, a, b));
	free(rows.row);
	free(row);
}

/* Compare all pairs, which share the error. Return the number of intervals. */
static size_t
compare_pairs(struct work *work)
{
	size_t all = work->n * work->n, n;

	work->pair = xmalloc(all * sizeof(*work->pair));
	memset(work->pair, 0, all * sizeof(*work->pair));
	for (size_t a = 0; a < work->n; a++)
		for (size_t b = a + 1; b < work->n; b++)
			compare_pair(work, a, b);
	n = values_count(work->pair, all);
	values_judge(work->pair, all, n, 1, COMPARISON_SAME_PCT);
	return n;
}

static double
score_of(const struct work *work, size_t side)
{
	return side == 0 ? pair_of(work, 0, 1)->side[OLD].value :
			   pair_of(work, 0, side)->side[NEW].value;
}

/* Put the sides in order; equal ones stay in theirs. */
static void
sort(struct work *work)
{
	for (size_t i = 0; i < work->n; i++) {
		size_t at = i;

		for (; at > 0 && score_of(work, i) >
		       score_of(work, work->order[at - 1]); at--)
			work->order[at] = work->order[at - 1];
		work->order[at] = i;
	}
}

/* Sets of places in the order, as bits; each is the set of a letter. */
struct sets {
	uint32_t *list;
	size_t n;
};

/* Add a set unless it is within another; drop those within it. */
static void
add_set(struct sets *sets, uint32_t set)
{
	size_t kept = 0;

	for (size_t i = 0; i < sets->n; i++)
		if ((set & ~sets->list[i]) == 0)
			return;
	for (size_t i = 0; i < sets->n; i++)
		if ((sets->list[i] & ~set) != 0)
			sets->list[kept++] = sets->list[i];
	sets->list = xrealloc(sets->list,
			      (kept + 1) * sizeof(*sets->list));
	sets->list[kept] = set;
	sets->n = kept + 1;
}

/* Split all sets in which both places are, since these are told apart. */
static void
split_sets(struct sets *sets, uint32_t a, uint32_t b)
{
	struct sets old = *sets;

	*sets = (struct sets){ NULL, 0 };
	for (size_t i = 0; i < old.n; i++)
		if ((old.list[i] & a) == 0 || (old.list[i] & b) == 0)
			add_set(sets, old.list[i]);
	for (size_t i = 0; i < old.n; i++)
		if ((old.list[i] & a) != 0 && (old.list[i] & b) != 0) {
			add_set(sets, old.list[i] & ~b);
			add_set(sets, old.list[i] & ~a);
		}
	free(old.list);
}

/* Order sets by the first place that only one of them has. */
static int
compare_sets(const void *left, const void *right)
{
	uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
	uint32_t differ = a ^ b, first = differ & (~differ + 1);

	return differ == 0 ? 0 : (a & first) != 0 ? -1 : 1;
}

static bool
is_told_apart(const struct compared *pair)
{
	return pair->verdict == VERDICT_FASTER ||
	       pair->verdict == VERDICT_SLOWER;
}

static struct sets
find_sets(const struct work *work)
{
	struct sets sets = { NULL, 0 };

	add_set(&sets, (uint32_t)((UINT64_C(1) << work->n) - 1));
	for (size_t a = 0; a < work->n; a++)
		for (size_t b = a + 1; b < work->n; b++)
			if (is_told_apart(pair_of(work, work->order[a],
						  work->order[b])))
				split_sets(&sets, UINT32_C(1) << a,
					   UINT32_C(1) << b);
	qsort(sets.list, sets.n, sizeof(*sets.list), compare_sets);
	return sets;
}

/* Return the letters of the sets that a place is in; behind z comes a2. */
static char *
letters_of(const struct sets *sets, size_t place)
{
	char *text = xstrdup("");

	for (size_t i = 0; i < sets->n; i++) {
		int letter = "abcdefghijklmnopqrstuvwxyz"[i % 26];

		if ((sets->list[i] >> place & 1) != 0)
			text = xjoin(text, " ", i < 26 ?
				     xprintf("%c", letter) :
				     xprintf("%c%zu", letter, i / 26 + 1));
	}
	return text;
}

/* Fill in the entries from the pairs. */
static void
add_entries(struct ranking *ranking, const struct work *work)
{
	struct sets sets = find_sets(work);

	ranking->entry = xmalloc(work->n * sizeof(*ranking->entry));
	ranking->n = work->n;
	ranking->n_tests = work->n_common;
	for (size_t i = 0; i < work->n; i++) {
		size_t side = work->order[i], best = work->order[0];
		const struct compared *pair = pair_of(work, best, side);
		struct ranked *entry = &ranking->entry[i];
		bool inverse = side < best;

		*entry = (struct ranked){
			.side = &work->side[side],
			.score = score_of(work, side), .ratio = 1,
			.letters = letters_of(&sets, i)
		};
		if (i == 0)
			continue;
		entry->ratio = inverse ? 1 / pair->ratio : pair->ratio;
		entry->has_interval = pair->has_interval;
		entry->ci95 = inverse ? (struct interval){
			1 / pair->ci95.high, 1 / pair->ci95.low } : pair->ci95;
	}
	free(sets.list);
}

static void
free_work(struct work *work)
{
	for (size_t i = 1; i < work->n; i++)
		match_free(work->match[i].row, work->match[i].n);
	for (size_t i = 0; work->pair != NULL && i < work->n * work->n; i++)
		free(work->pair[i].why);
	free(work->common);
	free(work->pair);
}

int
ranking_make(struct ranking *ranking, const struct side *side, size_t n,
	     char **why)
{
	const struct side *manifold = find_manifold(side, n);
	struct work work = { .side = side, .n = n };

	memset(ranking, 0, sizeof(*ranking));
	if (manifold != NULL) {
		*why = xprintf("%s has several directories or numbers of "
			       "copies; compare two records", manifold->name);
		return -EINVAL;
	}
	match_sides(&work);
	ranking->left_out = find_common(&work);
	if (work.n_common > 0) {
		ranking->n_pairs = compare_pairs(&work);
		sort(&work);
		add_entries(ranking, &work);
	} else {
		*why = xstrdup("there is no test of the Disk Index Score that "
			       "all records scored; compare two of them");
	}
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
	memset(ranking, 0, sizeof(*ranking));
}
