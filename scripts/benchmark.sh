#!/bin/sh
# benchmark.sh - what diskidx itself costs, as ratios within one run. Run it in
# a build directory, with the program built; it works in the current directory
# and leaves nothing. Linux, for /proc.
#
#	scripts/benchmark.sh [PAIRS]
#
# Targets: File Copy at least 0.97 of the bare loop (median of 9 alternating
# pairs); under 8 MiB resident in all at depth 32; under 100 ms beyond the
# planned time; under 200 kB stripped.
set -eu

LC_ALL=C
export LC_ALL
pairs=${1:-9}
seconds=0.5
scripts=$(cd "$(dirname "$0")" && pwd)
diskidx=${DISKIDX:-$PWD/diskidx}
scratch=$(mktemp -d "$PWD/benchmark.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' INT TERM HUP
cd "$scratch"

${CC:-cc} -O2 -o bare-copy "$scripts/bare-copy.c"

# The value of one test, from the column of that name.
value()
{
	"$diskidx" -q -t "$seconds" -i 1 -s 4m --no-save -f csv "$1" |
	awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "value") c = i }
		NR == 2 { print $c }'
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
	printf '  %-10s %s' "$1" "$(pairs_of "value $1" "$bare" | spread)"
	printf '   loop %s\n' "$(pairs_of "$bare" "$bare" | spread)"
done

echo "Beyond the planned time, rand-read-q32, one sample of 1 s, 4 MiB:"
for n in 1 2 3; do
	begin=$(date +%s%N)
	"$diskidx" -q -t 1 -i 1 -s 4m --no-save rand-read-q32 >/dev/null
	end=$(date +%s%N)
	printf '  %d ms\n' $(((end - begin) / 1000000 - 1000))
done

echo "Resident in all at depth 32, while measuring:"
"$diskidx" -q -t 2 -i 1 -s 16m --no-save rand-read-q32 >/dev/null &
main=$!
sleep 1
for pid in $main $(cat "/proc/$main/task/$main/children"); do
	awk '/^VmRSS/ { print $2 }' "/proc/$pid/status"
done | awk '{ sum += $1 } END { printf "  %d kB in %d processes\n", sum, NR }'
wait "$main"

cp "$diskidx" stripped
strip stripped
echo "Stripped: $(wc -c <stripped) bytes"
