/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Merge: runs in; hosts, rows, notes and added rates out. See hosts.h. */
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/amount.h"
#include "diskidx/base/checksum.h"
#include "diskidx/comparison/comparison.h"
#include "diskidx/hosts/hosts.h"
#include "diskidx/result/index.h"

/* Return the row of that name and kind, which are taken over; append it if
 * missing, with a note if there is another kind. */
static struct hosts_row *
hosts_row(struct hosts *hosts, char *name, char *kind)
{
	size_t n_names = hosts->names.n, n = hosts->n_rows;
	size_t i = texts_take(&hosts->keys, xprintf("%s: %s", name, kind));

	if (i == n && texts_add(&hosts->names, name) < n_names)
		texts_print(&hosts->notes, "%s is not the same on all hosts: "
			    "each kind has a row; compare two records to see "
			    "why", name);
	if (i == n)
		*xadd(hosts->row, hosts->n_rows) = (struct hosts_row){ 0 };
	free(name);
	free(kind);
	return &hosts->row[i];
}

static struct hosts_row *
row_of_test(struct hosts *hosts, const struct result_test *test)
{
	return hosts_row(hosts, xprintf("%s (target %u, copies %u)", test->id,
					test->target, test->copies),
			 xprintf("%s %s", unit_name[test->unit],
				 test->fingerprint));
}

/* Return the row of a score over the same tests. */
static struct hosts_row *
row_of_score(struct hosts *hosts, const struct record *run,
	     const struct score *score)
{
	uint32_t sum = 0;

	for (size_t i = 0; i < run->n_results; i++) {
		const struct result_test *test = &run->result[i].test;

		if (run->result[i].judgement.scored &&
		    test->target == score->target &&
		    test->copies == score->copies &&
		    index_covers(score->name, test->category))
			sum = checksum_add(sum, test->fingerprint,
					   strlen(test->fingerprint));
	}
	return hosts_row(hosts, xprintf("The %s score (target %u, copies %u)",
					score->name, score->target,
					score->copies),
			 xprintf("%" PRIx32, sum));
}

/* Note something that also changes the exit status. */
static void
hosts_fault(struct hosts *hosts, char *note)
{
	texts_take(&hosts->notes, note);
	hosts->is_faulty = true;
}

static const char *
host_name(const struct record *run)
{
	return text_or(record_host(run), run->path);
}

void
hosts_take(void *context, struct record *run)
{
	struct hosts *hosts = context;
	const struct record *first = hosts->n_runs > 0 ? hosts->run : run;
	const char *set = facts_get(&run->plan, FACT_BARRIER);
	size_t number;

	if (strcmp(text_or(set, ""), text_or(facts_get(
			&first->plan, FACT_BARRIER), "")) != 0) {
		hosts_fault(hosts, xprintf(
			"%s did not run together with %s: it is left out",
			host_name(run), host_name(first)));
		record_free(run);
		return;
	}
	number = texts_take(&hosts->starts, xprintf(
		"%" PRIu64 " %" PRIu64 " %s", run->started_s, run->seed,
		text_or(record_host(run), "")));
	if (number < hosts->n_runs) {
		hosts_fault(hosts, xprintf(
			"a run of %s is also in %s: it counts once",
			run->path, hosts->run[number].path));
		record_free(run);
		return;
	}
	/* Add the latencies to those of the rows, and drop them. */
	for_each(struct result, result, run->result, run->n_results) {
		struct hosts_row *row = row_of_test(hosts, &result->test);
		struct histogram *h = NULL;

		if (result->test.na_reason == NULL)
			h = result_merge_latency(result, LAT, OP_BOTH);
		if (row->latency == NULL) {
			row->latency = h;
		} else {
			histogram_merge(row->latency, h);
			free(h);
		}
		result_drop_latencies(result);
	}
	record_summarise(run, hosts->baseline);
	*xadd(hosts->run, hosts->n_runs) = *run;
}

/* Add a run's value to a row, and its rounds' error unless their freedom is
 * 0. */
static struct hosts_row *
add_figure(const struct hosts *hosts, struct hosts_row *row, size_t host,
	   double x, const struct result *result,
	   const struct difference *rounds)
{
	struct host_figure *figure;

	if (row->of == NULL)
		row->of = xmalloc(hosts->n * sizeof(*row->of));
	figure = &row->of[host];
	row->n_of += figure->n == 0;
	figure->result = xgrow(figure->result, figure->n, sizeof(result));
	figure->result[figure->n] = result;
	*xadd(figure->x, figure->n) = x;
	if (rounds->freedom > 0)
		spread_add_within(&row->spread, rounds->error);
	return row;
}

static void
add_run(struct hosts *hosts, const struct record *run, size_t host)
{
	for_each(const struct result, result, run->result, run->n_results) {
		const struct summary *s = &result->summary;

		if (s->has_value)
			add_figure(hosts, row_of_test(hosts, &result->test),
				   host, s->value, result,
				   &s->rounds)->test = result;
	}
	for_each(const struct score, s, run->score, run->n_scores)
		if (s->rows > 0)
			add_figure(hosts, row_of_score(hosts, run, s), host,
				   s->score, NULL, &s->rounds)->score = s;
}

