#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# environment.sh - what a run finds around it, and what is missing: the parts of
# a system that other tests use if they are there; a home, a current directory,
# outputs that are closed or full; limits, calls that are refused or that kill,
# permissions, /proc and /sys. Each run ends with results or with a message,
# never with a crash, and nothing is left. A part that a run never finds is
# skipped here, so it fails wherever $DISKIDX_REQUIRE has it. A transcript has
# missing parts of the environment, and closed outputs.
#
# Needs: a disk; Linux; root for mounts, a quota, and another user.
# Takes: 12 s.
. "$(dirname "$0")/../support/tap.sh"
need_diskidx

here=$scratch/disk
mkdir "$here"

# short [ARGUMENT]...: a short run.
short()
{
	"$DISKIDX" -q -v -d "$here" -i 1 -t 0.05 -s 4m "$@" seq-read
}

nothing_left()
{
	is "$1: nothing is left" "$(ls -A "$here")" ""
}

# The parts of a system.

for engine in libaio threads uring; do
	reason=$(unusable "$engine")
	if [ -z "$reason" ]; then
		like "the engine $engine" "$("$DISKIDX" list engines)" \
			"^$engine "
	else
		skip "the engine $engine" "$engine" "$reason"
	fi
done

exits "a run" 0 "$DISKIDX" -q -f csv -d "$here" -s 4m -t 0.1 -i 1 -e threads \
	-o "$scratch/record" rand-read-q32 seq-read commit fsbuffer

# found SENTENCE PART REGEX: a line of the record tells of that part.
found()
{
	if grep -E "$3" "$scratch/record" >/dev/null; then
		pass "$1"
	else
		skip "$1" "$2" "the record has no line of it"
	fi
}

# lacked SENTENCE PART REGEX: none does.
lacked()
{
	if grep -E "$3" "$scratch/record" >"$scratch/lines"; then
		skip "$1" "$2" "$(cat "$scratch/lines")"
	else
		pass "$1"
	fi
}

tab=$(printf '\t')
lacked "direct I/O" direct "^missing"
found "the file system's name" filesystem "^target${tab}0${tab}filesystem$tab"
found "the size of memory" memory "^host${tab}memory_bytes$tab"
found "a read by the process counts" inblock "^inblock${tab}[1-9]"
found "pages of a file are told apart" resident \
	"^resident${tab}[0-9]+${tab}[1-9]"
found "a device counts reads" counters "^device${tab}[1-9]"
found "a device counts writes" counters \
	"^device${tab}[0-9]+${tab}[0-9]+${tab}[0-9]+${tab}[0-9]+${tab}[1-9]"
lacked "a place on a disk" disk "^target${tab}0${tab}filesystem${tab}tmpfs"

# What others write in the idle moment is seen, where it can be.
(
	while [ ! -e "$scratch/enough" ]; do
		dd if=/dev/zero of="$scratch/noise" bs=65536 count=16 \
			conv=fsync 2>/dev/null || break
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

case $(stat -f -c %T /dev/shm 2>/dev/null) in
tmpfs | ramfs)
	if knows_filesystem /dev/shm; then
		ok "a file system in memory" lives_in_memory /dev/shm
	else
		skip "a file system in memory" filesystem \
			"this platform can't tell"
	fi ;;
*)	skip "a file system in memory" shm "none is at /dev/shm" ;;
esac

# What the transcript calls.

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

transcript environment "${1:-}"

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

