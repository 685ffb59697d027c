#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# golden.sh - what the program prints of the records in tests/golden, in
# every format, against committed transcripts: lines "$ COMMAND", and below each
# what it printed. To add a case, add such a line, and a record if need be.
# `make update-golden` replays the commands into the files; git diff then shows
# what changed. Text is the reference of what a report says; another format is
# committed where it renders a kind of block, not for every record. What must be
# true of each format, golden.awk checks, on every record.
# Pages must be whole and load nothing; which plots they must have, with their
# axes, series, points and intervals, says pages.transcript.
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

# pool RECORD: $scratch/pool.record is like it, of a device that keeps no times.
pool()
{
	awk -F'\t' -v OFS='\t' '
		/^device/ { $5 = $9 = $10 = $11 = 0 }
		{ print }' "$1" >"$scratch/pool.record"
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

# plots: of each drawing on standard input its title, the titles of its axes,
# and the numbers of series, points or bars, intervals and marks, with bars
# between.
plots()
{
	awk '
	function text(line)
	{
		gsub(/<[^>]*>/, "", line)
		return line
	}
	/^<svg/ { axes = ""; series = points = errors = marks = 0 }
	/^<title>/ { title = text($0) }
	/class="soft"/ && !/>(fell|stalled|not sustained)/ {
		axes = axes (axes == "" ? "" : ", then ") text($0)
	}
	/^<g class="s[0-9]">/ { series++ }
	/class="(dot|bar)[ "].*L/ { points++ }
	/class="error"/ { errors++ }
	/class="mark"/ { marks++ }
	/^<\/svg>/ {
		print title " | " axes " | " series " | " points " | " \
			errors " | " marks
	}'
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

# kinds: the page on standard input, with one drawing of each kind, by the
# description that it has.
kinds()
{
	awk '
	/^<svg/ { drawing = 1; head = "" }
	drawing && /^<desc>/ { drawing = seen[$0]++ ? 2 : 0; $0 = head $0 }
	drawing == 1 { head = head $0 "\n" }
	!drawing { print }
	/^<\/svg>/ { drawing = 0 }'
}

for day in 0 1 2 3 4 5 6; do
	awk -v later=$((86400 * day)) 'BEGIN { FS = OFS = "\t" }
		$1 == "run" { $3 += later; $4 += later }
		NR > 1 || later == 0' "$goldens/same.record"
done >"$scratch/days"
for golden in "$goldens"/*.golden; do
	name=$(basename "$golden")
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

# A field of CSV that is quoted in part is none to other programs.
cat >"$scratch/bad" <<'END'
$ diskidx compare -f csv old.record new.record
target,id,unit
/srv,latency:p50:"rand-read-q32:b=8k,q=2",ns
/srv,"rand-read-q32:b=8k,q=2",IOPS
END
not_ok "a field of CSV that is quoted in part is seen" \
	awk -f "$srcdir/tests/golden/golden.awk" "$scratch/bad"
is "and no other" "$(grep -c . "$scratch/out")" 1
# Any report in terminals of any width, and in every other format.
for record in "$goldens"/*.record; do
	for columns in 60 80 132; do
		for options in "" -v --brief; do
			echo "$ COLUMNS=$columns diskidx report $options $record"
			# shellcheck disable=SC2086	# none or one
			COLUMNS=$columns "$DISKIDX" report $options "$record"
		done
		echo "$ COLUMNS=$columns diskidx list records $record"
		COLUMNS=$columns "$DISKIDX" list records "$record"
	done
done >"$scratch/widths" 2>/dev/null
ok "no line is wider than the terminal, but a path" \
	awk -f "$srcdir/tests/golden/golden.awk" "$scratch/widths"
is "a wide one is used" "$(awk 'length > widest { widest = length }
	END { print (widest > 120) }' "$scratch/widths")" 1

formats=$(diskidx list formats | sed -n 's/^\([a-z]*\) .*/\1/p')
for record in "$goldens"/*.record; do
	name=$(basename "$record" .record)
	for format in csv markdown html; do
		file=$scratch/report-$name.$format
		"$DISKIDX" report -f $format "$record" >"$file"
		echo "$ diskidx report -f $format $record"
		cat "$file"
		file=$scratch/compare-$name.$format
		"$DISKIDX" compare -f $format "$goldens/old.record" "$record" \
			>"$file"
		if [ $? -ne 2 ]; then
			echo "$ diskidx compare -f $format old.record $record"
			cat "$file"
		else
			rm "$file"
		fi
	done
done >"$scratch/formats" 2>/dev/null
ok "every record is well-formed in every format; schema.sh looks at JSON" \
	awk -f "$srcdir/tests/golden/golden.awk" "$scratch/formats"
ok "there are comparisons, too" test \
	"$(find "$scratch" -name 'compare-*.html' -size +1 | wc -l)" -ge 10
# Pages load nothing, run no script, and other programs can read them.
is "no page loads or runs anything" "$(cd "$scratch" &&
	grep -E -i -e '[ "](src|href|on[a-z]+|srcset|action|data) *=' \
		-e 'url *\(|@import|<(script|link|iframe|object|embed|form|img|base)' \
		-e 'https?:' ./*.html)" ""
is "each drawing has a title and a description" "$(cd "$scratch" &&
	grep -h -c '^<svg' ./*.html)" "$(cd "$scratch" &&
	grep -h -c '^<desc>' ./*.html)"
is "each table has a caption" "$(cd "$scratch" && grep -h -c '<table>' \
	./*.html)" "$(cd "$scratch" && grep -h -c '<caption>' ./*.html)"

if command -v xmllint >/dev/null 2>&1; then
	is "all are well-formed" "$(cd "$scratch" &&
		xmllint --noout ./*.html 2>&1)" ""
else
	skip "all are well-formed" xmllint "no xmllint"
fi
if command -v tidy >/dev/null 2>&1; then
	is "the pages are valid" "$(cd "$scratch" &&
		tidy -q -e ./*.html 2>&1)" ""
else
	skip "the pages are valid" tidy "no tidy"
fi

# A disk that is full is told, whatever was being written.
for format in $formats; do
	for command in "report small.record" "compare old.record new.record"; do
		case $format$command in
		unixbenchcompare* | shellcompare*) continue ;;
		esac
		is_so="$format: ${command%% *}: what can't be written is told"
		if [ -w /dev/full ]; then
			# shellcheck disable=SC2086	# several words
			exits "$is_so" 2 sh -c 'cd "$1" && shift &&
				"$@" >/dev/full' sh "$goldens" "$DISKIDX" \
				$command -f "$format"
		else
			skip "$is_so" full "no /dev/full"
		fi
	done
done

for record in "$goldens"/*.record; do
	grep -F -q "${record##*/}" "$goldens"/*.golden \
		"$srcdir"/tests/*/*.transcript || echo "$record"
done >"$scratch/unused"
is "each record is in a transcript" "$(cat "$scratch/unused")" ""
done_testing
