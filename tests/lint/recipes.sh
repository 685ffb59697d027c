#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# recipes.sh - the recipes of HACKING are true: on a copy of the sources, each
# adds something called dummy at the places that the recipe names and no other.
# The copy is built and run, and its manual is checked.
. "$(dirname "$0")/../support/tap.sh"
[ -f Makefile ] || skip_all native "not in a build directory"
grep '^cross_compiling=yes' config.log >/dev/null 2>&1 &&
	skip_all native "built for another system"
make=${MAKE:-make}
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES DESTDIR	# of a make above

# configured NAME: what the Makefile of this build has.
configured()
{
	sed -n "s/^$1 = //p" Makefile
}
compiler=$(configured CC)
preprocessor_flags=$(configured CPPFLAGS)
linker_flags=$(configured LDFLAGS)
host=$(configured host_alias)
echo 'int main(void) { return 0; }' >"$scratch/try.c"
# shellcheck disable=SC2086	# a compiler may have options
$compiler $linker_flags -o "$scratch/try" "$scratch/try.c" >/dev/null 2>&1 ||
	skip_all compiler "no compiler"

# The folders, as HACKING tells them and as the table in floors.sh has them.

sed -n 's|^  src/\([a-z]*\)/ .*|\1|p' "$srcdir/HACKING" >"$scratch/told"
sed -n "/^folders='/,/^'/ { /^main /d; s/^\([a-z]*\) *|.*|.*/\1/p
	}" "$srcdir/tests/lint/floors.sh" >"$scratch/table"
same "HACKING has the folders in the order of floors.sh" "$scratch/told" \
	"$scratch/table"

# The copy, without what a build may have left beside the sources.

copy=$scratch/copy
mkdir "$copy" "$scratch/build" "$scratch/disk"
(cd "$srcdir" && tar cf - COPYING HACKING Makefile.am Makefile.in NEWS README \
	aclocal.m4 build-aux config.h.in configure configure.ac doc include \
	man packaging scripts share src tests) | (cd "$copy" && tar xf -)
chmod -R u+w "$copy"
find "$copy" \( -name '*.[oa]' -o -name .dirstamp \) -exec rm -f {} +

# Edits. Each takes its lines from standard input, and notes a place that is
# gone: then a recipe, or this test, is out of date.

tab=$(printf "\t")	# not every awk takes \t from the environment

# edit FILE REGEX PROGRAM: PROGRAM is awk; `text` are the lines, found() is
# said once.
edit()
{
	text=$(cat) place=$(printf '%s' "$2" | sed "s/^\^\\\\t/^$tab/") awk '
		BEGIN { text = ENVIRON["text"]; place = ENVIRON["place"] }
		'"$3"'
		END { exit !done }' "$copy/$1" >"$scratch/edited" ||
		echo "$1: no place like $2" >>"$scratch/gone"
	cat "$scratch/edited" >"$copy/$1"
}

# The lines come behind the first line that matches, before it, or at the end
# of the table or enum that begins with it.
behind()
{
	edit "$1" "$2" '{ print }
		!done && $0 ~ place { print text; done = 1 }'
}
before()
{
	edit "$1" "$2" '!done && $0 ~ place { print text; done = 1 } { print }'
}
at_end_of()
{
	edit "$1" "$2" '
		begun && !done && /^};/ { print text; done = 1 }
		{ print }
		$0 ~ place { begun = 1 }'
}

# within FILE REGEX OLD: one string of the first line that matches becomes the
# text.
within()
{
	old=$3
	export old
	edit "$1" "$2" '
		!done && $0 ~ place && (at = index($0, ENVIRON["old"])) > 0 {
			print substr($0, 1, at - 1) text \
				substr($0, at + length(ENVIRON["old"]))
			done = 1
			next
		}
		{ print }'
}

: >"$scratch/gone"

