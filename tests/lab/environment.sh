#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# environment.sh - test of what a run finds around it: the parts of a system
# that other tests use where they are there, file systems in memory, a home, a
# current directory, outputs that are closed or full. A part that a run never
# finds is skipped here, so that it fails wherever $DISKIDX_REQUIRE has it. What
# the environment lacks, and outputs that are closed, are in a transcript.
#
# Needs: a disk; Linux for a current directory that is gone and /dev/full.
# Takes: 6 s.
. "$(dirname "$0")/../support/tap.sh"
need_diskidx

here=$scratch/disk
mkdir "$here"

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

tab=$(printf '\t')
if grep '^missing' "$scratch/record" >"$scratch/missing"; then
	skip "direct I/O" direct "$(cat "$scratch/missing")"
else
	pass "direct I/O"
fi
found "the file system's name" filesystem "^target${tab}0${tab}filesystem$tab"
found "the size of memory" memory "^host${tab}memory_bytes$tab"
found "a read by the process counts" inblock "^inblock${tab}[1-9]"
found "pages of a file are told apart" resident \
	"^resident${tab}[0-9]+${tab}[1-9]"
found "a device counts reads" counters "^device${tab}[1-9]"
found "a device counts writes" counters \
	"^device${tab}[0-9]+${tab}[0-9]+${tab}[0-9]+${tab}[0-9]+${tab}[1-9]"
if grep "^target${tab}0${tab}filesystem${tab}tmpfs" "$scratch/record" \
    >/dev/null; then
	skip "a place on a disk" disk "it is in memory"
else
	pass "a place on a disk"
fi

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
