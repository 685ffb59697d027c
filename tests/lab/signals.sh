#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# signals.sh - what a signal leaves: no process and no file, but the results of
# finished tests; the caller sees the same signal. Also runs that are stopped.
# tests/lab/long-runs.sh has signals before any call of a run.
#
# A shell starts background commands with SIGINT and SIGQUIT ignored;
# start-confined undoes this.
#
# Needs: processes that can be listed.
# Takes: 110 s.
. "$(dirname "$0")/../support/tap.sh"
need_diskidx
need_processes

ulimit -c 0 2>/dev/null
here=${scratch##*/}
dir=$here/disk
mkdir "$dir" || bail "can't make a directory to test"

bin=$(dirname "$DISKIDX")
helper="$bin/tests/support/start-confined heeding"
if ! $helper true; then
	helper=
	note "no $bin/tests/support/start-confined: make check builds it"
fi

# The first argument, --seed=N, tells this test's processes from all others.
# The program is found in PATH, so that it stands within the 80 columns that
# some ps have.
PATH=$bin:$PATH
export PATH
run=0
seed=

# The files are emptied before, so that the last run's aren't taken for this's.
prepare()
{
	run=$((run + 1))
	seed=$((1000 * $$ + run))
	: >"$scratch/stdout"
	: >"$scratch/stderr"
}

# start ARGUMENT...: a run in the background, in $pid; what it prints goes to
# $scratch/stdout and $scratch/stderr.
start()
{
	prepare
	# exec, as yash has a process of its own for what is in the background.
	# shellcheck disable=SC2086	# the helper, or none
	exec $helper diskidx --seed=$seed -d "$dir" "$@" \
		>"$scratch/stdout" 2>"$scratch/stderr" &
	pid=$!
}

# Its processes: those that are dead and not yet collected have no arguments
# any more, and stand in brackets or as defunct.
processes()
{
	all_processes | awk -v "seed=--seed=$seed" '
		$4 ~ /(^|\/)diskidx$/ && $5 == seed { print $1 }'
}

workers()
{
	workers_of "$pid"
}

said()
{
	grep -e "$1" "$scratch/stderr" >/dev/null
}

# The process that measures, the parent of the workers.
measuring()
{
	all_processes | awk -v run="$pid" '$2 == run { print $1 }'
}

has_workers()
{
	[ -n "$(workers)" ]
}

has_no_workers()
{
	[ -z "$(workers)" ]
}

all_gone()
{
	[ -z "$(processes)" ]
}

# await_end: collects the run; its status is in $status. A run that will not
# end is killed, so that this test does.
await_end()
{
	(until_event parent_gone_or_defunct || kill -KILL "$pid") 2>/dev/null
	status=0
	wait "$pid" 2>/dev/null || status=$(portable $?)
}

# Until it is collected, what has ended still has its id.
parent_gone_or_defunct()
{
	! processes | grep -x "$pid" >/dev/null
}

# number SIGNAL: its number, as the shells' exit status has it; 0 if there is no
# such signal, or none that a run in the background heeds.
number()
{
	case $1 in
	INT | QUIT) [ -n "$helper" ] || { echo 0; return; } ;;
	esac
	# shellcheck disable=SC2086	# the helper, or none
	$helper sh -c 'kill -s "$1" $$' sh "$1" 2>/dev/null
	echo $(($(portable $?) - 128))
}

# leaves_nothing NAME: after await_end.
leaves_nothing()
{
	ok "$1: no process is left" until_event all_gone
	is "$1: no file is left" "$(ls -A "$dir")" ""
}

# dies SIGNAL WHEN: the signal ends the run, and leaves nothing.
dies()
{
	kill -s "$1" "$pid"
	await_end
	is "$2: dies of it" "$status" $((128 + $(number "$1")))
	leaves_nothing "$2"
}

json=$scratch/stdout

# The processes can be told here at all.
start -t 60 -i 1 -s 4m --no-save fsbuffer
if ! until_event has_workers; then
	kill -TERM "$pid"
	note "the run said: $(tail -n 2 "$scratch/stderr" | tr '\n' ' ')"
	skip_all ps "this ps doesn't show the arguments of processes"
fi
kill -TERM "$pid"
await_end
is "a worker has its parent's arguments" "$status" $((128 + 15))
ok "and is gone with it" until_event all_gone

# While the file is filled, and between many short samples.

start -t 10 -s 128m seq-read
until_event said '^filling '
dies TERM "during the fill"
is "during the fill: nothing is saved" \
	"$(ls "$DISKIDX_RESULTDIR" 2>/dev/null)" ""

start -t 0.1 -i 100 -s 4m -f json -o "$here/record" fsbuffer commit
until_event said '^round 1 of 100  commit '
dies TERM "between samples"
json "between samples: finished figures are printed" \
	'.interrupted and (.tests | length == 2) and
	all(.tests[]; .value > 0 and (.samples | length >= 1) and
	(.samples | length < 100))'
exits "between samples: and saved" 0 diskidx report -f json "$here/record"
same "between samples: as they are" "$scratch/out" "$scratch/stdout"

