#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# terminal.sh - what a run shows on the way: one line as wide as the terminal,
# whatever its width becomes, and after Ctrl-Z again; and plain lines elsewhere.
# The engine is one that moves no data, so that nothing depends on the disk.
# shellcheck disable=SC2317	# functions that exits calls
# shellcheck source=tests/support/tap.sh
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

# run ARGUMENT...: two tests, of which the second is flushed. Its report goes to
# a file.
run()
{
	"$DISKIDX" -d "$here" -s 2m -t 0.01 -i 2 -e null --cache=buffered \
		--no-save "$@" rand-read-q1 rand-write-q32 >"$scratch/report"
}

# The same in a terminal, where each sample is to be drawn; at a rate, so that
# it leaves the processor to others.
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
for columns in 40 80 200; do
	[ $columns -eq 80 ] && time=0.5 left=00:01 || time=0.2 left=00:00
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
	[ $columns -eq 40 ] ||
		like "and its latency" "$(cat "$scratch/live")" \
			'rand-write-q[^ ]* +[0-9]+ IOPS +[0-9.]+ [mun]?s'
	bar=$(sed -n 's/^\[\([#.]*\)\].*start.*/\1/p' "$scratch/live")
	case $columns in
	40) is "there is no room for a bar" "$bar" "" ;;
	*)
		like "the bar grows" "$(cat "$scratch/live")" '^\[##'
		ok "and takes what is free" test ${#bar} -ge $((columns / 8))
		;;
	esac
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
exits "off a terminal" 0 run
is "no line goes back" "$(tr -cd '\r' <"$scratch/err")" ""
like "a line for each test" "$err" '^round 1 of 2  rand-write-q32[^ ]* +[0-9.]+ IOPS$'

# Colors.

# in_color OPTION...: a report in a terminal, with the escapes readable.
old=$srcdir/tests/golden/old.record
new=$srcdir/tests/golden/new.record
in_color()
{
	"$helper" 80 -- "$DISKIDX" "$@" | tr '\033' '^' | tr -d '\r' \
		>"$scratch/shown"
	grep '\^' "$scratch/shown"
}
like "the trust has a color" "$(in_color report "$new")" \
	'^\^\[3[123]mTrust: (none|low|good)\^\[0m: '
like "so has a result" "$(cat "$scratch/shown")" \
	'^\^\[1mrand-read-q1\^\[0m x2: '
tr -d '\033' <"$scratch/shown" | sed 's/\^\[[0-9]*m//g' >"$scratch/plain"
"$DISKIDX" report "$new" >"$scratch/report"
same "else it is the same" "$scratch/plain" "$scratch/report"
is "the verdicts have one" "$(in_color compare "$old" "$new" |
	sed -n 's/.* \(\^\[3[12]m[a-z]*\^\[0m\)$/\1/p' |
	sort -u)" "^[31mslower^[0m
^[32mfaster^[0m"
is "--color=never" "$(in_color report --color=never "$new")" ""
is "NO_COLOR" "$(export NO_COLOR=1; in_color report "$new")" ""
is "TERM=dumb" "$(TERM=dumb in_color report "$new")" ""
is "JSON has none" "$(in_color report -f json "$new")" ""
is "nor has -q" "$(in_color report -q "$new")" ""
is "nor what is no terminal" "$(tr -cd '\033' <"$scratch/report")" ""
ok "but --color=always has" sh -c \
	'NO_COLOR=1 "$0" report --color=always "$1" | grep -q "\[3[123]mTrust"' \
	"$DISKIDX" "$new"
run --color=always -f text="$scratch/file" 2>/dev/null
ok "a run has it too" grep -q '\[3[123]mTrust: ' "$scratch/report"
is "a file never" "$(tr -cd '\033' <"$scratch/file")" ""

# A report is as wide as the terminal, but not a file.
longest()
{
	tr -d '\r' | awk 'length > n { n = length } END { print n + 0 }'
}
"$DISKIDX" report "$new" >"$scratch/report"
"$helper" 60 -- "$DISKIDX" report --color=never -f text="$scratch/text" \
	"$new" >"$scratch/shown"
wide=$(longest <"$scratch/shown")
ok "60 columns of a terminal are used: $wide" \
	test "$wide" -gt 50 -a "$wide" -le 60
"$helper" 140 -- "$DISKIDX" report --color=never "$new" >"$scratch/shown"
wide=$(longest <"$scratch/shown")
ok "of 140 not all: $wide" test "$wide" -gt 110 -a "$wide" -le 132
same "a file has 80" "$scratch/text" "$scratch/report"

is "nothing is left" "$(ls -A "$here")" ""
done_testing
