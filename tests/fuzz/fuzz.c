/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* What libFuzzer calls; see fuzz.h. */
#include <config.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "diskidx/base/say.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

void
fuzz_must(bool holds, const char *wrong)
{
	if (holds)
		return;
	fprintf(stderr, "wrong: %s\n", wrong);
	abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *first = say_join(NULL, "", "");

	fuzz_try((const char *)data, size);
	say_forget(first);
	return 0;
}
