/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Operation: the direction in which a request moves its bytes. */
#ifndef DISKIDX_BASE_OPERATION_H
#define DISKIDX_BASE_OPERATION_H

enum operation { OP_READ, OP_WRITE, OP_COUNT };

/* "read" and "write". */
extern const char *const operation_name[OP_COUNT];

#endif
