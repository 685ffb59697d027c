#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# mutate.sh - do the tests notice when the program is wrong? Breaks one line of
# a private copy at a time, builds it, and runs the tests until one fails.
#
# usage: tests/lab/mutate.sh truth
#        tests/lab/mutate.sh random [COUNT [SEED [FOLDER]]]
#
# truth: each mutant of tests/lab/mutants, by the tests that it names;
# fails if one survives, or doesn't apply any more.
#
# random: COUNT lines of src/ (200), broken by mutate.awk in the order that SEED
# gives (1), by the unit tests, those of its folder first, and what survives by
# the shell tests of its folder below; with FOLDER only of src/FOLDER. Prints
# the survivors, and a table of kills by folder. Those that compile to the same
# program are left out.
#
# JOBS (2) are done at a time. TESTS names the tests for random mutants instead:
# "unit" are all unit tests, "unit/FOLDER" those of a folder, "NAME" is
# tests/*/NAME.sh.

set -eu
mode=${1:-}
case $mode in
truth | random) ;;
*)
	echo "usage: mutate.sh truth | random [COUNT [SEED [FOLDER]]]" >&2
	exit 2
	;;
esac

# A mutant may signal all that it can, stay, or write without end.
if [ "$mode" = random ] && [ -z "${CONTAINED:-}" ] &&
    unshare --pid --fork --mount-proc true 2>/dev/null; then
	CONTAINED=1 exec unshare --pid --fork --mount-proc --kill-child \
		sh "$0" "$@"
fi
ulimit -f 33554432

top=$(cd "$(dirname "$0")/../.." && pwd)
count=${2:-200} seed=${3:-1} folder=${4:-}
jobs=${JOBS:-2}
work=$(mktemp -d)
# What is killed leaves its files.
DISKIDX_MEMORY=$(mktemp -d -p /dev/shm 2>/dev/null || echo "$work")
export DISKIDX_MEMORY
pids=

# Where libc can say so, a write beyond memory is a crash; and memory that nobody
# has set is not zero.
checker=LD_PRELOAD=libc_malloc_debug.so.0
[ -z "$(env $checker true 2>&1)" ] || checker=

finish()
{
	# shellcheck disable=SC2086	# several processes
	[ -z "$pids" ] || kill $pids 2>/dev/null || :
	rm -rf "$work" "$DISKIDX_MEMORY"
}

trap finish 0
trap 'exit 1' HUP INT TERM

# Program and tests use a shared library, so that they are linked only once.
library()
{
	# shellcheck disable=SC2046	# many words
	${CC:-cc} -shared -o libdiskidx.so \
		$(find src devices.o recipes.o -name '*.o' ! -name main.o) $(libraries AIO URING)
}

libraries()
{
	for which in "$@"; do
		sed -n "s/^${which}_LIBS = //p" Makefile
	done | tr '\n' ' '
}

# build DIRECTORY: a copy of the tree in src, and all that is tested in build.
build()
{
	mkdir "$1" "$1/src" "$1/build"
	cd "$top"
	git ls-files | tar cf - -T - |
		(cd "$1/src" && tar xf -)
	cd "$1/build"
	../src/configure -q CFLAGS='-O1 -fPIC -w'
	make -j"$jobs" libdiskidx.a >make.log
	library
	flags="-L. -ldiskidx $(libraries CMOCKA AIO URING) -lm"
	make diskidx diskidx_LDADD="$flags" >make.log
	make -j"$jobs" check TESTS= \
		LDADD="tests/unit/libsupport.a $flags" >make.log
	cp -pR src original
}

# The shell tests that judge what a folder of src/ does.
shell_tests='
base bad-input facts output record requests signals surroundings virtual
command audit bad-input compare completion compressed full-disk golden hosts
command logs manual merge output record requests run stand-in suites suits
comparison compare golden
engine faults random requests virtual virtual-jobs virtual-rates
format compare facts golden logs output record stand-in suits
hosts hosts merge
jobfile bad-input examples fio requests stand-in suites suits virtual-jobs
platform cached facts fragmented limits platforms pools surroundings systems
platform truth virtual
record audit bad-input compare full-disk kills record saved virtual-rates
report compare golden limits merge output record suits sustained
result audit golden limits statistics suits sustained truth virtual virtual-run
run bad-input barrier clock faults full-disk hosts output requests run saved
run signals suites suits surroundings sustained truth virtual virtual-jobs
stats golden statistics virtual
target cached confined faults fragmented foreign-names full-disk hung-disk
target pools private signals
test bad-input golden requests suites virtual
worker cached clock faults hung-disk random signals truth virtual
workload faults random requests truth virtual virtual-jobs virtual-rates
'

# of_folder FOLDER: their names; with none, of all.
of_folder()
{
	printf %s "$shell_tests" | awk -v folder="$1" '
		folder == "" || folder == $1 {
			for (i = 2; i <= NF; i++)
				if (!seen[$i]++)
					print $i
		}'
}

