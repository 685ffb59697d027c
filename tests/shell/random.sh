#!/bin/sh
# random.sh - access patterns as a whole: sweeps, open loops, where offsets
# fall, caches and syncs, each engine, job files, and what -v and JSON have
# that fio has. Samples are so short that no figure means anything; only their
# relations do. Where the file system lacks direct I/O, rows are n/a: then a
# run has File Copy too, since one that measures nothing exits 2.
# shellcheck disable=SC2016,SC2317	# jq's variables; functions that exits calls
: "${srcdir:=$(dirname "$0")/../..}"
# shellcheck source=tests/shell/tap.sh
. "$srcdir/tests/shell/tap.sh"
need_diskidx

# A relative path, so that its length does not widen the report.
dir=${scratch##*/}/disk
mkdir "$dir" || bail "can't make a directory to test"
# The name that the job files have for theirs.
echo "not diskidx's" >"$dir/test.bin"
touch -t 200001010000 "$dir/test.bin"

# as_it_was SENTENCE: the directory is as it was.
listing()
{
	(cd "$dir" && ls -lAn && cksum test.bin) | sed '/^total/d'
}
before=$(listing)
as_it_was()
{
	is "$1" "$(listing)" "$before"
}

# tiny ARGUMENT...: a run on that directory, one round, not saved.
tiny()
{
	"$DISKIDX" -q -d "$dir" -t 0.05 -i 1 -s 4m --no-save "$@"
}

# once ARGUMENT...: the same in JSON.
once()
{
	tiny -f json "$@"
}

if command -v jq >/dev/null 2>&1; then
	has_jq=yes
else
	has_jq=
	note "no jq here: little of what JSON says is checked"
fi

# json SENTENCE FILTER: the jq filter says true of $scratch/out.
defs='
def near($a; $b; $by): ($a - $b) * ($a - $b) <= ($by * $b) * ($by * $b);
def random: .tests[] | select(.category != "File Copy");
def measured: random | select(has("value"));
def ios: [.samples[].ios] | add;
def due: .offered_iops * ([.samples[].elapsed_ns] | add) / 1e9;
'
json()
{
	if [ -z "$has_jq" ]; then
		skip "$1" jq "no jq"
	elif [ -s "$scratch/out" ] && jq -e "$defs $2" "$scratch/out" >"$scratch/jq" 2>&1; then
		pass "$1"
	else
		fail "$1"
		note "not true: $2"
		sed 's/^/# jq: /; 5q' "$scratch/jq"
	fi
}

# says FILTER: what the filter makes of $scratch/out, as text.
says()
{
	[ -z "$has_jq" ] || jq -r "$1" "$scratch/out"
}

# ids: those of the tests, File Copy's left out, a line each. Without jq, from
# the lines that have them.
ids()
{
	sed -n 's/^ *"id": "\([^"]*\)".*/\1/p' "$scratch/out" |
		sed '/^fsbuffer$/d'
}

# columns SENTENCE: nothing in $scratch/out is wider than 80 columns.
columns()
{
	is "$1" "$(awk 'length > 80' "$scratch/out")" ""
}

# What can be had here.

also=
once rand-read-q1 fsbuffer >"$scratch/out" 2>"$scratch/err" ||
	skip_all direct "nothing can be measured here: $(cat "$scratch/err")"
if grep '"missing"' "$scratch/out" >/dev/null; then
	also=fsbuffer
	no_direct="no direct I/O here"
	note "$no_direct: rows are n/a"
else
	no_direct=
fi
# direct CHECK SENTENCE ARGUMENT...: a check that needs direct I/O.
direct()
{
	if [ -n "$no_direct" ]; then
		skip "$2" direct "$no_direct"
	else
		"$@"
	fi
}
unusable()
{
	"$DISKIDX" list engines | awk -v name="$1" '
		/^[a-z]/ { at = $1 }
		at == name && /^ +not usable: / {
			sub(/^ +not usable: /, ""); print }'
}
default=$("$DISKIDX" list engines | sed -n 's/^\([a-z]*\) .*the default.*/\1/p')
like "there is a default engine" "$default" '^(libaio|threads)$'

# A sweep: every combination is a test.

sweep="-Q 1,2,4,8,16,32 -b 4k,256k -m 100,0,50"
for block in "" b=256k; do
	for depth in q=1 q=2 q=4 q=8 q=16 ""; do
		for mix in "" m=0 m=50; do
			echo "$block,$depth,$mix"
		done
	done
done | sed 's/,,*/,/g; s/^,//; s/,$//; s/^..*/:&/; s/^/rand-read-q32/' |
	sort >"$scratch/combinations"
# shellcheck disable=SC2086	# several arguments
exits "a sweep" 0 once -t 0.01 $sweep rand-read-q32 $also
as_it_was "leaves the directory as it was"
ids | sort >"$scratch/ids"
same "has a test for each combination" "$scratch/ids" "$scratch/combinations"
json "36 of them" '[random] | length == 36'
json "each of them another test" \
	'[random | .fingerprint] | unique | length == 36'
json "with all its parameters" '[random | .params |
	[.block_bytes, .depth, .read_pct]] | unique == ([[4096, 262144] as $b |
	[1, 2, 4, 8, 16, 32] as $q | [0, 50, 100] as $m |
	$b[] as $x | $q[] as $y | $m[] as $z | [$x, $y, $z]] | unique)'