/* Order runs by the names of their hosts, then by their starts. */
static int
compare_hosts(const void *left, const void *right)
{
	const struct record *a = *(const struct record *const *)left;
	const struct record *b = *(const struct record *const *)right;
	int order = strcmp(host_name(a), host_name(b));

	return order != 0 ? order : comparison_order(a, b);
}

/* Find the hosts, in the order of their first runs, and the host of each run.
 * Note runs of one host at the same time. */
static void
find_hosts(struct hosts *hosts, size_t *host)
{
	const struct record **run = xmalloc(hosts->n_runs * sizeof(*run));
	struct texts names = { 0 };
	uint64_t ended_s = 0;

	for (size_t i = 0; i < hosts->n_runs; i++) {
		run[i] = &hosts->run[i];
		host[i] = texts_add(&names, host_name(run[i]));
		if (host[i] == hosts->n)
			*xadd(hosts->host, hosts->n) = (struct host){
				.name = host_name(run[i]), .run = run[i] };
		hosts->host[host[i]].n_runs++;
	}
	texts_free(&names);
	qsort(run, hosts->n_runs, sizeof(*run), compare_hosts);
	for (size_t i = 1; i < hosts->n_runs; i++) {
		ended_s = amount_max(ended_s, run[i - 1]->ended_s);
		if (strcmp(host_name(run[i]), host_name(run[i - 1])) != 0)
			ended_s = 0;
		if (run[i]->started_s < ended_s)
			hosts_fault(hosts, xprintf(
				"%s has runs at the same time: two hosts with "
				"the same name, or runs that disturbed each "
				"other",
				host_name(run[i])));
	}
	free(run);
}

/* A target of a run. */
struct place {
	const struct record *run;
	const char *device, *id;	/* of its file system; "": unknown */
};

static int
compare_places(const void *left, const void *right)
{
	const struct place *a = left, *b = right;
	int order = strcmp(a->device, b->device);

	if (order == 0)
		order = strcmp(a->id, b->id);
	return order != 0 ? order : compare_hosts(&a->run, &b->run);
}

/* Return true if two places have the same file system, by its id or, on the
 * network, by SERVER:/EXPORT or //SERVER/SHARE. */
static bool
is_one_place(const struct place *a, const struct place *b)
{
	return strcmp(a->device, b->device) == 0 &&
		(strchr(a->device, ':') != NULL ||
		 strncmp(a->device, "//", 2) == 0 ||
		 (a->id[0] != '\0' && strcmp(a->id, b->id) == 0));
}

/* Find the file systems that several hosts have. If hosts with different own
 * names share one by its id, they are on one machine. */
static void
find_shared(struct hosts *hosts)
{
	struct place *place = NULL;
	size_t n = 0;

	for_each(const struct record, run, hosts->run, hosts->n_runs)
		for (unsigned j = 0; j < run->n_targets; j++)
			*xadd(place, n) = (struct place){
				run, text_or(record_fact(
					run, j, FACT_DEVICE), ""),
				text_or(record_fact(
					run, j, FACT_FILESYSTEM_ID), ""),
			};
	if (n > 0)
		qsort(place, n, sizeof(*place), compare_places);
	for (size_t i = 1; i < n; i++) {
		const struct place *a = &place[i - 1], *b = &place[i];

		if (!is_one_place(a, b) ||
		    strcmp(host_name(a->run), host_name(b->run)) == 0)
			continue;
		hosts->shares_disk = true;
		if (a->id[0] == '\0' || strcmp(a->id, b->id) != 0 ||
		    strcmp(text_or(facts_get(&a->run->host, FACT_HOSTNAME), ""),
			   text_or(facts_get(&b->run->host, FACT_HOSTNAME),
				   "")) == 0)
			continue;
		hosts->doubles_disk = true;
		texts_take(&hosts->notes, xprintf(
			"%s and %s are on one file system, %s: no rates are "
			"added", host_name(a->run), host_name(b->run),
			a->device));
	}
	hosts->one_disk = hosts->shares_disk &&
			  is_one_place(&place[0], &place[n - 1]);
	free(place);
}

/* Return why a row's rates cannot be added, or NULL. */
static const char *
find_apart(const struct hosts *hosts, const struct hosts_row *row,
	   uint64_t *skew_ns)
{
	/* Only runs of one set were taken. */
	if (facts_get(&hosts->run->plan, FACT_BARRIER) == NULL)
		return "not at the same time";
	for (size_t i = 0; i < hosts->n_runs; i++)
		*skew_ns = amount_max(*skew_ns, facts_number(
			&hosts->run[i].plan, FACT_SKEW_NS, UINT64_MAX));
	if (hosts->doubles_disk)
		return "hosts share a file system";
	if (!result_has_own_series(&row->test->test.params))
		return "its series shows memory, not the disk";
	for (size_t i = 0; i < hosts->n; i++)
		if (row->of[i].n != row->of[0].n)
			return "not all hosts have it";
	return NULL;
}

