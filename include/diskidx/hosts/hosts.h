/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Hosts: the runs of several hosts, merged. The same test (by its fingerprint)
 * on the same target by as many copies makes a row, and so does a score over
 * the same tests.
 *
 * A host is slow in a row if its whole interval against the median of the
 * others lies below HOSTS_SLOW. Its figure is the geometric mean of its runs;
 * the error is what all runs of all hosts tell of one (statistics.h:
 * spread_of_run), and all hosts and rows judged share 5 % of it (Bonferroni).
 * Judged are complete Disk scores or, without any, tests.
 *
 * Latencies of all hosts are added. Rates are, over the common window of each
 * round's series, if the runs started together, with one FACT_BARRIER; if the
 * window, from FACT_SKEW_NS to the first end, is more than half of the longest
 * sample; and if the series shows the disk. Names of several hosts on one file
 * system, as of pods, have no sum.
 *
 * Records are merged in the time that it takes to read and sort them.
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
	const struct hosts_row *worst;	/* of those judged, for it; or NULL */
	bool is_slow;
};

/* A row on a host. */
struct host_figure {
	double *x;		/* of each run; owned */
	const struct result **result;	/* likewise; NULL: of a score; owned */
	size_t n;		/* 0: the host has none */
	double value;		/* their geometric mean */
	double ratio;		/* to the median of the others; 0: none */
	struct interval ci95;	/* of a row that is judged */
};

struct hosts_row {
	const struct result *test;	/* any; NULL: it is a score */
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
	struct texts starts;	/* of each run when, with which seed and where;
				   comparison_order tells them apart likewise */
	size_t n_runs;
	struct host *host;	/* by their first run; owned */
	size_t n;
	struct hosts_row *row;	/* owned */
	size_t n_rows;
	bool by_score;		/* judged by Disk scores, not by tests */
	size_t n_judged;	/* intervals that share the error */
	double least;		/* a host is slow from here down; 0: unknown */
	bool shares_disk;	/* some have the same file system, */
	bool one_disk;		/* or all; */
	bool doubles_disk;	/* and not only under one host's own name */
	struct texts keys;	/* of the rows, what makes each the same, */
	struct texts names;	/* and without their kinds */
	struct texts notes;	/* what is left out, or differs */
	bool is_faulty;		/* a note tells of more than a difference */
};

/* Take over a run that was read with its latencies, and score it; `hosts` is
 * that struct, as the context of record_each. A run that is there already, or
 * is not of the set of the first run, is left out. */
void hosts_take(void *hosts, struct record *run);

/* Put all together: then judge all hosts, in slow.c, and add the rates of a
 * row, in aggregate.c. */
void hosts_merge(struct hosts *hosts);
void hosts_judge(struct hosts *hosts);
void hosts_add_rates(const struct hosts *hosts, struct hosts_row *row);

void hosts_free(struct hosts *hosts);

#endif
