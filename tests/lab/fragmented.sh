#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# fragmented.sh - test of the work files on btrfs, which copies on write: random
# writes don't fragment the file that others read in sequence, where there is
# space for two; else the report tells. Root makes and mounts it, in a namespace
# of its own.

tap_mounts=yes
# shellcheck source=tests/support/tap.sh
. "$(dirname "$0")/../support/tap.sh"
need_diskidx

try_btrfs btrfs || skip_all "$lacks" "$why"
place=$scratch/btrfs

# measure SIZE: three rounds of random writes and reads in sequence.
measure()
{
	rm -f "$scratch/record"
	"$DISKIDX" -q -v -d "$place" -s "$1" -t 0.4 -i 3 --max-write=2g \
		-o "$scratch/record" --cache=buffered seq-read rand-write-q32 \
		>"$scratch/report" 2>"$scratch/errors" || cat "$scratch/errors"
}

# growth: the requests per MiB of the last read, over those of the first.
growth()
{
	awk -F '\t' '
	$1 == "test" { id = $2 }
	$1 == "device" && id == "seq-read" && $4 > 0 {
		last = $2 / $4
		if (first == 0)
			first = last
	}
	END { if (first > 0) print last / first }' "$scratch/record"
}

# is_over GROWTH LIMIT
is_over()
{
	awk -v growth="$1" -v limit="$2" 'BEGIN { exit growth <= limit }'
}

shared='Random writes share the work file'

flat()
{
	tr -s '\n ' '  ' <"$scratch/report"
}

measure 32m
is_so="random writes don't fragment the file of reads in sequence"
ratio=$(growth)
if ! grep 'filesystem' "$scratch/record" >/dev/null; then
	skip_all filesystem "this platform knows no file system"
elif [ -z "$ratio" ]; then
	skip_all counters "no counters of this device here"
elif is_over "$ratio" 2; then
	fail "$is_so"
	note "requests per MiB of the last round over the first: $ratio"
else
	pass "$is_so"
fi
like "the report tells of two files" "$(flat)" 'work file 32 MiB \(2 a copy\)'
unlike "and of no sharing" "$(flat)" "$shared"
is "the space of both counts, and of what is replaced" "$("$DISKIDX" -n \
	-d "$place" -s 32m -i 1 -c 2 --cache=buffered seq-read rand-write-q32 |
	sed -n 's/^space *//p')" "192 MiB at a time in each directory"
is "nothing is left" "$(ls -A "$place")" ""

# One such file fits with what is replaced in it, and two don't.
measure 100m
like "one file is used where two don't fit, and the report tells" "$(flat)" \
	"work file 100 MiB [^(].*$shared"
# A file that would take all space, in the end, is refused.
not_ok "the space of replaced data is left" "$DISKIDX" -n -d "$place" -s 200m \
	--cache=buffered rand-write-q32
like "it says so" "$err" "the test files need 400 MiB"

# Directories share the space of their file system: also subvolumes, each of
# which has a device number of its own, and nobody else's.
# shellcheck disable=SC2317	# called by ok
share()
{
	"$DISKIDX" -n -d "$place" -d "$1" -s 200m seq-read rand-read-q1
}
is_so="subvolumes share their space"
if btrfs subvolume create "$place/sub" >"$scratch/errors" 2>&1; then
	not_ok "$is_so" share "$place/sub"
	like "which is told" "$err" "the test files need 200 MiB"
else
	skip "$is_so" btrfs "$(tr '\n' ' ' <"$scratch/errors")"
fi
if try_mount other -t tmpfs -o size=256m diskidx-test &&
    try_mount third -t tmpfs -o size=256m diskidx-test; then
	ok "file systems don't" share "$scratch/other"
	ok "nor do those of one name" "$DISKIDX" -n -d "$scratch/other" \
		-d "$scratch/third" -s 200m seq-read
else
	skip "file systems don't" "$lacks" "$why"
fi

mkdir "$place/plain"
is_so="a directory whose files keep their places needs one file only"
if chattr +C "$place/plain" 2>"$scratch/errors"; then
	unlike "$is_so" "$("$DISKIDX" -n -d "$place/plain" -s 32m \
		seq-read rand-write-q32)" 'as much again'
else
	skip "$is_so" btrfs "$(tr '\n' ' ' <"$scratch/errors")"
fi

done_testing
