#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# streamed.sh - a record travels through pipes: -o - writes it to standard
# output, - reads it there, several stand one behind the other, and one that was
# cut off anywhere is never taken for a whole one.
# shellcheck disable=SC2238	# await expands it; words
tap_in_memory=yes
. "$(dirname "$0")/../support/tap.sh"
need_diskidx
measured=$srcdir/tests/golden/records/good-measured.record
cd "$scratch" || bail "can't go to $scratch"

# piped FILE COMMAND...: the command, which reads that file.
piped()
{
	tap_from=$1
	shift
	"$@" <"$tap_from"
}

# least ARGUMENT...: the shortest run that there is.
least()
{
	"$DISKIDX" -q -t 0.001 -i 1 -s 1m "$@" fsbuffer
}

exits "a record goes to standard output" 0 least -o -
cp out one
is "and nothing else does" "$(sed -n 's/^\(diskidx-record\|end\)	.*/\1/p' one |
	tr '\n' ' ')$(tail -n 1 one | cut -c 1-4)" "diskidx-record end end	"
ok "no file of that name is made" test ! -e ./-
is "the report goes to a file alone" "$(least -o - -f csv=table |
	sed -n 1p; sed -n 's/,.*//p' table | sed -n 1p)" "diskidx-record	1
time"
exits "a report can't go there as well" 2 least -o - -f json
like "which is said with the remedy" "$err" \
	'^diskidx: -f: json and the record .*: -f json=FILE$'
exits "an engine without a record has none to write" 2 \
	"$DISKIDX" -q -o - -e null rand-read-q1
least -o - --repeat=2 >two
is "several runs are several records" "$(grep -c '^diskidx-record	1$' two)" 2

for command in 'report -f csv' 'report -f json' 'report'; do
	# shellcheck disable=SC2086	# a command and its options
	piped "$measured" "$DISKIDX" $command - >from-pipe 2>&1
	# shellcheck disable=SC2086
	"$DISKIDX" $command "$measured" 2>&1 | sed "s,$measured,standard input," \
		>from-file
	same "$command reads standard input as a file" from-pipe from-file
done
exits "compare reads one side there" 0 piped one "$DISKIDX" compare - two
exits "but not both" 2 piped one "$DISKIDX" compare - -
like "since it is read already" "$err" 'standard input:1: the file is empty'
cat one "$measured" two >all
is "records may stand one behind the other" \
	"$("$DISKIDX" report -f csv all | grep -c ',fsbuffer,')" 3
printf 'diskidx-record\t2\n' >>all
exits "each has a version" 2 "$DISKIDX" report all

# Cut after any byte, a record is no whole one: the one before it is.
size=$(wc -c <one)
wrong=
for n in 1 14 15 16 17 20 100 "$((size / 3))" "$((size / 2))" \
    "$((size - 20))" "$((size - 2))" "$((size - 1))"; do
	head -c "$n" one >cut
	piped cut "$DISKIDX" report -q - >cut.out 2>cut.err &&
		wrong="$wrong $n:taken"
	[ ! -s cut.out ] && [ -s cut.err ] || wrong="$wrong $n:silent"
	cat two cut >behind
	[ "$("$DISKIDX" report -f csv behind 2>/dev/null |
		grep -c ',fsbuffer,')" -eq 2 ] || wrong="$wrong $n:lost"
done
is "a record that is cut anywhere is recognised" "$wrong" ""
head -c "$((size / 2))" one >cut
echo >>cut
cat cut two >before
is "and those behind it are read" \
	"$("$DISKIDX" report -f csv before 2>err | grep -c ',fsbuffer,')" 2
like "with a warning" "$(cat err)" 'before:[0-9]*: a run was cut off here'
done_testing
