#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# bad-disks.sh - test of disks that are full, broken, or do not answer. One line
# says what failed, what was measured is reported, a signal ends a run whatever
# hangs, and nothing is left. The library faulty-disk.c, loaded before libc,
# makes the faults that faults.sh cannot make on a virtual disk.
#
# Needs: a compiler; root and mounts for a disk without room.
# Takes: 10 s.
. "$(dirname "$0")/../support/tap.sh"
need_diskidx

here=$scratch/disk
mkdir "$here"

full="No space left on device"
quota="(Disk )?[Qq]uota exceeded"
broken="(Input/output|I/O) error"

# A short run on what will be used. It may be so slow that a sample does one
# transfer only: where the first isn't to fail, more time costs nothing, since
# the run ends at the failure.
measure()
{
	"$DISKIDX" -q -v -d "$here" -s 4m -t 0.05 -i 2 "$@"
}

# faulty KIND ERROR AFTER COMMAND...: on a disk that fails so.
faulty()
{
	kind=$1
	error=$2
	after=$3
	shift 3
	(
	FAULTY_DISK=$kind FAULTY_DISK_ERROR=$error FAULTY_DISK_AFTER=$after
	LD_PRELOAD=$scratch/disk.so
	export FAULTY_DISK FAULTY_DISK_ERROR FAULTY_DISK_AFTER LD_PRELOAD
	"$@"
	)
}

# A real disk without room, in a mount namespace of our own.

# small OPTIONS COMMAND...: with such a memory file system in $here.
small()
{
	unshare -m sh -c 'mount -t tmpfs -o "$1" none "$2" && shift 2 &&
		"$@"; status=$?; ls -A "$DISK" >"$LEFT"; exit $status' - \
		"$1" "$here" sh -c "$2" - 2>"$scratch/small"
}

DISK=$here LEFT=$scratch/left
export DISK LEFT
if ! small size=16m true 2>/dev/null; then
	skip "a disk that gets full, or has no room" mounts \
		"nothing can be mounted here"
else
	# Somebody else takes all room from the first sample on, and again
	# after each line of progress.
	exits "a disk that gets full: what needs no room is measured" 1 \
		small size=20m 'exec 3>&1
		{
			"$DISKIDX" -d "$DISK" -s 8m -t 0.3 -i 3 --no-save \
				seq-read seq-write 2>&1 >&3
			echo $? >"$LEFT.status"
		} | while IFS= read -r line; do
			echo "$line" >>"$LEFT.err"
			! grep seq-read "$LEFT.err" >/dev/null ||
				cat /dev/zero >>"$DISK/hog" 2>/dev/null
		done
		exit "$(cat "$LEFT.status")"'
	err=$(cat "$scratch/left.err")
	like "a disk that gets full: what needs some isn't" "$err" \
		"seq-write: failed in round [1-3]: (preparing the test: )?(keeping space free for others|write at offset [0-9]+): $full\$"
	like "a disk that gets full: its row is n/a" "$out" \
		'^  seq-write.* n/a '
	like "a disk that gets full: another has its figure" "$out" \
		'^  seq-read.* [0-9.]+ +MiB/s .*%'
	is "a disk that gets full: nothing is left" "$(cat "$LEFT")" hog

	exits "a disk without room for a file: nothing is measured" 2 \
		small size=20m,nr_inodes=2 '"$DISKIDX" -q -v -d "$DISK" -s 8m \
			-t 0.05 -i 1 --no-save seq-read 2>"$LEFT.err"'
	like "a disk without room for a file: and that is told" \
		"$(cat "$scratch/left.err")" \
		"^diskidx: .*/disk: cannot make test files: $full\$"
	is "a disk without room for a file: nothing is left" \
		"$(cat "$LEFT")" ""
fi

preloadable "$scratch/disk.so" \
	"$srcdir/tests/support/preload/faulty-disk.c" ||
	skip_all preload "no library can be made here"
(
	FAULTY_DISK_COUNT=$scratch/loaded
	export FAULTY_DISK_COUNT
	faulty write EIO 0 measure --no-save seq-read
) >"$scratch/out" 2>&1
[ -e "$scratch/loaded" ] ||
	skip_all preload \
		"the library can't be loaded before this program's others"

exits "blocks that are refused: nothing is measured" 2 \
	faulty read EINVAL 1 measure --no-save -e sync rand-read-q1
like "blocks that are refused: as direct I/O, where there is such" \
	"$(tr -s ' \n' ' ' <"$scratch/out")" \
	'direct I/O here: (the file system refuses blocks of|not supp)'
exits "broken in a thread's read: nothing is measured" 2 \
	faulty read EIO 1000000 measure --no-save -e threads \
	-t 10 --cache=buffered rand-read-q32
like "broken in a thread's read: and that is told" "$err" \
	"rand-read-q32[^ ]*: failed in round [12]: read at offset [0-9]+: $broken\$"
