/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * noise.h - random numbers of known distributions, for series and samples
 * whose truth is known. The same seed gives the same numbers.
 */
#ifndef DISKIDX_TESTS_NOISE_H
#define DISKIDX_TESTS_NOISE_H

#include "diskidx/base/prng.h"

/* Return a number between 0 and 1, neither of them included. */
double uniform(struct prng *random);

/* Return a number of mean 0 and variance 1. */
double normal(struct prng *random);

#endif
