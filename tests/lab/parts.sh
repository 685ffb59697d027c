#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# parts.sh - the parts of the system that other tests use where they are there:
# each is found by a run, or skipped, so that a program that never finds one
# fails wherever $DISKIDX_REQUIRE has it.

# shellcheck source=tests/support/tap.sh
. "$(dirname "$0")/../support/tap.sh"
need_diskidx

here=$scratch/disk
mkdir "$here"

for engine in libaio threads uring; do
	reason=$(unusable "$engine")
	if [ -z "$reason" ]; then
		like "the engine $engine" "$("$DISKIDX" list engines)" \
			"^$engine "
	else
		skip "the engine $engine" "$engine" "$reason"
	fi
done

exits "a run" 0 "$DISKIDX" -q -f csv -d "$here" -s 4m -t 0.1 -i 1 -e threads \
	-o "$scratch/record" rand-read-q32 seq-read commit fsbuffer

# found SENTENCE PART REGEX: a line of the record tells of that part.
found()
{
	if grep -E "$3" "$scratch/record" >/dev/null; then
		pass "$1"
	else
		skip "$1" "$2" "the record has no line of it"
	fi
}

tab=$(printf '\t')
if grep '^missing' "$scratch/record" >"$scratch/missing"; then
	skip "direct I/O" direct "$(cat "$scratch/missing")"
else
	pass "direct I/O"
fi
found "the file system's name" filesystem "^target${tab}0${tab}filesystem$tab"
found "the size of memory" memory "^host${tab}memory_bytes$tab"
found "a read by the process counts" inblock "^inblock${tab}[1-9]"
found "pages of a file are told apart" resident \
	"^resident${tab}[0-9]+${tab}[1-9]"
found "a device counts reads" counters "^device${tab}[1-9]"
found "a device counts writes" counters \
	"^device${tab}[0-9]+${tab}[0-9]+${tab}[0-9]+${tab}[0-9]+${tab}[1-9]"
if grep "^target${tab}0${tab}filesystem${tab}tmpfs" "$scratch/record" \
    >/dev/null; then
	skip "a place on a disk" disk "it is in memory"
else
	pass "a place on a disk"
fi
done_testing
