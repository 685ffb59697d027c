#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# golden.sh - what the program prints for the records in tests/golden, in
# every format, against committed transcripts: lines "$ COMMAND", and below each
# what it printed. To add a case, add such a line, and a record if needed.
# `make update-golden` replays the commands into the files; git diff then shows
# what changed. Text is the reference for what a report says; another format is
# committed once for each kind of block that it renders, not for every record.
# golden.awk checks what must be true of each format, on every record.
# Pages must be complete and load nothing; pages.transcript has the plots that
# they must have, with axes, series, points and intervals. All JSON must follow
# doc/diskidx.schema.json.
tap_in_memory=yes
. "$(dirname "$0")/../support/tap.sh"
need_diskidx

goldens=$(cd "$srcdir/tests/golden" && pwd) ||
	bail "can't find tests/golden"

diskidx()
{
	"$DISKIDX" "$@" 2>&1
}

# each RECORD [OPTION...]: the report of each of its runs by itself.
each()
{
	rm -f "$scratch"/run.*
	awk -v to="$scratch/run." '
		NR == 1 { head = $0; next }
		/^run\t/ { file = to (++n); print head >file }
		{ print >file }' "$1"
	n=$(grep -c '^run	' "$1")
	shift
	i=0
	while [ $((i += 1)) -le "$n" ]; do
		diskidx report "$@" "$scratch/run.$i"
	done
}

