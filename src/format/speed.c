/* Speed: see speed.h. */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/message.h"
#include "speed.h"

/* An interval of a sample. */
struct stretch {
	uint64_t at_ns, length_ns, bytes;
};

static double
rate(const struct stretch *stretch)
{
	return (double)stretch->bytes / clock_seconds(stretch->length_ns);
}

/*
 * Takes a point into the n stretches, of which the last one is still open;
 * returns how many there are then. What goes back in time is no point.
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
	if (last->length_ns < SPEED_MIN_NS)
		return n;
	list[n] = (struct stretch){ .at_ns = at_ns };
	return n + 1;
}

/* The open stretch ends with the sample; a short one joins the one before. */
static size_t
close_last(struct stretch *list, size_t n)
{
	struct stretch *last = &list[n - 1];

	if (n > 1 && last->length_ns < SPEED_MIN_NS) {
		list[n - 2].length_ns += last->length_ns;
		list[n - 2].bytes += last->bytes;
		n--;
	}
	return list[n - 1].length_ns > 0 ? n : n - 1;
}

/* The sample's stretches, in a list that has room for two beyond its ticks. */
static size_t
cut(struct stretch *list, const struct sample *sample)
{
	uint64_t bytes = 0;
	size_t n = 1, i;

	list[0] = (struct stretch){ .at_ns = 0 };
	for (i = 0; i < sample->n_ticks; i++)
		n = take_point(list, n, sample->tick[i].at_ns,
			       sample->tick[i].bytes, &bytes);
	n = take_point(list, n, sample->elapsed_ns, sample->bytes, &bytes);
	return close_last(list, n);
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
	struct stretch *list;
	size_t room = 0, n = 0, more, i;

	memset(speed, 0, sizeof(*speed));
	for (i = 0; i < result->n_samples; i++)
		room += result->sample[i].n_ticks + 2;
	list = xmalloc((room + 1) * sizeof(*list));
	for (i = 0; i < result->n_samples; i++) {
		if (result->sample[i].n_ticks == 0)
			continue;
		more = cut(list + n, &result->sample[i]);
		find_stalls(speed, &result->sample[i], list + n, more);
		n += more;
	}
	if (n > 0)
		summarise(speed, list, n);
	free(list);
	return n > 0;
}
