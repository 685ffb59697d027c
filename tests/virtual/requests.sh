#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# requests.sh - the requests of each test to the disk, and the results from the
# answers, have not changed: a change of either raises the revision of a
# workload, or is a mistake. The disk is virtual, so a run is the same to the
# last digit. The transcript has for each run, by kind and size, the number of
# requests, the lowest and the highest offset, in sectors, and a checksum of all
# in their order; then a line per test with values from the report, and a line
# for the idle device. Without -q, they come after what the live line showed.

. "$(dirname "$0")/../support/virtual-disk.sh"

# Dropping a file from memory is a request of its own.
preloadable "$scratch/disk.so" "$srcdir/tests/support/preload/virtual-time.c" \
	"$srcdir/tests/support/preload/virtual-disk.c" \
	"$srcdir/tests/support/preload/virtual-system.c" ||
	bail "can't make the library a second time"

size=4194304
quiet=
VIRTUAL_TERMINAL=yes TERM=xterm
export VIRTUAL_TERMINAL TERM

# requests: of the log, a line for each kind and size.
requests()
{
	awk '{
		what = $1 " " $3
		sector = $2 / 512
		if (n[what]++ == 0) {
			kind[++kinds] = what
			low[what] = sector
		}
		if (sector < low[what])
			low[what] = sector
		if (sector > high[what])
			high[what] = sector
		sum[what] = (sum[what] * 31 + sector) % 2147483647
	}
	END {
		for (i = 1; i <= kinds; i++) {
			what = kind[i]
			printf "%s: %d, %d to %d, %d\n", what, n[what],
				low[what], high[what], sum[what]
		}
	}' "$scratch/log"
}

# figures: of each test in the report those that are not 0, to four digits.
figures()
{
	awk -f "$srcdir/tests/support/flatten.awk" "$scratch/out" | awk -F '\t' '
		$1 ~ /^\/targets\/0\/(idle|settle)/ {
			sub(/.*\//, "", $1)
			before = before " " $1 "=" $2
		}
		{ if (!sub(/^\/tests\/[0-9]+\//, "", $1)) $1 = "" }
		$1 == "id" { printf "%s%s", end, $2; end = "\n" }
		$1 ~ /^(flags|missing)/ { printf " %s", $2 }
		$1 ~ /^(value|submits|reaps|cpu|device|depth_|offered|samples)/ ||
		    $1 ~ /^[cs]?lat[a-z]*_ns.*\/(n|min|mean|max)$/ {
			sub(/^samples\/[0-9]+\//, "", $1)
			if ($2 ~ /^[0-9]/ && $2 != 0 && $1 !~ /series|round/)
				printf " %s=%.4g", $1, $2
		}
		END { printf "%s", end; if (before) print "idle:" before }'
}

# asked OPTION... TEST...: a run, and what it asks for. One that can't be made
# here has what the transcript says.
asked()
{
	case $libaio,$* in
	,*-e\ libaio*)
		awk -v line="\$ asked $*" '/^\$ / { here = $0 == line; next }
			here' "$srcdir/tests/virtual/requests.transcript"
		return ;;
	*--max-time*) writes=constant:90000 ;;	# so the fill takes time
	*) writes=list:120,90,400 ;;
	esac
	on_disk list:100,150,230 $writes constant:700 "$@" -f json \
		>"$scratch/out" 2>"$scratch/err"
	tr '\r' '\n' <"$scratch/err" | sed 's/ *$//; /^$/d' | uniq
	requests
	figures
}

# Two jobs at the same time, of which the first waits, and then soon has written
# all it may.
cat >"$scratch/jobs.fio" <<END
[global]
size=2m
time_based
runtime=1
[short]
rw=randwrite
startdelay=100ms
[long]
rw=randread
END
cd "$scratch" || bail "can't go to $scratch"
transcript requests "${1:-}"
cd "$tap_start" || bail "can't go back"
[ -n "$libaio" ] || skip "so does each with libaio" libaio "no libaio here"

# taken OPTION... TEST...: the bytes of memory that passes took before they
# began, each once; its clock had not started, or the sample would be longer.
taken()
{
	VIRTUAL_FREE=$((64 << 20)) on_disk constant:100 constant:100 constant:0 \
		-i 1 -t 0.02 "$@" >"$scratch/out" 2>"$scratch/err"
	awk '$1 == "m" { print $3 / 1048576 }' "$scratch/log" | sort -nu | tr '\n' ' '
}

is "a buffered pass takes what it reads of memory first" \
	"$(taken -s 16m seq-read)" "16 "
is "so does one that writes" "$(taken -s 16m seq-write)" "16 "
is "a copy takes it twice" "$(taken -s 16m seq-copy)" "32 "
is "so does one of a whole file" "$(taken -s 10m sizes:copy-10m)" "20 "
is "no more than three quarters of what is free" \
	"$(taken -s 64m seq-read)" "48 "
is "nothing where requests are direct" \
	"$(taken -s 16m seq-read-direct seq-write-direct rand-read-q1)" ""

# What the kernel is asked to read ahead of jobs: more (s) or nothing (a).
for hint in "--rw=read s" "--rw=read --fadvise_hint=0 " \
	"--rw=read --fadvise_hint=random a" "--rw=randread a" \
	"--rw=randread --fadvise_hint=sequential s"; do
	# shellcheck disable=SC2086	# options
	size='' on_disk constant:100 constant:100 constant:0 fio --name=a \
		--size=1m ${hint% *} >"$scratch/out" 2>"$scratch/err"
	is "a hint: ${hint% *}" "$(sed -n 's/^\([as]\) .*/\1/p' \
		"$scratch/log" | uniq)" "${hint##* }"
done

# The speeds of three samples each of the buffered passes.
speeds()
{
	VIRTUAL_FREE=$((64 << 20)) on_disk rate:1e9 rate:1e9 constant:0 -i 3 \
		-t 0.02 -f json seq-read seq-write seq-copy \
		>"$scratch/out" 2>"$scratch/err"
	sed -n '/"samples"/,/]/p' "$scratch/out"
}

fast=$(speeds)
is "memory that the host took slows no buffered pass" \
	"$(VIRTUAL_COLD=2000 speeds)" "$fast"

TERM=dumb
on_disk constant:100 constant:100 constant:0 -e sync -t 0.3 -i 1 seq-read \
	>"$scratch/out" 2>"$scratch/err"
is "a terminal that can't go back has no live line" \
	"$(tr -cd '\r' <"$scratch/err")" ""

is "nothing is left" "$(ls -A "$here")" ""
done_testing
