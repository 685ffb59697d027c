/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Read the lines of a record about a sample. */
#include <config.h>

#include <errno.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/operation.h"
#include "diskidx/stats/sample.h"
#include "lines.h"
#include "loader.h"

#define MAX_TICKS 100000000
#define SAFE_DIGITS 19	/* of a number that always fits */

int
loader_take_sample(struct loader *loader)
{
	struct reader *r = &loader->reader;
	struct result *result = loader->result;
	struct sample sample = { 0 };
	uint64_t moved;

	if (loader_take_fields(loader, 1, &sample) != 0)
		return -EINVAL;
	moved = sample.total.moved[OP_WRITE];
	if (result->test.params.action != ACTION_COPY)
		moved += sample.total.moved[OP_READ];
	if (!loader->run.is_old && sample.total.bytes != moved)
		return reader_fail(r, "bytes differ from those that were "
				      "moved");
	/* The order also limits the number of samples. */
	if (sample.round == 0 || (loader->sample != NULL &&
				  sample.round <= loader->sample->round))
		return reader_fail(r, "round %u is out of order",
				   sample.round);
	loader->n_written = 0;
	result_add_sample(result, &sample);
	loader->sample = &result->sample[result->n_samples - 1];
	return 0;
}

int
loader_take_counters(struct loader *loader)
{
	struct sample *sample = loader->sample;
	size_t flag = line_entry[loader->last].flag;

	if (flag != 0)
		*(bool *)((char *)sample + flag) = true;
	if (loader_take_fields(loader, 1, sample) != 0)
		return -EINVAL;
	if (sample->processors.limited_periods > sample->processors.periods)
		return reader_fail(&loader->reader,
				   "more limited periods than periods");
	if (sample->total.flush_ns > sample->total.elapsed_ns)
		return reader_fail(&loader->reader,
				   "the flush is longer than the sample");
	return 0;
}

/* Read a number of a pair, and return its end; NULL: there is none, or it is
 * too large. Nearly all of a record is digits. */
static const char *
field_part(const char *at, uint64_t *value)
{
	const char *end = at;
	uint64_t number = 0;
	unsigned digit;

	for (; (digit = (unsigned)*end - '0') <= 9; end++)
		number = number * 10 + digit;
	*value = number;
	return end == at || end - at > SAFE_DIGITS ? NULL : end;
}

/*
 * Take "A:B" and the blank after it off a list, and move *text on: 1, or 0 at
 * the end of the list. With `alone`, "B" is "1:B".
 */
static int
field_pair(struct reader *reader, const char **text, uint64_t *a, uint64_t *b,
	   bool alone)
{
	const char *at = *text;

	if (*at == '\0')
		return 0;
	*a = 1;
	at = field_part(at, b);
	if (at != NULL && *at == ':') {
		*a = *b;
		at = field_part(at + 1, b);
	} else if (!alone) {
		at = NULL;
	}
	if (at == NULL || (*at != '\0' && (*at != ' ' || at[1] == '\0')))
		return reader_fail(reader, "\"%.40s\" is not a pair of "
				   "numbers", *text);
	*text = *at == ' ' ? at + 1 : at;
	return 1;
}

/* Read the buckets of a histogram, which has room for all. */
static int
take_cells(struct loader *loader, struct histogram_packed *packed)
{
	struct reader *r = &loader->reader;
	const char *text = r->field[6];
	uint64_t gap = 0, count = 0, index = 0, total = 0;
	int rc;

	while ((rc = field_pair(r, &text, &gap, &count, true)) > 0) {
		if (gap >= HISTOGRAM_BUCKETS ||
		    index + gap >= HISTOGRAM_BUCKETS)
			return reader_fail(r, "a bucket is out of range");
		if (count == 0 || (gap == 0 && packed->used > 0))
			return reader_fail(r, "a bucket is empty or repeated");
		if (count > packed->count - total)
			return reader_fail(r, "the buckets exceed the count");
		/* The index grows, so there is room. */
		index += gap;
		total += count;
		packed->cell[packed->used].index = (uint32_t)index;
		packed->cell[packed->used].count = count;
		packed->used++;
	}
	if (rc == 0 && total != packed->count)
		return reader_fail(r, "the buckets do not add up to the count");
	return rc;
}

