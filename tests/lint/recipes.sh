#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# recipes.sh - the recipes of HACKING are true: in a copy of the sources, each
# adds something called dummy at the places that the recipe names, and at no
# other place. The copy is built and run, and its manual is checked.
. "$(dirname "$0")/../support/tap.sh"
[ -f Makefile ] || skip_all native "not in a build directory"
grep '^cross_compiling=yes' config.log >/dev/null 2>&1 &&
	skip_all native "built for another system"
make=${MAKE:-make}
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES DESTDIR	# of a make above

# The folders, as HACKING and the table in floors.sh list them.

sed -n 's|^  \([a-z]*\) *src/\([a-z]*\)/  .*|\1 \2|p' "$srcdir/HACKING" \
	>"$scratch/told"
sed -n "/^folders='/,/^'/ { /^main /d; s/| m |/| disk |/; s/| r |/| paper |/
	s/^\([a-z]*\) *| *\([a-z]*\) *|.*/\2 \1/p
	}" "$srcdir/tests/lint/floors.sh" >"$scratch/table"
same "HACKING has the folders in the order of floors.sh, with their sides" \
	"$scratch/told" "$scratch/table"

# The copy, without what a build may have left beside the sources.

copy=$scratch/copy
mkdir "$copy" "$scratch/build" "$scratch/disk"
(cd "$srcdir" && tar cf - COPYING HACKING Makefile.am Makefile.in NEWS README \
	aclocal.m4 build-aux config.h.in configure configure.ac doc include \
	man packaging scripts share src tests) | (cd "$copy" && tar xf -)
chmod -R u+w "$copy"
find "$copy" \( -name '*.[oa]' -o -name .dirstamp \) -exec rm -f {} +

# The recipes, which are lines of tests/lint/recipes. The sentence after each is
# what HACKING has of it.

tab=$(printf '\t')	# not every awk takes \t from the environment
: >"$scratch/gone"

# edit HOW FILE REGEX OLD: the text goes behind or before the first line that
# matches, or to the end of the table or enum that begins with it, or it takes
# the place of OLD within the line. A place that is gone is noted: then a
# recipe, or this test, is out of date.
edit()
{
	place=$(printf '%s' "$3" | sed "s/^\^\\\\t/^$tab/") text=$text \
		old=$4 awk -v how="$1" '
		BEGIN {
			text = ENVIRON["text"]
			place = ENVIRON["place"]
			old = ENVIRON["old"]
		}
		{ matches = $0 ~ place }
		how == "at_end_of" { matches = begun && /^};/ }
		how == "within" { matches = matches && index($0, old) }
		!done && matches {
			done = 1
			at = index($0, old)
			if (how == "behind")
				$0 = $0 "\n" text
			else if (how == "within")
				$0 = substr($0, 1, at - 1) text \
					substr($0, at + length(old))
			else
				$0 = text "\n" $0
		}
		{ print }
		$0 ~ place { begun = 1 }
		END { exit !done }' "$copy/$2" >"$scratch/edited" ||
		echo "$2: no place like $3" >>"$scratch/gone"
	cat "$scratch/edited" >"$copy/$2"
}

# follow: the edit in $how, of file or folder $file, with its $text. A new file
# has its place in Makefile.am, beside one of its folder.
follow()
{
	text=${text%"$newline"}
	case $how in
	'') return ;;
	copy) sed "$script" "$srcdir/$old" >"$copy/$file/dummy.c" ;;
	new_file) printf '%s\n' "$text" >"$copy/$file/dummy.c" ;;
	*)
		edit "$how" "$file" "$place" "$old"
		return ;;
	esac
	text="$file/dummy.c $file/$place"
	edit within Makefile.am "$file/$place" "$file/$place"
}
how=
newline='
'
while IFS= read -r line; do
	case $line in
	'# '*) ;;
	'== '*)
		like "HACKING has a recipe for ${line#== }" \
			"$(cat "$srcdir/HACKING")" "^  ${line#== } +[a-z]" ;;
	'> '*)
		follow
		IFS=$tab read -r how file place old script <<END
${line#> }
END
		text= ;;
	*) text="$text$line$newline" ;;
	esac
done <"$srcdir/tests/lint/recipes"
follow

is "each place that the recipes name is there" "$(cat "$scratch/gone")" ""

# Build. What configure found of the system is true of the copy as well.

ok "autogen.sh takes new files up" sh -c 'cd "$1" && sh scripts/autogen.sh' \
	sh "$copy"
options=$(./config.status --config)
grep -E '^[a-z]+_cv_' config.log 2>/dev/null | grep -v '_cv_env_' \
	>"$scratch/build/found"
built()
(
	cd "$scratch/build" || exit
	eval "../copy/configure -q --cache-file=found $options \
		--without-cmocka CFLAGS=-O0" && "$make" -j2 diskidx
)
ok "the copy can be built" built
before=$DISKIDX
DISKIDX=$scratch/build/diskidx
[ -x "$DISKIDX" ] || done_testing

# Run.

