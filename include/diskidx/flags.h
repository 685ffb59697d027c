/*
 * Flags: reasons to doubt a figure, or to read it with care. Each is judged
 * from the samples' own evidence, over exactly the measured window.
 *
 * These take the row out of the score:
 * cached    a disk test was served from memory. Reads: the worker's own
 *           counter of reads from storage (or, without one, the device's) is
 *           under 90 % of the bytes read, or over 10 % of the file stayed
 *           resident after the drop. Writes, except those of a mix: the
 *           device's counter is under half of the bytes written. (With the
 *           fact device_counters=partial, some devices are not counted, and
 *           too small a counter is `unproven`.)
 * memory    the file system lives in memory (disk rows only).
 * short     a sample has under 10 requests, or lasted under half of the time
 *           asked for (one that ended at its byte bound: under 50 ms).
 * evicted   over 10 % of a read of what was put into memory came from storage,
 *           by the same counters as for `cached`.
 * shallow   in a closed loop of several requests, most were submitted with
 *           fewer than half of the depth in flight, and at least every other
 *           one put the worker to sleep: the system blocks those that submit.
 *           A disk that is faster than its submitter makes no one sleep. Not
 *           of engines with threads, whose submission never blocks.
 * verified  the fact `verified` says that data were checked (--verify); not of
 *           File Copy and small files, which are not.
 *
 * These inform:
 * noisy     the spread over the rounds (their standard deviation by their mean)
 *           is over 10 %.
 * throttled the speed fell for good: in most samples (see result.h), or from a
 *           round on (see course.h).
 * drift     the rounds of a target became faster or slower, all tests of disks
 *           alike (see course.h); every row of the target with 5 or more
 *           samples carries it.
 * stalled   a sample is below a quarter of the median of three or more, and the
 *           row isn't throttled.
 * foreign   reads during a write-only test or writes during a read-only one
 *           are over 5 % of what the device did (requests or bytes), and
 *           10 a second; or the device was busy over 5 % of the idle time
 *           before round 1 (the facts idle_busy_ms and idle_ns).
 * stolen    over 5 % of the processor time that this system wanted, and over
 *           1 % of one processor's, went to other guests of the host.
 * limited   where a quota on processor time holds for this process (cgroup's,
 *           a container's limit), it held processors that had work back for
 *           over 1 % of the measured time, and 10 ms: an upper bound, summed
 *           over the processors, and over all processes under the quota.
 * cpu-bound a worker used over 95 % of one processor; not of File Copy and
 *           small files, which memory serves, nor of an open loop, which waits
 *           actively, nor of engines with threads.
 * unproven  nothing here can tell a cache from a disk: a network's file
 *           system, or a loop device through the page cache; or no counter of
 *           reads for a test that reads, no device's for one that writes.
 *
 * File Copy tests the cache by definition, and is never cached, memory, foreign
 * or unproven. A row with cached or memory is not unproven as well.
 */
#ifndef DISKIDX_FLAGS_H
#define DISKIDX_FLAGS_H

#include <stdbool.h>
#include <stddef.h>

#include "diskidx/counters.h"
#include "diskidx/facts.h"
#include "diskidx/result.h"

struct flag_entry {
	const char *name;
	char mark;		/* one letter beside the figure */
	bool invalidates;
	const char *meaning, *remedy;
};

/* Return the table's entry of a flag. */
const struct flag_entry *flag_entry(enum flag flag);

/*
 * Return the flags of a summarised result by itself, as bits 1u << enum flag;
 * `target` are the facts of its target.
 */
unsigned flags_judge(const struct result *result,
		     const struct facts *target);

/* Return the sum of the processors' times over the samples that have them. */
struct processor_times flags_processors(const struct result *result);

/* Add the flags that take all results of a run together. */
void flags_judge_run(struct result *results, size_t n_results);

/* Return true if any of the flags takes the row out of the score. */
bool flags_invalidate(unsigned flags);

#endif
