#!/bin/sh
# clock.sh - test of clocks that go back or stand still, and of a time of day
# that is set, in the middle of a run: a run ends in time, and no figure is
# printed that isn't true. The clocks are virtual, and so is the disk.

: "${srcdir:=$(dirname "$0")/../..}"
# shellcheck source=tests/shell/tap.sh
. "$srcdir/tests/shell/tap.sh"
need_diskidx

# shellcheck source=tests/preload/virtual-disk.sh
. "$srcdir/tests/preload/virtual-disk.sh"

TZ=UTC0; export TZ
size=4194304
begin=1700000000	# of virtual time
writes=constant:100

# run CLOCK [ARGUMENT]...: a run on that clock; its exit status is $status, its
# output $out, $err and, in one line, $flat.
run()
{
	VIRTUAL_CLOCK=$1
	export VIRTUAL_CLOCK
	shift
	on_disk constant:100 "$writes" constant:0 -e sync -Q 1 \
		--cache=buffered "$@" rand-write-q32 >"$scratch/out" \
		2>"$scratch/err"
	status=$?
	unset VIRTUAL_CLOCK
	out=$(cat "$scratch/out")
	err=$(cat "$scratch/err")
	flat=$(flat "$scratch/out")
}

# took: the seconds from the first request of the run to the end of its last,
# by a clock that is right.
took()
{
	awk 'NR == 1 { begin = $4 }
		END { printf "%.3f", ($5 - begin) / 1e9 }' "$scratch/log"
}

# Numbers of a length that only a difference below 0 has; none of ours has 14
# digits, as long as --seed is given.
absurd='[0-9]{14}|[^0-9a-z]-[0-9]'

run back:1 -t 0.1 -i 2
is "the clock goes back once: the run ends well" "$status" 0
like "the clock goes back once: the sample is repeated" "$flat" \
	"A sample of rand-write-q32[^ ]* was repeated, since the system's clock went back meanwhile\\."
like "the clock goes back once: there is a figure" "$out" \
	'^ +[0-9.]+ IOPS .*%'
run back:1 -t 0.1 -i 2 -f json
near "the clock goes back once: it is the disk's" "$(field value)" 10000 0.1
unlike "the clock goes back once: no figure is absurd" "$out" "$absurd"

# Where a single request takes longer than the jump, its worker can't notice.
# The fill's four writes end after 2.4 s, so this is within the second or third
# of a sample of 3 s.
writes=constant:600000
run at:4000 -t 3 -i 1
writes=constant:100
is "the clock goes back within a long write: it is one" "$(awk '
	NR == 1 { begin = $4 }
	$3 == 4096 && $4 - begin < 4e9 && $5 - begin > 4e9 { print ++n }
	' "$scratch/log")" 1
like "the clock goes back within a long write: it is noticed" "$flat" \
	"was repeated, since the system's clock went back meanwhile\\."
like "the clock goes back within a long write: the figure is the disk's" \
	"$out" '^ +1\.667 IOPS '

run back:99 -t 0.1 -i 2
is "the clock goes back in every sample: nothing is measured" "$status" 2
like "the clock goes back in every sample: and that is told" "$err" \
	"rand-write-q32[^ ]*: failed in round 1: the system's clock went back meanwhile\$"
is "the clock goes back in every sample: nothing else is" "$out" ""

run back:99 -t 0.1 -i 2 --max-time=1
is "the clock goes back under --max-time: it ends" "$status" 2
ok "the clock goes back under --max-time: in time" \
	awk -v took="$(took)" 'BEGIN { exit took > 5 }'
run back:99 -t 0.1 -i 3 --until=0.001 --max-time=2 -c 2
is "the clock goes back under --until: it ends" "$status" 2
ok "the clock goes back under --until: in time" \
	awk -v took="$(took)" 'BEGIN { exit took > 5 }'

run still:4 -t 0.05 -i 4 -f json
is "the clock stands still: the run ends well" "$status" 0
unlike "the clock stands still: no figure is absurd" "$out" "$absurd"
like "the clock stands still: that the clocks went apart is told" "$out" \
	'The time of day went 4 s ahead of the clock that measures'

# A freezer of control groups, a suspended or migrated machine: two seconds that
# would make half of the speed. The fill takes a moment.
run freeze:1200 -t 1 -i 2 -f json
is "frozen within a sample: the run ends well" "$status" 0
near "frozen within a sample: the figure is the disk's" "$(field value)" \
	10000 0.1
run freeze:1200 -t 1 -i 2
like "frozen within a sample: it is repeated" "$flat" \
	'was repeated, since all processes stood still for 2\.0 s meanwhile\.'

# The time of day: nothing depends on it but what the record says of it.

writes=exponential:100
record="-o $scratch/record"
run date:1 -t 0.1 -i 3 --until=0.001 --max-time=2
writes=constant:100
record=--no-save
is "the time of day is set back: the run ends well" "$status" 0
like "the time of day is set back: there is a figure" "$out" \
	'^ +[0-9.]+ IOPS '
like "the time of day is set back: it is told" "$flat" \
	'The time of day went 1 h behind the clock that measures\. If it was '
like "the time of day is set back: --max-time is kept" "$flat" \
	'Stopped by --max-time=2 s '
times=$(awk -F '\t' '$1 == "run" { print $3, $4 }' "$scratch/record")
is "the time of day is set back: the record ends after its begin" "$(
	# shellcheck disable=SC2086	# two numbers
	set -- ${times:-0 0}
	if [ "$1" -ge $begin ] && [ "$2" -ge "$1" ] &&
	    [ "$2" -le $((begin + 3)) ]; then
		echo "so it is"
	else
		echo "$begin <= $1 <= $2 <= $((begin + 3))"
	fi)" "so it is"
ok "the time of day is set back: the record can be read" \
	"$DISKIDX" report "$scratch/record"

run date:0 -t 0.1 -i 2
is "a good clock: the run ends well" "$status" 0
unlike "a good clock: nothing is told" "$flat" \
	'The time of day|was repeated'
is "bad clocks: nothing is left" "$(ls -A "$here")" ""
done_testing
