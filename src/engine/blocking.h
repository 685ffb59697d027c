/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Blocking: a request as plain blocking calls. */
#ifndef DISKIDX_ENGINE_BLOCKING_H
#define DISKIDX_ENGINE_BLOCKING_H

#include "diskidx/request.h"

/* Do the request and, if it asks for it, the flush; set its result. */
void blocking_do(int fd, struct request *request);

#endif
