/* Sample: the rates that follow from what one repetition counted. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/clock.h"
#include "diskidx/operation.h"
#include "diskidx/sample.h"

double
sample_value(const struct sample *sample, enum unit unit)
{
	double amount = 0;

	if (sample->total.elapsed_ns == 0)
		return 0;
	switch (unit) {
	case UNIT_KBPS:
		amount = (double)sample->total.bytes / (double)KIB;
		break;
	case UNIT_MIBPS:
		amount = (double)sample->total.bytes / (double)MIB;
		break;
	case UNIT_IOPS:
	case UNIT_OPS:
		amount = (double)totals_ios(&sample->total);
		break;
	}
	return amount * (double)NS_PER_S / (double)sample->total.elapsed_ns;
}

/* Double the room when it is full, which it is at every power of two. */
void
sample_tick(struct sample *sample, uint64_t at_ns, uint64_t bytes)
{
	size_t n = sample->n_ticks;

	if ((n & (n - 1)) == 0)
		sample->tick = xrealloc(sample->tick, (n > 0 ? 2 * n : 1) *
					sizeof(*sample->tick));
	sample->tick[n].at_ns = at_ns;
	sample->tick[n].bytes = bytes;
	sample->n_ticks++;
}

void
sample_drop_latencies(struct sample *sample)
{
	for (int kind = 0; kind < LATENCY_KINDS; kind++) {
		for (int op = 0; op < OP_COUNT; op++) {
			histogram_packed_free(sample->latency[kind][op]);
			sample->latency[kind][op] = NULL;
		}
	}
}

void
sample_free(struct sample *sample)
{
	sample_drop_latencies(sample);
	free(sample->tick);
	memset(sample, 0, sizeof(*sample));
}
