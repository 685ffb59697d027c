#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# suites.sh - every engine and every suite on this disk, from start to end, at
# reduced size: nothing is left, and existing files do not change; what a suite
# runs, and what happens if it does not fit. golden.sh tests the layout, and
# tests/unit/command/options the options. Special cases are in a transcript.
#
# Needs: a disk with direct I/O.
# Takes: 22 s.
. "$(dirname "$0")/../support/tap.sh"
need_diskidx

# A relative path, so that its length does not widen the report.
dir=${scratch##*/}/disk
dir2=${scratch##*/}/other
mkdir "$dir" "$dir2" || bail "can't make a directory to test"
# Engines. Where the file system lacks direct I/O, rows are n/a.

echo "not diskidx's" >"$dir/test.bin"
touch -t 200001010000 "$dir/test.bin"

# as_it_was SENTENCE: the directory is as it was.
listing()
{
	(cd "$dir" && ls -lAn && cksum test.bin) | sed '/^total/d'
}
before=$(listing)
as_it_was()
{
	is "$1" "$(listing)" "$before"
}

# once ARGUMENT...: a run on that directory, one round, in JSON, not saved.
once()
{
	"$DISKIDX" -q -d "$dir" -t 0.05 -i 1 -s 4m --no-save -f json "$@"
}

definitions='def random: .tests[] | select(.category != "File Copy");'

no_direct=
once rand-read-q1 fsbuffer >"$scratch/out" 2>"$scratch/err" ||
	skip_all direct "nothing can be measured here: $(cat "$scratch/err")"
if grep '"missing"' "$scratch/out" >/dev/null; then
	no_direct="no direct I/O here"
	note "$no_direct: rows are n/a"
fi
default=$("$DISKIDX" list engines | sed -n 's/^\([a-z]*\) .*the default.*/\1/p')
like "there is a default engine" "$default" '^(libaio|threads)$'

for engine in $("$DISKIDX" list engines | sed -n 's/^\([a-z]*\) .*/\1/p'); do
	reason=$(unusable "$engine")
	if [ -n "$reason" ]; then
		skip "-e $engine" "$engine" "$reason"
		continue
	fi
	case $engine in
	sync) depths=1 ;;
	*) depths=1,5 ;;
	esac
	exits "-e $engine" 0 once -e "$engine" -Q $depths rand-read-q32 \
		rand-mixed-q32 fsbuffer
	json "-e $engine: is named" "all(random; .engine == \"$engine\")"
	json "-e $engine: measures" \
		"all(random; (has(\"missing\") and \"$no_direct\" != \"\") or
		(.value > 0 and .depth_mean <= .params.depth * 1.001))"
	for how in "--rate=200 rand-mixed-q32" "--sync=dsync rand-write-q32" \
	    "--cache=buffered -m 0,50 rand-read-q32"; do
		# shellcheck disable=SC2086	# several arguments
		exits "-e $engine $how" 0 once -e "$engine" -Q 1 $how fsbuffer
	done
done
as_it_was "engines: leave the directory as it was"
rm "$dir/test.bin"


# Suites.

suites="unixbench dd sizes small-files access fio-4k durable cdm yabs cache"

# little TEST... ARGUMENT...: a run on that directory, as short as can be.
little()
{
	"$DISKIDX" -d "$dir" -s 8m -t 0.02 -i 2 -w 0 -D 0 "$@"
}

# The tests of a suite, a line each.
tests_of()
{
	"$DISKIDX" list tests | awk -v suite="$1:" \
		'index($1, suite) == 1 { print $1 }'
}

# Running. A row that can't be had here is n/a, which is no failure; a suite of
# nothing else has nothing to print.

[ -z "$no_direct" ] || suites="unixbench dd sizes small-files durable cache"
for suite in access fio-4k cdm yabs; do
	case " $suites " in
	*" $suite "*) ;;
	*) skip "$suite runs" direct "there is no direct I/O here" ;;
	esac
done
for suite in $suites; do
	tests_of "$suite" >"$scratch/ids"
	tests=$suite
	case $suite in
	small-files)	# 2000 files a test; signals.sh has others
		tests="small-files:create small-files:delete"
		echo "$tests" | tr ' ' '\n' >"$scratch/ids" ;;
	esac
	# shellcheck disable=SC2086	# several tests
	exits "$suite runs" 0 little -i 1 $tests -o "$scratch/$suite.record"
	is "$suite leaves nothing" "$(ls -A "$dir")" ""
	awk -F '\t' '$1 == "test" { sub(/:q=.*/, "", $2); print $2 }' \
		"$scratch/$suite.record" | uniq >"$scratch/rows"
	same "$suite has its tests in their order" "$scratch/rows" \
		"$scratch/ids"
done
is "UnixBench's rule is in the record" \
	"$(awk -F '\t' '$1 == "test" { print $11 }' \
	"$scratch/unixbench.record" | sort | uniq -c | tr -s ' ')" \
	" 3 unixbench"

# run ARGUMENT...: prints to $scratch/out.
run()
{
	"$DISKIDX" -d "$dir" "$@" >"$scratch/out" 2>"$scratch/err"
}

# A file of a suite's name.
mkdir "$scratch/named"
echo "[job]" >"$scratch/named/dd"

transcript suites "${1:-}"

# A disk that fails in mid-run: its tests fail, the others go on.

: >"$scratch/gone.err"
"$DISKIDX" -d "$dir" -d "$dir2" -s 8m -D 0.05 -w 0 -i 20 \
	-o "$scratch/gone.record" sizes:write-10m sizes:copy-10m \
	>"$scratch/gone.out" 2>"$scratch/gone.err" &
run=$!
until_event grep '^round 2 ' "$scratch/gone.err" >"$scratch/round"
rm -rf "$dir2"
wait $run
is "a directory that is removed in mid-run: exit status" $? 1
is "its tests fail" "$(grep -c "^diskidx: $dir2: sizes:[a-z]*-10m: failed in \
round [0-9]*: .*No such file or directory" "$scratch/gone.err")" 2
is "the others have all their samples" \
	"$(awk -F '\t' '$1 == "test" { target = $6 }
	$1 == "sample" && target == 0' "$scratch/gone.record" | wc -l |
	tr -d ' ')" 40
is "and nothing is left" "$(ls -A "$dir")" ""

done_testing
