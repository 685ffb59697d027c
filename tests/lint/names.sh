#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# names.sh - test of the names in the sources: a function's name is used once,
# and is not a plain word that the headers of some system declare, as illumos
# declares tell(); things are where HACKING says; and the sources have the lines
# in tests/lab/mutants, because the mutants themselves take long to run.
. "$(dirname "$0")/../support/tap.sh"

# functions DIRECTORY: NAME and FILE of each function below it.
functions()
{
	find "$1/src" -name '*.c' -exec awk -v top="$1/" '
	/^[a-z_0-9]+\(/ && before ~ /^[a-z]/ && before !~ /;$/ {
		name = $0
		sub(/\(.*/, "", name)
		print name, substr(FILENAME, length(top) + 1)
	}
	{ before = $0 }' {} +
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

# taken DIRECTORY: the functions with the name of a function of some system.
taken()
{
	functions "$1" | awk 'NR == FNR { is_taken[$1]; next }
		$1 in is_taken { print $2 ": " $1 }' \
		"$srcdir/tests/lint/system-names" -
}
is "no function has a name that a system declares" "$(taken "$srcdir")" ""

# unsaid DIRECTORY: the functions that are in another file than their header is
# called after, or says.
unsaid()
{
	functions "$1" >"$scratch/functions"
	find "$1/include" "$1/src" -name '*.h' -exec awk '
	NR == FNR { file_of[$1] = $2; next }
	{ text[FILENAME] = text[FILENAME] $0 }
	/^[a-z]/ && !/^static/ && match($0, /[a-z_0-9]+\(/) {
		name = substr($0, RSTART, RLENGTH - 1)
		if (name in file_of)
			declares[FILENAME, name]
	}
	END {
		for (pair in declares) {
			split(pair, part, SUBSEP)
			file = file_of[part[2]]
			sub(/.*\//, "", file)
			called = substr(file, 1, length(file) - 1) "h"
			if (part[1] !~ "/" called "$" &&
			    !index(text[part[1]], file))
				print part[1] ": " part[2] " is in " file
		}
	}' "$scratch/functions" {} +
}
is "a header is called after the file of its functions, or says which" \
	"$(unsaid "$srcdir")" ""

# Each line is "  QUESTION    FILE: NAME".
lost()
{
	sed -n '/^Where is/,/^tests/s/^  .*  *\([^ ]*\): \([^ ]*\)$/\1 \2/p' \
		"$1" | while read -r file name; do
		grep -F "$name" "$srcdir/$file" >/dev/null || echo "$file: $name"
	done
}
is "what HACKING says is somewhere is there" "$(lost "$srcdir/HACKING")" ""

# documents FILE: those that its last lines name.
documents()
{
	sed -n '/^doc\/: /,$p' "$1" | tr ' ' '\n' | tr -d ,. | grep -v '^doc/'
}
documents "$srcdir/HACKING" >"$scratch/named"
find "$srcdir/doc" -type f ! -name '*.*' | sed 's|.*/||' | LC_ALL=C sort \
	>"$scratch/documents"
same "HACKING names the documents of doc/" "$scratch/named" "$scratch/documents"

# stale MUTANTS: those whose old text isn't in exactly one line of its file.
stale()
{
	awk -v top="$srcdir/" '
	/^#/ { next }
	/^src\// { path = top $1 }
	/^-/ {
		old = substr($0, 2)
		found = 0
		while ((getline line <path) > 0)
			found += index(line, old) > 0
		close(path)
		if (found != 1)
			print name ":", found
	}
	before == "" { name = $0 }
	{ before = $0 }' "$1"
}
is "each mutant has its line" "$(stale "$srcdir/tests/lab/mutants")" ""

# The checks themselves, on sources with one fault of each kind.
tree=$scratch/tree
mkdir -p "$tree/src/a"
printf 'static int\nput_row(void)\n{\n\treturn read(0);\n}\n' >"$tree/src/a/one.c"
printf 'static int\nput_row(void)\n{\n}\n\nint\ntell(int fd)\n{\n}\n' \
	>"$tree/src/a/two.c"
is "a shared name is found" "$(shared "$tree")" \
	"put_row: src/a/one.c src/a/two.c"
is "a name that a system declares is found" "$(taken "$tree")" \
	"src/a/two.c: tell"
mkdir "$tree/include"
printf 'int tell(int);\n' >"$tree/include/one.h"
is "a function that its header doesn't know is found" "$(unsaid "$tree")" \
	"$tree/include/one.h: tell is in two.c"
printf 'Where is ...\n\n  the thing    README: no_such_name\n' >"$scratch/places"
is "a thing that is not where HACKING says is found" "$(lost "$scratch/places")" \
	"README: no_such_name"
printf 'doc/: hosts, checks,\nsystems.\n' >"$scratch/hacking"
is "the documents of two lines are found" "$(documents "$scratch/hacking" |
	tr '\n' ' ')" "hosts checks systems "
printf '\nno line\nsrc/main.c x\n-no such text\n+\n' >"$scratch/mutants"
is "a mutant without its line is found" "$(stale "$scratch/mutants")" "no line: 0"
done_testing