json "and unscored, but for the test itself" 'all(random;
	if .id == "rand-read-q32" then has("baseline") else
	(.scored | not) and (has("baseline") or has("index") | not) end)'
# shellcheck disable=SC2086
exits "in text" 0 tiny -t 0.01 $sweep rand-read-q32 $also
columns "it is 80 columns at most"
direct like "it has a table" "$out" '^Sweep of '
direct like "with these columns" "$out" \
	'block +mix +depth +IOPS +MiB/s +mean +p99 +CPU %$'
is "and a row for each combination" "$(sed -n '/^Sweep of /,/^$/p' \
	"$scratch/out" | grep -E -c '^ *(4K|256K) +[0-9]+/[0-9]+ +[0-9]+ ')" 36
# shellcheck disable=SC2086
exits "in Markdown" 0 tiny -t 0.01 -f markdown -Q 1,2,4 rand-read-q32 $also
is "it has rows too" "$(grep -E -c '^\| *4K +\|' "$scratch/out")" 3
# shellcheck disable=SC2086
exits "a value twice, and one that changes nothing" 0 \
	once -n -Q 32,8,8,32 rand-read-q32
like "are one each" "$out" '^2 tests'
exits "a sweep leaves alone what has no depth" 0 \
	once -n -Q 1,2 rand-read-q32 seq-read commit
like "and so is that once" "$out" '^4 tests'

# Variants: each is a test of its own.

while IFS='|' read -r options test id title; do
	# shellcheck disable=SC2086	# several arguments
	exits "$options" 0 once $options "$test" fsbuffer
	is "$options: its id" "$(ids)" "$test:$id"
	json "$options: its title" "any(random; .title == \"$title\")"
	json "$options: no baseline, no score" 'all(random;
		(.scored | not) and (has("baseline") or has("index") | not))'
	json "$options: a figure, or why there is none" \
		'all(random; has("value") or (.missing | length > 0))'
done <<'END'
-b 512|rand-read-q1|b=512|Random Read 512 Q1 direct
-b 64k -Q 4 -m 25|rand-write-q32|b=64k,q=4,m=25|Random 25/75 64K Q4 direct
--random=0|rand-read-q32|r=0|Sequential Read 4K Q32 direct
--random=33|rand-mixed-q32|r=33|33% Random 75/25 4K Q32 direct
--random=permutation|rand-read-q32|r=permutation|Random Read 4K Q32 direct permutation
--random=zipf:1.20|rand-read-q32|r=zipf:1.2|Random Read 4K Q32 direct zipf:1.2
--random=zipf:0.001|rand-write-q32|r=zipf:0.001|Random Write 4K Q32 direct zipf:0.001
--random=zipf:10|rand-read-q1|r=zipf:10|Random Read 4K Q1 direct zipf:10
--cache=buffered|rand-write-q32|c=buffered|Random Write 4K Q32 buffered
--cache=buffered|seq-write-direct|c=buffered|Sequential Write 1M buffered
--cache=direct|seq-read|c=direct|Sequential Read 1M direct
--sync=dsync|rand-write-q32|s=dsync|Random Write 4K Q32 direct dsync
--sync=fdatasync -e threads|rand-mixed-q32|s=fdatasync|Random 75/25 4K Q32 direct fdatasync
--sync=dsync|commit|s=dsync|Synced Append 4K Q1 dsync
--rate=500|rand-read-q32|rate=500|Random Read 4K Q32 direct at 500/s
--rate=500 --arrival=poisson|rand-read-q1|rate=500,a=poisson|Random Read 4K Q1 direct at 500/s Poisson
--arrival=poisson --rate=900 --sync=dsync --cache=buffered --random=50 -m 50 -Q 2 -b 8k|rand-write-q32|b=8k,q=2,m=50,r=50,c=buffered,s=dsync,rate=900,a=poisson|50% Random 50/50 8K Q2 buffered dsync at 900/s Poisson
END
as_it_was "variants: leave the directory as it was"
while IFS='|' read -r options test; do
	# shellcheck disable=SC2086
	exits "$options is what $test does" 0 once -n $options "$test"
	like "so it remains itself" "$out" "^ +$test "
