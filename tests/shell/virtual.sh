#!/bin/sh
# virtual.sh - the unmodified program measures a disk whose law is known, in
# virtual time: every figure must be that law's, to the error of the histogram,
# and the same to the last digit from run to run. The disk is a library that is
# loaded before libc (tests/preload/virtual-disk.c); where that can't be done,
# there is nothing to check.

: "${srcdir:=$(dirname "$0")/../..}"
# shellcheck source=tests/shell/tap.sh
. "$srcdir/tests/shell/tap.sh"
need_diskidx
need_mathematics

# shellcheck source=tests/preload/virtual-disk.sh
. "$srcdir/tests/preload/virtual-disk.sh"

rounding=0.79		# percent: a latency is told to 1/128

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

on_disk constant:975 constant:100 constant:0 -e sync -t 2 -i 3 -f csv \
	rand-read-q1 >"$scratch/out" 2>"$scratch/err"
is "a constant disk: nothing is said" "$(cat "$scratch/err")" ""
near "a constant disk: IOPS" "$(csv rand-read-q1 value)" 1025.64 0.01
near "a constant disk: mean" "$(csv rand-read-q1 mean_ns)" 975000 0.01
near "a constant disk: p50" "$(csv rand-read-q1 p50_ns)" 975000 $rounding
near "a constant disk: p99" "$(csv rand-read-q1 p99_ns)" 975000 $rounding
near "a constant disk: index" "$(csv rand-read-q1 index)" \
	"$(awk -v value="$(csv rand-read-q1 value)" \
		-v baseline="$(csv rand-read-q1 baseline_value)" \
		'BEGIN { printf "%.9f", 10 * value / baseline }')" 0.0001
near "a constant disk: lower end of the interval" \
	"$(csv rand-read-q1 ci95_low)" 1025.64 0.01
near "a constant disk: upper end of the interval" \
	"$(csv rand-read-q1 ci95_high)" 1025.64 0.01

# The same again, and under load: not a digit differs.
on_disk constant:975 constant:100 constant:0 -e sync -t 2 -i 3 -f csv \
	rand-read-q1 >"$scratch/again"
same "the same run again is the same" "$scratch/again" "$scratch/out"
(while :; do :; done) &
load=$!
on_disk exponential:700 constant:100 constant:0 -e sync -t 1 -i 2 -f json \
	rand-read-q1 seq-write commit >"$scratch/loaded"
kill "$load"
on_disk exponential:700 constant:100 constant:0 -e sync -t 1 -i 2 -f json \
	rand-read-q1 seq-write commit >"$scratch/idle"
is "a reading of the clock takes what it takes there" \
	"$(sed -n 's/.*"clock_read_ns": \([0-9]*\).*/\1/p' "$scratch/idle")" 20
unlike "the disk's counters are whole, and move" "$(cat "$scratch/idle")" \
	'"device_counters"'
for file in loaded idle; do
	sed '/"host": {/,/}/d; /"targets": \[/,/\]/d' "$scratch/$file" \
		>"$scratch/$file.tests"
done
ok "a run under load has tests" grep -q '"ios"' "$scratch/loaded.tests"
same "a run under load is that without load" "$scratch/loaded.tests" \
	"$scratch/idle.tests"

# Counters of the system are read outside of the sample, also where a warm-up
# ends in the midst of it.
VIRTUAL_COUNTERS=50000
export VIRTUAL_COUNTERS
for warm_up in 0 0.5; do
	on_disk constant:975 constant:100 constant:0 -e sync -t 1 -i 2 \
		-w $warm_up -f csv rand-read-q1 seq-copy-direct \
		>"$scratch/out" 2>"$scratch/err"
	what="counters that take 50 ms, $warm_up s of warm-up"
	near "$what: IOPS of reads" "$(csv rand-read-q1 value)" 1025.64 0.01
	near "$what: MiB/s of copies" "$(csv seq-copy-direct value)" 930.23 0.1