# part KEY[,KEY...]: of JSON on standard input the values of these keys, each
# on a line of its own.
part()
{
	awk -v keys=",$1," '
	function plain(line)
	{
		sub(/^ */, "", line)
		return line
	}
	{
		depth = match($0, /[^ ]/)
		split($0, quoted, "\"")
	}
	inside {
		whole = whole " " plain($0)
		if (depth == inside) {
			inside = 0
			print whole
		}
		next
	}
	quoted[1] ~ /^ *$/ && index(keys, "," quoted[2] ",") {
		whole = plain($0)
		if (whole ~ /[[{]$/)
			inside = depth
		else
			print whole
	}'
}

# plots: what each chart of the page on standard input says to a reader who
# cannot see it, and its numbers of lines, shades and shapes.
plots()
{
	awk '
	function count(what)
	{
		return gsub(what, "&", chart)
	}
	/<div class="chart"/ { label = $0; chart = "" }
	label != "" { chart = chart $0 }
	/^<\/div>/ && label != "" {
		gsub(/.*aria-label="|">$/, "", label)
		print label " | " count("class=\"line\" d=\"M") " | " \
			count("class=\"band\" d=\"M") " | " \
			count("class=\"(dot|ring)\"")
		label = ""
	}'
}

# marks: what is drawn in the tables of the page on standard input.
marks()
{
	sed 's/<svg[^>]* role="img" aria-label="/\
&/g' | sed -n 's/^<svg[^>]* role="img" aria-label="\([^"]*\)".*/\1/p' |
		sed "s,$goldens/,,"
}

# shades: of each table with shades on the page on standard input the caption,
# the rows, and before each cell its color and how dark it is.
shades()
{
	sed -n -e '/^<caption>/h' -e '/color-mix/{x;/./p;s/.*//;x;p;}' |
		sed -e 's/<td[^>]*(--\(.\)) \([0-9]*\)%[^>]*>/ | \1\2 /g' \
			-e 's/<t[dh][^>]*>/ | /g' -e 's/<[^>]*>/ /g' \
			-e 's/  */ /g' -e 's/^ |* *//' -e 's/ $//'
}

# dense: JSON on standard input, its innermost objects and lists on a line each.
dense()
{
	awk '
	function flush()
	{
		if (held != "")
			print held
		held = ""
	}
	/[[{]$/ { flush(); held = $0; next }
	held != "" {
		sub(/^ */, "")
		held = held " " $0
		if (/^[]}]/)
			flush()
		next
	}
	{ print }
	END { flush() }'
}

# kinds: the page on standard input, with its first chart, and of each table the
# first rows.
kinds()
{
	awk '
	/^<tbody/ { rows = 0 }
	/^<figure>/ { figures++ }
	/^<figure>/ { inside = 1 }
	!(/^<tr/ && ++rows > 3) && (figures < 2 || !inside) { print }
	/^<\/figure>/ { inside = 0 }'
}

# days N FACTOR: same.record, so many days on end; from the fifth on all takes
# FACTOR times as long.
days()
{
	day=0
	while [ $day -lt "$1" ]; do
		awk -v day=$day -v by="$2" 'BEGIN { FS = OFS = "\t" }
			$1 == "run" { $3 += 86400 * day; $4 += 86400 * day }
			$1 == "sample" {
				longer = (day < 4 ? 1 : by) * (1 + day % 2 / 100)
				$3 = sprintf("%.0f", longer * $3)
			}
			NR > 1 || day == 0' "$goldens/same.record"
		day=$((day + 1))
	done
}

# uneven LACKS N: what a report says of scores with same.record on N
# directories, all but the first of a quarter the speed; the second lacks these
# tests.
uneven()
{
	awk -v lacks="$1" -v n="$2" '
	BEGIN { FS = OFS = "\t" }
	$1 == "run" { $NF = n }
	$1 == "target" && $3 == "directory" {
		for (i = 0; i < n; i++)
			print $1, i, $3, "/srv/" i
		print $1, 0, "virtual_disk", "yes"
	}
	$1 == "test" { tests = 1 }
	$1 == "target" || $1 == "end" { next }
	!tests { print }
	tests { line[lines++] = $0 }
	END {
		for (i = 0; i < n * lines; i++) {
			$0 = line[i % lines]
			if ($1 == "test") {
				$6 = int(i / lines)
				left = $6 == 1 && $2 ~ lacks
				print
				$0 = "missing\tit broke"
			}
			if (i >= lines && $1 == "sample")
				$3 = sprintf("%.0f", 4 * $3)
			if (left == ($1 == "missing"))
				print
		}
	}' "$goldens/same.record" | awk '{ print } END { print "end\t" NR }' |
		diskidx report -f "${3:-text}" - | grep -E '^ *(Trust in|The|Disk I|(Disk|Random|D[a-z]*|Sequential)[ (a-z0-9)]* [0-9.]|<tr .*partial)' | sed 's/<[^>]*>/ /g;s/ *$//'
}

# noisy: a run of all tests on a virtual disk that something else uses.
noisy()
{
	awk 'BEGIN { FS = OFS = "\t" }
	$1 == "test" { row++ }
	$1 == "sample" {
		longer = 1 + ($2 * 7 + row * 5) % 9 / 9
		if (row % 6 == 0 && $2 == 3)
			longer *= 9
		$3 = sprintf("%.0f", longer * $3)
	}
	{ print }
	$1 == "target" && $3 == "directory" {
		print $1, $2, "virtual_disk", "yes"
		print $1, $2, "idle_ns", 500000000
		print $1, $2, "idle_busy_ms", 400
		print $1, $2, "idle_ios", 900
	}' "$goldens/records/good-suite.record" | sed '$d' |
		awk '{ print } END { print "end\t" NR }'
}

noisy >"$scratch/noisy"
days 7 1 >"$scratch/days"
for golden in "$goldens"/*.golden; do
	name=${golden##*/}
	(cd "$goldens" && replay "$golden") >"$scratch/$name"
	if [ "${1:-}" = update ]; then
		cmp -s "$scratch/$name" "$golden" ||
			cat "$scratch/$name" >"$golden"
	fi
	same "$name" "$scratch/$name" "$golden"
	ok "$name: each format is as it must be" \
		awk -f "$srcdir/tests/golden/golden.awk" "$scratch/$name"
done

# Which plots are on a page, by what they must show.
transcript pages "${1:-}"

# Any report in a narrow terminal and in a wide one, and in every other format.
for record in "$goldens"/*.record; do
	for columns in 60 132; do
		for of in "report -v" "report --brief" "list records"; do
			echo "$ COLUMNS=$columns diskidx $of $record"
			# shellcheck disable=SC2086	# several words
			COLUMNS=$columns "$DISKIDX" $of "$record"
		done
	done
done >"$scratch/widths" 2>/dev/null
ok "no line is wider than the terminal, but a path" \
	awk -f "$srcdir/tests/golden/golden.awk" "$scratch/widths"

for record in "$goldens"/*.record; do
	for format in csv markdown html; do
		for command in report compare; do
			old=$goldens/old.record
			[ $command = compare ] || old=
			file=$scratch/$command-${record##*/}.$format
			"$DISKIDX" $command -f $format ${old:+"$old"} \
				"$record" >"$file"
			# What has nothing to compare prints nothing.
			case $command$? in
			compare2) rm "$file"; continue ;;
			esac
			echo "$ diskidx $command -f $format $record"
			cat "$file"
		done
	done
done >"$scratch/formats" 2>/dev/null
ok "every record is well-formed in every format" \
	awk -f "$srcdir/tests/golden/golden.awk" "$scratch/formats"
ok "there are comparisons, too" test \
	"$(find "$scratch" -name 'compare-*.html' -size +1 | wc -l)" -ge 10

