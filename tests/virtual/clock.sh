#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# clock.sh - test of clocks that go back or stand still, and of a time of day
# that is set, in the middle of a run: a run ends in time, and no figure is
# printed that isn't true. The clocks are virtual, and so is the disk; what is
# said of them is in a transcript.
# shellcheck disable=SC2317	# functions that the transcript calls

# shellcheck source=tests/support/virtual-disk.sh
. "$(dirname "$0")/../support/virtual-disk.sh"

TZ=UTC0; export TZ
size=4194304

# run CLOCK WRITES [ARGUMENT]...: a run on that clock and a disk of that law.
run()
{
	VIRTUAL_CLOCK=$1
	export VIRTUAL_CLOCK
	law=$2
	shift 2
	on "constant:100 $law constant:0" -Q 1 --cache=buffered "$@" \
		rand-write-q32
}

# absurd: numbers of a length that only a difference below 0 has; none of ours
# has 14 digits, as long as --seed is given.
absurd()
{
	grep -E '[0-9]{14}|[^0-9a-z]-[0-9]' "$scratch/out"
}

# jumped: how many writes the clock's step, 4 s after the start, fell into.
jumped()
{
	awk 'NR == 1 { begin = $4 }
		$3 == 4096 && $4 - begin < 4e9 && $5 - begin > 4e9 { n++ }
		END { print n + 0 }' "$scratch/log"
}

# dated: the record ends after its begin, and within three seconds of it.
dated()
{
	awk -F '\t' -v begin=1700000000 '
		$1 == "run" {
			print ($3 >= begin && $4 >= $3 && $4 <= begin + 3)
		}
		' "$scratch/record"
}

transcript clock "${1:-}"
is "bad clocks: nothing is left" "$(ls -A "$here")" ""
done_testing
