#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# truth.sh - what a test does to the disk, and how this appears in a report, by
# the log of a virtual disk: each request, in virtual time. Here are short
# checks of many values; figures.sh looks closer at some.
. "$(dirname "$0")/../support/virtual-disk.sh"
need_mathematics

ok "there is a library with more of the system" preloadable "$scratch/disk.so" \
	"$srcdir/tests/support/preload/virtual-time.c" \
	"$srcdir/tests/support/preload/virtual-disk.c" \
	"$srcdir/tests/support/preload/virtual-system.c"
MIB=1048576

# measured ARGUMENT...: a run with an engine of one request at a time.
measured()
{
	on 'constant:1000 constant:400 constant:3000' "$@"
}

# requests SIZE [KIND]: the offsets of those in the log, in their order.
requests()
{
	awk -v size="$1" -v kinds="${2:-RWrw}" '
		$3 == size && index(kinds, $1) { print $2 }' "$scratch/log"
}

# steps: offsets that are not a MiB behind the one before, but for the first of
# the file; then, are they one pass, and are they more than 40?
steps()
{
	awk -v size="$size" '
		$1 != (NR - 1) % (size / 1048576) * 1048576 { print "not at " $1 }
		END { print (NR * 1048576 == size), (NR > 40) }'
}

# dropped: is the work file dropped from memory before the first read; are there
# more than five passes, and is each dropped before it?
dropped()
{
	awk '$1 == "d" && !reads { bytes += $3 }
	$1 == "r" && $3 == 1048576 {
		reads++
		passes += $2 == 0
		n += $2 == 0 && before == "d"
	}
	{ before = $1 }
	END { print (bytes > 0), (passes > 5), (passes == n) }' "$scratch/log"
}

# synced TEST...: the flush after each write of 4 KiB is in rate and latency.
# The proof of direct I/O has up to 16 without.
synced()
{
	measured -t 0.2 -i 1 -f json "$@"
	figure value 294.1176 1
	figure mean 3400000 0.1
	awk '{ kind = toupper($1) }
		$3 == 4096 { n++; missing += before == "W" }
		$3 == 4096 || kind == "F" { before = kind }
		END { print (n > 40), (missing <= 16) }' "$scratch/log"
}

# mixed: is a quarter of the requests of 4 KiB a write, and is their mean offset
# the middle?
mixed()
{
	awk -v size="$size" '$3 == 4096 {
		n++
		writes += toupper($1) == "W"
		sum += $2 / size
	}
	END {
		print (writes > 0.22 * n), (writes < 0.28 * n),
			(sum > 0.47 * n), (sum < 0.53 * n)
	}' "$scratch/log"
}

transcript truth "${1:-}"

record="-o $scratch/record"
measured -t 0.1 -i 1 seq-read-direct
record=--no-save
is "reads from storage are accounted" \
	"$(awk '$1 == "inblock" { print $2 / 1048576 }' "$scratch/record")" \
	"$(requests $MIB R | wc -l | tr -d ' ')"

# A memory below that keeps what was read, or all that was written, whatever was
# asked for: no direct I/O is claimed.
for VIRTUAL_KEEPS in read all; do
	export VIRTUAL_KEEPS
	measured -t 0.1 -i 1 -v rand-read-q1 >"$scratch/status"
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
on_disk constant:1000 constant:400 constant:3000 -t 0.2 -i 1 -Q 1 \
	--sync=fdatasync rand-write-q32 >"$scratch/out" 2>"$scratch/err"
is "threads do it in the place of an engine that can't, which is told" \
	"$(flat "$scratch/out" | grep -c \
		'ran on the engine threads, because libaio does not support')" \
	"$([ -n "$libaio" ] && echo 1 || echo 0)"

# Engines that the program was built with, where the system has them.
LD_PRELOAD=$scratch/disk.so "$DISKIDX" list engines >"$scratch/out"
for engine in libaio uring; do
	[ $engine = libaio ] && macro=HAVE_LIBAIO || macro=HAVE_LIBURING
	if grep "^#define $macro 1" config.h >/dev/null; then
		is "$engine can be used" "$(awk -v engine=$engine '
			/^[^ ]/ { at = $1 }
			at == engine { print (/not usable/ ? $0 : at) }' \
			"$scratch/out")" $engine
	else
		skip "$engine can be used" $engine "built without it"
	fi
done

is "nothing is left" "$(ls -A "$here")" ""
done_testing
