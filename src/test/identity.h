/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Identity: the part that the variants of a test need. */
#ifndef DISKIDX_TEST_IDENTITY_H
#define DISKIDX_TEST_IDENTITY_H

#include "diskidx/test.h"

/* Write the origin's id and, after a colon, the options that differ from it. */
void identity_write_id(struct test *test, const struct test *origin);

#endif
