/* A record made up from a seed: see synthetic.h. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/clock.h"
#include "diskidx/operation.h"
#include "diskidx/random.h"
#include "diskidx/suite.h"
#include "diskidx/test.h"
#include "synthetic.h"

#define LATENCIES 20000
#define TICKS 20

/* What one direction's requests took: total, submission, completion. */
struct latencies {
	struct histogram total, submission, completion;
};

static void
record_latency(struct latencies *l, struct random *random)
{
	uint64_t submission = NS_PER_US + random_below(random, 4 * NS_PER_US);
	uint64_t completion = 100 * NS_PER_US;

	/* One in four is ten times as slow, and so on. */
	while (random_below(random, 4) == 0 && completion < NS_PER_S)
		completion *= 10;
	completion += random_below(random, completion);
	histogram_record(&l->total, submission + completion);
	histogram_record(&l->submission, submission);
	histogram_record(&l->completion, completion);
}

/* Whether requests are submitted to an engine. */
static bool
has_engine(const struct test *test)
{
	return strcmp(test->workload, "random") == 0;
}

static void
add_direction(struct sample *sample, const struct test *test,
	      enum operation op, struct random *random)
{
	struct latencies *l = xmalloc(sizeof(*l));
	size_t i;

	sample->total.ios[op] = LATENCIES;
	sample->total.moved[op] =
		(uint64_t)LATENCIES * test->params.block_bytes;
	memset(l, 0, sizeof(*l));
	for (i = 0; i < LATENCIES; i++)
		record_latency(l, random);
	if (test->params.cache != CACHE_CACHED)
		sample->latency[LAT][op] = histogram_pack(&l->total);
	if (has_engine(test)) {
		sample->latency[SLAT][op] = histogram_pack(&l->submission);
		sample->latency[CLAT][op] = histogram_pack(&l->completion);
	}
	free(l);
}

/* Two are submitted at once, when as many as may be are in flight. */
static void
add_calls(struct sample *sample, unsigned depth)
{
	uint64_t ios = sample->total.ios[OP_READ] + sample->total.ios[OP_WRITE];
	unsigned bin = 0;

	while (depth >> (bin + 1) > 0 && bin + 1 < SAMPLE_DEPTHS)
		bin++;
	sample->total.submits = ios / 2;
	sample->total.reaps = ios / 4;
	sample->total.depth_seen[0] = sample->total.submits / 10;
	sample->total.depth_seen[bin] += sample->total.submits -
					 sample->total.depth_seen[0];
}

static void
count(struct sample *sample, const struct test *test, struct random *random)
{
	if (params_reads(&test->params))
		add_direction(sample, test, OP_READ, random);
	if (params_writes(&test->params))
		add_direction(sample, test, OP_WRITE, random);
	sample->total.bytes = sample->total.moved[OP_WRITE];
	if (test->params.action != ACTION_COPY)
		sample->total.bytes += sample->total.moved[OP_READ];
	if (has_engine(test))
		add_calls(sample, test->params.depth);
	if (test->params.rate_iops > 0)
		sample->total.offered_ios = LATENCIES + 7;
}

static void
add_evidence(struct sample *sample)
{
	sample->has_inblock = true;
	sample->total.inblock_bytes = sample->total.moved[OP_READ];
	sample->has_resident = true;
	sample->resident_bytes = 4096;
	sample->dropped_bytes = 1 * GIB;
	sample->has_device = true;
	sample->device.read_ios = sample->total.ios[OP_READ];
	sample->device.read_bytes = sample->total.moved[OP_READ];
	sample->device.read_ms = 1234;
	sample->device.write_ios = sample->total.ios[OP_WRITE];
	sample->device.write_merges = 17;
	sample->device.write_bytes = sample->total.moved[OP_WRITE];
	sample->device.busy_ms = 1999;
	sample->device.queue_ms = 60000;
}

static void
fill(struct sample *sample, const struct test *test, struct random *random)
{
	uint64_t i;

	sample->total.elapsed_ns =
		2 * NS_PER_S + random_below(random, NS_PER_S / 50);
	sample->total.user_ns = random_below(random, NS_PER_S);
	sample->total.system_ns = random_below(random, NS_PER_S);
	sample->total.switches = random_below(random, 100000);
	sample->total.faults = random_below(random, 10);
	sample->total.minor_faults = random_below(random, 1000);
	sample->total.depth_ns = sample->total.elapsed_ns * test->params.depth -
			   random_below(random, NS_PER_S);
	count(sample, test, random);
	add_evidence(sample);
	for (i = 1; i <= TICKS; i++)
		sample_tick(sample, i * 100 * NS_PER_MS +
			    random_below(random, NS_PER_MS),
			    i / 2 * 2 * sample->total.bytes / TICKS);
}

