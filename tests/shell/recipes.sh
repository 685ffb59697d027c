#!/bin/sh
# recipes.sh - the recipes of HACKING are true: on a copy of the sources, each
# adds something called dummy at the places that the recipe names and no other.
# The copy is built and run, and its manual is checked.
# shellcheck disable=SC2016,SC2317	# awk's own; built is called by ok
: "${srcdir:=$(dirname "$0")/../..}"
# shellcheck source=tests/shell/tap.sh
. "$srcdir/tests/shell/tap.sh"
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
	}" "$srcdir/tests/shell/floors.sh" >"$scratch/table"
same "HACKING has the folders in the order of floors.sh" "$scratch/told" \
	"$scratch/table"

# The copy, without what a build may have left beside the sources.

copy=$scratch/copy
mkdir "$copy" "$scratch/build" "$scratch/disk"
(cd "$srcdir" && tar cf - COPYING HACKING Makefile.am Makefile.in NEWS README \
	aclocal.m4 build-aux config.h.in configure configure.ac doc include \
	man packaging scripts src tests) | (cd "$copy" && tar xf -)
chmod -R u+w "$copy"
find "$copy" \( -name '*.[oa]' -o -name .dirstamp \) -exec rm -f {} +

# Edits. Each takes its lines from standard input, and notes a place that is
# gone: then a recipe, or this test, is out of date.

