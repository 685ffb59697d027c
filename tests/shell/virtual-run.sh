#!/bin/sh
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

# half_width: of the last run's interval, in percent of the value, on the side
# where it is more.
half_width()
{
	awk -v low="$(csv commit ci95_low)" -v high="$(csv commit ci95_high)" \
		-v value="$(csv commit value)" 'BEGIN {
		above = high / value - 1
		below = 1 - low / value
		print 100 * (above > below ? above : below)
	}'
}
run exponential:700 -t 0.05 -i 2 --until=5 commit
rounds=$(says 'Stopped after [0-9]* rounds: every' | tr -dc 0-9)
ok "a disk that varies: it takes more" test "${rounds:-0}" -gt 5
run exponential:700 -t 0.05 -i "${rounds:-2}" -f csv commit
ok "so many are enough" awk -v width="$(half_width)" 'BEGIN { exit width > 5 }'
run exponential:700 -t 0.05 -i $((${rounds:-3} - 1)) -f csv commit
ok "one less is not" awk -v width="$(half_width)" 'BEGIN { exit width <= 5 }'

transcript virtual-run "${1:-}"
is "nothing is left" "$(ls -A "$here")" ""
done_testing
