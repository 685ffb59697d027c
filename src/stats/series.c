/* The speed series of a sample as stretches: see sample.h. */
#include <config.h>

#include <stdlib.h>

#include "diskidx/alloc.h"
#include "diskidx/clock.h"
#include "diskidx/sample.h"

#define MIN_NS (50 * NS_PER_MS)		/* half of the usual stretch */

/*
 * Add a point to the n stretches, of which the last one is still open; return
 * the new number. A point that goes back in time is skipped.
 */
static size_t
take_point(struct stretch *list, size_t n, uint64_t at_ns, uint64_t bytes,
	   uint64_t *bytes_before)
{
	struct stretch *last = &list[n - 1];

	if (at_ns <= last->at_ns + last->length_ns || bytes < *bytes_before)
		return n;
	last->bytes += bytes - *bytes_before;
	*bytes_before = bytes;
	last->length_ns = at_ns - last->at_ns;
	if (last->length_ns < MIN_NS)
		return n;
	list[n] = (struct stretch){ .at_ns = at_ns };
	return n + 1;
}

/* Close the open stretch at the sample's end; join a short one to the last. */
static size_t
close_last(struct stretch *list, size_t n)
{
	struct stretch *last = &list[n - 1];

	if (n > 1 && last->length_ns < MIN_NS) {
		list[n - 2].length_ns += last->length_ns;
		list[n - 2].bytes += last->bytes;
		n--;
	}
	return list[n - 1].length_ns > 0 ? n : n - 1;
}

/*
 * Cut the sample into stretches; the list has room for two more than there are
 * ticks. The end of its requests is the last point, even with too few bytes.
 */
static size_t
cut(struct stretch *list, const struct sample *sample)
{
	uint64_t end_ns = sample->total.elapsed_ns - sample->total.flush_ns;
	uint64_t bytes = 0;
	size_t n = 1, i;

	list[0] = (struct stretch){ .at_ns = 0 };
	for (i = 0; i < sample->n_ticks; i++)
		if (sample->tick[i].at_ns < end_ns)
			n = take_point(list, n, sample->tick[i].at_ns,
				       sample->tick[i].bytes, &bytes);
	n = take_point(list, n, end_ns, sample->total.bytes > bytes ?
		       sample->total.bytes : bytes, &bytes);
	return close_last(list, n);
}

size_t
sample_series(const struct sample *sample, struct stretch **series)
{
	size_t n;

	*series = NULL;
	if (sample->n_ticks == 0)
		return 0;
	*series = xmalloc((sample->n_ticks + 2) * sizeof(**series));
	n = cut(*series, sample);
	if (n == 0) {
		free(*series);
		*series = NULL;
	}
	return n;
}
