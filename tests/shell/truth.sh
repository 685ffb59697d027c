#!/bin/sh
# truth.sh - what a test does to the disk, and what becomes of it in a report,
# as the log of a virtual disk tells it: each request, in virtual time. Here are
# short checks of many figures; virtual.sh and others look closer at some.

: "${srcdir:=$(dirname "$0")/../..}"
# shellcheck source=tests/shell/tap.sh
. "$srcdir/tests/shell/tap.sh"
need_diskidx
need_mathematics

# shellcheck source=tests/preload/virtual-disk.sh
. "$srcdir/tests/preload/virtual-disk.sh"

ok "there is a library with more of the system" preloadable "$scratch/disk.so" \
	"$srcdir/tests/preload/virtual-time.c" \
	"$srcdir/tests/preload/virtual-disk.c" \
	"$srcdir/tests/preload/virtual-system.c"
MIB=1048576

# measured ARGUMENT...: a run with an engine of one request at a time.
measured()
{
	on_disk constant:1000 constant:400 constant:3000 -e sync "$@" \
		>"$scratch/out" 2>"$scratch/err"
}

# requests SIZE [KIND]: the offsets of those in the log, in their order.
requests()
{
	awk -v size="$1" -v kinds="${2:-RWrw}" '
		$3 == size && index(kinds, $1) { print $2 }' "$scratch/log"
}

# kinds SIZE: of the requests of that size, each once.
kinds()
{
	awk -v size="$1" '$3 == size { print $1 }' "$scratch/log" | sort -u |
		tr '\n' ' '
}

# The work file is written whole, flushed, and dropped from memory.
measured -t 0.2 -i 1 -f json seq-read
is "the work file is filled from its start to its end" \
	"$(requests $MIB w | awk -v step=$MIB '
		$1 != (NR - 1) * step { print "not at " $1 }
		END { print NR * step }')" $size
is "it is dropped from memory before it is read" "$(awk '
	$1 == "d" { dropped += $3; next }
	$1 == "r" && $3 == 1048576 { print (dropped > 0); exit }' \
	"$scratch/log")" 1
is "each pass is dropped from memory before it" "$(awk '
	$1 == "r" && $3 == 1048576 && $2 == 0 { passes++; n += before == "d" }
	{ before = $1 }
	END { print (passes > 5), (passes == n) }' "$scratch/log")" "1 1"
near "passes: what is between them doesn't count" "$(field value)" 1000 0.2
near "passes: bytes" "$(field bytes)" \
	"$(requests $MIB r | awk 'END { print NR * 1048576 }')" 0.0001

# In order, with direct I/O, and around again.
measured -t 0.05 -i 1 -f json seq-read-direct
is "direct reads go through all of the file, and around" \
	"$(requests $MIB R | awk -v step=$MIB '
		$1 != (NR - 1) % 16 * step { print "not at " $1 }
		END { print (NR > 40) }')" 1
near "direct reads: MiB/s" "$(field value)" 1000 0.05
near "direct reads: the mean latency" "$(field mean)" 1000000 0.05
is "the device has the same requests" "$(field read_ios)" "$(field ios)"
is "and the same bytes" "$(field read_bytes)" "$(field bytes)"
near "processor time of the program" "$(field user_pct)" 20 0.1
near "processor time of the system" "$(field system_pct)" 10 0.1
measured -t 0.2 -i 1 -f json seq-copy
near "a copied byte counts once" "$(field value)" \
	"$(awk 'BEGIN { print 16 / (16 * 0.0014 + 0.003) }')" 0.1
rm "$scratch/log"
VIRTUAL_LOG=$scratch/log LD_PRELOAD=$scratch/disk.so "$DISKIDX" -q -d "$here" \
	-e sync -s $size -t 0.1 -i 1 -o "$scratch/record" seq-read-direct \
	>"$scratch/out"
if [ -e /proc/self/io ]; then
	is "reads from storage are accounted" \
		"$(awk '$1 == "inblock" { print $2 / 1048576 }' \
			"$scratch/record")" "$(requests $MIB R | wc -l |
			tr -d ' ')"
else
	skip "reads from storage are accounted" inblock "no /proc/self/io"
fi

# Direct or not, synced or not: as asked for.
measured -t 0.1 -i 1 rand-read-q1
is "a direct test asks for direct I/O" "$(kinds 4096)" "R "
measured -t 0.1 -i 1 --cache=buffered rand-read-q1
is "a buffered test doesn't" "$(kinds 4096)" "r "

# A memory below that keeps what was read, or all that was written, whatever was
# asked for: no direct I/O is claimed.
for VIRTUAL_KEEPS in read all; do
	export VIRTUAL_KEEPS
	measured -t 0.1 -i 1 -v rand-read-q1
	text=$(flat "$scratch/out")
	case $VIRTUAL_KEEPS$text in
	all*' on /dev/'*|read*)
		like "a memory below that keeps what was $VIRTUAL_KEEPS is found out" \
			"$text" 'reads of this block size come from memory' ;;
	*) skip "a memory below that has all is found out" counters \
		"no device has counters here" ;;
	esac
