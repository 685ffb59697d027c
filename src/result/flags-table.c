/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The flags: their names, marks, meanings and remedies. */
#include <config.h>

#include <string.h>

#include "diskidx/base/printf.h"
#include "diskidx/result/flags.h"

const struct flag_entry flag_entry[FLAG_COUNT] = {
	[FLAG_CACHED] = {
		"cached", 'C',
		"part of the data came from memory, or did not reach the disk",
		"use a file larger than memory (-s), or a file system with "
		"direct I/O (-d)"
	},
	[FLAG_MEMORY] = {
		"memory", 'M',
		"the file system lives in memory, so this is no figure of a "
		"disk",
		"choose a directory on a disk (-d)"
	},
	[FLAG_SHORT] = {
		"short", 'S',
		"a sample has under 10 requests, or under half of its time",
		"make the samples longer (-t) or the file larger (-s)"
	},
	[FLAG_SHALLOW] = {
		"shallow", 'Q',
		"under half of the depth was in flight, as the system made "
		"each request wait",
		"use another engine (-e threads), or direct I/O"
	},
	[FLAG_EVICTED] = {
		"evicted", 'E',
		"over 10 % of what was to come from memory came from the disk",
		"make the file smaller (-s), or raise the limit on memory"
	},
	[FLAG_VERIFIED] = {
		"verified", 'V',
		"all data were checked, which takes time",
		"run again for the speed"
	},
	[FLAG_IMPOSSIBLE] = {
		"impossible", 'I',
		"more than the link to the disk can carry",
		"look for a cache on the way, and use a file larger than it "
		"(-s)"
	},
	[FLAG_NOISY] = {
		"noisy", 'N',
		"the spread over the rounds is over 10 %",
		"run again when nothing else uses the disk, or with more "
		"rounds (-i)"
	},
	[FLAG_THROTTLED] = {
		"throttled", 'T',
		"the speed fell by a fifth or more and stayed low",
		"measure for longer (-t) to know the level that lasts, after "
		"credit for bursts"
	},
	[FLAG_DRIFT] = {
		"drift", 'D',
		"the disk became faster or slower from the first round to "
		"the last",
		"run again when it has settled, or with more rounds (-i)"
	},
	[FLAG_STALLED] = {
		"stalled", 'Z',
		"a round moved less than a quarter of what the others did",
		"look for errors of the disk in the system's log, and for "
		"other loads"
	},
	[FLAG_FOREIGN] = {
		"foreign", 'F',
		"the device served requests of others, or was busy before "
		"round 1",
		"find out what else uses this disk, stop it, and run again"
	},
	[FLAG_STOLEN] = {
		"stolen", 'X',
		"over 5 % of the processor time went to other guests of the "
		"host",
		"run again at another time, or where the processors aren't "
		"shared"
	},
	[FLAG_LIMITED] = {
		"limited", 'L',
		"a quota held CPUs back for over 1 % of the time, or the disk",
		"raise the limit, as of a container, or run outside of it"
	},
	[FLAG_CPU_BOUND] = {
		"cpu-bound", 'P',
		"a worker kept its processor busy for over 95 % of the time",
		"use more copies (-c) or larger blocks (-b), as the disk may "
		"be faster"
	},
	[FLAG_UNPROVEN] = {
		"unproven", '?',
		"cannot verify that the disk, not a cache, served this test",
		"use a file much larger than memory (-s), or a local disk (-d)"
	},
};

struct flag_entry
flags_entry(enum flag flag, const struct facts *target)
{
	const char *counters = text_or(facts_get(target, FACT_DEVICE_COUNTERS),
				       "");
	struct flag_entry entry = flag_entry[flag];

	if (flag == FLAG_FOREIGN && facts_get(target, FACT_LAZY_INIT) != NULL)
		entry.remedy = "ext4 still wrote its tables (the task "
			       "ext4lazyinit); run again when it has ended";
	if (flag == FLAG_UNPROVEN)
		entry.meaning = text_or(facts_get(target, FACT_UNPROVEN),
					entry.meaning);
	if (flag == FLAG_UNPROVEN && strcmp(counters, "missing") == 0) {
		entry.meaning = "nothing here counts what the disk does, as "
				"/proc or /sys is missing";
		entry.remedy = "mount it, and run again";
	} else if (flag == FLAG_UNPROVEN && strcmp(counters, "off") == 0) {
		entry.meaning = "the counters of the disk are off";
		entry.remedy = "turn them on (queue/iostats in /sys/block), "
			       "and run again";
	}
	return entry;
}

const char *
flags_meaning(unsigned flags)
{
	for (unsigned flag = 0; flag < FLAG_COUNT; flag++)
		if ((flags & 1u << flag) != 0)
			return flag_entry[flag].meaning;
	return NULL;
}
