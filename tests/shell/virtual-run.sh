#!/bin/sh
# virtual-run.sh - how long a run goes on, in virtual time: its rounds, the
# intervals it waits for, and --max-time, to the millisecond; what a disk that
# is too slow for the plan leaves of it; and that the depth is that of the law.

: "${srcdir:=$(dirname "$0")/../..}"
# shellcheck source=tests/shell/tap.sh
. "$srcdir/tests/shell/tap.sh"
need_diskidx

# shellcheck source=tests/preload/virtual-disk.sh
. "$srcdir/tests/preload/virtual-disk.sh"

size=8388608

# run FLUSHES ARGUMENT...: on a disk whose flushes have that law, a 50th of the
# time for its fill; $text is the report or the message in one line.
run()
{
	flushes=$1
	shift
	on_disk constant:100 constant:300 "$flushes" -e sync "$@" \
		>"$scratch/out" 2>"$scratch/err"
	status=$?
	text=$(cat "$scratch/out" "$scratch/err" | tr -s ' \n' ' ')
}

# took: the seconds from the first request of the run to the end of its last.
took()
{
	awk 'NR == 1 { begin = $4 }
		END { printf "%.3f", ($5 - begin) / 1e9 }' "$scratch/log"
}

# Rounds, until the intervals are as narrow as is asked for.

run constant:700 -t 0.05 -i 2 --until=0.001 commit
is "a constant disk: a run with --until ends well" $status 0
like "a constant disk: after five rounds" "$text" \
	'Stopped after 5 rounds: every interval is within 0.001 %\.'
near "a constant disk: which take their time" "$(took)" 0.337 3
unlike "a constant disk: none is dropped" "$text" 'UnixBench drops'
TZ=XYZ-5:30
export TZ
run constant:700 -t 0.05 -i 1 commit
unset TZ
like "a run is dated by the clock on the wall" "$text" 'Run: 2023-11-15 03:43'
run constant:700 -t 0.05 -i 7 --until=0.001 commit
like "a constant disk: more if asked for" "$text" 'Stopped after 7 rounds: '
run constant:700 -t 0.05 -i 2 --until=0.001 -f json commit
like "JSON has what was asked for" "$text" '"until_pct": "0.001"'

# half_width: of the last run's interval, in percent of the value, on the side
# where it is more.
half_width()
{
	awk -v low="$(csv commit ci95_low)" -v high="$(csv commit ci95_high)" \
		-v value="$(csv commit value)" 'BEGIN {
		above = high / value - 1
		below = 1 - low / value
		print 100 * (above > below ? above : below)
	}'
}
run exponential:700 -t 0.05 -i 2 --until=5 commit
rounds=$(echo "$text" | sed -n 's/.*Stopped after \([0-9]*\) rounds: every.*/\1/p')
ok "a disk that varies: it takes more" test "${rounds:-0}" -gt 5
run exponential:700 -t 0.05 -i "${rounds:-2}" -f csv commit
ok "so many are enough" awk -v width="$(half_width)" 'BEGIN { exit width > 5 }'
run exponential:700 -t 0.05 -i $((${rounds:-3} - 1)) -f csv commit
ok "one less is not" awk -v width="$(half_width)" 'BEGIN { exit width <= 5 }'

# And no longer than --max-time, which what is off the clock takes from, too:
# the idle device is watched before the first round, for half a second and no
# longer than a sample; it is waited for before each sample, for 10 ms and no
# longer than a tenth of one; and the files of seq-write are removed.

run exponential:700 -t 0.05 -i 2 --until=0.001 --max-time=2 commit seq-write
is "--until and --max-time: it ends well" $status 0
like "the intervals that are wide are named" "$text" \
	'Stopped by --max-time=2 s in round 16: the intervals of commit, seq-write are still wider than 0.001 %'
near "it takes all of its time" "$(took)" 1.95 3
run exponential:700 -t 0.5 -i 2 --max-time=2 commit seq-write
is "a plan of two seconds that may take two: it ends well" $status 0
like "in its last round, since it did more than measure" "$text" \
	'Stopped by --max-time=2 s after 1 of 2 rounds\.'
