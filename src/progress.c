/* What is going on, on standard error. */
#include <config.h>

#include <stdio.h>

#include "diskidx/clock.h"
#include "diskidx/message.h"
#include "diskidx/progress.h"

/* What is left at the pace so far; the plan knows no pauses and overshoot. */
static uint64_t
left_ns(const struct progress *p)
{
	uint64_t now_ns = clock_now_ns();
	double pace = 1;

	if (p->done_ns > 0)
		pace = (double)(now_ns - p->start_ns) / (double)p->done_ns;
	return (uint64_t)((double)(p->total_ns - p->done_ns) *
			  (pace > 1 ? pace : 1));
}

static void
eta(char *text, size_t size, const struct progress *p)
{
	uint64_t s = left_ns(p) / NS_PER_S;

	snprintf(text, size, "%02u:%02u", (unsigned)(s / 60),
		 (unsigned)(s % 60));
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
	char text[16];

	p->round = round;
	p->fill_bytes = 0;
	if (round == 1)
		p->start_ns = clock_now_ns();
	if (message_is_live() || round == 1)
		return;
	eta(text, sizeof(text), p);
	message_progress("round %u of %u, %s left", round, p->rounds, text);
}

void
progress_sample(struct progress *p, const char *id, const char *copies,
		const char *directory, enum unit unit, uint32_t block_bytes,
		uint64_t sample_ns)
{
	snprintf(p->label, sizeof(p->label), "%s%s", id, copies);
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
		break;
	}
	return bytes / p->block_bytes;
}

void
progress_watch(void *progress, uint64_t elapsed_ns, uint64_t bytes)
{
	struct progress *p = progress;
	char speed[40] = "", time[16];

	if (!message_is_live())
		return;
	if (elapsed_ns > 0 && bytes > 0)
		snprintf(speed, sizeof(speed), "%.0f %s",
			 in_unit(p, (double)bytes) / clock_seconds(elapsed_ns),
			 unit_name(p->unit));
	eta(time, sizeof(time), p);
	message_live("round %u/%u  %-20s %16s  %3u %%  ETA %s  %s", p->round,
		     p->rounds, p->label, speed,
		     (unsigned)(p->total_ns > 0 ?
				100 * p->done_ns / p->total_ns : 0), time,
		     p->directory);
}

void
progress_done(struct progress *p, double value)
{
	p->done_ns += p->sample_ns;
	if (message_is_live() || p->round != 1)
		return;
	message_progress("round 1 of %u  %-24s %12.1f %-5s %s", p->rounds,
			 p->label, value, unit_name(p->unit), p->directory);
}

void
progress_skip(struct progress *p)
{
	p->done_ns += p->sample_ns;
}
