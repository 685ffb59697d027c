/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Clock: monotonic, in nanoseconds, common to all processes. */
#ifndef DISKIDX_BASE_CLOCK_H
#define DISKIDX_BASE_CLOCK_H

#include <stdint.h>

#define NS_PER_S UINT64_C(1000000000)
#define NS_PER_MS UINT64_C(1000000)
#define NS_PER_US UINT64_C(1000)

/*
 * Return nanoseconds since an arbitrary start, never less than before. If the
 * system's clock goes back, as on some virtual machines, this one goes on from
 * its last reading in this process, and the time since that reading is lost.
 * Call it from one thread of a process only.
 */
uint64_t clock_now_ns(void);

/*
 * Return the time that the system's clock is known to have gone back so far.
 * Only the part of a step that exceeds the time since the last reading is seen.
 */
uint64_t clock_stepped_back_ns(void);

/* Measure the cost of a reading; 0: too little for this clock. */
uint64_t clock_read_ns(void);

/* Sleep that long, or until a signal arrives. */
void clock_sleep_ns(uint64_t duration_ns);

#define CLOCK_LAST_S UINT64_C(253402300799)	/* of the year 9999 */

/* Return a Unix time as strftime would print it at that offset from UTC, a text
 * of say.h; "" if it is before 1969 there, or after 9999. */
const char *clock_date(const char *format, uint64_t unix_s, int utc_offset_s);

/* Return nanoseconds as seconds, for dividing once at the end. */
double clock_seconds(uint64_t duration_ns);

#endif
