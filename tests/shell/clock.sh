#!/bin/sh
# clock.sh - test of clocks that go back or stand still, and of a time of day
# that is set, in the middle of a run: a run ends in time, and no figure is
# printed that isn't true. The clock is one of a library that is loaded before
# libc (tests/preload/jumping-clock.c); where that can't be done, there is nothing to
# check.

: "${srcdir:=$(dirname "$0")/../..}"
# shellcheck source=tests/shell/tap.sh
. "$srcdir/tests/shell/tap.sh"
need_diskidx

TZ=UTC0; export TZ
here=$scratch/disk
mkdir "$here"
sign=$scratch/sign

preloadable "$scratch/clock.so" "$srcdir/tests/preload/jumping-clock.c" ||
	skip_all preload "no library can be made here"

# run JUMP TIMES [ARGUMENT]...: a run on that clock, ended after 40 s; its exit
# status is $status, its output $out and $err.
run()
{
	jump=$1
	times=$2
	shift 2
	rm -f "$sign"
	JUMPING_CLOCK=$jump JUMPING_CLOCK_TIMES=$times \
		JUMPING_CLOCK_SIGN=$sign LD_PRELOAD=$scratch/clock.so \
		"$DISKIDX" -q -d "$here" -s 4m -e sync -Q 1 --cache=buffered \
		--seed=1 "$@" rand-write-q32 >"$scratch/out" 2>"$scratch/err" &
	pid=$!
	(
		n=0
		while [ "$n" -lt 40 ] && kill -s 0 "$pid" 2>/dev/null; do
			sleep 1
			n=$((n + 1))
		done
		[ "$n" -lt 40 ] || kill -s KILL "$pid"
	) >/dev/null 2>&1 &
	wait "$pid"
	status=$?
	out=$(cat "$scratch/out")
	err=$(cat "$scratch/err")
	# One line, however it was wrapped.
	flat=$(tr '\n' ' ' <"$scratch/out" | tr -s ' ')
}

run back 1 -t 0.1 -i 2 --no-save
[ -e "$sign" ] ||
	skip_all preload \
		"the library can't be loaded before this program's others"

# Numbers of a length that only a difference below 0 has; none of ours has 14
# digits, as long as --seed is given.
absurd='[0-9]{14}|[^0-9a-z]-[0-9]'

is "the clock goes back once: the run ends well" "$status" 0
like "the clock goes back once: the sample is repeated" "$flat" \
	"A sample of rand-write-q32[^ ]* was repeated, since the system's clock went back meanwhile\\."
like "the clock goes back once: there is a figure" "$out" \
	'^Random Write 4K .* [0-9.]+ IOPS  \([0-9.]+ s, 2 samples\)'
run back 1 -t 0.1 -i 2 --no-save -f json
unlike "the clock goes back once: no figure is absurd" "$out" "$absurd"

# Where a single request takes longer than the jump, its worker can't notice.
run within 1 -t 1 -i 1 --no-save
like "the clock goes back within a long write: it is noticed" "$flat" \
	"was repeated, since the system's clock went back meanwhile\\."

run back 99 -t 0.1 -i 2 --no-save
is "the clock goes back in every sample: nothing is measured" "$status" 2
like "the clock goes back in every sample: and that is told" "$err" \
	"rand-write-q32[^ ]*: failed in round 1: the system's clock went back meanwhile\$"
is "the clock goes back in every sample: nothing else is" "$out" ""

run back 99 -t 0.1 -i 2 --max-time=1 --no-save
is "the clock goes back under --max-time: it ends" "$status" 2
run back 99 -t 0.1 -i 3 --until=0.001 --max-time=2 -c 2 --no-save
is "the clock goes back under --until: it ends" "$status" 2

run still 4 -t 0.05 -i 4 --no-save -f json
is "the clock stands still: the run ends well" "$status" 0
unlike "the clock stands still: no figure is absurd" "$out" "$absurd"
like "the clock stands still: that the clocks went apart is told" "$out" \
	'The time of day went [3-5] s ahead of the clock that measures'

# The time of day: nothing depends on it but what the record says of it.

began=$(date +%s)
run date 1 -t 0.1 -i 3 --until=0.001 --max-time=2 -o "$scratch/record"
ended=$(date +%s)
is "the time of day is set back: the run ends well" "$status" 0
like "the time of day is set back: there is a figure" "$out" \
	'^Random Write 4K .* [0-9.]+ IOPS '
like "the time of day is set back: it is told" "$flat" \
	'The time of day went 1 h behind the clock that measures\. If it was '
like "the time of day is set back: --max-time is kept" "$flat" \
	'Stopped by --max-time=2 s '
times=$(awk -F '\t' '$1 == "run" { print $3, $4 }' "$scratch/record")
is "the time of day is set back: the record ends after its begin" "$(
	# shellcheck disable=SC2086	# two numbers
	set -- ${times:-0 0}
	if [ "$1" -ge "$began" ] && [ "$2" -ge "$1" ] &&
	    [ "$2" -le $((ended + 1)) ]; then
		echo "so it is"
	else
		echo "$began <= $1 <= $2 <= $ended"
	fi)" "so it is"
ok "the time of day is set back: the record can be read" \
	"$DISKIDX" report "$scratch/record"

run date 0 -t 0.1 -i 2 --no-save
unlike "a good clock: nothing is told" "$flat" \
	'The time of day|was repeated'
is "bad clocks: nothing is left" "$(ls -A "$here")" ""
done_testing
