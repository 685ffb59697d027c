#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# confined.sh - test of what a run does without what it is used to: limits,
# calls that are refused or that kill, permissions, /proc and /sys. Each must
# end in figures or in a message, never in a crash, and nothing may be left.
#
# Needs: Linux; root for mounts, a quota, and another user.
# Takes: 7 s.
# Repeats: its quota depends on other load.

. "$(dirname "$0")/../support/tap.sh"
need_diskidx

helper=$(dirname "$DISKIDX")/tests/support/start-confined
[ -x "$helper" ] || helper=$(pwd)/tests/support/start-confined
[ -x "$helper" ] || skip_all helpers "no $helper: make check builds it"

# A leak checker needs threads and /proc, which are taken away here.
ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0
export ASAN_OPTIONS

here=$scratch/disk
mkdir "$here"

# confined CONFINEMENT [ARGUMENT]...: a short run, or 77.
confined()
{
	confinement=$1
	shift
	"$helper" "$confinement" "$DISKIDX" -q -v -d "$here" -i 1 -t 0.03 -s 2m \
		--no-save "$@"
}

# can CONFINEMENT SENTENCE...: or skips these sentences.
can()
{
	confinement=$1
	shift
	"$helper" "$confinement" "$DISKIDX" --version >/dev/null 2>&1 &&
		return
	for sentence in "$@"; do
		skip "$sentence" confinement "$confinement isn't to be had here"
	done
	return 1
}

nothing_left()
{
	is "$1: nothing is left" "$(ls -A "$here")" ""
}

# A file system in memory has nothing to drop from it, which is told instead.
in_memory=
! lives_in_memory "$here" || in_memory=yes

# Engines that the kernel lacks, or that a policy forbids.

