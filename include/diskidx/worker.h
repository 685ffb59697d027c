/*
 * Worker: one process that runs one copy of one test for one round; here is
 * the parent's side of it. Workers share memory with the parent, start
 * together at a barrier, and leave when the parent is gone. The parent does
 * no I/O of its own on the disk, so it can always be interrupted.
 */
#ifndef DISKIDX_WORKER_H
#define DISKIDX_WORKER_H

#include <stdint.h>

#include "diskidx/engine.h"
#include "diskidx/params.h"
#include "diskidx/sample.h"
#include "diskidx/target.h"
#include "diskidx/workload.h"

#define WORKER_REASON 240

/* Called every 100 ms: the time since the start, the bytes done so far. */
typedef void worker_watch(void *context, uint64_t elapsed_ns, uint64_t bytes);

struct assignment {
	const struct workload *workload;
	const struct engine *engine;
	const struct params *params;
	const struct target *target;
	unsigned copies, round;
	uint64_t time_ns, warm_up_ns;
	uint64_t write_limit_bytes;	/* of each copy */
	uint64_t seed;			/* of the run */
	worker_watch *watch;
	void *context;
};

/*
 * Measures one sample. 0; -EINTR if a signal was caught meanwhile; -ECANCELED
 * if the processes were stopped or the clock went back meanwhile, so that it
 * is to be repeated; another -errno. What failed or spoilt it is in `reason`
 * (WORKER_REASON bytes). The sample is the caller's to free if 0;
 * sample->written_bytes counts always.
 */
int worker_measure(const struct assignment *assignment, struct sample *sample,
		   char *reason);

/*
 * Why this test can't be had on this target, into `reason`; false if it can.
 * To be asked after the fill.
 */
bool worker_na_reason(const struct assignment *assignment, char *reason);

/* Fills the target's work files in a worker; results as worker_measure. */
int worker_fill(struct target *target, uint64_t size_bytes, uint64_t limit_ns,
		uint64_t seed, worker_watch *watch, void *context,
		char *reason);

#endif