# A report of a run fits a screen, unless it has several parts or sweeps.
for record in "$scratch/noisy" "$goldens"/*.record \
    "$goldens/records/good-suite.record"; do
	each "$record" >"$scratch/whole"
	grep -q -e '^On ' -e '^ratio ' -e '^Sweep' \
		-e '^Latency under' "$scratch/whole" ||
		for run in "$scratch"/run.*; do
			"$DISKIDX" report "$run" | awk -v of="$run" '
				/^Target/ { n++ }
				END { if (NR > 40 && n < 2)
					print NR " lines: " of }'
		done
done >"$scratch/long" 2>&1
is "a run's report fits a screen" "$(cat "$scratch/long")" ""

# shown RECORD RECORD...: the values of tests and scores in a comparison of two
# records, or in a ranking of more, a line each: RECORD ID VALUE UNIT.
shown()
{
	"$DISKIDX" compare -f markdown "$@" | awk -F ' *[|] *' -v names="$*" '
	BEGIN { split(names, record, " ") }
	$2 == "Test" {
		for (unit = 3; $unit != "unit"; unit++)
			of[unit] = $4 == "new" ? record[unit - 2] : $unit
	}
	/^[|] [a-z]|^[|] [A-Z].* index/ && unit && !/ p[0-9.]+ [|]|Disk/ {
		gsub(/[*]| score/, "")
		for (i = 3; i < unit; i++)
			print of[i], $2, $i, $unit
	}' | sort -u
}
# One is in memory for one test, has others of that name, and lacks one: then two
# records may have more tests in common than three, and other scores.
awk 'BEGIN { FS = OFS = "\t" }
	$1 == "run" { NF = 8 }
	$2 == "rand-read-q1" { $12 = 1 }
	$2 == "seq-read" { sub("data=random", "data=zeros") }
	$2 == "commit" { $2 = "fsync" }
	$1 == "sample" { $3 = sprintf("%.0f", 2 * $3) }
	$1 == "end" { NF = 2 }
	{ print }' "$goldens/same.record" >"$scratch/odd.record"
cp "$goldens"/runs-*.record "$goldens/same.record" "$scratch"
for set in runs-old,runs-new,same: runs-new,odd,same:index$; do
	(
		cd "$scratch" || exit
		left_out=${set#*:}
		# shellcheck disable=SC2046	# several words
		set -- $(echo "${set%:*}" | sed 's/,/.record /g;s/$/.record/')
		shown "$@" | grep -v "${left_out:-^$}" >ranked
		for old in "$@"; do
			for new in "$@"; do
				[ "$old" = "$new" ] || shown "$old" "$new"
			done
		done | grep -v "${left_out:-^$}" | sort -u >compared
	)
	same "a ranking of ${set%:*} shows the values of comparisons" \
		"$scratch/ranked" "$scratch/compared"
	ok "of three records, and of several tests" test \
		"$(grep -c ' [0-9.]* [a-zA-Z/]*$' "$scratch/ranked")" -ge 15
done
rm "$scratch"/*.record

# Pages load nothing, run no script, and other programs can read them.
is "no page loads or runs anything" "$(cd "$scratch" &&
	grep -E -i -e '[ "](src|href|on[a-z]+|srcset|action|data) *=' \
		-e 'url *\(|@import|<(script|link|iframe|object|embed|form|img|base)' \
		-e 'https?:' ./*.html)" ""
is "each drawing is described, or says nothing by itself" "$(cd "$scratch" &&
	cat ./*.html | tr '<' '\n' | grep -e ' role="img"' -e '^svg [^x]' |
	grep -v -e ' aria-label="[^"]' -e ' aria-hidden="true"' \
		-e ' viewBox=')" ""
is "each table has a caption" "$(cd "$scratch" && grep -h -c '<table ' \
	./*.html)" "$(cd "$scratch" && grep -h -c '<caption>' ./*.html)"

if command -v xmllint >/dev/null 2>&1; then
	is "all are well-formed" "$(cd "$scratch" &&
		xmllint --noout ./*.html 2>&1)" ""
else
	skip "all are well-formed" xmllint "no xmllint"
fi
if command -v tidy >/dev/null 2>&1; then
	is "the pages are valid" "$(cd "$scratch" &&
		tidy -q -e --drop-empty-elements no ./*.html 2>&1 |
		grep -v 'Warning: <svg> proprietary attribute')" ""
else
	skip "the pages are valid" tidy "no tidy"
fi

# A disk that is full is told, whatever was being written.
if [ -w /dev/full ]; then
	is "what can't be written is told in every format" "$(
		cd "$goldens" || exit
		for format in $("$DISKIDX" list formats |
		    sed -n 's/^\([a-z]*\) .*/\1/p'); do
			"$DISKIDX" report -f "$format" small.record \
				2>"$scratch/said" >/dev/full
			echo $? "$(grep -c '^diskidx: ' "$scratch/said")"
		done | sort -u)" "2 1"
	exits "of a comparison, too" 2 sh -c '"$@" >/dev/full' sh "$DISKIDX" \
		compare "$goldens/old.record" "$goldens/new.record"
