/* The one clock. */
#include <config.h>

#include <time.h>

#include "diskidx/clock.h"

uint64_t
clock_now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * NS_PER_S + (uint64_t)now.tv_nsec;
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
