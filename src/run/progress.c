/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Progress on standard error; see progress.h. */
#include <config.h>

#include <stdio.h>
#include <string.h>

#include "diskidx/base/amount.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/message.h"
#include "diskidx/base/say.h"
#include "diskidx/plan/budget.h"
#include "diskidx/run/supervisor.h"
#include "diskidx/stats/sample.h"
#include "progress.h"

#define MAX_LINE 255		/* columns of the live line */
#define WIDE 59			/* columns with room for bar and latency, */
#define VERY_WIDE 79		/* for the round as well, */
#define ROOMY 119		/* and for long names */
#define LEAST_BAR 4

/* Calls of progress_watch per second. */
#define PROGRESS_TICKS (NS_PER_S / SAMPLE_TICK_NS)

/* What is shown: there is one standard error. Written only here. */
static struct progress {
	const struct plan *plan;
	unsigned round, rounds;
	uint64_t begin_ns;		/* of the run */
	uint64_t start_ns;		/* of the first sample */
	unsigned percent;		/* shown; it never falls */
	uint64_t done_ns, total_ns;	/* by the plan */
	uint64_t sample_ns;		/* of the current one, by the plan */
	uint64_t sample_begin_ns;
	struct activity past[PROGRESS_TICKS];	/* of the sample, as a ring */
	unsigned n_ticks;
	uint64_t fill_bytes, fill_limit_ns;	/* limit UINT64_MAX: none */
	uint64_t fill_left_ns;
	const struct result *result;	/* the current one; NULL: none */
	char label[96];
	const char *directory;		/* empty if all have the same */
	enum unit unit;
	uint32_t block_bytes;
} shown;

/* Return the time left at the pace so far, which includes pauses and
 * overshoot. */
static uint64_t
left_ns(uint64_t now_ns)
{
	uint64_t took_ns = now_ns - shown.start_ns, done = shown.done_ns;
	double pace = 1;

	if (shown.round == 0)
		return shown.total_ns + shown.fill_left_ns;
	/* A part of this sample is done, too. */
	done += amount_min(now_ns - shown.sample_begin_ns, shown.sample_ns);
	if (done >= shown.total_ns)
		return 0;
	if (shown.done_ns > 0 && took_ns > done)
		pace = (double)took_ns / (double)done;
	return (uint64_t)((double)(shown.total_ns - done) * pace);
}

static char *
clock_text(uint64_t ns)
{
	uint64_t s = ns / NS_PER_S;

	return say("%02u:%02u", (unsigned)(s / 60), (unsigned)(s % 60));
}

/* Return the part of the run that is over, in percent; never less than before,
 * although a slow round makes the rest longer. */
static unsigned
percent_over(uint64_t now_ns)
{
	uint64_t over_ns = now_ns - shown.begin_ns;
	uint64_t all_ns = over_ns + left_ns(now_ns);
	double percent = 100;

	if (over_ns < all_ns)
		percent = 100 * (double)over_ns / (double)all_ns;
	shown.percent = (unsigned)amount_max(shown.percent, (uint64_t)percent);
	return shown.percent;
}

/* Draw the live line, as wide as the terminal is now: as much text as there is
 * room for, and a bar before it. */
static void
progress_draw(const char *speed, const char *latency)
{
	unsigned columns = supervisor_columns();
	size_t room = amount_min(amount_left(columns, 1), MAX_LINE), length;
	bool is_very_wide = room >= VERY_WIDE;
	int label = room >= ROOMY ? 40 : is_very_wide ? 16 : 14;
	char bar[MAX_LINE], *left, *line;
	uint64_t now_ns;

	if (!message_is_live())
		return;
	now_ns = clock_now_ns();
	left = clock_text(left_ns(now_ns));
	if (room < WIDE) {
		label = (int)amount_left(room, strlen(left) + strlen(speed) +
					 8);
		message_live(columns, say("%3u %% %s %.*s %s",
					  percent_over(now_ns), left, label,
					  shown.label, speed));
		return;
	}
	line = say("%3u %%  %s%s", percent_over(now_ns),
		   is_very_wide ? "ETA " : "", left);
	if (is_very_wide && shown.round > 0)
		line = say_more(line, "  ", "round %u/%u", shown.round,
				shown.rounds);
	line = say_more(line, "  ", "%-*.*s %11s %7s", label, label,
			shown.label, speed, latency);
	if (*shown.directory != '\0' &&
	    strlen(line) + strlen(shown.directory) + 2 < room)
		line = say_join(line, "  ", shown.directory);
	length = amount_left(room, strlen(line) + 3);
	if (length >= LEAST_BAR) {
		memset(bar, '.', length);
		memset(bar, '#', length * percent_over(clock_now_ns()) / 100);
		line = say("[%.*s] %s", (int)length, bar, line);
	}
	message_live(columns, line);
}

