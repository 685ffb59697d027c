/* Progress on standard error. */
#include <config.h>

#include <stdbool.h>
#include <stdio.h>

#include "diskidx/clock.h"
#include "diskidx/message.h"
#include "progress.h"

#define CLOCK_TEXT 24
#define TAIL_TEXT (2 * CLOCK_TEXT + 8)
#define WORTH_NS (5 * NS_PER_S)	/* minimum delay to report */

/* Return the time left at the pace so far; the plan does not count pauses and
 * overshoot. */
static uint64_t
left_ns(const struct progress *p)
{
	uint64_t now_ns = clock_now_ns();
	double pace = 1;

	if (p->done_ns >= p->total_ns)
		return 0;
	if (p->done_ns > 0)
		pace = (double)(now_ns - p->start_ns) / (double)p->done_ns;
	return (uint64_t)((double)(p->total_ns - p->done_ns) *
			  (pace > 1 ? pace : 1));
}

/* Format minutes and seconds. */
static char *
clock_text(char *text, uint64_t ns)
{
	uint64_t s = ns / NS_PER_S;

	snprintf(text, CLOCK_TEXT, "%02u:%02u", (unsigned)(s / 60),
		 (unsigned)(s % 60));
	return text;
}

/* Return whether the end is unknown: beyond the minimum of rounds. */
static bool
is_open(const struct progress *p)
{
	return p->until_pct > 0 && p->round > p->rounds;
}

static void
used(char *text, const struct progress *p)
{
	char now[CLOCK_TEXT], most[CLOCK_TEXT];

	snprintf(text, TAIL_TEXT, "%s of %s",
		 clock_text(now, clock_now_ns() - p->begin_ns),
		 clock_text(most, p->max_time_ns));
}

void
progress_fill(struct progress *p, const char *directory, uint64_t fill_bytes)
{
	char text[UNITS_TEXT];

	p->fill_bytes = fill_bytes;
	if (!message_is_live())
		message_progress("filling %s in %s",
				 units_format_size(text, fill_bytes),
				 directory);
}

void
progress_fill_watch(void *progress, uint64_t elapsed_ns, uint64_t bytes)
{
	struct progress *p = progress;
	double rate = (double)bytes / (double)MIB /
		      clock_seconds(elapsed_ns > 0 ? elapsed_ns : 1);

	message_live("filling the work file   %.0f MiB/s   %u %%", rate,
		     (unsigned)(p->fill_bytes > 0 ?
				100 * bytes / p->fill_bytes : 0));
}

void
progress_round(struct progress *p, unsigned round)
{
	char text[TAIL_TEXT];

	p->round = round;
	p->fill_bytes = 0;
	if (round == 1)
		p->start_ns = clock_now_ns();
	if (message_is_live() || round == 1)
		return;
	if (is_open(p)) {
		used(text, p);
		message_progress("round %u (until %g %%), %s used", round,
				 p->until_pct, text);
	} else {
		message_progress("round %u of %u%s, %s left%s", round,
				 p->rounds, p->until_pct > 0 ? " or more" :
				 "", clock_text(text, left_ns(p)),
				 p->until_pct > 0 ? " or more" : "");
	}
}

void
progress_sample(struct progress *p, const char *name, const char *directory,
		enum unit unit, uint32_t block_bytes, uint64_t sample_ns)
{
	snprintf(p->label, sizeof(p->label), "%s", name);
	p->directory = directory;
	p->unit = unit;
	p->block_bytes = block_bytes;
	p->sample_ns = sample_ns;
	progress_watch(p, 0, 0);
}

static double
in_unit(const struct progress *p, double bytes)
{
	switch (p->unit) {
	case UNIT_KBPS:
		return bytes / (double)KIB;
	case UNIT_MIBPS:
		return bytes / (double)MIB;
	case UNIT_IOPS:
	case UNIT_OPS:
		break;
	}
	return bytes / p->block_bytes;
}

/* Describe the round and the progress of the whole run. */
static void
describe(const struct progress *p, char *place, size_t place_size, char *tail,
	 size_t tail_size)
{
	const char *more = p->until_pct > 0 ? "+" : "";
	char text[TAIL_TEXT];

	if (is_open(p)) {
		used(text, p);
		snprintf(place, place_size, "round %u (until %g %%)", p->round,
			 p->until_pct);
		snprintf(tail, tail_size, "%s", text);
	} else {
		snprintf(place, place_size, "round %u/%u%s", p->round,
			 p->rounds, more);
		snprintf(tail, tail_size, "%3u %%  ETA %s%s",
			 (unsigned)(p->total_ns > 0 ?
				    100 * p->done_ns / p->total_ns : 0),
			 clock_text(text, left_ns(p)), more);
	}
}

void
progress_watch(void *progress, uint64_t elapsed_ns, uint64_t bytes)
{
	struct progress *p = progress;
	char speed[40] = "", place[40], tail[TAIL_TEXT + 16];

	if (!message_is_live())
		return;
	if (elapsed_ns > 0 && bytes > 0)
		snprintf(speed, sizeof(speed), "%.0f %s",
			 in_unit(p, (double)bytes) / clock_seconds(elapsed_ns),
			 unit_name(p->unit));
	describe(p, place, sizeof(place), tail, sizeof(tail));
	message_live("%s  %-20s %16s  %s  %s", place, p->label, speed, tail,
		     p->directory);
}

void
progress_done(struct progress *p, double value)
{
	p->done_ns += p->sample_ns;
	if (message_is_live() || p->round != 1)
		return;
	message_progress("round 1 of %u%s  %-24s %12.1f %-5s %s", p->rounds,
			 p->until_pct > 0 ? "+" : "", p->label, value,
			 unit_name(p->unit), p->directory);
}

void
progress_skip(struct progress *p)
{
	p->done_ns += p->sample_ns;
}

void
progress_revise(struct progress *p, uint64_t round_ns)
{
	uint64_t took_ns = clock_now_ns() - p->start_ns;
	uint64_t left_ns = p->rounds > 1 ? (p->rounds - 1) * round_ns : 0;
	uint64_t planned_ns = p->total_ns;
	char took[UNITS_TEXT], left[UNITS_TEXT];

	p->done_ns = took_ns;
	p->total_ns = took_ns + left_ns;
	if (p->rounds < 2 || p->total_ns < planned_ns + WORTH_NS ||
	    p->total_ns < planned_ns + planned_ns / 2)
		return;
	message_live_end();
	message_progress("round 1 took %s; %u more round%s%s about %s",
			 units_format_duration(took, took_ns), p->rounds - 1,
			 p->rounds == 2 ? "" : "s", p->until_pct > 0 ?
			 " or more take" : p->rounds == 2 ? " takes" :
			 " take", units_format_duration(left, left_ns));
}
