/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Options of fio that are about the output. */
#ifndef COMMAND_FIO_H
#define COMMAND_FIO_H

#include <stdio.h>

#include "diskidx/options.h"

/* Take them from the words behind fio. Return 0, or -1 with `error`
 * (OPTIONS_ERROR). */
int fio_take_output(struct options *o, char *error);

#endif
