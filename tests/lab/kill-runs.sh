#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# kill-runs.sh - kill runs at random moments, and look at what is left of them.
#
#	kill-runs.sh [KILLS [SIGNALS]]	so many by SIGKILL, and by other signals
#					(200 each); $DISKIDX is the program,
#					and $FAULTY the library of
#					tests/support/preload/faulty-disk.c, if made
#
# In turn a run is met at any moment, while it appends to a record, while it
# saves a new one, and while it saves where a new record has another name first.
# Afterwards no process may be left, nothing in the directory under test, and no
# file beside the record but one of that other name; and `report` must print
# every earlier run. The moments are random, of $SEED, which is printed.
set -u
LC_ALL=C
export LC_ALL
: "${DISKIDX:=./diskidx}"
: "${SEED:=$$}"
: "${TMPDIR:=.}"
kills=${1:-200}
others=${2:-200}
srcdir=$(CDPATH='' cd "$(dirname "$0")/../.." && pwd)
PATH=$(CDPATH='' cd "$(dirname "$DISKIDX")" && pwd):$PATH
export PATH

work=$TMPDIR/kills.$$
mkdir "$work" "$work/disk" "$work/records" || exit 2
trap 'rm -rf "$work"' 0
trap 'exit 2' HUP INT TERM
ulimit -c 0 2>/dev/null

give_up()
{
	echo "kill-runs: $*" >&2
	exit 77
}

if [ -z "${FAULTY:-}" ]; then
	FAULTY=$work/faulty.so
	${CC:-cc} -shared -fPIC -o "$FAULTY" \
		"$srcdir/tests/support/preload/faulty-disk.c" -ldl 2>"$work/log" ||
		give_up "no library that slows saving down can be made here"
fi

# start RECORD [VARIABLE=VALUE]...: a run that saves there, in $pid. Its seed
# tells its processes from all others.
start()
{
	record=$1
	shift
	seed=$((1000000 * $$ + n))
	rm -f "$work/sign"
	env LD_PRELOAD="$FAULTY" FAULTY_DISK_SIGN="$work/sign" \
		FAULTY_DISK_PIECES=32 "$@" \
		diskidx --seed=$seed --brief -d "$work/disk" -t 0.03 -i 2 -s 4m \
		-o "$record" fsbuffer commit small-files:create \
		>"$work/out" 2>"$work/err" &
	pid=$!
}

# A minimal Debian has no ps, which takes longer, too. What searches has no such
# word itself.
processes()
{
	if [ -r /proc/self/cmdline ]; then
		grep -ls -e "[-]-seed=$seed" /proc/[0-9]*/cmdline
		return
	fi
	ps -A -o pid= -o args= | awk -v "seed=--seed=$seed" '
		$2 ~ /(^|\/)diskidx$/ && $3 == seed { print $1 }'
}

# A number from 0 to the first, not included, beyond the second.
random()
{
	SEED=$(((SEED * 16807 + 11) % 2147483647))
	awk -v seed="$SEED" -v most="$1" -v least="$2" \
		'BEGIN { printf "%.3f", least + seed / 2147483647 * most }'
}

nap()
{
	sleep "$1" 2>/dev/null || sleep 1
}

# await_none COMMAND...: until it prints nothing, for a minute.
await_none()
{
	tries=1200
	while [ -n "$("$@")" ] && [ "$tries" -gt 0 ]; do
		tries=$((tries - 1))
		nap 0.05
	done
	[ "$tries" -gt 0 ]
}

# Wait until the record is being written, or the run is over.
await_saving()
{
	while [ ! -e "$work/sign" ] && kill -0 "$pid" 2>/dev/null; do
		nap 0.01
	done
}

failures=0
wrong()
{
	failures=$((failures + 1))
	echo "kill-runs: $n, SIG$signal $moment: $*" >&2
}

# runs RECORD: the number of runs that report prints.
runs()
{
	diskidx report -f csv "$1" 2>"$work/report" >"$work/csv" || return
	sed 1d "$work/csv" | cut -d, -f1,6 | grep -c ',fsbuffer$'
}

