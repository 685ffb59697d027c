#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# sustained.sh - `diskidx sustained` on disks whose fast part is known, in
# virtual time: its size, the speeds before and behind it, and what is fast
# again after a pause; disks without one; and its end by a bound or a signal.
# With an argument it tries so many disks of each kind.
# shellcheck source=tests/support/virtual-disk.sh
. "$(dirname "$0")/../support/virtual-disk.sh"
need_mathematics

size=
quiet=
log=
disks=${1:-8}
gib=1073741824

# sustain LAW SEED ARGUMENT...
sustain()
{
	law=$1
	VIRTUAL_SEED=$2
	export VIRTUAL_SEED
	shift 2
	on "constant:100 $law constant:0" -Q 1 -f json "$@" sustained
}

# buffers: disks with a buffer, a line each: its size, the speeds, by how much
# they wander, the pause, the bytes that are fast at first, and after it.
buffers()
{
	awk -v n="$disks" 'BEGIN {
		srand(7)
		while (i < n) {
			size = 2e8 * 10 ^ rand()
			fast = 5e7 * 4 ^ rand()
			slow = fast * (0.1 + 0.6 * rand())
			by = 0.05 * int(3 * rand())
			pause = (0.2 + 0.7 * rand()) * size / slow
			gain = fast / (fast - slow)
			first = (size - 16 * 1048576) * gain
			if (first / fast < 3 || first > 2e9)
				continue
			i++
			printf "%.0f %.0f %.0f %g %.1f %.0f %.0f\n", size,
				fast, slow, by, pause, first,
				pause * slow * gain
		}
	}'
}

# level NAME: a number of the levels in the last report.
level()
{
	sed -n '/"levels": {/,/}/s/.*"'"$1"'": \([^,]*\),*$/\1/p' "$scratch/out"
}

# is_off NAME WANTED PERCENT
is_off()
{
	awk -v got="$(level "$1")" -v wanted="$2" -v percent="$3" 'BEGIN {
		off = 100 * (got / wanted - 1)
		exit off >= -percent && off <= percent
	}'
}

levels()
{
	sed -n '/"levels": {/,/}/p' "$scratch/out" | tr -s ' \n' ' '
}

buffers >"$scratch/buffers"
seed=0
found=0
again=0
while read -r full fast slow by pause first second; do
	seed=$((seed + 1))
	sustain "buffer:$full,$fast,$slow,$by" $seed -D "$pause" \
		--max-write=15g
	if is_off bytes "$first" 10 || is_off before_bytes_per_s "$fast" 10 ||
	    is_off after_bytes_per_s "$slow" 10; then
		note "$full $fast $slow $by: $first: $(levels)"
	else
		found=$((found + 1))
	fi
	if is_off again_bytes "$second" 25; then
		note "$full $fast $slow $by: again $second: $(levels)"
	else
		again=$((again + 1))
	fi
done <"$scratch/buffers"
ok "size and speeds are found within 10 % in 95 % of the disks" \
	test $((found * 20)) -ge $(((disks - disks / 20) * 19))
ok "what is fast again within 25 %" test $((again * 20)) -ge $((disks * 18))

seed=0
false=0
while [ $seed -lt "$disks" ]; do
	seed=$((seed + 1))
	for law in "buffer:1,1e8,1e8,0.1" "turns:2e8,5e7,5,0.05" \
	    "turns:2e8,5e7,0.4,0.1"; do
		sustain "$law" $seed --max-write=2g
		[ "$(level fell)" = false ] && continue
		false=$((false + 1))
		note "$law, seed $seed: $(levels)"
	done
done
is "a flat disk, and one of two speeds in turn, don't fall" $false 0

# The bounds.
log=$scratch/log
sustain buffer:2e9,1e9,2e8 1 --max-write=3g
is "what is left is too little for a second look" \
	"$(grep -c 'left nothing for a look at how' "$scratch/out")" 1
ok "no more is written than --max-write" test "$(awk '/^[wW]/ { all += $3 }
	END { printf "%.0f\n", all }' "$scratch/log")" -le $((3 * gib))
is "nothing is written twice" "$(awk '$1 == "W" && $3 == 1048576 { print $2 }' \
	"$scratch/log" | sort | uniq -d | wc -l | tr -d ' ')" 0
sustain buffer:2e9,1e9,2e8 1 --max-write=15g --max-time=15
is "--max-time ends it" "$(field elapsed_ns | cut -c 1-2)" 14
# The proof of direct I/O takes little of what is fast, also where the writer
# lets the other process, which looks, wait between two writes.
VIRTUAL_LOOK=10
export VIRTUAL_LOOK
on "constant:100 constant:100 constant:0" -Q 1 --max-write=60m sustained
unset VIRTUAL_LOOK
is "the proof of direct I/O writes little" \
	"$(grep -c '^W [0-9]* 65536 ' "$log")" 8
