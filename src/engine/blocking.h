/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Blocking: a request as plain blocking calls. */
#ifndef DISKIDX_ENGINE_BLOCKING_H
#define DISKIDX_ENGINE_BLOCKING_H

#include <stdbool.h>

#include "diskidx/request.h"

/* Do the request without its flush; set its result. Return true if it is to be
 * flushed now. */
bool blocking_move(int fd, struct request *request);

/* Flush; set when that began, and the result of the request if it fails. */
void blocking_flush(int fd, struct request *request);

#endif