/* Return the sample of that round, or NULL. */
static const struct sample *
sample_of(const struct result *result, unsigned round)
{
	for (size_t i = 0; i < result->n_samples; i++)
		if (result->sample[i].round == round)
			return &result->sample[i];
	return NULL;
}

/* Return what a sample moved between two times, in the unit. */
static double
moved_within(const struct sample *sample, const struct result_test *test,
	     uint64_t from_ns, uint64_t to_ns)
{
	struct series_interval *series;
	size_t n = sample_series(sample, test->params.block_bytes, &series);
	double work = 0, all = 0;

	for (size_t i = 0; i < n; i++) {
		uint64_t end_ns = series[i].at_ns + series[i].length_ns;
		uint64_t inside_ns = amount_left(
			amount_min(end_ns, to_ns),
			amount_max(series[i].at_ns, from_ns));

		all += (double)series[i].bytes;
		work += (double)series[i].bytes * (double)inside_ns /
			(double)series[i].length_ns;
	}
	free(series);
	return all <= 0 ? 0 : work / all * sample_value(sample, test->unit) *
		clock_seconds(sample->total.elapsed_ns);
}

/* Add what all hosts moved in a round, from the last start to the first end, if
 * all have the round; add that time. Return false if it is too short. */
static bool
hosts_add_round(const struct hosts *hosts, struct hosts_row *row, size_t run,
		unsigned round, uint64_t from_ns, double *time_s)
{
	uint64_t to_ns = UINT64_MAX, longest_ns = 0;
	const struct sample *s;

	for (size_t i = 0; i < hosts->n; i++) {
		uint64_t length_ns;

		s = sample_of(row->of[i].result[run], round);
		if (s == NULL)
			return true;
		length_ns = s->total.elapsed_ns - s->total.flush_ns;
		to_ns = amount_min(to_ns, length_ns);
		longest_ns = amount_max(longest_ns, length_ns);
	}
	if (amount_left(to_ns, from_ns) <= longest_ns / 2)
		return false;
	*time_s += clock_seconds(to_ns - from_ns);
	for (size_t i = 0; i < hosts->n; i++) {
		s = sample_of(row->of[i].result[run], round);
		row->sum += moved_within(s, &row->test->test, from_ns, to_ns);
	}
	return true;
}

/* Add a row's rates. */
static void
hosts_add_rates(const struct hosts *hosts, struct hosts_row *row)
{
	uint64_t skew_ns = 0;
	double time_s = 0;
	bool overlap = true;

	if (row->test == NULL || row->n_of < 2)
		return;
	row->why = find_apart(hosts, row, &skew_ns);
	for (size_t run = 0; row->why == NULL && run < row->of[0].n; run++)
		for (size_t i = 0; i < row->of[0].result[run]->n_samples; i++)
			overlap &= hosts_add_round(hosts, row, run, row->of[0]
				.result[run]->sample[i].round, skew_ns,
				&time_s);
	if (time_s > 0)
		row->sum /= time_s;
	else if (row->why == NULL)
		row->why = overlap ? "no round on all hosts" :
			   "samples overlap by half or less";
}

void
hosts_merge(struct hosts *hosts)
{
	size_t *host = xmalloc((hosts->n_runs + 1) * sizeof(*host));
	const struct record *first = hosts->run;
	uint64_t n = facts_number(&first->plan, FACT_BARRIER_HOSTS, 0);

	find_hosts(hosts, host);
	/* Note other versions, and hosts of the set that are missing. */
	for (size_t i = 1; i < hosts->n_runs; i++) {
		const struct record *run = &hosts->run[i];

		if (strcmp(run->version, first->version) != 0)
			hosts_fault(hosts, xprintf(
				"%s has diskidx %s, and %s has %s",
				host_name(run), run->version, host_name(first),
				first->version));
	}
	if (hosts->n < n)
		hosts_fault(hosts, xprintf(
			"%llu of the %llu hosts that ran together are missing",
			(unsigned long long)(n - hosts->n),
			(unsigned long long)n));
	find_shared(hosts);
	for (size_t i = 0; i < hosts->n_runs; i++)
		add_run(hosts, &hosts->run[i], host[i]);
	hosts_judge(hosts);
	for (size_t i = 0; i < hosts->n_rows; i++)
		hosts_add_rates(hosts, &hosts->row[i]);
	free(host);
}

void
hosts_free(struct hosts *hosts)
{
	for_each(struct hosts_row, row, hosts->row, hosts->n_rows) {
		for (size_t j = 0; j < hosts->n && row->of != NULL; j++) {
			free(row->of[j].x);
			free(row->of[j].result);
		}
		free(row->of);
		free(row->latency);
	}
	for (size_t i = 0; i < hosts->n_runs; i++)
		record_free(&hosts->run[i]);
	texts_free(&hosts->notes);
	texts_free(&hosts->keys);
	texts_free(&hosts->names);
	texts_free(&hosts->starts);
	free(hosts->row);
	free(hosts->host);
	free(hosts->run);
}
