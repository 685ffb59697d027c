#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# run.sh - the main job as a whole: which tests a run has, what it prints and
# saves, and that it leaves a directory unchanged; in a transcript. golden.sh
# tests that values follow from the samples, and figures.sh that they follow
# from the disk. Samples are so short that no value means anything; only the
# relations do. Without direct I/O, rows are n/a, which is not a failure.
tap_in_memory=yes
. "$(dirname "$0")/../support/tap.sh"
need_diskidx

cd "$scratch" || bail "can't go to $scratch"
mkdir disk other disk/diskidx.foreign || bail "can't make directories to test"
echo "not diskidx's" >disk/foreign
touch -t 200001010000 disk/foreign disk/diskidx.foreign

# What is in a directory: names, sizes, times, contents.
listing()
{
	(cd "$1" && ls -lAn && find . -type f -print -exec cat {} \;) |
		sed '/^total/d'
}
before=$(listing disk)

# tiny ARGUMENT...: a run on that directory, as short as can be. It leaves the
# directory as it was.
tiny()
{
	code=0
	diskidx -d disk -t 0.01 -i 2 -s 8m "$@" >out 2>err || code=$?
	[ "$(listing disk)" = "$before" ] || listing disk
	return "$code"
}

# once ARGUMENT...: one round in JSON, not saved.
once()
{
	tiny -i 1 -f json --no-save "$@"
}

# of PATH...: the lines of the JSON document whose paths match.
of()
{
	awk -f "$srcdir/tests/support/flatten.awk" out >flat
	for path; do
		grep -E "^/$path	" flat
	done
}

# measured: the categories of rows with a value, and their number.
measured()
{
	of 'tests/[0-9]*/(category|value)' | awk -F '\t' '
		/category/ { category = $2; next }
		{ print category }' | sort | uniq -c | tr -s ' '
}

# idle: all of the idle moment where the device has an account, or nothing of
# it.
idle()
{
	of 'targets/0/idle_.*' | awk -F '\t' '
	$1 ~ /idle_ns/ && $2 < 10000000 { print $2 }
	$2 !~ /^[0-9]+$/ { print }
	{ n++ }
	END { if (n != 0 && n != 5) print n " of 5" }'
}

# strange FILE: what isn't plain ASCII; and in a report or a plan also the lines
# over 80 columns.
strange()
{
	tr -d '\n\040-\176' <"$1"
	[ "$1" = err ] || awk 'length > 80' "$1"
}

transcript run "${1:-}"

cd .. || exit
done_testing
