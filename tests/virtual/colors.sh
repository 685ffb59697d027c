#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# colors.sh - a report in a terminal is as wide as that is, and has colors, which
# it has nowhere else unless they are asked for.
tap_in_memory=yes
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
"$DISKIDX" -d "$here" -s 2m -t 0.01 -i 1 -e null --cache=buffered --no-save \
	--color=always -f text="$scratch/file" rand-read-q1 \
	>"$scratch/report" 2>/dev/null
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
