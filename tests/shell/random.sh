#!/bin/sh
# random.sh - access patterns as a whole: that sweeps, caches, each engine and
# job files run, and leave nothing. The ids, titles and parameters of variants
# are rows of tests/data/rows, what they ask of the disk is in requests.sh and
# virtual-rates.sh, and what is printed of all that in golden.sh. Where the file
# system lacks direct I/O, rows are n/a: then a run has File Copy too, since one
# that measures nothing exits 2.
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

definitions='
def random: .tests[] | select(.category != "File Copy");
def measured: random | select(has("value"));
'

# ids: those of the tests, File Copy's left out, a line each. Without jq, from
# the lines that have them.
ids()
{
	sed -n 's/^ *"id": "\([^"]*\)".*/\1/p' "$scratch/out" |
		sed '/^fsbuffer$/d'
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
unusable()
{
	"$DISKIDX" list engines | awk -v name="$1" '
		/^[a-z]/ { at = $1 }
		at == name && /^ +not usable: / {
			sub(/^ +not usable: /, ""); print }'
}
default=$("$DISKIDX" list engines | sed -n 's/^\([a-z]*\) .*the default.*/\1/p')
like "there is a default engine" "$default" '^(libaio|threads)$'

# Every combination of a sweep is a test.

# shellcheck disable=SC2086	# several arguments
exits "a sweep" 0 once -t 0.01 -Q 1,2,4,8,16,32 -b 4k,256k -m 100,0,50 \
	rand-read-q32 $also
as_it_was "leaves the directory as it was"
is "has a test for each combination" "$(ids | sort -u | wc -l | tr -d ' ')" 36
json "each of them another test" \
	'[random | .fingerprint] | unique | length == 36'
json "and unscored, but for the test itself" 'all(random;
	if .id == "rand-read-q32" then has("baseline") else
	(.scored | not) and (has("baseline") or has("index") | not) end)'

exits "a pattern" 0 once --random=zipf:1.2 rand-read-q32 fsbuffer
as_it_was "a pattern: leaves the directory as it was"

# Buffered reads of a file that was dropped from memory. What isn't the disk's
# is flagged, which on a file as small as this is to be expected.
exits "buffered random reads" 0 once -s 16m --cache=buffered rand-read-q32
json "say so" 'all(random; .cache == "buffered" and
	(has("value") or (.missing | length > 0)))'

# A rate that no disk keeps up with, on a real clock and with real engines.
# shellcheck disable=SC2086	# several arguments
exits "a rate that no disk keeps up with" 0 \
	once -t 0.2 --rate=20000000 rand-read-q32 $also
json "is not achieved" 'all(measured; .value < .offered_iops * 0.9)'
json "with no more in flight than the depth" \
	'all(measured; .depth_mean <= 32.1)'

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

# A job file, with the time and the number of rounds from the command line. What
# its keys make of a test are rows of tests/data/rows.

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
stonewall

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
END
exits "a job file's directory" 0 \
	"$DISKIDX" -q -t 0.1 -i 1 --no-save -f json "$job"
json "is the target" "[.targets[].directory] == [\"$inside\"]"
is "its jobs are the tests, in their order" "$(ids | tr '\n' ' ')" \
	"own:cold own:warm own:log "
json "what comes from memory is flagged" 'all(random |
	select(.id == "own:warm" and has("value"));
	any(.flags[]; . == "cached" or . == "memory"))'
json "the size is the file's" '.plan.size_bytes == 4194304'
json "the file is filled, which is said" \
	'any(.notes[]; test("written in full"))'
json "fio's keys have its figures" \
	'any(.jobs[]; .read.iops + .write.iops > 0)'
as_it_was "job files: leave the directory as it was"
exits "a dry run of it" 0 "$DISKIDX" -n "$job"
like "has the time of the file" "$out" '^time +about '
like "and its jobs" "$out" '^ +own:log '
printf '[buffered]\nrw=randread\nsize=4m\nruntime=10\nramp_time=50\n' \
	>"$scratch/ramp.fio"
exits "another, with a ramp" 0 "$DISKIDX" -n "$scratch/ramp.fio"
like "has the time of both" "$out" '^time +about 1 min'

done_testing
