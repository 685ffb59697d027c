/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* UnixBench's report, in text. */
#include <config.h>

#include "diskidx/format/format.h"
#include "format/text/text.h"

const struct format format_unixbench = {
	.name = "unixbench",
	.summary = "the File Copy rows as UnixBench reports them",
	.put = text_put,
};
