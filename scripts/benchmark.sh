#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# benchmark.sh - what diskidx itself costs, as ratios within one run. Run it in
# a build directory, with the program built; it works in the current directory
# and in a memory file system, and leaves nothing. It needs Linux, uses fio and
# valgrind if they are there, and takes about six minutes.
#
#	scripts/benchmark.sh [PAIRS [MEMORY-DIRECTORY]]
#
# Targets, for medians of 7 alternating pairs. File Copy: at least 0.97 of the
# bare loop. Random reads in memory: libaio at least 1.6 of fio's, uring at
# least 1.0 of fio's with no more CPU time per read, and 1.0 of libaio. On the
# disk, which is the limit: 0.92 to 1.07 of fio's, with at most 0.80 of its CPU
# time per read. Two copies in memory: at least 1.9 times one. Fewer than 500
# instructions per read; less than 100 ms beyond the planned time of a test and
# the idle second before it, less than 5 % of a default run's time; less than
# 4 MiB resident for one worker (8 in all). Ten times the runs in a record need
# about ten times the time; JSON needs the memory of text, and CSV of one run.
set -eu

LC_ALL=C
export LC_ALL
pairs=${1:-7}
memory=${2:-/dev/shm}
scripts=$(cd "$(dirname "$0")" && pwd)
diskidx=${DISKIDX:-$PWD/diskidx}
scratch=$(mktemp -d "$PWD/benchmark.XXXXXX")
shm=$(mktemp -d "$memory/benchmark.XXXXXX")
trap 'rm -rf "$scratch" "$shm"' EXIT
trap 'exit 1' INT TERM HUP
cd "$scratch"

# Minimum, median and maximum of the numbers on standard input.
spread()
{
	sort -n | awk '{ v[NR] = $1 }
		END { printf "%6.3f (%.3f to %.3f)", v[int((NR + 1) / 2)],
			v[1], v[NR] }'
}

# repeat COMMAND...: its output so many times.
repeat()
{
	n=0
	while [ "$n" -lt "$pairs" ]; do
		"$@"
		n=$((n + 1))
	done
}

# File Copy.

copied()
{
	"$diskidx" -q -t 0.5 -i 1 -s 4m --no-save -f csv "$1" |
		awk -F, 'NR == 1 { while ($++c != "value") ; }
			NR == 2 { print $c }'
}

copy_pair()
{
	echo "$(copied "$1") $(timeout 0.5 ./bare-copy "$2" "$3")" \
		"$(timeout 0.5 ./bare-copy "$2" "$3")"
}

${CC:-cc} -O2 -o bare-copy "$scripts/bare-copy.c"
echo "File Copy, diskidx / bare loop, and the loop / itself, $pairs pairs:"
for row in 'fsbuffer 256 500' 'fstime 1024 2000' 'fsdisk 4096 8000'; do
	# shellcheck disable=SC2086	# three words
	repeat copy_pair $row >copies
	printf '  %-9s %s  loop %s\n' "${row%% *}" \
		"$(awk '{ print $1 / $2 }' copies | spread)" \
		"$(awk '{ print $3 / $2 }' copies | spread)"
done

# Random reads. Each command prints reads per second and CPU ns per read.

# ours DIRECTORY ENGINE
ours()
{
	"$diskidx" -q -d "$1" -e "$2" -s 256m -t 1 -i 1 --no-save -f json \
		rand-read-q32 >ours.json
	awk -F'[:,]' '/"usr_cpu"/ { u = $2 } /"sys_cpu"/ { s = $2 }
		/"iops" *:/ && $2 > 0 && !n { n = $2 }
		END { print n, (u + s) * 1e7 / n }' ours.json
}

# fio_run DIRECTORY ENGINE OPTION...
fio_run()
{
	directory=$1
	ioengine=$2
	shift 2
	fio --name=job --directory="$directory" --rw=randread --bs=4k \
		--iodepth=32 --ioengine="$ioengine" --direct=1 --size=256m \
		--output-format=json --output=fio.json "$@"
}

