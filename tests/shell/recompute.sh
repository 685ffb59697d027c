#!/bin/sh
# recompute.sh - what a report says of a record, against a second computation
# from the record alone (tests/shell/recompute.awk): values, intervals, spreads,
# latencies, counters, indexes, scores and fio's jobs, in JSON, in CSV and in
# the text; of the golden records, and of records with invented samples.
: "${srcdir:=$(dirname "$0")/../..}"
# shellcheck source=tests/shell/tap.sh
. "$srcdir/tests/shell/tap.sh"
need_diskidx
need_mathematics

synthetic=100
tests="seq-read-direct seq-write-direct rand-read-q1 rand-read-q32
	rand-write-q32 commit overwrite-dsync"

# Only its test lines are used, so nothing depends on what this disk can do.
# shellcheck disable=SC2086	# several tests
"$DISKIDX" -q -d "$scratch" -s 4m -t 0.01 -i 1 --seed=1 \
	-o "$scratch/template" $tests >/dev/null 2>&1
is "there are test lines to start from" \
	"$(grep -c '^test' "$scratch/template")" 7

# tabs <CSV: the same with tabs for commas, and without quotes.
tabs()
{
	awk '{
		n = split($0, part, "\"")
		line = ""
		for (i = 1; i <= n; i++) {
			if (i % 2)
				gsub(/,/, "\t", part[i])
			line = line part[i]
		}
		print line
	}'
}

# flat_csv <TABS: its figures as lines PATH NUMBER, with the paths of the JSON
# document where that has them too.
flat_csv()
{
	awk -F '\t' '
	function put(path, name)
	{
		if ($column[name] != "")
			print path "\t" $column[name]
	}
	NR == 1 {
		for (i = 1; i <= NF; i++)
			column[$i] = i
		tests = scores = 0
		split("p50 p99 p99_9", name, " ")
		next
	}
	{
		is_score = $column["id"] ~ /^score:/
		path = is_score ? "/scores/" scores++ : "/tests/" tests
		put(path (is_score ? "/score" : "/value"), "value")
		put(path "/ci95/0", "ci95_low")
		put(path "/ci95/1", "ci95_high")
		put(path "/cv", "cv")
		put(path "/index", "index")
		put("/csv/" tests "/mean_ns", "mean_ns")
		put("/csv/" tests "/p50_ns", "p50_ns")
		put("/csv/" tests "/p99_ns", "p99_ns")
		put("/csv/" tests "/p99_9_ns", "p99_9_ns")
		for (i = 1; i <= 3; i++) {
			reach = "/csv/" tests "/reach/" name[i]
			put(reach "_ns/0", name[i] "_low_ns")
			put(reach "_ns/1", name[i] "_high_ns")
		}
		tests += !is_score
	}'
}

# differences TOLD RECOMPUTED WANTED: the lines "PATH: TOLD, RECOMPUTED" of
# figures that differ or that only one side has. Only recomputed paths that
# match WANTED must be told. Counts what is equal into $scratch/equal.
differences()
{
	awk -F '\t' -v wanted="$3" -v equal="$scratch/equal" '
	# Facts of the plan, words of fio, and the course of the speed.
	function is_figure(path)
	{
		return path ~ /^\/(tests|scores|jobs|csv)\// &&
			path !~ /\/(target|copies|params|baseline|throttle)/ &&
			path !~ /\/(series|groupid|error|eta|job options)/ &&
			path !~ /\/(trim|short_ios|drop_ios|bw_[acdms]|iops_)/ &&
			path !~ /^\/jobs\/[0-9]*\/latency_/
	}
	function differ(a, b, off)
	{
		off = a > b ? a - b : b - a
		if (a !~ /[.e]/ && a < 1e9 && off >= 0.5)
			return 1
		return off > 0.00001 * (b < 0 ? -b : b)
	}
	# A bound between two buckets of latencies may fall into either.
	function is_beside(path, a, b, off)
	{
		off = a > b ? a - b : b - a
		return path ~ /percentile_ci95/ && off <= 1 + b / 50
	}
	FILENAME == ARGV[1] {
		number[$1] = $2
		next
	}
	$2 ~ /^-?[0-9.]+(e[-+]?[0-9]+)?$/ && is_figure($1) {
		told[$1]
		if (!($1 in number))
			print $1 ": " $2 ", -"
		else if (differ($2, number[$1]) &&
			 !is_beside($1, $2, number[$1]))
			print $1 ": " $2 ", " number[$1]
		else
			n++
	}
	END {
		for (path in number)
			if (path ~ wanted && !(path in told))
				print path ": -, " number[path]
		print n + 0 >equal
	}' "$2" "$1"
}

