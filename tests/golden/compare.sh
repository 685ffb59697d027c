#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# compare.sh - the command compare as a whole, against a transcript: the gate;
# which runs are on which side, and what other runs add to them; directories
# and what is refused. tests/unit/comparison tests the verdicts, and golden.sh
# their layout. The records are made from a golden record, with known values.
. "$(dirname "$0")/../support/tap.sh"
need_diskidx

cd "$scratch" || bail "can't go to $scratch"

# run BY AT [NAME=VALUE...]: a record with a run BY times as slow, that began AT
# seconds after 2023-11-14 00:00 UTC. Each round has the counts of its test's
# first, and takes 8 s but for a known wobble of a few thousandths.
#	without=ID	the test that it lacks
#	targets=2	directories (1), called /dev/first=NAME and second=NAME,
#	slow=NUMBER	of which that one is half as fast
#	note=TEXT price=PRICE	of the run, the latter of an older version
#	super=OPTIONS	of the file system
run()
{
	factor=$1 begin=$2
	shift 2
	awk 'BEGIN { FS = OFS = "\t"; targets = 1; slow = -1 }
	FNR == 1 && NR != 1 { exit }
	$1 == "run" {
		$3 = 1699920000 + at
		$4 = $3 + 60
		$5 = 0
		$8 = targets
	}
	$1 == "host" && hosts++ { next }
	$1 == "host" { $0 = "host	hostname	vm" }
	$1 ~ /^(plan|target)$/ && note != "" {
		print "plan", "note", note
		lines++
		if (price != "") {
			print "plan", "price", price
			lines++
		}
		note = ""
	}
	$1 == "target" && super != "" {
		print "target", 0, "filesystem_options", super
		lines++
		super = ""
	}
	$1 == "target" && $3 == "directory" {
		$4 = "/dev/" ($2 == 0 ? first : second)
	}
	$1 == "target" && $2 >= targets { next }
	$1 == "test" {
		left_out = $2 == without || $6 >= targets
		now = by * ($6 == slow ? 2 : 1)
		kept = ""
	}
	left_out && $1 != "end" { next }
	$1 == "sample" {
		kept = kept == "" ? $0 : kept
		round = $2
		$0 = kept
		$2 = round
		$3 = sprintf("%.0f", 8e9 * now * (1 + round % 3 / 500))
		$14 = sprintf("%.0f", $3 * 0.99)
	}
	# What tells of caches and of other load.
	$1 ~ /^(inblock|device|latency)$/ { next }
	$1 == "end" { $2 = lines }
	{ print; lines++ }
	$1 == "end" { exit }' by="$factor" at="$begin" first=a second=b "$@" \
		"$srcdir/tests/golden/$base.record"
}

# pour FILE <RECORD: one more run of that file.
pour()
{
	if [ -s "$1" ]; then
		sed 1d >>"$1"
	else
		cat >"$1"
	fi
}

# three FILE BY AT [NAME=VALUE...]: three such runs a minute apart, whose speeds
# are a thousandth apart.
three()
{
	file=$1 by=$2 at=$3
	shift 3
	for i in 1 2 3; do
		run "$(awk -v by="$by" -v i=$i \
			'BEGIN { print by * (1 + i / 1000) }')" \
			$((at + 60 * i)) "$@" | pour "$file"
	done
}

base=two
three old 1 1000
three slow 2 3000
three slower3 1.03 4000
three slow-without 2 5000 without=commit
three without 1 6000 without=commit
printf 'diskidx-record\t1\nrun\t0.1\t1\t2\t0\t1\t0\t0\nend\t2\n' >bare
run 1 9000 >a-commit
sed 's/	commit	/	fstime	/' slow >variant
for i in 1 2 3; do
	run 1.00$i 3600$i >a$i
	run 2.00$i 7200$i >b$i
	pour three <a$i
	pour three2 <b$i
done
cp three "three, two, one"
awk 'BEGIN { FS = OFS = "\t" } $1 == "run" { $7 = 1 } { print }' a1 >interrupted
sed 's/	vm$/	pc/' a2 >elsewhere
cp "$srcdir/tests/golden/sustained.record" few		# rounds
cp "$srcdir/tests/golden/two.record" pair		# of directories
for by in 1 5 25; do
	run $by ${by}00 | pour uneven
	run $((by * 9 / 2)) ${by}50 | pour uneven-slow
	run $by ${by}00 without=commit | pour uneven-lacking
