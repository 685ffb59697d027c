#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# other-shells.sh - run the shell tests under the shells of other systems: tests
# that measure nothing under every shell, each other test under one. The awk is
# original-awk, which the BSDs, macOS and (as nawk) Solaris have.
#
#	other-shells.sh [SHELL]...	in a build directory; default: all
#
# A shell is called as sh, so that it behaves like one; the same applies to
# every sh and awk that a test runs. A shell that is not installed is skipped,
# with a line that says so; so is each skip of a test. Exit status: 0 all
# passed; 1 something did not; 2 usage; 77 nothing failed, but a shell was
# skipped.
set -u

shells='ksh93 mksh yash dash busybox'
awk=original-awk
# Those that read records, or only what is printed of a plan.
measures_nothing='bad-input compare golden output'
check_seconds=600

say()
{
	echo "other-shells: $*"
}

# tests_of N: the names of the tests that the Nth of $count shells runs.
tests_of()
{
	printf 'include Makefile\n.PHONY: names\nnames: ; @echo $(TESTS) $(lab_tests)\n' |
		make -s -f - names | tr ' ' '\n' | awk -v n="$1" \
		-v count="$count" -v sources="$measures_nothing" '
		BEGIN {
			words = split(sources, word, " ")
			for (i = 1; i <= words; i++)
				everywhere[word[i]]
		}
		!/\.sh$/ { next }
		{
			name = $0
			sub(/.*\//, "", name)
			sub(/\.sh$/, "", name)
		}
		(name in everywhere) || ++others % count == n % count' |
		tr '\n' ' '
}

# The number behind that word in the test runner's summary.
number_of()
{
	sed -n "s/^# $1: *//p" "$log"
}

# try SHELL N: the names sh and awk have others' programs behind them.
try()
{
	bin=$place/$1
	log=$place/$1.log
	mkdir "$bin" && ln -s "$(command -v "$1")" "$bin/sh" &&
		ln -s "$(command -v "$awk")" "$bin/awk" || return 1
	PATH=$bin:$PATH timeout -k 10 "$check_seconds" make -k -j"$jobs" \
		check TESTS="$(tests_of "$2")" SH_LOG_COMPILER="$bin/sh" \
		>"$log" 2>&1 </dev/null
	failed=$?
	grep '^SKIP' "$log" | sed "s/^/other-shells: $1: /"
	say "$1: $(number_of PASS) passed, $(number_of FAIL) failed," \
		"$(number_of SKIP) skipped"
	[ "$failed" -ne 0 ] || return 0
	for each in $(tests_of "$2"); do
		[ -f "${each%.sh}.trs" ] ||
			say "$1: $each has not ended within $check_seconds s"
	done
	grep -E '^(FAIL|ERROR)' "$log"
	awk '/^(not ok|Bail)/ { print FILENAME ":" }
		/^(not ok|Bail)/, /^ok/' tests/*/*.log
	return 1
}

case ${1:-} in
-*)
	echo "usage: other-shells.sh [SHELL]... (of $shells)" >&2
	exit 2 ;;
esac
[ -f Makefile ] || { say "not a build directory"; exit 2; }
# shellcheck disable=SC2086	# a list of words
[ $# -gt 0 ] || set -- $shells
place=$(mktemp -d) || exit 1
trap 'rm -rf "$place"' 0
jobs=$(($(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2) * 2))
unset MAKEFLAGS MFLAGS MAKELEVEL	# this may be run by a make
command -v "$awk" >/dev/null 2>&1 || {
	say "no $awk here"
	exit 77
}
status=0
count=$#
n=0
for shell; do
	n=$((n + 1))
	if ! command -v "$shell" >/dev/null 2>&1; then
		say "$shell: skipped, not here"
		[ "$status" -ne 0 ] || status=77
	elif ! try "$shell" $n; then
		status=1
	fi
done
exit $status