for engine in libaio:aio uring:uring; do
	calls=${engine#*:}
	engine=${engine%:*}
	if [ -n "$(unusable "$engine")" ]; then
		skip "without $calls" "$engine" "no engine $engine here anyway"
		continue
	fi
	can "refuse=$calls" "without $calls" "with $calls deadly" || continue
	exits "without $calls: $engine is refused" 2 confined "refuse=$calls" \
		-e "$engine" rand-read-q32
	like "without $calls: and the reason told" "$err" \
		"engine $engine cannot be used: the kernel "
	exits "with $calls deadly: $engine is refused" 2 \
		confined "kill=$calls" -e "$engine" rand-read-q32
	like "with $calls deadly: and the reason told" "$err" \
		"engine $engine cannot be used: a security policy"
	exits "with $calls deadly: it lists what can be used" 0 \
		"$helper" "kill=$calls" "$DISKIDX" list engines
	exits "with $calls deadly: another engine is taken" 0 \
		confined "kill=$calls" --cache=buffered rand-write-q32
	nothing_left "without $calls"
	[ "$engine" = libaio ] || continue
	like "with $calls deadly: which is told" \
		"$(tr '\n' ' ' <"$scratch/out" | tr -s ' ')" \
		'Random tests ran on the engine threads, since a security '
done

# Nothing of what drops files from memory, or tells what is in it; neither
# threads nor processes. A confinement, the exit status, the sentence, the
# arguments, and what is told.

undropped='n/a \(seq-read\): (this system cannot drop|no cold)'
[ -z "$in_memory" ] ||
	undropped='seq-read: failed in round 1: preparing the test: '
no_threads='failed in round 1: preparing the test: no more threads .*ulimit -u'
while IFS='#' read -r kind code sentence arguments told <&3; do
	can "$kind" "$sentence" || continue
	# shellcheck disable=SC2086	# several arguments
	exits "$sentence" "$code" confined "$kind" $arguments
	[ -z "$told" ] ||
		like "$sentence: and that is told" \
			"$(cat "$scratch/out" "$scratch/err" | tr -s '\n ' ' ')" \
			"$told"
	nothing_left "$sentence"
done 3<<END
refuse=advice#0#no advice: it runs#seq-write commit#
refuse=advice#0#no advice: writes through memory run#--cache=buffered rand-write-q32#
refuse=advice#2#no advice: what needs it is n/a#seq-read#$undropped
kill=advice#2#advice that kills: nothing is measured#seq-read#the worker died of signal [0-9]+ \(.*\) \$
refuse=threads#2#no threads: a test of them fails#-e threads --cache=buffered rand-write-q32#$no_threads
refuse=threads#0#no threads: what needs none runs#seq-read#
refuse=processes#2#no processes: nothing is measured#seq-read#cannot start a process: 
END

# The real limit. Root has none, so that it is tested as somebody else, in a
# directory that need not be found by its name.

open=$scratch/open
mkdir "$open" && chmod 777 "$open"

# crowded LIMIT [ARGUMENT]...: a short run under that limit of processes.
crowded()
{
	crowd=nproc=$1
	shift
	# shellcheck disable=SC2086	# two confinements
	(cd "$open" && "$helper" $somebody "$crowd" "$DISKIDX" -q -v -d . -i 1 \
		-t 0.03 -s 2m --no-save "$@")
}

somebody=
[ "$(id -u)" -ne 0 ] || somebody=user=$((61000 + $$ % 4000))
# shellcheck disable=SC2086	# two confinements
if (cd "$open" && "$helper" $somebody nproc=0 "$DISKIDX" --version) \
	>/dev/null 2>&1; then
	exits "a limit of no processes: nothing is measured" 2 \
		crowded 0 seq-read
	like "a limit of no processes: and the limit told" "$err" \
		'cannot start a process: .* \(see the limit of processes, '
	is "a limit of no processes: in a line" \
		"$(printf '%s\n' "$err" | grep -c .)" 1
else
	skip "a limit of no processes" root \
		"no other user can start the program, or no such limit"
fi
# The program's processes, a worker and one more: what others of the user run
# would count.
if [ -n "$somebody" ] && crowded 4 seq-write >/dev/null 2>&1; then
	exits "a limit of processes: too many copies fail" 2 \
		crowded 5 -c 4 seq-write
	like "a limit of processes: and the limit is told" "$err" \
		'cannot start a process: .* \(see the limit of processes, '
	exits "a limit of processes: too many threads fail" 2 \
		crowded 5 -e threads --cache=buffered rand-write-q32
	like "a limit of processes: and the reason told" "$err" \
		"$no_threads"
	exits "a limit of processes: the others run" 1 \
		crowded 5 -e threads --cache=buffered rand-write-q32 seq-write
	like "a limit of processes: and have figures" "$out" \
		'^  seq-write.* [0-9.]+ MiB/s'
else
	skip "a limit of processes" root \
		"no user without processes to be had here"
fi
is "a limit of processes: nothing is left" "$(ls -A "$open")" ""

# Limits. Whatever the number, there are figures or a message: never neither,
# no signal, and nothing left.

# ends CONFINEMENT: prints what is wrong with that run.
ends()
{
	tap_run confined "$1" -c 2 seq-read rand-read-q32 commit
	case $status in
	0) ;;
	1 | 2) [ -n "$err" ] || echo "$1: exit status $status, no message" ;;
	127) ;;			# what loads the program had too little
	*) echo "$1: exit status $status" ;;
	esac
	[ -z "$(ls -A "$here")" ] || echo "$1: something is left"
	rm -rf "${here:?}"/diskidx*
}

# each_limit NAME VALUE...: the same for each of these.
each_limit()
{
	limit=$1
	shift
	for value in "$@"; do
		ends "$limit=$value"
	done
}

is "few descriptors: it runs or tells why not" \
	"$(each_limit nofile 4 5 6 7 8 9 10 12 14 16 20)" ""
exits "too few descriptors are told" 2 confined nofile=12 -c 8 seq-read
like "too few descriptors: by that name" "$err" \
	'(Too many open files|No file descriptors available)( \(give|$)'
if can as=40000000 "little memory: it runs or tells why not"; then
	is "little memory: it runs or tells why not" \
		"$(each_limit as 4000000 5000000 6000000 8000000 16000000)" ""