done <<'END'
--random=100|rand-read-q32
--cache=direct|rand-write-q32
--cache=buffered|seq-read
--sync=fdatasync|commit
--sync=none|rand-mixed-q32
END

# Buffered reads of a file that was dropped from memory. What isn't the disk's
# is flagged, which on a file as small as this is to be expected.
exits "buffered random reads" 0 once -s 16m --cache=buffered rand-read-q32
json "say so" 'all(random; .cache == "buffered" and
	(has("value") or (.missing | length > 0)))'

# Open loops: as many requests are due as the rate and the time say, on any
# machine; virtual-rates.sh has what is achieved. Of 500 that arrive by chance,
# 22 more or less are usual.

# shellcheck disable=SC2086
for rates in "--rate=100,1000" "--rate=1000 --arrival=poisson"; do
	exits "$rates" 0 once -t 0.5 $rates rand-read-q32 $also
	json "$rates: all that was due in its time is offered" 'all(measured;
		near(due; .params.rate_iops / 2; 0.2))'
	json "$rates: not more is achieved" 'all(measured; ios <= due + 0.5)'
done
# shellcheck disable=SC2086
exits "a rate that no disk keeps up with" 0 \
	once -t 0.2 --rate=20000000 rand-read-q32 $also
json "is offered, all that was due in its time" \
	'all(measured; near(due; 4000000; 0.001))'
json "and not achieved" 'all(measured; ios < due * 0.9)'
json "with no more in flight than the depth" \
	'all(measured; .depth_mean <= 32.1)'
# shellcheck disable=SC2086
exits "copies share a rate" 0 once -t 0.5 -c 2 --rate=400 rand-read-q32 $also
json "all together have it" 'all(measured; .copies == 2 and
	near(due; 200; 0.01))'
# shellcheck disable=SC2086
exits "a rate of writes that end at their bound" 0 \
	"$DISKIDX" -q -d "$dir" -i 1 -s 2m --no-save -f json --rate=2000 \
	rand-write-q32 $also
json "has as many as it may write at most" 'all(measured; ios <= 1024)'
# shellcheck disable=SC2086
exits "a warm-up that the disk doesn't keep up with" 0 \
	once -t 0.1 -w 0.3 --rate=2000000 rand-read-q32 $also
json "is not offered later" 'all(measured; near(due; 200000; 0.001))'
# shellcheck disable=SC2086
exits "two rates in text" 0 \
	tiny -t 0.2 -v --rate=100,20000000 rand-read-q32 $also
columns "are 80 columns at most"
direct like "they name what was offered and achieved" "$out" \
	'rate +offered/s +achieved/s +mean +p50 +p99'
direct like "and where the disk stopped keeping up" \
	"$(tr -s '\n ' ' ' <"$scratch/out")" \
	'(stopped keeping up|kept up with none)'
direct like "-v names them too" "$out" '^ +Open loop: .*asked for'
as_it_was "open loops: leave the directory as it was"

# Engines.