# An output that takes nothing is told, whoever writes to it. A C library may
# have forgotten why by then.
if [ -c /dev/full ] && ! (echo >/dev/full) 2>/dev/null; then
	for what in "list tests" --help --version "-n -d $here" \
	    "-q -d $here -i 1 -t 0.05 -s 2m seq-read"; do
		# shellcheck disable=SC2086	# words
		message=$("$DISKIDX" $what 2>&1 >/dev/full)
		is "output full: $what fails" "$?" 2
		message=$(echo "$message" | sed -n '$p')
		like "output full: $what says so" "$message" \
			'^diskidx: cannot write .*: (No space left|I/O error)'
	done
	record=$(ls "$DISKIDX_RESULTDIR"/*.diskidx)
	is "output full: the record of a run is named" "$message" \
		"diskidx: cannot write the report: No space left on device; \
the record is saved: $record"
	short --no-save >"$scratch/out" 2>/dev/full
	is "errors full: a run ends well" "$?" 0
else
	skip "output full" full "there is no /dev/full"
fi

helper=$(dirname "$DISKIDX")/tests/support/start-confined
[ -x "$helper" ] || helper=$(pwd)/tests/support/start-confined
[ -x "$helper" ] || skip_all helpers "no $helper: make check builds it"

# A leak checker needs threads and /proc, which are taken away here.
ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0
export ASAN_OPTIONS

# confined CONFINEMENT [ARGUMENT]...: a short run, or 77. Another user can't
# find the directory by its name.
chmod 777 "$here"
confined()
{
	confinement=$1
	shift
	# shellcheck disable=SC2086	# several, or none
	(cd "$here" && "$helper" $confinement "$DISKIDX" -q -v -d . -i 1 \
		-t 0.03 -s 2m --no-save "$@")
}

# can CONFINEMENT SENTENCE...: or skips these sentences.
can()
{
	confinement=$1
	shift
	# shellcheck disable=SC2086	# several
	(cd "$here" && "$helper" $confinement "$DISKIDX" --version) \
		>/dev/null 2>&1 && return
	case $confinement in
	user=*) part=root ;;
	*) part=confinement ;;
	esac
	for sentence in "$@"; do
		skip "$sentence" $part "$confinement isn't to be had here"
	done
	return 1
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
		'Random tests ran on the engine threads, because a security '
done

# Nothing of what drops files from memory, or tells what is in it; neither
# threads nor processes. Root has no limit of processes, so that it is tested as
# somebody else, of whom nothing else runs: five are the program's, a worker and
# one more. A confinement, the exit status, the sentence, the arguments, and
# what is told.

user=user=$((61000 + $$ % 4000))
somebody=
[ "$(id -u)" -ne 0 ] || somebody=$user
no_processes='cannot start a process: [^:]*; raise the limit on processes '
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
$somebody nproc=0#2#a limit of no processes: nothing is measured#seq-read#^diskidx: ${no_processes}[^:]*\$
$user nproc=5#2#a limit of processes: too many copies fail#-c 4 seq-write#$no_processes
$user nproc=5#2#a limit of processes: too many threads fail#-e threads --cache=buffered rand-write-q32#$no_threads
$user nproc=5#1#a limit of processes: the others run#-e threads --cache=buffered rand-write-q32 seq-write# seq-write.* [0-9.]+ +MiB/s
END

# Limits. Whatever the number, there are figures or a message: never neither,
# no signal, and nothing left.

# each_limit NAME VALUE...: prints what is wrong with runs under these limits.
each_limit()
{
	limit=$1
	shift
	for value in "$@"; do
		tap_run confined "$limit=$value" -c 2 seq-read rand-read-q32 \
			commit
		case $status in
		0 | 127) ;;	# what loads the program had too little
		1 | 2) [ -n "$err" ] || echo "$value: $status, no message" ;;
		*) echo "$value: exit status $status" ;;
		esac
		ls -A "$here"
		rm -rf "${here:?}"/diskidx*
	done
}

is "few descriptors: it runs or tells why not" \
	"$(each_limit nofile 4 5 6 7 8 9 10 12 14 16 20)" ""
exits "too few descriptors are told" 2 confined nofile=12 -c 8 seq-read
like "too few descriptors: by that name" "$err" \
	'(Too many open files|No file descriptors available)(; use|$)'
if can as=40000000 "little memory: it runs or tells why not"; then
	is "little memory: it runs or tells why not" \
		"$(each_limit as 4000000 5000000 6000000 8000000 16000000)" ""
	# 8,000 runs, of which none is kept.
	short -o "$scratch/long" --note="$(printf %02500d 0)" >"$scratch/out"
	sed 1d "$scratch/long" | awk '
	{ run = run $0 "\n" }
	END { for (i = 1; i < 8000; i++) printf "%s", run }' >"$scratch/more"
	cat "$scratch/more" >>"$scratch/long"
	ok "little memory: there is a record of more" \
		test "$(wc -c <"$scratch/long")" -gt 40000000
	exits "little memory: a run is appended to it" 0 "$helper" as=40000000 \
		"$DISKIDX" -q -d "$here" -i 1 -t 0.03 -s 2m -o "$scratch/long" \
		fsbuffer
	rm "$scratch/long" "$scratch/more"
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

while IFS='#' read -r arguments told <&3; do
	# shellcheck disable=SC2086	# several arguments
	message=$(through_pipe "$helper" fsize=0 "$DISKIDX" $arguments)
	is "no file may grow: $told" "$(cat "$scratch/status")" 2
	like "no file may grow: it is told" "$message" \
		"$told.*[Ff]ile too large"
done 3<<END
-q -d $here -i 1 -s 2m --no-save seq-read#filling the work file
list tests#cannot write the list
--help#cannot write
END
message=$(through_pipe "$helper" fsize=2097152 "$DISKIDX" -q -d "$here" -i 1 \
	-t 0.03 -s 2m --no-save fsbuffer seq-write commit)
like "files may not grow beyond the work file: it ends well" \
	"$(cat "$scratch/status") $message" '^[01] '
nothing_left "no file may grow"

# Permissions, for root too.

if can plain "a directory that can't be searched" \
	"a current directory that can't be written"; then
	mkdir -p "$scratch/closed/inner" "$scratch/read-only"
	chmod 600 "$scratch/closed"
	for place in closed closed/inner; do
		exits "$place: a directory that can't be searched" 2 confined \
			plain -d "$scratch/$place" seq-read
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

# Neither /proc nor /sys: in a mount namespace of our own.

# bare COMMANDS COMMAND...: in that namespace, after those commands.
bare()
{
	unshare $namespace sh -c 'mount -t tmpfs none /proc &&
		mount -t tmpfs none /sys && eval "$1" && shift && exec "$@"' \
		- "$@" 2>&1
}

version=$("$DISKIDX" --version)
for namespace in -m -rm none; do
	[ "$namespace" != none ] || break
	[ "$(bare : "$DISKIDX" --version)" != "$version" ] || break
done
if [ "$namespace" = none ]; then
	skip "without /proc and /sys" mounts \
		"no mount namespace, or nothing starts there"
else
	exits "without /proc and /sys: it runs" 0 bare : "$DISKIDX" -q \
		-d "$here" -i 1 -t 0.05 -s 2m --no-save -v seq-read \
		rand-read-q32
	like "without /proc and /sys: the device's counters are n/a" "$out" \
		'^Device: n/a'
	flag=${in_memory:+memory}
	like "without /proc and /sys: the figures are no disk's for sure" \
		"$out" "${flag:-unproven} +\\((seq-read(, rand-read-q32)?|all tests)\\): "
	[ -n "$in_memory" ] || like "without /proc and /sys: that is why" \
		"$(echo "$out" | tr -s '\n ' ' ')" \
		'Trust is none: .* \(/proc or /sys is missing, so .*\): mount it, '
	exits "without /proc and /sys: it runs in memory" 0 bare \
		"mount -t tmpfs none '$here'" "$DISKIDX" -q -v -d "$here" \
		-i 1 -t 0.05 -s 2m --no-save -v seq-write commit
	if knows_filesystem "$here"; then
		like "without /proc and /sys: figures of memory are said to be" \
			"$out" 'memory +\((seq-write, commit|all tests)\): '
	else
		skip "without /proc and /sys: figures of memory are said to be" \
			filesystem "this platform can't tell"
	fi
	exits "without /proc and /sys: it finds the engines" 0 bare : \
		"$DISKIDX" list engines
	nothing_left "without /proc and /sys"
fi

done_testing
