#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# limits.sh - disks whose limits are known, in virtual time. `diskidx sustained`
# on disks with a fast part: its size, the speeds before and after it, and what
# is fast again after a pause; on disks without one; and ended by a limit or a
# signal. And sweeps over block and depth: the disk has each limit that a report
# names; a report may name none. With arguments it sweeps that many disks of
# that seed, and prints what the reports say.
. "$(dirname "$0")/../support/virtual-disk.sh"
need_mathematics

given=${1:-}
disks=${1:-5}
seed_of_disks=${2:-37}
size=
quiet=
log=

# sustain LAW SEED ARGUMENT...
sustain()
{
	law=$1
	VIRTUAL_SEED=$2
	export VIRTUAL_SEED
	shift 2
	on "constant:100 $law constant:0" -Q 1 -f json "$@" sustained
}

# level NAME: a number of the levels in the last report.
level()
{
	sed -n '/"levels": {/,/}/s/.*"'"$1"'": \([^,]*\),*$/\1/p' "$scratch/out"
}

# is_off NAME WANTED PERCENT
is_off()
{
	[ "$(close_to "$(level "$1")" "$2" "$3")" != "$2" ]
}

levels()
{
	sed -n '/"levels": {/,/}/p' "$scratch/out" | tr -s ' \n' ' '
}

# Disks with a buffer: its size, the speeds, by how much they wander, and the
# pause. What is fast at first and after it follows from these.
while read -r full fast slow by pause; do
	sustain "buffer:$full,$fast,$slow,$by" 1 -D "$pause" --max-write=15g
	# shellcheck disable=SC2046	# two numbers
	set -- $(awk -v full="$full" -v fast="$fast" -v slow="$slow" \
		-v pause="$pause" 'BEGIN {
		gain = fast / (fast - slow)
		printf "%.0f %.0f\n", (full - 16777216) * gain,
		       pause * slow * gain
	}')
	is "a buffer of $full, $fast and $slow: size, speeds, and what is fast \
again" "$(! { is_off bytes "$1" 10 || is_off before_bytes_per_s "$fast" 10 ||
		is_off after_bytes_per_s "$slow" 10 ||
		is_off again_bytes "$2" 25; } || echo "off: $(levels)")" ""
done <<'END'
3e8 5e7 5e6 0 20
1e9 2e8 1e8 0.05 5
1.5e9 2e8 4e7 0.1 20
2e8 6e7 4e7 0.1 2
END

for law in "buffer:1,1e8,1e8,0.1" "turns:2e8,5e7,5,0.05" \
    "turns:2e8,5e7,0.4,0.1"; do
	for seed in 1 2 3; do
		sustain "$law" $seed --max-write=2g
		[ "$(level fell)" = false ] || echo "$law, seed $seed: $(levels)"
	done
done >"$scratch/fell"
is "a flat disk, and one of two speeds in turn, don't fall" \
	"$(cat "$scratch/fell")" ""

# The bounds.
log=$scratch/log
sustain buffer:2e9,1e9,2e8 1 --max-write=3g
is "what is left is too little for a second look" \
	"$(grep -c 'fast again after a pause was not' "$scratch/out")" 1
ok "no more is written than --max-write" test "$(awk '/^[wW]/ { all += $3 }
	END { printf "%.0f\n", all }' "$scratch/log")" -le 3221225472
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
# A name that changes counts 4 KiB, and the tree before it 8 KiB a file.
on "constant:100 constant:100 constant:0" -t 20 -i 1 --max-write=20m -f json \
	small-files:rename
is "names that change count, too" \
	"$(sed -n 's/.*"total_ios": \([1-9][0-9]*\).*/\1/p' "$scratch/out")" \
	$(((20 * 1024 - 2000 * 8) / 4))

on "constant:100 buffer:1,1e8,1e8 constant:0" -Q 1 --max-write=40m sustained
is "of the briefest sample it asks for no more rounds" "$(says '\(-i\)')" ""

# What takes no bound, no sample, or more than one random test is refused.
is "it is of one random test in one place, with a bound" "$(
	for tests in sustained "sustained rand-read-q1" \
	    "sustained --max-write=1g -t 2" "commit sustained" \
	    "sustained rand-read-q1 rand-read-q32" "sustained -c 1 -c 2" \
	    "sustained -d $here"; do
		# shellcheck disable=SC2086	# several words
		"$DISKIDX" -d "$here" $tests 2>&1 | cut -c 10-40
	done | uniq)" "sustained writes until the spee
sustained reads until the speed
sustained makes one sample, whi
sustained accepts one random te"

