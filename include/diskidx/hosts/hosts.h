/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Hosts: the runs of several hosts, merged. A row is the same test (by its
 * fingerprint) on the same target with as many copies, or a score of the same
 * tests.
 *
 * A host is slow in a row if its whole interval, relative to the median of the
 * others, is below HOSTS_SLOW. Its value is the geometric mean of its runs; the
 * error of one run follows from all runs of all hosts (statistics.h:
 * spread_of_run), and all judged hosts and rows share 5 % of it (Bonferroni).
 * Complete Disk scores are judged or, without any, tests.
 *
 * Latencies of all hosts are added. Rates are added over the common window of
 * each round's series if three things hold: the runs started together, with one
 * FACT_BARRIER; the window, from FACT_SKEW_NS to the first end, is more than
 * half of the longest sample; and the series shows the disk. Host names on one
 * file system, as of pods, have no sum.
 *
 * Merging takes the time to read and sort the records.
 */
#ifndef DISKIDX_HOSTS_HOSTS_H
#define DISKIDX_HOSTS_HOSTS_H

#include "diskidx/base/texts.h"
#include "diskidx/record/record.h"
#include "diskidx/stats/histogram.h"
#include "diskidx/stats/statistics.h"

#define HOSTS_SLOW 0.9

struct host {
	const char *name;	/* MPI's, or the host's own */
	const struct record *run;	/* the first one */
	size_t n_runs;
	const struct hosts_row *worst;	/* its worst judged one, or NULL */
	bool is_slow;
};

/* A row on a host. */
struct host_figure {
	double *x;		/* of each run; owned */
	const struct result **result;	/* NULL: of a score; owned */
	size_t n;		/* 0: none */
	double value;		/* their geometric mean */
	double ratio;		/* to the others' median; 0: none */
	struct interval ci95;	/* of a row that is judged */
};

struct hosts_row {
	const struct result *test;	/* any of them; NULL: it is a score */
	const struct score *score;
	struct host_figure *of;	/* of each host; owned */
	size_t n_of;		/* hosts that have it */
	bool is_judged;
	struct spread spread;	/* of its runs */
	struct histogram *latency;	/* of all hosts; owned, NULL: none */
	double sum;		/* of the rates; 0: none, and why */
	const char *why;
};

struct hosts {
	const struct baseline *baseline;	/* by which runs are scored */
	struct record *run;	/* without latencies; owned */
	struct texts starts;	/* of each run: time, seed and host */
	size_t n_runs;
	struct host *host;	/* by their first run; owned */
	size_t n;
	struct hosts_row *row;	/* owned */
	size_t n_rows;
	bool by_score;		/* judged by Disk scores, not by tests */
	size_t n_judged;	/* number of intervals that share the error */
	double least;		/* a host is slow from here down; 0: unknown */
	bool shares_disk;	/* some hosts share a file system */
	bool one_disk;		/* all hosts share one */
	bool doubles_disk;	/* hosts with different own names do */
	struct texts keys;	/* of the rows: names with their kinds */
	struct texts names;	/* names without their kinds */
	struct texts notes;	/* what is left out, or differs */
	bool is_faulty;		/* a note reports more than a difference */
};

/* Take a run that was read with its latencies, and score it; `hosts` is the
 * struct, as the context of record_each. A run that was taken already, or is
 * not in the set of the first run, is left out. */
void hosts_take(void *hosts, struct record *run);

/* Merge all; a part of it is to judge all hosts (slow.c). */
void hosts_merge(struct hosts *hosts);
void hosts_judge(struct hosts *hosts);

void hosts_free(struct hosts *hosts);

#endif
