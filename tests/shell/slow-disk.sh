#!/bin/sh
# slow-disk.sh - a disk of a known speed: what diskidx says of it must be true,
# and it must keep to its plan. The disk is made by a library that is loaded
# before libc and makes each write take its time (tests/preload/slow-disk.c); where
# that can't be done, there is nothing to check.
# shellcheck disable=SC2317	# functions that `seconds` calls
: "${srcdir:=$(dirname "$0")/../..}"
# shellcheck source=tests/shell/tap.sh
. "$srcdir/tests/shell/tap.sh"
need_diskidx

rate=5000000			# bytes a second: 4.77 MiB/s, 1221 x 4 KiB
tests="seq-write seq-copy seq-write-direct rand-write-q32 commit"

preloadable "$scratch/slow.so" "$srcdir/tests/preload/slow-disk.c" ||
	skip_all "no library can be made here"

# on_disk RATE ARGUMENT...: a run of those tests on a disk of that speed.
on_disk()
{
	speed=$1
	shift
	# shellcheck disable=SC2086	# several tests
	SLOW_DISK=$speed SLOW_DISK_SIGN=$scratch/sign \
		LD_PRELOAD=$scratch/slow.so "$DISKIDX" -q -e threads \
		-d "$scratch" -t 0.2 -i 2 -s 8m --no-save -f csv "$@" $tests
}

# seconds COMMAND...: how long it took; its output is in $scratch/out.
seconds()
{
	begin=$(date +%s)
	"$@" >"$scratch/out" 2>"$scratch/err" || echo "failed" >>"$scratch/err"
	echo $(($(date +%s) - begin))
}

fast=$(seconds on_disk 1000000000000)
if [ ! -e "$scratch/sign" ] || grep -q "^failed" "$scratch/err"; then
	skip_all "the library can't be loaded before this program's others"
fi
slow=$(seconds on_disk $rate)
is "a slow disk is measured to the end" "$(cat "$scratch/err")" ""

# value TEST: its figure.
value()
{
	awk -F, -v test="$1" 'NR == 1 {
		for (i = 1; i <= NF; i++)
			column[$i] = i
	}
	$column["id"] == test { print $column["value"] }' "$scratch/out"
}

# at_most TEST LIMIT: nothing is faster than the disk. How much slower a test
# is depends on what else the machine has to do.
at_most()
{
	if [ -z "$(value "$1")" ]; then
		skip "$1 is not faster than the disk" "it is n/a here"
		return
	fi
	is "$1 is not faster than the disk" "$(awk -v value="$(value "$1")" \
		-v limit="$2" 'BEGIN {
			good = value > 0 && value <= 1.03 * limit
			print (good ? "so it is" : value " of " limit)
		}')" "so it is"
}
at_most seq-write 4.77
at_most seq-copy 4.77
at_most seq-write-direct 4.77
at_most rand-write-q32 1221
at_most commit 1221

# The fill takes 2 s there; clocks here count whole seconds.
is "and it takes twice the time of a fast one at most, after the fill" \
	"$([ $((slow - 2)) -le $((2 * (fast + 1))) ] && echo yes ||
		echo "$slow s instead of $fast s")" yes
done_testing