is "the plan says what it writes, that a pause is only after a fall, and a file \
as large as the report, and no pause for sure" "$("$DISKIDX" -d "$here" -n \
	--max-write=1g sustained | grep -c -e 'stopped at 1G (--max-write)' \
	-e '300 s of pause after a fall,' -e 'work file  *1 GiB per copy' \
	-e 'time  *about 5 s, and')" 4
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
wait "$run" 2>/dev/null
status=$?
is "a signal ends it" "$(portable "$status")" 143
is "and it reports what is known" "$(says 'no fall in the first')" \
	"no fall in the first"

# --max-write is of all that a call writes, by the device's count.

# spends MIB ARGUMENT...: says so if it was exceeded, or hardly begun.
spends()
{
	most=$1
	shift
	on "constant:20 constant:20 constant:500" --max-write="${most}m" "$@" \
		>>"$scratch/statuses"
	awk -v most="$most" -v journal="${VIRTUAL_JOURNAL:-0}" -v of="$*" '
	/^[wW]/ { all += $3 / 1048576 }
	/^[fF]/ { all += journal / 1024 }
	END {
		if (all > most || all < 0.7 * most)
			print of ": " all " of " most
	}' "$log"
}

cat >"$scratch/wal.fio" <<'END'
[global]
size=4m
time_based
runtime=2
[wal]
rw=write
bs=2300
fdatasync=1
; expect sync p99 < 10ms
[tables]
rw=randwrite
direct=1
bs=16k
numjobs=2
END
unset VIRTUAL_SEED
log=$scratch/log
size=8m
mkdir "$here/other"
is "all runs, directories and copies share --max-write" "$(
	spends 21 --repeat=2 -i 1 -t 2 -Q 1 rand-write-q32
	spends 40 --repeat=3 -t 2 -Q 1 rand-write-q32
	spends 100 -i 3 -t 0.1 -d "$here/other" -c 2 seq-write overwrite-dsync
	spends 100 --repeat=2 -i 1 -d "$here/other" -t 0.1 -Q 1 rand-write-q32
	spends 40 -i 2 -t 1 seq-copy seq-write-direct
	size= && spends 60 -i 2 --repeat=2 "$scratch/wal.fio")" ""
VIRTUAL_JOURNAL=20
export VIRTUAL_JOURNAL
is "it has what the file system writes beside the data" "$(
	spends 40 -i 2 -t 2 commit
	spends 80 -i 3 -t 1 durable
	spends 80 --repeat=2 -t 2 small-files:create-fsync
	size=
	spends 60 "$scratch/wal.fio"
	spends 80 -t 1 suits "$scratch/wal.fio"
	spends 50 -Q 1 sustained)" ""
is "samples that only read go on when it is used up" "$(
	spends 40 -i 1 -t 1 -Q 1 commit rand-read-q1
	awk '/^[rR]/ { n++ } END { exit n > 40000 }' "$log" && echo few)" ""
unset VIRTUAL_JOURNAL
on "constant:20 constant:20 constant:50" --repeat=2 --max-write=16m -t 1 -Q 1 \
	rand-write-q32 >"$scratch/statuses"
is "a fill that would leave nothing is not begun" \
	"$(says 'reached before the first result') $(grep -c '^w' "$log")" \
	"reached before the first result 8"

# fits KIB RUNS: so many runs have room in so much memory, which goes up in
# steps of a mebibyte, too: few runs would tell those.
fits()
{
	[ "$( (ulimit -v "$1" && on "constant:20 constant:20 constant:500" \
		-t 0.01 -i 5 -s 1m -f json --repeat="$2" commit overwrite-dsync &&
		echo ended) 2>/dev/null)" = ended ]
}
kib=8000
until fits $kib 2 || [ $kib -gt 60000 ]; do
	kib=$((kib + 500))
done
# A sanitizer or an emulator takes more for itself.
if [ $kib -le 60000 ]; then
	ok "a hundred runs take 5 MiB more than two" fits $((kib + 5120)) 100
else
	skip "a hundred runs take 5 MiB more than two" limits \
		"two have no room in 60 MB"
fi

rmdir "$here/other"

# The sweeps.

[ -n "$libaio" ] || skip_all libaio "no libaio here"
size=16777216
log=

