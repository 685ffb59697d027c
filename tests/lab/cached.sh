#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# cached.sh - test of whether a figure is a disk's, on file systems of several
# kinds: what memory served is flagged, and what a disk served is not. Where
# one can't be mounted here, its checks are skipped with the reason. The mounts
# are in a namespace of their own where there are such, so that nothing of
# them is left, whatever ends this test.

tap_mounts=yes
# shellcheck source=tests/support/tap.sh
. "$(dirname "$0")/../support/tap.sh"
need_diskidx

# row PLACE ARGUMENT...: "FLAGS SCORED", or "n/a", of the one test that runs.
row()
{
	row_place=$1
	shift
	"$DISKIDX" -q -d "$row_place" -s 16m -t 0.1 -i 2 --no-save -f csv \
		"$@" 2>"$scratch/errors" |
		awk -F, 'NR == 2 { print ($9 == "" ? "n/a" : $21 " " $20) }'
}

disk_tests="rand-read-q1 seq-read seq-read-direct rand-write-q32"

# from_disk NAME PLACE TEST...: these aren't taken for memory's there.
from_disk()
{
	disk_name=$1
	disk_place=$2
	shift 2
	for test; do
		found=$(row "$disk_place" "$test")
		is_so="$disk_name: $test is a disk's"
		case $found in
		n/a) skip "$is_so" direct "it is n/a here" ;;
		*memory*) skip "$is_so" disk "it is in memory" ;;
		*) unlike "$is_so" "${found:-nothing}" \
			'cached|nothing' ;;
		esac
	done
}

# from_memory NAME PLACE: all that is of a disk elsewhere is `memory`.
from_memory()
{
	if ! knows_filesystem "$2"; then
		lacks=filesystem
		why="this platform knows no file system"
		skip_place "$1" "memory's"
		return
	fi
	for test in rand-read-q1 seq-read seq-write rand-write-q32; do
		found=$(row "$2" "$test")
		case $found in
		n/a) skip "$1: $test is memory's" direct "it is n/a here" ;;
		*) like "$1: $test is memory's and not scored" "$found" \
			'memory.* 0$' ;;
		esac
	done
}

# skip_place NAME KIND: the four checks of the two functions above.
skip_place()
{
	for test in first second third fourth; do
		skip "$1: the $test test is $2" "$lacks" "$why"
	done
}

# depth PLACE ARGUMENT...: the mean depth of the one test that runs, in whole
# requests; or "n/a".
depth()
{
	depth_place=$1
	shift
	"$DISKIDX" -q -d "$depth_place" -s 16m -t 0.2 -i 2 --no-save -f json \
		"$@" 2>"$scratch/errors" | sed -n \
		's/.*"depth_mean": \([0-9]*\).*/\1/p; s/.*"missing".*/n\/a/p'
}

# Here, on whatever this is.

mkdir "$scratch/here"
# shellcheck disable=SC2086	# several tests
from_disk "here" "$scratch/here" $disk_tests

# Several requests in flight through the page cache: libaio's would wait in
# their submission.
like "buffered reads at depth 32 are those of threads by default" "$(
	"$DISKIDX" -q -d "$scratch/here" -s 4m -t 0.01 -i 1 --no-save -f json \
		--cache=buffered rand-read-q32 2>&1)" '"engine": "threads"'
is_so="reads that wait in their submission are not scored"
# A slow disk needs that time for more requests than fill the depth.
case $(row "$scratch/here" -t 1 -e libaio --cache=buffered rand-read-q32) in
*shallow*\ 0) pass "$is_so" ;;
*memory*) skip "$is_so" disk "all is in memory here" ;;
"" | n/a) skip "$is_so" libaio "it is n/a here" ;;
*) fail "$is_so" ;;
esac

# The page cache on purpose: a job that doesn't ask for the drop.
cat >"$scratch/warm.fio" <<END
[warm]
rw=randread
bs=4k
direct=0
invalidate=0
ioengine=psync
size=16m
runtime=100ms
time_based
END
case $(row "$scratch/here" "$scratch/warm.fio") in
*memory*) skip "a read of what is in memory" disk "all is in memory here" ;;
*cached*\ 0) pass "a read of what is in memory is cached and not scored" ;;
*) fail "a read of what is in memory is cached and not scored" ;;
esac

# The proof of direct I/O is not taken in by what was in memory before it, in
# pages larger than its blocks.
printf '[direct]\nrw=randread\nbs=1k\ndirect=1\nsize=16m\nruntime=100ms\n' \
	>"$scratch/direct.fio"
{ cat "$scratch/warm.fio" "$scratch/direct.fio" && echo stonewall; } \
	>"$scratch/behind.fio"