int
loader_take_latency(struct loader *loader)
{
	struct reader *r = &loader->reader;
	struct sample *sample = loader->sample;
	struct histogram_packed **of = sample->latency[LINE_KIND(loader->last)];
	struct histogram_packed *h;
	int op = 0;

	/* Reads come before writes, each once. */
	while (op < OP_COUNT && strcmp(r->field[1], operation_name[op]) != 0)
		op++;
	if (op == OP_COUNT)
		return reader_fail(r, "\"%.40s\" is not a direction",
				   r->field[1]);
	if (of[op] != NULL || of[OP_WRITE] != NULL)
		return reader_fail(r, "%s %s is out of order", r->field[0],
				   r->field[1]);
	h = of[op] = xmalloc(HISTOGRAM_PACKED(HISTOGRAM_BUCKETS));
	h->used = 0;
	if (loader_take_fields(loader, 2, h) != 0)
		return -EINVAL;
	if (h->count == 0)
		return reader_fail(r, "count is 0");
	if (loader->last == LINE_FLUSH && h->count > sample->total.ios[op])
		return reader_fail(r, "count is more than the number of "
				      "requests");
	if (!loader->run.is_old && loader->last != LINE_FLUSH &&
	    h->count != sample->total.ios[op])
		return reader_fail(r, "count is not the number of requests");
	if (take_cells(loader, h) != 0)
		return -EINVAL;
	/* Check the exact values against the buckets. */
	if (histogram_index(h->min) != h->cell[0].index ||
	    histogram_index(h->max) != h->cell[h->used - 1].index ||
	    h->min > h->max)
		return reader_fail(r, "min and max are not in the first and "
				   "the last bucket");
	if (h->sum / h->count < h->min || h->sum / h->count > h->max)
		return reader_fail(r, "the mean is not between min and max");
	of[op] = xrealloc(h, HISTOGRAM_PACKED(h->used));
	return 0;
}

/* Read a part of a series, or of its writes with the same points; a long one
 * has several lines. */
int
loader_take_series(struct loader *loader)
{
	struct reader *r = &loader->reader;
	struct sample *sample = loader->sample;
	bool of_writes = loader->last == LINE_WRITTEN;
	size_t *n = of_writes ? &loader->n_written : &sample->n_ticks;
	const char *text = r->field[1];
	uint64_t at_ns = 0, bytes = 0, gap_ns = 0, more = 0;
	int rc;

	if (*n > 0) {
		const struct tick *last = &sample->tick[*n - 1];

		at_ns = last->at_ns;
		bytes = of_writes ? last->of[OP_WRITE].bytes : last->bytes;
	}
	while ((rc = field_pair(r, &text, &gap_ns, &more, false)) > 0) {
		struct tick *tick = of_writes ? &sample->tick[*n] : NULL;

		if (of_writes && (*n == sample->n_ticks ||
				  gap_ns != tick->at_ns - at_ns ||
				  more > tick->bytes - bytes))
			return reader_fail(r, "these are not the writes of the "
					   "series");
		if (gap_ns > COUNTER_MAX_NS - at_ns ||
		    more > COUNTER_MAX - bytes || *n == MAX_TICKS)
			return reader_fail(r, "the series is out of range");
		at_ns += gap_ns;
		bytes += more;
		if (!of_writes) {
			sample_tick(sample, at_ns, bytes);
			continue;
		}
		tick->of[OP_WRITE].bytes = bytes;
		tick->of[OP_READ].bytes = tick->bytes - bytes;
		++*n;
	}
	return rc;
}
