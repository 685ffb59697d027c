/* Compare the content of two records: see record-same.h. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "diskidx/operation.h"

#include "record-same.h"

static void
same_facts(const struct facts *a, const struct facts *b)
{
	size_t i;

	assert_int_equal(a->count, b->count);
	for (i = 0; i < a->count; i++) {
		assert_string_equal(a->list[i].key, b->list[i].key);
		assert_string_equal(a->list[i].value, b->list[i].value);
	}
}

static void
same_latency(const struct histogram_packed *a,
	     const struct histogram_packed *b)
{
	size_t i;

	assert_int_equal(a == NULL, b == NULL);
	if (a == NULL)
		return;
	assert_true(a->count == b->count && a->sum == b->sum);
	assert_true(a->min == b->min && a->max == b->max);
	assert_int_equal(a->used, b->used);
	for (i = 0; i < a->used; i++) {
		assert_int_equal(a->cell[i].index, b->cell[i].index);
		assert_true(a->cell[i].count == b->cell[i].count);
	}
}

static void
same_evidence(const struct sample *a, const struct sample *b)
{
	assert_int_equal(a->bounded, b->bounded);
	assert_int_equal(a->uneven, b->uneven);
	assert_int_equal(a->has_inblock, b->has_inblock);
	assert_int_equal(a->has_resident, b->has_resident);
	assert_true(a->resident_bytes == b->resident_bytes);
	assert_true(a->dropped_bytes == b->dropped_bytes);
	assert_int_equal(a->has_device, b->has_device);
	assert_memory_equal(&a->device, &b->device, sizeof(a->device));
	assert_int_equal(a->has_processors, b->has_processors);
	assert_memory_equal(&a->processors, &b->processors,
			    sizeof(a->processors));
}

static void
same_sample(const struct sample *a, const struct sample *b)
{
	unsigned op;

	assert_int_equal(a->round, b->round);
	assert_memory_equal(&a->total, &b->total, sizeof(a->total));
	for (op = 0; op < OP_COUNT; op++) {
		same_latency(a->latency[LAT][op], b->latency[LAT][op]);
		same_latency(a->latency[SLAT][op], b->latency[SLAT][op]);
		same_latency(a->latency[CLAT][op], b->latency[CLAT][op]);
	}
	same_evidence(a, b);
	assert_int_equal(a->n_ticks, b->n_ticks);
	if (a->n_ticks > 0)
		assert_memory_equal(a->tick, b->tick,
				    a->n_ticks * sizeof(a->tick[0]));
}

static void
same_result(const struct result *a, const struct result *b)
{
	size_t i;

	assert_string_equal(a->id, b->id);
	assert_string_equal(a->title, b->title);
	assert_string_equal(a->category, b->category);
	assert_string_equal(a->workload, b->workload);
	assert_string_equal(a->fingerprint, b->fingerprint);
	assert_string_equal(a->engine, b->engine);
	assert_int_equal(a->unit, b->unit);
	assert_memory_equal(&a->params, &b->params, sizeof(a->params));
	assert_int_equal(a->target, b->target);
	assert_int_equal(a->copies, b->copies);
	assert_true(a->asked_ns == b->asked_ns);
	assert_int_equal(a->rule, b->rule);
	assert_int_equal(a->memory, b->memory);
	assert_int_equal(a->na_reason == NULL, b->na_reason == NULL);
	if (a->na_reason != NULL)
		assert_string_equal(a->na_reason, b->na_reason);
	assert_int_equal(a->n_samples, b->n_samples);
	for (i = 0; i < a->n_samples; i++)
		same_sample(&a->sample[i], &b->sample[i]);
}

void
record_same(const struct record *a, const struct record *b)
{
	size_t i;

	assert_string_equal(a->version, b->version);
	assert_true(a->started_s == b->started_s && a->ended_s == b->ended_s);
	assert_int_equal(a->utc_offset_s, b->utc_offset_s);
	assert_true(a->seed == b->seed);
	assert_int_equal(a->interrupted, b->interrupted);
	same_facts(&a->host, &b->host);
	same_facts(&a->plan, &b->plan);
	assert_int_equal(a->n_targets, b->n_targets);
	for (i = 0; i < a->n_targets; i++)
		same_facts(&a->target[i], &b->target[i]);
	assert_int_equal(a->n_notes, b->n_notes);
	for (i = 0; i < a->n_notes; i++)
		assert_string_equal(a->note[i], b->note[i]);
	assert_int_equal(a->n_results, b->n_results);
	for (i = 0; i < a->n_results; i++)
		same_result(&a->result[i], &b->result[i]);
}
