/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Hosts: what is judged, against what, and what is added, on records of known
 * speeds. tests/lab/simulate.sh simulates how often verdicts are right;
 * tests/golden/merge.sh tests that odd records are named.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/operation.h"
#include "diskidx/base/say.h"
#include "diskidx/hosts/hosts.h"
#include "diskidx/result/flags.h"
#include "diskidx/test/baseline.h"

#include "../support/records.h"
#include "../support/rows.h"

#define TICKS 20
#define ROUNDS 3

static struct hosts hosts;

BEFORE_EACH(set_up)
{
	memset(&hosts, 0, sizeof(hosts));
	return 0;
}

AFTER_EACH(tear_down)
{
	hosts_free(&hosts);
	return 0;
}

/* Add a sample of that many ticks, with `first` bytes in the first of them and
 * `rest` in each other, a latency of 1 ms a MiB. */
static void
add_sample(struct result *result, unsigned round, size_t ticks, uint64_t first,
	   uint64_t rest)
{
	struct histogram *h = xmalloc(sizeof(*h));
	struct sample sample;

	memset(&sample, 0, sizeof(sample));
	sample.round = round;
	for (size_t i = 0; i < ticks; i++)
		sample_tick(&sample, (i + 1) * SAMPLE_TICK_NS,
			    first + i * rest);
	sample.total.elapsed_ns = ticks * SAMPLE_TICK_NS;
	sample.total.bytes = first + (ticks - 1) * rest;
	sample.total.moved[OP_READ] = sample.total.bytes;
	sample.total.ios[OP_READ] = sample.total.bytes / MIB;
	memset(h, 0, sizeof(*h));
	histogram_record_times(h, NS_PER_MS, sample.total.ios[OP_READ]);
	sample.latency[LAT][OP_READ] = histogram_pack(h);
	free(h);
	result_add_sample(result, &sample);
}

/* Begin a run of a host, which starts with others at a barrier (NULL: not). */
static struct record
begin_run(const char *host, const char *barrier)
{
	static uint64_t start_s = 1000000000;
	struct record run;

	memset(&run, 0, sizeof(run));
	run.version = xstrdup("1");
	run.path = xstrdup(host);
	run.started_s = start_s;
	run.ended_s = start_s + 60;
	start_s += 60;
	facts_set(synthetic_target(&run, "/d"), FACT_DEVICE, "/dev/vda");
	facts_set(&run.host, FACT_HOSTNAME, "%s", host);
	if (barrier != NULL) {
		facts_set(&run.plan, FACT_BARRIER, "%s", barrier);
		facts_set_number(&run.plan, FACT_SKEW_NS, SAMPLE_TICK_NS);
	}
	return run;
}

static void
take(struct record *run)
{
	hosts.baseline = baseline_default;
	hosts_take(&hosts, run);
}

/*
 * Take a run of a test told as HOST=FIRST+REST: MiB in the first tick and in
 * each other one. Behind it: xTICKS, @BARRIER, > (it starts half a sample after
 * the others), ! (flagged "cached").
 */
static void
take_told(const char *id, char *word)
{
	char *at = strchr(word, '='), *barrier = strchr(word, '@');
	bool is_far = strchr(word, '>') != NULL;
	bool is_cached = strchr(word, '!') != NULL;
	uint64_t first, rest;
	size_t ticks = TICKS;
	struct result *result;
	struct record run;

	*at++ = '\0';
	if (barrier != NULL)
		barrier[2] = '\0';
	first = strtoull(at, &at, 10);
	rest = strtoull(at + 1, &at, 10);
	if (*at == 'x')
		ticks = strtoul(at + 1, NULL, 10);
	run = begin_run(word, barrier);
	if (is_far)
		facts_set_number(&run.plan, FACT_SKEW_NS,
				 TICKS / 2 * SAMPLE_TICK_NS);
	result = synthetic_result(&run, id, 0, 0);
	for (unsigned i = 1; i <= ROUNDS; i++)
		add_sample(result, i, ticks, first * MIB, rest * MIB);
	take(&run);
	if (is_cached)
		hosts.run[hosts.n_runs - 1].result[0].judgement.flags =
			1u << FLAG_CACHED;
}