# A new file has its place in Makefile.am, beside one of its folder.
new_file()
{
	cat >"$copy/$1/dummy.c"
	echo "$1/dummy.c $1/$2" | within Makefile.am "$1/$2" "$1/$2"
}

# The recipes, which are lines of tests/lint/recipes. The sentence after each is
# what HACKING has of it.

# follow: the edit in $edit, of file or folder $file, with its $text.
follow()
{
	case $edit in
	'') ;;
	copy) sed "$script" "$srcdir/$from" | new_file "$file" "$place" ;;
	*) printf '%s' "$text" | "$edit" "$file" "$place" "$from" ;;
	esac
	edit=
}
edit=
tab=$(printf '\t')
while IFS= read -r line; do
	case $line in
	'# '*) ;;
	'== '*)
		follow
		like "HACKING has a recipe for ${line#== }" \
			"$(cat "$srcdir/HACKING")" "^  ${line#== } +[a-z]" ;;
	'> '*)
		follow
		IFS=$tab read -r edit file place from script <<END
${line#> }
END
		text= ;;
	*) text="$text$line
" ;;
	esac
done <"$srcdir/tests/lint/recipes"
follow

is "each place that the recipes name is there" "$(cat "$scratch/gone")" ""

# Build. Without the Autotools the new files are compiled beside the Makefile.

if (cd "$copy" && sh scripts/autogen.sh) >"$scratch/log" 2>&1; then
	objects=
else
	objects="src/workload/dummy.o src/engine/dummy.o src/format/dummy.o \
		src/report/dummy.o"
fi
# What configure found of the system is true of the copy as well.
grep -E '^[a-z]+_cv_' config.log 2>/dev/null | grep -v '_cv_env_' \
	>"$scratch/build/found"
built()
(
	cd "$scratch/build" || exit
	../copy/configure -q --cache-file=found ${host:+--host="$host"} \
		--without-cmocka \
		CC="$compiler" CFLAGS=-O0 CPPFLAGS="$preprocessor_flags" \
		LDFLAGS="$linker_flags" || exit
	# shellcheck disable=SC2086	# several names, or none
	[ -z "$objects" ] || "$make" $objects || exit
	"$make" -j2 ${objects:+libdiskidx_a_LIBADD="$objects"} diskidx ||
		"$make" ${objects:+libdiskidx_a_LIBADD="$objects"} diskidx
)
ok "the copy can be built" built
before=$DISKIDX
DISKIDX=$scratch/build/diskidx
[ -x "$DISKIDX" ] || done_testing

# Run.

shows()
{
	like "list $1 shows the $2" "$("$DISKIDX" list "$1" 2>&1)" "^$3 "
}
shows tests "test of 128 KiB" rand-read-128k
shows tests "test of the suite" dummy:copy
shows suites suite dummy
shows engines engine dummy
shows formats format dummy
like "the list shows the option" "$("$DISKIDX" list options)" '^ *--dummy '

record=$scratch/record
exits "tests, workload and engine measure" 0 "$DISKIDX" -q -d "$scratch/disk" \
	-s 1m -t 0.05 -i 2 -e dummy --dummy --cache=buffered -f csv \
	-o "$record" rand-read-128k dummy:copy
like "the record has the engine" "$(cat "$record")" \
	"^test	rand-read-128k:.*	dummy	"
like "the workload" "$(cat "$record")" "^test	dummy:copy	.*	dummy	-	"
like "and the fact" "$(cat "$record")" "^host	dummy	1\$"
like "and the counter" "$(cat "$record")" "^dummy	1\$"

# What reports show: the options, the record, and a line, with # between.
while IFS='#' read -r options of line; do
	file=$srcdir/tests/golden/$of.record
	[ "$of" != own ] || file=$record
	# shellcheck disable=SC2086	# several options
	like "report $options of $of shows $line" \
		"$("$DISKIDX" report $options "$file" 2>&1)" "$line"
