/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Progress on standard error. */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/amount.h"
#include "diskidx/budget.h"
#include "diskidx/clock.h"
#include "diskidx/message.h"
#include "diskidx/supervisor.h"
#include "progress.h"

#define CLOCK_TEXT 24
#define LINE_TEXT 256		/* of the live line, at most */
#define SPEED_TEXT 40
#define WIDE 59			/* columns with room for bar and latency, */
#define VERY_WIDE 79		/* for the round as well, */
#define ROOMY 119		/* and for long names */
#define LEAST_BAR 4

/* Return the planned time of what is done, a part of this sample included. */
static uint64_t
done_ns(const struct progress *p, uint64_t now_ns)
{
	return p->done_ns +
	       amount_min(now_ns - p->sample_begin_ns, p->sample_ns);
}

/* Return the time left at the pace so far; the plan does not count pauses and
 * overshoot. */
static uint64_t
left_ns(const struct progress *p, uint64_t now_ns)
{
	uint64_t done = done_ns(p, now_ns), took_ns = now_ns - p->start_ns;
	double pace = 1;

	if (p->round == 0)
		return p->total_ns + p->fill_left_ns;
	if (done >= p->total_ns)
		return 0;
	if (p->done_ns > 0 && took_ns > done)
		pace = (double)took_ns / (double)done;
	return (uint64_t)((double)(p->total_ns - done) * pace);
}

static char *
clock_text(char *text, uint64_t ns)
{
	uint64_t s = ns / NS_PER_S;

	snprintf(text, CLOCK_TEXT, "%02u:%02u", (unsigned)(s / 60),
		 (unsigned)(s % 60));
	return text;
}

/* Return the part of the run that is over, in per cent; never less than before,
 * although a slow round makes the rest longer. */
static unsigned
percent_over(struct progress *p, uint64_t now_ns)
{
	uint64_t over_ns = now_ns - p->begin_ns;
	uint64_t all_ns = over_ns + left_ns(p, now_ns);
	double percent = 100;

	if (over_ns < all_ns)
		percent = 100 * (double)over_ns / (double)all_ns;
	p->percent = (unsigned)amount_max(p->percent, (uint64_t)percent);
	return p->percent;
}

/* Format the text behind the bar, as far as there is room. */
static void
describe_progress(char *text, struct progress *p, const char *speed,
		  const char *latency, size_t room)
{
	uint64_t now_ns = clock_now_ns();
	char left[CLOCK_TEXT], round[SPEED_TEXT] = "";
	const char *lead = "";
	int label = 14;
	size_t length;

	if (room >= VERY_WIDE) {
		lead = "ETA ";
		label = 16;
	}
	if (room >= ROOMY)
		label = 40;
	clock_text(left, left_ns(p, now_ns));
	if (room < WIDE) {
		label = (int)amount_left(room, strlen(left) + strlen(speed) +
					 8);
		snprintf(text, LINE_TEXT, "%3u %% %s %.*s %s",
			 percent_over(p, now_ns), left, label, p->label, speed);
		return;
	}
	if (room >= VERY_WIDE && p->round > 0)
		snprintf(round, sizeof(round), "  round %u/%u", p->round,
			 p->rounds);
	snprintf(text, LINE_TEXT, "%3u %%  %s%s%s  %-*.*s %11s %7s",
		 percent_over(p, now_ns), lead, left, round, label, label,
		 p->label, speed, latency);
	length = strlen(text);
	if (*p->directory != '\0' && length + strlen(p->directory) + 2 < room)
		snprintf(text + length, LINE_TEXT - length, "  %s",
			 p->directory);
}

/* Draw the live line, as wide as the terminal is now. */
static void
progress_draw(struct progress *p, const char *speed, const char *latency)
{
	unsigned columns = supervisor_columns();
	size_t room = amount_min(amount_left(columns, 1), LINE_TEXT - 1), bar;
	char text[LINE_TEXT], line[2 * LINE_TEXT];

	if (!message_is_live())
		return;
	describe_progress(text, p, speed, latency, room);
	bar = amount_left(room, strlen(text) + 3);
	if (room < WIDE || bar < LEAST_BAR) {
		message_live(columns, text);
		return;
	}
	line[0] = '[';
	memset(line + 1, '.', bar);
	memset(line + 1, '#', bar * percent_over(p, clock_now_ns()) / 100);
	snprintf(line + 1 + bar, sizeof(line) - 1 - bar, "] %s", text);
	message_live(columns, line);
}

/* Name a row that all further figures are of. */
static void
progress_turn(struct progress *p, const struct result *result)
{
	unsigned copies = 0;
	char *name;

	if (result == p->result)
		return;
	if (p->plan->n_copies > 1)
		copies = result->test.copies;
	name = result_name(result->test.id, copies, NULL);
	snprintf(p->label, sizeof(p->label), "%s", name);
	free(name);
	p->result = result;
	p->directory = "";
	if (p->plan->n_targets > 1)
		p->directory = p->plan->directory[result->test.target];
	p->unit = result->test.unit;
	p->block_bytes = result->test.params.block_bytes;
	p->n_ticks = 0;		/* the past was another's */
}