# untold TEXT TABS: the lines that a text report with -v should have of the rows
# of CSV, and lacks: the score, the rows with result, index and percentiles, the
# scores of the categories, and of each test its value, interval, index and mean
# latency. Suites whose tables are their own are left to golden.sh.
untold()
{
	awk -F '\t' -v text="$1" '
	function time(ns, u)
	{
		if (ns == "")
			return "-"
		for (u = 1; u < 4 && ns >= 999.5; u++)
			ns /= 1000
		return sprintf("%.*f %s", u == 1 || ns >= 99.95 ? 0 : \
			       ns >= 9.995 ? 1 : 2, ns, unit[u])
	}
	# Return the decimals that show two digits, so many at least.
	function two(x, least, n)
	{
		n = sprintf("%.1e", x)
		n = 1 - substr(n, index(n, "e") + 1)
		n = n > 5 ? 5 : n
		return n > least ? n : least
	}
	function digits(x)
	{
		return x > 0 && x < 10 ? two(x, 3) : 1
	}
	function shown(x)
	{
		return sprintf("%.*f", digits(x), x)
	}
	function want(line)
	{
		if (!index(all, " " line))
			print line
	}
	function told(line)
	{
		return index(all, " " line)
	}
	BEGIN {
		split("ns us ms s", unit, " ")
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
		id = $column["id"]
		title = $column["title"]
		value = $column["value"]
		if (value == "" || id ~ /^(sizes|access|cdm|yabs|unixbench):/)
			next
	}
	# The headline has the digits that tell it apart.
	id == "score:Disk" {
		value = sprintf("%.*f", two(value, 0), value)
		if (!told(title " (Partial Only) " value " (") &&
		    !told(title " (Partial Only) (Interrupted) " value " ("))
			want(title " " value " (")
		want("Trust: " $column["trust"] ":")
		next
	}
	id ~ /^score:/ {
		# Ten digits can be halfway between two decimals.
		n = two(value, 1)
		low = sprintf("%.*f", n, value * (1 - 1e-9))
		value = sprintf("%.*f", n, value)
		sub(/^score:/, "", id)
		if (id == "UnixBench") {
			want("System Benchmarks Index Score (Partial Only) " \
			     value)
			next
		}
		if (!told(id " " low))
			want(id " " value)
		next
	}
	{
		rank = $column["index"] == "" ? "-" : \
		       sprintf("%.*f", two($column["index"], 1), \
			       $column["index"])
		want(id " " shown(value) " " $column["unit"] " " rank " " \
		     time($column["p50_ns"]) " " time($column["p99_ns"]) " ")
	}
	# More digits than CSV has are not compared.
	$column["ci95_high"] != "" && $column["ci95_high"] < 1e8 {
		n = digits(value)
		want(sprintf("%.*f %s, 95 %% interval %.*f to %.*f", n, value,
			     $column["unit"], n, $column["ci95_low"], n,
			     $column["ci95_high"]))
	}
	rank != "-" {
		want(sprintf("index %s by the baseline %.*f", rank,
			     two($column["baseline_value"], 2),
			     $column["baseline_value"]))
	}' "$2"
}

wrong_json='' wrong_csv='' unsaid='' equal=0 runs=0 scores=0

# check NAME RECORD: all of this, of a record of one run.
check()
{
	runs=$((runs + 1))
	"$DISKIDX" report -f json "$2" |
		awk -f "$srcdir/tests/shell/flatten.awk" >"$scratch/json"
	"$DISKIDX" report -f csv "$2" | tabs >"$scratch/csv"
	"$DISKIDX" report -v "$2" >"$scratch/text"
	flat_csv <"$scratch/csv" >"$scratch/flat"
	awk -v told="$scratch/json" -f "$srcdir/tests/shell/recompute.awk" \
		"$2" >"$scratch/recomputed"
	found=$(differences "$scratch/json" "$scratch/recomputed" \
		'^/(tests|scores|jobs)/')
	[ -z "$found" ] || wrong_json="$wrong_json
$1: $found"
	equal=$((equal + $(cat "$scratch/equal")))
	found=$(differences "$scratch/flat" "$scratch/recomputed" \
		'^/(csv/|(tests|scores)/[0-9]*/(value|ci95|cv|index|score)(/|$))')
	[ -z "$found" ] || wrong_csv="$wrong_csv
$1: $found"
	equal=$((equal + $(cat "$scratch/equal")))
	found=$(untold "$scratch/text" "$scratch/csv")
	[ -z "$found" ] || unsaid="$unsaid
$1: $found"
	scores=$((scores + $(grep -c '	score:' "$scratch/csv")))
}

# told_right WHICH: the verdict on all records checked since the last one.
told_right()
{
	is "$1: JSON tells what they hold" "$wrong_json" ""
	is "$1: CSV tells the same" "$wrong_csv" ""
	is "$1: the text tells the same" "$unsaid" ""
	ok "$1: over 200 figures of each were equal, $equal in all" \
		test "$equal" -gt $((200 * runs))
	ok "$1: most have scores" test "$scores" -gt "$runs"
	wrong_json='' wrong_csv='' unsaid='' equal=0 runs=0 scores=0
}

# One file for each run of each golden record.
for record in "$srcdir"/tests/data/golden/*.record; do
	awk -v prefix="$scratch/$(basename "$record" .record)" '
	$1 == "run" {
		close(file)
		file = prefix "-" ++n ".run"
		print "diskidx-record\t1" >file
	}
	n > 0 { print >file }' "$record"
done
for record in "$scratch"/*.run; do
	check "$(basename "$record" .run)" "$record"
done
told_right "golden records"

seed=0
while [ $seed -lt $synthetic ]; do
	seed=$((seed + 1))
	awk -v seed=$seed -f "$srcdir/tests/shell/records.awk" \
		-f "$srcdir/tests/shell/synthesize.awk" \
		"$scratch/template" >"$scratch/record"
	check "seed $seed" "$scratch/record"
done
told_right "records with invented samples"
done_testing