/* Name the row of all further values. */
static void
progress_turn(const struct result *result)
{
	unsigned copies = 0;

	if (result == shown.result)
		return;
	if (shown.plan->n_copies > 1)
		copies = result->test.copies;
	snprintf(shown.label, sizeof(shown.label), "%s",
		 result_name(result->test.id, copies, NULL));
	shown.result = result;
	shown.directory = "";
	if (shown.plan->n_targets > 1)
		shown.directory = shown.plan->directory[result->test.target];
	shown.unit = result->test.unit;
	shown.block_bytes = result->test.params.block_bytes;
	shown.n_ticks = 0;		/* the past was another's */
}

static void
progress_tell(void)
{
	char *first = say("%s", "");

	shown.n_ticks = 0;
	progress_draw(first, "");
	say_forget(first);
}

/* Return the activity of the last second, or of all the time so far. It may be
 * less than before if another copy did it. */
static struct activity
last_second(const struct activity *now)
{
	struct activity second = *now, *past;

	if (shown.n_ticks > 0 && now->elapsed_ns <
	    shown.past[(shown.n_ticks - 1) % PROGRESS_TICKS].elapsed_ns)
		shown.n_ticks = 0;
	past = &shown.past[shown.n_ticks % PROGRESS_TICKS];
	if (shown.n_ticks++ >= PROGRESS_TICKS) {
		second.elapsed_ns -= past->elapsed_ns;
		second.bytes -= past->bytes;
		second.requests -= past->requests;
		second.latency_ns -= past->latency_ns;
	}
	*past = *now;
	return second;
}

void
progress_watch(const struct result *result, const struct activity *now)
{
	char *speed = say("%s", "");	/* the first text of this output */
	const char *latency = "";
	struct activity second;
	double seconds, value = 0;

	progress_turn(result);
	second = last_second(now);
	seconds = clock_seconds(second.elapsed_ns);
	if (seconds > 0)
		value = sample_in_unit((double)second.bytes / seconds,
				       shown.unit, shown.block_bytes);
	if (value > 0)
		speed = say_more(speed, "", "%.0f %s", value,
				 unit_name[shown.unit]);
	if (value > 0 && shown.plan->sustained)
		speed = say_join(speed, ", ", units_size(now->bytes));
	if (second.latency_ns > 0 && second.requests > 0)
		latency = units_time((double)second.latency_ns /
				     (double)second.requests);
	progress_draw(speed, latency);
	say_forget(speed);
}

void
progress_begin(const struct plan *plan)
{
	shown = (struct progress){
		.plan = plan, .begin_ns = clock_now_ns(),
		.total_ns = budget_duration_ns(plan),
		.label = "start", .directory = "", .unit = UNIT_MIBPS,
	};
	progress_tell();
}

void
progress_fill(const char *directory, uint64_t fill_bytes, uint64_t limit_ns)
{
	shown.fill_bytes = fill_bytes;
	shown.fill_limit_ns = limit_ns;
	shown.directory = directory;
	strcpy(shown.label, "fill");
	progress_tell();
	message_step("filling %s in %s", units_size(fill_bytes), directory);
}

void
progress_fill_watch(const struct activity *now)
{
	uint64_t most_ns = amount_left(shown.fill_limit_ns, now->elapsed_ns);

	if (now->bytes > 0 && now->bytes <= shown.fill_bytes)
		shown.fill_left_ns = (uint64_t)
			((double)now->elapsed_ns / (double)now->bytes *
			 (double)(shown.fill_bytes - now->bytes));
	shown.fill_left_ns = amount_min(shown.fill_left_ns, most_ns);
	progress_watch(NULL, now);
}

void
progress_round(unsigned round, unsigned rounds)
{
	uint64_t now_ns = clock_now_ns();

	shown.round = round;
	shown.rounds = rounds;
	if (round == 1)
		shown.start_ns = now_ns;
	else
		message_step("round %u of %u, %s left", round, rounds,
			     clock_text(left_ns(now_ns)));
}

void
progress_sample(const struct result *result, uint64_t sample_ns)
{
	progress_turn(result);
	shown.sample_ns = sample_ns;
	shown.sample_begin_ns = clock_now_ns();
	progress_tell();
}

void
progress_skip(void)
{
	shown.done_ns += shown.sample_ns;
	shown.sample_ns = 0;
}

void
progress_done(const struct result *result, double value)
{
	progress_turn(result);
	progress_skip();
	if (shown.round == 1 && (!shown.plan->searches ||
				 result->n_samples == 0))
		message_step("%s  %-24s %12.1f %s%s%s", shown.plan->searches ?
			     "search" : say("round 1 of %u", shown.rounds),
			     shown.label, value,
			     unit_name[shown.unit],
			     *shown.directory != '\0' ? "  " : "",
			     shown.directory);
}

void
progress_revise(uint64_t round_ns)
{
	shown.done_ns = clock_now_ns() - shown.start_ns;
	shown.total_ns = shown.done_ns +
			 amount_left(shown.rounds, 1) * round_ns;
}
