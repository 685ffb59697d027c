# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# virtual-disk.sh - shared by the shell tests on a virtual disk, to be sourced
# instead of tap.sh. It builds the library of virtual-time.c and virtual-disk.c
# and ends the test, with the reason, if that cannot be loaded.
#
#	on_disk READS WRITES FLUSHES ARGUMENT...
#				a run on a disk with these laws; its requests
#				are in $scratch/log. A run that hangs is killed.
#	on LAWS ARGUMENT...	the same with the three in one word, and one
#				request at a time, into $scratch/out and
#				$scratch/err; prints its exit status, unless it
#				ended well
#	csv TEST COLUMN		a value of the CSV in $scratch/out
#	field NAME		the first number of that name in the JSON there
#	near SENTENCE GOT WANTED PERCENT
#	flat FILE		its text in one line, however it was wrapped
#	says REGEX...		what matches in the report and the messages of
#				the last run, a line for each REGEX
#	figure NAME WANTED PERCENT
#				prints WANTED, or what the field is instead; if
#				the name is TEST/COLUMN, from the CSV
#	took SECONDS		fails if the requests of the last run took
#				longer, from the first to the last
#
# $here is the directory under test, and $libaio is yes if this engine can be
# used. A test may change $size, of the work file (or nothing), $record, the
# options for the record, $quiet, the option for progress, $log, where the
# requests go (or nothing), and $in_front, libraries that are loaded before the
# disk, each followed by a blank.
# shellcheck shell=sh disable=SC2034,SC2154	# variables are for the tests

tap_in_memory=yes
[ -n "${tap_name:-}" ] || . "$(dirname "$0")/../support/tap.sh"
need_diskidx
here=$scratch/disk
mkdir "$here"
size=16777216
record=--no-save
quiet='-q -v'
log=$scratch/log
in_front=

preloadable "$scratch/disk.so" "$srcdir/tests/support/preload/virtual-time.c" \
	"$srcdir/tests/support/preload/virtual-disk.c" ||
	skip_all preload "no library can be made here"

on_disk()
{
	reads=$1
	writes=$2
	flushes=$3
	shift 3
	# shellcheck disable=SC2086	# several words, or none
	VIRTUAL_READ=$reads VIRTUAL_WRITE=$writes VIRTUAL_FLUSH=$flushes \
		VIRTUAL_CPU=20,10 VIRTUAL_LOG=$log \
		LD_PRELOAD="$in_front$scratch/disk.so" \
		"$DISKIDX" $quiet ${here:+-d "$here"} \
		${size:+-s "$size"} --seed=1 $record "$@"
}

on()
{
	laws=$1
	shift
	# shellcheck disable=SC2086	# three words
	on_disk $laws -e sync "$@" >"$scratch/out" 2>"$scratch/err" ||
		echo "status $?"
}

csv()
{
	awk -F, -v test="$1" -v wanted="$2" 'NR == 1 {
		for (i = 1; i <= NF; i++)
			column[$i] = i
	}
	$column["id"] == test { print $column[wanted] }' "$scratch/out"
}

field()
{
	sed -n "/.*\"$1\": \([-0-9.e+]*\).*/{ s//\1/p; q; }" "$scratch/out"
}

# close_to GOT WANTED PERCENT: prints what was wanted if that is near, or else
# what was got.
close_to()
{
	awk -v got="$1" -v wanted="$2" -v percent="$3" 'BEGIN {
		off = (got - wanted) / wanted * 100
		far = got == "" || off < -percent || off > percent
		print far ? got : wanted
	}'
}

near()
{
	is "$1" "$(close_to "$2" "$3" "$4")" "$3"
}

flat()
{
	tr -s ' \n' ' ' <"$1"
}

says()
{
	for wanted; do
		cat "$scratch/out" "$scratch/err" | tr -s ' \n' ' ' |
			wanted=$wanted awk '{
			while (match($0, ENVIRON["wanted"])) {
				print substr($0, RSTART, RLENGTH)
				$0 = substr($0, RSTART + RLENGTH)
			}
		}'
	done
}

figure()
{
	case $1 in
	*/*) got=$(csv "${1%/*}" "${1#*/}") ;;
	*) got=$(field "$1") ;;
	esac
	echo "$1 $(close_to "$got" "$2" "$3")"
}

took()
{
	awk -v most="$1" 'NR == 1 { begin = $4 }
		END { exit ($5 - begin) / 1e9 > most }' "$scratch/log"
}

on_disk constant:100 constant:100 constant:0 -e sync -t 0.01 -i 1 -f csv \
	rand-read-q1 >"$scratch/out" 2>"$scratch/err"
[ -s "$scratch/log" ] ||
	skip_all preload \
		"the library can't be loaded before this program's others"
case $(csv rand-read-q1 missing) in
*"not supported on this system")
	skip_all direct "this platform has no direct I/O" ;;
esac
if on_disk constant:100 constant:100 constant:0 -e libaio -t 0.01 -i 1 \
    rand-read-q32 >"$scratch/out" 2>"$scratch/err"; then
	libaio=yes
else
	libaio=
	note "no libaio here: depths over 1 are not checked"
fi
