#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# foreign-names.sh - names and operands may have any bytes, and a terminal or a
# spreadsheet gets none that do something: no control character, C1 ones
# included, no mark that turns the text around, nothing that is not UTF-8, and
# no cell that is a formula.
. "$(dirname "$0")/../support/tap.sh"
need_diskidx

cd "$scratch" || bail "can't enter the scratch directory"
e=$(printf '\303\251')			# a letter, which stays
unknown=$(printf '\357\277\275')	# U+FFFD, of JSON
text=$(printf 'a%s\033]0;x\007\302\233\342\200\256\177\tb\nc' "$e")
bytes=$(printf '%s\233' "$text")	# and one byte that is no UTF-8
mkdir "$text" || bail "can't make a directory to test"
dir=$text
mkdir "$bytes" 2>/dev/null && dir=$bytes
[ "$dir" = "$bytes" ] ||
	note "this file system has no names that are not UTF-8"

# plain SENTENCE FILE: it has lines of plain characters.
plain()
{
	is "$1" "$(sed "s/$e//g; s/$unknown//g" "$2" |
		tr -cd '\000-\011\013-\037\177-\377' | od -An -c)" ""
}

# shows SENTENCE COMMAND...: what it prints is plain, and something.
shows()
{
	sentence=$1
	shift
	tap_run "$@"
	cat out err >both
	plain "$sentence" both
	ok "$sentence: and there is something" test -s both
}

least()
{
	"$DISKIDX" -t 0.01 -i 1 "$@"
}

# complains SENTENCE ARGUMENT...: one plain line, with the letter and without
# the rest.
complains()
{
	sentence=$1
	shift
	tap_run "$DISKIDX" "$@"
	plain "$sentence: plain" err
	is "$sentence: refused in a line" "$status $(wc -l <err | tr -d ' ')" \
		"2 1"
	like "$sentence: which names it" "$err" "a$e\\?"
}
complains "an unknown test" --no-save "$bytes"
complains "an unknown option" "--$bytes"
complains "a directory that is missing" --no-save -d "$bytes/none"
complains "a baseline that is missing" --no-save -B "$bytes/none"
complains "a job file that is missing" --no-save "$bytes.fio"
complains "an unknown format" -f "$bytes"
complains "a size that is none" -s "$bytes"
complains "a directory as record" -d . -o "$dir"
complains "a record that is missing" report "$bytes/none"
complains "an unknown list" list "$bytes"

for format in text json csv markdown html unixbench; do
	shows "a run in $format" least -f $format -d "$dir" -o "$dir/record" \
		fsbuffer
	shows "a report in $format" "$DISKIDX" report -f $format "$dir/record"
	rm -f "$dir/record"
done
least -f text -v -d "$dir" -o "$dir/record" fsbuffer >first 2>&1
cp "$dir/record" "$dir/record.diskidx"
least -d . -o "$dir/new" fsbuffer >second 2>&1
shows "a dry run" least -n -d "$dir"
shows "a list of records" env DISKIDX_RESULTDIR="$dir" "$DISKIDX" list records
for format in text json csv markdown html; do
	shows "a comparison in $format" "$DISKIDX" compare -f $format \
		"$dir/record" "$dir/new"
done

# JSON loses nothing that the record has.
"$DISKIDX" report -f json "$dir/record" >out
like "JSON: what is not plain is escaped" "$(cat out)" \
	"\"directory\": \".*a$e .*\\\\u009b\\\\u202e"

# A formula begins with one of these.
for sign in = + - @; do
	cp "$dir/record" "./${sign}1,\"2\""
	"$DISKIDX" compare -f csv -- "${sign}1,\"2\"" "$dir/new" >out 2>err
	is "CSV: no cell is a formula that begins with $sign" \
		"$(sed -n 2p out | cut -c 1-8)" "\"'${sign}1,\"\"2"
done
"$DISKIDX" report -f csv "$dir/record" >out
unlike "CSV: no figure is a text" "$(cat out)" ",'"

done_testing
