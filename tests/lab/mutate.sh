#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# mutate.sh - do the tests notice when the program is wrong? Breaks one line of
# a private copy at a time, as tests/lab/mutants says, builds it, and runs the
# tests named there until one fails. Fails if a mutant survives, or no longer
# applies. Takes some minutes; JOBS (2) are done at a time.

set -eu
if [ $# -gt 0 ]; then
	echo "usage: mutate.sh" >&2
	exit 2
fi

top=$(cd "$(dirname "$0")/../.." && pwd)
jobs=${JOBS:-2}
work=$(mktemp -d)
# What is killed leaves its files, none without end.
ulimit -f 33554432
DISKIDX_MEMORY=$(mktemp -d -p /dev/shm 2>/dev/null || echo "$work")
export DISKIDX_MEMORY
pids=

# Where libc can say so, a write beyond memory is a crash; and memory that
# nobody has set is not zero.
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

libraries()
{
	for which in "$@"; do
		sed -n "s/^${which}_LIBS = //p" Makefile
	done | tr '\n' ' '
}

# Program and tests use a shared library, so that they are linked only once.
library()
{
	# shellcheck disable=SC2046	# many words
	${CC:-cc} -shared -o libdiskidx.so \
		$(find src devices.o profile-list.o -name '*.o' ! -name main.o) \
		$(libraries AIO URING)
}

# A copy of the tree in src, and all that is tested in build.
build()
{
	mkdir "$work/1" "$work/1/src" "$work/1/build"
	cd "$top"
	git ls-files | tar cf - -T - | (cd "$work/1/src" && tar xf -)
	cd "$work/1/build"
	../src/configure -q CFLAGS='-O1 -fPIC -w'
	make -j"$jobs" libdiskidx.a >make.log
	library
	flags="-L. -ldiskidx $(libraries CMOCKA AIO URING) -lm"
	make diskidx diskidx_LDADD="$flags" >make.log
	make -j"$jobs" check TESTS= \
		LDADD="tests/unit/libsupport.a $flags" >make.log
	cp -pR src original
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
# its name, the quickest first.
measured()
{
	for test in "$@"; do
		begin=$(date +%s)
		if skips=$(passes 600 9999 "$test"); then
			echo "$(($(date +%s) - begin)) $skips $test"
		else
			echo "left out, as it doesn't pass here: $test" >&2
		fi
	done | sort -n
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
		# shellcheck disable=SC2086	# several words
		named $names >wanted
		grep -F -f wanted "$work/tests" >list || :
		while read -r seconds skips test <&3; do
			passes $((seconds * 4 + 30)) "$skips" "$test" \
				>/dev/null && continue
			result="killed by $test"
			break
		done 3<list
	fi
	cp original.c "../src/$file"
	cp "original/${object#src/}" "$object"
	echo "$result"
}

# job NUMBER: each of the mutants whose turn is its own.
job()
{
	cd "$work/$1/build"
	turn=0
	while IFS= read -r name && IFS= read -r file && IFS= read -r line &&
	    IFS= read -r text && IFS= read -r names; do
		turn=$((turn % jobs + 1))
		[ "$turn" -eq "$1" ] || continue
		printf '%s:%s: %s: %s\n' "$file" "$line" "$name" "$(verdict)" |
			tee -a "$work/results"
	done <"$work/mutants"
}

# mutants: of those of tests/lab/mutants, whose head says its form, name, file,
# line, new text of the line, and tests. Fails if a mutant's old text isn't in
# exactly one line of its file.
mutants()
{
	awk '
	function wrong(why)
	{
		print FILENAME ":" FNR ": " name ": " why >"/dev/stderr"
		exit 1
	}

	/^#/ || /^$/ { next }
	/^-/ { old = substr($0, 2); next }
	/^\+/ {
		new = substr($0, 2)
		path = "../src/" file
		found = n = 0
		while ((status = (getline line <path)) > 0) {
			n++
			at = index(line, old)
			if (at == 0)
				continue
			found++
			number = n
			text = substr(line, 1, at - 1) new \
				substr(line, at + length(old))
		}
		close(path)
		if (status < 0)
			wrong("no file " file)
		if (found != 1)
			wrong(found " lines of " file " have: " old)
		print name "\n" file "\n" number "\n" text "\n" tests
		next
	}
	/^src\// {
		file = $1
		$1 = ""
		tests = substr($0, 2)
		next
	}
	{ name = $0 }' ../src/tests/lab/mutants
}

build
mutants >"$work/mutants"
# shellcheck disable=SC2046	# several words
measured $(named $(awk 'NR % 5 == 0' "$work/mutants" | tr ' ' '\n' |
	sort -u) | sort -u) >"$work/tests"
for number in $(seq 2 "$jobs"); do
	cp -pR "$work/1" "$work/$number"
done
for number in $(seq "$jobs"); do
	job "$number" 2>"$work/errors.$number" &
	pids="$pids $!"
done
wait

count=$(($(wc -l <"$work/mutants") / 5))
killed=$(grep -c ': killed by' "$work/results" || :)
grep -v ': killed by' "$work/results" || :
echo "$count mutants, $killed killed"
[ "$count" -gt 0 ] && [ "$killed" -eq "$count" ]