# edit FILE REGEX PROGRAM: PROGRAM is awk; `text` are the lines, found() is
# said once.
edit()
{
	text=$(cat) place=$2 awk '
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

# recipe NAME: what follows is what HACKING has of it.
recipe()
{
	like "HACKING has a recipe for $1" "$(cat "$srcdir/HACKING")" \
		"^  $1 +[a-z]"
}

recipe "a workload"
sed 's/filecopy/dummy/g' "$srcdir/src/workload/filecopy.c" |
	new_file src/workload filecopy.c
echo 'X(dummy) X(filecopy)' |
	within include/diskidx/traits.h 'define WORKLOAD_LIST' 'X(filecopy)'
behind src/test/traits.c '^const struct workload_traits .*filecopy' <<'END'
const struct workload_traits workload_traits_dummy = { .name = "dummy" };
END

recipe "an engine"
sed 's/sync_/dummy_/; s/\(engine[a-z_]*\)_sync/\1_dummy/' \
	"$srcdir/src/engine/sync.c" | new_file src/engine engine.c
echo 'X(null) X(dummy)' |
	within include/diskidx/traits.h 'define ENGINE_LIST' 'X(null)'
before src/test/traits.c '^const struct engine_traits engine_traits_sync' <<'END'
const struct engine_traits engine_traits_dummy = {
	.name = "dummy", .is_synchronous = true
};
END
before man/diskidx.1 '^\.SH JOB FILES' <<'END'
.TP
.B dummy
As sync.
END

recipe "a format"
sed "s/csv/dummy/g" "$srcdir/src/format/csv.c" |
	new_file src/format format.c
echo 'X(csv) X(dummy)' |
	within include/diskidx/format.h 'define FORMAT_LIST' 'X(csv)'
echo 'dummy unixbench' |
	within src/command/options.c 'html unixbench' unixbench
behind man/diskidx.1 '^Format of standard output:' <<'END'
.BR dummy ,
END

recipe "a report"
new_file src/report answer.c <<'END'
#include <config.h>

#include "diskidx/alloc.h"
#include "diskidx/report.h"

void
report_dummy(struct document *document, const struct record *records, size_t n)
{
	struct table table;

	document_add(document, BLOCK_TITLE, EVERYWHERE, xstrdup("A Dummy"));
	document_add(document, BLOCK_ANSWER, EVERYWHERE,
		     xprintf("%zu record <here>", n));
	table_begin(&table, "lr", "Dummy,tests");
	table.name = "Dummies";
	for (size_t i = 0; i < n; i++) {
		table_add(&table, "one");
		table_print(&table, "%zu", records[i].n_results);
	}
	document_table(document, EVERYWHERE, NULL, &table, NULL);
}
END
before include/diskidx/report.h '^/\* The same with a ranking' <<'END'
void report_dummy(struct document *document, const struct record *records,
		  size_t n);
END
before src/format/format.c '^	if \(format->report != NULL\)' <<'END'
	if (options->si)
		report_dummy(&document, records, n);
	else
END

recipe "a test"
at_end_of src/test/table.c '^static const struct test table' <<'END'
	{ "rand-read-128k", "Random Read 128K Q1 direct",
	  ENGINE(CATEGORY_RANDOM, UNIT_IOPS, 128 * KIB, 1, READS) },
	{ "dummy:copy", "Copy a File",
	  .category = CATEGORY_DUMMY, .unit = UNIT_IOPS, .workload = "dummy",
	  .params = { .action = ACTION_COPY, .cache = CACHE_CACHED,
		      .block_bytes = 4 * KIB, .depth = 1, .read_pct = 50,
		      .file_bytes = 64 * KIB } },
END
echo disk-2 | within src/test/table.c '^const char test_disk_version' disk-1
at_end_of src/test/baseline-tables.c \
	'^static const struct baseline_row hdd_7200_rows' <<'END'
	ROW("rand-read-128k", 10, "a dummy"),
END
behind man/diskidx.1 '^\.SS Random ' <<'END'
.TP
.B rand\-read\-128k
Random Read 128K Q1 direct: one read in flight.
END

recipe "a category"
echo 'CATEGORY_DUMMY, CATEGORIES' |
	within include/diskidx/category.h 'CATEGORIES$' CATEGORIES
at_end_of src/test/category.c '^} table\[CATEGORIES\]' <<'END'
	[CATEGORY_DUMMY] = { "Dummy", false },
END

recipe "a suite"
at_end_of src/test/suite.c '^static const struct suite table' <<'END'
	{ .name = "dummy", .summary = "nothing of use",
	  .stands_for = "Nothing.", .time_ns = NS_PER_S, .rounds = 2 },
END
before man/diskidx.1 '^\.SH ENGINES' <<'END'
.PP
.B dummy
is of no use.
END
before man/diskidx-suites.7 '^\.SH "SEE ALSO"' <<'END'
.SS dummy (category Dummy, in IOPS)
.I Measured
is a copy.
.I Not measured
is the disk.
.TP
.B dummy:copy
Copy a File.
.PP
By hand: copy a file.
END

recipe "a flag"
echo 'FLAG_DUMMY, FLAG_COUNT' |
	within include/diskidx/result.h 'FLAG_COUNT$' FLAG_COUNT
at_end_of src/result/flags-table.c '^static const struct flag_entry table' <<'END'
	[FLAG_DUMMY] = {
		"dummy", 'Y', false,
		"every figure has this flag", "leave it in"
	},
END
before src/result/flags.c '^	if \(is_cpu_bound\(result\)\)' <<'END'
	flags |= BIT(FLAG_DUMMY);
END
before man/diskidx.1 '^\.SH "EXIT STATUS"' <<'END'
.TP
.BR dummy " (mark " Y )
Every figure has it.
END

recipe "a \.fio key"
echo 'JOB_DUMMY, JOB_KEYS' |
	within src/jobfile/script.h ' JOB_KEYS$' JOB_KEYS
at_end_of src/jobfile/keys.c '^static const struct key keys' <<'END'
	[JOB_DUMMY] = { .name = "dummy", FLAG(0) },
END
behind src/jobfile/test.c '^	test->category = CATEGORY_JOB;' <<'END'
	if (job_number(job, JOB_DUMMY) != 0)
		test->category = CATEGORY_DUMMY;
END
behind man/diskidx.1 '^The keys are:' <<'END'
.TP
.B dummy
1: the category is another.
END

recipe "an option"
echo 'bool dummy, no_save' |
	within include/diskidx/options.h 'bool no_save' 'bool no_save'
at_end_of src/command/options.c '^static const struct option_row table' <<'END'
	{ 0, "dummy", NULL, RUN, KIND_FLAG, AT(dummy), 0,
	  "leave a fact in the record" },