# The other name that a run had when it was killed stays.
seen_left=0
check()
{
	await_none processes || wrong "processes are left: $(processes)"
	await_none ls -A "$work/disk" ||
		wrong "files are left: $(ls -A "$work/disk")"
	beside=$(cd "$work/records" &&
		find . -type f ! -name all ! -name new | sed 's,^\./,,')
	case $moment:$signal:$beside in
	*:) ;;
	*"
"*) wrong "beside the record: $beside" ;;
	named:KILL:.diskidx-*.tmp | named:ABRT:.diskidx-*.tmp)
		rm "$work/records/$beside"
		seen_left=$((seen_left + 1)) ;;
	*) wrong "beside the record: $beside" ;;
	esac
	if [ -s "$work/before" ]; then
		dd if="$record" bs="$(wc -c <"$work/before" | tr -d ' ')" \
			count=1 2>/dev/null | cmp -s - "$work/before" ||
			wrong "an earlier run changed"
	fi
	if [ -e "$record" ]; then
		now=$(runs "$record") || wrong "report: $(cat "$work/report")"
		[ "${now:-0}" -ge "$had" ] || wrong "report has $now runs of $had"
	elif [ "$had" -gt 0 ]; then
		wrong "the record is gone"
	fi
}

# meet SIGNAL MOMENT
meet()
{
	signal=$1
	moment=$2
	record=$work/records/new
	rm -f "$record" "$work/before"
	had=0
	case $moment in
	any | append)
		record=$work/records/all
		cp "$record" "$work/before"
		had=$(runs "$record") ;;
	esac
	case $moment in
	any) start "$record" FAULTY_DISK_PIECES=1
		nap "$(random "$length" 0)" ;;
	# It is first saved without a name, and then with another one.
	named) start "$record" FAULTY_DISK=link
		await_saving
		nap "$(random "$saving" "$saving")" ;;
	*) start "$record"
		await_saving
		nap "$(random "$saving" 0)" ;;
	esac
	kill -s "$signal" "$pid" 2>/dev/null
	wait "$pid" 2>/dev/null
	check
}

seconds_since()
{
	awk -v a="$1" -v b="$(date +%s.%N)" 'BEGIN { print b - a }'
}

# How long a run takes, and its saving.
n=0
begin=$(date +%s.%N)
start "$work/records/all" FAULTY_DISK_PIECES=1
wait "$pid" || { cat "$work/err" >&2; exit 1; }
length=$(seconds_since "$begin")
[ -e "$work/sign" ] || give_up "the library can't be loaded before all others"
start "$work/records/all"
await_saving
begin=$(date +%s.%N)
wait "$pid"
saving=$(seconds_since "$begin")
echo "a run takes $length s, and $saving s to save when slowed down; seed $SEED"

while [ "$n" -lt $((kills + others)) ]; do
	signal=KILL
	if [ "$n" -ge "$kills" ]; then
		# shellcheck disable=SC2086	# the one whose turn it is
		signal=$(set -- TERM HUP USR1 XCPU ABRT &&
			shift $((n / 4 % 5)) && echo "$1")
	fi
	case $((n % 4)) in
	0) moment=any ;;
	1) moment=append ;;
	2) moment=new ;;
	3) moment=named ;;
	esac
	n=$((n + 1))
	meet "$signal" "$moment"
done

# The next run appends behind all.
signal=no moment=end
had=$(runs "$work/records/all")
start "$work/records/all"
wait "$pid" || wrong "the last append: $(cat "$work/err")"
[ "$(runs "$work/records/all")" -eq $((had + 1)) ] ||
	wrong "the last append does not count"
echo "$kills by SIGKILL, $others by other signals: $seen_left left another" \
	"name; the record has $(runs "$work/records/all") runs, and" \
	"$(grep -c '^cut$' "$work/records/all") that were cut off;" \
	"$failures failures"
[ "$failures" -eq 0 ]