done
unset VIRTUAL_COUNTERS

# Files of earlier passes and tests are gone when the next flush is timed.
VIRTUAL_REMOVAL=200000
export VIRTUAL_REMOVAL
on_disk constant:975 constant:1000 constant:4000 -e sync -t 0.2 -i 2 -f csv \
	seq-write seq-copy dd:write-flush commit >"$scratch/out" \
	2>"$scratch/err"
unset VIRTUAL_REMOVAL
what="removals of 200 ms"
near "$what: MiB/s of writes" "$(csv seq-write value)" 800 0.1
near "$what: MiB/s of copies" "$(csv seq-copy value)" 449.4 0.1
near "$what: MiB/s of dd" "$(csv dd:write-flush value)" 800 0.1
near "$what: IOPS of commits" "$(csv commit value)" 200 0.1

# Blocks of no whole sector: each write has 2300 bytes and a flush.
on_disk constant:975 constant:1000 constant:4000 -e sync -t 0.2 -i 2 -f csv \
	recipe etcd >"$scratch/out" 2>"$scratch/err"
what="blocks of 2300 bytes"
near "$what: IOPS" "$(csv etcd:etcd value)" 200 0.1
near "$what: mean" "$(csv etcd:etcd mean_ns)" 5000000 0.1
is "$what: writes" "$(durations W 2300 | awk '{ n++ } END { print n }')" 80

# Requests at a rate in bytes a second.
on_disk constant:975 constant:100 constant:0 -e sync -t 1 -i 1 -f csv \
	fio --name=a --rw=randread --bs=8k --rate=1600k --direct=1 \
	>"$scratch/out" 2>"$scratch/err"
near "a rate in bytes: IOPS" "$(csv fio:a value)" 200 0.6

# Four latencies in turn, and a distribution with a tail: every figure follows
# from the log of the disk.
for law in list:100,200,300,400 exponential:1000 stall:100,200,30000; do
	on_disk $law constant:100 constant:0 -e sync -t 10 -i 3 -f csv \
		rand-read-q1 >"$scratch/out"
	durations R 4096 >"$scratch/times"
	near "$law: mean" "$(csv rand-read-q1 mean_ns)" \
		"$(mean <"$scratch/times")" 0.05
	for p in 50 99 99.9; do
		column=p$(echo $p | tr . _)_ns
		near "$law: p$p" "$(csv rand-read-q1 "$column")" \
			"$(percentile $p <"$scratch/times")" $rounding
	done
	near "$law: IOPS" "$(csv rand-read-q1 value)" \
		"$(mean <"$scratch/times" | awk '{ print 1e9 / $1 }')" 0.2
done

# At depth 32.
if [ -n "$libaio" ]; then
	on_disk bucket:300,100 constant:100 constant:0 -e libaio -t 10 -i 3 \
		-f csv rand-read-q32 >"$scratch/out"
	near "a limit of 300 IOPS, and 100 at once in one of 30 s" \
		"$(csv rand-read-q32 value)" 303.4 0.1

	# A process has the account of a read when it submits it. Those in
	# flight when a warm-up ends are done within the sample.
	on_disk exponential:100000 constant:100 constant:0 -e libaio -w 0.5 \
		-t 0.5 -i 3 -f csv rand-read-q32 >"$scratch/out" \
		2>"$scratch/err"
	unlike "depth 32 behind a warm-up: a slow disk is no cache" \
		"$(csv rand-read-q32 flags)" cached
else
	skip "depth 32" libaio "$(cat "$scratch/err")"
fi

on_disk constant:500 constant:500 constant:0 -e sync -t 1 -i 1 -v \
	rand-read-q1 >"$scratch/out"
like "the disk and its file system are those given" \
	"$(flat "$scratch/out")" ': ext4 (\([^)]*\) )?on /dev/virtual,'