fi

# Files that may not grow: nothing dies of SIGXFSZ. Through a pipe, since
# messages go to a file here otherwise, which may not grow either: of this test,
# or of ksh93, which keeps in one what is to be substituted.

# through_pipe COMMAND...: its errors; its status is in $scratch/status.
through_pipe()
{
	{
		"$@" 2>&1 >"$scratch/list"
		echo "$?" >"$scratch/status"
	} | cat
}

message=$(through_pipe confined fsize=0 seq-read)
is "no file may grow: nothing is measured" "$(cat "$scratch/status")" 2
like "no file may grow: and the reason told" "$message" \
	'filling the work file: .*[Ff]ile too large'
nothing_left "no file may grow"
message=$(through_pipe "$helper" fsize=0 "$DISKIDX" list tests)
is "no file may grow: nor does a list die" "$(cat "$scratch/status")" 2
like "no file may grow: a list tells" "$message" \
	'cannot write the list: .*[Ff]ile too large'
message=$(through_pipe "$helper" fsize=0 "$DISKIDX" --help)
is "no file may grow: nor does the help" "$(cat "$scratch/status")" 2
message=$("$helper" fsize=2097152 "$DISKIDX" -q -d "$here" -i 1 -t 0.03 \
	-s 2m --no-save fsbuffer seq-write commit 2>&1)
case $? in
0 | 1) pass "files may not grow beyond the work file: it ends well" ;;
*)
	fail "files may not grow beyond the work file: it ends well"
	note "$message"
	;;
esac
nothing_left "files may not grow beyond the work file"

# Permissions, for root too.

if can plain "a directory that can't be searched" \
	"a current directory that can't be written"; then
	mkdir -p "$scratch/closed/inner" "$scratch/read-only"
	chmod 600 "$scratch/closed"
	for place in closed closed/inner; do
		exits "$place: a directory that can't be searched" 2 "$helper" \
			plain "$DISKIDX" -q -d "$scratch/$place" --no-save \
			seq-read
		like "is told" "$err" \
			"$place: cannot test here: Permission denied"
	done
	chmod 555 "$scratch/read-only"
	cd "$scratch/read-only" || bail "can't go to $scratch/read-only"
	exits "a current directory that can't be written: -d is taken" 0 \
		confined plain seq-read
	exits "a current directory that can't be written: without -d" 2 \
		"$helper" plain "$DISKIDX" -q --no-save seq-read
	like "is told" "$err" '\.: cannot test here: Permission denied'
	cd "$tap_start" || bail "can't go back"
	exits "a place for records that can't be made" 2 \
		env DISKIDX_RESULTDIR="$scratch/read-only/records" "$helper" \
		plain "$DISKIDX" -q -d "$here" seq-read
	like "is told" "$err" 'read-only/records: Permission denied; use -o'
	nothing_left "permissions"
fi

# Neither /proc nor /sys: in a mount namespace of our own, empty or not there
# at all. /proc goes last, since umount(8) reads it.

empty='mount -t tmpfs none /proc && mount -t tmpfs none /sys'
unmounted='umount -l /sys && umount -l /proc && [ ! -e /proc/self ]'

# bare OPTION COMMANDS COMMAND...: in that namespace, after those commands.
bare()
{
	unshare "$1" sh -c 'eval "$2" && shift 2 && exec "$@"' - "$@" 2>&1
}