done <<'END'
-f dummy#own#,trust,
-f csv#own#,p99_9_high_ns,trust,.*,dummy$
-f csv#own#,dummy:copy,.*,one$
-f csv#own#,trust,verdicts,p99_5_ns,p99_5_low_ns,p99_5_high_ns,
-f csv#records/good-one-run#,score:Random,.*,,,$
-f shell#own#^DISKIDX_TEST_DUMMY_COPY_DUMMY='one'$
-f shell#own#^DISKIDX_TEST_DUMMY_COPY_P99_5_NS=
--si#own#^   diskidx A Dummy$
--si#own#^1 record <here>$
--si#own#^one        2$
--si -f markdown#own#^\*\*1 record \\<here>\*\*$
--si -f markdown#own#^\| one \| 2 \|$
--si -f html#own#^<h1>A Dummy</h1>$
--si -f html#own#^<p class="answer">1 record &lt;here&gt;</p>$
--si -f html#own#^<tr><th scope="row">one</th><td class="r">2</td>
-v#own#^ *Y  dummy 
-v#own#dummy fact: 1
-f json#own#"dummy": 1[,}]*$
-f json#own#"dummy": "one"[,}]*$
-v#records/good-one-run#^p45 
-v#records/good-one-run#^Test .* p99 +p99\.5 +max 
-v#sweeps#^ *rate .* p99 +p99\.5 +p99\.9 
-v#pages# depth +IOPS .* p99 +p99\.5 +CPU %
END

# What this program lacks, it carries along: the facts of a newer one. Without
# the line of the counter, and in the form that has no checksum.
sed '/^dummy	/d' "$record" | awk '
	{ lines++ }
	/^run	/ { lines = 1; sub(/\t2$/, "") }
	/^end	/ { $0 = "end\t" lines }
	{ print }' >"$scratch/newer"
like "a fact of a newer program is printed" \
	"$("$before" report -f json "$scratch/newer" 2>&1)" '"dummy": "1"'

# Of each line: its test or score, and the value.
values()
{
	"$1" report -f csv "$srcdir/tests/golden/disk.record" |
		cut -d, -f6,9
}
values "$before" >"$scratch/values"
is "a record of before has the scores that it had" "$(values "$DISKIDX")" \
	"$(cat "$scratch/values")"
like "and it has some" "$(cat "$scratch/values")" '^score:Random,[1-9]'

# And one is judged by the tests that its suite had, not by today's.
whole=$srcdir/tests/golden/records/good-suite.record
answer()
{
	"$1" report "$whole" | sed '/^$/,$d'
}
like "a whole record of before is whole" "$(answer "$DISKIDX")" \
	'^Disk Index Score [0-9]'
is "with the score and the trust that it had" "$(answer "$DISKIDX")" \
	"$(answer "$before")"
like "and its report names its suite" "$("$DISKIDX" report "$whole")" \
	'^   \*  the Disk Index Score is over the tests of disk-1; this diskidx'
like "a record of today names its own" "$(cat "$record")" \
	"^plan	disk_suite	disk-2\$"
like "and its tests" "$(cat "$record")" \
	"^plan	suite_tests	fsbuffer=.*,rand-read-128k=Random,"

printf '[job]\ndummy=1\n' >"$scratch/job.fio"
exits "the key is accepted" 0 "$DISKIDX" -q -d "$scratch/disk" -s 1m -t 0.05 \
	-f csv -o "$scratch/job.record" "$scratch/job.fio"
like "and has its effect" "$(cat "$scratch/job.record")" \
	'^test	job:job	[^	]*	Dummy	'

# The manual of the copy has all of that.
(cd "$scratch/build" && srcdir=../copy DISKIDX=$DISKIDX \
	sh ../copy/tests/lint/manual.sh) >"$scratch/log" 2>&1
is "the manual knows all of them" "$(sed -n '/^not ok/,/^ok/p
	/^Bail/p' "$scratch/log")" ""
like "and was looked at" "$(cat "$scratch/log")" '^1\.\.[1-9]'

done_testing
