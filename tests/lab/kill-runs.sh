#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# kills.sh - kill runs at random moments, and look at what is left of them.
#
#	kills.sh [KILLS [SIGNALS]]	so many by SIGKILL, and by other signals
#					(200 each); $DISKIDX is the program,
#					and $FAULTY the library of
#					tests/support/preload/faulty-disk.c, if made
#
# In turn a run is met at any moment, while it saves a new record, while it
# appends to one, and while it saves where a new record has another name first.
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
DISKIDX=$(CDPATH='' cd "$(dirname "$DISKIDX")" && pwd)/$(basename "$DISKIDX")
PATH=$(dirname "$DISKIDX"):$PATH
export PATH

work=$TMPDIR/kills.$$
mkdir "$work" "$work/disk" "$work/records" || exit 2
trap 'rm -rf "$work"' 0
trap 'exit 2' HUP INT TERM
# shellcheck disable=SC3045	# SIGABRT's core would be a file left behind
ulimit -c 0 2>/dev/null

give_up()
{
	echo "kills.sh: $*" >&2
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
		grep -ls -e "[-]-seed=$seed" /proc/[0-9]*/cmdline |
			cut -d/ -f3
		return
	fi
	ps -A -o pid= -o args= | awk -v "seed=--seed=$seed" '
		$2 ~ /(^|\/)diskidx$/ && $3 == seed { print $1 }'
}

# A number from 0 to the first, not included.
random()
{
	SEED=$(((SEED * 16807 + 11) % 2147483647))
	awk -v seed="$SEED" -v most="$1" \
		'BEGIN { printf "%.3f", seed / 2147483647 * most }'
}

nap()
{
	sleep "$1" 2>/dev/null || sleep 1
}

files()
{
	ls -A "$work/disk"
}

# await_none COMMAND...: until it prints nothing, for 10 s.
await_none()
{
	tries=200
	while [ -n "$("$@")" ] && [ "$tries" -gt 0 ]; do
		tries=$((tries - 1))
		nap 0.05
	done
	[ "$tries" -gt 0 ]
}

# beside: what is in the directory of the records and is none.
beside()
{
	find "$work/records" -type f ! -name all ! -name new |
		sed 's/.*\///'
}

failures=0
wrong()
{
	failures=$((failures + 1))
	echo "kills.sh: $n, SIG$signal $moment: $*" >&2
}

# runs RECORD: the number of runs that report prints.
runs()
{
	diskidx report -f csv "$1" 2>"$work/report" >"$work/csv" || return
	sed 1d "$work/csv" | cut -d, -f1,6 | grep -c ',fsbuffer$'
}

# Wait until the record is being written, or the run is over.
await_saving()
{
	while [ ! -e "$work/sign" ] && kill -0 "$pid" 2>/dev/null; do
		nap 0.01
	done
}

# The other name that a run had when it was killed stays.
seen_left=0
check_beside()
{
	beside=$(beside)
	[ -n "$beside" ] || return
	case $moment:$signal:$(echo "$beside" | wc -l | tr -d ' '):$beside in
	named:KILL:1:.diskidx-*.tmp | named:ABRT:1:.diskidx-*.tmp)
		rm "$work/records/$beside"
		seen_left=$((seen_left + 1)) ;;
	*) wrong "beside the record: $beside" ;;
	esac
}

check()
{
	await_none processes || wrong "processes are left: $(processes)"
	await_none files || wrong "files are left: $(files)"
	check_beside
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
	n=$((n + 1))
	record=$work/records/new
	rm -f "$record" "$work/before"
	had=0
	if [ "$moment" = any ] || [ "$moment" = append ]; then
		record=$work/records/all
		cp "$record" "$work/before"
		had=$(runs "$record")
	fi
	case $moment in
	any) start "$record" FAULTY_DISK_PIECES=1 ;;
	named) start "$record" FAULTY_DISK=link ;;
	*) start "$record" ;;
	esac
	if [ "$moment" = any ]; then
		nap "$(random "$length")"
	else
		await_saving
		# It is first saved without a name, and then with another one.
		[ "$moment" = named ] && late=$saving || late=0
		nap "$(awk -v a="$(random "$saving")" -v b="$late" \
			'BEGIN { print a + b }')"
	fi
	kill -s "$signal" "$pid" 2>/dev/null
	wait "$pid" 2>/dev/null
	check
	eval "met_$moment=\$((met_$moment + 1))"
}

now()
{
	date +%s.%N
}

# How long a run takes, and its saving.
n=0
signal=0
moment=none
had=0
begin=$(now)
start "$work/records/all" FAULTY_DISK_PIECES=1
status=0
wait "$pid" || status=$?
[ -e "$work/sign" ] || give_up "the library can't be loaded before all others"
[ "$status" -eq 0 ] || { cat "$work/err" >&2; exit 1; }
length=$(awk -v a="$begin" -v b="$(now)" 'BEGIN { print b - a }')
start "$work/records/all"
await_saving
begin=$(now)
wait "$pid"
saving=$(awk -v a="$begin" -v b="$(now)" 'BEGIN { print b - a }')
echo "a run takes $length s, and $saving s to save when slowed down; seed $SEED"

met_any=0 met_new=0 met_append=0 met_named=0
while [ "$n" -lt $((kills + others)) ]; do
	case $((n % 4)) in
	0) moment=any ;;
	1) moment=append ;;
	2) moment=new ;;
	3) moment=named ;;
	esac
	if [ "$n" -lt "$kills" ]; then
		signal=KILL
	else
		case $((n / 4 % 5)) in
		0) signal=TERM ;;
		1) signal=HUP ;;
		2) signal=USR1 ;;
		3) signal=XCPU ;;
		4) signal=ABRT ;;
		esac
	fi
	meet "$signal" "$moment"
done

# The next run appends behind all.
signal=no moment=end
had=$(runs "$work/records/all")
start "$work/records/all"
wait "$pid" || wrong "the last append: $(cat "$work/err")"
[ "$(runs "$work/records/all")" -eq $((had + 1)) ] ||
	wrong "the last append does not count"
echo "$kills by SIGKILL, $others by other signals: $met_any at any moment," \
	"$met_append in an append, $met_new in a new record, $met_named in one" \
	"with another name, of which $seen_left left that; the record has" \
	"$(runs "$work/records/all") runs," \
	"and $(grep -c '^cut$' "$work/records/all") that were cut off;" \
	"$failures failures"
[ "$failures" -eq 0 ]