done
unset VIRTUAL_KEEPS
for test in commit durable:dsync-4k "-Q 1 --sync=dsync rand-write-q32" \
    "-Q 1 --sync=fdatasync rand-write-q32"; do
	# shellcheck disable=SC2086	# options and a test
	measured -t 0.2 -i 1 -f json $test
	near "$test: the flush is in its rate" "$(field value)" \
		"$(awk 'BEGIN { print 1 / 0.0034 }')" 1
	near "$test: and in its latency" "$(field mean)" 3400000 0.1
	# The proof of direct I/O has up to 16 without.
	is "$test: a flush follows each write" "$(awk '
		{ kind = toupper($1) }
		$3 == 4096 { n++; missing += before == "W" }
		$3 == 4096 || kind == "F" { before = kind }
		END { print (n > 40), (missing <= 16) }' "$scratch/log")" "1 1"
done
on_disk constant:1000 constant:400 constant:3000 -t 0.2 -i 1 -Q 1 \
	--sync=fdatasync rand-write-q32 >"$scratch/out" 2>"$scratch/err"
is "threads do it in the place of an engine that can't, which is told" \
	"$(flat "$scratch/out" | grep -c \
		'ran on the engine threads, since libaio does not support')" \
	"$([ -n "$libaio" ] && echo 1 || echo 0)"
measured -t 0.2 -i 1 -f json seq-write
near "buffered writes: the flush is on the clock" "$(field value)" \
	"$(awk 'BEGIN { print 16 / (16 * 0.0004 + 0.003) }')" 0.1

# Random requests: the share of reads, and anywhere in the file.
measured -t 2 -i 1 -Q 1 -f json rand-mixed-q32
near "a quarter of a mix are writes" "$(awk '
	$3 == 4096 { n++; writes += toupper($1) == "W" }
	END { print writes / n }' "$scratch/log")" 0.25 12
near "random requests fall on all of the file alike" \
	"$(requests 4096 | awk '{ sum += $1 } END { print sum / NR }')" \
	$((size / 2)) 6
measured -t 0.1 -i 1 rand-read-q1
requests 4096 >"$scratch/first"
on_disk constant:1000 constant:400 constant:3000 -e sync -t 0.1 -i 1 \
	--seed=2 rand-read-q1 >"$scratch/out"
requests 4096 >"$scratch/second"
ok "another seed: other requests" \
	test "$(sed 1,9d "$scratch/first")" != "$(sed 1,9d "$scratch/second")"

# Two copies: the requests of both, each its own, and not as many.
on_disk exponential:1000 constant:100 constant:0 -e sync -t 0.5 -i 1 -c 2 \
	-f json rand-read-q1 >"$scratch/out"
is "two copies: the requests of both" "$(field ios)" \
	"$(requests 4096 | sed 1,4d | wc -l | tr -d " ")"
is "two copies: the latencies of both" "$(field n)" "$(field ios)"
near "two copies: the rate of both" "$(field value)" \
	"$(awk -v n="$(field ios)" 'BEGIN { print n * 2 }')" 1
near "two copies: the depth of both" "$(field depth_mean)" 2 1
is "two copies: each its own requests" "$(requests 4096 | sort | uniq -c |
	awk '$1 == 1 { n++ } END { print (n > 100) }')" 1

# What is slow at first belongs to the warm-up. 100 requests of 20 ms.
on_disk throttle:100,20000,1000 constant:100 constant:0 -e sync -w 3 -t 1 \
	-i 1 -f json rand-read-q1 >"$scratch/out"
near "a warm-up doesn't count in the rate" "$(field value)" 1000 0.1
near "nor in the latency" "$(field mean)" 1000000 0.1
near "nor in the time" "$(field elapsed_ns)" 1000000000 0.2
is "nor in the device's requests" "$(field read_ios)" "$(field ios)"

# Engines that the program was built with, where the system has them.
LD_PRELOAD=$scratch/disk.so "$DISKIDX" list engines >"$scratch/out"
for engine in libaio uring; do
	case $engine in
	libaio) macro=HAVE_LIBAIO ;;
	uring) macro=HAVE_LIBURING ;;
	esac
	if grep "^#define $macro 1" config.h >/dev/null; then
		is "$engine can be used" "$(awk -v engine=$engine '
			/^[^ ]/ { at = $1 }
			at == engine { print (/not usable/ ? $0 : at) }' \
			"$scratch/out")" $engine
	else
		skip "$engine can be used" $engine "built without it"
	fi
done
if [ -n "$libaio" ]; then
	on_disk constant:2000 constant:500 constant:0 -e libaio -t 0.2 -i 1 \
		-f json rand-read-q32 >"$scratch/out"
	near "32 at a time: the rate" "$(field value)" 16000 1
	near "32 at a time: the mean latency" "$(field mean)" 2000000 0.1
	near "32 at a time: the depth" "$(field depth_mean)" 32 1
else
	skip "32 at a time" libaio "it can't be had here"
fi

is "nothing is left" "$(ls -A "$here")" ""
done_testing
