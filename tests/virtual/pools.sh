#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# pools.sh - on a file system with a cache of its own, which no call empties or
# looks into, a row has a figure if counters tell that the disk moved its data,
# and else the true reason why not. The data set of ZFS is that of the virtual
# disk (tests/support/preload/virtual-disk.c).

# shellcheck source=tests/support/virtual-disk.sh
. "$(dirname "$0")/../support/virtual-disk.sh"
need_mathematics

# on_pool KIND: a run there; prints of each row the reason or the flags.
on_pool()
{
	VIRTUAL_POOL=$1
	export VIRTUAL_POOL
	on_disk constant:100 rate:100000000 constant:500 -e sync -Q 1 -t 0.1 \
		-i 2 -f csv seq-write seq-read seq-write-direct \
		seq-read-direct rand-read-q1 access:rand-write-4k commit overwrite-dsync \
		>"$scratch/out" 2>"$scratch/err"
	unset VIRTUAL_POOL
	cat "$scratch/err"
	# A reason may have commas, and is in quotes then.
	awk -F'"' '
	NR > 1 && $0 !~ /,score:/ {
		split($1, field, ",")
		reason = NF > 1 ? $2 : field[22] field[21]
		print field[6] " |" (reason == "" ? "" : " ") reason
	}' "$scratch/out"
}

cold='ZFS may serve reads from its cache: zfs set primarycache=metadata on a'
cold="$cold dataset of its own, or -s twice the memory"
direct='no direct I/O here: '
through="${direct}writes of this block size pass through memory"
uncounted="${direct}nothing here counts what the disk writes"

is "in a cache of all, no read counts, and no write is counted" \
	"$(on_pool all)" "seq-write | unproven
seq-read | $cold
seq-write-direct | $uncounted
seq-read-direct | $cold
rand-read-q1 | $cold
access:rand-write-4k | $uncounted
commit | unproven
overwrite-dsync | unproven"
is "in a cache of metadata, reads count by the account of the process" \
	"$(on_pool metadata)" "seq-write | unproven
seq-read |
seq-write-direct | $uncounted
seq-read-direct |
rand-read-q1 |
access:rand-write-4k | $uncounted
commit | unproven
overwrite-dsync | unproven"
is "direct I/O counts where the pool counts it, in whole records" \
	"$(on_pool all,direct)" "seq-write | unproven
seq-read | $cold
seq-write-direct |
seq-read-direct |
rand-read-q1 |
access:rand-write-4k | $through
commit | unproven
overwrite-dsync | unproven"
is "a pool that counts all proves what is synced" \
	"$(on_pool metadata,io)" "seq-write |
seq-read |
seq-write-direct | $through
seq-read-direct |
rand-read-q1 |
access:rand-write-4k | $through
commit |
overwrite-dsync |"

done_testing