# cpu_of COMMAND...: the CPU seconds of all its processes. fio's own result
# does not have the kernel's threads.
cpu_of()
{
	(				# a process without other children
		"$@" >/dev/null
		times
	) | awk -F'[ms ]+' 'NR == 2 { print $1 * 60 + $2 + $3 * 60 + $4 }'
}

# theirs DIRECTORY ENGINE: without the CPU time of a run of one read.
theirs()
{
	cpu=$(cpu_of fio_run "$1" "$2" --time_based --runtime=1)
	awk -F'[:,]' -v cpu="$cpu" -v idle="$fio_idle" '
		/"iops" :/ && $2 > 0 && !n { n = $2 }
		/"total_ios" :/ && $2 > 0 && !all { all = $2 }
		END { print n, (cpu - idle) * 1e9 / all }' fio.json
}

# reads_row DIRECTORY: all of them once, in turn.
reads_row()
{
	echo "$(ours "$1" libaio) $(theirs "$1" libaio) $(ours "$1" uring)" \
		"$(theirs "$1" io_uring)"
}

# ratio NAME A B: of the columns A and A + 1 to B and B + 1 of the rows.
ratio()
{
	printf '  %-24s %s  CPU a read %s\n' "$1" \
		"$(awk -v a="$2" -v b="$3" '{ print $a / $b }' rows | spread)" \
		"$(awk -v a="$2" -v b="$3" '{ print $(a + 1) / $(b + 1) }' \
			rows | spread)"
}

# compare_reads NAME DIRECTORY
compare_reads()
{
	fio_run "$2" io_uring --number_ios=1 >/dev/null
	fio_idle=$(cpu_of fio_run "$2" io_uring --number_ios=1)
	repeat reads_row "$2" >rows
	echo "Random reads of 4 KiB at depth 32, $1:"
	ratio 'libaio / fio libaio' 1 3
	ratio 'uring / fio io_uring' 5 7
	ratio 'uring / libaio' 5 1
}

if command -v fio >/dev/null; then
	compare_reads 'in memory' "$shm"
	compare_reads 'on the disk' "$scratch"
else
	echo "fio is not here: reads are not compared"
fi

# Copies in memory, one of them and two.

copies_row()
{
	for copies in 1 2; do
		"$diskidx" -q -d "$shm" -c "$copies" -s 64m -t 1 -i 1 \
			--no-save -f json rand-read-q32 |
			sed -n 's/^ *"iops": \([0-9.]*\).*/\1/p' |
			awk '$1 > 0' | head -n 1
	done | paste -s -d ' ' -
}

if [ "$(getconf _NPROCESSORS_ONLN)" -ge 2 ]; then
	repeat copies_row >rows
	echo "Two copies in memory / one: $(awk '{ print $2 / $1 }' rows |
		spread)"
fi

# worker ENGINE TEST SECONDS: requests and instructions of the measuring worker.
worker()
{
	valgrind --tool=callgrind --trace-children=yes \
		--callgrind-out-file="$scratch/callgrind.%p" \
		"$diskidx" -q -e "$1" -d "$shm" -t "$3" -i 1 -s 4m --no-save \
		-f json "$2" >calls.json 2>/dev/null
	sed -n 's/^ *"total_ios": \([0-9]*\).*/\1/p' calls.json |
		awk '$1 > 0' | head -n 1
	cat "$scratch"/callgrind.* | awk '/^(totals|summary):/ && $2 > most {
		most = $2 } END { print most }'
	rm -f "$scratch"/callgrind.*
}

# instructions ENGINE TEST: of only the loop: a long run less a short one.
instructions()
{
	{
		worker "$1" "$2" 0.1
		worker "$1" "$2" 1.1
	} | awk '{ v[NR] = $1 } END {
		printf "%.0f\n", (v[4] - v[2]) / (v[3] - v[1]) }'
}