done
run 1 100 >single
run 1 100 super=rw,data=ordered >barrier
sed 's/filesystem_options/memory_filesystem/' barrier >in-memory
for slow in 0 1; do
	run 1 50 targets=2 slow=$slow without=commit >slow-$slow
done
run 2 200 super=rw,nobarrier,data=ordered >nobarrier
base=flags	# enough tests, for a Disk Index Score
run 1 500 note="the first" price=5.50/month >p1
run 1.5 600 note="the second" >p2
run 2 700 note="the third" >p3
run 1 500 note=whole >q1			# without a category none
run 1 500 note="not durable" without=commit >q2
# The lines of the README that cron runs, but the first, which measures.
cron=$(sed -n '/diskidx report --fail-if-slower/,/^$/p' "$srcdir/README")
for day in 1 2 3 4 5 6 7 8 9 10 11; do
	run "$(awk -v day=$day 'BEGIN {
		print (day > 7 ? 1.4 : 1) * (1 + day % 3 / 1000) }')" \
		$((day * 86400)) | pour nightly
	diskidx report --brief --fail-if-slower=10 nightly >/dev/null \
		2>>nights || echo "night $day: $?" >>nights
	[ $day -ne 10 ] || cp nightly series
	cp nightly nightly.record
	[ $day -lt 7 ] || (eval "$cron") 2>&1 | sed -n "1s/^/day $day mails: /p" \
		>>nights
done
base=two
run 2 200 >single-slow
for day in 1 2 3 4 5 6 7 8; do
	run 1.00$((day % 3)) $((day * 86400)) | pour calm
	run 1.$((day * 5 % 8)) $((day * 86400)) | pour restless
	run 1.00$((day % 3)) $((day * 86400)) \
		without="$([ $day -lt 8 ] || echo commit)" | pour steady
	run 1.00$((day % 3)) $((day * 86400)) \
		without="$([ $day -gt 4 ] || echo commit)" | pour late
	run 1.00$((day % 3)) $((day * 86400)) without=commit targets=2 \
		slow="$([ $day -le 5 ] || echo 1)" | pour apart
done

# Saved ones: two of them are the newest by the time that they hold, and of one
# second by their names; and of three others each lacks something that a history
# must have.
mkdir none one two broken real unreal ties older saved history mixed several
cp b1 one/a-newest.diskidx
for place in two broken; do
	cp b1 $place/a-newest.diskidx
	cp a1 $place/c-oldest.diskidx
	cp a2 $place/b-older.diskidx
done
echo broken >broken/d.diskidx
cp b1 mixed/b.diskidx
for at in 9000 90000; do
	run 1 $at | awk 'BEGIN { FS = OFS = "\t" }
		$1 == "test" { $2 = "dd:" ++n }
		{ print }' >mixed/$at.diskidx
done
cp old several/old.diskidx
cp mixed/9000.diskidx several/other.diskidx
for name in a b c; do
	cp single ties/$name.diskidx
	cp single older/$name.diskidx
done
cp single-slow older/b.diskidx
cp old history/saved.diskidx
cp old history/copy.diskidx
for lack in '$2 == "hostname" { $3 = "other" }' \
    '$3 == "directory" { $4 = "/other" }' '$1 == "test" { $10 = 3000000000 }' \
    '$1 == "test" && $2 == "commit" { $2 = "other" }' \
    '$3 == "device" { $4 = "other" }' \
    '$1 == "run" { $3 = n++ ? 1699920200 : 1699920100 }'; do
	n=$((${n:-0} + 1))
	mkdir lack$n
	awk 'BEGIN { FS = OFS = "\t" }
		'"$lack"' { print }' old >lack$n/saved.diskidx
done

sed 's/	device	/	real_path	/' single >real-single
sed 's/	device	/	real_path	/' single-slow >real-single-slow
sed 's/	device	/	real_path	/; s|/dev/a|.|' old >real/saved.diskidx
sed 's/	device	.*/	real_path	other/' old >unreal/saved.diskidx

run 1 50 targets=2 slow=1 >a-b
run 1 50 targets=2 slow=1 first=abc >abc-b
run 1 60 targets=2 slow=1 second=c >a-c
three b-a-3 1 7000 targets=2 slow=0 first=b second=a
three b-c-3 1 8000 targets=2 slow=1 first=b second=c

# What the transcript calls.

# gate [OPTION...] RECORD...: of ten per cent, or another.
gate()
{
	diskidx compare -q --fail-if-slower=10 "$@" >/dev/null
}

