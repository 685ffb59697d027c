#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# surroundings.sh - test of what the caller and the system may do to a run:
# dispositions of signals, limits, stops, renames, and file systems that live
# in memory. A figure that isn't true, or something left, is the failure. What
# the environment lacks, and outputs that are closed, are in a transcript.
# shellcheck disable=SC2317	# functions that await and the transcript call
# shellcheck source=tests/support/tap.sh
. "$(dirname "$0")/../support/tap.sh"
need_diskidx
need_processes

here=$scratch/disk
mkdir "$here"

# has_worker DIRECTORY: the run of $pid there has one. Before it has made its
# own directory, a child is no worker: it only tries an engine.
has_worker()
{
	[ -n "$(ls -A "$1")" ] && [ -n "$(workers_of "$pid")" ]
}

# A worker that is killed is a failed test also where the caller ignores
# SIGCHLD, as daemons do: later where a busy machine had no worker to be killed,
# between two of its steps.
for seconds in 0.3 1 3; do
	(
		trap '' CHLD
		exec "$DISKIDX" -q -d "$here" -i 1 -t 5 -s 4m --no-save \
			-f json fsbuffer >"$scratch/json" 2>"$scratch/errors"
	) &
	pid=$!
	until_event has_worker "$here"
	sleep "$seconds"
	kill -s KILL "$(workers_of "$pid" | sed q)" 2>/dev/null
	killed=$?
	wait "$pid"
	status=$?
	[ "$killed" -ne 0 ] || break
done
isnt "SIGCHLD ignored: a killed worker fails the test" "$status" 0
like "SIGCHLD ignored: and is told" "$(cat "$scratch/errors")" \
	'fsbuffer: failed in round 1: '
unlike "SIGCHLD ignored: and has no figure" "$(cat "$scratch/json")" \
	'"value": 0'

# Stopped and continued in a sample, in one run a worker and in another all: the
# sample is repeated. On a busy machine the processes are found late.
#
# are_found: sets $stopped to these, once both have a worker.
are_found()
{
	stopped=$(all_processes | awk -v one="$one" -v all="$all" '
	{
		parent[$1] = $2
		group[$1] = $3
	}
	END {
		for (each in parent) {
			of = parent[parent[each]]
			is_worker = group[each] == group[of]
			if (of == all || parent[each] == all || each == all ||
			    (of == one && is_worker))
				print each
			n[of] += is_worker
		}
		if (n[one] == 0 || n[all] == 0)
			exit 1
	}') && [ -n "$(ls -A "$here")" ] && [ -n "$(ls -A "$scratch/all")" ]
}

mkdir "$scratch/all"
exec "$DISKIDX" -q -v -d "$here" -i 1 -t 4 --no-save fsbuffer \
	>"$scratch/out" 2>&1 &
one=$!
exec "$DISKIDX" -q -v -d "$scratch/all" -i 1 -t 4 --no-save fsbuffer \
	>"$scratch/out-all" 2>&1 &
all=$!
until_event are_found
# shellcheck disable=SC2086	# several
kill -s STOP $stopped 2>/dev/null
sleep 0.5
# shellcheck disable=SC2086	# several
kill -s CONT $stopped 2>/dev/null
wait "$one"
is "stopped and continued: the run ends well" "$?" 0
like "stopped and continued: the sample was repeated" \
	"$(tr '\n' ' ' <"$scratch/out" | tr -s ' ')" \
	'A sample of fsbuffer was repeated, since the processes were stopped'
wait "$all"
is "all stopped and continued: the run ends well" "$?" 0
like "all stopped and continued: the sample was repeated" \
	"$(tr '\n' ' ' <"$scratch/out-all" | tr -s ' ')" \
	'A sample of fsbuffer was repeated, since [a-z]* processes were stopped'

# The directory is renamed meanwhile: its private directory is found again.
mkdir "$scratch/before"
exec "$DISKIDX" -q -d "$scratch/before" -i 1 -t 1 --no-save fsbuffer \
	>"$scratch/out" 2>&1 &
pid=$!
until_event has_worker "$scratch/before"
mv "$scratch/before" "$scratch/after"
wait "$pid"
is "renamed in mid-run: the run ends well" "$?" 0
is "renamed in mid-run: nothing is left" "$(ls -A "$scratch/after")" ""

# What others write in the idle moment is seen, where it can be.
(
	n=0
	while [ "$n" -lt 500 ] && [ ! -e "$scratch/enough" ]; do
		dd if=/dev/zero of="$scratch/noise" bs=65536 count=16 \
			conv=fsync 2>/dev/null || break
		n=$((n + 1))
	done
) &
noise=$!
"$DISKIDX" -q -d "$here" -i 1 -t 0.5 -s 4m --no-save -f json seq-read \
	>"$scratch/json" 2>"$scratch/errors"
: >"$scratch/enough"
wait "$noise"
if grep -q '"idle_ns"' "$scratch/json" &&
    ! grep -q '"memory_filesystem"' "$scratch/json"; then
	like "what others write in the idle moment is seen" \
		"$(cat "$scratch/json")" '"idle_write_bytes": "?[1-9]'
else
	skip "what others write in the idle moment is seen" counters \
		"the device keeps no account"
fi

# File systems in memory, whatever they are called.
found=
for place in /dev/shm /dev /run; do
	case $(stat -f -c %T "$place" 2>/dev/null) in
	tmpfs | ramfs) ;;
	*) continue ;;
	esac
	if [ ! -w "$place" ] || ! "$DISKIDX" -n -d "$place" -s 4m commit \
		>/dev/null 2>&1; then
		continue
	fi
	found=yes
	# The generic platform can't tell.
	if ! "$DISKIDX" -q -d "$place" -s 4m -t 0.05 -i 1 --no-save -f json \
		commit | grep -q '"filesystem"'; then
		skip "a file system in memory" filesystem \
			"this platform can't tell"
		break
	fi
	like "$place is in memory" "$("$DISKIDX" -q -v -d "$place" -s 4m -t 0.05 \
		-i 1 --no-save commit)" '^  commit .* [A-Z]*M[A-Z]*$'