# named WORD...: the tests of these names.
named()
{
	for word in "$@"; do
		case $word in
		unit*) find "tests/$word" -type f -perm -u+x ;;
		*) (cd ../src && ls tests/*/"$word.sh") ;;
		esac
	done
}

# passes SECONDS SKIPS TEST: it comes to its end in time, no check fails, and no
# more are skipped: a part of the system that is missing now is one that the
# mutant has broken. Prints how many are.
passes()
{
	limit=$1 skips=$2
	case $3 in
	*.sh) set -- sh "../src/$3" ;;
	*) set -- ${checker:+"$checker" MALLOC_CHECK_=3} MALLOC_PERTURB_=165 \
		"./$3" ;;
	esac
	timeout -s KILL "$limit" env CMOCKA_MESSAGE_OUTPUT=TAP MAKE=make \
		srcdir=../src DISKIDX="$PWD/diskidx" \
		LD_LIBRARY_PATH="$PWD" "$@" 2>/dev/null </dev/null |
		awk -v most="$skips" '
		/^1\.\.[0-9]/ { plan = substr($1, 4) }
		/^ok / { n++ }
		/ # SKIP/ { skips++ }
		/^not ok |^Bail out/ { exit }
		END {
			print skips + 0
			exit plan == "" || plan == 0 || n != plan ||
				skips > most
		}'
}

# measured TEST...: the seconds that each takes, the checks that it skips, and
# its name, ascending. Those that fail or skip all where nothing is wrong are
# left out.
measured()
{
	printf '%s\n' "$@" >"$work/names"
	number=0
	while [ $((number += 1)) -le "$jobs" ]; do
		awk -v jobs="$jobs" -v turn="$number" \
			'NR % jobs == turn % jobs' "$work/names" |
			while read -r test; do
				measure "$test"
			done >"$work/measured.$number" &
	done
	wait
	sort -n "$work"/measured.*
}

measure()
{
	begin=$(date +%s)
	if skips=$(passes 600 9999 "$1"); then
		echo "$(($(date +%s) - begin)) $skips $1"
	else
		echo "left out, as it doesn't pass here: $1" >&2
	fi
}

# candidates: the tests for a mutant of src/FOLDER/..., those of its folder
# first; or those that it names.
candidates()
{
	own=$(echo "$file" | cut -d/ -f2)
	: "${names:=${TESTS:-unit $(of_folder "$own")}}"
	# shellcheck disable=SC2086	# several words
	named $names >wanted
	grep -F -f wanted "$work/tests" | awk -v own="tests/unit/$own/" '
		index($3, own) { print; next }
		{ other[n++] = $0 }
		END { for (i = 0; i < n; i++) print other[i] }'
}

# verdict: on the mutant, in a few words.
verdict()
{
	object=${file%.c}.o
	cp "../src/$file" original.c
	text=$text awk -v line="$line" 'NR == line { print ENVIRON["text"] }
		NR != line' original.c >"../src/$file"
	result=survives
	if ! make -s "$object" >make.log 2>&1; then
		result="doesn't compile"
	elif cmp -s "$object" "original/${object#src/}"; then
		result="is the same program"
	else
		library
		candidates >list
		while read -r seconds skips test <&3; do
			limit=$((seconds * 4 + 30))
			passes "$limit" "$skips" "$test" >/dev/null && continue
			# A loaded machine may fail a test, too, but for those
			# in virtual time and of arithmetic.
			[ "$mode" = truth ] || ! passes "$limit" "$skips" \
				"$test" >/dev/null || continue
			result="killed by $test"
			break
		done 3<list
	fi
	cp original.c "../src/$file"
	cp "original/${object#src/}" "$object"
	echo "$result"
}

# job NUMBER: takes each of the mutants whose turn is its own, until it has its
# share of those that are programs.
job()
{
	cd "$work/$1/build"
	turn=0 left=$(((count - $1) / jobs + 1))
	while [ "$left" -gt 0 ] && IFS= read -r name && IFS= read -r file &&
	    IFS= read -r line && IFS= read -r text && IFS= read -r names; do
		turn=$((turn % jobs + 1))
		[ "$turn" -eq "$1" ] || continue
		result=$(verdict)
		case $result in
		survives | killed*) left=$((left - 1)) ;;
		esac
		printf '%s:%s: %s: %s: %s\n' "$file" "$line" "$name" \
			"$(printf %s "$text" | sed 's/^[[:blank:]]*//')" \
			"$result" | tee -a "$work/results.$1"
	done <"$work/mutants"
}

build "$work/1"
cd "$work/1/build"
if [ "$mode" = truth ]; then
	awk -f ../src/tests/lab/mutate-truth.awk ../src/tests/lab/mutants \
		>"$work/mutants"
	count=$(($(wc -l <"$work/mutants") / 5))
	TESTS=$(awk 'NR % 5 == 0' "$work/mutants" | tr ' ' '\n' | sort -u)
else
	find "src/$folder" -name '*.o' ! -name main.o | sort |
		sed 's/o$/c/; s,^,../src/,' |
		xargs awk -v seed="$seed" -f ../src/tests/lab/mutate.awk \
		>"$work/mutants"
fi
# shellcheck disable=SC2046,SC2086	# several words
tests=$(named ${TESTS:-unit $(of_folder "$folder")} | sort -u)
# shellcheck disable=SC2086
measured $tests >"$work/tests"
number=1
while [ $((number += 1)) -le "$jobs" ]; do
	cp -pR "$work/1" "$work/$number"
done
number=0
while [ $((number += 1)) -le "$jobs" ]; do
	job "$number" 2>"$work/errors.$number" &
	pids="$pids $!"
done
wait

cat "$work"/results.* >"$work/results"
if [ "$mode" = truth ]; then
	echo "$count mutants, $(grep -c ': killed by' "$work/results") killed"
	grep -v ': killed by' "$work/results" && exit 1
	exit 0
fi
echo
echo "Survivors, to be killed by a new check unless no check can tell them:"
grep ': survives$' "$work/results" || echo "none"
echo
awk '/: survives$|: killed by [^:]*$/ {
	split($0, part, "/")
	all[part[2]]++
	died[part[2]] += !/: survives$/
	n++
	dead += !/: survives$/
}
END {
	for (folder in all)
		printf "%-12s %4d mutants, %3d %% killed\n", folder,
			all[folder], 100 * died[folder] / all[folder] | "sort"
	close("sort")
	printf "%-12s %4d mutants, %3d %% killed\n", "all", n, 100 * dead / n
}' "$work/results"
