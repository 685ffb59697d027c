#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# figures.sh - the unmodified program measures a disk whose law is known, in
# virtual time: every value must follow from that law, to the error of the
# histogram, and be the same to the last digit from run to run. The disk is a
# library that is loaded before libc (tests/support/preload/virtual-disk.c); if
# this is not possible, there is nothing to check. Most is in transcripts:
#	figures		the values, flags and waits
#	figures-time	how long a run lasts: its rounds and --max-time, to the
#			millisecond; how much of the plan is left with a disk
#			that is too slow for it; what it writes
#	figures-clock	clocks that go back or stop, and a time of day that is
#			set: a run ends in time, with true values
#	figures-rates	open loops, with each engine: requests are due at the
#			given rate; a disk that keeps up achieves it, and a disk
#			that does not has its own rate, with the wait in the
#			latency
#	figures-pools	a file system with its own cache, which no call empties
#			or looks into, like ZFS: a row has a result if counters
#			show that the disk moved its data, and otherwise the true
#			reason
. "$(dirname "$0")/../support/virtual-disk.sh"

# durations KIND SIZE: what the log's requests of that size took, in ascending
# order, in nanoseconds.
durations()
{
	awk -v kind="$1" -v size="$2" 'toupper($1) == kind && $3 == size {
		printf "%.0f\n", $5 - $4
	}' "$scratch/log" | sort -n
}

# unlike_log TEST: the figures of the last run that do not follow from the log
# of the disk; a latency is told to 1/128, and percentiles by nearest rank.
unlike_log()
{
	durations R 4096 | awk '{ value[NR] = $1; sum += $1 }
	END {
		print "mean_ns", 0.05, sum / NR
		print "value", 0.2, 1e9 * NR / sum
		n = split("50 99 99.9", p, " ")
		for (i = 1; i <= n; i++) {
			rank = p[i] * NR / 100
			rank = rank == int(rank) ? rank : int(rank) + 1
			sub(/[.]/, "_", p[i])
			print "p" p[i] "_ns", 0.79, value[rank]
		}
	}' | while read -r name percent wanted; do
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

# written: the bytes of all writes.
written()
{
	awk '/^[wW]/ { all += $3 } END { print all }' "$scratch/log"
}

# lasted SECONDS PERCENT: prints that, or what the last run took instead, from
# its first request to the end of its last one.
lasted()
{
	echo "$(close_to "$(awk 'NR == 1 { begin = $4 }
		END { print ($5 - begin) / 1e9 }' "$scratch/log")" "$@") s"
}

# flushing LAW ARGUMENT...: a run on a disk whose flushes have that law.
flushing()
{
	flushes=$1
	shift
	on "constant:100 constant:300 $flushes" "$@"
}

# in_files: the sum of all requests, and that of the fills, in work files.
in_files()
{
	awk -v size="$size" '{ all += $3 }
		$1 == "w" && $3 > 4096 { fills += $3 }
		END { print all / size, fills / size }' "$scratch/log"
}

# ticking CLOCK WRITES [ARGUMENT]...: a run on that clock and a disk of that
# law.
ticking()
{
	VIRTUAL_CLOCK=$1
	export VIRTUAL_CLOCK
	law=$2
	shift 2
	on "constant:100 $law constant:0" -Q 1 --cache=buffered "$@" \
		rand-write-q32
}

# rated READS ARGUMENT...: a run on that disk; what it says, and its figures.
rated()
{
	reads=$1
	shift
	on_disk "$reads" constant:100 "${flushes:-constant:0}" -e "$engine" \
		-Q "$depth" -i 1 -f json "$@" >"$scratch/out" \
		2>"$scratch/err" || echo "status $?"
	cat "$scratch/err"
	awk 'BEGIN { n = split("offered_iops value ios mean max depth_mean", name) }
	{
		for (i = 1; i <= n; i++) {
			key = "\"" name[i] "\": "
			if (!(i in got) && match($0, key "[0-9.e+-]+"))
				got[i] = substr($0, RSTART + length(key))
		}
	}
	END {
		for (i = 1; i <= n; i++)
			printf "%s%s=%.4g", (i > 1 ? " " : ""), name[i], got[i]
		print ""
	}' "$scratch/out"
}

# gaps: the times between the requests in the log, in nanoseconds, of the last
# sample, which reads blocks of 4 KiB.
gaps()
{
	awk '$3 == 4096 { if (before != "") print $4 - before; before = $4 }' \
		"$scratch/log"
}

# under NS: the share of the gaps that are shorter.
under()
{
	gaps | awk -v most="$1" '$1 < most { n++ }
		END { printf "%.2f\n", n / NR }'
}

# on_pool KIND: a run there; prints of each row the reason or the flags.
on_pool()
{
	VIRTUAL_POOL=$1
	export VIRTUAL_POOL
	on "constant:100 rate:100000000 constant:500" -Q 1 -t 0.1 -i 2 -f csv \
		seq-write seq-read seq-write-direct seq-read-direct \
		rand-read-q1 access:rand-write-4k commit overwrite-dsync
	cat "$scratch/err"
	# A reason may have commas, and is in quotes then.
	awk -F'"' '
	NR > 1 && $0 !~ /,score:/ {
		split($1, field, ",")
		reason = NF > 1 ? $2 : field[22] field[21]
		print field[6] " |" (reason == "" ? "" : " ") reason
	}' "$scratch/out"
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

transcript figures "${1:-}"
transcript figures-pools "${1:-}"
size=8388608
transcript figures-time "${1:-}"
size=4194304
TZ=UTC0; export TZ
transcript figures-clock "${1:-}"
size=16777216
engine=sync depth=1
transcript figures-rates "${1:-}"
if [ -n "$libaio" ]; then
	engine=libaio depth=32
	transcript figures-rates-libaio "${1:-}"
else
	skip "libaio: open loops" libaio "no libaio here"
fi

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
