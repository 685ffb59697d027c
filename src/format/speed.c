/* Speed: see speed.h. */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "speed.h"

static double
rate(const struct stretch *stretch)
{
	return (double)stretch->bytes / clock_seconds(stretch->length_ns);
}

static void
find_stalls(struct speed *speed, const struct sample *sample,
	    const struct stretch *list, size_t n)
{
	uint64_t stall_ns = 0, at_ns = 0;
	size_t i;

	for (i = 0; i < n; i++) {
		if (list[i].bytes > 0) {
			stall_ns = 0;
			continue;
		}
		if (stall_ns == 0)
			at_ns = list[i].at_ns;
		stall_ns += list[i].length_ns;
		speed->empty++;
		if (stall_ns > speed->stall_ns) {
			speed->stall_ns = stall_ns;
			speed->stall_at_ns = at_ns;
			speed->stall_round = sample->round;
		}
	}
}

static void
summarise(struct speed *speed, const struct stretch *list, size_t n)
{
	double time = 0, bytes = 0, squares = 0, off;
	size_t i;

	speed->intervals = n;
	speed->min = speed->max = rate(&list[0]);
	for (i = 0; i < n; i++) {
		speed->min = fmin(speed->min, rate(&list[i]));
		speed->max = fmax(speed->max, rate(&list[i]));
		time += clock_seconds(list[i].length_ns);
		bytes += (double)list[i].bytes;
	}
	speed->mean = bytes / time;
	for (i = 0; i < n; i++) {
		off = rate(&list[i]) - speed->mean;
		squares += clock_seconds(list[i].length_ns) * off * off;
	}
	if (n > 1)
		speed->stddev = sqrt(squares / time * (double)n /
				     (double)(n - 1));
}

bool
speed_of(struct speed *speed, const struct result *result)
{
	struct stretch *list = NULL, *series;
	size_t n = 0, more, i;

	memset(speed, 0, sizeof(*speed));
	for (i = 0; i < result->n_samples; i++) {
		more = sample_series(&result->sample[i],
				     result->params.block_bytes, &series);
		if (more == 0)
			continue;
		find_stalls(speed, &result->sample[i], series, more);
		list = xrealloc(list, (n + more) * sizeof(*list));
		memcpy(list + n, series, more * sizeof(*list));
		free(series);
		n += more;
	}
	if (n > 0)
		summarise(speed, list, n);
	free(list);
	return n > 0;
}
