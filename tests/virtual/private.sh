#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# private.sh - the private directory is the one that was made: one that takes its
# place in the moment before it is opened is refused, left as it was, and not
# removed, each time. tests/support/preload/faulty-disk.c exchanges them. And one whose
# entries can't be removed is no reason to try for ever.
# shellcheck disable=SC2317	# functions that until_event calls

tap_in_memory=yes
# shellcheck source=tests/support/tap.sh
. "$(dirname "$0")/../support/tap.sh"
need_diskidx

preloadable "$scratch/faulty.so" "$srcdir/tests/support/preload/faulty-disk.c" ||
	skip_all preload "no library can be made here"
here=$scratch/disk
mkdir "$here" && chmod 777 "$here"
runs=3

run()
{
	FAULTY_DISK_OTHER=other LD_PRELOAD="$scratch/faulty.so" \
		"$DISKIDX" -q -d "$here" -s 1m -t 0.01 -i 1 --no-save commit \
		>"$scratch/out" 2>"$scratch/err"
}

# once: is this run refused in the right words, and all left as it was?
once()
{
	run
	[ $? -eq 2 ] || return 1
	grep 'cannot make test files: somebody put another directory in' \
		"$scratch/err" >/dev/null || return 1
	mv "$here"/diskidx.?????? "$here/other" || return 1
	[ "$(ls -A "$here/other")" = "$1" ] || return 1
	rmdir "$here/moved"
}

# refused WHAT MODE OWNER CONTENT
refused()
{
	mkdir -m "$2" "$here/other"
	[ -z "$4" ] || mkdir "$here/other/$4"
	[ -z "$3" ] || chown "$3" "$here/other"
	n=0 good=0
	while [ $n -lt $runs ]; do
		n=$((n + 1))
		once "$4" || break
		good=$((good + 1))
	done
	is "$1 is refused, $runs times" "$good" "$runs"
	[ "$good" -eq "$runs" ] || sed 's/^/# /' "$scratch/err"
	rm -rf "${here:?}"/*
}

mkdir -m 700 "$here/other"
run
if [ ! -d "$here/moved" ]; then
	skip_all preload \
		"the library can't be loaded before this program's others"
fi
rm -rf "${here:?}"/*

refused "an own one that others may write to" 777 "" ""
refused "an own one that others may look into" 755 "" ""
refused "one that isn't empty" 700 "" something
if [ "$(id -u)" -eq 0 ]; then
	refused "another user's" 700 $((61000 + $$ % 4000)) ""
	refused "another user's that all may write to" 777 \
		$((61000 + $$ % 4000)) ""
else
	skip "another user's" root "only root can make one"
	skip "another user's that all may write to" root \
		"only root can make one"
fi

is "nothing is left" "$(ls -A "$here")" ""

# What can't be removed.

patience=
! timeout -s KILL 60 true 2>/dev/null || patience="timeout -s KILL 60"

# removing CALL ERROR AFTER TIMES ARGUMENT...: a run where CALL fails so; its
# exit status.
removing()
{
	(
	FAULTY_DISK=$1 FAULTY_DISK_ERROR=$2 FAULTY_DISK_AFTER=$3
	FAULTY_DISK_FOR=$4 FAULTY_DISK_COUNT=$scratch/count
	export FAULTY_DISK FAULTY_DISK_ERROR FAULTY_DISK_AFTER \
		FAULTY_DISK_FOR FAULTY_DISK_COUNT
	shift 4
	status=0
	$patience env LD_PRELOAD="$scratch/faulty.so" "$DISKIDX" -q -f csv \
		-d "$here" -s 1m -t 0.01 -i 1 --no-save "$@" \
		>"$scratch/out" 2>"$scratch/err" || status=$?
	echo $status
	)
}

# A damaged directory, or a stale list of it, may have a name that isn't there.
is "a run with trees" "$(removing unlink EIO 1000000000 0 small-files:stat)" 0
last=$(($(cat "$scratch/count") - 1))
for each in "unlink $last" "rmdir 0"; do
	# shellcheck disable=SC2086	# two words
	set -- $each
	like "$1: a listed name that isn't there is tried no more" \
		"$(removing "$1" ENOENT "$2" 1000000000 small-files:stat)" \
		'^[12]$'
	like "$1: what stays behind is told" "$(cat "$scratch/err")" \
		'cannot clean up: '
	rm -rf "${here:?}"/*
done

is_empty()
{
	[ -z "$(ls -A "$here")" ]
}

is "a directory that can't be removed yet is an error" \
	"$(removing rmdir EIO 0 1 commit)" 1
like "a directory that can't be removed yet: it is told" \
	"$(cat "$scratch/err")" 'cannot clean up: '
ok "a directory that can't be removed yet goes when it can" until_event is_empty
done_testing
