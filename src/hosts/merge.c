/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Merge: runs in; hosts, rows and notes out. See hosts.h. */
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/checksum.h"
#include "diskidx/comparison.h"
#include "diskidx/hosts.h"
#include "diskidx/index.h"

/* Return the row of that key, which is taken over; append it if need be, with a
 * note if another one has the same name, up to the colon. */
static struct hosts_row *
hosts_row(struct hosts *hosts, char *key)
{
	int name = (int)strcspn(key, ":");
	bool differs = false;
	size_t i;

	for (i = 0; i < hosts->n_rows; i++) {
		if (strcmp(hosts->row[i].key, key) == 0) {
			free(key);
			return &hosts->row[i];
		}
		differs |= strncmp(hosts->row[i].key, key, (size_t)name + 1) ==
			   0;
	}
	if (differs)
		texts_take(&hosts->notes, xprintf(
			"%.*s is not the same on all hosts: each kind has a "
			"row; compare two records to see why", name, key));
	*xadd(hosts->row, hosts->n_rows) = (struct hosts_row){ .key = key };
	return &hosts->row[i];
}

static struct hosts_row *
row_of_test(struct hosts *hosts, const struct result_test *test)
{
	return hosts_row(hosts, xprintf("%s (target %u, copies %u): %s %s",
					test->id, test->target, test->copies,
					unit_name(test->unit),
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
	return hosts_row(hosts, xprintf("The %s score (target %u, copies %u): "
					"%" PRIx32, score->name, score->target,
					score->copies, sum));
}

/* Add the latencies of a result to those of its row, and drop them. */
static void
move_latencies(struct hosts *hosts, struct result *result)
{
	struct hosts_row *row = row_of_test(hosts, &result->test);
	struct histogram *h = result_latency(result);

	if (row->latency == NULL) {
		row->latency = h;
	} else if (h != NULL) {
		histogram_merge(row->latency, h);
		free(h);
	}
	result_drop_latencies(result);
}

void
hosts_take(struct hosts *hosts, struct record *run,
	   const struct baseline *baseline)
{
	for (size_t i = 0; i < hosts->n_runs; i++)
		if (comparison_is_one_run(&hosts->run[i], run)) {
			texts_take(&hosts->notes, xprintf(
				"a run of %s is that of %s: it counts once",
				run->path, hosts->run[i].path));
			record_free(run);
			return;
		}
	for (size_t i = 0; i < run->n_results; i++)
		move_latencies(hosts, &run->result[i]);
	record_summarise(run, baseline);
	*xadd(hosts->run, hosts->n_runs) = *run;
}

/* Return the number of a run's host, which is appended if need be. */
static size_t
host_of(struct hosts *hosts, const struct record *run)
{
	const char *name = text_or(record_host(run), run->path);
	size_t i = 0;

	while (i < hosts->n && strcmp(hosts->host[i].name, name) != 0)
		i++;
	if (i == hosts->n)
		*xadd(hosts->host, hosts->n) = (struct host){
			.name = name, .run = run };
	hosts->host[i].n_runs++;
	return i;
}

/* Add what a run has of a row, and the error that its rounds tell, if any. */
static struct hosts_row *
add_figure(const struct hosts *hosts, struct hosts_row *row, size_t host,
	   double x, const struct result *result, bool has_error, double error)
{
	struct host_figure *figure;

	if (row->of == NULL) {
		row->of = xmalloc(hosts->n * sizeof(*row->of));
		memset(row->of, 0, hosts->n * sizeof(*row->of));
	}
	figure = &row->of[host];
	row->n_of += figure->n == 0;
	figure->result = xgrow(figure->result, figure->n, sizeof(result));
	figure->result[figure->n] = result;
	*xadd(figure->x, figure->n) = x;
	row->n_errors += has_error;
	row->spread.within += has_error ? error * error : 0;
	return row;
}

static void
add_run(struct hosts *hosts, const struct record *run, size_t host)
{
	for (size_t i = 0; i < run->n_results; i++) {
		const struct result *result = &run->result[i];
		const struct summary *s = &result->summary;

		if (s->has_value)
			add_figure(hosts, row_of_test(hosts, &result->test),
				   host, s->value, result, s->has_interval,
				   s->rounds.error)->test = result;
	}
	for (size_t i = 0; i < run->n_scores; i++) {
		const struct score *s = &run->score[i];

		if (s->rows > 0)
			add_figure(hosts, row_of_score(hosts, run, s), host,
				   s->score, NULL, s->has_interval,
				   s->rounds.error)->score = s;
	}
}

/* Note what is odd about a run of a host beside one before it. */
static void
note_run(struct hosts *hosts, const char *name, const struct record *run,
	 const struct record *other, bool same_host)
{
	if (same_host && run->started_s < other->ended_s &&
	    other->started_s < run->ended_s)
		texts_take(&hosts->notes, xprintf(
			"%s has runs at the same time: two hosts of one name, "
			"or runs that disturbed each other", name));
	if (other == hosts->run && strcmp(run->version, other->version) != 0)
		texts_take(&hosts->notes, xprintf(
			"%s has diskidx %s, and %s has %s", name, run->version,
			hosts->host[0].name, other->version));
}

/* Return true if that is a file system of the network: SERVER:/EXPORT or
 * //SERVER/SHARE. */
static bool
is_network(const char *device)
{
	return strchr(device, ':') != NULL || strncmp(device, "//", 2) == 0;
}

void
hosts_merge(struct hosts *hosts)
{
	size_t *host = xmalloc((hosts->n_runs + 1) * sizeof(*host));
	const char *disk, *first = NULL;

	for (size_t i = 0; i < hosts->n_runs; i++)
		host[i] = host_of(hosts, &hosts->run[i]);
	hosts->one_disk = hosts->n > 1;
	for (size_t i = 0; i < hosts->n_runs; i++) {
		const struct record *run = &hosts->run[i];

		add_run(hosts, run, host[i]);
		for (size_t j = 0; j < i; j++)
			note_run(hosts, hosts->host[host[i]].name, run,
				 &hosts->run[j], host[i] == host[j]);
		disk = text_or(record_target_fact(run, 0, FACT_DEVICE), "");
		first = text_or(first, disk);
		hosts->one_disk &= strcmp(disk, first) == 0 && is_network(disk);
	}
	hosts_judge(hosts);
	for (size_t i = 0; i < hosts->n_rows; i++)
		hosts_add_rates(hosts, &hosts->row[i]);
	free(host);
}

void
hosts_free(struct hosts *hosts)
{
	for (size_t i = 0; i < hosts->n_rows; i++) {
		struct hosts_row *row = &hosts->row[i];

		for (size_t j = 0; j < hosts->n && row->of != NULL; j++) {
			free(row->of[j].x);
			free(row->of[j].result);
		}
		free(row->key);
		free(row->of);
		free(row->latency);
	}
	for (size_t i = 0; i < hosts->n_runs; i++)
		record_free(&hosts->run[i]);
	texts_free(&hosts->notes);
	free(hosts->row);
	free(hosts->host);
	free(hosts->run);
}