END
behind man/diskidx.1 '^\.SS Plan and help' <<'END'
.TP
.B \-\-dummy
Leave a fact in the record.
END

recipe "a fact"
echo 'FACT_DUMMY, FACT_KEYS' |
	within include/diskidx/facts.h '^	FACT_KEYS$' FACT_KEYS
at_end_of src/base/facts.c '^const struct fact_entry' <<'END'
	DETAIL(DUMMY, "dummy", COUNT, HOST, "dummy fact", NULL),
END
behind src/run/record.c '^	facts_set\(facts, FACT_ROUNDS' <<'END'
	if (r->options->dummy)
		facts_set(&r->record.host, FACT_DUMMY, "%u", 1);
END
behind man/diskidx-record.5 '^A fact about the machine; keys are' <<'END'
.BR dummy ,
END

recipe "a counter"
echo 'COUNTERS_DUMMY, COUNTER_LINES' |
	within include/diskidx/counters.h 'COUNTER_LINES$' COUNTER_LINES
behind include/diskidx/counters.h '^	uint64_t flush_ns;' <<'END'
	uint64_t dummy;
END
behind src/base/counters.c '^	\[COUNTERS_DEPTHS\]' <<'END'
	[COUNTERS_DUMMY] = { "dummy", COUNTERS_SAMPLE },
END
at_end_of src/base/counters.c '^const struct counter totals_counter' <<'END'
	COUNT(DUMMY, "dummy", dummy),
END
behind src/workload/counts.c '^	totals_add\(&t->total' <<'END'
	t->total.dummy++;
END

recipe "a column"
behind src/report/figures.c '^	add_text\(f, "missing"' <<'END'
	add_text(f, "dummy", "_DUMMY", "one");
END
behind src/format/json/json.c '^	json_flags\(json, "flags"' <<'END'
	json_string(json, "dummy", "one");
END

recipe "a percentile"
before src/result/percentiles.c '^	\{ 50,' <<'END'
	{ 45, "p45", 0 },
END
echo '"p99.5", PERCENTILE_EVERYWHERE' |
	within src/result/percentiles.c '"p99.5"' '"p99.5", 0'

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
	-s 1m -t 0.05 -i 2 -e dummy --dummy --cache=buffered -o "$record" \
	rand-read-128k dummy:copy
like "the record has the engine" "$(cat "$record")" \
	"^test	rand-read-128k:.*	dummy	"
like "the workload" "$(cat "$record")" "^test	dummy:copy	.*	dummy	-	"
like "and the fact" "$(cat "$record")" "^host	dummy	1\$"
like "and the counter" "$(cat "$record")" "^dummy	1\$"
exits "the format prints it" 0 "$DISKIDX" report -f dummy "$record"
like "as the one that it was made of" "$out" ',trust,'
exits "csv prints it" 0 "$DISKIDX" report -f csv "$record"
like "with the column behind those there were" "$out" \
	',p99_9_high_ns,trust,.*,dummy$'
like "in each line of a test" "$out" ',dummy:copy,.*,one$'
like "and the percentile with its interval" "$out" \
	',trust,p99_5_ns,p99_5_low_ns,p99_5_high_ns,'
exits "csv prints scores" 0 "$DISKIDX" report -f csv \
	"$srcdir/tests/data/records/good-one-run.record"
like "with its place in each of their lines" "$out" ',score:Random,.*,,,$'
exits "so does the shell" 0 "$DISKIDX" report -f shell "$record"
like "with the column" "$out" "^DISKIDX_TEST_DUMMY_COPY_DUMMY='one'\$"
like "and the percentile" "$out" '^DISKIDX_TEST_DUMMY_COPY_P99_5_NS='
exits "the report in text" 0 "$DISKIDX" report --si "$record"
is "has its blocks with empty lines between" "$out" "\
   diskidx A Dummy

1 record <here>

Dummy  tests
one        2"
exits "the report in Markdown" 0 "$DISKIDX" report --si -f markdown "$record"
is "has the answer and the table" "$out" "\
**1 record \\<here>**