struct result *
synthetic_variant(struct record *record, const struct test *test,
		  unsigned samples, uint64_t seed)
{
	struct sample sample;
	struct random random;
	struct result *result;
	unsigned i;

	record->result = xrealloc(record->result, (record->n_results + 1) *
				  sizeof(*record->result));
	result = &record->result[record->n_results++];
	memset(result, 0, sizeof(*result));
	result->id = xstrdup(test->id);
	result->title = xstrdup(test->title);
	result->category = xstrdup(test->category);
	result->unit = test->unit;
	result->params = test->params;
	result->workload = xstrdup(test->workload);
	result->engine = xstrdup(has_engine(test) ? "libaio" : "-");
	result->fingerprint = test_fingerprint(test, 1, 1);
	result->copies = 1;
	result->rule = test->rule;
	result->asked_ns = 2 * NS_PER_S;

	random_seed(&random, seed);
	for (i = 1; i <= samples; i++) {
		memset(&sample, 0, sizeof(sample));
		sample.round = i;
		fill(&sample, test, &random);
		result_add_sample(result, &sample);
	}
	return result;
}

struct result *
synthetic_result(struct record *record, const char *id, unsigned samples,
		 uint64_t seed)
{
	return synthetic_variant(record, test_by_id(id), samples, seed);
}

static void
add_target(struct record *record, const char *directory)
{
	struct facts *target;

	record->target = xrealloc(record->target, (record->n_targets + 1) *
				  sizeof(*record->target));
	target = &record->target[record->n_targets++];
	memset(target, 0, sizeof(*target));
	facts_set(target, "directory", "%s", directory);
	facts_set(target, "filesystem", "ext4");
	facts_set(target, "device", "vda");
	facts_set(target, "size_bytes", "%d", 2000000000);
	facts_set(target, "free_bytes", "%d", 1000000000);
	facts_set(target, "mount_options", "rw,relatime");
	facts_set(target, "file_bytes", "1073741824");
}

static void
add_head(struct record *record, uint64_t seed)
{
	memset(record, 0, sizeof(*record));
	record->version = xstrdup("0.1");
	record->started_s = 1795193679;	/* Fri Nov 20 2026 16:54:39 UTC */
	record->ended_s = record->started_s + 432;
	record->utc_offset_s = -5400;
	record->seed = seed;
	facts_set(&record->host, "hostname", "vm");
	facts_set(&record->host, "system", "Linux");
	facts_set(&record->host, "os", "Linux 6.18.44 #1 SMP");
	facts_set(&record->host, "machine", "x86_64");
	facts_set(&record->host, "cpu", "AMD EPYC");
	facts_set(&record->host, "cpus", "2");
	facts_set(&record->host, "memory_bytes", "25769803776");
	facts_set(&record->plan, "rounds", "8");
	add_target(record, "/srv/one");
}

void
synthetic_record(struct record *record, uint64_t seed)
{
	struct result *result;

	add_head(record, seed);
	record->interrupted = true;
	add_target(record, "/srv/two");
	record_note(record, "the file is smaller than memory");

	result = synthetic_result(record, "fstime", 2, seed + 1);
	/* Under half of its time. */
	result->sample[1].total.elapsed_ns /= 4;
	result->sample[1].bounded = false;
	synthetic_result(record, "rand-mixed-q32", 3, seed + 2);
	record->result[1].sample[2].uneven = true;
	result = synthetic_result(record, "seq-read-direct", 0, seed + 3);
	result->na_reason = xstrdup("tmpfs has no direct I/O");
	result->target = 1;
}

void
synthetic_suite(struct record *record, uint64_t seed)
{
	const struct suite *suite = suite_by_name("disk");
	const struct test *test;

	add_head(record, seed);
	for (size_t i = 0; (test = suite_test(suite, i)) != NULL; i++)
		synthetic_result(record, test->id, suite->rounds, seed + i);
}
