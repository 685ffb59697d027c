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
sed 's/sync_/dummy_/; s/engine_sync/engine_dummy/; s/"sync"/"dummy"/' \
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
sed 's/format_csv/format_dummy/; s/"csv"/"dummy"/' "$srcdir/src/format/csv.c" |
	new_file src/format format.c
echo 'X(csv) X(dummy)' |
	within include/diskidx/format.h 'define FORMAT_LIST' 'X(csv)'
echo 'dummy unixbench' |
	within src/command/options.c 'html unixbench' unixbench
behind man/diskidx.1 '^Format of standard output:' <<'END'
.BR dummy ,
END

recipe "a test"
at_end_of src/test/table.c '^static const struct test table' <<'END'
	{ "rand-read-128k", "Random Read 128K Q1 direct",
	  ENGINE("Random", UNIT_IOPS, 128 * KIB, 1, READS) },
	{ "dummy:copy", "Copy a File",
	  .category = CATEGORY_DUMMY, .unit = UNIT_IOPS, .workload = "dummy",
	  .params = { .action = ACTION_COPY, .cache = CACHE_CACHED,
		      .block_bytes = 4 * KIB, .depth = 1, .read_pct = 50,
		      .file_bytes = 64 * KIB } },
END
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
behind src/run/record.c '^	facts_set\(facts, "rounds"' <<'END'
	if (r->options->dummy)
		facts_set(facts, "dummy", "%u", 1);
END

recipe "a column"
echo 'trust,dummy' |
	within src/format/csv.c 'p99_9_low_ns,p99_9_high_ns' trust
behind src/format/csv.c '/\* trust \*/$' <<'END'
	put_field(out, "dummy");
END
behind src/format/csv.c '^	put_trust\(out, record, score\)' <<'END'
	putc(',', out);
END

recipe "a percentile"
echo '40, 45' | within src/format/view.c '^	1, 5, 10' 40
echo 18 | within src/format/view.h 'define VIEW_PERCENTILES' 17

is "each place that the recipes name is there" "$(cat "$scratch/gone")" ""

# Build. Without the Autotools the new files are compiled beside the Makefile.

if (cd "$copy" && sh scripts/autogen.sh) >"$scratch/log" 2>&1; then
	objects=
else
	objects="src/workload/dummy.o src/engine/dummy.o src/format/dummy.o"
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
like "and the fact" "$(cat "$record")" "^plan	dummy	1\$"
exits "the format prints it" 0 "$DISKIDX" report -f dummy "$record"
like "as the one that it was made of" "$out" ',trust$'
exits "csv prints it" 0 "$DISKIDX" report -f csv "$record"
like "with the column" "$out" ',trust,dummy$'
like "in each line of a test" "$out" ',dummy:copy,.*,dummy$'
exits "csv prints scores" 0 "$DISKIDX" report -f csv \
	"$srcdir/tests/data/records/good-one-run.record"
like "with its place in each of their lines" "$out" ',score:Random,.*,,,$'
exits "text prints it" 0 "$DISKIDX" report -v "$record"
like "with the flag" "$out" '^ *Y  dummy '
exits "also a run of many requests" 0 "$DISKIDX" report -v \
	"$srcdir/tests/data/records/good-one-run.record"
like "with the percentile" "$out" ' p45 '

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