| Dummy | tests |
|:---|---:|
| one | 2 |"
exits "the report in HTML" 0 "$DISKIDX" report --si -f html "$record"
like "has the title" "$out" '^<h1>A Dummy</h1>$'
like "and the answer" "$out" '^<p class="answer">1 record &lt;here&gt;</p>$'
like "and the table" "$out" '^<tr><th scope="row">one</th><td class="r">2</td>'
exits "text prints it" 0 "$DISKIDX" report -v "$record"
like "with the flag" "$out" '^ *Y  dummy '
like "and the fact" "$out" 'dummy fact: 1'
exits "so does json" 0 "$DISKIDX" report -f json "$record"
like "with the fact as a number" "$out" '"dummy": 1[,}]*$'
like "and the column" "$out" '"dummy": "one"[,}]*$'
exits "also a run of many requests" 0 "$DISKIDX" report -v \
	"$srcdir/tests/data/records/good-one-run.record"
like "with the percentile" "$out" '^p45 '
like "and the one that is everywhere in the table of tests" "$out" \
	'^Test .* p99 +p99\.5 +max '
like "in latency under load" \
	"$("$DISKIDX" report "$srcdir/tests/data/golden/sweeps.record")" \
	'^ *rate .* p99 +p99\.5 +p99\.9 '
like "and in a sweep over shapes" \
	"$("$DISKIDX" report "$srcdir/tests/data/golden/pages.record")" \
	' depth +IOPS .* p99 +p99\.5 +CPU %'

# What this program lacks, it carries along: the facts of a newer one.
sed '/^dummy	/d' "$record" | awk '
	{ lines++ }
	/^run	/ { lines = 1 }
	/^end	/ { $0 = "end\t" lines }
	{ print }' >"$scratch/newer"
like "a fact of a newer program is printed" \
	"$("$before" report -f json "$scratch/newer" 2>&1)" '"dummy": "1"'

# Of each line: its test or score, and the value.
values()
{
	"$1" report -f csv "$srcdir/tests/data/golden/disk.record" |
		cut -d, -f6,9
}
values "$before" >"$scratch/values"
is "a record of before has the scores that it had" "$(values "$DISKIDX")" \
	"$(cat "$scratch/values")"
like "and it has some" "$(cat "$scratch/values")" '^score:Random,[1-9]'

# And one is judged by the tests that its suite had, not by today's.
whole=$srcdir/tests/data/records/good-suite.record
answer()
{
	"$1" report "$whole" | sed '/^$/,$d'
}
like "a whole record of before is whole" "$(answer "$DISKIDX")" \
	'^Disk Index Score [0-9]'
is "with the score and the trust that it had" "$(answer "$DISKIDX")" \
	"$(answer "$before")"
like "and its report names its suite" "$("$DISKIDX" report "$whole")" \
	'^   \*  the Disk Index Score is over the tests of disk-1; that of disk-2'
like "a record of today names its own" "$(cat "$record")" \
	"^plan	disk_suite	disk-2\$"
like "and its tests" "$(cat "$record")" \
	"^plan	suite_tests	fsbuffer=.*,rand-read-128k=Random,"

printf '[job]\ndummy=1\n' >"$scratch/job.fio"
exits "the key is accepted" 0 "$DISKIDX" -q -d "$scratch/disk" -s 1m -t 0.05 \
	-o "$scratch/job.record" "$scratch/job.fio"
like "and has its effect" "$(cat "$scratch/job.record")" \
	'^test	job:job	[^	]*	Dummy	'

# The manual of the copy has all of that.
(cd "$scratch/build" && srcdir=../copy DISKIDX=$DISKIDX \
	sh ../copy/tests/shell/manual.sh) >"$scratch/log" 2>&1
is "the manual knows all of them" "$(sed -n '/^not ok/,/^ok/p
	/^Bail/p' "$scratch/log")" ""
like "and was looked at" "$(cat "$scratch/log")" '^1\.\.[1-9]'

done_testing
