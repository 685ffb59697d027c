/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
#include <config.h>

#include "noise.h"

#include <math.h>

double
uniform(struct prng *random)
{
	return ((double)(prng_next(random) >> 11) + 0.5) / 9007199254740992.0;
}

/* Box and Muller's transform: a normal variable from two uniform ones. */
double
normal(struct prng *random)
{
	double radius = sqrt(-2 * log(uniform(random)));

	return radius * cos(6.283185307179586 * uniform(random));
}
