#!/bin/sh
# run.sh - the main job as a whole: which tests a run has, what it prints and
# saves, and that it leaves a directory as it was. That figures follow from the
# samples is recompute.sh's, and from the disk virtual.sh's.
# Samples are so short that no figure means anything; only their relations do.
# Where the file system lacks direct I/O, rows are n/a, and that's no failure.
# shellcheck disable=SC2016,SC2317	# jq's variables; functions that ok calls
: "${srcdir:=$(dirname "$0")/../..}"
# shellcheck source=tests/shell/tap.sh
. "$srcdir/tests/shell/tap.sh"
need_diskidx

# A relative path, so that its length does not widen the report.
dir=${scratch##*/}/disk
dir2=${scratch##*/}/other
mkdir "$dir" "$dir2" || bail "can't make a directory to test"
echo "not diskidx's" >"$dir/foreign"
touch -t 200001010000 "$dir/foreign"
mkdir "$dir/diskidx.foreign"
touch -t 200001010000 "$dir/diskidx.foreign"

# What is in a directory: names, sizes, times, contents.
listing()
{
	(cd "$1" && ls -lAn && find . -type f -exec cksum {} +) | sed '/^total/d'
}
before=$(listing "$dir")

# as_it_was SENTENCE: the directory is as it was.
as_it_was()
{
	is "$1" "$(listing "$dir")" "$before"
}

# tiny ARGUMENT...: a run on that directory, as short as can be.
tiny()
{
	"$DISKIDX" -d "$dir" -t 0.05 -i 2 -s 8m "$@"
}

# once ARGUMENT...: one round in JSON, not saved.
once()
{
	tiny -i 1 -f json --no-save "$@"
}

definitions='
def measured: .tests[] | select(has("value"));
def invalid: any(.flags[]; . == "cached" or . == "memory" or . == "short");
'

# says FILTER: what the filter makes of $scratch/out, as text.
says()
{
	[ -z "$has_jq" ] || jq -r "$1" "$scratch/out"
}

# columns SENTENCE: nothing in $scratch/out is wider than 80 columns.
columns()
{
	is "$1" "$(awk 'length > 80' "$scratch/out")" ""
}

# The tests of the default suite.
n_tests=$("$DISKIDX" list tests | grep -c -v '^[^ ]*:')

# The whole suite, in JSON.

record=$scratch/suite.record
exits "the suite runs" 0 tiny -f json -o "$record"
as_it_was "and leaves the directory as it was"
like "progress goes to standard error" "$err" '^filling 8 MiB in '
like "with a line for each test" "$err" '^round 1 of 2  commit '
is "plain lines where there is no terminal" \
	"$(tr -d '\n\040-\176' <"$scratch/err" | wc -c | tr -d ' ')" 0
like "JSON begins at once" "$(sed 1q "$scratch/out")" '^\{'
if [ -n "$has_jq" ]; then
	is "JSON is one document" "$(jq -s length "$scratch/out")" 1
	is "with the tests of the suite in their order" \
		"$(says '.tests[].id')" \
		"$("$DISKIDX" list tests | awk '$1 !~ /:/ { print $1 }')"
else
	skip "JSON is one document" jq "no jq"
	skip "with the tests of the suite in their order" jq "no jq"
fi
json "there is a row a test" ".tests | length == $n_tests"
json "and four category scores with the Disk score" \
	'[.scores[].name] ==
	["File Copy", "Sequential", "Random", "Durable", "Disk"]'
json "the target has its directory" \
	"(.targets | length == 1) and .targets[0].directory == \"$dir\""
json "a row without a value has a reason and nothing else" \
	'all(.tests[] | select(has("value") | not); (.missing | length > 0) and
	(.scored | not) and (has("index") | not) and .samples == [])'
json "File Copy ran" '[measured | select(.category == "File Copy")] |
	length == 3'
json "so did the buffered writes" \
	'[measured | .id] | index("seq-write") and index("commit")'
json "a value has a sample for each round" \
	'all(measured; [.samples[].round] == [1, 2])'
json "a row is scored unless a flag invalidates it" \
	'all(measured; .scored == (invalid | not))'
# Text.

exits "a run with text" 0 tiny --no-save
as_it_was "text: leaves the directory as it was"
cp "$scratch/out" "$scratch/text"
result='^  [a-z][a-z0-9-]* +([0-9]+\.[0-9]+ (KBps |MiB/s|IOPS ) |n/a  )'
is "text: a result line a test" "$(grep -E -c "$result" "$scratch/text")" \
	"$n_tests"
columns "text: 80 columns at most"
is "text: plain ASCII" \
	"$(tr -d '\n\040-\176' <"$scratch/text" | wc -c | tr -d ' ')" 0
like "text: names the directory" "$out" "^Target: *$dir[:,]"
like "text: names the baseline" "$out" 'hdd-7200-1'

# The plan.

exits "a dry run" 0 tiny --dry-run --seed=4711
for id in $("$DISKIDX" list tests | awk '$1 !~ /:/ { print $1 }'); do
	tap_match "$out" "^ +$id " || note "missing: $id"
done >"$scratch/missing"
is "plan: every test" "$(cat "$scratch/missing")" ""
is "plan: nothing on standard error" "$err" ""
columns "plan: 80 columns at most"
as_it_was "plan: touches nothing"
ok "plan: saves nothing" test ! -e "$DISKIDX_RESULTDIR"
# Engines. File Copy goes with tests that need direct I/O, since a run that can
# measure nothing exits 2.

exits "the null engine runs" 0 tiny -t 0.01 -e null -f json -o "$scratch/null.record"
json "null: nothing is scored" 'all(.tests[]; .scored | not)'
json "null: there are no scores" '.scores == []'
ok "null: saves nothing" test ! -e "$scratch/null.record"
exits "null: in text" 0 tiny -i 1 -e null rand-read-q32 fsbuffer
ok "null: saves nothing by default" test ! -e "$DISKIDX_RESULTDIR"
as_it_was "every engine: leaves the directory as it was"

# Which tests.

exits "a single test" 0 once commit
json "is the only row" '[.tests[].id] == ["commit"]'
json "its scores are partial" 'all(.scores[]; .partial)'
exits "two tests, one of them twice" 0 once commit fsbuffer disk:commit
json "are two rows, in the order given" \
	'[.tests[].id] == ["commit", "fsbuffer"]'
# Which options.

exits "two targets" 0 once -d "$dir2" fsbuffer commit
json "are rows of their own" '[.tests[] | [.target, .id]] ==
	[[0, "fsbuffer"], [0, "commit"], [1, "fsbuffer"], [1, "commit"]]'
json "with their directories" \
	"[.targets[].directory] == [\"$dir\", \"$dir2\"]"
json "and their scores" \
	'([.scores[].target] | unique) == [0, 1]'
as_it_was "two targets: the first is as it was"
is "two targets: so is the second" "$(ls -A "$dir2")" ""

exits "two numbers of copies" 0 once -c 1 -c 2 fsbuffer commit
json "are rows of their own" '[.tests[] | [.copies, .id]] ==
	[[1, "fsbuffer"], [1, "commit"], [2, "fsbuffer"], [2, "commit"]]'
json "and other tests" '[.tests[].fingerprint] | unique | length == 4'
exits "in text" 0 tiny -i 1 --no-save -c 1 -c 2 commit
like "the copies are named" "$out" \
	'^On 2 copies$'
as_it_was "copies: leave the directory as it was"

exits "warm-up and delay" 0 once -w 0.05 -D 0.05 rand-read-q1 commit
json "are recorded" '.plan.warm_up_ns == 50000000 and
	.plan.delay_ns == 50000000'
json "as are size, time and rounds" '.plan.size_bytes == 8388608 and
	.plan.time_ns == 50000000 and .plan.rounds == 1'
exits "a seed" 0 once --seed=4711 commit
json "is recorded" '.seed == 4711'
once fsbuffer >"$scratch/a" 2>/dev/null
once fsbuffer >"$scratch/b" 2>/dev/null
isnt "without one, each run has a fresh one" \
	"$(grep '"seed"' "$scratch/a")" "$(grep '"seed"' "$scratch/b")"

exits "quiet" 0 tiny -i 1 -q --no-save commit seq-read
is "says nothing on standard error" "$err" ""
like "and prints the score" "$out" '^([0-9]+\.[0-9]|none)$'

# Limits. One request of 4 MiB is too short a sample on any machine.

exits "an invalidating flag" 0 \
	once -t 0.0001 -b 4m seq-write
json "is in the array" '.tests[0].flags | index("short") != null'
exits "an invalidating flag under --strict" 1 \
	tiny -t 0.0001 -b 4m --strict --no-save seq-write
like "prints the report all the same" "$out" '^  seq-write:b=4m '
exits "--strict with File Copy, which no disk can spoil" 0 \
	tiny -i 1 --strict --no-save fsbuffer

as_it_was "limits: leave the directory as it was"

# The moment before the first round, where the device's account can be had.

exits "a run of its own" 0 once seq-read
json "has the idle moment, or no device's account" '.targets[0] |
	if has("idle_ns") then .idle_ns >= 50000000 and
	all(.idle_busy_ms, .idle_ios, .idle_read_bytes, .idle_write_bytes;
	type == "number")
	else has("idle_busy_ms") | not end'
exits "an engine that moves no data" 0 once -e null --cache=buffered \
	rand-write-q32
unlike "has none" "$out" '"idle_'

as_it_was "at the end, the directory is as it was"
is "and so is the other" "$(ls -A "$dir2")" ""

done_testing
