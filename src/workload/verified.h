/*
 * Verified: an engine in front of another one, which stamps what is written and
 * checks what was read. Data that are not as they were written end their read
 * with -EIO, and the fault is told. The times of requests include that work.
 */
#ifndef WORKLOAD_VERIFIED_H
#define WORKLOAD_VERIFIED_H

#include "diskidx/engine.h"
#include "diskidx/verify.h"

/* Do as the open of *engine does, and put the engine in front in its place. */
int verified_open(const struct engine **engine, struct engine_state **state,
		  struct verify_file *file, int fd, struct request *request,
		  unsigned depth);

#endif
