/* The deadline of a wait in reap. */
#include <config.h>

#include <stddef.h>

#include "deadline.h"
#include "diskidx/clock.h"

uint64_t
deadline_after(uint64_t max_wait_ns)
{
	uint64_t now_ns;

	if (max_wait_ns == UINT64_MAX)
		return UINT64_MAX;
	now_ns = clock_now_ns();
	return max_wait_ns < UINT64_MAX - now_ns ? now_ns + max_wait_ns :
	       UINT64_MAX;
}

bool
deadline_passed(uint64_t deadline_ns)
{
	return deadline_ns != UINT64_MAX && clock_now_ns() >= deadline_ns;
}

struct timespec *
deadline_left(uint64_t deadline_ns, struct timespec *left)
{
	uint64_t now_ns, left_ns;

	if (deadline_ns == UINT64_MAX)
		return NULL;
	now_ns = clock_now_ns();
	left_ns = now_ns < deadline_ns ? deadline_ns - now_ns : 0;
	left->tv_sec = (time_t)(left_ns / NS_PER_S);
	left->tv_nsec = (long)(left_ns % NS_PER_S);
	return left;
}
