#!/bin/sh
# recompute.sh - what a report says of a record, against a second computation
# from the record alone (tests/shell/recompute.awk): values, intervals, spreads,
# percentiles, indexes and scores, in CSV and in the text.
: "${srcdir:=$(dirname "$0")/../..}"
# shellcheck source=tests/shell/tap.sh
. "$srcdir/tests/shell/tap.sh"
need_diskidx
need_mathematics

records=100
tests="seq-read-direct seq-write-direct rand-read-q1 rand-read-q32
	rand-write-q32 commit"
facts="value ci95_low ci95_high cv mean_ns p50_ns p99_ns p99_9_ns"

# Only its test lines are used, so nothing depends on what this disk can do.
# shellcheck disable=SC2086	# several tests
"$DISKIDX" -q -d "$scratch" -s 4m -t 0.01 -i 1 --seed=1 \
	-o "$scratch/template" $tests >/dev/null 2>&1
is "there are test lines to start from" \
	"$(grep -c '^test' "$scratch/template")" 6

# differences RECORD: the lines "ID FACT: TOLD, RECOMPUTED" of a record that
# its report in CSV, $scratch/csv, tells otherwise; and how many were compared,
# into $scratch/compared.
differences()
{
	awk -v csv="$scratch/csv" -f "$srcdir/tests/shell/recompute.awk" \
		"$1" >"$scratch/recomputed"
	awk -v facts="$facts" -v recomputed="$scratch/recomputed" \
	    -v compared="$scratch/compared" '
	function differ(a, b, most)
	{
		return a - b > most * (b < 0 ? -b : b) ||
			b - a > most * (b < 0 ? -b : b)
	}

	BEGIN {
		FS = ","
		n = split(facts, fact, " ")
		while ((getline line <recomputed) > 0) {
			split(line, part, "\t")
			wanted[part[1], part[2]] = part[3]
		}
	}
	FNR == 1 {
		for (i = 1; i <= NF; i++)
			column[$i] = i
		next
	}
	{
		id = $column["id"]
		for (i = 1; i <= n; i++) {
			told = $column[fact[i]]
			is_known = (id, fact[i]) in wanted
			if (told == "" && !is_known)
				continue
			done++
			if (told == "" || !is_known)
				print id " " fact[i] ": " told ", " \
					(is_known ? wanted[id, fact[i]] : "-")
			else if (differ(told, wanted[id, fact[i]], 0.00001))
				print id " " fact[i] ": " told ", " \
					wanted[id, fact[i]]
		}
		if ($column["baseline_value"] != "") {
			done++
			index_ = 10 * $column["value"] / $column["baseline_value"]
			if (differ($column["index"], index_, 0.00001))
				print id " index: " $column["index"]
		}
	}
	END { print done + 0 >compared }' "$scratch/csv"
}

# untold TEXT CSV: the lines of a text report that should show a value of the
# CSV to one decimal, and don't.
untold()
{
	awk -F, -v text="$1" 'BEGIN {
		while ((getline line <text) > 0)
			all = all " " line
		gsub(/ +/, " ", all)
	}
	FNR == 1 {
		for (i = 1; i <= NF; i++)
			column[$i] = i
		next
	}
	{
		title = $column["title"]
		value = sprintf("%.1f", $column["value"])
		unit = $column["unit"] == "index" ? "" : " " $column["unit"]
		if ($column["value"] != "" &&
		    !index(all, " " title " " value unit) &&
		    !index(all, " " title " (Partial Only) " value unit))
			print title " " value unit
	}' "$2"
}

wrong='' unsaid='' compared=0 scores=0 seed=0
while [ $seed -lt $records ]; do
	seed=$((seed + 1))
	record=$scratch/record
	awk -v seed=$seed -f "$srcdir/tests/shell/synthesize.awk" \
		"$scratch/template" >"$record"
	"$DISKIDX" report -f csv "$record" >"$scratch/csv" 2>"$scratch/err" ||
		wrong="$wrong $seed: $(cat "$scratch/err")"
	found=$(differences "$record")
	[ -z "$found" ] || wrong="$wrong
seed $seed: $found"
	"$DISKIDX" report "$record" >"$scratch/text"
	found=$(untold "$scratch/text" "$scratch/csv")
	[ -z "$found" ] || unsaid="$unsaid
seed $seed: $found"
	compared=$((compared + $(cat "$scratch/compared")))
	scores=$((scores + $(grep -c ',score:' "$scratch/csv")))
done
is "$records records: CSV tells what they hold" "$wrong" ""
is "$records records: the text tells the same" "$unsaid" ""
ok "over 30 figures of each were compared" \
	test "$compared" -gt $((30 * records))
ok "each has scores" test "$scores" -ge $((2 * records))
done_testing
