#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# names.sh - test of the words that the sources use: the terms of the field, a
# name for one function alone, few choices within an expression; and what
# HACKING says of where things are.
# shellcheck source=tests/support/tap.sh
. "$(dirname "$0")/../support/tap.sh"

# Words that mean something to their authors alone, and the term for each.
cat >"$scratch/words" <<'END'
courses? trend
hangs?.together autocorrelated
witness(es)? confirm
occasions? coverage
obstacles? blocker
aspects? field
subjects? field
(un)?told shown
(kept|keeps?|keeping).up sustained
joins concurrent
scatter(s|ed|ing)? fragment
stretch(es)? interval
(stood|stands?).still stopped
END

# private DIRECTORY: the lines that have such a word, also within a name.
private()
{
	words=$(awk '{ printf "%s%s", bar, $1; bar = "|" }' "$scratch/words")
	find "$1/src" "$1/include" "$1/man" "$1/README" -type f |
		xargs grep -Ein "(^|[^a-z])($words)([^a-z]|\$)" |
		sed "s|^$1/||"
}
is "no word stands for a term of the field" "$(private "$srcdir")" ""

# functions DIRECTORY: NAME and FILE of each function below it.
functions()
{
	find "$1/src" -name '*.c' | xargs awk '
	/^[a-z_0-9]+\(/ && before ~ /^[a-z]/ && before !~ /;$/ {
		name = $0
		sub(/\(.*/, "", name)
		print name, FILENAME
	}
	{ before = $0 }' | sed "s|$1/||"
}

# shared DIRECTORY: the names of functions in two files or more. Those of the
# platforms are one contract; but they have no name of any other file either.
shared()
{
	functions "$1" | sed 's|src/platform/[a-z]*\.c|src/platform|' |
		sort -u | awk '
		$1 == name { print name ":", file, $2 }
		{ name = $1; file = $2 }'
}
is "no two files share a function's name" "$(shared "$srcdir")" ""

# choices DIRECTORY: how many ?: there are in a thousand lines of src.
choices()
{
	find "$1/src" -name '*.[ch]' | xargs cat | awk '
	{
		gsub(/\\./, "")
		gsub(/"[^"]*"|\047[^\047]*\047/, "")
		gsub(/\/\*.*\*\//, "")
	}
	/\/\*/ { inside = 1; sub(/\/\*.*/, "") }
	/\*\// { inside = 0; sub(/.*\*\//, "") }
	!inside { n += gsub(/\?/, "") }
	END { printf "%.1f", 1000 * n / NR }'
}
is "at most 10 lines of a thousand choose within an expression" \
	"$(choices "$srcdir" | awk '$1 > 10')" ""

# Each line is "  QUESTION    FILE: NAME".
places()
{
	sed -n '/^Where is/,/^tests/s/^  .*  *\([^ ]*\): \([^ ]*\)$/\1 \2/p' \
		"$srcdir/HACKING"
}
lost()
{
	places | while read -r file name; do
		grep -F "$name" "$srcdir/$file" >/dev/null || echo "$file: $name"
	done
}
is "HACKING says where 24 things are" "$(places | wc -l | tr -d ' ')" 24
is "and they are there" "$(lost)" ""

# The checks themselves, on sources with one fault of each kind.
mkdir -p "$scratch/tree/src/a" "$scratch/tree/include" "$scratch/tree/man"
printf 'The rounds hang\ttogether.\nIt is untold.\n' >"$scratch/tree/README"
printf 'static int\nput_row(void)\n{\n\treturn a ? b : c;	/* why? */\n}\n' \
	>"$scratch/tree/src/a/one.c"
printf 'static int\nput_row(void)\n{\n\tint n_stretches;\n\treturn put("?");\n}\n' \
	>"$scratch/tree/src/a/two.c"
is "private words are found, within names too" \
	"$(private "$scratch/tree" | sort | sed 's/:.*//' | uniq -c |
		awk '{ print $1, $2 }' | tr '\n' ' ')" "2 README 1 src/a/two.c "
is "a shared name is found" "$(shared "$scratch/tree")" \
	"put_row: src/a/one.c src/a/two.c"
is "one choice in eleven lines" "$(choices "$scratch/tree")" "90.9"

done_testing