# In the middle of a long sample: each that a system has, and whose default is
# death.

for signal in INT TERM HUP QUIT USR1 USR2 XCPU ALRM VTALRM PROF IO POLL PWR \
    STKFLT RTMIN RTMIN+1 RTMAX; do
	if [ "$(number $signal)" -le 0 ]; then
		case $signal in
		INT | QUIT)
			skip "SIG$signal" helpers "it is ignored here" ;;
		TERM | HUP | USR?) fail "SIG$signal is there" ;;
		*)	note "no SIG$signal, or this shell knows no such name" ;;
		esac
		continue
	fi
	start -t 60 -i 1 -s 4m -f json --no-save fsbuffer commit
	ok "$signal in a sample: it has begun" until_event has_workers
	dies $signal "$signal in a sample"
	json "$signal in a sample: the report says so" '.interrupted and
		(.tests | length == 2) and all(.tests[]; .missing | length > 0)'
done

# Other moments and ways.

start -t 0.1 -i 100 -s 4m --no-save fsbuffer commit
until_event said '^round 1 of 100  fsbuffer '
kill -s TERM "$pid"
await_end
is "in text: dies of it" "$status" $((128 + 15))
like "in text: what was finished is printed" "$(cat "$scratch/stdout")" \
	'^  fsbuffer .* KBps '
like "in text: and is said to be interrupted" "$(cat "$scratch/stdout")" \
	'interrupted'

start -t 0.05 -i 2 -D 60 -s 4m --no-save fsbuffer
until_event said '^round 1 of 2  fsbuffer '
until_event has_no_workers
dies TERM "in a pause of a minute"

start -t 20 -c 3 --no-save fsbuffer
until_event has_workers
for each in $(processes); do
	kill -s TERM "$each" 2>/dev/null
done
await_end
is "sent to all, as a terminal does: dies of it" "$status" $((128 + 15))
leaves_nothing "sent to all"

mkdir "$here/other"
start -d "$here/other" -t 20 -s 4m --no-save seq-write
until_event said '^filling .*other'
dies TERM "with two targets"
is "with two targets: nor in the other one" "$(ls -A "$here/other")" ""

# A worker that is killed between making a file and removing its name.
start -t 20 -s 4m --no-save seq-write
until_event said '^filling '
until_event has_workers
: >"$(echo "$dir"/diskidx.??????)/diskidx-12bd"
dies TERM "with a name left by a worker"

# Of two that are pending the system may hand over the later one first.
is_taken()
{
	! grep -q '^[SP].*Pnd:.*[1-9a-f]' "/proc/$pid/status" 2>/dev/null
}

start -t 20 -s 4m --no-save fsbuffer
until_event has_workers
kill -s TERM "$pid"
until_event is_taken
for each in 1 2 3 4 5; do
	kill -s TERM "$pid"
	kill -s HUP "$pid"
done 2>/dev/null
await_end
is "the first of many signals is the one" "$status" $((128 + 15))
leaves_nothing "many signals"

# A signal that is ignored stays ignored.

ignoring()
{
	trap '' HUP INT QUIT TERM
	prepare
	diskidx --seed=$seed -d "$dir" -t 1 -i 2 -s 4m -f json --no-save \
		fsbuffer >"$scratch/stdout" 2>"$scratch/stderr" &
	pid=$!
	trap - INT QUIT
	trap 'tap_die HUP' HUP
	trap 'tap_die INT' INT
	trap 'tap_die TERM' TERM
}
ignoring
ok "ignored signals: it is measured" until_event said '^round 1 of 2  fsbuffer '
for signal in HUP INT QUIT TERM; do
	kill -s $signal "$pid"
done
await_end
is "ignored signals: the run goes on to its end" "$status" 0
json "ignored signals: it is not interrupted" \
	'(.interrupted | not) and (.tests[0].samples | length == 2)'
leaves_nothing "ignored signals"

# A worker that dies is one failed test, not a lost run. It has time enough to
# be found; the others end with their files.

