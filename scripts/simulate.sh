#!/bin/sh
# simulate.sh - do the statistics of a report keep their promises? Has diskidx
# report runs of invented disks whose true speeds are known (simulate.awk), and
# prints a line for each figure: the scenario, its rounds, the figure, what it
# should be and what it is.
#
# usage: scripts/simulate.sh [short]
#
# short: fewer runs of a part of the scenarios, in some seconds; the same
# figures each time. $DISKIDX is the program (./diskidx), RUNS the number of runs
# of each scenario (400). Exits 1 if a figure isn't what it should be.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
: "${DISKIDX:=./diskidx}"
mode=${1:-long}
case $mode in
short) : "${RUNS:=60}" ;;
long) : "${RUNS:=400}" ;;
*)
	echo "usage: simulate.sh [short]" >&2
	exit 2
	;;
esac
work=$(mktemp -d)
trap 'rm -rf "$work"' 0
trap 'exit 1' HUP INT TERM
seed=0

# figures LATENCY <JSON: of the documents of several runs the lines FIGURE
# PER-CENT, by the truth that simulate.awk has told.
figures()
{
	grep -E -e '^ *"(diskidx version|tests|scores|notes|global options)": ' \
		-e '^ *"(id|category|scored|flags|value|ci95|name|score)": ' \
		-e '^ *"[0-9.]*": \[' -e 'round [0-9]* fell|round 1 was' \
		-e 'are autocorrelated|No throttling' |
	awk -v truth="$work/truth" -v latency="$1" '
	function number(line)
	{
		sub(/^[^:]*:/, "", line)
		return line + 0
	}
	function pair(line)
	{
		sub(/^[^[]*\[/, "", line)
		split(line, part, /[],]/)
		low = part[1] + 0
		high = part[2] + 0
	}
	function covered(figure, x)
	{
		asked[figure]++
		got[figure] += low <= x && x <= high
	}
	function flagged(flag)
	{
		if (index(flags, "\"" flag "\""))
			seen[flag] = runs
	}
	function tell(figure, share)
	{
		printf "%s\t%.1f\n", figure, 100 * share
	}
	BEGIN {
		while ((getline line <truth) > 0) {
			split(line, part, "\t")
			speed[part[1]] = part[2]
		}
		deviate[50] = 0
		deviate[90] = 1.2815516
		deviate[99] = 2.3263479
		deviate[99.9] = 3.0902323
		many = split("throttled drift noisy stalled", flag, " ")
		many = split("fall hang quiet", told, " ") + many
	}
	/^ *"diskidx version"/ {
		runs++
		where = "head"
		logs = rows = 0
	}
	/^ *"tests": / { where = "tests" }
	/^ *"scores": / { where = "scores" }
	/^ *"notes": / { where = "notes" }
	/^ *"global options"/ { where = "" }
	where == "tests" && /^ *"id": / {
		split($0, part, "\"")
		id = part[4]
		value = 0
		figure = "value"
	}
	where == "tests" && /^ *"category": / { random = /"Random"/ }
	where == "tests" && /^ *"scored": / { scored = /true/ }
	where == "tests" && /^ *"flags": / {
		flags = $0
		for (i in flag)
			flagged(flag[i])
		value = -1
	}
	where == "tests" && /^ *"value": / && value < 0 {
		value = number($0)
		off += log(value / speed[id])
		values++
		if (random && scored) {
			logs += log(speed[id] / value)
			rows++
		}
	}
	where == "tests" && /^ *"[0-9.]*": \[/ {
		split($0, part, "\"")
		percent = part[2] + 0
		if (percent in deviate) {
			pair($0)
			covered("p" percent, 1e5 * exp(latency * sqrt(1.01) * \
				deviate[percent]))
		}
	}
	where == "tests" && /^ *"ci95": / {
		pair($0)
		covered("value", speed[id])
	}
	where == "scores" && /^ *"name": / { is_random = /"Random"/ }
	where == "scores" && /^ *"score": / && is_random {
		score = number($0) * exp(logs / rows)
	}
	where == "scores" && /^ *"ci95": / && is_random {
		pair($0)
		covered("score", score)
	}
	where == "notes" && /round [0-9]* fell|round 1 was/ { seen["fall"] = runs }
	where == "notes" && /are autocorrelated/ { seen["hang"] = runs }
	where == "notes" && /No throttling/ { seen["quiet"] = runs }
	where == "" {
		for (i in seen) {
			hits[i]++
			delete seen[i]
		}
	}
	END {
		for (i in asked)
			tell(i, got[i] / asked[i])
		if (values > 0)
			tell("bias", exp(off / values) - 1)
		for (i in flag)
			tell(flag[i], hits[flag[i]] / runs)
		for (i in told)
			tell(told[i], hits[told[i]] / runs)
	}'
}

# scenario NAME ROUNDS SETTINGS FIGURE=WANTED...: report runs of such a disk, and
# judge the figures; WANTED is LOW..HIGH, or - for any.
scenario()
{
	name=$1 rounds=$2 settings=$3
	shift 3
	seed=$((seed + 1))
	# shellcheck disable=SC2046	# several settings
	awk -f "$top/scripts/records.awk" -f "$top/scripts/simulate.awk" \
		-v seed=$seed -v runs="$RUNS" -v rounds="$rounds" \
		-v truth="$work/truth" $(printf ' -v %s' $settings) \
		</dev/null >"$work/record"
	"$DISKIDX" report -f json "$work/record" >"$work/json"
	figures "$(expr "$settings" : ".*latency=\([0-9.]*\)")" \
		<"$work/json" >"$work/figures"
	judge "$name" "$rounds" "$@"
}

# judge NAME N FIGURE=WANTED...: the lines FIGURE PER-CENT of $work/figures.
judge()
{
	name=$1 rounds=$2
	shift 2
	awk -F '\t' -v name="$name" -v rounds="$rounds" -v wanted="$*" '
	{ found[$1] = $2 }
	END {
		n = split(wanted, part, " ")
		for (i = 1; i <= n; i++) {
			split(part[i], word, "=")
			got = found[word[1]]
			split(word[2], bound, "[.][.]")
			good = got != "" && (word[2] == "-" ||
			       got >= bound[1] + 0 && got <= bound[2] + 0)
			printf "%-26s %3s  %-10s %-8s %6s%s\n", name, rounds,
				word[1], word[2], got, good ? "" : "  WRONG"
		}
	}' "$work/figures" | tee -a "$work/table"
}

# sort_runs OLD NEW SAVED <RECORD: into $work/sides/TRIAL, a directory each, with
# the files old, new and saved.diskidx.
sort_runs()
{
	awk -v dir="$work/sides/" -v runs="$RUNS" 'BEGIN {
		for (i = 1; i <= runs; i++)
			print dir i
	}' | xargs mkdir -p
	awk -v dir="$work/sides" -v old="$1" -v new="$2" -v saved="$3" '
	/^diskidx-record/ { next }
	/^run\t/ {
		at = n++ % (old + new + saved)
		if (at == 0)
			trial++
		close(file)
		name = at < old ? "old" : at < old + new ? "new" : \
			"saved.diskidx"
		file = dir "/" trial "/" name
		if (at == 0 || at == old || at == old + new)
			print "diskidx-record\t1" >>file
	}
	{ print >>file }'
}

# comparison NAME OLD NEW SAVED SETTINGS FIGURE=WANTED...: compare OLD runs of
# such a disk with NEW ones, SAVED others being at hand. `false` is the share of
# comparisons with a wrong verdict on a test, a latency or a score, `stopped` and
# `refused` those that the gate ends with 1 and with 2, and `found` those that
# see the changed row, whose scores have changed as well.
comparison()
{
	name="$1, $2 v $3" old=$2 new=$3 saved=$4 settings=$5
	[ "$saved" -eq 0 ] || name="$name, $saved more"
	shift 5
	seed=$((seed + 1))
	rm -rf "$work/sides"
	# shellcheck disable=SC2046	# several settings
	awk -f "$top/scripts/records.awk" -f "$top/scripts/simulate.awk" \
		-v seed=$seed -v runs=$((RUNS * (old + new + saved))) \
		-v rounds=5 -v rows=11 -v noise=0.03 -v truth="$work/truth" \
		-v old="$old" -v new="$new" -v saved="$saved" \
		$(printf ' -v %s' $settings) </dev/null |
		sort_runs "$old" "$new" "$saved"
	for side in "$work"/sides/*; do
		status=0
		DISKIDX_RESULTDIR=$side "$DISKIDX" compare -f csv \
			--fail-if-slower=5 "$side/old" "$side/new" \
			2>/dev/null || status=$?
		echo "status,$status"
	done | awk -F , -v runs="$RUNS" -v settings="$settings" '
	$16 ~ /^(faster|slower)$/ {
		if (settings !~ /changed/)
			wrong = 1
		else if ($5 == "rand-read-q1")
			found = 1
		else if ($5 !~ /^score:/)
			wrong = 1
	}
	$1 == "status" {
		n++
		all_wrong += wrong
		all_found += found
		stopped += $2 == 1
		refused += $2 == 2
		wrong = found = 0
	}
	END {
		if (n != runs)
			exit
		printf "false\t%.1f\nfound\t%.1f\n", 100 * all_wrong / n,
			100 * all_found / n
		printf "stopped\t%.1f\nrefused\t%.1f\n",
			100 * stopped / n, 100 * refused / n
	}' >"$work/figures"
	judge "$name" 5 "$@"
}

# Comparisons: NAME | OLD NEW SAVED | SETTINGS | FIGURE=WANTED... as below. Where
# single runs are all there is, their verdicts hold in these two runs, so only
# the gate is judged, which must refuse. Where the runs of one side differ three
# times as much, the false verdicts are up to 8 %: three runs hardly tell.
comparisons()
{
	for spread in 0 0.03 0.05 0.1; do
		cat <<-END
		  equal, $spread | 1 1 0 | between=$spread | stopped=0..0 refused=100..100
		! equal, $spread | 1 1 3 | between=$spread | false=0..7 stopped=0..1
		  equal, $spread | 1 1 9 | between=$spread | false=0..7 stopped=0..1
		! equal, $spread | 2 2 0 | between=$spread | false=0..7 stopped=0..1
		  equal, $spread | 3 3 0 | between=$spread | false=0..7 stopped=0..1
		  equal, $spread | 10 1 0 | between=$spread | false=0..7 stopped=0..1
		END
	done
	for spread in 0 0.05; do
		cat <<-END
		  latencies, $spread | 1 1 9 | between=$spread latency=0.5 | false=0..7
		! latencies, $spread | 3 3 0 | between=$spread latency=0.5 | false=0..7
		  latencies, $spread | 10 10 0 | between=$spread latency=0.5 | false=0..7
		END
	done
	cat <<-END
	  unequal, 0.01 and 0.03 | 3 3 0 | between=0.01 unequal=3 latency=0.5 | false=0..7 stopped=0..1
	  unequal, 0.03 and 0.09 | 3 3 0 | between=0.03 unequal=3 latency=0.5 | false=0..7 stopped=0..1
	  unequal, 0.03 and 0.09 | 5 3 0 | between=0.03 unequal=3 latency=0.5 | false=0..10 stopped=0..1
	  unequal, 0.09 and 0.03 | 5 5 0 | between=0.09 unequal=0.333 latency=0.5 | false=0..7 stopped=0..1
	  10 % faster | 3 3 0 | between=0.005 noise=0.01 changed=1.1 | found=80..100 false=0..7
	  20 % faster | 5 5 0 | between=0.03 changed=1.2 | found=90..100 false=0..7
	  30 % faster | 3 3 0 | between=0.03 changed=1.3 | found=60..100 false=0..7
	! 20 % faster | 3 3 0 | between=0.005 noise=0.01 changed=1.2 | found=95..100 false=0..7
	  10 % faster | 10 10 0 | between=0.03 changed=1.1 | found=80..100 false=0..7
	END
}

# The table. NAME | ROUNDS | SETTINGS | FIGURE=WANTED...; with an exclamation mark
# also in the short form. Figures are in per cent of the intervals (value and
# score: coverage) or of the runs (flags, and what a note says).
scenarios()
{
	cat <<'END'
  noise 3 %              | 3  | noise=0.03 | value=93..97 score=93..97 throttled=0..2 stalled=0..1
! noise 3 %              | 5  | noise=0.03 | value=93..97 score=88..100 throttled=0..2 drift=0..4 fall=0..2
! noise 3 %              | 8  | noise=0.03 | value=93..97 score=88..100 throttled=0..2 drift=0..4 fall=0..2 hang=0..8
  noise 3 %              | 20 | noise=0.03 | value=93..97 score=93..97 throttled=0..2 drift=0..4 hang=0..8
  noise 10 %             | 3  | noise=0.10 | value=93..97 score=93..97 throttled=0..2 stalled=0..1
! noise 10 %             | 5  | noise=0.10 | value=92..97 score=88..100 throttled=0..2 drift=0..4 fall=0..2
  noise 10 %             | 8  | noise=0.10 | value=93..97 score=93..97 throttled=0..2 drift=0..4 fall=0..2 hang=0..8
  noise 10 %             | 20 | noise=0.10 | value=93..97 score=93..97 throttled=0..2 drift=0..4 hang=0..8
! noise 30 %             | 3  | noise=0.30 | value=91..97 score=88..100 throttled=0..2 stalled=0..5
  noise 30 %             | 5  | noise=0.30 | value=91..97 score=92..97 throttled=0..2 stalled=0..5
  noise 30 %             | 8  | noise=0.30 | value=91..97 score=92..97 throttled=0..2 stalled=0..5 hang=0..8
  noise 30 %             | 20 | noise=0.30 | value=91..97 score=92..97 throttled=0..2 stalled=0..5 hang=0..8
! rounds 10 %            | 5  | noise=0.03 common=0.1 | value=91..98 score=88..100 throttled=0..5 drift=0..5
  rounds 10 %            | 8  | noise=0.03 common=0.1 | value=91..98 score=91..98 throttled=0..5 drift=0..5 hang=0..8
  rounds 10 %            | 20 | noise=0.03 common=0.1 | value=91..98 score=91..98 throttled=0..5 drift=0..5 hang=0..8
! rounds alike 10 %      | 8  | noise=0.03 common=0.1 ar=0.7 | value=- score=- throttled=0..5 drift=- fall=- hang=20..100
  rounds alike 10 %      | 20 | noise=0.03 common=0.1 ar=0.7 | value=- score=- throttled=0..5 drift=- fall=- hang=50..100
  rounds alike 30 %      | 8  | noise=0.03 common=0.3 ar=0.7 | value=- score=- throttled=0..5 drift=- fall=- hang=10..100
  rows' rounds alike 10 %| 5  | noise=0.1 ar=0.7 | value=- throttled=0..5
! rows' rounds alike 10 %| 8  | noise=0.1 ar=0.7 | value=- throttled=0..5 hang=60..100
  rows' rounds alike 30 %| 8  | noise=0.3 ar=0.7 | value=- throttled=0..5 hang=60..100
  5 % of samples stall   | 5  | noise=0.1 stalls=0.05 | value=- throttled=0..5 stalled=-
! 5 % of samples stall   | 8  | noise=0.1 stalls=0.05 | value=80..100 throttled=0..5 stalled=-
  5 % of samples stall   | 20 | noise=0.1 stalls=0.05 | value=75..100 throttled=0..5 stalled=-
! stalled 5 % of the time| 5  | noise=0.03 pauses=0.05 | value=92..97 throttled=0..5 stalled=0..1
  stalled 5 % of the time| 8  | noise=0.03 pauses=0.05 | value=92..97 throttled=0..5 stalled=0..1
  two speeds, by sample  | 3  | noise=0.03 modes=sample | value=- throttled=0..5
! two speeds, by sample  | 5  | noise=0.03 modes=sample | value=- throttled=0..5 drift=0..5
! two speeds, by sample  | 8  | noise=0.03 modes=sample | value=88..100 throttled=0..5 drift=0..5
  two speeds, by sample  | 20 | noise=0.03 modes=sample | value=92..98 throttled=0..5 drift=0..5
  two speeds, by round   | 3  | noise=0.03 modes=round | throttled=0..5
! two speeds, by round   | 5  | noise=0.03 modes=round | throttled=0..5 drift=0..5 fall=-
  two speeds, by round   | 8  | noise=0.03 modes=round | throttled=0..5 drift=0..5 fall=-
  two speeds, by round   | 20 | noise=0.03 modes=round | throttled=0..5 drift=0..5
! two speeds, every 0.5 s| 1  | noise=0.03 modes=series | throttled=0..5
  two speeds, every 0.5 s| 2  | noise=0.03 modes=series | throttled=0..5
! two speeds, every 0.5 s| 3  | noise=0.03 modes=series | throttled=0..5 value=-
  two speeds, every 0.5 s| 8  | noise=0.03 modes=series | throttled=0..5 value=92..98
! fell to half in mid-run| 8  | noise=0.1 fall=0.5 at=5 | throttled=80..100 quiet=0..0
  fell to half in round 4| 8  | noise=0.1 fall=0.5 at=4 | throttled=80..100 quiet=0..0
  fell to half in mid-run| 20 | noise=0.1 fall=0.5 at=11 | throttled=80..100 quiet=0..0
  fell to half in round 4| 20 | noise=0.1 fall=0.5 at=4 | throttled=80..100 quiet=0..0
  fell to half in mid-run| 5  | noise=0.1 fall=0.5 at=4 | throttled=- fall=80..100 quiet=0..0
  3 of 8 tests fell      | 8  | noise=0.1 fall=0.5 at=5 falling=3 | throttled=80..100
  1 of 8 tests fell      | 8  | noise=0.1 fall=0.5 at=5 falling=1 | throttled=- quiet=0..0
! 1 test alone, fell     | 8  | noise=0.1 rows=1 fall=0.5 at=5 | throttled=80..100
! last round at 0.3      | 8  | noise=0.1 fall=0.3 at=8 | throttled=0..5 fall=80..100 quiet=0..0
  last round at 0.3      | 5  | noise=0.1 fall=0.3 at=5 | throttled=0..5 fall=80..100 quiet=0..0
  last round at 0.3      | 3  | noise=0.1 fall=0.3 at=3 | throttled=0..5 fall=80..100 quiet=0..0
  last round at 0.3      | 20 | noise=0.1 fall=0.3 at=20 | throttled=0..5 fall=80..100 quiet=0..0
! round 1 at 3           | 8  | noise=0.1 fall=3 at=1 | throttled=0..5 fall=80..100 quiet=0..0
  round 1 at 3           | 3  | noise=0.1 fall=3 at=1 | throttled=0..5 fall=80..100 quiet=0..0
  round 1 at 3           | 20 | noise=0.1 fall=3 at=1 | throttled=0..5 fall=80..100 quiet=0..0
! latencies              | 3  | rows=1 noise=0.03 latency=0.5 | p50=88..100 p90=88..100 p99=85..100
! latencies              | 8  | rows=1 noise=0.03 latency=0.5 | p50=88..100 p90=88..100 p99=85..100 p99.9=80..100
  latencies              | 20 | rows=1 noise=0.03 latency=0.5 | p50=92..98 p90=92..98 p99=90..98 p99.9=90..98
  falls in each sample   | 2  | noise=0.1 tires=0.1 | throttled=0..0 quiet=0..0
! falls in each sample   | 3  | noise=0.1 tires=0.1 | throttled=80..100
  falls in each sample   | 8  | noise=0.1 tires=0.1 | throttled=80..100
END
}

# each FUNCTION <LINES: call it for the lines of this form, with their fields.
each()
{
	tr '|' '\t' | while IFS=$tab read -r name numbers settings figures; do
		case $mode$name in
		long* | short!*) ;;
		*) continue ;;
		esac
		name=$(echo "$name" | sed 's/^! *//; s/ *$//')
		# shellcheck disable=SC2086	# several numbers and figures
		"$1" "$name" $numbers "$settings" $figures
	done
}

tab=$(printf '\t')
printf '%-26s %3s  %-10s %-8s %6s\n' "scenario ($RUNS runs)" n figure wanted found
scenarios | each scenario
comparisons | each comparison
! grep -q WRONG "$work/table"
