#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# capacity.sh - `diskidx capacity` on disks whose capacity is known exactly, in
# virtual time. doc/variance has many runs of such disks.
. "$(dirname "$0")/../support/virtual-disk.sh"
need_mathematics
[ -n "$libaio" ] || skip_all libaio "depths over 1 need libaio here"

cd "$scratch" || bail "can't go to $scratch"

log=

# found LAW PROMISE ARGUMENT...: the answer, with N for its numbers, which depend
# on the compiler's arithmetic; the record is in `found`.
found()
{
	law=$1
	shift
	rm -f "$scratch/found"
	record="-o $scratch/found"
	on_disk "$law" "$law" "${flushes:-constant:0}" capacity "$@" \
		>"$scratch/out" 2>"$scratch/err" || echo "status $?"
	flat "$scratch/out" | sed 's/ Test  *result.*//; s/ Sweep of.*//
		s/[0-9][0-9][0-9][0-9]*/N/g; s/[0-9]* % of the/N % of the/'
	echo
	cat "$scratch/err"
	record=--no-save
}

# column NAME ID: of the CSV of the record.
column()
{
	"$DISKIDX" report -f csv "$scratch/found" >"$scratch/out"
	csv "$2" "$1"
}

# shellcheck disable=SC2034	# the transcript has it
transcript capacity "${1:-}"

# One server and exponential times T: p99 is L at the rate 1/T - ln 100/L. The
# others are from a long simulation.
while read -r us servers shape limit_ms wanted; do
	found "queue:$us,$servers,$shape" "read p99 < ${limit_ms}ms" >/dev/null
	value=$(column value capacity)
	is "$servers servers of $us us, shape $shape, $limit_ms ms: it is known" \
		"$(echo "$(column ci95_low capacity) $(column ci95_high capacity)" |
		awk -v wanted="$wanted" -v near="$(close_to "$value" "$wanted" 8)" '{
			print $1 < wanted && wanted < $2 ? near : $0
		}')" "$wanted"
done <<LAWS
250 1 1 2 1697.4
500 1 0 5 1547.6
LAWS
cd .. || exit
done_testing