/* Show that something begins. */
static void
progress_tell(struct progress *p)
{
	p->n_ticks = 0;
	progress_draw(p, "", "");
}

/* Return the activity of the last second, or of all the time so far. It may be
 * less than before if it is another copy's. */
static struct activity
last_second(struct progress *p, const struct activity *now)
{
	struct activity second = *now, *past;

	if (p->n_ticks > 0 && now->elapsed_ns <
	    p->past[(p->n_ticks - 1) % PROGRESS_TICKS].elapsed_ns)
		p->n_ticks = 0;
	past = &p->past[p->n_ticks % PROGRESS_TICKS];
	if (p->n_ticks++ >= PROGRESS_TICKS) {
		second.elapsed_ns -= past->elapsed_ns;
		second.bytes -= past->bytes;
		second.requests -= past->requests;
		second.latency_ns -= past->latency_ns;
	}
	*past = *now;
	return second;
}

void
progress_watch(struct progress *p, const struct result *result,
	       const struct activity *now)
{
	char speed[SPEED_TEXT] = "", latency[UNITS_TEXT] = "";
	char moved[UNITS_TEXT];
	struct activity second;
	double seconds, value = 0;

	progress_turn(p, result);
	second = last_second(p, now);
	seconds = clock_seconds(second.elapsed_ns);
	if (seconds > 0)
		value = sample_in_unit((double)second.bytes / seconds, p->unit,
				       p->block_bytes);
	if (value > 0)
		snprintf(speed, sizeof(speed), "%.0f %s", value,
			 unit_name(p->unit));
	if (value > 0 && p->plan->sustained)
		snprintf(speed + strlen(speed), sizeof(speed) - strlen(speed),
			 ", %s", units_format_size(moved, now->bytes));
	if (second.latency_ns > 0 && second.requests > 0)
		units_format_time(latency, (double)second.latency_ns /
					   (double)second.requests);
	progress_draw(p, speed, latency);
}

void
progress_begin(struct progress *p, const struct plan *plan)
{
	*p = (struct progress){
		.plan = plan, .rounds = plan->rounds,
		.begin_ns = clock_now_ns(),
		.total_ns = budget_duration_ns(plan),
		.label = "start", .directory = "", .unit = UNIT_MIBPS,
	};
	progress_tell(p);
}

void
progress_fill(struct progress *p, const char *directory, uint64_t fill_bytes,
	      uint64_t limit_ns)
{
	char text[UNITS_TEXT];

	p->fill_bytes = fill_bytes;
	p->fill_limit_ns = limit_ns;
	p->directory = directory;
	strcpy(p->label, "fill");
	progress_tell(p);
	message_step("filling %s in %s", units_format_size(text, fill_bytes),
		     directory);
}

void
progress_fill_watch(void *progress, const struct activity *now)
{
	struct progress *p = progress;
	uint64_t most_ns = amount_left(p->fill_limit_ns, now->elapsed_ns);
	double done = (double)now->bytes;

	if (now->bytes > 0 && now->bytes <= p->fill_bytes)
		p->fill_left_ns = (uint64_t)((double)now->elapsed_ns / done *
					     (double)(p->fill_bytes -
						      now->bytes));
	p->fill_left_ns = amount_min(p->fill_left_ns, most_ns);
	progress_watch(p, NULL, now);
}

void
progress_round(struct progress *p, unsigned round)
{
	uint64_t now_ns = clock_now_ns();
	char text[CLOCK_TEXT];

	p->round = round;
	if (round == 1)
		p->start_ns = now_ns;
	if (round > 1)
		message_step("round %u of %u, %s left", round, p->rounds,
			     clock_text(text, left_ns(p, now_ns)));
}

void
progress_sample(struct progress *p, const struct result *result,
		uint64_t sample_ns)
{
	progress_turn(p, result);
	p->sample_ns = sample_ns;
	p->sample_begin_ns = clock_now_ns();
	progress_tell(p);
}

void
progress_skip(struct progress *p)
{
	p->done_ns += p->sample_ns;
	p->sample_ns = 0;
}

void
progress_done(struct progress *p, const struct result *result, double value)
{
	progress_turn(p, result);
	progress_skip(p);
	if (p->round == 1)
		message_step("round 1 of %u  %-24s %12.1f %s%s%s", p->rounds,
			     p->label, value, unit_name(p->unit),
			     *p->directory != '\0' ? "  " : "", p->directory);
}

void
progress_revise(struct progress *p, uint64_t round_ns)
{
	p->done_ns = clock_now_ns() - p->start_ns;
	p->total_ns = p->done_ns + amount_left(p->rounds, 1) * round_ns;
}
