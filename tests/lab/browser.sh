#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# browser.sh - what a browser makes of the pages: Chromium shows each kind of
# report at three widths, light and dark, and prints it. support/page.js
# measures there that nothing is wider than the window, that no text leaves its
# box or lies on another one, that each is readable before what is behind it,
# and that each drawing has a name. A page asks for nothing, says each figure of
# the JSON, and takes few sheets of paper. The records are of a disk that is
# simulated, and so are the same each time. With PAGES=all in the environment
# the records of tests/golden are shown, too.
#
# Needs: Chromium, python3, a compiler for a virtual disk.
# Takes: 40 s; with all pages two minutes.
. "$(dirname "$0")/../support/virtual-disk.sh"

for browser in chromium chromium-browser google-chrome chrome ''; do
	! command -v "$browser" >/dev/null 2>&1 || break
done
[ -n "$browser" ] || skip_all browser "no Chromium here"
python3 -c '' 2>/dev/null || skip_all browser "no python3 to speak to one"

pages=$scratch/pages
mkdir "$pages"
cd "$scratch" || bail "can't go there"

# vary RECORD FACTOR...: that run again and again, a day later each time and so
# many times as long; the fast tests of a second target six times.
vary()
{
	vary_day=0
	for vary_factor in $(echo "$*" | cut -d ' ' -f 2-); do
		awk -v day=$vary_day -v by="$vary_factor" '
			BEGIN { FS = OFS = "\t" }
			$1 == "run" {
				for (i = 3; i <= 4; i++)
					$i += 86400 * day
				NF = 8		# an old one has no checksum
			}
			$1 == "target" && $3 == "directory" {
				$4 = $2 ? "/mnt/another-place" : "/mnt/data"
			}
			$1 == "test" { slow = $6 == 1 && !/Durable/ ? 6 : 1 }
			$1 == "sample" { $3 = sprintf("%.0f", slow * by * $3) }
			$1 == "end" { NF = 2 }
			NR > 1 || day == 0' "$1"
		vary_day=$((vary_day + 1))
	done
}

# run NAME LAWS ARGUMENT...: a run on such a disk, kept in NAME.record.
rounds='-i 3 -t 0.2'
run()
{
	run_name=$1
	laws=$2
	record='-o measured'
	shift 2
	# shellcheck disable=SC2086	# three words
	on_disk $laws $rounds "$@" >"$scratch/out" 2>&1 ||
		bail "a run on a virtual disk: $(cat "$scratch/out")"
	vary measured 1 >"$run_name.record"
	rm measured
}

# page NAME COMMAND...: its report as a page and as JSON.
page()
{
	name=$1
	shift
	"$DISKIDX" "$@" -f html >"pages/$name.html" &&
		"$DISKIDX" "$@" -f json >"pages/$name.json" ||
		bail "no page of $name"
}

log=
fast='exponential:200 exponential:300 exponential:2000'
run run "$fast"
run noisy 'stall:300,300,200000 stall:200,900,90000 exponential:900'
mkdir "$scratch/another"
run two "$fast" -d "$scratch/another"
run sweep "$fast" -b 4k,16k,64k,256k -Q 1,2,4,8,16,32,64 rand-read-q32
run suits "$fast" suits
rounds=
run capacity 'queue:250,1,1 queue:250,1,1 constant:0' capacity 'read p99 < 5ms'
vary run.record 1 1.02 0.98 >old.record
vary run.record 0.9 0.93 0.7 >new.record
vary noisy.record 1 1.3 >other.record
vary run.record 1 1.01 0.99 1 1.02 1.5 1.52 1.49 >series.record
golden=$srcdir/tests/golden

# The most sheets of each.
while read -r sheets name command; do
	# shellcheck disable=SC2086	# several words
	page "$name" $command
	echo "$name $sheets" >>sheets
done <<END
3 run report run.record
3 noisy report noisy.record
3 measured report $golden/records/good-suite.record
3 two-directories report two.record
2 comparison compare old.record vs new.record
2 single compare run.record noisy.record
3 ranking compare old.record new.record other.record
3 series report series.record
2 sweep report sweep.record
5 suits report suits.record
2 capacity report capacity.record
4 pages report $golden/pages.record
8 wide report $golden/wide.record
2 sustained report $golden/sustained.record
3 extremes report $golden/records/good-extremes.record
END
# The figures of a ranking's tests are those of comparisons with its best record.
{
	sed '$s/}$/, "comparisons": [/' pages/ranking.json
	"$DISKIDX" compare -f json new.record old.record
	echo ,
	"$DISKIDX" compare -f json new.record other.record
	echo ']}'
} >"$scratch/ranking.json"
mv "$scratch/ranking.json" pages
if [ "${PAGES:-}" = all ]; then
	for record in "$golden"/*.record; do
		name=${record##*/}
		name=all-${name%.record}
		page "$name" report "$record"
		echo "$name 99" >>sheets
	done
fi
# In these, tests without a row of their own are the points of a sweep.
rm -f pages/wide.json pages/all-*.json

# A page with one fault of each kind, and a figure that it does not say.
sed -e 's|</style>|h1{margin-bottom:-1em}main{min-width:111rem}\
		p{page-break-after:always}td{max-width:1em;white-space:nowrap}\
		@media (prefers-color-scheme:dark){p{color:#555}}&|' \
	-e 's|class="key"||' -e 's|</main>|<svg><path d="M0 0"/></svg><img src="x:/y" alt=""/>&|' \
	pages/run.html >pages/worse.html
sed 's/"value": /&2/' pages/run.json >pages/worse.json

python3 "$srcdir/tests/support/browser.py" "$browser" "$scratch" \
	pages/*.html >faults 2>"$scratch/err"
is "the browser shows the pages" "$? $(cat "$scratch/err")" "0 "

# faults CHECK NAME: the first of them.
faults()
{
	awk -F '\t' -v check="$1" -v name="$2" '
		$1 == name && $2 == check && n++ < 12 { print $3 }
		END { if (n > 12) print "and " n - 12 " more" }' faults
}
while read -r name sheets; do
	is "$name: nothing is wider than the window" \
		"$(faults scroll "$name")" ""
	is "no text leaves its box" "$(faults box "$name")" ""
	is "nor lies on another" "$(faults overlap "$name")" ""
	is "each has a contrast of 4.5 at least" "$(faults contrast "$name")" ""
	is "each drawing has a name, and each of its lines" "$(faults label "$name")" ""
	is "nothing goes wrong, and nothing is asked for" \
		"$(faults error "$name")" ""
	is "all figures of the JSON are there" "$(faults unsaid "$name")" ""
	ok "there are some" test "$(faults seen "$name")" -ge 20
	ok "$(faults pages "$name") sheets of paper are $sheets at most" \
		test "$(faults pages "$name")" -le "$sheets"
done <<END
$(cat sheets)
END
for check in scroll box overlap contrast label error unsaid; do
	isnt "of a page that is worse it sees: $check" \
		"$(faults $check worse)" ""
done
like "and names that a chart's lines lack" "$(faults label worse)" 'no key'
like "that is too pale in the dark" "$(faults contrast worse)" ' dark: '
ok "and too long" test "$(faults pages worse)" -ge 5
done_testing
