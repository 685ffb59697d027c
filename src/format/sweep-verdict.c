/* The sentence below the table of a sweep: see sweep.h. */
#include <config.h>

#include "diskidx/alloc.h"
#include "diskidx/flags.h"
#include "sweep.h"

#define KEPT_UP 0.99		/* least share of the offered rate */
#define WORTH_IT 1.05		/* least gain by which a depth is of use */

bool
sweep_kept_up(const struct result *result)
{
	return (double)totals_ios(&result->total) >=
		KEPT_UP * (double)result->total.offered_ios;
}

static char *
verdict_on_rates(const struct sweep *sweep)
{
	const struct result *good = NULL, *bad = NULL;
	unsigned good_rate, bad_rate;
	bool any = false;

	for (size_t i = 0; i < sweep->n && bad == NULL; i++) {
		any |= sweep->row[i]->has_value;
		if (!sweep->row[i]->has_value ||
		    flags_invalidate(sweep->row[i]->flags))
			continue;
		if (sweep_kept_up(sweep->row[i]))
			good = sweep->row[i];
		else
			bad = sweep->row[i];
	}
	good_rate = good != NULL ? (unsigned)good->params.rate_iops : 0;
	bad_rate = bad != NULL ? (unsigned)bad->params.rate_iops : 0;
	if (good == NULL && bad == NULL)
		return xstrdup(any ? "No rate tells of the disk: see the "
			       "flags." : "No rate was measured.");
	if (bad == NULL)
		return xprintf("The disk kept up with every rate, the highest "
			       "being %u/s.", good_rate);
	if (good == NULL)
		return xprintf("The disk kept up with none of these rates, "
			       "not even with %u/s.", bad_rate);
	return xprintf("The highest rate that the disk kept up with is %u/s; "
		       "at %u/s it stopped keeping up.", good_rate, bad_rate);
}

/* Return true if the rows differ in nothing but the depth, and each has an
 * interval and is a measurement of its depth. */
static bool
is_of_depths(const struct sweep *sweep)
{
	for (size_t i = 0; i < sweep->n; i++)
		if (!sweep->row[i]->has_interval ||
		    flags_invalidate(sweep->row[i]->flags))
			return false;
	return sweep->n > 1 && !sweep_varies(sweep, SWEPT_BLOCK) &&
	       !sweep_varies(sweep, SWEPT_MIX);
}

/* Return a sentence on the least depth that no deeper one beats by the worth,
 * where the intervals don't overlap enough to leave it open. */
static char *
verdict_on_depths(const struct sweep *sweep)
{
	size_t i, j, last = sweep->n - 1;
	unsigned depth = 0;

	for (i = 0; i < sweep->n; i++) {
		double low = sweep->row[i]->ci95.low;
		double high = sweep->row[i]->ci95.high;
		bool enough = true, beaten = false;

		depth = (unsigned)sweep->row[i]->params.depth;
		for (j = i + 1; j < sweep->n; j++) {
			const struct interval *deeper = &sweep->row[j]->ci95;

			enough &= deeper->high < WORTH_IT * low;
			beaten |= deeper->low > WORTH_IT * high;
		}
		if (enough)
			break;
		if (!beaten)
			return xprintf("The rows spread too far to say which "
				       "depth is enough: more rounds (-i) "
				       "tell.");
	}
	return i == last ?
	       xprintf("Up to %u, more in flight brings 5 %% or more.",
		       depth) :
	       xprintf("More than %u in flight brings under 5 %%.", depth);
}

char *
sweep_verdict(const struct sweep *sweep)
{
	if (sweep->kind == SWEEP_RATE)
		return verdict_on_rates(sweep);
	return is_of_depths(sweep) ? verdict_on_depths(sweep) : NULL;
}
