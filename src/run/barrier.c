/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Barrier: see barrier.h. */
#include <config.h>

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "diskidx/base/amount.h"
#include "diskidx/base/error.h"
#include "diskidx/base/signals.h"
#include "barrier.h"

#define LOOK_MS 250		/* between two looks for a signal */
#define WORD 32			/* room for "go NANOSECONDS" */

/* The barrier of all runs of a call; written only here. */
static struct {
	unsigned long sample, begun;	/* numbers of the plan's samples */
	bool is_apart;		/* a sample was repeated by itself */
	bool knows_skew;
	uint64_t skew_ns;	/* the longest that came with a go */
} barrier;

/* Return true if there is something to read, or the end, within a time. */
static bool
is_readable(int wait_ms)
{
	struct pollfd input = { .fd = STDIN_FILENO, .events = POLLIN };

	return poll(&input, 1, wait_ms) > 0;
}

/* Read a line without its end. Return false at the end of the input, or if a
 * signal was caught. */
static bool
read_word(char word[WORD])
{
	unsigned tries = 0;
	size_t n = 0;
	ssize_t got;
	char byte;

	for (;;) {
		while (!is_readable(LOOK_MS))
			if (signals_caught() != 0)
				return false;
		got = read(STDIN_FILENO, &byte, 1);
		if (got < 0 && is_interrupted(errno, &tries))
			continue;
		if (got != 1)
			return false;
		word[n] = '\0';
		if (byte == '\n')
			return true;
		if (n < WORD - 1)
			word[n++] = byte;
	}
}

void
barrier_next(const struct run *r)
{
	if (r->options->barrier != NULL)
		barrier.sample++;
}

int
barrier_wait(struct run *r, const char *test)
{
	char word[WORD] = "";

	if (r->options->barrier == NULL)
		return 0;
	barrier.is_apart |= barrier.begun == barrier.sample;
	printf("ready %lu %s\n", barrier.sample, test);
	fflush(stdout);
	barrier.begun = barrier.sample;
	if (!read_word(word) || strncmp(word, "go", 2) != 0) {
		raise(SIGTERM);
		return -EINTR;
	}
	barrier.knows_skew |= word[2] == ' ';
	barrier.skew_ns = amount_max(barrier.skew_ns,
				     strtoull(word + 2, NULL, 10));
	printf("started %lu\n", barrier.sample);
	fflush(stdout);
	return 0;
}

void
barrier_watch(const struct run *r)
{
	if (r->options->barrier != NULL && is_readable(0))
		raise(SIGTERM);
}

void
barrier_describe(struct run *r)
{
	struct facts *plan = &r->record.plan;
	const char *set = r->options->barrier;
	const char *hosts, *host;
	int length;

	if (set == NULL)
		return;
	length = (int)strcspn(set, "/");
	hosts = set + length + (set[length] == '/');
	host = strchr(hosts, '/');
	if (host != NULL)
		facts_set(plan, FACT_LAUNCHED_AS, "%s", host + 1);
	if (barrier.is_apart) {
		record_note(&r->record, "A sample was repeated separately from "
			    "the other hosts of %.*s.", length, set);
		return;
	}
	facts_set(plan, FACT_BARRIER, "%.*s", length, set);
	if (strtoull(hosts, NULL, 10) > 0)
		facts_set_number(plan, FACT_BARRIER_HOSTS,
				 strtoull(hosts, NULL, 10));
	if (barrier.knows_skew)
		facts_set_number(plan, FACT_SKEW_NS, barrier.skew_ns);
}
