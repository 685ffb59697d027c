#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# virtual-run.sh - how long a run goes on, in virtual time: its rounds and
# --max-time, to the millisecond; what a disk that is too slow for the plan
# leaves of it; and that the depth is that of the law.
# shellcheck disable=SC2317	# functions that the transcript calls
# shellcheck source=tests/support/virtual-disk.sh
. "$(dirname "$0")/../support/virtual-disk.sh"

size=8388608

# run FLUSHES ARGUMENT...: on a disk whose flushes have that law.
run()
{
	flushes=$1
	shift
	on "constant:100 constant:300 $flushes" "$@"
}

# lasted SECONDS PERCENT: prints that, or what the last run took instead, from
# its first request to the end of its last one.
lasted()
{
	awk -v wanted="$1" -v percent="$2" '
		NR == 1 { begin = $4 }
		END {
			took = ($5 - begin) / 1e9
			off = 100 * (took / wanted - 1)
			print (off * off > percent * percent ? took : wanted) " s"
		}' "$scratch/log"
}

# written: the sum of all requests, and that of the fills, in work files.
written()
{
	awk -v size="$size" '{ all += $3 }
		$1 == "w" && $3 > 4096 { fills += $3 }
		END { print all / size, fills / size }' "$scratch/log"
}

# of_log: the bytes of all writes.
of_log()
{
	awk '/^[wW]/ { all += $3 } END { print all }' "$scratch/log"
}

transcript virtual-run "${1:-}"
is "nothing is left" "$(ls -A "$here")" ""
done_testing
