#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# logs.sh - fio's logs are what a disk of a known law did, in fio's form: those
# that jobs ask for, and those of a whole run or record.
# shellcheck disable=SC2034	# for virtual-disk.sh
. "$(dirname "$0")/../support/virtual-disk.sh"
size=4m
quiet=
record="-o $scratch/record"

# logged ARGUMENT...: reads take 500 us there, writes 100 us, flushes 300 us.
logged()
{
	(cd "$scratch" && on_disk constant:500 constant:100 constant:300 \
		-e sync -t 1 -i 1 "$@" >"$scratch/out" 2>"$scratch/err")
	status=$?
}

# middle FILE: its lines of the first direction from the third to the ninth, of
# ten, in one.
middle()
{
	sed -n 's/$/;/; 3,9p' "$scratch/$1" | tr -d '\n'
}

# slices VALUE: those lines of a read with the same value in each.
slices()
{
	for end in 300 400 500 600 700 800 900; do
		printf '%s, %s, 0, 0, 0;' "$end" "$1"
	done
}

# names PREFIX: the logs with that prefix.
names()
{
	(cd "$scratch" && echo "$1"_*)
}

# Jobs, of one file; the copies of a job have the first of their numbers.
cat >"$scratch/jobs.fio" <<'END'
[r]
rw=randread
direct=1
bs=8k
write_bw_log=j
write_iops_log=j
write_lat_log=j
[w]
stonewall
rw=write
fsync=1
numjobs=2
write_lat_log
log_avg_msec=300
[u]
stonewall
rw=read
direct=1
write_bw_log=j
log_avg_msec=500
END
logged -v "$scratch/jobs.fio"
is "jobs: all their logs are there" "$status $(names j) $(names w)" \
	"0 j_bw.1.log j_bw.4.log j_clat.1.log j_iops.1.log j_lat.1.log$(
	) j_slat.1.log w_clat.2.log w_lat.2.log w_slat.2.log"
is "KiB a second, for 100 ms each" "$(middle j_bw.1.log)" "$(slices 16000)"
is "requests a second" "$(middle j_iops.1.log)" "$(slices 2000)"
is "nanoseconds, with those of the call" "$(middle j_lat.1.log)" \
	"$(slices 500060)"
is "one call completes in it, and has no submission, as in fio" \
	"$(cat "$scratch/w_slat.2.log" "$scratch/j_slat.1.log")$(
	cmp "$scratch/j_clat.1.log" "$scratch/j_lat.1.log" 2>&1
	cmp "$scratch/w_clat.2.log" "$scratch/w_lat.2.log" 2>&1)" ""
is "the first slice and the last one" "$(sed -n '1p; $p' \
	"$scratch/j_iops.1.log" | tr '\n' ';')" \
	"100, 1990, 0, 0, 0;1000, 2008, 0, 0, 0;"
is "over log_avg_msec, and without flushes" \
	"$(head -n 1 "$scratch/w_lat.2.log")" "300, 100040, 1, 0, 0"
is "over another one" "$(cut -d, -f1 "$scratch/j_bw.4.log" | tr '\n' ' ')" \
	"500 1000 "
like "the report says what they have" "$(flat "$scratch/out")" \
	'means over log_avg_msec, at least 100 ms, .* no single requests'
logged "$scratch/jobs.fio"
is "one that is there is refused before anything is measured" \
	"$status $(cat "$scratch/err")" \
	"2 diskidx: fio's log j_bw.1.log: it is there already; name a new file"

# Submission and completion are the two parts of a latency: the call takes 40 ns
# there, the disk the rest.
printf '[p]\nrw=randread\nioengine=libaio\ndirect=1\nwrite_lat_log\n' \
	>"$scratch/parts.fio"
if [ -n "$libaio" ]; then
	logged -e libaio "$scratch/parts.fio"
	is "parts: latency" "$(middle p_lat.1.log)" "$(slices 500040)"
	is "parts: submission" "$(middle p_slat.1.log)" "$(slices 40)"
	is "parts: completion" "$(middle p_clat.1.log)" "$(slices 500000)"
else
	skip "parts of a latency" libaio "no libaio here"
fi

# All jobs in one log.
printf '[a]\nrw=read\ndirect=1\nwrite_bw_log=one\nper_job_logs=0\n[b]\n' \
	>"$scratch/one.fio"
