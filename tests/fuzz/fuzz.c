/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* What libFuzzer calls; see fuzz.h. */
#include <config.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

bool
fuzz_is_printable(const char *text)
{
	for (; *text != '\0'; text++)
		if (*text < ' ' || *text > '~')
			return false;
	return true;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *what = fuzz_wrong((const char *)data, size);

	if (what == NULL)
		return 0;
	fprintf(stderr, "wrong: %s\n", what);
	abort();
}
