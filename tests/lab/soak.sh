#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# soak.sh - many small runs one after the other, some of them ended by a signal:
# neither memory nor descriptors, mappings, processes, files nor shared memory
# may grow. Half of the time is that of runs of one call (--repeat), where a
# process could grow; the other half that of single ones which append to one
# record, and are reported now and then. Root on Linux, for namespaces.
# shellcheck disable=SC2154,SC2012	# apart.sh's variables; functions by name
set -u

usage='usage: soak.sh [--diskidx=PROGRAM] [SECONDS]

SECONDS (300) is the time in all. Exit status: 0 nothing grew; 1 something did,
or a run failed; 2 usage; 77 no namespaces can be made here.'

script=soak
need_kib=524288
place=
program=./diskidx
seconds=300
# shellcheck disable=SC2034
. "$(dirname "$0")/apart.sh"

for argument; do
	case $argument in
	--diskidx=?*) program=${argument#*=} ;;
	--place=?*) place=${argument#*=} ;;
	-h | --help)
		echo "$usage"
		exit 0 ;;
	*[!0-9]* | '') die "unknown argument: $argument (see --help)" 2 ;;
	*) seconds=$argument ;;
	esac
done
[ -x "$program" ] || die "no program $program" 2
program=$(CDPATH='' cd "$(dirname "$program")" && pwd)/$(basename "$program")
set_apart "$@"

disk=$place/disk
all=$place/all.record
mkdir "$disk"
mount -t tmpfs none /dev/shm || die "no /dev/shm of its own" 77
failures=0

wrong()
{
	failures=$((failures + 1))
	say "$*"
}

# No process but this shell and its helpers, no file, no shared memory.
check_nothing_left()
{
	[ -z "$(ls -A "$disk")" ] || wrong "left: $(ls -A "$disk")"
	[ -z "$(ls -A /dev/shm)" ] || wrong "left: $(ls -A /dev/shm)"
	# shellcheck disable=SC2009	# pgrep is not everywhere
	left=$(ps -A -o comm= | grep -c '^diskidx$')
	[ "$left" = 0 ] || wrong "$left processes are left"
}

now()
{
	date +%s
}

# look PID: a line of its memory (KiB), descriptors, mappings and children.
look()
{
	kib=$(sed -n 's/^VmRSS:[^0-9]*\([0-9]*\).*/\1/p' "/proc/$1/status")
	echo "${kib:-0} $(ls "/proc/$1/fd" | wc -l)" \
		"$(wc -l <"/proc/$1/maps")" \
		"$(wc -w <"/proc/$1/task/$1/children")"
} 2>/dev/null

# One call: the most of each in its second quarter and in its last one. What its
# runs measured is kept until it is printed, which takes 160 KiB a run. A look may miss
# what is open for a moment, so some more descriptors are no growth: one of each
# run would be many.
record_kib=256
one_call()
{
	"$program" -d "$disk" -s 4m -t 0.02 -i 1 --repeat=1000 --no-save \
		fsbuffer commit rand-read-q32 small-files:create \
		>"$place/out" 2>"$place/err" &
	pid=$!
	end=$(($(now) + seconds / 2))
	while [ "$(now)" -lt "$end" ] && kill -0 $pid 2>/dev/null; do
		look $pid >>"$place/looks"
		sleep 0.1
	done
	kill -s TERM $pid 2>/dev/null || wrong "it ended: $(cat "$place/err")"
	wait $pid 2>/dev/null
	runs=$(grep -c '^run ' "$place/err")
	awk -v runs="$runs" -v each="$record_kib" -v slack=8 '
	{ for (i = 1; i <= 4; i++) seen[NR, i] = $i }
	function most(from, to, i,    k, top) {
		for (k = int(from); k < to; k++)
			if (seen[k, i] > top)
				top = seen[k, i]
		return top + 0
	}
	END {
		split("KiB of memory,descriptors,mappings,children", name, ",")
		for (i = 1; i <= 4; i++) {
			early = most(NR / 4, NR / 2, i)
			late = most(NR * 3 / 4, NR, i)
			may = early + (i == 1 ? runs / 2 * each : slack)
			printf "one call, %d runs: %s %d, then %d%s\n", runs,
				name[i], early, late,
				(late > may) ? ": they GREW" : ""
			failed = failed || late > may
		}
		exit failed
	}' "$place/looks" || failures=$((failures + 1))
	check_nothing_left
}

# peak COMMAND...: its memory at most is added to a file, in KiB.
peak()
{
	"$@" >"$place/out" 2>"$place/err" &
	pid=$!
	high=0
	[ -z "$interrupt" ] || (sleep 0.2; kill -s TERM $pid 2>/dev/null) &
	while kib=$(sed -n 's/^VmHWM:[^0-9]*\([0-9]*\).*/\1/p' \
	    "/proc/$pid/status" 2>/dev/null) && [ -n "$kib" ]; do
		high=$kib
		sleep 0.02
	done
	wait $pid
	status=$?
	echo "$high" >>"$place/peaks"
	[ "$status" = 0 ] || [ -n "$interrupt" ] ||
		wrong "status $status: $(cat "$place/err")"
}

small()
{
	peak "$program" -q -f csv -d "$disk" -s 4m -t 0.02 -i 2 -o "$all" "$@"
}

# Single calls: the most in the first half and in the last one.
many_calls()
{
	end=$(($(now) + seconds / 2))
	calls=0
	while [ "$(now)" -lt "$end" ]; do
		calls=$((calls + 1))
		interrupt=
		[ $((calls % 10)) -ne 9 ] || interrupt=yes
		case $((calls % 5)) in
		0) small commit fsbuffer ;;
		1) small -e threads rand-read-q32 fsbuffer ;;
		2) small seq-write seq-copy fsbuffer ;;
		3) small small-files:create small-files:delete ;;
		4) small rand-write-q32 rand-mixed-q32 fsbuffer ;;
		esac
		[ $((calls % 25)) -eq 0 ] || continue
		# What a report takes grows with the record.
		"$program" report -f csv "$all" >"$place/out" ||
			wrong "no report of $calls calls"
		check_nothing_left
	done
	awk -v calls=$calls '
	{ seen[NR] = $1 }
	END {
		for (i = 1; i <= NR; i++) {
			if (i <= NR / 2 && seen[i] > early)
				early = seen[i]
			if (i > NR / 2 && seen[i] > late)
				late = seen[i]
		}
		grew = late > early * 1.2 + 512
		printf "%d calls: KiB of memory at most %d, then %d%s\n", calls,
			early, late, grew ? ": they GREW" : ""
		exit grew
	}' "$place/peaks" || failures=$((failures + 1))
	check_nothing_left
}

one_call
many_calls
echo "$(grep -c '^run	' "$all") runs are in one record;" \
	"$failures failures"
[ "$failures" = 0 ]
