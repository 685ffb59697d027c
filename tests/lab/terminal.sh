#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# terminal.sh - what a run shows while it measures: one line as wide as the
# terminal, also after the width changes, and again after Ctrl-Z; plain lines
# elsewhere. The engine moves no data, so nothing depends on the disk.
# tests/virtual/output.sh tests the width and colors of a report there.
#
# Needs: a pseudo-terminal, and processors that draw in time.
# Takes: 5 s.
. "$(dirname "$0")/../support/tap.sh"
need_diskidx

helper=$(dirname "$DISKIDX")/tests/support/in-terminal
[ -x "$helper" ] || helper=$(pwd)/tests/support/in-terminal
[ -x "$helper" ] || skip_all helpers "no $helper: make check builds it"
"$helper" 80 -- true >/dev/null 2>"$scratch/err" ||
	skip_all terminal "$(cat "$scratch/err")"

here=$scratch/disk
mkdir "$here"
unset NO_COLOR
TERM=xterm
export TERM

# Two tests, of which the second is flushed; at a rate, so that it leaves the
# processor to others. The report goes to a file.
cat >"$scratch/run" <<END
exec "$DISKIDX" -d "$here" -s 2m -t 0.16 -i 2 -e null --cache=buffered \\
	--rate=1000 --no-save "\$@" rand-read-q1 rand-write-q32 >"$scratch/report"
END

# in_terminal COLUMNS [EVENT]... -- [OPTION]...: what that run shows there, a
# line for each time that the live line was drawn.
in_terminal()
{
	words=
	while [ "$1" != -- ]; do
		words="$words $1"
		shift
	done
	shift
	# shellcheck disable=SC2086	# several words
	"$helper" $words -- sh "$scratch/run" "$@" >"$scratch/shown"
	status=$?
	tr '\r' '\n' <"$scratch/shown" >"$scratch/lines"
	grep -E '^(\[[#.]*\] )? *[0-9]+ % ' "$scratch/lines" >"$scratch/live"
}

# On a busy machine a sample may end before it is drawn: then once more.
for columns in 40 200; do
	[ $columns -eq 200 ] && time=0.5 left=00:01 || time=0.2 left=00:00
	for _ in 1 2 3 4 5; do
		in_terminal $columns -- -i 1 -t "$time"
		! grep -E 'rand-write-q[^ ]* +[0-9]+ IOPS' "$scratch/live" \
			>/dev/null || break
	done
	is "$columns columns: it measures" "$status" 0
	is "the live line leaves the last column free" \
		"$(awk -v wanted=$((columns - 1)) 'length != wanted' \
			"$scratch/live")" ""
	like "the time left is told before the first sample" \
		"$(sed q "$scratch/live")" " (ETA )?$left +start "
	like "and the test with its speed" "$(cat "$scratch/live")" \
		'rand-write-q[^ ]* +[0-9]+ IOPS'
	bar=$(sed -n 's/^\[\([#.]*\)\].*start.*/\1/p' "$scratch/live")
	if [ $columns -eq 40 ]; then
		is "there is no room for a bar" "$bar" ""
	else
		like "and its latency" "$(cat "$scratch/live")" \
			'rand-write-q[^ ]* +[0-9]+ IOPS +[0-9.]+ [mun]?s'
		like "the bar grows" "$(cat "$scratch/live")" '^\[##'
		ok "and takes what is free" test ${#bar} -ge $((columns / 8))
	fi
	is "nothing of it stays" "$(tail -n 1 "$scratch/lines" | tr -d ' ')" ""
	is "the share that is over never falls" \
		"$(sed 's/^\[[#.]*\] *//' "$scratch/live" | awk '
			$1 + 0 < last + 0 { print last " before " $1 }
			{ last = $1 }')" ""
done

# Ctrl-Z, another width and Ctrl-C, each after a few redraws.
in_terminal 80 stop columns=60 interrupt -- -i 1000
is "Ctrl-C ends it" $status 130
like "Ctrl-Z stopped it" "$(cat "$scratch/lines")" '\[stopped\]'
sed '1,/\[stopped\]/d' "$scratch/lines" >"$scratch/later"
ok "then it is drawn again" grep -q '%  .*rand-' "$scratch/later"
is "and in the new width from then on" \
	"$(awk '/[0-9] %  / { sub(/\^C/, ""); print length }' \
		"$scratch/later" | uniq | tail -n 1)" 59

# No live line.
for how in --progress=plain TERM=dumb; do
	case $how in
	TERM=*) TERM=dumb ;;
	esac
	in_terminal 80 -- ${how%%TERM*} -t 0.01
	TERM=xterm
	is "$how: no line is drawn again" "$(cat "$scratch/live")" ""
	like "$how: but a line for each test" "$(cat "$scratch/lines")" \
		'^round 1 of 2  rand-write-q32[^ ]* +[0-9.]+ IOPS$'
done
exits "off a terminal" 0 sh "$scratch/run"
is "no line goes back" "$(tr -cd '\r' <"$scratch/err")" ""
like "a line for each test" "$err" '^round 1 of 2  rand-write-q32[^ ]* +[0-9.]+ IOPS$'

is "nothing is left" "$(ls -A "$here")" ""
done_testing
