/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Hosts: what is judged, against what, and what is added, on records of known
 * speeds. How often verdicts are right is simulated by
 * tests/lab/statistics.sh.
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/baseline.h"
#include "diskidx/clock.h"
#include "diskidx/hosts.h"
#include "diskidx/operation.h"

#include "../support/records.h"
#include "../support/test.h"

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
	histogram_clear(h);
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
	run.n_targets = 1;
	run.target = xmalloc(sizeof(*run.target));
	memset(run.target, 0, sizeof(*run.target));
	facts_set(run.target, FACT_DEVICE, "/dev/vda");
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
	hosts_take(&hosts, run, baseline_at(0));
}

/* Take a run of one test with rounds of so many ticks, of that many MiB. */
static void
take_run(const char *host, const char *barrier, const char *id, size_t ticks,
	 uint64_t first_mib, uint64_t mib)
{
	struct record run = begin_run(host, barrier);
	struct result *result = synthetic_result(&run, id, 0, 0);

	for (unsigned i = 1; i <= ROUNDS; i++)
		add_sample(result, i, ticks, first_mib * MIB, mib * MIB);
	take(&run);
}

/* Return the row of that test, the n-th from 0. */
static const struct hosts_row *
row_of(const char *id, size_t n)
{
	for (size_t i = 0; i < hosts.n_rows; i++)
		if (hosts.row[i].test != NULL &&
		    strcmp(hosts.row[i].test->test.id, id) == 0 && n-- == 0)
			return &hosts.row[i];
	fail_msg("there is no row of %s", id);
	return NULL;
}

/* Fail unless a note has that text. */
static void
assert_noted(const char *text)
{
	for (size_t i = 0; i < hosts.notes.n; i++)
		if (strstr(hosts.notes.text[i], text) != NULL)
			return;
	fail_msg("no note says: %s", text);
}

TEST(a_host_is_judged_against_the_median_of_the_others)
{
	static const uint64_t mib[] = { 40, 10, 30, 36 };
	static const double wanted[] = { 4 / 3.0, 10 / 36.0, 30 / 36.0, 1.2 };
	char name[] = "n0";

	for (size_t i = 0; i < 4; i++) {
		name[1] = (char)('0' + i);
		take_run(name, NULL, "seq-read-direct", TICKS, mib[i], mib[i]);
	}
	hosts_merge(&hosts);
	assert_int_equal(hosts.n, 4);
	assert_int_equal(hosts.n_judged, 4);
	for (size_t i = 0; i < 4; i++) {
		const struct host_figure *of =
			&row_of("seq-read-direct", 0)->of[i];

		assert_relatively_near(of->value, 10 * (double)mib[i], 1e-9);
		assert_true(of->has_interval);
		assert_relatively_near(of->ratio, wanted[i], 1e-9);
		assert_int_equal(of->is_slow, i == 1);
	}
}

TEST(the_least_ratio_that_is_slow_is_the_verdicts_own)
{
	char name[] = "n0";

	for (unsigned i = 0; i < 8; i++) {
		name[1] = (char)('0' + i);
		take_run(name, NULL, "seq-read-direct", TICKS, 100,
			 i == 7 ? 67 : 100);
	}
	hosts_merge(&hosts);
	assert_near(hosts.least, 0.673, 0.001);
	assert_int_equal(row_of("seq-read-direct", 0)->of[7].is_slow,
			 row_of("seq-read-direct", 0)->of[7].ratio <
			 hosts.least);
}

TEST(a_lone_host_and_a_lone_round_are_not_judged)
{
	take_run("a", NULL, "seq-read-direct", TICKS, 1, 1);
	hosts_merge(&hosts);
	assert_int_equal(hosts.n_judged, 0);
	assert_false(row_of("seq-read-direct", 0)->of[0].has_ratio);
	assert_near(hosts.least, 0, 0);
}

TEST(a_figure_that_is_not_the_disks_is_not_judged)
{
	take_run("a", NULL, "seq-read-direct", TICKS, 1, 1);
	take_run("b", NULL, "seq-read-direct", TICKS, 1, 1);
	take_run("c", NULL, "seq-read-direct", TICKS, 9, 9);
	hosts.run[2].result[0].judgement.flags = 1u << FLAG_CACHED;
	hosts_merge(&hosts);
	assert_false(row_of("seq-read-direct", 0)->of[2].has_ratio);
	assert_relatively_near(row_of("seq-read-direct", 0)->of[0].ratio, 1,
			       1e-9);
}

TEST(runs_of_a_host_are_one_figure)
{
	take_run("a", NULL, "seq-read-direct", TICKS, 1, 1);
	take_run("b", NULL, "seq-read-direct", TICKS, 2, 2);
	take_run("b", NULL, "seq-read-direct", TICKS, 8, 8);
	hosts_merge(&hosts);
	assert_int_equal(hosts.n, 2);
	assert_int_equal(row_of("seq-read-direct", 0)->of[1].n, 2);
	assert_relatively_near(row_of("seq-read-direct", 0)->of[1].value, 40,
			       1e-9);
}

