#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# fio-clients.sh - diskidx in the place of fio for the programs that call it:
# each calls it, and reads what it prints, in the form that such a program has;
# what they find must be the figures of diskidx's own report of the same run.
#
#	fio-clients.sh [-d DIRECTORY] [DISKIDX]
#
# It takes half a minute, fetches nothing, and needs jq, without which it says
# so and ends with 77. Figures may differ by how a program rounds. Tried once
# with the programs themselves: bench-fio and fio-plot 1.1.21 (-l, -L, -H, -C,
# -g), kbench, dbench, docker-diskmark (with positive sizes), fio-cdm, and the
# Go types of kubestr and kbench; not with those of Phoronix and etcd-perf.
# shellcheck disable=SC2046	# awk's own; several words
set -u
LC_ALL=C
export LC_ALL

directory=.
if [ "${1:-}" = -d ]; then
	directory=$2
	shift 2
fi
program=${1:-./diskidx}
case $program in
/*) ;;
*) program=$PWD/$program ;;
esac
[ -x "$program" ] || { echo "fio-clients: no program $program" >&2; exit 2; }
command -v jq >/dev/null 2>&1 || {
	echo "fio-clients: no jq here" >&2
	exit 77
}
work=$(mktemp -d "$directory/fio-clients.XXXXXX") || exit 2
work=$(cd "$work" && pwd)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
n_wrong=0
size=16m
time=1

# fio ARGUMENT...: diskidx in its place; the record is for `own`.
fio()
{
	rm -f "$work/record"
	"$program" -o "$work/record" -d "$work" fio "$@"
}

# own TEST-NUMBER FIELD...: figures of the run in diskidx's own JSON.
own()
{
	number=$1
	shift
	"$program" report -f json "$work/record" |
		jq -r ".tests[$number] | ($*)"
}

# rate of a direction in diskidx's own terms: requests, and bytes, a second.
iops()
{
	own "$1" "([.samples[].ios] | add) / ([.samples[].elapsed_ns] | add) *
		1e9"
}

bytes()
{
	own "$1" "([.samples[].bytes] | add) / ([.samples[].elapsed_ns] | add) *
		1e9"
}

# same CLIENT WHAT GOT WANTED [PERCENT]: equal but for how the client rounds; a
# number over 0 in any case.
same()
{
	echo "$3 $4" | awk -v percent="${5:-0.1}" '
		NF == 2 && $2 > 0 {
			off = ($1 - $2) / $2 * 100
			good = off <= percent && off >= -percent
		}
		END { exit !good }' && verdict=ok || verdict=WRONG
	[ "$verdict" = ok ] || n_wrong=$((n_wrong + 1))
	printf '%-5s %-16s %-34s %14.12s %14.12s\n' "$verdict" "$1" "$2" "$3" "$4"
}

# plain NUMBER: without fio's suffix, as in 12.3k or 5.6MiB/s, in units.
plain()
{
	echo "$1" | awk '{
		number = $1 + 0
		if ($1 ~ /[0-9]k/ || $1 ~ /kB/) number *= 1000
		if ($1 ~ /KiB/) number *= 1024
		if ($1 ~ /MiB/) number *= 1024 * 1024
		if ($1 ~ /GiB/) number *= 1024 * 1024 * 1024
		print number
	}'
}

# unit_ns LINE: the nanoseconds of the unit in a line of latencies.
unit_ns()
{
	case $1 in
	*msec*) echo 1000000 ;;
	*usec*) echo 1000 ;;
	*) echo 1 ;;
	esac
}

printf '%-5s %-16s %-34s %14s %14s\n' '' client figure read diskidx

# YABS: a terse line, by the numbers of its fields, all errors thrown away.
line=$(fio --name=rand_rw_4k --ioengine=libaio --rw=randrw --rwmixread=50 \
	--bs=4k --iodepth=64 --numjobs=2 --size=$size --runtime=$time \
	--gtod_reduce=1 --direct=1 --filename="$work/test.fio" \
	--group_reporting --minimal 2>/dev/null | grep rand_rw_4k)
field() { echo "$line" | cut -d';' -f"$1"; }
same YABS "IOPS, both directions" $(($(field 8) + $(field 49))) "$(iops 0)"
same YABS "KiB/s, both directions" $(($(field 7) + $(field 48))) \
	"$(bytes 0 | awk '{ print $1 / 1024 }')"

# dbench: the usual output, by grep.
base="--randrepeat=0 --verify=0 --ioengine=libaio --direct=1 --size=$size
	--time_based --ramp_time=0 --runtime=$time
	--filename=$work/fiotest"
# shellcheck disable=SC2086	# several words
dbench() { fio $base "$@" 2>/dev/null; }
out=$(dbench --gtod_reduce=1 --name=read_iops --bs=4K --iodepth=64 \
	--readwrite=randread)
same dbench "read IOPS" "$(plain "$(echo "$out" | grep -E 'read ?:' |
	grep -Eoi 'IOPS=[0-9k.]+' | cut -d= -f2)")" "$(iops 0)" 1
same dbench "read BW" "$(plain "$(echo "$out" | grep -E 'read ?:' |
	grep -Eoi 'BW=[0-9GMKiBs/.]+' | cut -d= -f2)")" "$(bytes 0)" 1
out=$(dbench --name=write_latency --bs=4K --iodepth=4 --readwrite=randwrite)
line=$(echo "$out" | grep ' lat.*avg')
same dbench "write latency, ns" "$(echo "$line" | grep -Eoi 'avg=[ 0-9.]+' |
	cut -d= -f2 | awk -v unit="$(unit_ns "$line")" '{ print $1 * unit }')" \
	"$(own 0 .latency_ns.write.mean)" 1
out=$(dbench --gtod_reduce=1 --name=read_seq --bs=1M --iodepth=16 \
	--readwrite=read --thread --numjobs=4 --offset_increment=1m)
same dbench "sequential read of four" "$(plain "$(echo "$out" | grep 'READ:' |
	grep -Eoi '(aggrb|bw)=[0-9GMKiBs/.]+' | cut -d= -f2)")" "$(bytes 0)" 1

# Phoronix: the same lines, by its patterns.
out=$(dbench --name=test --bs=4k --iodepth=64 --rw=randwrite \
	--disable_lat=1 --disable_clat=1 --disable_slat=1)
same Phoronix "IOPS" "$(plain "$(echo "$out" |
	sed -n 's/.*write: IOPS=\([^,]*\), .*/\1/p')")" "$(iops 0)" 1
