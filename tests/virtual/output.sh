#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# output.sh - what of a run goes where: files of -f FORMAT=FILE beside standard
# output, the score alone, the line that says what is to come, and lines for
# eval, which a shell takes as they are meant whatever a name holds. All but the
# last is in a transcript.
tap_in_memory=yes
. "$(dirname "$0")/../support/tap.sh"
need_diskidx

golden=$(cd "$srcdir/tests/golden" && pwd) || bail "no tests/golden"
cd "$scratch" || bail "can't go to $scratch"
PATH=$(dirname "$DISKIDX"):$PATH
export PATH
mkdir disk || bail "can't make a directory to test"

tiny()
{
	diskidx -d disk -s 4m -t 0.01 -i 3 "$@"
}

# refused ARGUMENT...: what can't be written is found before anything is measured.
refused()
{
	tiny --no-save fsbuffer "$@"
	code=$?
	ls -A disk
	return "$code"
}
ln -s nowhere link
records=$srcdir/tests/golden/records

# A whole suite, of which one test has no figure.
awk 'BEGIN { FS = OFS = "\t" } $1 == "end" { $2 = n; out = 0 }
	$1 == "test" { out = $2 == "commit" }
	!out || $1 == "test" { print; n++ }
	out && $1 == "test" { print "missing", "no time"; n++ }' \
	"$records/good-suite.record" >partial

transcript output "${1:-}"

# Reports of many runs grow as they do.

# many N: so many runs, an hour apart.
many()
{
	awk -F'\t' -v OFS='\t' -v n="$1" '
	NR == 1 { print; next }
	{ line[NR] = $0 }
	END {
		for (i = 0; i < n; i++)
			for (j = 2; j <= NR; j++) {
				$0 = line[j]
				if ($1 == "run") {
					$3 += i * 3600
					$4 += i * 3600
				}
				print
			}
	}' "$golden/old.record"
}
# bytes FORMAT N
bytes()
{
	many "$2" >many.record
	"$DISKIDX" report -f "$1" many.record | wc -c
}
for format in json html; do
	few=$(bytes $format 10)
	more=$(bytes $format 100)
	ok "ten times the runs are not 15 times the $format" \
		test "$more" -le $((15 * few))
done
ok "nor in html are a hundred times" \
	test "$(bytes html 1000)" -le $((15 * more))
rm many.record

# A pipe on which others have asked that calls don't wait.

# is_full: the pipe takes no more; or it takes bytes that no report has.
is_full()
{
	! dd if=/dev/zero of=pipe bs=4096 count=1 conv=notrunc oflag=nonblock \
		2>/dev/null
}

# slow SENTENCE ARGUMENT...: standard output is such a pipe, which nobody reads
# before it is full.
slow()
{
	sentence=$1
	shift
	{
		dd if=/dev/null oflag=nonblock 2>/dev/null
		"$DISKIDX" "$@" 2>"$scratch/err"
		echo "$?" >"$scratch/status"
	} >pipe &
	exec 7<pipe
	ok "$sentence" until_event is_full
	tr -d '\0' <&7 >"$scratch/slow"
	exec 7<&-
	wait
	is "and its status is 0" "$(cat "$scratch/status")" 0
}
mkfifo pipe
if dd if=/dev/null oflag=nonblock 2>/dev/null; then
	"$DISKIDX" report -f json "$golden"/*.record >"$scratch/whole" \
		2>/dev/null
	slow "a report fills a pipe" report -f json "$golden"/*.record
	same "a slow pipe gets all of it" "$scratch/slow" "$scratch/whole"
	slow "a run fills a pipe" -q -d disk -s 4m -t 0.001 -i 1 --no-save \
		-f json disk
	ok "a slow pipe gets all of it, too" \
		awk 'END { exit $0 != "}" }' "$scratch/slow"
else
	skip "a slow pipe gets all of a report" helpers "dd asks for no such one"
fi

# Lines for eval.

odd="it's \$(touch $scratch/harm) \`touch $scratch/harm\` \"\\ a"
odd=$odd awk 'BEGIN { FS = OFS = "\t" }
	$1 == "target" && $3 == "directory" { $4 = ENVIRON["odd"] }
	{ print }' "$records/good-suite.record" >"$scratch/odd.record"
"$DISKIDX" report -f json "$scratch/odd.record" >"$scratch/odd.json"
eval "$("$DISKIDX" report -f shell "$scratch/odd.record")"
is "a directory is taken as it is" "$DISKIDX_DIRECTORY" "$odd"
ok "and does no harm" test ! -e "$scratch/harm"
is "the score is that of -q" "$(printf '%.1f\n' "$DISKIDX_SCORE")" \
	"$("$DISKIDX" report -q "$records/good-suite.record")"
is "and the trust that of JSON" "$DISKIDX_TRUST: $DISKIDX_TRUST_WHY" \
	"$(sed -n 's/^ *"trust": "\([a-z]*\)",*$/\1/p
		s/^ *"why": "\(.*\)"$/\1/p' "$scratch/odd.json" | sed 2q |
		paste -s -d : - | sed 's/:/: /')"
for job in seq-a seq_a SEQ.A seq-a-2; do
	printf '[%s]\nstonewall\nrw=write\nbs=64k\nsize=4m\n' $job
done >names.fio
"$DISKIDX" -q -d disk --no-save -f shell names.fio >names 2>"$scratch/err"
is "jobs that differ in other signs have names of their own" \
	"$(sed -n 's/_VALUE=.*//p' names | tr '\n' ' ')" \
	"DISKIDX_TEST_NAMES_SEQ_A DISKIDX_TEST_NAMES_SEQ_A_2 \
DISKIDX_TEST_NAMES_SEQ_A_3 DISKIDX_TEST_NAMES_SEQ_A_2_2 "
is "and no name is there twice" "$(sed 's/=.*//' names | sort | uniq -d)" ""
eval "$("$DISKIDX" report -f shell "$scratch/record")"
is "what another record lacks is empty" "$DISKIDX_SCORE$DISKIDX_TRUST" ""
cd .. || exit
done_testing