record="-o $scratch/record"
sustain buffer:2e9,1e9,2e8 1 --max-write=15g -D 5
levels >"$scratch/levels"
"$DISKIDX" report -f json "$scratch/record" >"$scratch/out"
is "the record has it all" "$(levels)" "$(cat "$scratch/levels")"
"$DISKIDX" report "$scratch/record" >"$scratch/out"
is "the answer has the levels" "$(says ' s\), then .* it was fast again for' |
	sed 's/[0-9.]\{2,\}/N/g')" \
	" s), then N MiB/s (N to N); after 5 s idle it was fast again for"
"$DISKIDX" report -f html "$scratch/record" >"$scratch/out"
ok "the page draws them" test "$(grep -c 'moved, GiB' "$scratch/out")" -gt 0
for most in 80 100 160; do
	record="-o $scratch/short-$most"
	sustain buffer:1,1e8,1e8 1 --max-write=${most}m
	levels | tr ' ' '\n' | grep -c ci95 >>"$scratch/intervals"
	"$DISKIDX" report "$scratch/short-$most" >"$scratch/out"
	says 'MiB/s, no fall' | wc -l | tr -d ' ' >>"$scratch/answers"
done
is "no interval is of one block or two" \
	"$(flat "$scratch/intervals")" "0 0 2 "
is "nor in the answer" "$(flat "$scratch/answers")" "1 1 0 "
record=--no-save
# It takes no more rounds.
on "constant:100 buffer:1,1e8,1e8 constant:0" -Q 1 --max-write=40m sustained
is "of the briefest sample it asks for no more rounds" "$(says '\(-i\)')" ""

# refuses ARGUMENT...: prints the message.
refuses()
{
	"$DISKIDX" -d "$here" sustained "$@" 2>&1 | sed 's/.*: sustained //'
}
is "writes need a bound" "$(refuses | cut -c 1-50)" \
	"writes until the speed has fallen, which wears a d"
is "reads need one" "$(refuses rand-read-q1 | cut -c 1-36)" \
	"reads until the speed has fallen: gi"
is "one sample ends by itself" "$(refuses --max-write=1g -t 2 | cut -c 1-20)" \
	"makes one sample, wh"
for tests in "rand-read-q1 rand-read-q32" commit "-c 1 -c 2" "-d $here"; do
	# shellcheck disable=SC2086	# several tests, or options
	is "it is of one random test in one place: $tests" \
		"$(refuses --max-write=1g $tests | cut -c 1-21)" \
		"takes one random test"
done
is "also where it doesn't stand first" \
	"$("$DISKIDX" -d "$here" commit sustained 2>&1 | cut -c 1-40)" \
	"diskidx: sustained takes one random test"
is "the plan says what it writes, and that a pause is only after a fall" \
	"$("$DISKIDX" -d "$here" -n --max-write=1g sustained |
	grep -c 'stopped at 1G (--max-write)\|300 s of pause after a fall,')" 2
is "and as large a file as the report, and no pause for sure" \
	"$("$DISKIDX" -d "$here" -n --max-write=1g sustained |
	grep -c 'work file  *1 GiB a copy\|time  *about 5 s, and')" 2
is "and takes no more than --max-time" "$("$DISKIDX" -d "$here" -n --max-time=20 \
	sustained rand-read-q1 | grep -c 'time  *about 20 s')" 1

# A signal, once there are some seconds of the sample.
# grown: that many reads are in the log.
grown()
{
	[ -f "$log" ] && [ "$(grep -c '^R' "$log")" -ge 30000 ]
}

rm -f "$log"
exec env LD_PRELOAD="$scratch/disk.so" VIRTUAL_LOG="$log" VIRTUAL_CPU=20,10 \
	VIRTUAL_READ=constant:100 VIRTUAL_WRITE=constant:100 \
	VIRTUAL_FLUSH=constant:0 "$DISKIDX" -d "$here" -s 16m -e sync \
	--no-save --max-time=36000 sustained rand-read-q1 \
	>"$scratch/out" 2>"$scratch/err" &
run=$!
until_event grown
kill "$run"
wait "$run"
status=$?
is "a signal ends it" "$(portable "$status")" 143
is "and it reports what is known" "$(says 'no fall in the first')" \
	"no fall in the first"
is "nothing is left" "$(ls -A "$here")" ""
done_testing
