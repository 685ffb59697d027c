/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
#ifndef COMMAND_MERGE_H
#define COMMAND_MERGE_H

#include "diskidx/hosts.h"
#include "diskidx/options.h"

/* Merge and print. Return the exit status: 1 with --strict and a slow host. */
int merge_show(struct hosts *hosts, const struct options *options);

#endif
