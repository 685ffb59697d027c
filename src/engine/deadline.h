/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Deadline: the end of a wait in reap. A wait that a signal interrupts or that
 * ends too early goes on for the rest of its time. UINT64_MAX: never.
 */
#ifndef DISKIDX_ENGINE_DEADLINE_H
#define DISKIDX_ENGINE_DEADLINE_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/* Return the end of a wait that starts now. */
uint64_t deadline_after(uint64_t max_wait_ns);

bool deadline_passed(uint64_t deadline_ns);

/* Return `left`, set to the time left, for the calls that wait; or NULL, by
 * which they wait as long as it takes. */
struct timespec *deadline_left(uint64_t deadline_ns, struct timespec *left);

#endif
