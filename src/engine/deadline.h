/*
 * Deadline: when a wait in reap ends. A wait that a signal interrupts or that
 * wakes too early goes on with what is left of its time. UINT64_MAX: never.
 */
#ifndef DISKIDX_ENGINE_DEADLINE_H
#define DISKIDX_ENGINE_DEADLINE_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/* The end of a wait that starts now. */
uint64_t deadline_after(uint64_t max_wait_ns);

bool deadline_passed(uint64_t deadline_ns);

/* What is left of it, in *left: returned for the calls that wait; or NULL,
 * which they take for "as long as it takes". */
struct timespec *deadline_left(uint64_t deadline_ns, struct timespec *left);

#endif