near "before the sample that would have taken longer" "$(took)" 1.654 0.5
run exponential:700 -t 0.5 -i 2 --max-time=3 commit seq-write
unlike "a plan that may take that time too: nothing stops it" "$text" Stopped
near "it takes as long" "$(took)" 2.786 0.5
run exponential:700 -t 0.5 -i 2 --max-time=1.9 commit seq-write
is "a plan that takes longer: it is refused" $status 2
is "before anything is written" "$(cat "$scratch/log" 2>/dev/null)" ""

# A fill that takes all the time: at 5 MB/s, 10 MB.
size=67108864
on_disk constant:100 rate:5000000 constant:0 -e sync -t 0.5 -i 1 \
	--max-time=2 commit >"$scratch/out" 2>"$scratch/err"
is "a fill that takes all the time: it is stopped" $? 2
like "a fill that takes all the time: which is told" "$(cat "$scratch/err")" \
	'^diskidx: --max-time=2 s was over before the first figure; '
near "a fill that takes all the time: not much later" "$(took)" 2 5
size=8388608

# Progress tells what is used of the time.
VIRTUAL_FLUSH=exponential:700 LD_PRELOAD=$scratch/disk.so \
	"$DISKIDX" -d "$here" -s $size --seed=1 -e sync \
	--no-save -t 0.05 -i 2 --until=0.001 --max-time=2 commit seq-write \
	>"$scratch/out" 2>"$scratch/err"
like "progress tells of five rounds or more" "$(cat "$scratch/err")" \
	'^round 5 of 5 or more, 00:00 left or more'
like "and of the time that is used" "$(cat "$scratch/err")" \
	'^round 15 \(until 0.001 %\), 00:01 of 00:02 used'

# Caps. A synced write of 8 KiB takes 0.8 ms.

on_disk constant:100 constant:700 constant:100 -e sync -t 0.02 -i 3 \
	dd:write-8k-dsync >"$scratch/out" 2>"$scratch/err"
like "a cap of time is told once" "$(flat "$scratch/out")" \
	'write-8k-dsync was stopped after 20\.0 ms, at 200 KiB of 8 MiB'
is "but shown in each round" "$(grep -c ' capped$' "$scratch/out")" 3

# Where nothing is filled, no speed is known that would bound a whole file.
for test in dd:write dd:write-flush; do
	run constant:0 -t 0.1 -i 2 $test
	is "$test alone: all of it is written, twice" \
		"$(awk '{ sum += $3 } END { print sum }' "$scratch/log")" \
		$((2 * size))
done

run constant:0 -t 0.1 -i 9 --max-write=20m seq-write
like "a limit on what is written is told" "$text" 'max-write=20 MiB'

# Several runs of one call: each fills a file of its own, and has a seed of its
# own; a limit on what is written holds for all of them.

quiet=
on_disk constant:100 constant:100 constant:700 -e sync -t 0.05 -i 2 \
	--repeat=3 -f json commit >"$scratch/out" 2>"$scratch/err"
is "three runs: they end well" $? 0
is "three runs: all are printed" \
	"$(sed -n 's/.*"seed": \([0-9]*\).*/\1/p' "$scratch/out" | tr '\n' ' ')" \
	"1 2 3 "
is "three runs: progress tells which one it is" \
	"$(grep '^run' "$scratch/err" | tr '\n' ' ')" \
	"run 1 of 3 run 2 of 3 run 3 of 3 "
fills=$(awk -v size=$size '$1 == "w" && $3 > 4096 { sum += $3 }
	END { print sum / size }' "$scratch/log")
is "three runs: each fills a new file" "$fills" 3
quiet=-q
run constant:0 -i 1 --repeat=3 --max-write=71m seq-write
is "a limit on what is written: three runs could write more" $status 2
like "a limit on what is written: which is told" "$text" \
	'this plan could write 72 MiB, more than --max-write=71 MiB'
run constant:0 -i 2 --repeat=3 -n seq-write
like "a plan of three runs says so" "$text" \
	'runs 3, each with this time and these writes: time'

is "nothing is left" "$(ls -A "$here")" ""
done_testing