is "a disk that fails: nothing is left" "$(ls -A "$here")" ""

# The record. What was there stays: tests/virtual/record.sh.
mkdir "$scratch/records"
exits "full under the record: the report is there" 0 \
	faulty record ENOSPC 0 measure seq-read
like "full under the record: and that is told" "$err" \
	"^diskidx: .*: cannot save the record: $full\$"
like "full under the record: there are figures" "$out" \
	'^  seq-read.* [0-9.]+ +MiB/s '
unlike "full under the record: none is named" "$out" 'diskidx report'
exits "full within the record -o: it fails" 1 \
	faulty record EDQUOT 700 measure -o "$scratch/records/own" seq-read
like "full within the record -o: and that is told" "$err" \
	"records/own: cannot save the record: $quota\$"
is "full under the record: nothing is left of it" \
	"$(ls -A "$scratch/records")" ""

# A disk that doesn't answer: the user is told, once, and a signal then ends the
# run, whatever call hangs, and in which process. Nothing of the run keeps its
# outputs open.

helper="$(dirname "$DISKIDX")/tests/support/start-confined heeding"
$helper true || helper=

# start CALL AFTER ARGUMENT...: a run on a disk that hangs there. Its outputs
# are a pipe each, whose readers, $reader and $other, end with it.
start()
{
	call=$1
	after=$2
	shift 2
	rm -f "$scratch/log" "$scratch/over" "$scratch/errors.pipe"
	: >"$scratch/errors"
	mkfifo "$scratch/errors.pipe"
	cat "$scratch/errors.pipe" >"$scratch/errors" &
	other=$!
	{
		# shellcheck disable=SC2086	# for sh; or no helper
		sh -c 'echo $$ >"$1"; shift; exec "$@"' sh "$scratch/pid" \
			$helper env LD_PRELOAD="$scratch/disk.so" \
			FAULTY_DISK="$call" FAULTY_DISK_AFTER="$after" \
			FAULTY_DISK_ERROR=HANG FAULTY_DISK_LOG="$scratch/log" \
			FAULTY_DISK_OVER="$scratch/over" "$DISKIDX" -d "$here" \
			-s 4m -t 0.05 -i 1 -e sync --no-save "$@" \
			2>"$scratch/errors.pipe"
		echo $? >"$scratch/status"
	} | cat >"$scratch/report" &
	reader=$!
}

ended()
{
	! kill -0 "$reader" 2>/dev/null && ! kill -0 "$other" 2>/dev/null
}

is_empty()
{
	[ -z "$(ls -A "$here")" ]
}

# release: the disk answers again, and what hung dies, as its parent has. The
# cleanup process then does its work.
release()
{
	sort -u "$scratch/log" >"$scratch/hung"
	while read -r each; do
		kill -s KILL "$each" 2>/dev/null
	done <"$scratch/hung"
	: >"$scratch/over"
	until_event is_empty
}

# ends SIGNAL NUMBER WORDS WHEN
ends()
{
	kill -s "$1" "$(cat "$scratch/pid")"
	ok "$4: $1 ends it, and frees its outputs" until_event ended
	is "$4: it dies of it" "$(portable "$(cat "$scratch/status")")" \
		$((128 + $2))
	is "$4: this is told, and once" "$(grep 'answer' "$scratch/errors")" \
		"diskidx: $here $3"
	ok "$4: what hung was left behind" kill -0 "$(sed -n '$p' "$scratch/log")"
	ok "$4: and nothing is left when that has gone" release
}

yet="does not answer yet; wait, or end diskidx with Ctrl-C"
for call in faccessat mkdir rmdir; do
	start $call 0 commit
	ok "$call hangs: this is told" \
		until_event grep -q 'does not answer' "$scratch/errors"
	case $call:$helper in
	mkdir:?*) ends INT 2 "$yet" "$call hangs" ;;
	rmdir:*) ends HUP 1 "$yet" "$call hangs" ;;
	*) ends TERM 15 "$yet" "$call hangs" ;;
	esac
done
like "and the report is whole" "$(cat "$scratch/report")" '^ *commit .* IOPS '

# A worker hangs: the run is as it is on a slow disk, until a signal comes. Then
# the process that measures hangs too, as it closes its files.
if "$DISKIDX" -d "$here" -s 4m -t 0.01 -i 1 -e sync --no-save rand-read-q1 \
	2>/dev/null | grep 'n/a (rand-read-q1)' >/dev/null; then
	skip "a worker hangs" direct "it is n/a here"
	done_testing
fi
start read 40960 -t 0.5 seq-write rand-read-q1
ok "a worker hangs" until_event test -s "$scratch/log"
ends TERM 15 "does not answer" "a worker hangs"
like "a worker hangs: what was finished is printed" "$(cat "$scratch/report")" \
	'^ *seq-write .* MiB/s '
like "a worker hangs: and is said to be interrupted" "$(cat "$scratch/report")" \
	'interrupted'

done_testing
