#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# coverage.sh - the share of the lines of src/ that the tests run, by folder.
#
# usage: scripts/coverage.sh [TEST...]
#
# TEST is one of make check's (tests/unit/base/units, tests/shell/run.sh); all
# are the default. Takes gcc and its gcov. What other platforms have in src/ isn't
# compiled, and isn't counted; nor is what a process ran that SIGKILL ended.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' 0
trap 'exit 1' HUP INT TERM
cd "$work"

# A worker ends by _exit, which leaves the counts to nobody.
cat >exit.c <<END
void __gcov_dump(void);
void __real__exit(int status);
void __wrap__exit(int status);
void __wrap__exit(int status)
{
	__gcov_dump();
	__real__exit(status);
}
END
${CC:-gcc} -c exit.c
"$top/configure" -q CC="${CC:-gcc}" CFLAGS='-O0 --coverage -w' \
	LDFLAGS="--coverage $work/exit.o -Wl,--wrap=_exit"
make -s -j"${JOBS:-2}" >log 2>&1
make -s -j"${JOBS:-2}" check ${1:+TESTS="$*"} >log 2>&1 ||
	grep -E '^(FAIL|ERROR): ' log >&2 || :

find src -name '*.gcno' ! -name '*main.gcno' | sort |
	while read -r object; do
		gcov -n "$object" 2>/dev/null
	done | awk '
	/^File / { file = substr($2, 2, length($2) - 2) }
	/^Lines executed:/ && file ~ /\/src\/[^\/]*\/.*[.]c$/ {
		folder = file
		sub(/.*\/src\//, "", folder)
		sub(/\/.*/, "", folder)
		share = substr($2, length("executed:") + 1) / 100
		lines[folder] += $4
		run[folder] += share * $4
		lines["all"] += $4
		run["all"] += share * $4
		file = ""	# the sum of all files follows
	}
	END {
		for (folder in lines)
			printf "%-12s %6d lines, %5.1f %% run\n", folder,
				lines[folder],
				100 * run[folder] / lines[folder] | "sort"
	}'