else
	skip "what can't be written is told" full "no /dev/full"
fi

# All JSON is as doc/diskidx.schema.json says, and shows all of it: of
# each record, of several, and of runs here.
cd "$goldens" || bail "can't go to $goldens"
for of in $(printf 'report:%s ' *.record records/good-suite.record) \
    report:runs-old.record,old.record compare:old.record,new.record \
    compare:two.record compare:runs-old.record,vs,runs-new.record \
    compare:runs-old.record,runs-old.record,runs-new.record; do
	# shellcheck disable=SC2046	# several words
	"$DISKIDX" "${of%%:*}" -f json $(echo "${of#*:}" | tr , ' ') \
		>"$scratch/$(echo "$of" | tr / .).json"
done
cd "$tap_start" || bail "can't go back"
mkdir "$scratch/1" "$scratch/disk"
awk -f "$srcdir/tests/support/simulate.awk" \
	-v seed=7 -v trials=1 -v dir="$scratch" -v truth="$scratch/truth" \
	-v sides="1 1 1" -v hosts=0.03 -v spread=0.03 -v latency=0.3 \
	-v rounds=3 -v rows=3 </dev/null
"$DISKIDX" merge -f json "$scratch"/1/*.diskidx >"$scratch/merged.json" ||
	rm "$scratch/merged.json"
days 8 2 >"$scratch/slower"
"$DISKIDX" report -f json "$scratch/slower" >"$scratch/slower.json"

# measured NAME ARGUMENT...: a run here, as short as can be.
measured()
{
	file=$scratch/$1.json
	shift
	"$DISKIDX" -q -d "$scratch/disk" -t 0.02 --no-save -f json "$@" >"$file"
}
measured run -i 1 -s 2m --random=zipf:1.2 --rate=500 --cache=buffered \
	seq-read rand-mixed-q32
measured jobs -i 1 fio --name=a --rw=rw --size=1m --bssplit=4k:8k --fsync=2 \
	--name=b --size=2m --rw=randread --bssplit=4k:8k --ba=8k \
	--random_distribution=zoned:50/5:50/ --name=c --rw=write --size=1m \
	--dedupe_percentage=9 --buffer_compress_percentage=9 \
	--buffer_pattern=0x77 --name=d --rw=read:-8k --size=1m --rate=5000 \
	--name=e --rw=read --size=1m --zonesize=8k --zoneskip=4k
printf '%s\n' '[a]' '; expect write p50 < 1s # A' size=1m rw=write \
	>"$scratch/a.fio"
measured profile -i 3 "$scratch/a.fio"
is "nothing is left" "$(ls -A "$scratch/disk")" ""

# A key more is seen.
sed 's/"cv":/"sigma":/' "$scratch/report:old.record.json" >"$scratch/bad"
judged=0
python3 "$srcdir/tests/golden/schema.py" "$srcdir/doc/diskidx.schema.json" \
	"$scratch"/*.json "$scratch/bad" >"$scratch/faults" 2>&1 || judged=$?
case $judged in
3 | 127)
	skip "every document is as the schema says" jsonschema \
		"no python3 with jsonschema" ;;
*)
	is "every document can be judged by the schema" $judged 0
	is "and is as it says, without a key besides" \
		"$(grep -v "^$scratch/bad:" "$scratch/faults")" ""
	like "what isn't is told" "$(cat "$scratch/faults")" \
		"/bad: .*'sigma' was unexpected" ;;
esac
# The other way: what the schema knows, the documents show, but for what takes
# a history, and blocks of other systems' figures.
if [ -z "$has_jq" ]; then
	skip "the schema has no key that nothing shows" jq "no jq"
elif [ ! -e "$scratch/merged.json" ]; then
	skip "the schema has no key that nothing shows" awk \
		"this awk has no logarithms, by which hosts are made up"
else
	jq -r '.. | .properties? // empty | keys[]' \
		"$srcdir/doc/diskidx.schema.json" | sort -u >"$scratch/known"
	cat "$scratch"/*.json | grep -o '"[A-Za-z][A-Za-z0-9_ ]*":' |
		tr -d '":' | sort -u >"$scratch/shown"
	is "the schema has no key that nothing shows" \
		"$(grep -vxF -f "$scratch/shown" "$scratch/known" |
		tr '\n' ' ')" "history_runs "
fi

for record in "$goldens"/*.record; do
	grep -F -q "${record##*/}" "$goldens"/*.golden \
		"$srcdir"/tests/*/*.transcript || echo "$record"
done >"$scratch/unused"
is "each record is in a transcript" "$(cat "$scratch/unused")" ""
done_testing