TEST(latencies_are_added_and_kept_by_no_run)
{
	take_run("a", NULL, "seq-read-direct", TICKS, 1, 1);
	take_run("b", NULL, "seq-read-direct", TICKS, 3, 3);
	hosts_merge(&hosts);
	assert_int_equal(row_of("seq-read-direct", 0)->latency->count,
			 ROUNDS * TICKS * 4);
	assert_null(hosts.run[0].result[0].sample[0].latency[LAT][OP_READ]);
}

TEST(rates_are_added_over_the_common_window)
{
	/* The first tick is before the last start, and the last five of the
	 * first host are behind the second one's end. */
	take_run("a", "set", "seq-read-direct", TICKS, 1000, 5);
	take_run("b", "set", "seq-read-direct", TICKS - 5, 7000, 3);
	hosts_merge(&hosts);
	assert_relatively_near(row_of("seq-read-direct", 0)->sum, 80, 1e-9);
	assert_null(row_of("seq-read-direct", 0)->why);
}

TEST(rates_of_other_times_are_not_added)
{
	take_run("a", "set", "seq-read-direct", TICKS, 1, 1);
	take_run("b", "other", "seq-read-direct", TICKS, 1, 1);
	hosts_merge(&hosts);
	assert_near(row_of("seq-read-direct", 0)->sum, 0, 0);
	assert_string_equal(row_of("seq-read-direct", 0)->why,
			    "not at the same time");
}

TEST(rates_of_starts_that_are_far_apart_are_not_added)
{
	take_run("a", "set", "seq-read-direct", TICKS, 1, 1);
	take_run("b", "set", "seq-read-direct", TICKS, 1, 1);
	facts_set_number(&hosts.run[1].plan, FACT_SKEW_NS,
			 2 * SAMPLE_TICK_NS + 1);
	hosts_merge(&hosts);
	assert_string_equal(row_of("seq-read-direct", 0)->why,
			    "they started too far apart");
}

TEST(the_speed_of_memory_is_not_added)
{
	take_run("a", "set", "seq-write", TICKS, 1, 1);
	take_run("b", "set", "seq-write", TICKS, 1, 1);
	hosts_merge(&hosts);
	assert_string_equal(row_of("seq-write", 0)->why,
			    "its series is that of memory");
}

TEST(other_tests_of_one_name_have_rows_of_their_own)
{
	struct record run;

	take_run("a", NULL, "seq-read-direct", TICKS, 1, 1);
	take_run("b", NULL, "seq-read-direct", TICKS, 1, 1);
	run = begin_run("c", NULL);
	add_sample(synthetic_result(&run, "seq-read-direct", 0, 0), 1, TICKS,
		   MIB, MIB);
	free(run.result[0].test.fingerprint);
	run.result[0].test.fingerprint = xstrdup("another");
	take(&run);
	hosts_merge(&hosts);
	assert_int_equal(row_of("seq-read-direct", 0)->n_of, 2);
	assert_int_equal(row_of("seq-read-direct", 1)->n_of, 1);
	assert_noted("seq-read-direct (target 0, copies 1) is not the same");
}

TEST(a_run_that_is_there_twice_counts_once)
{
	struct record run = begin_run("a", NULL), again = begin_run("a", NULL);

	again.started_s = run.started_s;
	take(&run);
	take(&again);
	hosts_merge(&hosts);
	assert_int_equal(hosts.n_runs, 1);
	assert_noted("it counts once");
}

TEST(runs_of_one_name_at_one_time_and_other_versions_are_noted)
{
	struct record a = begin_run("a", NULL), b = begin_run("a", NULL);

	b.started_s = a.started_s + 1;
	free(b.version);
	b.version = xstrdup("2");
	take(&a);
	take(&b);
	hosts_merge(&hosts);
	assert_noted("a has runs at the same time");
	assert_noted("a has diskidx 2, and a has 1");
}

TEST(a_launchers_name_goes_before_the_hosts_own)
{
	struct record a = begin_run("pod", NULL), b = begin_run("pod", NULL);

	/* Nor is it the same run, with the same seed. */
	b.started_s = a.started_s;
	facts_set(&a.plan, FACT_LAUNCHED_AS, "one");
	facts_set(&b.plan, FACT_LAUNCHED_AS, "two");
	take(&a);
	take(&b);
	hosts_merge(&hosts);
	assert_int_equal(hosts.n, 2);
	assert_string_equal(hosts.host[1].name, "two");
	assert_false(hosts.one_disk);
}

TEST(a_network_file_system_is_one_for_all)
{
	struct record a = begin_run("a", NULL), b = begin_run("b", NULL);

	facts_set(a.target, FACT_DEVICE, "server:/export");
	facts_set(b.target, FACT_DEVICE, "server:/export");
	take(&a);
	take(&b);
	hosts_merge(&hosts);
	assert_true(hosts.one_disk);
}