printf 'rw=randread\nbs=8k\nstonewall\ndirect=1\nwrite_bw_log=one\n' \
	>>"$scratch/one.fio"
printf 'per_job_logs=0\n' >>"$scratch/one.fio"
logged "$scratch/one.fio"
is "per_job_logs=0: job after job" "$(names one) $(sed -n '5p; 15p' \
	"$scratch/one_bw.log" | tr '\n' ';')" \
	"one_bw.log 500, 8000, 0, 0, 0;500, 16000, 0, 0, 0;"

# A whole run, and its record. Both know when each wrote, and only the run how
# long its requests took; of a copy neither knows when it read.
rm -f "$scratch/record"
run="-Q 1 -c 1,2 rand-read-q32 rand-mixed-q32 fstime seq-write"
# shellcheck disable=SC2086	# several words
logged -f fio-log=run $run
is "a run: its logs, numbered by their copies" "$status $(names run)" "0 $(
	for kind in bw.1 bw.2 bw.4 bw.5 bw.7 clat.1 clat.2 clat.5 clat.7 \
		iops.1 iops.2 iops.4 iops.5 iops.7 \
		lat.1 lat.2 lat.5 lat.7 slat.1 slat.2 slat.5 slat.7; do
		printf 'run_%s.log ' "$kind"
	done | sed 's/ $//')"
is "a run: reads of one copy, and of two" \
	"$(middle run_iops.1.log) $(middle run_bw.5.log)" \
	"$(slices 2000) $(slices 16000)"
is "a mix: both directions, with latencies of their own" "$(sed -n '5,6p' \
	"$scratch/run_lat.2.log" | tr '\n' ';')" \
	"300, 500060, 0, 0, 0;300, 100060, 1, 0, 0;"
near "a mix: reads and writes are all that it did" \
	"$(awk '{ sum += $2 } END { print sum / 10 }' \
		"$scratch/run_iops.2.log")" \
	"$(sed -n 's/.* rand-mixed-q32:q=1 x1 *\([0-9.]*\) IOPS/\1/p' \
		"$scratch/err")" 0.2
(cd "$scratch" && "$DISKIDX" report -q -f text=text -f fio-log=again record) \
	>"$scratch/out" 2>"$scratch/err"
is "a record: no latencies" "$(names again)" "$(names run |
	sed 's/run_[a-z]*lat[^ ]* *//g; s/ *$//; s/run/again/g')"
like "and why" "$(cat "$scratch/err")" \
	'left out where bytes over time are known, .* nor their latency$'
like "of a copy, too" "$(cat "$scratch/err")" \
	'left out where it is unknown when a test read and when it wrote$'
for log in "$scratch"/again_*; do
	same "a record: ${log##*/} is that of the run" "$log" \
		"$scratch/run${log##*again}"
done

# Requests of several sizes can't be counted by their bytes.
printf '[s]\nrw=randread\ndirect=1\nbssplit=4k/50:8k/50\nwrite_iops_log\n' \
	>"$scratch/sizes.fio"
rm -f "$scratch/record"
logged "$scratch/sizes.fio"
is "several sizes: requests are counted in a run" "$(middle s_iops.1.log)" \
	"$(slices 2000)"
"$DISKIDX" report -q -f fio-log="$scratch/sizes" "$scratch/record" \
	>"$scratch/out" 2>"$scratch/err"
is "several sizes: a record has their bytes alone" "$(names sizes)" \
	"sizes_bw.1.log"

# What is refused: before anything is measured, and without a file.
for word in fio-log fio-log= fio-log=run fio-log=nowhere/log; do
	# shellcheck disable=SC2086	# several words
	logged -f "$word" $run
	echo "$status $(cat "$scratch/err")"
done >"$scratch/refused"
is "a prefix is needed, whose files are new" "$(cat "$scratch/refused")" \
	"2 diskidx: -f: fio-log: a file's name is missing behind the =
2 diskidx: -f: fio-log=: a file's name is missing behind the =
2 diskidx: -f: fio-log=run: there are files of that prefix; name a new one
2 diskidx: -f: fio-log=nowhere/log: No such file or directory"
"$DISKIDX" compare -f fio-log="$scratch/new" "$scratch/record" \
	"$scratch/record" >"$scratch/out" 2>"$scratch/err"
is "a comparison has none" "$? $(cut -d ';' -f 1 "$scratch/err") $(names new)" \
	"2 diskidx: -f: fio-log has no comparison new_*"
done_testing