for engine in $("$DISKIDX" list engines | sed -n 's/^\([a-z]*\) .*/\1/p'); do
	reason=$(unusable "$engine")
	if [ -n "$reason" ]; then
		skip "-e $engine" "$engine" "$reason"
		continue
	fi
	case $engine in
	sync) depths=1 ;;
	*) depths=1,5 ;;
	esac
	exits "-e $engine" 0 once -e "$engine" -Q $depths rand-read-q32 \
		rand-mixed-q32 fsbuffer
	json "-e $engine: is named" "all(random; .engine == \"$engine\")"
	json "-e $engine: measures" \
		"all(random; (has(\"missing\") and \"$no_direct\" != \"\") or
		(.value > 0 and .depth_mean <= .params.depth * 1.001))"
	exits "-e $engine: at a rate" 0 \
		once -e "$engine" -Q 1 --rate=200 rand-mixed-q32 fsbuffer
	exits "-e $engine: buffered" 0 once -e "$engine" -Q 1 \
		--cache=buffered -m 0,50 rand-read-q32
	exits "-e $engine: dsync" 0 once -e "$engine" -Q 1 --sync=dsync \
		rand-write-q32 fsbuffer
done
exits "the null engine is not scored" 0 once -e null rand-read-q32 fsbuffer
json "whatever it does" 'all(.tests[]; .scored | not)'
as_it_was "engines: leave the directory as it was"

# Job files, with the size, the time and the number of rounds from the command
# line. They ask for libaio.

part=libaio
reason=$(unusable libaio)
if [ -n "$no_direct" ]; then
	part=direct
	reason=$no_direct
