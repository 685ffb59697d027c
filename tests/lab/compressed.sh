#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# compressed.sh - test of the data against a file system that compresses: the
# disk gets all that a test wrote. Root makes and mounts it, in a namespace of
# its own; elsewhere tests/unit/workload/data.c judges the same data alone.

tap_mounts=yes
# shellcheck source=tests/support/tap.sh
. "$(dirname "$0")/../support/tap.sh"
need_diskidx

try_btrfs btrfs compress-force=zstd:1 || skip_all "$lacks" "$why"
place=$scratch/btrfs

# number KEY: the first number of that key in the last run.
number()
{
	sed -n "s/.*\"$1\": \([0-9][0-9]*\).*/\1/p" "$scratch/json" | head -n 1
}

# reaches_disk ARGUMENT...: the device's counters have what the test wrote.
reaches_disk()
{
	"$DISKIDX" -q -d "$place" -s 32m -t 0.3 -i 1 --max-write=200m \
		--no-save -f json "$@" >"$scratch/json" 2>"$scratch/errors"
	wrote=$(number bytes)
	got=$(number write_bytes)
	if [ -z "$got" ]; then
		skip "$*: the disk gets all of it" counters \
			"no counters of this device here"
		return
	fi
	is "$*: the disk gets all of it, $got of $wrote bytes" "$(awk \
		-v wrote="$wrote" -v got="$got" \
		'BEGIN { print (got >= 0.98 * wrote ? "yes" : "no") }')" yes
}

reaches_disk -b 4k seq-write
reaches_disk -b 16k seq-write
reaches_disk seq-write
reaches_disk -b 4k seq-copy
reaches_disk --cache=buffered -Q 1 rand-write-q32
reaches_disk dd:write-flush

# What decides that is told: compression and checksums, here and where neither
# can be.
# details DIRECTORY: "CHECKSUMS COMPRESSION"
details()
{
	"$DISKIDX" -q -d "$1" -s 4m -t 0.02 -i 1 --no-save -f json commit \
		>"$scratch/json" 2>"$scratch/errors"
	sed -n 's/.*"compression": "\(.*\)",*/\1/p
		s/.*"checksums": "\(.*\)",*/\1/p' "$scratch/json" |
		paste -s -d ' ' -
}
told=$(details "$place")
if grep '"filesystem"' "$scratch/json" >/dev/null; then
	is "compression and checksums are told" "$told" "yes zstd:1"
	mkdir "$place/plain" && chattr +C "$place/plain"
	is "and so is that there are none" "$(details "$place/plain")" "no no"
else
	skip "compression and checksums are told" filesystem \
		"this platform can't tell"
	skip "and so is that there are none" filesystem \
		"this platform can't tell"
fi

done_testing
