/* Rounds: see rounds.h. */
#include <config.h>

#include <stdlib.h>

#include "diskidx/alloc.h"
#include "rounds.h"

bool
rounds_count(const struct result *result, unsigned target)
{
	return result->target == target && result->has_value &&
		result->value > 0 &&
		!(result->has_slowdown && result->slowdown.within &&
		  result->slowdown.for_good) &&
		!params_is_cache_test(&result->params) &&
		result->params.rate_iops == 0;
}

static void
select_rows(struct rounds *rounds, const struct result *results,
	    size_t n_results, unsigned target)
{
	size_t most = 0;

	for (size_t i = 0; i < n_results; i++)
		if (rounds_count(&results[i], target) &&
		    results[i].n_samples > most)
			most = results[i].n_samples;
	for (size_t i = 0; i < n_results; i++)
		if (rounds_count(&results[i], target) &&
		    results[i].n_samples + 1 >= most)
			rounds->row[rounds->n_rows++] = &results[i];
}

/* Return the value of the sample of that round; 0 if there is none. */
static double
value_in(const struct result *result, unsigned round)
{
	for (size_t i = 0; i < result->n_samples; i++)
		if (result->sample[i].round == round)
			return result->sample_value[i];
	return 0;
}

/* Return true if every row has a value in that round. */
static bool
is_complete(const struct rounds *rounds, unsigned round)
{
	for (size_t r = 0; r < rounds->n_rows; r++)
		if (!(value_in(rounds->row[r], round) > 0))
			return false;
	return true;
}

/* The first row has all complete rounds, as each of them is in every row. */
static void
select_rounds(struct rounds *rounds, const struct result *first)
{
	rounds->number = xmalloc(first->n_samples * sizeof(*rounds->number));
	for (size_t i = 0; i < first->n_samples; i++)
		if (is_complete(rounds, first->sample[i].round))
			rounds->number[rounds->n++] = first->sample[i].round;
	rounds->value = xmalloc(rounds->n_rows * first->n_samples *
				sizeof(*rounds->value));
	for (size_t r = 0; r < rounds->n_rows; r++)
		for (size_t i = 0; i < rounds->n; i++)
			rounds->value[r * rounds->n + i] =
				value_in(rounds->row[r], rounds->number[i]);
}

void
rounds_collect(struct rounds *rounds, const struct result *results,
	       size_t n_results, unsigned target)
{
	*rounds = (struct rounds){
		.row = xmalloc((n_results + 1) * sizeof(*rounds->row))
	};
	select_rows(rounds, results, n_results, target);
	if (rounds->n_rows > 0)
		select_rounds(rounds, rounds->row[0]);
}

void
rounds_free(struct rounds *rounds)
{
	free(rounds->row);
	free(rounds->number);
	free(rounds->value);
}
