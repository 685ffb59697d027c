#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# hung-disk.sh - a disk that doesn't answer: the user is told, once, and a signal
# then ends the run, whatever call hangs, and in which process. Nothing of the
# run keeps its outputs open. tests/support/preload/faulty-disk.c lets the calls hang.
# shellcheck disable=SC2317	# functions that await calls
# shellcheck source=tests/support/tap.sh
. "$(dirname "$0")/../support/tap.sh"
need_diskidx

preloadable "$scratch/hung.so" "$srcdir/tests/support/preload/faulty-disk.c" ||
	skip_all preload "no library can be made here"
here=$scratch/disk
mkdir "$here"
helper=$(dirname "$DISKIDX")/tests/support/start-default-signals
[ -x "$helper" ] || helper=

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
		# shellcheck disable=SC2016,SC2086	# for sh; or no helper
		sh -c 'echo $$ >"$1"; shift; exec "$@"' sh "$scratch/pid" \
			$helper env LD_PRELOAD="$scratch/hung.so" \
			FAULTY_DISK="$call" FAULTY_DISK_AFTER="$after" \
			FAULTY_DISK_ERROR=HANG FAULTY_DISK_LOG="$scratch/log" \
			FAULTY_DISK_OVER="$scratch/over" "$DISKIDX" -d "$here" \
			-s 4m -t 0.05 -i 1 -e sync --no-save "$@" \
			2>"$scratch/errors.pipe"
		echo $? >"$scratch/status"
	} | cat >"$scratch/report" &
	reader=$!
}

hangs()
{
	[ -s "$scratch/log" ]
}

told()
{
	grep 'does not answer' "$scratch/errors" >/dev/null
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

start access 0 commit
if ! until_event hangs; then
	skip_all preload \
		"the library can't be loaded before this program's others"
fi

yet="does not answer yet; waiting; Ctrl-C ends diskidx"
for call in access mkdir rmdir; do
	[ "$call" = access ] || start $call 0 commit
	ok "$call hangs: this is told" until_event told
	case $call in
	access) ends TERM 15 "$yet" "$call hangs" ;;
	mkdir)
		if [ -n "$helper" ]; then
			ends INT 2 "$yet" "$call hangs"
		else
			ends TERM 15 "$yet" "$call hangs"
		fi ;;
	rmdir) ends HUP 1 "$yet" "$call hangs" ;;
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
ok "a worker hangs" until_event hangs
ends TERM 15 "does not answer" "a worker hangs"
like "a worker hangs: what was finished is printed" "$(cat "$scratch/report")" \
	'^ *seq-write .* MiB/s '
like "a worker hangs: and is said to be interrupted" "$(cat "$scratch/report")" \
	'interrupted'

done_testing