kill_worker()
{
	victim=$(workers | sed q)
	[ -n "$victim" ] && kill -s KILL "$victim" 2>/dev/null
}
start -t 60 -i 1 -s 4m -f json --no-save dd:write fsbuffer sizes:write-10m
until_event said '^round 1 of 1  dd:write '
until_event kill_worker
await_end
is "a worker dies: exit 1" "$status" 1
json "a worker dies: its test failed, the others did not" \
	'(.interrupted | not) and ([.tests[] | has("value")] |
	(map(select(.)) | length == 2) and .[0]) and
	any(.tests[]; .missing // "" | test("the worker "))'
leaves_nothing "a worker dies"

# is_measured: the run has a worker. Before it has made its own directory, a
# child is no worker: it only tries an engine.
is_measured()
{
	[ -n "$(ls -A "$dir")" ] && has_workers
}

# The same where the caller ignores SIGCHLD, as daemons do.
trap '' CHLD
start -t 60 -i 1 -s 4m -f json --no-save fsbuffer
trap - CHLD
until_event is_measured
until_event kill_worker
await_end
isnt "SIGCHLD ignored: a killed worker fails the test" "$status" 0
like "SIGCHLD ignored: and is told" "$(cat "$scratch/stderr")" \
	'fsbuffer: failed in round 1: '
unlike "SIGCHLD ignored: and has no figure" "$(cat "$scratch/stdout")" \
	'"value": 0'

# Stopped and continued in a sample, a worker, or the process that measures
# until its worker has ended: the sample is repeated.

stop_worker()
{
	victim=$(workers | sed q)
	[ -n "$victim" ] && kill -s STOP "$victim" 2>/dev/null
}
# Between two of them it has none.
stop_measuring()
{
	victim=$(measuring)
	kill -s STOP "$victim"
	has_workers || { kill -s CONT "$victim"; return 1; }
}
for who in worker measuring; do
	start -v -i 1 -t 10 -s 4m --no-save fsbuffer
	until_event is_measured
	ok "$who stopped: there is a worker" until_event stop_$who
	why="the processes were stopped or continued"
	if [ $who = measuring ]; then
		why="all processes were stopped for [0-9.]+ s"
		until_event has_no_workers
	fi
	kill -s CONT "$victim"
	await_end
	is "$who stopped: the run ends well" "$status" 0
	like "$who stopped: the sample was repeated" \
		"$(tr -s '\n ' ' ' <"$scratch/stdout")" \
		"A sample of fsbuffer was repeated, because $why"
done

# The directory is renamed meanwhile: its private directory is found again.
start -i 1 -t 3 -s 4m --no-save fsbuffer
ok "renamed in mid-run: it is measured" until_event is_measured
mv "$dir" "$here/renamed"
await_end
is "renamed in mid-run: the run ends well" "$status" 0
is "renamed in mid-run: nothing is left" "$(ls -A "$here/renamed")" ""
mv "$here/renamed" "$dir"

# SIGKILL. The others see that the process is gone, and the cleanup process, in
# a session of its own, removes the directory and what is in it. It does so
# after the last of them.

is_empty()
{
	[ -z "$(ls -A "$dir")" ]
}

# killed WHEN PROCESS...
killed()
{
	when=$1
	shift
	kill -s KILL "$@"
	status=0
	wait "$pid" 2>/dev/null || status=$(portable $?)
	is "SIGKILL $when: it is dead" "$status" $((128 + 9))
	ok "SIGKILL $when: nothing is left" until_event is_empty
	ok "SIGKILL $when: no process either" until_event all_gone
}

start -t 20 -s 256m --no-save seq-read
until_event said '^filling '
until_event has_workers
killed "during the fill" "$pid"

start -t 20 -c 3 -s 4m --no-save rand-read-q1 commit seq-write
until_event said '^filling '
until_event has_workers
killed "in a sample" "$pid"

start -q -t 20 -s 4m --no-save commit
until_event has_workers
killed "of the process that measures" "$(measuring)"
ok "which is said under -q, too" \
	said '^diskidx: the process that measures died of signal 9 '

start -t 20 -s 4m --no-save commit
until_event has_workers
kill -s STOP "$(measuring)"
dies TERM "while the process that measures is stopped"

start -t 20 -s 4m --no-save -e threads -c 2 commit
until_event said '^filling '
until_event has_workers
ok "a parent that is stopped has its workers" until_event stop_measuring
killed "with a stopped parent" "$pid"

# Small files have names while they are measured, others only for a moment.
some_file()
{
	[ -n "$(find "$dir" -type f ! -name "diskidx-*" 2>/dev/null | sed q)" ]
}

small()
{
	start -t 20 -i 1 --no-save "$@"
	ok "$*: there are files" until_event some_file
}

for test in small-files:create small-files:stat small-files:open \
    small-files:rename small-files:delete-fsync; do
	small $test
	killed "in $test" "$pid"
done

small -c 2 small-files
killed "with two copies" "$pid"

# What is another's in the private directory keeps that, and nothing else.
only_foreign()
{
	[ "$(ls -A "$private")" = foreign ]
}
small small-files:stat
private=$(echo "$dir"/diskidx.??????)
mkdir "$private/foreign"
kill -s KILL "$pid"
wait "$pid" 2>/dev/null
ok "SIGKILL beside a foreign name: only that is left" until_event only_foreign
rmdir "$private/foreign"
ok "and nothing when it has gone: it is tried again" until_event is_empty

# Of the parent's process group, so of all but the cleanup process. Looking for
# them takes longer than making all files in memory does.
group()
{
	all_processes | awk -v "seed=--seed=$seed" -v "parent=$pid" '
		$4 ~ /(^|\/)diskidx$/ && $5 == seed { group[$1] = $3 }
		END {
			for (each in group)
				if (group[each] == group[parent])
					print each
		}'
}
small -c 2 small-files:stat
# shellcheck disable=SC2046	# several processes
killed "of the whole group" $(group)

small small-files
dies TERM "in small files"

done_testing
