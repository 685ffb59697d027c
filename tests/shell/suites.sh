#!/bin/sh
# suites.sh - every suite from its start to its end, at reduced size: what it
# runs, and what happens where it doesn't fit. How it is laid out is golden.sh's,
# and what its options make of it unit-options'.
# shellcheck disable=SC2317	# functions that ok and exits call
: "${srcdir:=$(dirname "$0")/../..}"
# shellcheck source=tests/shell/tap.sh
. "$srcdir/tests/shell/tap.sh"
need_diskidx

# A relative path, so that its length does not widen the report.
dir=${scratch##*/}/disk
dir2=${scratch##*/}/other
mkdir "$dir" "$dir2" || bail "can't make a directory to test"
suites="unixbench dd sizes small-files access fio-4k durable cdm yabs cache"

# little TEST... ARGUMENT...: a run on that directory, as short as can be.
little()
{
	"$DISKIDX" -d "$dir" -s 8m -t 0.02 -i 2 -w 0 -D 0 "$@"
}

# The tests of a suite, a line each.
tests_of()
{
	"$DISKIDX" list tests | awk -v suite="$1:" \
		'index($1, suite) == 1 { print $1 }'
}

# count SUITE: how many tests it has.
count()
{
	tests_of "$1" | wc -l | tr -d ' '
}

# Running. A row that can't be had here is n/a, which is no failure; a suite of
# nothing else has nothing to print.

"$DISKIDX" -q -d "$dir" -s 8m -t 0.02 -i 1 --no-save rand-read-q1 \
	>"$scratch/out" 2>&1 || suites="unixbench dd sizes small-files durable cache"
for suite in access fio-4k cdm yabs; do
	case " $suites " in
	*" $suite "*) ;;
	*) skip "$suite runs" direct "there is no direct I/O here" ;;
	esac
done
for suite in $suites; do
	tests_of "$suite" >"$scratch/ids"
	tests=$suite
	case $suite in
	small-files)	# 2000 files a test; signals.sh has others
		tests="small-files:create small-files:delete"
		echo "$tests" | tr ' ' '\n' >"$scratch/ids" ;;
	cache)		# what would be as large as another is left out
		echo cache:reread-25 >"$scratch/ids" ;;
	esac
	# shellcheck disable=SC2086	# several tests
	exits "$suite runs" 0 little $tests -o "$scratch/$suite.record"
	is "$suite leaves nothing" "$(ls -A "$dir")" ""
	awk -F '\t' '$1 == "test" { sub(/:q=.*/, "", $2); print $2 }' \
		"$scratch/$suite.record" | uniq >"$scratch/rows"
	same "$suite has its tests in their order" "$scratch/rows" \
		"$scratch/ids"
done
is "UnixBench's rule is in the record" \
	"$(awk -F '\t' '$1 == "test" { print $11 }' \
	"$scratch/unixbench.record" | sort | uniq -c | tr -s ' ')" \
	" 3 unixbench"

# Tests of two suites that do the same are not averaged.

exits "two suites with the same tests" 0 "$DISKIDX" -d "$dir" -t 0.02 -i 2 \
	-w 0 -f json --no-save fsbuffer unixbench:fsbuffer
is "have a score each" "$(grep -c '"score":' "$scratch/out")" 2

# Sizes. A file that was capped says so in its title.

exits "a small file is not capped" 0 little sizes:read-10m -s 16m
unlike "and says nothing of it" "$out" ' of 10 MiB\)'

# What is written. A name that changes counts 4 KiB, the tree before it 8 KiB a
# file, and --max-write ends the sample there.

exits "a plan" 0 "$DISKIDX" -n -d "$dir" -i 1 unixbench:fsdisk
like "counts File Copy's file once more every five seconds" "$out" \
	'^writes +62.5 MiB at most,$'
like "and says that it counts data" "$out" \
	'^ +plus the file system.s own writes \(journal, inodes\)$'
exits "names that change under --max-write" 0 "$DISKIDX" -d "$dir" -t 20 -i 1 \
	--max-write=20m -f json --no-save small-files:rename
is "are no more than that allows" \
	"$(echo "$out" | sed -n 's/.*"total_ios": \([1-9][0-9]*\).*/\1/p')" \
	$(((20 * 1024 - 2000 * 8) / 4))

# Fewer passes than the statistics need.

exits "UnixBench with one pass" 0 little unixbench:fstime -i 1
like "says that none is dropped" "$out" 'lowest of three passes; of 1 none'
exits "a suite with one round" 0 little durable:dsync-4k -i 1
like "says what that is worth" "$out" 'One round does not show'

# A disk that fails in mid-run: its tests fail, the others go on.

"$DISKIDX" -d "$dir" -d "$dir2" -s 8m -D 0.05 -w 0 -i 20 \
	-o "$scratch/gone.record" sizes:write-10m sizes:copy-10m \
	>"$scratch/gone.out" 2>"$scratch/gone.err" &
run=$!
await 60 grep '^round 2 ' "$scratch/gone.err" >"$scratch/round"
rm -rf "$dir2"
wait $run
is "a directory that is removed in mid-run: exit status" $? 1
is "its tests fail" "$(grep -c "^diskidx: $dir2: sizes:[a-z]*-10m: failed in \
round [0-9]*: .*No such file or directory" "$scratch/gone.err")" 2
is "the others have all their samples" \
	"$(awk -F '\t' '$1 == "test" { target = $6 }
	$1 == "sample" && target == 0' "$scratch/gone.record" | wc -l |
	tr -d ' ')" 40
is "and nothing is left" "$(ls -A "$dir")" ""

# Other things of a suite's name.

(
	cd "$scratch" || exit
	echo "[job]" >dd
	"$DISKIDX" -n -d . -s 8m dd
) >"$scratch/named" 2>&1
like "a file of a suite's name: the suite wins" "$(cat "$scratch/named")" \
	"^$(count dd) tests, "

done_testing