is_so="direct reads behind a job that leaves the file in memory have a figure"
case $(row "$scratch/here" "$scratch/direct.fio") in
"" | n/a) skip "$is_so" direct "direct reads are n/a here" ;;
*) unlike "$is_so" "$("$DISKIDX" -q -d "$scratch/here" -i 1 --no-save -f csv \
	"$scratch/behind.fio" 2>"$scratch/errors" |
	awk -F, 'NR == 3 { print "value:" $9 }')" '^(value:)?$' ;;
esac

# tmpfs, and an overlay that writes to it.

if try_mount tmpfs -t tmpfs -o size=256m diskidx-test; then
	from_memory "tmpfs" "$scratch/tmpfs"
	mkdir "$scratch/tmpfs/upper" "$scratch/tmpfs/work" "$scratch/lower"
	upper="upperdir=$scratch/tmpfs/upper,workdir=$scratch/tmpfs/work"
	if try_mount overlay-memory -t overlay -o \
	    "lowerdir=$scratch/lower,$upper" diskidx-test; then
		from_memory "overlay on tmpfs" "$scratch/overlay-memory"
	else
		skip_place "overlay on tmpfs" "memory's"
	fi
else
	skip_place "tmpfs" "memory's"
	skip_place "overlay on tmpfs" "memory's"
fi

# A loop device over a file on a loop device over a file in memory.

# make_image FILE: an ext4 of 64 MiB; else $why.
make_image()
{
	lacks=mounts
	why="its image can't be made"
	command -v mkfs.ext4 >/dev/null 2>&1 &&
		dd if=/dev/zero of="$1" bs=1 count=1 seek=67108863 \
			2>/dev/null && mkfs.ext4 -q -F "$1" 2>/dev/null
}
is_so="what is in memory two levels below is memory's"
if mkdir -p "$scratch/tmpfs/loops" 2>/dev/null &&
    try_mount tmpfs/loops -t tmpfs -o size=256m diskidx-test &&
    make_image "$scratch/tmpfs/loops/outer" &&
    try_mount outer -o loop "$scratch/tmpfs/loops/outer" &&
    { rm -f "$scratch/outer/inner"; : >"$scratch/outer/inner"; } &&
    dd if=/dev/zero of="$scratch/outer/inner" bs=1 count=1 seek=33554431 \
	2>/dev/null && mkfs.ext4 -q -F "$scratch/outer/inner" 2>/dev/null &&
    try_mount inner -o loop "$scratch/outer/inner"; then
	like "$is_so" "$(row "$scratch/inner" -s 8m rand-read-q1)" \
		'memory.* 0$|^n/a'
else
	skip "$is_so" "$lacks" "$why"
fi

# btrfs, which has device numbers of its own.

deep="btrfs: direct writes don't wait for each other"

if try_btrfs btrfs; then
	from_disk "btrfs" "$scratch/btrfs" rand-read-q1 seq-read \
		seq-read-direct rand-write-q32 seq-write-direct
	json=$("$DISKIDX" -q -d "$scratch/btrfs" -s 16m -t 0.05 -i 1 \
		--no-save -f json commit)
	# Reads of parts of a sector pass through memory always.
	parts="btrfs: direct reads of 1 KiB are n/a"
	if lives_in_memory "$scratch/btrfs"; then
		skip "$deep" disk "it is in memory"
		skip "$parts" disk "it is in memory"
	else
		case $(depth "$scratch/btrfs" rand-write-q32) in
		[4-9] | [123]?) pass "$deep" ;;
		*) fail "$deep" ;;
		esac
		is "$parts" "$(row "$scratch/btrfs" -b 1k rand-read-q1)" n/a
	fi
	like "btrfs: direct writes are said to be made in place" \
		"$("$DISKIDX" -q -d "$scratch/btrfs" -s 16m -t 0.05 -i 1 \
		--no-save -f json rand-write-q32 | tr '\n' ' ')" \
		'"direct_writes": "in place".*writes=in_place.*without copy'
	# The generic platform knows no file system by name.
	if echo "$json" | grep '"filesystem"' >/dev/null; then
		like "btrfs: only a part of its devices may be counted" \
			"$json" '"device_counters": "partial"'
	else
		skip "btrfs: only a part of its devices may be counted" \
			filesystem "this platform can't tell"
	fi
else
	skip_place "btrfs" "a disk's"
	skip "$deep" "$lacks" "$why"
	skip "btrfs: direct reads of 1 KiB are n/a" "$lacks" "$why"
	skip "btrfs: only a part of its devices may be counted" "$lacks" "$why"
fi
is "nothing of diskidx is left here" "$(ls -A "$scratch/here")" ""

done_testing