if command -v valgrind >/dev/null; then
	echo "Instructions a read in user space:"
	for engine in null libaio uring threads; do
		printf '  %-9s %6s\n' "$engine" \
			"$(instructions "$engine" rand-read-q32)"
	done
	printf '  %-9s %6s\n' sync "$(instructions sync rand-read-q1)"
else
	echo "valgrind is not here: instructions are not counted"
fi

# milliseconds COMMAND...: the time that it takes.
milliseconds()
{
	begin=$(date +%s%N)
	"$@" >/dev/null
	echo $((($(date +%s%N) - begin) / 1000000))
}

one_sample()
{
	"$diskidx" -q -t 1 -i 1 -s 4m --no-save rand-read-q32
}

echo "Beyond the sample of 1 s and the idle second before it, 4 MiB:"
for n in 1 2 3; do
	echo "  $(($(milliseconds one_sample) - 2000)) ms"
done

# rounds N: nanoseconds of a run of N rounds, nanoseconds of its samples, and
# their number.
rounds()
{
	begin=$(date +%s%N)
	"$diskidx" -q -t 0.5 -i "$1" -o "rounds.$1" >/dev/null 2>&1 || :
	end=$(date +%s%N)
	awk -F'\t' -v all="$((end - begin))" '$1 == "sample" { sum += $3; n++ }
		END { printf "%.0f %.0f %d ", all, sum, n }' "rounds.$1"
}

echo "Between the samples of a default run, which last 2 s each:"
echo "$(rounds 1) $(rounds 3)" | awk '{
	each = ((($4 - $1) - ($5 - $2)) / ($6 - $3)) / 1e9
	printf "  %.0f ms a sample, %.1f %%\n", each * 1e3, each * 50 }'

# A host with free page reporting may take memory meanwhile; passes get it back
# before their clock starts: doc/variance.
echo "First sample of buffered reads after a minute of rest, of the others' median:"
sleep 60
"$diskidx" -q -t 1 -i 5 -s 1g -o rest seq-read >/dev/null 2>&1
awk -F'\t' '$1 == "sample" { v[++n] = $4 / $3 } END { first = v[1]
	for (i = 2; i <= n; i++) print first / v[i] }' rest | spread; echo
rm rest

# most_kib COMMAND...: its largest resident size, if GNU time is there.
most_kib()
{
	if [ -x /usr/bin/time ]; then
		/usr/bin/time -o most -f %M "$@" >/dev/null 2>&1 || :
		tail -n 1 most
	else
		echo -
	fi
}

echo "CPU seconds and KiB of 1,000 runs in a record, and of 10,000:"
for n in 1000 10000; do
	awk -v n=$n -v apart_s=3600 -f "$scripts/../tests/support/many.awk" \
		"$scripts/../tests/golden/two.record" >$n-runs
done
for command in 'compare --last=3' compare report 'report -f html' \
    'report -f csv' 'report -f json' 'report -f shell'; do
	printf '  %-18s' "$command"
	for runs in 1000-runs 10000-runs; do
		# shellcheck disable=SC2086	# several words
		printf ' %7s %9s' "$(cpu_of "$diskidx" -q $command $runs)" \
			"$(most_kib "$diskidx" -q $command $runs)"
	done
	echo
done
rm 1000-runs 10000-runs

echo "Resident at depth 32, while measuring:"
"$diskidx" -q -t 2 -i 1 -s 16m --no-save rand-read-q32 >/dev/null &
main=$!
sleep 1
for pid in $main $(cat "/proc/$main/task/$main/children"); do
	awk '/^VmRSS/ { print $2 }' "/proc/$pid/status"
done | awk '{ sum += $1; each = each " " $1 }
	END { printf "  %d kB: %s\n", sum, each }'
wait "$main"