same Phoronix ": bw=" "$(plain "$(echo "$out" |
	sed -n 's/.*: bw=\([^ ]*\) .*/\1/p')")" "$(bytes 0)" 1

# etcd-perf: the flush of a job of the engine sync, from JSON.
p99=$(fio --rw=write --ioengine=sync --fdatasync=1 --directory="$work" \
	--size=$size --bs=8000 --name=etcd_perf --output-format=json \
	--runtime=$time --time_based=1 2>/dev/null |
	jq '.jobs[0].sync.lat_ns.percentile["99.000000"]')
same etcd-perf "p99 of fdatasync, ns" "$p99" "$("$program" report -f fio \
	"$work/record" | awk '/sync percentiles/ {
		unit = /msec/ ? 1e6 : /usec/ ? 1e3 : 1
		on = 1
	}
	on && match($0, /99\.00th=\[ *[0-9]+/) {
		text = substr($0, RSTART, RLENGTH)
		sub(/.*\[ */, "", text)
		print text * unit
		exit
	}')" 5

# bench-fio (with extra_opts=group_reporting=1): a job file alone, JSON in a
# file, and logs; fio-plot reads both.
cat >"$work/tmpjobfile.fio" <<EOF
[FIOJOB]
directory=$work
ioengine=libaio
rw=randrw
size=$size
bs=4k
iodepth=4
numjobs=2
group_reporting=1
rwmixread=75
runtime=$time
loops=1
time_based=1
direct=1
log_avg_msec=250
invalidate=1
write_bw_log=$work/randrw-iodepth-4-numjobs-2
write_lat_log=$work/randrw-iodepth-4-numjobs-2
write_iops_log=$work/randrw-iodepth-4-numjobs-2
EOF
same bench-fio "bytes on stderr and stdout, + 1" $(($(fio --output-format=json \
	--output="$work/randrw-4-2.json" "$work/tmpjobfile.fio" 2>&1 |
	wc -c) + 1)) 1
for op in read write; do
	set -- $(jq -r --arg op "$op" '(.["global options"] + .jobs[0]["job options"])
		as $o | .jobs[0] | [.[$op].iops, .[$op].lat_ns.mean,
		.[$op].iops_stddev, .[$op].lat_ns.stddev, $o.iodepth,
		$o.numjobs, $o.rw, $o.bs, .usr_cpu, .sys_cpu] | map(tostring) |
		join(" ")' "$work/randrw-4-2.json")
	same fio-plot "figures of a job, $op" $# 10
	same fio-plot "latency, $op" "$2" "$(own 0 ".latency_ns.$op.mean")"
	is=0
	[ $op = read ] || is=1
	same fio-plot "mean of the log of IOPS, $op" "$(awk -F', ' -v is=$is '
		$3 == is { sum += $2 * ($1 - at); at = $1 }
		END { print sum / at }' \
		"$work/randrw-iodepth-4-numjobs-2_iops.1.log")" "$1" 5
	same fio-plot "mean of the log of latency, $op" "$(awk -F', ' -v is=$is '
		FNR == 1 { file++; at = 0 }
		$3 == is && file == 1 { n[$1] = $2 * ($1 - at); at = $1 }
		$3 == is && file == 2 { sum += $2 * n[$1]; all += n[$1] }
		END { print sum / all }' \
		"$work/randrw-iodepth-4-numjobs-2_iops.1.log" \
		"$work/randrw-iodepth-4-numjobs-2_lat.1.log")" "$2" 5
done

# kbench: sections that include, options behind the file, means by job number.
printf 'bs=4K\niodepth=64\n' >"$work/iops-include.fio"
printf 'stonewall=1\nrandrepeat=0\nverify=0\nioengine=libaio\ndirect=1\n%s\n' \
	"time_based=1
ramp_time=0
runtime=$time" >"$work/common-include.fio"
for job in rand-read rand-write; do
	printf '[%s-iops]\nreadwrite=%s\ninclude iops-include.fio\n' $job \
		"$(echo $job | tr -d -)"
	echo 'include common-include.fio'
done >"$work/iops.fio"
fio "$work/iops.fio" --filename="$work/kb" --size=$size --output-format=json \
	--output="$work/kbench.json" 2>/dev/null
same kbench "read iops_mean" "$(jq '.jobs[0].read.iops_mean' \
	"$work/kbench.json" | cut -d. -f1)" "$(iops 0)" 5
same kbench "write iops_mean" "$(jq '.jobs[1].write.iops_mean' \
	"$work/kbench.json" | cut -d. -f1)" "$(iops 1)" 5
same kbench "write lat_ns.mean" "$(jq '.jobs[1].write.lat_ns.mean' \
	"$work/kbench.json" | cut -d. -f1)" "$(own 1 .latency_ns.write.mean)"

# docker-diskmark: sums of lines at most 15 or 80 behind the name of a job,
# whose first eight columns are blank.
for mode in read,15 write,80; do
	fio --filename="$work/.diskmark.tmp" --stonewall --ioengine=libaio \
		--direct=1 --zero_buffers=0 --time_based --runtime=${time}s \
		--size=-16777216 --name=RND4KQ32T1 --blocksize=4K --iodepth=32 \
		--numjobs=1 --readwrite="rand${mode%,*}" --output-format=json \
		>"$work/diskmark.json" 2>/dev/null
	for key in bw_bytes iops; do
		wanted=$(iops 0)
		[ $key = iops ] || wanted=$(bytes 0)
		same docker-diskmark "${mode%,*} $key" "$(grep -A"${mode#*,}" \
			'"name" : "RND4KQ32T1"' "$work/diskmark.json" |
			grep $key | sed "s/        \"$key\" : //g" |
			sed 's:,::g' |
			awk '{ sum += $1 } END { printf "%.0f", sum }')" \
			"$wanted"
	done
done

# fio-cdm: jobs by their names, of a file with sizes that end in .0.
cat >"$work/jobfile" <<EOF
[global]
ioengine=libaio
filename=.fio_testmark
size=16777216.0
directory=$work
direct=1
runtime=$time
refill_buffers
norandommap
randrepeat=0
allrandrepeat=0
group_reporting

[rnd-read-4k-q32-t2]
rw=randread
bs=4k
rwmixread=0
iodepth=32
numjobs=2
loops=1
stonewall

[rnd-write-4k-q32-t2]
rw=randwrite
bs=4k
rwmixread=0
iodepth=32
numjobs=2
loops=1
stonewall
EOF
fio --output-format json "$work/jobfile" >"$work/cdm.json" 2>/dev/null
for op in read,0 write,1; do
	set -- $(jq -r --arg op "${op%,*}" '.jobs[] | select(.jobname == "rnd-" +
		$op + "-4k-q32-t2")[$op] | [.bw_bytes, .iops, .lat_ns.mean] |
		map(tostring) | join(" ")' "$work/cdm.json")
	same fio-cdm "${op%,*} bw_bytes" "$1" "$(bytes "${op#*,}")"
	same fio-cdm "${op%,*} iops" "$2" "$(iops "${op#*,}")"
	same fio-cdm "${op%,*} lat_ns.mean" "$3" \
		"$(own "${op#*,}" ".latency_ns.${op%,*}.mean")"
done

# kubestr: jobs that name themselves; its types take these as whole numbers.
cat >"$work/fiojob" <<EOF
[global]
randrepeat=0
verify=0
ioengine=libaio
direct=1
gtod_reduce=1
[job1]
name=read_iops
bs=4K
iodepth=64
size=$size
readwrite=randread
time_based
ramp_time=0
runtime=${time}s
EOF
fio --directory "$work" "$work/fiojob" --output-format=json >"$work/k.json" \
	2>/dev/null
same kubestr "read.iops of read_iops" "$(jq '.jobs[] |
	select(.["job options"].name == "read_iops").read.iops' \
	"$work/k.json")" "$(iops 0)"
same kubestr "whole numbers" "$(jq '[.jobs[0] | (.read, .write, .trim |
	.io_bytes, .io_kbytes, .bw_bytes, .bw, .runtime, .total_ios, .bw_min, .bw_max,
	.iops_min, .iops_max, .iops_samples, .lat_ns.min, .lat_ns.N),
	.groupid, .error, .elapsed, .job_runtime, .ctx, .majf, .minf |
	select(. == floor)] | length' "$work/k.json")" 46

echo
if [ $n_wrong -gt 0 ]; then
	echo "fio-clients: $n_wrong WRONG"
	exit 1
fi
echo "fio-clients: all figures are diskidx's own"
