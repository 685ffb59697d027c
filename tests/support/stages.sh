#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# stages.sh - shared by .ci/run and tests/lab/all.sh, to be sourced by bash in
# the top directory of the sources: stages that build and test in $build, a new
# directory there that is removed at the end.
#
#	step TEXT			a line with the time since the start
#	stage NAME COMMAND...		does that in $build/NAME, with its output
#					in $build/NAME.log; a failure shows it
#					and ends this
#	variant NAME [ARGUMENT...]	a stage: configure with these arguments,
#					make, and make check, which may only skip
#					what skips.sh allows
#	counted NAME			prints the test runner's summary of that
#					stage
#	script NAME LINES COMMAND...	a stage for a script that reports in its
#					last lines what it found
#	together COMMAND...		several of these side by side; shown in
#					this order, each with its time
#	repeatable NAME COMMAND...	a stage whose times depend on other load:
#					if it fails next to others, repeat_alone
#					does it again by itself
#	laboratory [NAME=VALUE...]	`make check-lab` in $clone. A test that
#					says at its top that it may be repeated
#					is repeated in the same way
#	repeat_alone			repeats what failed, after all others;
#					more than $most_repeats end this
#	summary NAME			the last lines, with the counts of that
#					stage
# shellcheck shell=bash disable=SC2034	# variables are for the caller
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive
repository=$PWD
# More jobs than processors: many of them wait.
jobs=$(($(nproc) * 2))
most_repeats=2

build=$(mktemp -d "$PWD/ci-build.XXXXXX")
outside=$(mktemp -d)
clone=$build/clone
trap 'rm -rf "$build" "$outside"' EXIT
chmod 755 "$build" "$outside"	# some things are done as other users
: >"$build/repeats"

step() { printf '\n=== %d:%02d %s\n' $((SECONDS / 60)) $((SECONDS % 60)) "$*"; }

# attempt NAME COMMAND...: into NAME.log. A function stops at its first failure,
# as this script does.
attempt()
{
	local log=$build/$1.log status
	mkdir -p "$build/$1"
	set +e
	(set -e; cd "$build/$1"; "${@:2}") >"$log" 2>&1 </dev/null
	status=$?
	set -e
	return $status
}

# show_failure NAME: what failed, and the end of its log.
show_failure()
{
	grep -E '^(FAIL|ERROR|not ok|Bail)' "$build/$1.log" || true
	tail -n 100 "$build/$1.log"
}

stage()
{
	if ! attempt "$@"; then
		show_failure "$1"
		exit 1
	fi
}

counted()
{
	grep -E '^# (TOTAL|PASS|SKIP|FAIL|ERROR):' "$build/$1.log" |
		tr '\n' ' ' | grep . || { echo "$1: no test ran"; exit 1; }
}

script()
{
	step "$1"
	stage "$1" "${@:3}"
	tail -n "$2" "$build/$1.log"
}

# requiring NAME COMMAND...: where all that NAME has must be used.
requiring()
{
	local DISKIDX_REQUIRE
	DISKIDX_REQUIRE=$(sh "$repository/tests/lab/skips.sh" "$1")
	export DISKIDX_REQUIRE
	"${@:2}"
}

failed_checks()
{
	awk '/^(not ok|Bail)/ { print FILENAME ":" }
		/^(not ok|Bail)/, /^ok/' tests/*/*.log tests/*/*/*.log
	return 1
}

checked()
{
	make -j"$jobs" -Otarget check ${tests:+TESTS="$tests"} || failed_checks
}

built_and_checked()
{
	"$repository/configure" --enable-werror "$@"
	make -j"$jobs"
	checked
}

variant()
{
	step "$1"
	stage "$1" requiring "$1" built_and_checked "${@:2}"
	counted "$1"
}

# timed FILE COMMAND: what it printed into FILE, its status into FILE.status.
timed()
{
	local TIMEFORMAT='(%1R s; processor %1U s, kernel %1S s)'
	set +e
	(set -e; time eval "$2") >"$1" 2>&1
	echo $? >"$1.status"
}

# Each leaves its status in a file: bash forgets that of a process once a later
# one has the same number.
together()
{
	local command i=0 failed=0
	for command; do
		while [ "$(jobs -r | wc -l)" -ge "$jobs" ]; do
			wait -n || true
		done
		timed "$build/together.$i" "$command" &
		i=$((i + 1))
	done
	wait
	i=0
	for command; do
		cat "$build/together.$i"
		[ "$(cat "$build/together.$i.status")" = 0 ] || failed=1
		i=$((i + 1))
	done
	[ "$failed" -eq 0 ] || exit 1
}

# put_off NAME COMMAND...: it failed beside others, as its log shows.
put_off()
{
	echo "$1 failed beside others; it is repeated alone:"
	show_failure "$1"
	printf '%s\t' "$@" >>"$build/repeats"
	echo >>"$build/repeats"
}

repeatable()
{
	step "$1"
	attempt "$@" || put_off "$@"
}

check_lab()
{
	cd "$clone"
	requiring clone make -j2 -Otarget check-lab "$@" || failed_checks
}

laboratory()
{
	local test failed
	step check-lab
	if ! attempt check-lab check_lab "$@"; then
		failed=$(sed -nE 's/^(FAIL|ERROR): (tests[^ ]*).*/\2/p' \
			"$build/check-lab.log" | sort -u)
		[ -n "$failed" ] || { show_failure check-lab; exit 1; }
		for test in $failed; do
			grep -q '^# Repeats: ' "$test" ||
				{ show_failure check-lab; exit 1; }
			cp "$build/check-lab.log" "$build/${test##*/}.log"
			put_off "${test##*/}" check_lab lab_tests="$test"
		done
	fi
	counted check-lab
}

repeat_alone()
{
	local again
	if [ "$(wc -l <"$build/repeats")" -gt "$most_repeats" ]; then
		echo "too many to repeat:"
		cat "$build/repeats"
		exit 1
	fi
	while IFS=$'\t' read -r -a again; do
		step "${again[0]}, again, alone"
		stage "${again[@]}"
		tail -n 20 "$build/${again[0]}.log"
	done <"$build/repeats"
}

summary()
{
	count() { sed -n "s/^# $1: *//p" "$build/$name.log"; }
	local name=$1
	step "all of them"
	echo "$(count PASS) passed, $(($(count FAIL) + $(count ERROR)))" \
		"failed, $(count SKIP) skipped"
	echo "repeated alone: $(wc -l <"$build/repeats")"
}
