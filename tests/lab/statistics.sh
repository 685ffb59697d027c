#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# statistics.sh - do intervals, trust, verdicts and flags keep their promises?
# The short form of tests/lab/simulate.sh, which has fixed seeds: a check for each
# figure of it.
#
# Needs: an awk with logarithms.
# Takes: 10 s.
. "$(dirname "$0")/../support/tap.sh"
need_diskidx
need_mathematics

sh "$srcdir/tests/lab/simulate.sh" short >"$scratch/table" 2>"$scratch/err"
is "the simulation has no trouble" "$(cat "$scratch/err")" ""
ok "it has many figures" test "$(wc -l <"$scratch/table")" -gt 50
sed 1d "$scratch/table" >"$scratch/figures"
while read -r line; do
	case $line in
	*WRONG) fail "$line" ;;
	*) pass "$line" ;;
	esac
done <"$scratch/figures"
done_testing
