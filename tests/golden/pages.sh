#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# pages.sh - what a page and its pictures must be: whole, well-formed, loading
# nothing; each plot with its axes and their units, all its series, points and
# intervals. golden.sh compares pages whole, but doesn't know what belongs there;
# the transcript here does.
# shellcheck disable=SC2317	# functions that the transcript calls
# shellcheck source=tests/support/tap.sh
. "$(dirname "$0")/../support/tap.sh"
need_diskidx

goldens=$srcdir/tests/golden

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

for day in 0 1 2 3 4 5 6; do
	awk -v later=$((86400 * day)) 'BEGIN { FS = OFS = "\t" }
		$1 == "run" { $3 += later; $4 += later }
		NR > 1 || later == 0' "$goldens/same.record"
done >"$scratch/days"
transcript pages "${1:-}"

# Pages of all records: nothing is loaded, no script runs, all is well-formed.

for record in "$goldens"/*.record; do
	name=$(basename "$record" .record)
	"$DISKIDX" report -f html "$record" >"$scratch/$name.html" 2>/dev/null
	"$DISKIDX" compare -f html "$goldens/old.record" "$record" \
		>"$scratch/with-$name.html" 2>/dev/null ||
		rm "$scratch/with-$name.html"
done
ok "there are pages of every record" test \
	"$(find "$scratch" -name '*.html' -size +1 | wc -l)" -ge 20
is "no page loads or runs anything" "$(cd "$scratch" &&
	grep -E -i -e '[ "](src|href|on[a-z]+|srcset|action|data) *=' \
		-e 'url *\(|@import|<(script|link|iframe|object|embed|form|img|base)' \
		-e 'https?:' ./*.html)" ""
is "each drawing has a title and a description" "$(cd "$scratch" &&
	grep -h -c '^<svg' ./*.html)" "$(cd "$scratch" &&
	grep -h -c '^<desc>' ./*.html)"
is "each table has a caption" "$(cd "$scratch" && grep -h -c '<table>' \
	./*.html)" "$(cd "$scratch" && grep -h -c '<caption>' ./*.html)"

for page in "$scratch"/*.html; do
	echo "$ diskidx -f html of $(basename "$page")"
	cat "$page"
done >"$scratch/all"
ok "each element ends within the one that it began in" \
	awk -f "$srcdir/tests/golden/golden.awk" "$scratch/all"
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
done_testing
