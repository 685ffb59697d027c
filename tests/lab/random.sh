#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# random.sh - access patterns as a whole: that each engine runs on this disk, and
# leaves nothing and what was there as it was. The ids, titles and parameters of
# variants are rows of tests/unit/rows, what they ask of the disk is in
# requests.sh, virtual-jobs.sh and virtual-rates.sh, and what is printed of all
# that in golden.sh. Where the file system lacks direct I/O, rows are n/a: then a
# run has File Copy too, since one that measures nothing exits 2.
#
# Needs: a disk with direct I/O.
# Takes: 6 s.
# shellcheck source=tests/support/tap.sh
. "$(dirname "$0")/../support/tap.sh"
need_diskidx

# A relative path, so that its length does not widen the report.
dir=${scratch##*/}/disk
mkdir "$dir" || bail "can't make a directory to test"
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

# What can be had here.

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

done_testing