record=$scratch/record
exits "a command runs" 2 "$DISKIDX" dummy a b
exits "tests, workload and engine measure" 0 "$DISKIDX" -q -d "$scratch/disk" \
	-s 1m -t 0.05 -i 2 -e dummy --dummy --cache=buffered -f csv \
	-o "$record" rand-read-128k dummy:copy
printf '[job]\ndummy=1\n' >"$scratch/job.fio"
exits "the key is accepted" 0 "$DISKIDX" -q -d "$scratch/disk" -s 1m -t 0.05 \
	-f csv -o "$scratch/job.record" "$scratch/job.fio"

# What lists, records and reports show: a command and a line, with # between.
while IFS='#' read -r command line; do
	like "'$command' shows $line" "$(eval "$command" 2>&1)" "$line"
done <<'END'
$DISKIDX --help#^Commands: .* dummy
$DISKIDX help dummy#^usage: diskidx .* dummy \[DUMMY\]\.\.\.$
$DISKIDX -i 2 dummy#: -i is an option of a run$
$DISKIDX dumy#; did you mean dummy\?$
$DISKIDX -n --dummy-sweep=1,2 seq-write#^ *seq-write:dummy=2 
$DISKIDX list tests#^rand-read-128k 
$DISKIDX list tests#^dummy:copy 
$DISKIDX list suites#^dummy 
$DISKIDX list engines#^dummy 
$DISKIDX list formats#^dummy 
$DISKIDX list options#^ *--dummy 
cat $record#^test	rand-read-128k:.*	dummy	
cat $record#^test	dummy:copy	.*	dummy	-	
cat $record#^host	dummy	1$
cat $record#^dummy	1$
cat $record#^plan	disk_suite	disk-2$
cat $record#^plan	suite_tests	fsbuffer=.*,rand-read-128k=Random,
cat $scratch/job.record#^test	job	[^	]*	Dummy	
$DISKIDX report -f dummy $record#,trust,
$DISKIDX report -f csv $record#,p99_9_high_ns,trust,.*,dummy$
$DISKIDX report -f csv $record#,dummy:copy,.*,one$
$DISKIDX report -f csv $record#,p99_9_ns_at_least,p99_5_ns,p99_5_ns_at_least,p99_5_low_ns,p99_5_high_ns,
$DISKIDX report -f csv $srcdir/tests/golden/records/good-one-run.record#,score:Random,.*,,,$
$DISKIDX report -f shell $record#^DISKIDX_TEST_DUMMY_COPY_DUMMY='one'$
$DISKIDX report -f shell $record#^DISKIDX_TEST_DUMMY_COPY_P99_5_NS=
$DISKIDX report --si $record#^   diskidx A Dummy$
$DISKIDX report --si $record#^1 record <here>$
$DISKIDX report --si $record#^one        2$
$DISKIDX report --si -f markdown $record#^\*\*1 record \\<here>\*\*$
$DISKIDX report --si -f markdown $record#^\| one \| 2 \|$
$DISKIDX report --si -f html $record#^<h1>A Dummy</h1>$
$DISKIDX report --si -f html $record#^<p class="verdict">1 record &lt;here&gt;</p>$
$DISKIDX report --si -f html $record#^<tr role="row"><th .*>one</th><td .*>2</td>
$DISKIDX report -v $record#^dummy  *
$DISKIDX report -v $record#dummy fact: 1
$DISKIDX report -f json $record#"dummy": 1[,}]*$
$DISKIDX report -f json $record#"dummy": "one"[,}]*$
$DISKIDX report -v $srcdir/tests/golden/records/good-one-run.record#^p45 
$DISKIDX report -v $srcdir/tests/golden/records/good-one-run.record#^Test .* p99 +p99\.5 +max 
$DISKIDX report -v $srcdir/tests/golden/sweeps.record#^ *rate .* p99 +p99\.5 +p99\.9 
$DISKIDX report -v $srcdir/tests/golden/pages.record# depth +IOPS .* p99 +p99\.5 +CPU %
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

# Records of before have the scores and the trust that they had, by the tests
# that their suite had, not by today's.
whole=$srcdir/tests/golden/records/good-suite.record
answers()
{
	"$1" report -f csv "$srcdir/tests/golden/disk.record" |
		cut -d, -f6,9
	"$1" report "$whole" | sed '/^$/,$d'
}
answers "$before" >"$scratch/before"
answers "$DISKIDX" >"$scratch/after"
same "records of before have the scores that they had" "$scratch/after" \
	"$scratch/before"
like "by test" "$(cat "$scratch/after")" '^score:Random,[1-9]'
like "and as a whole" "$(cat "$scratch/after")" '^Disk Index Score *[0-9]'
like "a report of one names its suite" "$("$DISKIDX" report "$whole")" \
	'^note  *the Disk Index Score is over the tests of disk-1; this diskidx'

# The manual of the copy has all of that.
(cd "$scratch/build" && srcdir=../copy DISKIDX=$DISKIDX \
	sh ../copy/tests/lint/manual.sh) >"$scratch/log" 2>&1
is "the manual knows all of them" "$(sed -n '/^not ok/,/^ok/p
	/^Bail/p' "$scratch/log")" ""
like "and was looked at" "$(cat "$scratch/log")" '^1\.\.[1-9]'

done_testing