# without HOW COMMANDS: what a run does there.
without()
{
	how="/proc and /sys $1"
	for namespace in -m -rm none; do
		[ "$namespace" != none ] || break
		[ "$(bare "$namespace" "$2" "$DISKIDX" --version)" != \
			"$("$DISKIDX" --version)" ] || break
	done
	if [ "$namespace" = none ]; then
		skip "$how" mounts "no mount namespace, or nothing starts there"
		return
	fi
	exits "$how: it runs" 0 bare "$namespace" "$2" \
		"$DISKIDX" -q -d "$here" -i 1 -t 0.05 -s 2m --no-save -v \
		seq-read rand-read-q32
	like "$how: the device's counters are n/a" "$out" '^Device: n/a'
	if [ -n "$in_memory" ]; then
		flag=memory
	else
		flag=unproven
	fi
	like "$how: the figures are no disk's for sure" "$out" \
		" $flag \\((seq-read(, rand-read-q32)?|all tests)\\): "
	exits "$how: it runs in memory" 0 bare "$namespace" \
		"mount -t tmpfs none '$here' && $2" "$DISKIDX" -q -v -d "$here" \
		-i 1 -t 0.05 -s 2m --no-save -v seq-write commit
	if [ -n "$knows_memory" ]; then
		like "$how: figures of memory are said to be" "$out" \
			' memory \((seq-write, commit|all tests)\): '
	else
		skip "$how: figures of memory are said to be" filesystem \
			"this platform can't tell"
	fi
	exits "$how: it finds the engines" 0 \
		bare "$namespace" "$2" "$DISKIDX" list engines
	nothing_left "$how"
}

knows_memory=
! knows_filesystem "$here" || knows_memory=yes
without "empty" "$empty"
without "not mounted" "$unmounted"

# A quota on processor time, of the group of processes above the run's own. It
# takes root, and a hierarchy of cgroup that has the controller cpu already.

# limit QUOTA: in microseconds a period of 100 ms; not in groups without any. The
# group comes before others and its quota is small, so that it is used up on a
# busy machine, too.
limit()
{
	if [ -e "$group/cpu.max" ]; then
		echo "$1 100000" >"$group/cpu.max"
		echo 10000 >"$group/cpu.weight"
	elif [ -e "$group/cpu.cfs_quota_us" ]; then
		echo "$1" | sed 's/max/-1/' >"$group/cpu.cfs_quota_us"
		echo 262144 >"$group/cpu.shares"
	else
		return 1
	fi 2>/dev/null
}

# make_group: $group with a quota, and a group in it for the run.
make_group()
{
	for group in /sys/fs/cgroup/cpu /sys/fs/cgroup; do
		[ -e "$group/cgroup.procs" ] || continue
		group=$group/diskidx-$tap_name.$$
		mkdir "$group" "$group/inner" 2>/dev/null &&
			limit 2000 && return
		remove_group
	done
	return 1
}

# What is being ended may be in it for a moment.
remove_group()
{
	[ -d "$group" ] || return 0
	until_event rmdir "$group/inner" 2>/dev/null && rmdir "$group"
}

# Requests that the disk never sees need a whole processor.
compute()
{
	"$DISKIDX" -q -d "$here" -i 1 -t 0.5 -s 8m --no-save -v -e null \
		rand-read-q1 2>&1 | tr '\n' ' ' | tr -s ' '
}

compute_in_group()
{
	(echo 0 >"$group/inner/cgroup.procs" && compute)
}

"$DISKIDX" -q -d "$here" -i 1 -t 0.05 -s 2m -o "$scratch/told" seq-read \
	>"$scratch/out" 2>&1
if ! grep -q '^processors' "$scratch/told"; then
	skip "a quota on processor time" quota \
		"this system tells nothing of them"
elif make_group; then
	tap_undo=remove_group
	told=$(compute_in_group)
	like "a quota on processor time: the figure is limited" "$told" \
		' L limited \(rand-read-q1\): a quota held processors back '
	like "a quota on processor time: how often is told" "$told" \
		' the quota ran out in [1-9][0-9]* of [1-9][0-9]* periods, '
	limit max
	told=$(compute)
	case $told in
	*' limited ('*)
		skip "no quota: nothing is limited" quota \
			"all is limited here" ;;
	*)
		told=$(compute_in_group)
		like "no quota: it runs" "$told" ' 95 % interval '
		unlike "no quota: nothing is limited" "$told" ' limited \(' ;;
	esac
	nothing_left "a quota on processor time"
	ok "a quota on processor time: its group is left empty" remove_group
else
	skip "a quota on processor time" quota \
		"no group with the controller cpu can be made here"
fi

done_testing