fi
jobs="tests/data/fio/randread.fio tests/data/fio/randwrite.fio"
short()
{
	"$DISKIDX" -q -d "$dir" -s 8m -t 0.3 -i 2 "$@"
}
for file in $jobs; do
	name=${file##*/}
	if [ -n "$reason" ]; then
		skip "$name runs" "$part" "$reason"
		continue
	fi
	op=${name#rand}
	op=${op%.fio}
	case $op in
	read) Ops=Reads ;;
	*) Ops=Writes ;;
	esac
	record=$scratch/$name.record
	exits "$name runs" 0 short -f json -o "$record" "$srcdir/$file"
	as_it_was "$name: its filename was left as it was"
	json "$name: one job, a test" '.tests | length == 1'
	json "$name: of that name" '.tests[0] |
		(.id | test("^rand(read|write):Rand-(Read|Write)-4k-qd32$")) and
		(.title | test("Rand-(Read|Write)-4k-qd32")) and
		(has("baseline") or .scored | not)'
	json "$name: on the directory given" \
		"[.targets[].directory] == [\"$dir\"]"
	json "$name: with the size, time and rounds given" '
		.plan.size_bytes == 8388608 and .plan.time_ns == 300000000 and
		.plan.rounds == 2 and (.tests[0].samples | length == 2)'
	json "$name: does what the file says" ".tests[0] |
		.engine == \"libaio\" and .cache == \"direct\" and
		.copies == 1 and (.params | .action == \"$op\" and
		.block_bytes == 4096 and .depth == 32)"
	json "$name: says where it differs from fio" \
		'any(.notes[]; test("written in full")) and
		any(.notes[]; test("runtime"))'

	# What people have in their scripts.
	key=".jobs[0].$op"
	json "$name: jq $key.iops" "$key.iops > 0"
	json "$name: jq $key.bw" "$key.bw > 0 and
		near($key.bw; $key.iops * 4; 0.01)"
	json "$name: jq $key.bw_bytes" \
		"near($key.bw_bytes; $key.iops * 4096; 0.01)"
	json "$name: jq $key.lat_ns.mean" "$key.lat_ns | .min > 0 and
		.min <= .mean and .mean <= .max and .stddev >= 0"
	json "$name: jq $key.slat_ns and clat_ns" "$key |
		near(.slat_ns.mean + .clat_ns.mean; .lat_ns.mean; 0.01)"
	json "$name: jq $key.clat_ns.percentile" "$key.clat_ns |
		.N < 1000 or .percentile[\"99.000000\"] > 0"
	json "$name: jq .jobs[0].jobname" \
		'.jobs[0].jobname | test("Rand-(Read|Write)-4k-qd32")'
	json "$name: jq .jobs[0].usr_cpu, sys_cpu, ctx, majf, minf" \
		'.jobs[0] | .usr_cpu + .sys_cpu > 0 and .ctx >= 0 and
		.majf >= 0 and .minf >= 0'
	json "$name: jq .jobs[0].iodepth_level" \
		'[.jobs[0].iodepth_level[]] | add | near(.; 100; 0.01)'
	if [ "$(says '.tests[0] | has("device")')" = false ]; then
		skip "$name: jq .disk_util[0].util" counters "no device here"
	else
		json "$name: jq .disk_util[0].util" '.disk_util[0] |
			.util >= 0 and .util <= 100 and (.name | length > 0) and
			.read_ios + .write_ios > 0'
	fi

	exits "$name: its report with -v" 0 "$DISKIDX" report -v "$record"
	columns "$name: is 80 columns at most"
	while IFS='|' read -r what regex; do
		like "$name: has $what" "$out" "$regex"
	done <<END
IOPS and bandwidth|^ +$Ops: [0-9.]+ IOPS, [0-9.]+ MiB/s
slat|^ +slat( +[0-9.]+ [num]?s){4}\$
clat|^ +clat( +[0-9.]+ [num]?s){4}\$
lat|^ +lat( +[0-9.]+ [num]?s){4}\$
percentiles|^ +p1 +[0-9.]+ [num]?s +p5 +[0-9.]+ [num]?s
the share of each range|[num]?s - +[0-9]+ [num]?s +[0-9.]+ %
IOPS over time|^ +IOPS( +[0-9.]+){4}\$
bandwidth over time|^ +MiB/s( +[0-9.]+){4}\$
cpu|CPU: [0-9.]+ % user, [0-9.]+ % system
ctx|[0-9]+ context switches
IO depths|^ +at submit +1 +2-3 +4-7
the number of I/Os a call|I/Os per submit, [0-9.]+ per reap
issued|Issued: [0-9]+ reads, [0-9]+ writes; short [0-9]+, failed [0-9]+
disk stats|Device( [^ ]+: utilisation [0-9.]+ %|: n/a)
END
	like "$name: has majf and minf" "$(tr -s '\n ' ' ' <"$scratch/out")" \
		'[0-9]+ major and [0-9]+ minor page faults'
done

# A file of our own, for what these have not.
job=$scratch/own.fio
inside=$(cd "$dir" && pwd)
cat >"$job" <<END
; what a job file may have
[global]
directory=$inside
filename=test.bin
size=4m
runtime=60
time_based
ioengine=psync # one at a time
norandommap=1
group_reporting

[cold]
rw=randread
bs=8k

[warm]	; from memory
rw=rw
rwmixread=30
direct=0
invalidate=0
description=Both, from memory

[log]
rw=randwrite
fdatasync=1
stonewall
END
exits "a job file's directory" 0 \
	"$DISKIDX" -q -t 0.1 -i 1 --no-save -f json "$job"
json "is the target" "[.targets[].directory] == [\"$inside\"]"
is "its jobs are the tests, in their order" "$(ids | tr '\n' ' ')" \
	"own:cold own:warm own:log "
json "with what each says" '[random | [.params.action, .cache, .params.sync,
	.params.block_bytes, .params.depth]] ==
	[["read", "buffered", "none", 8192, 1],
	["mix", "cached", "none", 4096, 1],
	["write", "buffered", "fdatasync", 4096, 1]]'
json "a description is the title" \
	'any(random; .title == "Both, from memory")'
json "what comes from memory is flagged" 'all(random |
	select(.id == "own:warm" and has("value"));
	any(.flags[]; . == "cached" or . == "memory"))'
json "the size is the file's" '.plan.size_bytes == 4194304'
json "the jobs run after each other, which is said" \
	'any(.notes[]; test("one after the other"))'
as_it_was "job files: leave the directory as it was"
exits "a dry run of it" 0 "$DISKIDX" -n "$job"
like "has the time of the file" "$out" '^time +about '
like "and its jobs" "$out" '^ +own:log '
printf '[buffered]\nrw=randread\nsize=4m\nruntime=10\nramp_time=50\n' \
	>"$scratch/ramp.fio"
exits "another, with a ramp" 0 "$DISKIDX" -n "$scratch/ramp.fio"
like "has the time of both" "$out" '^time +about 1 min'

done_testing
