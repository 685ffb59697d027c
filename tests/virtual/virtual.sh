#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# virtual.sh - the unmodified program measures a disk whose law is known, in
# virtual time: every figure must be that law's, to the error of the histogram,
# and the same to the last digit from run to run. The disk is a library that is
# loaded before libc (tests/support/preload/virtual-disk.c); where that can't be done,
# there is nothing to check. Most of it is in a transcript.
# shellcheck disable=SC2317	# functions that the transcript calls
# shellcheck source=tests/support/virtual-disk.sh
. "$(dirname "$0")/../support/virtual-disk.sh"
need_mathematics

# durations KIND SIZE: what the log's requests of that size took, in ascending
# order, in nanoseconds.
durations()
{
	awk -v kind="$1" -v size="$2" 'toupper($1) == kind && $3 == size {
		printf "%.0f\n", $5 - $4
	}' "$scratch/log" | sort -n
}

# percentile P: of the numbers in standard input, by nearest rank.
percentile()
{
	awk -v p="$1" '{ value[NR] = $1 }
	END {
		rank = p * NR / 100
		print value[rank == int(rank) ? rank : int(rank) + 1]
	}'
}

mean()
{
	awk '{ sum += $1 } END { print sum / NR }'
}

# unlike_log TEST: the figures of the last run that do not follow from the log of
# the disk; a latency is told to 1/128.
unlike_log()
{
	durations R 4096 >"$scratch/times"
	{
		echo mean_ns 0.05 "$(mean <"$scratch/times")"
		for p in 50 99 99.9; do
			echo "p$(echo "$p" | tr . _)_ns" 0.79 \
				"$(percentile "$p" <"$scratch/times")"
		done
		echo value 0.2 "$(mean <"$scratch/times" |
			awk '{ print 1e9 / $1 }')"
	} | while read -r name percent wanted; do
		figure "$1/$name" "$wanted" "$percent" | grep -v " $wanted\$"
	done
}

# flushed: how many flushes of 1.5 s follow the last request.
flushed()
{
	awk 'toupper($1) == "F" && before ~ /^[RW]$/ && $5 - $4 == 1.5e9 { n++ }
		{ before = $1 }
		END { print n + 0 }' "$scratch/log"
}

# resting MS: a run of which each flush leaves the device at work for so long.
resting()
{
	VIRTUAL_REST=${1}000
	export VIRTUAL_REST
	on 'constant:500 constant:500 constant:1000' -Q 1 -t 2 -i 3 -f json \
		rand-write-q32
}

# waits: before a sample, in steps of 10 ms.
waits()
{
	awk '$1 == "f" { flush = 0 }
		$1 == "F" { flush = $5 }
		$1 == "W" && flush { print int(($4 - flush) / 1e7); flush = 0 }
		' "$scratch/log" | sort | uniq -c | tr -s ' '
}

# written: MiB, of all writes.
written()
{
	awk 'toupper($1) == "W" { sum += $3 } END { print sum / 1048576 }' \
		"$scratch/log"
}

# ends: where what is copied ends.
ends()
{
	awk '$1 == "r" && $3 == 1048576 { print $2 + $3 }' "$scratch/log" |
		sort -nu
}

# The same again, and under load: not a digit differs.
alike()
{
	on 'exponential:700 constant:100 constant:0' -t 0.2 -i 2 -f json \
		rand-read-q1 seq-write commit
	sed '/"host": {/,/}/d; /"targets": \[/,/\]/d' "$scratch/out" \
		>"$scratch/$1"
}
(while :; do :; done) &
load=$!
alike loaded
kill "$load"
alike idle
is "a reading of the clock takes what it takes there" \
	"$(field clock_read_ns)" 20
unlike "the disk's counters are whole, and move" "$(cat "$scratch/out")" \
	'"device_counters"'
ok "a run under load has tests" grep -q '"ios"' "$scratch/loaded"
same "a run under load is that without load" "$scratch/loaded" "$scratch/idle"

transcript virtual "${1:-}"

# What a warm-up leaves in memory is not for the sample's flush: 24 s of writes
# in memory, and those of 4 s alone on a disk of 4 MiB a second.
behind()
{
	VIRTUAL_POOL=all on "constant:100 rate:4194304 constant:0" -Q 1 \
		-t 0.1 -i 3 --cache=buffered -f json "$@" rand-write-q32
	field value
}
near "buffered writes behind a warm-up are as fast as without" \
	"$(behind -w 0.6)" "$(behind)" 1

# At depth 32. A process has the account of a read when it submits it, so that
# none may be in flight when a warm-up ends.
if [ -n "$libaio" ]; then
	on_disk bucket:300,100 constant:100 constant:0 -e libaio -t 10 -i 3 \
		-f csv rand-read-q32 >"$scratch/out"
	near "a limit of 300 IOPS, and 100 at once in one of 30 s" \
		"$(csv rand-read-q32 value)" 303.4 0.1
	on_disk exponential:100000 constant:100 constant:0 -e libaio -w 0.5 \
		-t 0.5 -i 3 -f csv rand-read-q32 >"$scratch/out" \
		2>"$scratch/err"
	unlike "depth 32 behind a warm-up: a slow disk is no cache" \
		"$(csv rand-read-q32 flags)" cached
	on_disk constant:100000 constant:100 constant:0 -e libaio -w 0.55 \
		-t 0.5 -i 3 -Q 512 -b 64k -f json rand-read-q32 \
		>"$scratch/out" 2>"$scratch/err"
	is "nor is one with 32 MiB in flight, of 512 requests" \
		"$(grep -o '"flags": .*' "$scratch/out")" '"flags": [],'
else
	skip "depth 32" libaio "$(cat "$scratch/err")"
fi

# The speed that a terminal shows is that of the last second.
VIRTUAL_TERMINAL=yes TERM=xterm
export VIRTUAL_TERMINAL TERM
quiet=
on_disk throttle:4000,1000,2000 constant:10 constant:0 -e sync -t 8 -i 1 -w 0 \
	rand-read-q1 >/dev/null 2>"$scratch/live"
is "a terminal shows the speed of now" "$(tr '\r' '\n' <"$scratch/live" |
	sed -n 's/.* \([0-9]* IOPS [0-9.]* ms\).*/\1/p' | sed -n '20p;$p' |
	tr '\n' ' ')" "1000 IOPS 1.00 ms 500 IOPS 2.00 ms "
is "nothing is left" "$(ls -A "$here")" ""
done_testing
