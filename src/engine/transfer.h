/* Transfer: one request as plain blocking calls. */
#ifndef DISKIDX_ENGINE_TRANSFER_H
#define DISKIDX_ENGINE_TRANSFER_H

#include "diskidx/request.h"

/* pread or pwrite and, if it's asked for, fdatasync; sets the result. */
void transfer(int fd, struct request *request);

#endif
