#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# check-elsewhere.sh - make check passes where users build, and not only on an
# idle machine as root: as a user without rights, with sources that can't be
# written; in a build directory in memory; on a disk of 9 MB/s; and where ten
# other processes want the processors.
#
# Needs root, a C compiler and 2 GiB of disk; for the slow disk a loop device
# and the hierarchy blkio of control groups. It is built once, and that is
# copied. The first three go on at a time: what one does to the time of another
# only helps. As nobody and in memory all tests run that a place means anything
# to. The slow disk has but the tests that measure on it, since others only read
# their programs there, and among others run those that wait for a time to come
# or for a process; all tests would take a quarter of an hour each.
#
# Whatever happens, processes and mounts end with their namespaces (chroot.sh).
# shellcheck disable=SC2086,SC2317	# words of a command; functions by name
set -u

usage='usage: check-elsewhere.sh [OPTION]...

  --cc=NAME         the compiler (default: what configure finds)
  -h, --help        this text

Ends with a line for each place: how many checks passed, failed and were
skipped. Exit status: 0 all passed; 1 something did not; 2 usage; 77 the places
cannot be made here.'

cc=
check_seconds=900
need_kib=2097152
slow_bytes_per_s=9000000
others=10
tests_of_disk='tests/virtual/run.sh tests/lab/random.sh tests/virtual/record.sh
	tests/lab/full-disk.sh tests/lab/signals.sh
	tests/unit/worker/worker'
tests_of_time='tests/virtual/run.sh tests/lab/random.sh tests/virtual/clock.sh
	tests/lab/signals.sh tests/virtual/virtual-run.sh
	tests/unit/engine/engine tests/unit/worker/worker
	tests/unit/workload/smallfile'

# Those that read nothing but the sources, or records that are there; and those
# on the virtual disk, but for some, since it is the same wherever it is.
anywhere='compare|completion|floors|golden|manual'
anywhere="$anywhere|packaging|platforms|schema"
anywhere="$anywhere|faults|pools|system-names|virtual-[a-z]*"
anywhere="/($anywhere)\.sh\$|/unit/(base|stats|test|jobfile|result|comparison)/"
anywhere="$anywhere|/unit/format/"

script=check-elsewhere
step_lines=100
place=
# shellcheck source=tests/lab/chroot.sh disable=SC2034
. "$(dirname "$0")/chroot.sh"

for argument; do
	case $argument in
	--cc=?*)
		cc=CC=${argument#*=} ;;
	--place=?*)
		place=${argument#*=} ;;
	-h|--help)
		echo "$usage"
		exit 0 ;;
	*)
		die "unknown argument: $argument (see --help)" 2 ;;
	esac
done

blkio=/sys/fs/cgroup/blkio
[ "$(uname -s)" = Linux ] || die "not on Linux" 77
[ "$(id -u)" = 0 ] || die "not root" 77
[ -e $blkio/tasks ] || die "no control groups of blkio" 77
for tool in setpriv mkfs.ext4 timeout make; do
	command -v $tool >/dev/null 2>&1 || die "no $tool here" 77
done

set_apart "$@"
tree=$(CDPATH='' cd "$(dirname "$0")/../.." && pwd)
jobs=$(($(nproc) * 2))
group=$blkio/$(basename "$place")
trap 'rmdir "$group" 2>/dev/null' 0

nobody="setpriv --reuid=nobody --regid=$(id -g nobody) --clear-groups env
	HOME=$place/home"

# The sources belong to root, and nobody may write there.
put_sources()
{
	chmod 755 "$place"
	mkdir "$place/sources" "$place/nobody" "$place/home"
	chown nobody "$place/nobody" "$place/home"
	(cd "$tree" && tar cf - COPYING HACKING Makefile.am Makefile.in NEWS \
		README aclocal.m4 build-aux config.h.in configure \
		configure.ac doc include man packaging scripts share src \
		tests) |
		(cd "$place/sources" && tar xf - --no-same-owner) &&
		chmod -R a+rX,a-w "$place/sources"
}

build()
{
	cd "$place/nobody" &&
		$nobody ../sources/configure -q ${cc:+"$cc"} &&
		$nobody make -s -j"$jobs" &&
		$nobody make -s -j"$jobs" check TESTS=
}

# copy PLACE: the same in another place, as root's.
copy()
{
	cp -R --preserve=timestamps "$place/nobody/." "$place/$1" &&
		(cd "$place/$1" && ./config.status)
}

put_memory()
{
	mkdir "$place/memory" &&
		mount -t tmpfs -o size=1g none "$place/memory" && copy memory
}

# The loop device goes with its mount.
put_slow()
{
	mkdir "$place/slow" "$group" && truncate -s 1500m "$place/image" &&
		mkfs.ext4 -q "$place/image" &&
		mount -o loop "$place/image" "$place/slow" && copy slow &&
		sync && device=$(mountpoint -d "$place/slow") || return
	for what in read write; do
		echo "$device $slow_bytes_per_s" \
			>"$group/blkio.throttle.${what}_bps_device" || return
	done
}

# attempt SENTENCE FUNCTION: or ends, with the last that it printed.
attempt()
{
	say "$1"
	"$2" >"$place/log" 2>&1 </dev/null || {
		tail -n "$step_lines" "$place/log" >&2
		die "failed"
	}
}

# check NAME DIRECTORY COMMAND...: make check, or a part of it, in that
# directory; its output is a log.
check()
{
	log=$place/$1.log
	cd "$place/$2" || return
	shift 2
	timeout -k 10 "$check_seconds" "$@" make -k -j"$jobs" check \
		${tests:+TESTS="$tests"} >"$log" 2>&1 </dev/null
}

# tell NAME SENTENCE: a line with the counts of its log, and what failed.
tell()
{
	wrong=$(grep -E '^(FAIL|ERROR):' "$place/$1.log")
	counts=$(grep -E '^# (TOTAL|PASS|SKIP|FAIL|ERROR):' "$place/$1.log" |
		tr -s ' \n' '  ')
	[ -n "$counts" ] || wrong="no test ran"
	[ -z "$wrong" ] || failed=1
	[ -z "$wrong" ] || echo "$wrong" >&2
	printf '%s: %s\n' "$2" "$counts" >>"$place/told"
}

# tests_in DIRECTORY: all but those.
tests_in()
{
	# shellcheck disable=SC2016	# make expands it
	printf 'include Makefile\n.PHONY: names\nnames: ; @echo $(TESTS)\n' |
		make -s -C "$place/$1" -f - names | tr ' ' '\n' |
		grep -vE "$anywhere" | tr '\n' ' '
}

begin_load()
{
	loads=
	n=0
	while [ $n -lt $others ]; do
		sh -c 'while :; do :; done' &
		loads="$loads $!"
		n=$((n + 1))
	done
}

attempt "copying the sources" put_sources
attempt "building as nobody" build
attempt "copying that into memory" put_memory
attempt "copying that to a slow disk" put_slow

say "checking in three places"
failed=0
(tests=$(tests_in nobody) && check nobody nobody $nobody) &
first=$!
(tests=$(tests_in memory) && check memory memory env) &
second=$!
(tests=$tests_of_disk && check slow slow sh -c "
	echo 0 >'$group/cgroup.procs' && exec \"\$@\"" -) &
wait $first $second $!
say "checking while $others others want the processors"
begin_load
(tests=$tests_of_time && check load memory env)
kill $loads
tell nobody "as nobody, with sources that can't be written"
tell memory "in memory"
tell slow "on a disk of 9 MB/s"
tell load "among $others others"
cat "$place/told"
exit $failed
