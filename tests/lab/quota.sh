#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# quota.sh - quotas of the group of processes above the run's own: on CPU time,
# where a result that it limits is flagged, with how often the quota ran out; on
# memory, for which nothing is killed; and on the disk, which then is not the
# limit.
#
# Needs: root, and hierarchies of cgroup that have the controllers already.
# Takes: 8 s.
# Repeats: its quota depends on other load.
. "$(dirname "$0")/../support/tap.sh"
need_diskidx

here=$scratch/disk
mkdir "$here"

# limit CONTROLLER: to 2 of each 100 ms, 64 MiB or 300 reads a second; not in
# groups without any. The group comes before others and its quota is small, so
# that it is used up on a busy machine, too.
limit()
{
	if [ "$1" = memory ]; then
		for file in memory.max memory.limit_in_bytes; do
			[ ! -e "$group/$file" ] || break
		done
		echo $((64 << 20)) >"$group/$file"
	elif [ "$1" = blkio ] && [ -e "$group/io.max" ]; then
		echo "$device riops=300" >"$group/io.max"
	elif [ "$1" = blkio ]; then
		echo "$device 300" >"$group/blkio.throttle.read_iops_device"
	elif [ -e "$group/cpu.max" ]; then
		echo "2000 100000" >"$group/cpu.max"
		echo 10000 >"$group/cpu.weight"
	elif [ -e "$group/cpu.cfs_quota_us" ]; then
		echo 2000 >"$group/cpu.cfs_quota_us"
		echo 262144 >"$group/cpu.shares"
	else
		return 1
	fi 2>/dev/null
}

# make_group CONTROLLER: $group with a limit, and a group in it for the run.
make_group()
{
	for group in "/sys/fs/cgroup/$1" /sys/fs/cgroup; do
		[ -e "$group/cgroup.procs" ] || continue
		group=$group/diskidx-$tap_name.$$
		mkdir "$group" "$group/inner" 2>/dev/null &&
			limit "$1" && return
		remove_group
	done
	return 1
}

# What is being ended may be in it for a moment.
remove_group()
{
	[ -d "$group" ] || return 0
	until_event rmdir "$group/inner" 2>/dev/null && rmdir "$group"
}

inner=inner
run_in_group()
{
	(echo 0 >"$group/$inner/cgroup.procs" && "$DISKIDX" -q -d "$here" \
		-t 0.5 -s 8m --no-save -v "$@") 2>&1 | tr -s '\n ' ' '
}

"$DISKIDX" -q -d "$here" -i 1 -t 0.05 -s 4m -o "$scratch/record" seq-read \
	>"$scratch/out" 2>&1
if ! grep -q '^processors' "$scratch/record"; then
	skip "a quota on processor time" quota \
		"this system tells nothing of them"
elif make_group cpu; then
	tap_undo=remove_group
	# Requests that the disk never sees need a whole processor.
	told=$(run_in_group -i 1 -e null rand-read-q1)
	like "a quota on processor time: the figure is limited" "$told" \
		'limited +\(rand-read-q1\): a CPU quota held the test '
	like "a quota on processor time: how often is told" "$told" \
		' the quota ran out in [1-9][0-9]* of [1-9][0-9]* periods, '
	is "a quota on processor time: nothing is left" "$(ls -A "$here")" ""
	ok "a quota on processor time: its group is left empty" remove_group
else
	skip "a quota on processor time" quota \
		"no group with the controller cpu can be made here"
fi

# A pass over more memory than the group may have takes only what is left of it,
# beside what others in the group use.
if make_group memory; then
	tap_undo=remove_group
	(echo 0 >"$group/inner/cgroup.procs" && exec "$DISKIDX" -q -d "$here" \
		-i 1 -t 0.1 -s 128m --no-save seq-write seq-read seq-copy) \
		>"$scratch/out" 2>&1
	is "a limit on memory: nothing is killed for it" "$?" 0
	is "a limit on memory: each test has its figure" \
		"$(grep -c '^[0-9.]* MiB/s seq-' "$scratch/out")" 3
	ok "a limit on memory: its group is left empty" remove_group
else
	skip "a limit on memory" quota \
		"no group with the controller memory can be made here"
fi

disk=$(sed -n 's/^target	0	disk	//p' "$scratch/record")
if ! device=$(cat "/sys/block/$disk/dev" 2>/dev/null); then
	skip "a quota on the disk" disk "no device is known"
elif make_group blkio; then
	tap_undo=remove_group
	inner=.		# version 1 does not look at groups above
	told=$(run_in_group -i 3 rand-read-q1 rand-read-q32)
	like "a quota on the disk: the trust is low, and says why" "$told" \
		' Trust is low: 2 of 2 tests are limited by a quota of 300 IOPS, not the disk: '
	like "a quota on the disk: the figures are limited" "$told" \
		'limited +\(rand-read-q1, rand-read-q32\): '
	ok "a quota on the disk: its group is left empty" remove_group
else
	skip "a quota on the disk" quota \
		"no group with the controller io can be made here"
fi

done_testing
