#!/bin/sh
# bad-input.sh - what is wrong is refused in one line that says why, with exit
# status 2, before anything is printed, made or written. Here is what depends on
# the machine, and one of each kind of the rest: the values of options, plans,
# tables and job files are refused one by one in tests/unit.
# shellcheck disable=SC2317	# functions that exits calls
: "${srcdir:=$(dirname "$0")/../..}"
# shellcheck source=tests/shell/tap.sh
. "$srcdir/tests/shell/tap.sh"
need_diskidx

here=${scratch##*/}
dir=$here/disk
mkdir "$dir" || bail "can't make a directory to test"
echo "not diskidx's" >"$dir/foreign"
before=$(ls -lAn "$dir")

# Should something be measured all the same, it is little and soon over; and
# should it be written all the same, it is no more than 64 MiB a file.
ulimit -f 131072
cheap="-t 0.01 -i 1"

# refused SENTENCE REGEX COMMAND...: status 2, one line "diskidx: REGEX", no
# output, and the directory as it was.
refused()
{
	sentence=$1
	regex=$2
	shift 2
	tap_command=$*
	tap_run "$@"
	wrong=
	[ "$status" -eq 2 ] || wrong="$wrong; status $status"
	[ ! -s "$scratch/out" ] || wrong="$wrong; output"
	[ "$(wc -l <"$scratch/err")" -eq 1 ] || wrong="$wrong; not one line"
	tap_match "$err" "^diskidx: $regex" || wrong="$wrong; not: $regex"
	[ "$(ls -lAn "$dir")" = "$before" ] || wrong="$wrong; touched"
	[ ! -e "$DISKIDX_RESULTDIR" ] || wrong="$wrong; saved"
	if [ -z "$wrong" ]; then
		pass "$sentence"
	else
		fail "$sentence"
		tap_show "wanted 2$wrong"
		rm -rf "$DISKIDX_RESULTDIR"
	fi
}

# bad SENTENCE REGEX ARGUMENT...: the same of a run on the directory.
bad()
{
	sentence=$1
	regex=$2
	shift 2
	# shellcheck disable=SC2086	# several arguments
	refused "$sentence" "$regex" "$DISKIDX" $cheap -d "$dir" "$@"
}

# The end of a message with the nearest name.
mean()
{
	echo ".*; did you mean $1\\?\$"
}

# Options, words and values.

bad "an unknown test" "unknown test or suite 'comit'$(mean commit)" comit
bad "an empty name" "unknown test or suite ''" ""
bad "a very long name" "unknown test or suite 'aaaa" \
	"$(printf '%01000d' 0 | tr 0 a)"
bad "an unknown option" "unknown option --sise$(mean --size)" --sise
bad "a size that is none" "-s: '4x' is not a size" -s 4x
bad "a value of many digits" "-Q: '1,000.* is too long a list" \
	-Q "1,$(printf '%01000d' 1)" rand-read-q1
if "$DISKIDX" list engines | sed -n '/^posixaio /{n;p;}' |
    grep 'not usable' >/dev/null; then
	skip "more requests than POSIX AIO takes" posixaio "it is not here"
else
	bad "more requests than POSIX AIO takes" "rand-read-q32:q=4096: the \
engine posixaio takes a depth of [0-9]+ " -Q 4096 -e posixaio rand-read-q32
fi
bad "an unknown format" "-f: unknown format 'jsn'$(mean json)" -f jsn
bad "a format like no other" "-f: unknown format 'xyzzy'" -f xyzzy
bad "an unknown baseline" "-B: 'gorge' is neither .*$(mean george)" -B gorge
bad "a baseline like no other" "-B: 'xyzzy' is neither " -B xyzzy

refused "a plan that writes too much" \
	"this plan could write 24 MiB, more than --max-write=9 MiB" \
	"$DISKIDX" -d "$dir" -i 1 -s 8m --max-write=9m rand-write-q32

# Directories.

echo "a file" >"$here/file"
bad "a directory that is missing" \
	"$here/nowhere: .*No such file or directory" -d "$here/nowhere"
bad "what is not a directory" "$here/file: .*Not a directory" -d "$here/file"
bad "what is below a file" "$here/file/x: .*Not a directory" -d "$here/file/x"
bad "a device" "/dev/null: .*Not a directory" -d /dev/null
bad "a directory without a name" "-d: '' is empty" -d ""
bad "a good directory after the bad one" "$here/nowhere: " \
	-d "$here/nowhere" -d "$dir"
bad "a dry run there" "$here/nowhere: " -n -d "$here/nowhere"
for place in /proc /sys; do
	if [ -d $place ]; then
		bad "no disk at all: $place" "$place: " -d $place
	else
		skip "no disk at all: $place" proc "there is none"
	fi
done
mkdir "$here/locked"
chmod 555 "$here/locked"
if [ -w "$here/locked" ]; then
	skip "an unwritable directory" user "root may write everywhere"
else
	bad "an unwritable directory" "$here/locked: .*Permission denied" \
		-d "$here/locked"
fi

# Space.

free=$(df -Pk "$dir" | awk 'NR == 2 { printf "%.0f", $4 / 1024 / 1024 / 1024 }')
if [ "${free:-0}" -ge 900 ]; then
	skip "a file larger than the disk" space "900 TiB are free"
	skip "two files larger than the disk" space "900 TiB are free"
	skip "copies larger than the disk" space "900 TiB are free"
	skip "a dry run of that" space "900 TiB are free"
else
	bad "a file larger than the disk" \
		"$dir: the test files need 900 TiB and .* can be used" \
		-s 900t seq-read
	bad "two files larger than the disk" \
		"$dir: the test files need 1.8 PiB " -s 900t seq-copy
	bad "copies larger than the disk" \
		"$dir: the test files need 900 TiB " -s 1t -c 900 seq-read
	bad "a dry run of that" "$dir: the test files need " -n -s 900t
fi
bad "a size near to overflowing" "$dir: the test files need [0-9.]* EiB" \
	-s 9223372036854775807
bad "copies that overflow to nothing" "$dir: the test files need 16 EiB" \
	-s 4194304t -c 4 rand-read-q1

# A small disk, in a name space of its own, where one can be had. The run's
# own refusal is told from the set-up's by its status.
mkdir "$here/small"
in_small()
{
	# shellcheck disable=SC2016,SC2086	# expanded by the inner shell
	unshare $how sh -c '
		place=$1 options=$2 fill=$3
		shift 3
		mount -t tmpfs -o "$options" none "$place" || exit 90
		[ "$fill" = readonly ] || echo foreign >"$place/foreign"
		[ "$fill" != full ] ||
			dd if=/dev/zero of="$place/full" bs=64k 2>/dev/null
		before=$(ls -lAn "$place")
		"$@"
		status=$?
		[ "$(ls -lAn "$place")" = "$before" ] || exit 92
		exit $status
	' sh "$here/small" "$@"
}
how=
for try in -rm -m; do
	# shellcheck disable=SC2016	# expanded by the inner shell
	if unshare $try sh -c 'mount -t tmpfs -o size=1m none "$1"' sh \
	    "$here/small" 2>/dev/null; then
		how=$try
		break
	fi
done
small()
{
	if [ -z "$how" ]; then
		skip "$1" mounts "no private mount can be had here"
		return
	fi
	sentence=$1
	regex=$2
	options=$3
	fill=$4
	shift 4
	# shellcheck disable=SC2086	# several arguments
	refused "$sentence" "$regex" in_small "$options" "$fill" \
		"$DISKIDX" $cheap -d "$here/small" "$@"
}
small "a disk smaller than the file" \
	"$here/small: the test files need 64 MiB and [0-9.]* MiB can be used" \
	size=16m no -s 64m seq-read
small "a disk smaller than two files" \
	"$here/small: the test files need 16 MiB and [0-9.]* MiB can be used" \
	size=16m no -s 8m seq-write
small "a disk smaller than the least file" \
	"$here/small: the test files need 128 MiB and [0-9.]* MiB " size=16m no
# Where the platform knows how a file system is mounted.
if "$DISKIDX" -q -d "$here" -s 4m -t 0.01 -i 1 --no-save fsbuffer |
    grep '^   File system: ' >/dev/null; then
	small "File Copy that nothing bounds" \
		"File Copy cannot be limited to --max-write" \
		size=64m,sync no --max-write=1g fsdisk
else
	skip "File Copy that nothing bounds" filesystem \
		"this platform knows no mount options"
fi
small "a full disk" "$here/small: there is no space for files here; " \
	size=16m full -s 8m
small "a read-only disk" "$here/small: .*Read-only file system" \
	size=16m,ro readonly -s 8m seq-read

# A disk that turns out to be too small only when it is written: there, a limit
# on the size of a file.
limited()
{
	(ulimit -f 2048 && "$DISKIDX" -d "$dir" -t 0.01 -i 1 -s 8m --no-save \
		seq-read)
}
exits "a disk that takes no more: nothing could be measured" 2 limited
like "and why" "$err" "^diskidx: $dir: "
is "and nothing is left" "$(ls -lAn "$dir")" "$before"

# Baselines.

table()
{
	# shellcheck disable=SC2059	# the format is ours
	printf "$1" >"$here/table"
}
head='diskidx-baseline\t1\tmine\n'
table "${head}commit\t60\tmy own\n"
exits "a baseline from a file" 0 \
	"$DISKIDX" -n -d "$dir" -s 8m -B "$here/table"
table "${head}commit\t60\tx\n\ncommit\t61\tx\n"
bad "a baseline with an id twice" "$here/table:4: " -B "$here/table"
refused "reported with it" "$here/table:4: " "$DISKIDX" report \
	-B "$here/table" "$srcdir/tests/data/records/good-one-run.record"
bad "a baseline that is a directory" "$here: " -B "$here"
bad "a baseline that isn't there" "./nowhere: No such file" -B ./nowhere

# What an -o is refused for is record.sh's; that it comes first is said here.
echo precious >"$here/precious"
bad "an -o that is no record" "-o: $here/precious: exists and is not a record" \
	-o "$here/precious"
is "is untouched" "$(cat "$here/precious")" precious

# Job files. Where one is wrong is said with its line.

bad "a job file that isn't there" "$here/none\.fio: No such file" \
	"$here/none.fio"
mkdir "$here/folder.fio"
bad "a job file that is a directory" "$here/folder\.fio: " "$here/folder.fio"
# text FORMAT: what the job file says.
job=$here/job.fio
text()
{
	# shellcheck disable=SC2059	# the format is ours
	printf "$1" >"$job"
}
start='[global]\nsize=4m\n[job]\nrw=randread\n'
text "${start}iodepht=4\n"
bad "a job file with an unknown key" \
	"$job:5: unknown key .*$(mean iodepth)" "$job"
text '\177ELF\002\001'
bad "a binary job file" "$job:1: " "$job"

# Of a good one, what the run is asked for can still be wrong.
text "$start"
exits "a good job file" 0 "$DISKIDX" -n -d "$dir" "$job"
bad "a directory that isn't there" "$here/nowhere: " -d "$here/nowhere" "$job"
text "[global]\ndirectory=$here/nowhere\nsize=4m\n[job]\n"
# shellcheck disable=SC2086
refused "the job file's own directory that isn't there" \
	"($job:2: )?.*$here/nowhere" "$DISKIDX" $cheap "$job"
rm "$job"

# compare, report and list.

record=$srcdir/tests/data/records/good-one-run.record
cp "$record" "$here/record"
refused "compare without records" "$DISKIDX_RESULTDIR has fewer than two" \
	"$DISKIDX" compare
refused "compare of one hour" "--by=hour: all runs .* two hours" \
	"$DISKIDX" compare --by=hour "$record"
refused "compare of one record" "[^ ]*good-one-run.record is one record" \
	"$DISKIDX" compare "$record"
refused "compare in an unknown format" "-f: unknown format 'jsn'$(mean json)" \
	"$DISKIDX" compare -f jsn "$record" "$record"
refused "compare with what isn't there" "$here/none: No such file" \
	"$DISKIDX" compare "$record" "$here/none"
refused "compare with a directory" "$here: " \
	"$DISKIDX" compare "$here" "$record"
for file in "$srcdir"/tests/data/records/bad-*.record; do
	refused "compare with ${file##*/}" "[^ ]*${file##*/}(:[0-9]+)?: " \
		"$DISKIDX" compare "$record" "$file"
done

refused "report in an unknown format" "-f: unknown format 'jsn'$(mean json)" \
	"$DISKIDX" report -f jsn "$here/record"
refused "report with an unknown baseline" "-B: 'gorge' .*$(mean george)" \
	"$DISKIDX" report -B gorge "$here/record"
refused "report of a directory" "$here" "$DISKIDX" report "$here"
refused "a list that isn't there" "there is no list of 'test'$(mean tests)" \
	"$DISKIDX" list test
refused "a list like no other" "there is no list of 'xyzzy'; there are " \
	"$DISKIDX" list xyzzy

done_testing
