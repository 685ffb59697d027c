/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The flags: their names, meanings and remedies. */
#include <config.h>

#include <string.h>

#include "diskidx/base/printf.h"
#include "diskidx/result/flags.h"

const struct flag_entry flag_entry[FLAG_COUNT] = {
	[FLAG_CACHED] = {
		"cached",
		"some data came from memory, or did not reach the disk",
		"use a file larger than memory (-s), or a file system with "
		"direct I/O (-d)",
		"came from memory: use a larger file (-s)"
	},
	[FLAG_MEMORY] = {
		"memory",
		"the file system is in memory, so this is not a measurement "
		"of a disk",
		"choose a directory on a disk (-d)",
		"not on a disk: choose another directory (-d)"
	},
	[FLAG_SHORT] = {
		"short",
		"a sample has fewer than 10 requests, or lasted less than half "
		"its time",
		"use longer samples (-t) or a larger file (-s)",
		"too few requests: use longer samples (-t)"
	},
	[FLAG_SHALLOW] = {
		"shallow",
		"less than half the depth was in flight, because submission "
		"blocked",
		"use another engine (-e threads), or direct I/O",
		"submission blocked: use -e threads"
	},
	[FLAG_EVICTED] = {
		"evicted",
		"more than 10 % of a read that should hit memory came from "
		"the disk",
		"use a smaller file (-s), or raise the memory limit",
		"came from the disk: use a smaller file (-s)"
	},
	[FLAG_VERIFIED] = {
		"verified",
		"all data was checked, which takes time",
		"run again to measure the speed",
		"checking took time: run again for the speed"
	},
	[FLAG_IMPOSSIBLE] = {
		"impossible",
		"the rate is more than the link to the disk can carry",
		"look for a cache in between, and use a file larger than "
		"that (-s)",
		"faster than the link: use a larger file (-s)"
	},
	[FLAG_NOISY] = {
		"noisy",
		"rounds vary by more than 10 %",
		"leave the disk idle, or use more rounds (-i)",
		"rounds vary by more than 10 %: add rounds (-i)"
	},
	[FLAG_THROTTLED] = {
		"throttled",
		"the speed fell by a fifth or more and stayed low",
		"use longer samples (-t) to measure the sustained speed, after "
		"burst credit",
		"fell and stayed low: measure for longer (-t)"
	},
	[FLAG_DRIFT] = {
		"drift",
		"the speed rose or fell over the rounds",
		"let the disk settle, or use more rounds (-i)",
		"rose or fell over time: let the disk settle"
	},
	[FLAG_STALLED] = {
		"stalled",
		"a round was below a quarter of the median",
		"look for disk errors in the system log, and for other loads",
		"a round was below a quarter of the median: see the "
		"system log"
	},
	[FLAG_FOREIGN] = {
		"foreign",
		"the device handled other requests, or was busy before round 1",
		"find out what else uses this disk, stop it, and run again",
		"something else used the disk: stop it"
	},
	[FLAG_STOLEN] = {
		"stolen",
		"other guests of the host took more than 5 % of the CPU time",
		"run again at another time, or where CPUs are not shared",
		"other guests took CPU time: run again later"
	},
	[FLAG_LIMITED] = {
		"limited",
		"a CPU quota held the test back for more than 1 % of the time, "
		"or a disk quota limited it",
		"raise the limit, or run outside the container",
		"a quota held the test back: raise it"
	},
	[FLAG_CPU_BOUND] = {
		"cpu-bound",
		"a worker used more than 95 % of a CPU, so the disk may be "
		"faster",
		"use more copies (-c) or larger blocks (-b)",
		"the CPU was the limit: use more copies (-c)"
	},
	[FLAG_UNPROVEN] = {
		"unproven",
		"nothing shows that the disk, not a cache, served this test",
		"use a file much larger than memory (-s), or a local disk (-d)",
		"perhaps a cache: use a much larger file (-s)"
	},
};

struct flag_entry
flags_entry(enum flag flag, const struct facts *target)
{
	const char *counters = text_or(facts_get(target, FACT_DEVICE_COUNTERS),
				       "");
	struct flag_entry entry = flag_entry[flag];

	if (flag == FLAG_FOREIGN && facts_get(target, FACT_LAZY_INIT) != NULL)
		entry.remedy = "wait until ext4 has written its tables (task "
			       "ext4lazyinit), and run again";
	if (flag == FLAG_UNPROVEN)
		entry.meaning = text_or(facts_get(target, FACT_UNPROVEN),
					entry.meaning);
	if (flag == FLAG_UNPROVEN && strcmp(counters, "missing") == 0) {
		entry.meaning = "/proc or /sys is missing, so nothing counts "
				"the disk's requests";
		entry.remedy = "mount it, and run again";
	} else if (flag == FLAG_UNPROVEN && strcmp(counters, "off") == 0) {
		entry.meaning = "the disk's counters are off";
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
