#!/bin/sh
# benchmark.sh - what diskidx itself costs, as ratios within one run. Run it in
# a build directory, with the program built; it works in the current directory
# and in a memory file system, and leaves nothing. Linux; fio and valgrind
# where they are.
#
#	scripts/benchmark.sh [PAIRS [MEMORY-DIRECTORY]]
#
# Targets: File Copy at least 0.97 of the bare loop; random reads in memory at
# least 1.6 of fio's and 0.95 of the bare loop, on the disk at least 1.0 of
# fio's with at most 0.85 of its CPU time a request; under 400 instructions a
# request; under 4 MiB resident for one worker (8 in all); under 100 ms beyond
# the planned time; under 200 kB stripped. Medians of 9 alternating pairs. The
# ratio to fio in memory depends on the machine: the bare loop bounds it.
set -eu

LC_ALL=C
export LC_ALL
pairs=${1:-9}
memory=${2:-/dev/shm}
seconds=0.5
scripts=$(cd "$(dirname "$0")" && pwd)
diskidx=${DISKIDX:-$PWD/diskidx}
scratch=$(mktemp -d "$PWD/benchmark.XXXXXX")
shm=$(mktemp -d "$memory/benchmark.XXXXXX")
trap 'rm -rf "$scratch" "$shm"' EXIT
trap 'exit 1' INT TERM HUP
cd "$scratch"

${CC:-cc} -O2 -o bare-copy "$scripts/bare-copy.c"

# column NAME: that column of the first row of diskidx's CSV.
column()
{
	awk -F, -v name="$1" \
		'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i }
		NR == 2 { print $c }'
}

copied()
{
	"$diskidx" -q -t "$seconds" -i 1 -s 4m --no-save -f csv "$1" |
		column value
}

# Random reads a second, and CPU nanoseconds a request, in directory $1.
reads()
{
	"$diskidx" -q -d "$1" -s 256m -t 2 -i 1 --no-save -f json \
		rand-read-q32 >reads.json
	sed -n 's/^ *"iops": \([0-9.]*\).*/\1/p' reads.json |
		awk '$1 > 0' | head -n 1
}

cpu_of()
{
	awk -F'[:,]' '/"usr_cpu"/ { u = $2 } /"sys_cpu"/ { s = $2 }
		/"iops" *:/ && $2 > 0 && !n { n = $2 }
		END { printf "%.0f\n", (u + s) * 1e7 / n }' "$1"
}

fio_reads()
{
	fio --name=job --directory="$1" --rw=randread --bs=4k --iodepth=32 \
		--ioengine=libaio --direct=1 --size=256m --runtime=2 \
		--time_based --output-format=json --output=fio.json
	awk -F'[:,]' '/"iops" :/ && $2 > 0 && !n { n = $2 }
		END { print n }' fio.json
}

bare_reads()
{
	./bare-aio "$1/job.0.0" 268435456 32 2
}

# Lowest, median and highest of the numbers on standard input.
spread()
{
	sort -n | awk '{ v[NR] = $1 }
		END { printf "%.3f  (%.3f to %.3f)\n", v[int((NR + 1) / 2)],
			v[1], v[NR] }'
}

# pairs_of A B: commands, run in turn; prints the ratios of their outputs.
pairs_of()
{
	n=0
	while [ "$n" -lt "$pairs" ]; do
		a=$($1)
		b=$($2)
		awk "BEGIN { print $a / $b }"
		n=$((n + 1))
	done
}

echo "File Copy, diskidx / bare loop, and the loop / itself, $pairs pairs:"
for row in 'fsbuffer 256 500' 'fstime 1024 2000' 'fsdisk 4096 8000'; do
	# shellcheck disable=SC2086	# three words
	set -- $row
	bare="./bare-copy $2 $3 $seconds"
	printf '  %-10s %s' "$1" "$(pairs_of "copied $1" "$bare" | spread)"
	printf '   loop %s\n' "$(pairs_of "$bare" "$bare" | spread)"
done

if command -v fio >/dev/null; then
	echo "Random reads, 4 KiB, depth 32, libaio, diskidx / fio:"
	printf '  memory     %s\n' "$(pairs_of "reads $shm" "fio_reads $shm" |
		spread)"
	printf '  disk       %s\n' "$(pairs_of 'reads .' 'fio_reads .' |
		spread)"
	cpu() { reads . >/dev/null; cpu_of reads.json; }
	fio_cpu() { fio_reads . >/dev/null; cpu_of fio.json; }
	printf '  CPU a read %s\n' "$(pairs_of cpu fio_cpu | spread)"
	if ${CC:-cc} -O2 -o bare-aio "$scripts/bare-aio.c" -laio; then
		echo "The same in memory, diskidx / bare loop, loop / itself:"
		printf '  memory     %s' "$(pairs_of "reads $shm" \
			"bare_reads $shm" | spread)"
		printf '   loop %s\n' "$(pairs_of "bare_reads $shm" \
			"bare_reads $shm" | spread)"
	fi
else
	echo "fio is not here: random reads are not compared"
fi

# worker ENGINE SECONDS: requests and instructions of the measuring worker.
worker()
{
	valgrind --tool=callgrind --trace-children=yes \
		--callgrind-out-file="$scratch/callgrind.%p" \
		"$diskidx" -q -e "$1" -d "$shm" -t "$2" -i 1 -s 4m --no-save \
		-f json rand-read-q32 >calls.json 2>/dev/null
	sed -n 's/^ *"total_ios": \([0-9]*\).*/\1/p' calls.json |
		awk '$1 > 0' | head -n 1
	cat "$scratch"/callgrind.* | awk '/^(totals|summary):/ && $2 > most {
		most = $2 } END { print most }'
	rm -f "$scratch"/callgrind.*
}

# Count those of the loop alone: a long run less a short one.
instructions()
{
	{
		worker "$1" 0.1
		worker "$1" 1.1
	} | awk '{ v[NR] = $1 } END {
		printf "%.0f instructions a request\n",
			(v[4] - v[2]) / (v[3] - v[1]) }'
}

if command -v valgrind >/dev/null; then
	echo "Instructions of the loop in user space:"
	for engine in null libaio; do
		printf '  %-10s %s\n' "$engine" "$(instructions "$engine")"
	done
else
	echo "valgrind is not here: instructions are not counted"
fi

echo "Beyond the planned time, rand-read-q32, one sample of 1 s, 4 MiB:"
for n in 1 2 3; do
	begin=$(date +%s%N)
	"$diskidx" -q -t 1 -i 1 -s 4m --no-save rand-read-q32 >/dev/null
	end=$(date +%s%N)
	printf '  %d ms\n' $(((end - begin) / 1000000 - 1000))
done

echo "Resident at depth 32, while measuring:"
"$diskidx" -q -t 2 -i 1 -s 16m --no-save rand-read-q32 >/dev/null &
main=$!
sleep 1
for pid in $main $(cat "/proc/$main/task/$main/children"); do
	awk '/^VmRSS/ { print $2 }' "/proc/$pid/status"
done | awk '{ sum += $1; each = each " " $1 }
	END { printf "  %d kB: %s\n", sum, each }'
wait "$main"

cp "$diskidx" stripped
strip stripped
echo "Stripped: $(wc -c <stripped) bytes"