# Counters that stand still are no evidence: of a cache no more than of a disk.
VIRTUAL_STILL=1
export VIRTUAL_STILL
on_disk constant:500 constant:500 constant:0 -e sync -t 1 -i 2 -f csv \
	seq-write-direct >"$scratch/out"
unset VIRTUAL_STILL
is "writes that nobody counts are unproven, and scored" \
	"$(csv seq-write-direct flags) $(csv seq-write-direct scored)" \
	"unproven 1"

# Whatever writes ends with a flush, one a sample, which takes longer here than
# the requests: its time is in the rate, but neither in a latency nor in the
# speed over time, where it would be a stall, or look like throttling.
for test in seq-write-direct seq-copy-direct rand-write-q32 rand-mixed-q32; do
	case $test in
	seq-write-direct) rate=800.0 depth= ;;
	seq-copy-direct) rate=400.0 depth= ;;
	*) rate=800.0 depth="-Q 1" ;;
	esac
	# shellcheck disable=SC2086	# an option, or none
	on_disk constant:500 constant:500 constant:1500000 -e sync -t 1 -i 2 \
		-v $depth $test >"$scratch/out" 2>"$scratch/err"
	text=$(flat "$scratch/out")
	what="$test, and a flush of 1.5 s"
	like "$what: it is in the rate" "$text" \
		" round 2: $rate (MiB/s|IOPS), 2\.50[0-9] s, "
	like "$what: but not in a latency" "$text" ' 500 us 500 us 500 us '
	like "$what: its share is told" "$text" \
		'; the flush after them took 60\.0 % of the time'
	like "$what: it is no stall" "$text" 'no interval was empty'
	is "$what: it follows the last request" "$(awk '
		toupper($1) == "F" && before ~ /^[RW]$/ && $5 - $4 == 1.5e9 {
			after++
		}
		{ before = $1 }
		END { print after }' "$scratch/log")" 2
done
on_disk constant:500 constant:500 constant:1500000 -e sync -t 1 -i 2 -f csv \
	rand-read-q1 fsbuffer >"$scratch/out" 2>"$scratch/err"
near "what only reads has no flush" "$(csv rand-read-q1 value)" 2000 0.1

# A device that works on after a flush is waited for, off the clock, before the
# next sample, and after the fill, before it is watched for the work of others;
# for a tenth of a sample at most. Those are four waits; the first sample comes
# after a moment of a second.
for rest in 0 150 5000; do
	VIRTUAL_REST=${rest}000
	export VIRTUAL_REST
	on_disk constant:500 constant:500 constant:1000 -e sync -Q 1 -t 2 -i 3 \
		-f json rand-write-q32 >"$scratch/out" 2>"$scratch/err"
	unset VIRTUAL_REST
	what="a device that works on for $rest ms"
	near "$what: IOPS" "$(field value)" \
		"$(awk 'BEGIN { print 4000 / 2.001 }')" 0.05
	case $rest in
	0) waits=10 sum=40 failures=0 ;;
	150) waits=160 sum=500 failures=0 ;;
	*) waits=200 sum=800 failures=4 ;;
	esac
	is "$what: wait before a sample, in steps of 10 ms" "$(awk '
		$1 == "f" { flush = 0 }
		$1 == "F" { flush = $5 }
		$1 == "W" && flush { print int(($4 - flush) / 1e7); flush = 0 }
		' "$scratch/log" | sort | uniq -c | tr -s ' ')" \
		" 2 $((waits / 10))"
	near "$what: all of the waits" "$(field settle_ns)" ${sum}000000 3
	is "$what: those in vain" "$(field settle_failures)" $failures
done

# A disk that falls to a third after 20 s of 30.
on_disk throttle:20000,1000,3000 constant:100 constant:0 -e sync -t 30 -i 1 \
	-v rand-read-q1 >"$scratch/out"