/*
 * A test, its runs, and what is said of each host: the value in MiB/s of how
 * many runs, the ratio to the others, whether that is slow; the ratio that
 * would be; the sum, or why there is none; and how many latencies there are,
 * which no run keeps.
 */
TEST_ROWS("hosts", each_host_is_judged_and_all_are_added)
{
	char *text = NULL, *left;
	const struct hosts_row *row;

	hosts_free(&hosts);
	memset(&hosts, 0, sizeof(hosts));
	for (char *word = strtok_r(field[1], " ", &left); word != NULL;
	     word = strtok_r(NULL, " ", &left))
		take_told(field[0], word);
	hosts_merge(&hosts);
	assert_false(hosts.one_disk);
	row = &hosts.row[0];
	assert_string_equal(row->test->test.id, field[0]);
	for (size_t i = 0; i < hosts.n; i++) {
		const struct host_figure *of = &row->of[i];

		assert_true(interval_known(of->ci95) || !(of->ratio > 0));
		text = say_more(text, ", ", "%s %.6g of %zu",
				hosts.host[i].name, of->value, of->n);
		if (of->ratio > 0)
			text = say_more(text, " ", "x%.4f%s", of->ratio,
					of->ci95.high < HOSTS_SLOW ?
					" slow" : "");
	}
	text = say_more(text, "; ", "%zu judged, %.3f; %s %.6g; %llu",
			hosts.n_judged, hosts.least,
			row->why != NULL ? row->why : "sum", row->sum,
			(unsigned long long)row->latency->count);
	assert_string_equal(text, field[2]);
	for (size_t i = 0; i < hosts.n_runs; i++)
		assert_null(hosts.run[i].result[0].sample[0].latency[LAT]
			    [OP_READ]);
}

/* Nor is it the same run, with the same seed. A network's file system is one
 * disk for all. */
TEST(a_launchers_name_goes_before_the_hosts_own)
{
	struct record a = begin_run("pod", NULL), b = begin_run("pod", NULL);

	b.started_s = a.started_s;
	facts_set(&a.plan, FACT_LAUNCHED_AS, "one");
	facts_set(&b.plan, FACT_LAUNCHED_AS, "two");
	facts_set(a.target, FACT_DEVICE, "server:/export");
	facts_set(b.target, FACT_DEVICE, "server:/export");
	take(&a);
	take(&b);
	hosts_merge(&hosts);
	assert_int_equal(hosts.n, 2);
	assert_string_equal(hosts.host[1].name, "two");
	assert_true(hosts.one_disk);
	assert_false(hosts.doubles_disk || hosts.is_faulty);
}

/* Not so of the ranks of a host, which has the same name of its own. */
TEST(pods_on_one_file_system_are_named_and_not_added)
{
	for (int is_rank = 0; is_rank < 2; is_rank++) {
		struct record a = begin_run("pod-0", "s");
		struct record b = begin_run("pod-1", "s");

		if (is_rank)
			facts_set(&b.host, FACT_HOSTNAME, "pod-0");
		facts_set(&b.plan, FACT_LAUNCHED_AS, "pod-1");
		facts_set(a.target, FACT_FILESYSTEM_ID, "1/boot");
		facts_set(b.target, FACT_FILESYSTEM_ID, "1/boot");
		take(&a);
		take(&b);
		hosts_merge(&hosts);
		assert_true(hosts.one_disk);
		assert_int_equal(hosts.doubles_disk, !is_rank);
		assert_int_equal(hosts.notes.n, !is_rank);
		hosts_free(&hosts);
		memset(&hosts, 0, sizeof(hosts));
	}
}

TEST(hosts_that_are_missing_are_a_fault)
{
	struct record a = begin_run("a", "s");

	facts_set_number(&a.plan, FACT_BARRIER_HOSTS, 3);
	take(&a);
	hosts_merge(&hosts);
	assert_true(hosts.is_faulty);
	assert_string_equal(hosts.notes.text[0],
			    "2 of the 3 hosts that ran together are missing");
}
