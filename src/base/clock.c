/* Clock: monotonic, although some systems step theirs back. */
#include <config.h>

#include <time.h>

#include "diskidx/clock.h"

#define BATCHES 8
#define READINGS 1000		/* long enough for a clock of microseconds */

/* State of this process, which a forked child inherits. */
static uint64_t last_ns;	/* the last reading */
static uint64_t stepped_back_ns;	/* sum of all steps so far */

uint64_t
clock_now_ns(void)
{
	struct timespec now;
	uint64_t now_ns;

	clock_gettime(CLOCK_MONOTONIC, &now);
	now_ns = (uint64_t)now.tv_sec * NS_PER_S + (uint64_t)now.tv_nsec +
		 stepped_back_ns;
	if (now_ns < last_ns) {
		stepped_back_ns += last_ns - now_ns;
		now_ns = last_ns;
	}
	last_ns = now_ns;
	return now_ns;
}

uint64_t
clock_stepped_back_ns(void)
{
	return stepped_back_ns;
}

/* Take the fastest of several batches: others may have run during the rest. */
uint64_t
clock_read_ns(void)
{
	uint64_t fastest_ns = UINT64_MAX;

	for (int batch = 0; batch < BATCHES; batch++) {
		uint64_t begin_ns = clock_now_ns(), end_ns = begin_ns;

		for (int i = 0; i < READINGS; i++)
			end_ns = clock_now_ns();
		if (end_ns - begin_ns < fastest_ns)
			fastest_ns = end_ns - begin_ns;
	}
	return fastest_ns / READINGS;
}

void
clock_sleep_ns(uint64_t duration_ns)
{
	struct timespec ts;

	ts.tv_sec = (time_t)(duration_ns / NS_PER_S);
	ts.tv_nsec = (long)(duration_ns % NS_PER_S);
	nanosleep(&ts, NULL);
}

double
clock_seconds(uint64_t duration_ns)
{
	return (double)duration_ns / 1e9;
}

char *
clock_date(char text[CLOCK_DATE], const char *format, uint64_t unix_s,
	   int utc_offset_s)
{
	time_t local = (time_t)unix_s + utc_offset_s;
	struct tm *tm = gmtime(&local);

	if (tm == NULL || strftime(text, CLOCK_DATE, format, tm) == 0)
		text[0] = '\0';
	return text;
}