# disks SEED: lines of what limits a disk, requests and bytes a second (0: no
# limit), the law, and the share of a processor's time that a quota takes away.
# A disk turns, has chips, or is at the end of a network.
disks()
{
	awk -v n="$disks" -v seed="$1" '
	function among(low, high)
	{
		return low * (high / low) ^ rand()
	}

	# Channels, the time of a request, and bytes a second, from to.
	function medium(kind,   of)
	{
		split(kind == "turns" ? "1 5 4000 12000 8e7 2.6e8" : \
		      kind == "chips" ? "4 33 80 400 2e7 2e8" : \
		      "60 60 300 4000 5e7 5e8", of, " ")
		channels = int(among(of[1], of[2]))
		us = among(of[3], of[4])
		bytes = among(of[5], of[6])
		natural = channels / (us / 1e6 + 4096 / bytes)
		return sprintf("medium:%.0f,%.2f,%.0f,%d", us, rand() / 2,
			       bytes, channels)
	}

	BEGIN {
		srand(seed)
		split("none requests bytes both processor", kinds, " ")
		split("turns chips network", media, " ")
		for (i = 0; i < n; i++) {
			kind = kinds[i % 5 + 1]
			iops = rate = quota = 0
			# One that turns is slower than most limits.
			least = (kind == "none" ? 1 : 2)
			law = medium(media[least + int((4 - least) * rand())])
			if (kind == "requests" || kind == "both")
				iops = among(100, natural / 3)
			if (kind == "bytes" || kind == "both")
				rate = among(5e6, channels * bytes / 3)
			if (kind == "processor") {
				# The rest of the time is for requests.
				quota = int(60 + 35 * rand())
				law = sprintf("medium:%.0f,0.1,5e9,1",
					      2000 / (100 - quota))
			}
			credit = rand() < 0.3 ? among(0.01, 10) : 0
			slice = rand() < 0.5 ? among(0.001, 0.1) : 0
			printf "%s %.0f %.0f %s,%.0f,%.0f,%g,%g %d\n", kind,
			       iops, rate, law, iops, rate, credit, slice, quota
		}
	}'
}

# limits: those in the last report, as numbers: requests, and bytes a second.
limits()
{
	tr -s ' \n' ' ' <"$scratch/out" | awk '{
		while (match($0, /Limit: [0-9.]* (IOPS|MiB)/)) {
			split(substr($0, RSTART, RLENGTH), word, " ")
			if (word[3] == "IOPS")
				iops = word[2]
			else
				rate = word[2] * 1048576
			$0 = substr($0, RSTART + RLENGTH)
		}
		printf "%.0f %.0f\n", iops, rate
	}'
}

# verdict WANTED FOUND...: wrong, found or silent, of requests and of bytes.
verdict()
{
	echo "$*" | awk '{
		for (i = 1; i <= 2; i++) {
			off = $i > 0 ? $(i + 2) / $i - 1 : 1
			if ($(i + 2) == 0)
				continue
			found++
			wrong += off < -0.1 || off > 0.1
		}
		print (wrong ? "wrong" : found ? "found" : "silent")
	}'
}

wrong=0
disks "$seed_of_disks" >"$scratch/disks"
while read -r kind iops rate law quota; do
	if [ "$quota" -gt 0 ]; then
		VIRTUAL_QUOTA=$quota
		export VIRTUAL_QUOTA
	else
		unset VIRTUAL_QUOTA
	fi
	on_disk "$law" constant:100 constant:0 -e libaio -t 0.5 -i 4 \
		-b 4k,64k,1m -Q 1,8,32 rand-read-q32 >"$scratch/out" \
		2>"$scratch/err"
	found=$(limits)
	said=$(verdict "$iops" "$rate" "$found")
	echo "$kind $said" >>"$scratch/verdicts"
	[ -z "$given" ] || note "$said: $kind $iops $rate $law: $found"
	[ "$said" != wrong ] || wrong=$((wrong + 1))
done <"$scratch/disks"
note "$(sort "$scratch/verdicts" | uniq -c | tr -s ' ' | paste -s -d ';' -)"
is "no limit is named that the disk does not have" $wrong 0
ok "limits are found" grep -q found "$scratch/verdicts"
# Each kind of report has both of a volume.
unset VIRTUAL_QUOTA
record="-o $scratch/record"
on_disk medium:100,0.5,2e9,16,3000,131072000,0.01 constant:100 constant:0 \
	-e libaio -t 1 -i 3 -b 4k,16k,256k,1m -Q 1,8 rand-read-q32 \
	>"$scratch/out" 2>"$scratch/err"
for format in text markdown html json; do
	"$DISKIDX" report -f "$format" "$scratch/record" >"$scratch/out"
	is "$format has the limits" \
		"$(says "Limit: [0-9.]* [^;,]*alike" |
		sed 's,30[0-9]* IO,N IO,; s,126 M,M M,' | sort -u)" \
		"Limit: M MiB/s with blocks of 256K and of 1M alike
Limit: N IOPS with blocks of 4K and of 16K alike"
done

is "nothing is left" "$(ls -A "$here")" ""
done_testing
