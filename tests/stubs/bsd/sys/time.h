/* For tests/shell/platforms.sh: the real one, and what BSD has in it. */
#ifndef STUB_SYS_TIME_H
#define STUB_SYS_TIME_H

#include_next <sys/time.h>

#include <stdint.h>

struct bintime {
	time_t sec;
	uint64_t frac;
};

struct clockinfo {
	int hz, tick, stathz, profhz;
};

#endif
