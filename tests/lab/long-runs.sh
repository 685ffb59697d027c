#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# long-runs.sh - many runs one after the other. Within one call, memory,
# descriptors, mappings and processes do not grow. And a signal ends runs before
# any call of the process that measures: while it appends to a record, while it
# saves a new one, and while it saves where a new record has another name first.
# No process is left, nothing in the directory under test, and no file next to
# the record except one with that other name; every earlier run can be reported.
#
# RUNS in one call (5), and every STEP-th call (16): 500 and 1 take minutes.
#
# Needs: Linux for what grows; a compiler for the signals.
# Takes: 15 s.
tap_in_memory=yes
. "$(dirname "$0")/../support/tap.sh"
need_diskidx
need_processes
: "${RUNS:=5}" "${STEP:=16}"
cd "$scratch" || bail "can't go to $scratch"
ulimit -c 0 2>/dev/null
mkdir disk records

# look PROCESS...: of each a line of its memory (KiB), descriptors, mappings and
# children.
look()
{
	for each; do
		echo "$(sed -n 's/^VmRSS:[^0-9]*\([0-9]*\).*/\1/p' \
			"/proc/$each/status")" \
			"$(find "/proc/$each/fd" | grep -c .)" \
			"$(grep -c . "/proc/$each/maps")" \
			"$(wc -w <"/proc/$each/task/$each/children")"
	done
}

# grown FILE TIMES: what is more than in the first such file. Of each run its
# figures and its lines of the record are kept, which takes 40 KiB.
grown()
{
	awk -v may=$((96 * $2)) '
	NR == FNR { for (i = 1; i <= 4; i++) was[FNR, i] = $i; next }
	{
		for (i = 1; i <= 4; i++)
			if ($i > was[FNR, i] + (i == 1 ? may : 0))
				print "process " FNR ", column " i ": " \
					was[FNR, i] ", then " $i
	}' first "$1"
}

# The first run has made what all need. At the start of a round, which waits for
# a word, all processes are where they were in the one before.
if [ -e "/proc/$$/task/$$/children" ]; then
	mkfifo word answer
	exec "$DISKIDX" -f json=all -d disk -s 4m -t 0.02 -i 1 \
		--repeat="$RUNS" --barrier=set/n1 fsbuffer commit \
		rand-read-q32 small-files:create <word >answer 2>progress &
	pid=$!
	exec 5>word 6<answer
	run=0
	while read -r line <&6; do
		case $line in
		"ready "*" fsbuffer")
			run=$((run + 1))
			# shellcheck disable=SC2046	# words
			look $pid $(cat "/proc/$pid/task/$pid/children") >last
			[ "$run" -ne 2 ] || cp last first ;;
		esac
		case $line in
		"ready "*) echo go >&5 ;;
		esac
	done
	wait "$pid"
	is "one call ends well" $? 0
	exec 5>&- 6>&-
	is "it had so many runs" "$run" "$RUNS"
	is "its two processes have not grown" \
		"$(grep -c . first) $(grown last $((RUNS - 2)))" "2 "
	is "one call leaves nothing" "$(ls -A disk)" ""
else
	skip "one call has not grown" proc "no children of processes in /proc"
fi

preloadable "$scratch/faulty.so" \
	"$srcdir/tests/support/preload/faulty-disk.c" ||
	skip_all preload "no library can be made here"

# ended RECORD [VARIABLE=VALUE]...: a run that saves there. Its seed tells its
# processes from all others.
seed=$((1000000 * $$))
ended()
{
	record=$1
	shift
	seed=$((seed + 1))
	status=0
	env LD_PRELOAD="$scratch/faulty.so" FAULTY_DISK_PIECES=8 "$@" \
		"$DISKIDX" --seed=$seed --brief -d disk -t 0.03 -i 1 -s 4m \
		-o "$record" fsbuffer commit small-files:create \
		>said 2>&1 || status=$(portable $?)
}

all_gone()
{
	! all_processes | grep -e "--seed=$seed " >/dev/null
}

# runs RECORD: the number of runs that report prints.
runs()
{
	"$DISKIDX" report -f csv "$1" 2>notes | grep -c ',fsbuffer,'
}

# wrong: what is wrong with what the last run left.
wrong()
{
	until_event all_gone || echo "processes are left"
	ls -A disk
	beside=$(cd records && find . -type f ! -name all ! -name new)
	case $how:$signal:$beside in
	*:) ;;
	*"
"*)	echo "beside the record: $beside" ;;
	# The other name that it had when it was killed stays.
	named:KILL:./.diskidx-*.tmp) rm "records/$beside" ;;
	*)	echo "beside the record: $beside" ;;
	esac
	if [ "$how" = append ]; then
		dd if=records/all bs="$(wc -c <before | tr -d ' ')" count=1 \
			2>/dev/null | cmp before - || echo "a run changed"
		[ "$(runs records/all)" -ge "$had" ] || echo "a run is lost"
	elif [ -e records/new ]; then
		[ "$(runs records/new)" -eq 1 ] || echo "no run, but a record"
	fi
} 2>&1

ended records/all
is "a run before all others" "$status" 0
for how in append new named; do
	for signal in KILL:9 TERM:15; do
		number=${signal#*:}
		signal=${signal%:*}
		at=0
		errors=
		while :; do
			case $how in
			append)
				set -- records/all
				cp records/all before
				had=$(runs before) ;;
			new)	set -- records/new ;;
			named)	set -- records/new FAULTY_DISK=link ;;
			esac
			rm -f records/new
			ended "$@" FAULTY_DISK_END=$at \
				FAULTY_DISK_SIGNAL="$number"
			errors=$errors$(wrong | sed "s/^/call $at: /")
			[ "$status" -eq $((128 + number)) ] || break
			at=$((at + STEP))
		done
		is "$how, SIG$signal before every ${STEP}th call: it leaves nothing" \
			"$errors" ""
		is "and behind the last one all is well" "$status" 0
		ok "which is the ${at}th" test "$at" -gt 64
	done
done

# The next run appends behind all.
had=$(runs records/all)
ended records/all
is "the last run" "$status" 0
is "counts" "$(runs records/all)" $((had + 1))
ok "behind others that were cut off" grep -q '^cut$' records/all
done_testing
