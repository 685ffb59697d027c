#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# virtual-run.sh - how long a run goes on, in virtual time: its rounds, the
# intervals it waits for, and --max-time, to the millisecond; what a disk that
# is too slow for the plan leaves of it; and that the depth is that of the law.
# All but what the intervals need is in a transcript.
# shellcheck disable=SC2317	# functions that the transcript calls
: "${srcdir:=$(dirname "$0")/../..}"
tap_in_memory=yes
# shellcheck source=tests/shell/tap.sh
. "$srcdir/tests/shell/tap.sh"
need_diskidx

# shellcheck source=tests/preload/virtual-disk.sh
. "$srcdir/tests/preload/virtual-disk.sh"

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

# half_width ROUNDS: of the interval by the rounds of the last run alone, in
# percent of the value, on its upper side. The one that is shown is wider: its
# logarithm is 2.776 times the root of 0.05^2 and 4 times the rounds' error^2.
half_width()
{
	awk -v high="$(csv commit ci95_high)" -v value="$(csv commit value)" \
		-v n="$1" 'BEGIN {
		error = sqrt(((log(high / value) / 2.7764451)^2 - 0.05^2) / 4)
		z = 1.959964
		t = z + (z^3 + z) / (4 * (n - 1))
		t += (5 * z^5 + 16 * z^3 + 3 * z) / (96 * (n - 1)^2)
		print 100 * (exp(t * error) - 1)
	}'
}
run exponential:700 -t 0.05 -i 2 --until=5 commit
rounds=$(says 'Stopped after [0-9]* rounds: by its rounds' | tr -dc 0-9)
ok "a disk that varies: it takes more" test "${rounds:-0}" -gt 5
if awk 'BEGIN { exit log(1) != 0 }' 2>/dev/null; then
	run exponential:700 -t 0.05 -i "${rounds:-2}" -f csv commit
	ok "so many are enough" awk -v width="$(half_width "${rounds:-2}")" \
		'BEGIN { exit !(width > 0 && width <= 5) }'
	fewer=$((${rounds:-3} - 1))
	run exponential:700 -t 0.05 -i $fewer -f csv commit
	ok "one less is not" awk -v width="$(half_width $fewer)" \
		'BEGIN { exit width <= 5 }'
else
	skip "so many rounds are enough" awk "this awk has no logarithms"
fi

transcript virtual-run "${1:-}"
is "nothing is left" "$(ls -A "$here")" ""
done_testing
