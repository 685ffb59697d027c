/* The flags: their names, marks, meanings and remedies. */
#include <config.h>

#include "diskidx/flags.h"

static const struct flag_entry table[FLAG_COUNT] = {
	[FLAG_CACHED] = {
		"cached", 'C', true,
		"part of the data that the test read came from memory, or part "
		"of what it wrote did not reach the disk: use a file larger "
		"than memory (-s), or a file system with direct I/O (-d)"
	},
	[FLAG_MEMORY] = {
		"memory", 'M', true,
		"the file system lives in memory, so this says nothing about "
		"a disk: choose a directory on a disk (-d)"
	},
	[FLAG_SHORT] = {
		"short", 'S', true,
		"a sample has under 10 requests, or lasted under half of its "
		"time (50 ms, if it ended at the bound on writing): make the "
		"samples longer (-t) or the file larger (-s)"
	},
	[FLAG_SHALLOW] = {
		"shallow", 'Q', true,
		"most requests were issued with fewer than half of the depth "
		"in flight, since each had to wait until the system took it: "
		"use another engine (-e threads), or direct I/O"
	},
	[FLAG_EVICTED] = {
		"evicted", 'E', true,
		"over 10 % of a read that was to come from memory came from "
		"the disk, as the file does not fit: make it smaller (-s), or "
		"raise the limit on memory"
	},
	[FLAG_VERIFIED] = {
		"verified", 'V', true,
		"all data were stamped and checked, which takes time of the "
		"test: run again without --verify for the speed"
	},
	[FLAG_NOISY] = {
		"noisy", 'N', false,
		"the spread over the rounds (standard deviation by mean) is "
		"over 10 %: another load may share this disk; run again when "
		"it is idle, or with more rounds (-i)"
	},
	[FLAG_THROTTLED] = {
		"throttled", 'T', false,
		"the speed fell by a fifth or more and stayed low, in most "
		"samples or from a round on, as when "
		"credit for bursts or a fast cache is used up, or a disk gets "
		"hot: measure for longer (-t) to know the level that lasts, "
		"or let the disk rest to know the other"
	},
	[FLAG_DRIFT] = {
		"drift", 'D', false,
		"from the first round to the last the disk became faster or "
		"slower over these tests, and the intervals do not cover "
		"further changes: run again when it has settled, or with more "
		"rounds (-i)"
	},
	[FLAG_STALLED] = {
		"stalled", 'Z', false,
		"a round moved less than a quarter of what the others did, and "
		"the value includes it: look for errors of the disk in the "
		"system's log and for other loads, and run again"
	},
	[FLAG_FOREIGN] = {
		"foreign", 'F', false,
		"the device served requests that the test does not make, or "
		"was busy before round 1: find out what else uses this disk, "
		"stop it, and run again"
	},
	[FLAG_STOLEN] = {
		"stolen", 'X', false,
		"over 5 % of the processor time that this machine wanted went "
		"to other guests of its host: run again at another time, or "
		"where the processors aren't shared"
	},
	[FLAG_LIMITED] = {
		"limited", 'L', false,
		"a quota on processor time, of this container or service, "
		"held processors back for over 1 % of the time, so the disk "
		"may be faster than this and its longest latencies shorter: "
		"raise the limit (--cpus of docker, limits.cpu in Kubernetes, "
		"CPUQuota= in systemd), or run outside of it"
	},
	[FLAG_CPU_BOUND] = {
		"cpu-bound", 'P', false,
		"a worker kept its processor busy for over 95 % of the time, "
		"so the disk may be faster than this: use more copies (-c) or "
		"larger blocks (-b)"
	},
	[FLAG_UNPROVEN] = {
		"unproven", '?', false,
		"cannot verify that the disk, not a cache, served this test: "
		"use a file much larger than memory (-s), or a directory on "
		"a local disk (-d)"
	},
};

const struct flag_entry *
flag_entry(enum flag flag)
{
	return &table[flag];
}

bool
flags_invalidate(unsigned flags)
{
	for (unsigned flag = 0; flag < FLAG_COUNT; flag++)
		if (flags & 1u << flag && table[flag].invalidates)
			return true;
	return false;
}
