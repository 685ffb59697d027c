/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Records for tests: see records.h. */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/clock.h"
#include "diskidx/operation.h"
#include "diskidx/random.h"
#include "diskidx/test.h"
#include "records.h"
#include "test.h"

#define REQUESTS 20000

/* Return true if requests are submitted to an engine. */
static bool
has_engine(const struct test *test)
{
	return strcmp(test->workload, "random") == 0;
}

/* Give a sample so many requests in one direction, a few of them slow. */
static void
add_direction(struct sample *sample, const struct test *test,
	      enum operation op, uint64_t ns)
{
	static struct histogram h;
	uint64_t bytes = (uint64_t)REQUESTS * test->params.block_bytes;

	sample->total.ios[op] = REQUESTS;
	sample->total.moved[op] = bytes;
	if (op == OP_WRITE || test->params.action != ACTION_COPY)
		sample->total.bytes += bytes;
	histogram_clear(&h);
	histogram_record_times(&h, ns, REQUESTS - 100);
	histogram_record_times(&h, 10 * ns, 100);
	if (test->params.cache != CACHE_CACHED)
		sample->latency[LAT][op] = histogram_pack(&h);
	if (has_engine(test))
		sample->latency[CLAT][op] = histogram_pack(&h);
}

/* Make it 2 s, or up to a hundredth more. */
static void
fill(struct sample *sample, const struct test *test, struct random *random)
{
	struct totals *total = &sample->total;

	total->elapsed_ns = 2 * NS_PER_S + random_below(random, NS_PER_S / 50);
	total->user_ns = random_below(random, NS_PER_S);
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
	struct sample sample;
	struct random random;
	struct result *result;

	record->result = xrealloc(record->result, (record->n_results + 1) *
				  sizeof(*record->result));
	result = &record->result[record->n_results++];
	memset(result, 0, sizeof(*result));
	result->test.id = xstrdup(test->id);
	result->test.title = xstrdup(test->title);
	result->test.category = xstrdup(category_name(test->category));
	result->test.unit = test->unit;
	result->test.params = test->params;
	result->test.workload = xstrdup(test->workload);
	result->test.engine = xstrdup(has_engine(test) ? "libaio" : "-");
	result->test.fingerprint = test_fingerprint(test, 1, 1, 0);
	result->test.copies = 1;
	result->test.rule = test->rule;
	result->test.asked_ns = 2 * NS_PER_S;

	random_seed(&random, seed);
	for (unsigned i = 1; i <= samples; i++) {
		memset(&sample, 0, sizeof(sample));
		sample.round = i;
		fill(&sample, test, &random);
		result_add_sample(result, &sample);
	}
	return result;
}

static void
add_target(struct record *record, const char *directory)
{
	struct facts *target;

	record->target = xrealloc(record->target, (record->n_targets + 1) *
				  sizeof(*record->target));
	target = &record->target[record->n_targets++];
	memset(target, 0, sizeof(*target));
	facts_set(target, FACT_DIRECTORY, "%s", directory);
	facts_set(target, FACT_FILESYSTEM, "ext4");
	facts_set(target, FACT_DEVICE, "vda");
	facts_set(target, FACT_FILE_BYTES, "1073741824");
}

void
synthetic_record(struct record *record, uint64_t seed)
{
	struct result *result;

	memset(record, 0, sizeof(*record));
	record->version = xstrdup("0.1");
	record->started_s = 1795193679;	/* Fri Nov 20 2026 16:54:39 UTC */
	record->ended_s = record->started_s + 432;
	record->utc_offset_s = -5400;
	record->seed = seed;
	record->interrupted = true;
	facts_set(&record->host, FACT_HOSTNAME, "vm");
	add_target(record, "/srv/one");
	add_target(record, "/srv/two");
	record_note(record, "the file is smaller than memory");

	result = synthetic_result(record, "fstime", 2, seed + 1);
	/* Under half of its time. */
	result->sample[1].total.elapsed_ns /= 4;
	result->sample[1].bounded = false;
	synthetic_result(record, "rand-mixed-q32", 3, seed + 2);
	record->result[1].sample[2].uneven = true;
	result = synthetic_result(record, "seq-read-direct", 0, seed + 3);
	result->test.na_reason = xstrdup("tmpfs has no direct I/O");
	result->test.target = 1;
}
