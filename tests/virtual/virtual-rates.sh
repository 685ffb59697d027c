#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# virtual-rates.sh - open loops on a disk whose law is known, in virtual time:
# requests are due at the rate asked for, a disk that keeps up achieves it, and
# one that doesn't has its own rate, with the wait in the latency. The figures,
# and what they follow from, are in a transcript for each engine.
# shellcheck disable=SC2317	# functions that the transcripts call
# shellcheck source=tests/support/virtual-disk.sh
. "$(dirname "$0")/../support/virtual-disk.sh"

# rated READS ARGUMENT...: a run on that disk; what it says, and its figures.
rated()
{
	reads=$1
	shift
	on_disk "$reads" constant:100 "${flushes:-constant:0}" -e "$engine" \
		-Q "$depth" -i 1 -f json "$@" >"$scratch/out" \
		2>"$scratch/err" || echo "status $?"
	cat "$scratch/err"
	for name in offered_iops value ios mean max depth_mean; do
		field $name | awk -v name=$name '{
			printf "%s=%.4g\n", name, $1 }'
	done | paste -s -d ' ' -
}

# gaps: the times between the requests in the log, in nanoseconds, of the last
# sample, which reads blocks of 4 KiB.
gaps()
{
	awk '$3 == 4096 { if (before != "") print $4 - before; before = $4 }' \
		"$scratch/log"
}

# under NS: the share of the gaps that are shorter.
under()
{
	gaps | awk -v most="$1" '$1 < most { n++ }
		END { printf "%.2f\n", n / NR }'
}

# written: how many requests of 4 KiB.
written()
{
	grep -c '^W [0-9]* 4096 ' "$scratch/log"
}

engine=sync depth=1
transcript virtual-rates "${1:-}"
if [ -n "$libaio" ]; then
	engine=libaio depth=32
	transcript virtual-rates-libaio "${1:-}"
else
	skip "libaio: open loops" libaio "no libaio here"
fi
is "nothing is left" "$(ls -A "$here")" ""
done_testing
