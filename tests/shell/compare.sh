#!/bin/sh
# compare.sh - the command compare as a whole: verdicts on records whose ratio
# is known, since they were made from one another; what differs besides; the
# gate; which records stand on which side; and every format. The figures of the
# records are made up from one tiny run, so that nothing depends on the disk.
# shellcheck disable=SC2016,SC2317	# jq's variables; functions that ok calls
: "${srcdir:=$(dirname "$0")/../..}"
# shellcheck source=tests/shell/tap.sh
. "$srcdir/tests/shell/tap.sh"
need_diskidx

here=${scratch##*/}
mkdir "$here/disk" "$here/other" || bail "can't make a directory to test"

compare()
{
	"$DISKIDX" compare "$@"
}

# steady BY [SECONDS [OFFSET]] <RECORD: every round of a test has the counts of
# its first, takes 8 s but for a known wobble of a few thousandths, and is BY
# times as slow; it began SECONDS after 2023-11-14 00:00 UTC, if they are given.
# It is a disk's, even if this directory is in memory or the machine is busy.
steady()
{
	awk -v by="$1" -v at="${2:--1}" -v offset="${3:-0}" '
	BEGIN { FS = OFS = "\t" }
	$1 == "run" && at >= 0 {
		$3 = 1699920000 + at
		$4 = $3 + 60
		$5 = offset
	}
	$1 == "test" {
		first = ""
		$12 = 0
	}
	$1 == "sample" {
		first = first == "" ? $0 : first
		n = $2
		$0 = first
		$2 = n
		$3 = sprintf("%.0f", 8e9 * by * (1 + n % 3 / 500))
		$5 *= 1000	# enough on a slow disk, too
		$6 *= 1000
	}
	$1 ~ /^(inblock|resident|device|discards|processors|quota)$/ {
		dropped++	# the evidence of a cache, and of other load
		next
	}
	$1 == "end" { $2 -= dropped }
	{ print }'
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

# thrice BY SECONDS FILE <RECORD: three such runs a minute apart, whose speeds
# are a thousandth apart.
thrice()
{
	cat >"$here/one"
	for i in 1 2 3; do
		steady "$(awk -v by="$1" -v i=$i \
			'BEGIN { print by * (1 + i / 1000) }')" \
			$(($2 + 60 * i)) <"$here/one" | pour "$3"
	done
}

tests="fsdisk seq-write rand-read-q1 commit"
# shellcheck disable=SC2086	# several tests
ok "a run to compare" "$DISKIDX" -q -d "$here/disk" -t 0.05 -i 5 -s 8m \
	-o "$here/raw" $tests
note "of its tests have no figure: $(grep -c '^missing' "$here/raw")"
raw=$here/raw
thrice 1 1000 "$here/old" <"$raw"
thrice 1 2000 "$here/same" <"$raw"
thrice 2 3000 "$here/slow" <"$raw"
thrice 1.03 4000 "$here/slower3" <"$raw"
old=$here/old
slow=$here/slow

# With itself, and with another. What is compared, and what is said of it, is
# in tests/unit/comparison and in golden.sh.

exits "a record compares with itself" 0 compare -f json "$raw" "$raw"
json "and no difference is shown anywhere" '(.tests | length == 4) and
	all(.tests[] | select(has("ratio")); .ratio == 1 and
	(.verdict | test("^(same|no difference shown)$")))'
exits "with another of the same figures" 0 \
	compare -f json "$old" "$here/same"
json "and nothing else differs" '.differences == []'
json "and they are the same" 'any(.tests[]; .verdict == "same") and
	all(.tests[] | select(has("ratio")); .verdict == "same")'
exits "but not within a smaller limit" 0 \
	compare --same=0.0001 -f json "$old" "$here/same"
json "which their interval is not in" 'all(.tests[] | select(has("ratio"));
	.verdict == "no difference shown")'
json "and they name their sides" ".old == [\"$old\"] and
	.new == [\"$here/same\"] and .schema == 1"
exits "half the speed" 0 compare -f json "$old" "$slow"
json "is slower" 'any(.tests[]; .verdict == "slower") and
	all(.tests[] | select(has("ratio")); .verdict == "slower")'
exits "the same reversed" 0 compare -f json "$slow" "$old"
json "is faster" 'any(.tests[]; .verdict == "faster") and
	all(.tests[] | select(has("ratio")); .verdict == "faster")'
awk 'BEGIN { FS = OFS = "\t" }
	$1 == "test" { skipping = $2 == "commit" }
	$1 == "end" { print "end", lines; next }
	!skipping { print; lines++ }' "$raw" >"$here/without.one"
thrice 1 6000 "$here/without" <"$here/without.one"
"$DISKIDX" -q -d "$here/disk" -t 0.05 -i 2 -s 8m -o "$here/variant" \
	-b 512,8k commit >/dev/null

# The gate.

exits "without a gate all is well" 0 compare "$old" "$slow"
exits "the gate stops what is slower" 1 \
	compare --fail-if-slower=10 "$old" "$slow"
like "and says which test" "$err" '^diskidx: commit.*slower by (49|50)'
exits "also quietly" 1 compare -q --fail-if-slower=10 "$old" "$slow"
exits "the gate lets through what is faster" 0 \
	compare --fail-if-slower=10 "$slow" "$old"
is "without a word" "$err" ""
exits "and what is slower by less" 0 \
	compare --fail-if-slower=60 "$old" "$slow"
exits "3 per cent stop at 1" 1 \
	compare --fail-if-slower=1 "$old" "$here/slower3"
exits "and not at 5" 0 compare --fail-if-slower=5 "$old" "$here/slower3"
exits "a test that is missing is not passed" 2 \
	compare --fail-if-slower=10 "$old" "$here/without"
like "and named" "$err" '^diskidx: commit.*not on the new side'
exits "a test that is new is" 0 \
	compare --fail-if-slower=10 "$here/without" "$old"
thrice 2 5000 "$here/slow-without" <"$here/without.one"
exits "missing wins over slower" 2 \
	compare --fail-if-slower=10 "$old" "$here/slow-without"
like "and both are named" "$err" '^diskidx: fsdisk.*slower by'
steady 1 9000 <"$raw" >"$here/a-commit"
steady 1 9900 <"$raw" >"$here/c-commit"
exits "a test that one run on each side has is not passed" 2 \
	compare --fail-if-slower=10 "$here/without" "$here/c-commit" vs \
	"$here/slow-without" "$here/a-commit"
like "and named" "$err" '^diskidx: commit.*one run on each side has it'
exits "nothing in common is not passed" 2 \
	compare --fail-if-slower=10 "$old" "$here/variant"

# Several records a side.

for i in 1 2 3; do
	steady 1.00$i 3600$i <"$raw" >"$here/a$i"
	steady 2.00$i 7200$i <"$raw" >"$here/b$i"
done
exits "three records a side" 0 compare -f json "$here/a1" "$here/a2" \
	"$here/a3" vs "$here/b1" "$here/b2" "$here/b3"
json "are averaged by runs" '.scope == "runs" and
	all(.tests[] | select(has("ratio")); .n_old == 3 and .n_new == 3)'
json "and each is named" ".old == [\"$here/a1\", \"$here/a2\",
	\"$here/a3\"] and (.new | length == 3)"
json "and half the speed is slower" 'any(.tests[]; .verdict == "slower")'
for i in 1 2 3; do
	pour "$here/three" <"$here/a$i"
	pour "$here/three2" <"$here/b$i"
done
cp "$scratch/out" "$scratch/forward"
exits "three runs in a file are the same" 0 \
	compare -f json "$here/three" "$here/three2"
if [ -n "$has_jq" ]; then
	is "to the last figure" "$(jq -c .tests "$scratch/out")" \
		"$(jq -c .tests "$scratch/forward")"
else
	skip "to the last figure" jq "no jq"
fi
exits "one against two" 0 compare -f json "$here/a1" vs "$here/b1" "$here/b2"
json "are, too, and the two lend the one their spread" '.scope == "runs" and
	.new_runs == 2 and all(.tests[] | select(has("ratio")); has("ci95"))'
exits "an interrupted run is used" 0 sh -c 'awk "BEGIN { FS = OFS = \"\t\" }
	\$1 == \"run\" { \$7 = 1 } { print }" "$1" >"$1.cut" &&
	"$2" compare "$1" "$1.cut"' sh "$here/a1" "$DISKIDX"
like "and the notes say so" "$out" '^   \*  the new run was interrupted'

# A run counts once on a side, under whatever name; on both sides it may stand.

exits "a record with itself" 0 compare "$raw" "$raw"
like "is said to be on both sides" "$out" \
	'^   \*  a run of .*, 20[0-9-]* [0-9:]* is on both sides'
exits "runs of other times are not" 0 compare "$here/a1" "$here/b1"
unlike "not said to be" "$out" 'both sides$'
exits "of two files of three runs" 0 compare "$here/three" "$here/three"
like "all are named as one number" "$out" \
	'^   \*  3 runs are on both sides, the first one of .*'

# A name with a comma is one name, however many runs it has.

cp "$here/three" "$here/three, two, one"
exits "a file with commas in its name" 0 \
	compare -f json "$here/three, two, one" "$here/three2"
json "is one file" ".old == [\"$here/three, two, one\"] and .old_runs == 3"

# Without operands: the two newest by the time that they hold.

DISKIDX_RESULTDIR=$here/saved
export DISKIDX_RESULTDIR
exits "no records at all" 2 compare
like "and what to do" "$err" '^diskidx: .*two records; run diskidx again'
mkdir "$here/saved"
cp "$here/b1" "$here/saved/a-newest.diskidx"
exits "one record is too few" 2 compare
cp "$here/a1" "$here/saved/c-oldest.diskidx"
cp "$here/a2" "$here/saved/b-older.diskidx"
exits "the two newest are compared" 0 compare
is "by the time they hold, and named" "$err" \
	"comparing $here/saved/b-older.diskidx (old) with \
$here/saved/a-newest.diskidx (new)"
like "the older being the old one" "$out" '^   Old: .*b-older\.diskidx$'
exits "quietly" 0 compare -q
is "without a word" "$err" ""
echo broken >"$here/saved/d.diskidx"
exits "a broken one among them is passed over" 0 compare
like "with a word" "$err" '^diskidx: .*d\.diskidx:1: '

# One run a side: other runs tell how far runs differ, if there are three.

DISKIDX_RESULTDIR=$here/history
mkdir "$DISKIDX_RESULTDIR"
steady 1 100 <"$raw" >"$here/single"
steady 2 200 <"$raw" >"$here/single-slow"
exits "single runs" 0 compare "$here/single" "$here/single-slow"
like "are judged for themselves" "$out" 'interval    in these two runs$'
like "also in the conclusion" "$out" '^In these two runs '
exits "the gate refuses them" 2 \
	compare --fail-if-slower=10 "$here/single" "$here/single-slow"
is "and says what to do" "$err" "diskidx: --fail-if-slower: one run a side \
can't tell how far runs differ; make 3 runs a side (--repeat=3)"
cp "$here/old" "$here/history/saved.diskidx"
exits "three saved runs lend them their spread" 1 \
	compare --fail-if-slower=10 "$here/single" "$here/single-slow"
like "and are named" "$out" "from 3 others"
unlike "so the verdict holds for more" "$out" 'these two runs'
exits "a copy of the same runs adds nothing" 0 sh -c 'cp "$1" "$2" &&
	"$3" compare -f json "$4" "$5"' sh "$here/old" \
	"$here/history/copy.diskidx" "$DISKIDX" "$here/single" \
	"$here/single-slow"
json "to them" '.scope == "history" and .history_runs == 3'
# lacking WHAT AWK: of the saved runs one is changed so that it is of no use.
lacking()
{
	awk 'BEGIN { FS = OFS = "\t" } '"$2"' { print }' "$here/old" \
		>"$here/history/saved.diskidx"
	cp "$here/history/saved.diskidx" "$here/history/copy.diskidx"
	exits "not runs $1" 0 compare -f json "$here/single" \
		"$here/single-slow"
	json "they tell nothing" '.scope == "two runs"'
}
lacking "of another host" '$2 == "hostname" { $3 = "other" }'
lacking "of another directory" '$3 == "directory" { $4 = "/other" }'
lacking "of longer samples" '$1 == "test" { $10 *= 2 }'
lacking "of other tests" '$1 == "test" && $2 == "commit" { $2 = "other" }'
lacking "that are the two" '$1 == "run" { $3 = n++ ? 1699920200 : 1699920100 }'

# By hour of the day, in local time.

exits "runs of one hour" 2 compare --by=hour "$here/three"
like "are too few" "$err" '^diskidx: --by=hour: .* hour from 10:00'
for minute in 0 10 20; do
	steady 1 $((8 * 3600 + minute * 60)) 3600 <"$raw" |
		pour "$here/hours"
	steady 2 $((20 * 3600 + 86400 + minute * 60)) 3600 <"$raw" |
		pour "$here/hours"
done
exits "runs of two hours" 0 compare --by=hour -f json "$here/hours"
json "are two sides, the earlier hour first" \
	'.old == ["09:00 to 09:59"] and .new == ["21:00 to 21:59"]'
json "and compared" '.old_runs == 3 and .new_runs == 3 and
	all(.tests[] | select(has("ratio")); .verdict == "slower")'
steady 2 $((4 * 3600)) 3600 <"$raw" >"$here/early"
exits "runs of three hours, in two files" 0 \
	compare --by=hour -f json "$here/hours" "$here/early"
json "are each compared with all others" '.schema == 1 and
	[.comparisons[].new[0]] == ["05:00 to 05:59", "09:00 to 09:59",
	"21:00 to 21:59"] and [.comparisons[].old_runs] == [6, 4, 4]'
exits "also in text" 0 compare --by=hour "$here/hours" "$here/early"
is "with a head for each" "$(grep -c '^   New: ' "$scratch/out")" 3

# Two directories of one run.

exits "a run on two directories" 0 "$DISKIDX" -q -d "$here/disk" \
	-d "$here/other" -t 0.05 -i 3 -s 8m -o "$here/two" fsdisk commit
like "ends with their comparison" "$out" "^   New: $here/other\$"
like "which is round by round" "$out" '3 rounds'
is "in 80 columns" "$(sed '/diskidx report\|diskidx compare/d
	/record is in/d' "$scratch/out" | awk 'length > 80')" ""
exits "one round of each" 0 "$DISKIDX" -q -d "$here/disk" -d "$here/other" \
	-t 0.05 -i 1 -s 8m --no-save -f json fsdisk
json "shows no difference, and says what it takes" '.comparisons[0] |
	(.conclusion | test("interval: one round can.t .* takes two or more")) and
	(.tests[0] | .verdict == "no difference shown" and
	(.why | test("it takes two or more$")))'
exits "compare of that record alone" 0 compare -f json "$here/two"
json "is the same comparison" ".scope == \"one run\" and
	.old == [\"$here/disk\"] and .new == [\"$here/other\"]"
exits "of a record of one directory alone" 2 compare "$old"
like "it takes two" "$err" '^diskidx: .*/old is one record .*another'

# Two directories of several runs: matched by directory, whatever the order.

# of_two SLOW FIRST SECOND <RECORD: every sample of a target has the same rate,
# half as much on target SLOW; FIRST and SECOND are their directories.
of_two()
{
	awk -v slow="$1" -v first="$2" -v second="$3" '
	BEGIN { FS = OFS = "\t" }
	$1 == "target" && $3 == "directory" { $4 = $2 == 0 ? first : second }
	$1 == "test" { by = $6 == slow ? 2 : 1; id = $2 }
	$1 == "sample" {
		if (!(id in bytes))
			bytes[id] = $4
		wobble = 1 + $2 % 3 / 500
		$3 = sprintf("%.0f", 8e9 * by * wobble * $4 / bytes[id])
		$5 *= 100
		$6 *= 100
	}
	{ print }'
}
of_two 1 /dev/a /dev/b <"$here/two" >"$here/a-b"
of_two 0 /dev/b /dev/a <"$here/two" >"$here/b-a"
of_two 1 /dev/a /dev/c <"$here/two" >"$here/a-c"
exits "other directories" 0 compare "$here/a-b" "$here/a-c"
like "are compared by number, and both named" "$out" \
	'^Directory: /dev/b \(old\) and /dev/c \(new\)$'
of_two 1 /dev/b /dev/c <"$here/two" >"$here/b-c"
for i in 1 2 3; do
	for name in b-a b-c; do
		awk -v later=$i 'BEGIN { FS = OFS = "\t" }
			$1 == "run" { $3 += later } { print }' "$here/$name" |
			pour "$here/$name-3"
	done
done
exits "also by the gate" 1 \
	compare --fail-if-slower=10 "$here/b-a-3" "$here/b-c-3"
like "which names them" "$err" \
	'^diskidx: commit on /dev/a \(old\) and /dev/c \(new\): slower'
exits "two directories of one run" 0 compare "$here/a-b"
like "head their columns" "$out" \
	'^File Copy, KBps /dev/a /dev/b ratio interval    verdict$'
of_two 1 /dev/abc /dev/b <"$here/two" >"$here/abc-b"
exits "names that are too long" 0 compare "$here/abc-b"
like "don't" "$out" '^File Copy, KBps    old    new ratio interval'

# What is wrong is refused in one line.

# refused SENTENCE REGEX ARGUMENT...
refused()
{
	sentence=$1
	regex=$2
	shift 2
	exits "$sentence" 2 compare "$@"
	like "says why" "$err" "^diskidx: $regex"
	is "and no more" "$(wc -l <"$scratch/err" | tr -d ' ').$out" "1."
}
refused "a file twice on a side" "$old is given twice" "$old" "$old" vs "$slow"
refused "under another name" "$here/disk/../old: its run 1 is run 1 of $old" \
	"$old" "$here/disk/../old" vs "$slow"
refused "a run in a file and in its copy" \
	"$here/a2: its run 1 is run 2 of $here/three" \
	"$slow" vs "$here/three" "$here/a2"
refused "also by hours" "$here/three, two, one: its run 1 is run 1 of" \
	--by=hour "$here/three" "$here/three, two, one"

# Standard output that can't be written.

if [ -w /dev/full ]; then
	full_comparison()
	{
		compare -f "$1" "$old" "$slow" >/dev/full
	}
	for format in text json csv markdown; do
		exits "a comparison in $format that can't be written" 2 \
			full_comparison "$format"
		like "is said to be so" "$err" \
			'^diskidx: cannot write the report'
	done
else
	skip "a comparison that can't be written" full "no /dev/full"
fi

done_testing
