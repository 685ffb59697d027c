/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Records for tests: see records.h. */
#include <config.h>

#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/operation.h"
#include "diskidx/base/prng.h"
#include "diskidx/test/test.h"
#include "records.h"

#define REQUESTS 20000

struct facts *
synthetic_target(struct record *record, const char *directory)
{
	struct facts *target = xadd(record->target, record->n_targets);

	*target = (struct facts){ NULL, 0 };
	facts_set(target, FACT_DIRECTORY, "%s", directory);
	return target;
}

/* Give a sample so many requests in one direction, a few of them slow. */
static void
add_direction(struct sample *sample, const struct result_test *test,
	      enum operation op, uint64_t ns)
{
	static struct histogram h;
	uint64_t bytes = (uint64_t)REQUESTS * test->params.block_bytes;

	sample->total.ios[op] = REQUESTS;
	sample->total.moved[op] = bytes;
	if (op == OP_WRITE || test->params.action != ACTION_COPY)
		sample->total.bytes += bytes;
	memset(&h, 0, sizeof(h));
	histogram_record_times(&h, ns, REQUESTS - 100);
	histogram_record_times(&h, 10 * ns, 100);
	if (test->params.cache != CACHE_CACHED)
		sample->latency[LAT][op] = histogram_pack(&h);
	if (test->engine[0] != '-')
		sample->latency[CLAT][op] = histogram_pack(&h);
}

/* Make it 2 s, or up to a hundredth more. */
static void
fill(struct sample *sample, const struct result_test *test,
     struct prng *random)
{
	struct totals *total = &sample->total;

	total->elapsed_ns = 2 * NS_PER_S + prng_below(random, NS_PER_S / 50);
	total->user_ns = prng_below(random, NS_PER_S);
	total->depth_ns = total->elapsed_ns * test->params.depth;
	if (params_reads(&test->params))
		add_direction(sample, test, OP_READ, 100 * NS_PER_US);
	if (params_writes(&test->params))
		add_direction(sample, test, OP_WRITE, 90 * NS_PER_US);
	sample_tick(sample, NS_PER_S, total->bytes / 2);
}

struct result *
synthetic_result(struct record *record, const char *id, unsigned samples,
		 uint64_t seed)
{
	const struct test *test = test_by_id(id);
	struct result *result = xadd(record->result, record->n_results);
	bool has_engine = strcmp(test->workload, "random") == 0;
	struct prng random;

	*result = (struct result){ .test = {
		.id = xstrdup(test->id), .title = xstrdup(test->title),
		.category = xstrdup(category_name(test->category)),
		.unit = test->unit, .params = test->params,
		.workload = xstrdup(test->workload),
		.engine = xstrdup(has_engine ? "libaio" : "-"),
		.fingerprint = xstrdup(test_fingerprint(test, 1, 1, 0)),
		.copies = 1, .rule = test->rule, .asked_ns = 2 * NS_PER_S,
	} };
	prng_seed(&random, seed);
	for (unsigned i = 1; i <= samples; i++) {
		struct sample sample = { .round = i };

		fill(&sample, &result->test, &random);
		result_add_sample(result, &sample);
	}
	return result;
}
