#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# fuzz.sh - let clang's libFuzzer search for bytes that diskidx handles wrongly:
# every target of tests/fuzz at the same time, with the address and undefined
# behavior sanitizers, starting from what other tests read.
#
#	fuzz.sh [SECONDS]		for each (60); in a directory for builds
#
# $SEED changes the bytes (1; 0: other bytes each time).
#
# Ends with a line for each target. Bytes that were handled wrongly stay in
# wrong-* here; they are shown, and then the reason. Exit status: 0 nothing was
# handled wrongly; 1 something was; 77 there is no libFuzzer here.
set -u
LC_ALL=C
export LC_ALL
seconds=${1:-60}
seed=${SEED:-1}
srcdir=$(CDPATH='' cd "$(dirname "$0")/../.." && pwd)
sanitizers=address,undefined
targets='jobfile options platform record'

give_up()
{
	echo "fuzz.sh: $*" >&2
	exit 77
}

work=$PWD/fuzz.$$
mkdir "$work" || exit 2
trap 'rm -rf "$work"' 0
trap 'exit 2' HUP INT TERM
cd "$work" || exit 2
echo 'int LLVMFuzzerTestOneInput(void) { return 0; }' >try.c
clang -fsanitize=fuzzer,$sanitizers -o try try.c 2>try.log ||
	give_up "no clang with libFuzzer: $(sed q try.log)"

# The targets are linked by hand: libFuzzer has a main.
build()
{
	"$srcdir/configure" -q CC=clang --without-cmocka \
		CFLAGS="-g -O1 -fsanitize=fuzzer-no-link,$sanitizers \
-fno-sanitize-recover=undefined" || return
	make -s -j"$(nproc)" libdiskidx.a || return
	libraries=$(sed -n 's/^\(AIO_LIBS\|URING_LIBS\|LIBS\) = //p' Makefile)
	for target in $targets; do
		# shellcheck disable=SC2086	# libraries are words
		clang -g -O1 -fsanitize=fuzzer,$sanitizers \
			-fno-sanitize-recover=undefined -I. \
			-I"$srcdir/include" -I"$srcdir/src" \
			-o "fuzz-$target" "$srcdir/tests/fuzz/$target.c" \
			"$srcdir/tests/fuzz/fuzz.c" libdiskidx.a $libraries ||
			return
	done
}
build >build.log 2>&1 || {
	tail -n 40 build.log
	exit 1
}

# lines FILE DIRECTORY: each row of a table as a file of its own.
lines()
{
	awk -v to="$2/line." '!/^(#|==|$)/ {
		gsub(/\\t/, "\t")
		gsub(/\\n/, "\n")
		printf "%s", $0 >(to NR)
		close(to NR)
	}' "$1" || exit 1
}

for target in $targets; do
	mkdir "corpus-$target"
done
data=$srcdir/tests
cp "$data"/unit/jobs/*.fio corpus-jobfile
# Each record is printed in every format. Those of 4 KiB and more take so long
# that no time would be left to change any; the golden tests print them.
find "$data/golden" -name '*.record' -size -8 -exec cp {} corpus-record \;
lines "$data/unit/rows/options" corpus-options
sed -n 's/^\$ [^:]*: //p' "$data/unit/plan/plans.transcript" >plans
lines plans corpus-options
lines "$data/unit/rows/platform" corpus-platform

pids=
for target in $targets; do
	"./fuzz-$target" -seed="$seed" -max_total_time="$seconds" -timeout=600 \
		-rss_limit_mb=2048 -print_final_stats=1 \
		-artifact_prefix="../wrong-$target-" \
		"corpus-$target" >"log-$target" 2>&1 &
	pids="$pids $!"
done
status=0
for pid in $pids; do
	wait "$pid" || status=1
done
for target in $targets; do
	n=$(sed -n 's/^stat::number_of_executed_units: *//p' "log-$target")
	echo "$target: ${n:-no} inputs in $seconds s"
	grep -Eq 'SUMMARY|wrong-' "log-$target" || continue
	for input in ../wrong-"$target"-*; do
		[ ! -f "$input" ] || od -A d -t x1 -c "$input"
	done
	tail -n 60 "log-$target"
done
[ "$status" -eq 0 ]
