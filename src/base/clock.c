/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Clock: monotonic, although some systems step theirs back. */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "diskidx/base/clock.h"
#include "diskidx/base/say.h"

#define DAY_S 86400
#define SINCE_1969_S (365 * (uint64_t)DAY_S)
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

	if (clock_gettime(CLOCK_MONOTONIC, &now) != 0) {
		fputs("diskidx: the clock cannot be read\n", stderr);
		exit(2);
	}
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

/* Use the fastest of several batches: others may have run during the rest. */
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

static int
days_of_year(int year)
{
	return 365 + ((year % 4 == 0 && year % 100 != 0) || year % 400 == 0);
}

const char *
clock_date(const char *format, uint64_t unix_s, int utc_offset_s)
{
	int month_days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
	uint64_t local_s = unix_s + (uint64_t)utc_offset_s + SINCE_1969_S;
	int days, year, *month = month_days;
	struct tm tm = { 0 };
	char text[48];

	if (unix_s > CLOCK_LAST_S || local_s > CLOCK_LAST_S + SINCE_1969_S)
		return "";
	/* Compute what gmtime(3) would, but not in the 32 bits of some systems.
	 * Begin in 1969: a clock that was never set begins in 1970, which is
	 * 1969 in the west. */
	days = (int)(local_s / DAY_S);
	tm.tm_wday = (days + 3) % 7;
	tm.tm_hour = (int)(local_s % DAY_S / 3600);
	tm.tm_min = (int)(local_s / 60 % 60);
	tm.tm_sec = (int)(local_s % 60);
	for (year = 1969; days >= days_of_year(year); year++)
		days -= days_of_year(year);
	tm.tm_year = year - 1900;
	tm.tm_yday = days;
	month_days[1] += days_of_year(year) - 365;
	for (; days >= *month; month++)
		days -= *month;
	tm.tm_mon = (int)(month - month_days);
	tm.tm_mday = days + 1;
	return strftime(text, sizeof(text), format, &tm) == 0 ? "" :
		say("%s", text);
}