done
[ -n "$found" ] ||
	skip "a file system in memory" shm "none takes files, or nobody can tell"

# What the transcript calls.

# short [ARGUMENT]...: a short run.
short()
{
	"$DISKIDX" -q -v -d "$here" -i 1 -t 0.05 -s 4m "$@" seq-read
}

homeless()
{
	(
	unset HOME XDG_STATE_HOME DISKIDX_RESULTDIR
	"$@"
	)
}

bewildered()
{
	(
	unset TERM TZ PATH
	{
		LANG=xx_YY.UTF-8 LC_ALL=nowhere LC_NUMERIC=de_DE.UTF-8
		export LANG LC_ALL LC_NUMERIC
	} 2>/dev/null		# a shell may say what it thinks of them
	"$@"
	)
}

transcript surroundings "${1:-}"

# A current directory that is gone.
mkdir "$scratch/gone"
(
	cd "$scratch/gone" && rmdir "$scratch/gone" || exit 77
	"$DISKIDX" -q --no-save seq-read 2>"$scratch/errors"
	echo $? >"$scratch/status"
	short --no-save >"$scratch/out" 2>&1
)
status=$?
if [ "$status" -eq 77 ]; then
	skip "a current directory that is gone" gone "this system keeps it"
else
	is "a current directory that is gone: another is tested" "$status" 0
	is "a current directory that is gone can't be tested" \
		"$(cat "$scratch/status")" 2
	like "a current directory that is gone: is told" \
		"$(cat "$scratch/errors")" '^diskidx: \.: cannot '
fi

# An output that takes nothing is told, whoever writes to it.
if [ -c /dev/full ] && ! (echo >/dev/full) 2>/dev/null; then
	for what in "list tests" --help --version "-n -d $here"; do
		# shellcheck disable=SC2086	# two words
		message=$("$DISKIDX" $what 2>&1 >/dev/full)
		is "output full: $what fails" "$?" 2
		# A C library may have forgotten why by then.
		like "output full: $what says so" "$message" \
			'^diskidx: cannot write .*: (No space left|I/O error)'
	done
	message=$(short --no-save 2>&1 >/dev/full)
	is "output full: a run fails" "$?" 2
	like "output full: a run says why" "$message" \
		'^diskidx: cannot write the report: No space left'
	message=$(short 2>&1 >/dev/full)
	record=$(ls "$DISKIDX_RESULTDIR"/*.diskidx)
	like "output full: the record is named" "$message" \
		"^diskidx: cannot write .*; the record is saved: $record\$"
	short --no-save >"$scratch/out" 2>/dev/full
	is "errors full: a run ends well" "$?" 0
else
	skip "output full" full "there is no /dev/full"
fi
exits "and afterwards all is well" 0 "$DISKIDX" -q -d "$here" -i 1 -t 0.05 \
	-s 4m --no-save -f csv seq-write

done_testing