text=$(flat "$scratch/out")
like "a disk that fell: its time and both levels" "$text" \
	'rand-read-q1: 1000 IOPS for 20 s, then 333 '
like "once is no proof, and the value that of all the time" "$text" \
	' rand-read-q1 777\.[0-9] IOPS '
like "nor is it said to be steady" "$text" 'in round 1; too few rounds fell like'
like "a steady speed: the series is that of the disk" "$text" \
	'Over time: 300 intervals min mean max stdev IOPS 330\.0 777\.6 1000\.0'
like "processor time is what the system says" "$text" \
	'CPU: 20\.0 % user, 10\.0 % system'
like "the depth is one" "$text" 'mean 1\.00 in flight; IOPS x mean lat is 1\.00'

# A fall with stalls of 0.4 s on either side: its time, and both levels.
on_disk throttle:20000,500,5000,2000,400000 constant:100 constant:0 -e sync \
	-t 30 -i 1 -f json rand-read-q1 >"$scratch/out"
near "a fall among stalls: its time" "$(field at_ns)" 14000000000 2
near "a fall among stalls: the level before" "$(field before)" 1428.6 3
near "a fall among stalls: the level after" "$(field after)" 197 3

# Credit for bursts: 30,000 requests at 10,000 a second, then 500; it comes back
# in the pause before each round.
on_disk bucket:500,28500 constant:100 constant:0 -e sync -t 20 -i 3 -D 60 \
	-f csv rand-read-q1 >"$scratch/out"
like "credit for bursts that runs out is throttling" \
	"$(csv rand-read-q1 flags)" '^throttled$'
near "and the value is the rate that lasts" "$(csv rand-read-q1 value)" 500 1

# A disk of 5 MB/s: no writing test is faster or slower, and the run keeps to
# its plan: the fill, and four tests of 0.2 s, twice.
on_disk constant:100 rate:5000000 constant:0 -e sync -t 0.2 -i 2 -f csv \
	seq-write seq-copy seq-write-direct commit >"$scratch/out"
for test in seq-write seq-copy seq-write-direct; do
	near "5 MB/s: $test" "$(csv $test value)" 4.768 1
done
near "5 MB/s: commit" "$(csv commit value)" 1220.7 1
is "5 MB/s: what is copied ends where the file does" "$(awk '
	$1 == "r" && $3 == 1048576 { print $2 + $3 }' "$scratch/log" |
	sort -nu | tr '\n' ' ')" "$size "
near "5 MB/s: the run takes as long as planned" "$(awk '
	NR == 1 { begin = $4 }
	END { printf "%.3f", ($5 - begin) / 1e9 }' "$scratch/log")" \
	"$(awk -v size=$size 'BEGIN { print size / 5e6 + 8 * 0.2 }')" 25

# A clock that steps back spoils a sample, which is repeated. What it wrote
# counts, so that --max-write holds: the file, and twice its size each time.
stepping()
{
	VIRTUAL_CLOCK=back:$1
	export VIRTUAL_CLOCK
	on_disk constant:100 constant:100 constant:0 -e sync -Q 1 -i 1 \
		--max-write="$2" rand-write-q32 >"$scratch/out" 2>"$scratch/err"
	status=$?
	unset VIRTUAL_CLOCK
	text=$(flat "$scratch/out")
	written=$(awk 'toupper($1) == "W" { sum += $3 }
		END { print sum / 1048576 }' "$scratch/log")
}
stepping 1 80m
like "a clock that steps back: the sample is repeated" "$text" \
	'A sample of rand-write-q32[^ ]* was repeated, since the system'
is "and all is written that --max-write allows" "$written" 80
stepping 4 48m
is "one that spoils all: no more is written than that" "$written" 48
is "it ends without a figure" "$status" 2
like "and says why" "$(cat "$scratch/err")" \
	'--max-write=48 MiB was reached before the first figure'

is "nothing is left" "$(ls -A "$here")" ""
done_testing
