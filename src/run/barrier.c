/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Barrier: see parts.h. */
#include <config.h>

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "diskidx/amount.h"
#include "diskidx/error.h"
#include "diskidx/message.h"
#include "diskidx/signals.h"
#include "parts.h"

#define LOOK_MS 250		/* between two looks for a signal */
#define WORD 32			/* room for "go NANOSECONDS" */

/* The barrier of all runs of a call; written here alone. */
static struct {
	unsigned long sample, begun;	/* numbers of the plan's samples */
	bool is_alone;		/* nobody said go at first */
	bool is_apart;		/* a sample was repeated by itself */
	bool knows_skew;
	uint64_t skew_ns;	/* the longest that came with a go */
} barrier;

/* Return true if something can be read, or it is at its end, within a time. */
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
	bool is_led = barrier.begun > 0, is_read;
	char word[WORD] = "";

	if (r->options->barrier == NULL || barrier.is_alone)
		return 0;
	barrier.is_apart |= barrier.begun == barrier.sample;
	printf("ready %lu %s\n", barrier.sample, test);
	fflush(stdout);
	barrier.begun = barrier.sample;
	while ((is_read = read_word(word)) && strcmp(word, "wait") == 0)
		is_led = true;
	if (!is_read && !is_led && signals_caught() == 0) {
		message_warning("--barrier: standard input ended before the "
				"first go: this run goes on alone");
		barrier.is_alone = true;
		return 0;
	}
	if (!is_read || strncmp(word, "go", 2) != 0) {
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
	char word[WORD];

	if (r->options->barrier != NULL && !barrier.is_alone &&
	    is_readable(0) && (!read_word(word) || strcmp(word, "drop") == 0))
		raise(SIGTERM);
}

void
barrier_describe(struct run *r)
{
	struct facts *plan = &r->record.plan;
	const char *set = r->options->barrier, *host;

	if (set == NULL)
		return;
	host = strchr(set, '/');
	if (host != NULL)
		facts_set(plan, FACT_LAUNCHED_AS, "%s", host + 1);
	if (barrier.is_alone || barrier.is_apart) {
		record_note(&r->record, "%s apart from the other hosts of %s.",
			    barrier.is_alone ? "The run was" :
			    "A sample was repeated", set);
		return;
	}
	facts_set(plan, FACT_BARRIER, "%.*s", (int)strcspn(set, "/"), set);
	if (barrier.knows_skew)
		facts_set_number(plan, FACT_SKEW_NS, barrier.skew_ns);
}
