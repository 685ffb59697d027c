#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# audit.sh - a run in a line, the known devices, and what the audit finds in
# records and lines whose figures were changed.
tap_in_memory=yes
. "$(dirname "$0")/../support/tap.sh"
need_diskidx
need_mathematics

records=$srcdir/tests/golden/records
measured=$records/good-measured.record
tab=$(printf '\t')

# A line.

line='diskidx disk-1 735 (636-849, 1 run) S125 R4297 D739 trust good | ext4 virtio 1G | 2026-11-22 #3f9a1c07'
exits "a line agrees with itself" 0 "$DISKIDX" audit "$line"
is "and that is all that is said" "$out" "$line: consistent with itself"

# altered SED: the exit status for the line that sed makes.
altered()
{
	"$DISKIDX" audit "$(printf '%s\n' "$line" | sed "$1")" \
		>"$scratch/altered" 2>&1
	echo $?
}
while read -r want edit; do
	is "audit: $edit" "$(altered "$edit")" "$want"
done <<'END'
1 s/735/745/
1 s/S125/S152/
1 s/R4297/R4927/
1 s/D739/D793/
1 s/636/536/
1 s/849/949/
1 s/(636-849/(849-636/
1 s/ D739//
1 s/good/none/
1 s/good/great/
1 s/2026-11-22/2026-13-22/
1 s/2026-11-22/yesterday/
1 s/#3f9a1c07/#3f9a1c0/
0 s/#3f9a1c07/#3f9a1c08/
0 s/735 .* D739/---/
0 s/1 run/3 runs/
0 s/735 (636-849/7.35 (6.36-8.49/;s/S125 R4297 D739/S1.25 R43.0 D7.39/
1 s/735 (636-849/7.45 (6.36-8.49/;s/S125 R4297 D739/S1.25 R43.0 D7.39/
0 s/$/ | SATA SSD | Vendor Model 1/
2 s/disk-1/disk/
2 s/735/x/
2 s/ 1 run//
2 s/ | .*//
2 s/^diskidx//
2 s/$/ x/
2 s/$/ # x/
2 s/ #.*/ x/
2 s/$/ | SATA SSD/
2 s/$/ | SATA SSD | Vendor Model 1 | x/
2 s/.*/& &/
0 s/$/ 	/
END
exits "a second line has no part in the first" 2 "$DISKIDX" audit "$line $line"
is "and it is named" "$err" \
	"diskidx: '$(echo "$line" | cut -c1-80)' stands behind the end of a line; give each by itself"
exits "a line may end with its end" 0 "$DISKIDX" audit "$line
"

# Of a run: its mark is that of the record, and its line is printed by both.

cd "$scratch" || bail "can't go to $scratch"
mkdir disk
exits "a run can be printed as a line" 0 "$DISKIDX" -q -d disk -t 0.005 -i 3 \
	-s 4m --brief=line -o run.record
printed=$out
mark=$(sed -n 's/^end.*	//p' run.record)
like "it has the mark of its record" "$printed" \
	"^diskidx disk-1 .* trust [a-z]* \| .* 4M \| 20[0-9-]* #$mark\$"
is "report prints the same" "$("$DISKIDX" report --brief=line run.record)" \
	"$printed"
exits "the line agrees with itself" 0 "$DISKIDX" audit "$printed"
exits "and so does the run" 0 "$DISKIDX" audit run.record
is "which is printed then" "$out" "run.record, run 1: consistent with itself
$printed"
is "a score comes with its interval and its categories" \
	"$("$DISKIDX" report --brief=line "$records/good-suite.record")" \
	'diskidx disk-1 503 (437-581, 1 run) S108 R2449 D482 trust good | ext4 - 32M | 2026-11-20'
is "a run of some tests has none" "$("$DISKIDX" report --brief=line \
	"$measured" | sed 's/ trust.*//')" 'diskidx disk-1 ---
diskidx disk-1 ---'

# A set of tests that a record alone has: those of one category.
awk -F'\t' -v OFS='\t' '
/^test/ { keep = $4 == "Random"; inside = 1 }
/^end/ { inside = 0; $2 -= n }
inside && !keep { n++; next }
/^target/ && !done++ {
	print "plan", "suite_tests", "rand-read-q1=Random,rand-read-q32=Random"
	n--
}
{ print }' "$records/good-suite.record" >own.record
exits "a set without a category can be printed" 0 "$DISKIDX" report \
	--brief=line own.record
exits "and does not agree with itself" 1 "$DISKIDX" audit "$out"
exits "other baselines have no such line" 2 "$DISKIDX" report --brief=line \
	-B "$measured" "$measured"
exits "nor has another format" 2 "$DISKIDX" report --brief=line -f json \
	"$measured"
exits "nor is there another value" 2 "$DISKIDX" report --brief=lines "$measured"

# Records.

exits "runs that were measured agree with themselves" 0 "$DISKIDX" audit \
	"$measured"
"$DISKIDX" -q -d disk -t 0.05 -i 3 -s 4m --rate=1000 -o rate.record \
	--cache=buffered rand-read-q1 >/dev/null 2>&1
exits "one at a rate agrees, too" 0 "$DISKIDX" audit rate.record
exits "a run of earlier versions can't be audited" 2 "$DISKIDX" audit \
	"$records/good-one-run.record"
exits "nor can a file that is no record" 2 "$DISKIDX" audit "$0"
exits "nothing has nothing to audit" 2 "$DISKIDX" audit

# resum FILE...: give runs there the checksums that the reader says they have.
resum()
{
	"$DISKIDX" audit "$@" >/dev/null 2>sums
	awk '
	BEGIN { FS = OFS = "\t" }
	FILENAME == "sums" {
		if (match($0, /:[0-9]+: run [0-9]+ was changed: its checksum is /)) {
			name = substr($0, 1, RSTART - 1)
			sub(/^diskidx: /, "", name)
			split(substr($0, RSTART), word, " ")
			sum[name, word[3]] = substr($0, RSTART + RLENGTH)
		}
		next
	}
	FNR == 1 {
		close(to)
		to = FILENAME ".sum"
		n = 0
	}
	$1 == "end" && (FILENAME, ++n) in sum { $3 = sum[FILENAME, n] }
	{ print >to }' sums "$@"
	for file in "$@"; do
		mv "$file.sum" "$file"
	done
}

# The line and the field of each figure that follows from others.
awk -F'\t' '
function all(from, to)
{
	for (i = from; i <= to; i++)
		if ($i != 0)
			print NR, i
}
$1 == "test" { all(7, 7); all(10, 10) }
$1 == "sample" { all(3, 8); all(14, 15); all(17, 17) }
$1 == "depths" { all(2, NF) }
$1 ~ /^(latency|submission|completion)$/ { all(3, 6) }' "$measured" >figures

# A record for each, with that figure times a factor.
mkdir changed
awk -F'\t' -v OFS='\t' '
FILENAME == "figures" {
	split($0, at, " ")
	line[++n] = at[1]
	field[n] = at[2]
	next
}
{ text[FNR] = $0 }
END {
	for (i = 1; i <= n; i++) {
		to = "changed/" line[i] "-" field[i]
		for (j = 1; j <= FNR; j++) {
			$0 = text[j]
			if (j == line[i]) {
				k = field[i]
				value = sprintf("%.0f", $k * \
					(i % 2 "." (i % 3 + 5)))
				$k = value != $k ? value : value + 1
			}
			print >to
		}
		close(to)
	}
}' figures "$measured"
resum changed/*
"$DISKIDX" audit changed/* >said 2>refused
for file in changed/*; do
	grep -h "^\(diskidx: \)*${file}[:,]" said refused |
		grep -q -v ': consistent with itself$' || echo "$file"
done >unseen
ok "there are figures to change" test "$(wc -l <figures)" -gt 70
is "each of them that is changed is found" "$(cat unseen)" ""

# damage SED: what the audit says of the record that sed makes.
damage()
{
	sed "$1" "$measured" >changed.record
	resum changed.record
	resum changed.record
	"$DISKIDX" audit changed.record 2>&1 | grep -v ': consistent with itself'
}
like "bytes are those of the requests" \
	"$(damage 's/ block_bytes=4096 / block_bytes=8192 /g')" \
	': round 1: the requests do not move these bytes$'
like "parameters are those of the fingerprint" \
	"$(damage "s/${tab}action=write cache=buffered/${tab}action=write cache=direct/")" \
	": round 1: the parameters are not its fingerprint's\$"
like "a run lasts as long as its samples" \
	"$(damage "2s/\(run${tab}[^$tab]*$tab\)\([0-9]*\)${tab}[0-9]*/\1\2$tab\2/")" \
	'the run is shorter than its samples$'

like "the processors' time is that of all of them" \
	"$(damage "s/^processors${tab}4060000000/processors${tab}2300000000/")" \
	': round 1: it is longer than the processors. time$'

# The known devices.

grep -v '^#' "$srcdir/share/diskidx/devices" >devices
while read -r device; do
	"$DISKIDX" audit "$device" >said 2>&1 || cat said
	[ "$(printf '%s\n' "$device" | awk -F ' [|] ' '{ print NF }')" = 5 ] ||
		echo "no class and model: $device"
done <devices >wrong
ok "there are known devices" test -s devices
is "each line agrees with itself, and has class and model" "$(cat wrong)" ""

# The category of one that others have measured follows from its figures.
"$DISKIDX" list baselines | awk '/^  / { print $1, $2 }' >baseline
awk '
FILENAME == ARGV[1] { base[$1] = $2; next }
$3 == "---" {
	score = substr($4, 2)
	part = $0
	sub(/^[^:]*: /, "", part)
	sub(/ [|].*/, "", part)
	n = split(part, figure, ", ")
	logs = 0
	for (i = 1; i <= n; i++) {
		split(figure[i], word, " ")
		logs += log(10 * word[2] / base[word[1]])
	}
	mean = exp(logs / n)
	if (sprintf(mean < 9.95 ? "%.1f" : "%.0f", mean) != score)
		print score " is " mean ": " $0
}' baseline devices >wrong
is "a category is the mean of the figures beside it" "$(cat wrong)" ""
done_testing
