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

/* Keep the rounds in which every row has a value. The first row has all such
 * rounds. */
static void
select_rounds(struct rounds *rounds, const struct result *first)
{
	rounds->room = first->n_samples;
	rounds->number = xmalloc(rounds->room * sizeof(*rounds->number));
	rounds->value = xmalloc(rounds->n_rows * rounds->room *
				sizeof(*rounds->value));
	for (size_t i = 0; i < first->n_samples; i++) {
		unsigned round = first->sample[i].round;
		bool complete = true;

		for (size_t r = 0; r < rounds->n_rows; r++) {
			double value = value_in(rounds->row[r], round);

			rounds->value[r * rounds->room + rounds->n] = value;
			complete &= value > 0;
		}
		rounds->number[rounds->n] = round;
		rounds->n += complete;
	}
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
