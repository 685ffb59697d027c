/* The one clock: monotonic, in nanoseconds, common to all processes. */
#ifndef DISKIDX_CLOCK_H
#define DISKIDX_CLOCK_H

#include <stdint.h>

#define NS_PER_S UINT64_C(1000000000)
#define NS_PER_MS UINT64_C(1000000)
#define NS_PER_US UINT64_C(1000)

/*
 * Nanoseconds since an arbitrary start; never goes back. Where the system's
 * clock does, as that of some virtual machines, this one goes on from its last
 * reading in this process: what passed since then is lost. For one thread of a
 * process.
 */
uint64_t clock_now_ns(void);

/*
 * By how much the system's clock has gone back so far, at least: what it went
 * back by is noticed as far as it is more than what passed since a reading.
 */
uint64_t clock_stepped_back_ns(void);

/* Sleeps that long, or until a signal arrives. */
void clock_sleep_ns(uint64_t duration_ns);

#define CLOCK_DATE 48		/* room for a date */

/*
 * Write a Unix time as strftime would print it at that offset from UTC, and
 * return the text: "" if the system's calendar doesn't reach that far.
 */
char *clock_date(char text[CLOCK_DATE], const char *format, uint64_t unix_s,
		 int utc_offset_s);

/* Nanoseconds as seconds, for dividing once at the end. */
double clock_seconds(uint64_t duration_ns);

#endif