# verdicts RECORD...: samples a side, ratio and verdict, with the tests that
# have them.
verdicts()
{
	diskidx compare -f csv "$@" |
		sed '1d; s/^"[^"]*",/,/; s/^\([^",]*\),"[^"]*",/\1,,/' |
		awk -F, '!/(latency|score):/ {
			what = $11 " and " $12 ", " $13 ", " $16
			if (!(what in ids))
				order[++n] = what
			ids[what] = ids[what] " " $5
		}
		END {
			for (i = 1; i <= n; i++)
				print order[i] ":" ids[order[i]]
		}'
}

# saved PLACE COMMAND...: with the records that are there.
saved()
{
	DISKIDX_RESULTDIR=$1
	shift
	"$@"
}

sides()
{
	diskidx compare "$@" | sed -n '/^ *Old /,/^ *New /p'
}

# notes RECORD...: those on the runs, a line each.
notes()
{
	diskidx compare "$@" | awk '
		/^   [*] / { note = "" }
		/^Notes/, /^$/ { note = note $0 }
		note ~ /Both sides share|((complete rounds|=3[)]|next|assumed|runs)[.]$)/ {
			gsub(/ +/, " ", note)
			print note
			note = ""
		}'
}

# suite N: a whole run of a later suite `disk`, which had N tests more.
suite()
{
	awk -v more="$1" 'BEGIN { FS = OFS = "\t" }
	NR == FNR && $1 == "test" { had = had $2 "=" $4 "," }
	NR == FNR { next }
	$1 == "run" { $3 += more }
	$1 == "target" && !told++ {
		for (i = 1; i <= more; i++)
			had = had "more-" i "=Random,"
		print "plan", "disk_suite", "disk-2"
		print "plan", "suite_tests", had
	}
	$1 == "end" { $2 += 2 }
	{ print }' "$suite" "$suite"
}
suite=$srcdir/tests/golden/records/good-suite.record

awk 'BEGIN { FS = OFS = "\t" } $1 == "run" { $3 += 99 }
	$1 == "sample" { $3 *= 2 } { print }' "$suite" >half

awk 'BEGIN { FS = OFS = "\t" } $1 == "test" { out = $2 == "commit" }
	$1 == "end" { $2 = n; out = 0 } !out { print; n++ }' "$suite" |
	awk 'BEGIN { FS = OFS = "\t" } $1 == "run" { $3 += 99 } { print }' >lacking

transcript compare "${1:-}"

# The work grows as the runs do: how often two texts are compared tells it, of
# which two runs need some. How long that takes is for scripts/benchmark.sh.
cat >count.c <<'END'
#include <stdio.h>
#include <stdlib.h>

static unsigned long count;

int
strcmp(const char *a, const char *b)
{
	for (count++; *a != '\0' && *a == *b; a++, b++)
		;
	return (unsigned char)*a - (unsigned char)*b;
}

static void __attribute__((destructor))
tell(void)
{
	FILE *file = fopen("counted", "w");

	if (file != NULL)
		fprintf(file, "%lu\n", count);
}
END

# counted ARGUMENT...: the comparisons of that command.
counted()
{
	LD_PRELOAD="$scratch/count.so" diskidx "$@" >/dev/null && cat counted
}
if preloadable "$scratch/count.so" count.c && [ "$(counted list tests)" -gt 0 ]
then
	for n in 250 2000; do
		awk -v n=$n -v apart_s=3600 \
			-f "$srcdir/tests/support/many.awk" a1 >many$n
		sed 's/^\(run	0.1	1\)7/\18/' many$n >later$n
		awk '/^run/ { n++ } { sub("srv", n) } 1' many$n >apart$n
	done
	while read -r what few more; do
		# shellcheck disable=SC2046,SC2086	# several words
		few=$(counted $(echo $few | tr , ' '))
		# shellcheck disable=SC2046,SC2086
		more=$(counted $(echo $more | tr , ' '))
		ok "$what: 8 times the runs are not 10 times the work" \
			test "$more" -lt $((10 * few))
	done <<-END
	split compare,--last=3,many250 compare,--last=3,many2000
	last compare,many250 compare,many2000
	sides compare,many250,later250 compare,many2000,later2000
	report report,apart250 report,apart2000
	END
else
	skip "the work grows as the runs do" preload "nothing is counted"
fi

cd .. || exit
done_testing
