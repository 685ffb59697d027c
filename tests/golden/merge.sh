#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# merge.sh - the command merge as a whole, on records of invented hosts: what is
# named, in every format, and the effect of the order and number of files.
# tests/unit/hosts tests verdicts, and simulate.sh simulates them.
# shellcheck disable=SC2238	# await expands it; words
tap_in_memory=yes
. "$(dirname "$0")/../support/tap.sh"
need_diskidx
need_mathematics
cd "$scratch" || bail "can't go to $scratch"

# Eight hosts with two runs each, of which the last one has half the speed.
mkdir 1
awk -f "$srcdir/tests/support/simulate.awk" \
	-v seed=7 -v trials=1 -v dir=. -v truth=truth \
	-v sides="2 2 2 2 2 2 2 2" -v hosts=0.03 -v changed=0.5 -v from=8 \
	-v spread=0.03 -v latency=0.3 -v rounds=5 </dev/null
hosts="1/1.diskidx 1/2.diskidx 1/3.diskidx 1/4.diskidx 1/5.diskidx 1/6.diskidx \
1/7.diskidx 1/8.diskidx"

# merge ARGUMENT... <FILES
merge()
{
	# shellcheck disable=SC2086	# several records
	"$DISKIDX" merge "$@" $hosts
}

exits "hosts are merged" 0 merge
like "the slow one is named" "$out" '^n8 is slow: its Disk score is 0\.[45]'
is "and only it" "$(merge -q)" n8
exits "--strict exits with that" 1 merge -q --strict
like "each has a line" "$out$(merge)" '^n3 +2 .* good$'
like "how little it takes is said" "$(cat "$scratch/out"; merge)" \
	'at 0\.[78][0-9] times the median'
like "no rate is added" "$(merge)" 'not at the same time'
is "CSV has each row on each host, and on all together" \
	"$(merge -f csv | sed 1d | wc -l | tr -d ' ')" $((16 * 9))
merge -f json >out
json "JSON names the slow one" '[.figures[] | select(.slow == 1) |
	.host] == ["n8"]'
json "and has the latencies of all" '[.figures[] |
	select(.host == null and .p99_ns > 0)] | length == 12'
like "a page has the hosts" "$(merge -f html)" '>n8<'
exits "not in a format that has none" 2 merge -f shell
like "which is said" "$err" '^diskidx: -f: shell has no hosts; use one of text json csv'
exits "without records there is nothing to merge" 2 "$DISKIDX" merge

# What is n/a on a host counts in no latency of all.
awk '{ lines++ } /^end\t/ { $0 = "end\t" lines; lines = 0 } { print }
	/^test\trand-read-q1/ { print "missing\tgone"; lines++ }' lines=-1 \
	1/8.diskidx >gone
is "latencies of a row that is n/a are nobody's" "$(
	hosts="1/7.diskidx gone" merge -f csv | grep '^,.*,rand-read-q1,')" "$(
	hosts=1/7.diskidx merge -f csv | grep '^,.*,rand-read-q1,')"

# One file, one a host or one a run: every byte of every figure is the same.
# shellcheck disable=SC2086
cat $hosts >all
awk '/^diskidx-record/ { next }
	/^run/ { file = "part" sprintf("%02d", ++n)
		print "diskidx-record\t1" >file }
	{ print >file }' all
for format in text json csv html; do
	merge -f $format | sed '/-- .*diskidx/d' >by-host
	"$DISKIDX" merge -f $format all >by-file
	"$DISKIDX" merge -f $format part?? >by-run
	same "$format: one file for all is the same" by-file by-host
	same "$format: one file a run is the same" by-run by-host
done
is "standard input is one of the records" \
	"$(cat 1/[1-4].diskidx | "$DISKIDX" merge -f csv - 1/[5-8].diskidx |
		cksum)" "$(merge -f csv | cksum)"

# What is odd is named, and the rest merged.

# odd WHAT STATUS REGEX RECORD...
odd()
{
	what=$1 wanted=$2 regex=$3
	shift 3
	exits "$what: merged or not" "$wanted" "$DISKIDX" merge "$@"
	like "$what: it is named" "$(cat "$scratch/err" "$scratch/out" |
		tr -s '\n ' ' ')" "$regex"
}
odd "a run that is there twice" 1 'it counts once' 1/*.diskidx 1/2.diskidx
sed 's/^run	0.1/run	0.0/' 1/3.diskidx >version
odd "another version" 1 'n3 has diskidx 0\.0, and n1 has 0\.1' \
	1/1.diskidx version
sed 's/random\/1 /random\/2 /' 1/4.diskidx >other
odd "another test of the same name" 0 \
	'commit .target 0, copies 1. is not the same on all hosts' \
	1/[1-3].diskidx other
like "which has a row of its own" "$out" '^commit +3 |^commit +1 '
sed 's/hostname	n5/hostname	n1/; s/^run	0.1	[0-9]*/run	0.1	1700086401/' \
	1/5.diskidx >name
odd "two hosts of one name" 1 'n1 has runs at the same time' 1/1.diskidx name \
	1/2.diskidx
head -c 3000 1/6.diskidx >cut
odd "a record that was cut" 1 "cut cannot be read" 1/[1-5].diskidx cut
like "and the rest is merged" "$out" '^5 hosts, 10 runs'
exits "no record at all" 2 "$DISKIDX" merge cut

# A thousand hosts in little memory. How fast is for scripts/benchmark.sh.
sed 's/hostname	n1/hostname	m@/
	s/^\(run	[^	]*	[^	]*	[^	]*	[^	]*	\)/\1@/' part01 |
	awk '{ all = all $0 "\n" }
	END {
		for (i = 1; i <= 1000; i++) {
			host = all
			gsub(/@/, i, host)
			printf "%s", host
		}
	}' >thousand
# within KIB RECORD...: merge them with so much memory.
within()
{
	(ulimit -v "$1" && shift && exec "$DISKIDX" merge "$@") \
		>"$scratch/out" 2>"$scratch/errors"
}
# A sanitizer or an emulator takes more for itself.
if within 102400 part01; then
	ok "a thousand hosts fit into 200 MiB" within 204800 thousand
else
	skip "a thousand hosts fit into 200 MiB" limits \
		"$(cat "$scratch/errors")"
fi
# A format that shows one run needs the memory of one, JSON the figures of all.
awk '{ all = all $0 "\n" } END { while (i++ < 2000) printf "%s", all }' \
	"$srcdir/tests/golden/small.record" >series
for format in json shell fio-json fio-terse fio-terse5; do
	if within 102400 part01; then
		ok "$format: 2000 runs fit into 100 MiB" eval "(ulimit -v 102400
			exec \"$DISKIDX\" report -f $format series) >alone"
	else
		skip "$format: 2000 runs fit into 100 MiB" limits \
			"$(cat "$scratch/errors")"
	fi
done
[ -s "$scratch/out" ] || "$DISKIDX" merge thousand >"$scratch/out"
like "and are all there" "$(cat "$scratch/out")" '^1000 hosts'
done_testing
