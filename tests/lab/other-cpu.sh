#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# other-cpu.sh - build diskidx for another CPU with Debian's cross compiler,
# and run it here: its tests and a measurement, under qemu's user emulation or,
# where this CPU can, without it; and build and run it as one static file.
#
#	other-cpu.sh [-a] CPU
#
# Needs that CPU's compiler and C library, and qemu-user-static, as
# install-deps.sh --ports installs them. An apt-get with separate lists and a
# separate state downloads libaio, liburing and cmocka for that CPU: the
# installed packages, and the architectures that dpkg knows, stay as they are.
#
# All files are in cpu-CPU in the working directory, which must be new, and is
# removed if all worked. Warnings are errors. An emulator is slow: without -a,
# it leaves out tests that load a library into the program, except two with a
# known disk.
#
# Exit status: 0 all worked; 1 something did not; 2 usage; 77 something is
# missing, which is named.
# shellcheck disable=SC2086	# options, programs and packages are words
set -u

libraries='libaio-dev liburing-dev libcmocka-dev'
fetch_seconds=300
build_seconds=600
check_seconds=1800
run_seconds=180

say()
{
	echo "other-cpu: $cpu: $*"
}

skip()
{
	say "skipped: $*"
	cd .. && rm -rf "$place"
	exit 77
}

fail()
{
	say "FAILED: $*, see cpu-$cpu"
	exit 1
}

# bounded SECONDS LOG COMMAND...: shows the end of what it printed if it fails.
bounded()
{
	seconds=$1
	log=$2
	shift 2
	timeout -k 10 "$seconds" "$@" >"$log" 2>&1 </dev/null && return
	tail -n 20 "$log"
	false
}

# An apt that knows nothing but that architecture, in $place/apt. Of this
# machine's configuration, which may hold passwords, it has the sources, and how
# they are reached.
configure_apt()
{
	chmod 700 apt &&
		mkdir -p apt/state/lists/partial apt/cache/archives/partial \
			apt/none &&
		: >apt/status &&
		apt-config dump | grep '^Acquire::' >apt/apt.conf &&
		cat >>apt/apt.conf <<END
Dir::State "$place/apt/state";
Dir::State::status "$place/apt/status";
Dir::Cache "$place/apt/cache";
Dir::Etc::main "$place/apt/none";
Dir::Etc::parts "$place/apt/none";
APT::Architecture "$arch";
APT::Architectures { "$arch"; };
APT::Sandbox::User "$(id -un)";
Acquire::Languages "none";
Acquire::IndexTargets::deb::DEP-11::DefaultEnabled "false";
END
}

# The libraries, and those that they need at run time, into $place/root. The C
# library, which they need too, is the cross compiler's.
fetch()
(
	configure_apt || exit
	APT_CONFIG=$place/apt/apt.conf
	export APT_CONFIG
	bounded "$fetch_seconds" apt.log apt-get -q update ||
		say "going on with the lists that it got"
	apt-get -qq --print-uris --no-install-recommends install \
		$libraries >uris || exit
	names=$(sed -En \
		"s/^'[^']*' (lib(aio|uring|cmocka)[^_]*)_.*/\\1/p" uris)
	cd apt || exit
	bounded "$fetch_seconds" ../apt.log apt-get -q download $names || exit
	for package in *.deb; do
		dpkg-deb -x "$package" ../root || exit
	done
)

# A program for this CPU that runs the other's in the emulator. It has no
# library, so that what a test has loaded before others is loaded there only.
# What starts it in a terminal is for this CPU, too.
make_program()
{
	mkdir -p "$place/$emulator/tests/support"
	cc -I. -o "$place/$emulator/tests/support/in-terminal" \
		"$source/tests/support/in-terminal.c" || return
	cat >"$place/program.c" <<END
#include <string.h>
#include <unistd.h>

int
main(int argc, char **argv)
{
	char *all[argc + 2];

	all[0] = "$emulator";
	all[1] = "$place/build/diskidx";
	memcpy(all + 2, argv + 1, (size_t)argc * sizeof(*all));
	return execv("$(command -v "$emulator")", all);
}
END
	cc -static -o "$program" "$place/program.c"
}

# The tests that can be run, those that can't being named.
choose_tests()
{
	tests=
	for test in $(printf 'include Makefile\n.PHONY: names\n%s\n' \
	    'names: ; @echo $(TESTS)' | make -s -f - names); do
		case ${all:-$emulator},$test in
		-a,* | ,* | *,*/truth.sh | *,*/figures.sh) ;;
		*.sh)
			! grep -q 'preloadable\|virtual-disk\.sh' \
			    "$source/$test" || {
				say "left out, see -a: $test"
				continue
			} ;;
		esac
		tests="$tests $test"
	done
}

# count WORD...: the sum of these lines of the test runner's summary.
count()
{
	sum=0
	for word; do
		n=$(sed -n "s/^# $word: *//p" check.log)
		sum=$((sum + ${n:-0}))
	done
	echo "$sum"
}

# Libraries that tests preload are of that CPU, too.
check()
{
	timeout -k 10 "$check_seconds" make -k -j4 check TESTS="$tests" \
		LOG_COMPILER="$emulator" TESTS_ENVIRONMENT="CC=$triplet-gcc; \
		export CC; DISKIDX='$program';" >check.log 2>&1 </dev/null
	checked=$?
	grep -E '^(FAIL|ERROR|SKIP):' check.log
	[ "$checked" -eq 0 ] || awk '
		/^(not ok|Bail)/ { print FILENAME ":" }
		/^(not ok|Bail)/, /^ok/' tests/*/*.log tests/*/*/*.log
	summary="$(count PASS) passed, $(count FAIL ERROR XPASS) failed,"
	summary="$summary $(count SKIP XFAIL) skipped"
	[ "$checked" -eq 0 ] && [ "$(count PASS)" -gt 0 ]
}

# measure COMMAND...: the default engine can be used here, a run ends with a
# score and leaves nothing, and the record, whose numbers come in any byte
# order, has a figure of each test.
measure()
{
	mkdir disk
	engines=$("$@" list engines) || return
	echo "$engines"
	! echo "$engines" | grep -A 1 '(the default)' | grep 'not usable' ||
		return
	bounded "$run_seconds" run.log "$@" -q --quick -s 64m \
		-d disk -o record || return
	grep '^[0-9][0-9.]*$' run.log && rmdir disk || return
	"$@" report -f csv record >report.log
	measured=$(grep -Ec ',[0-9.e+]+,(KBps|MiB/s|IOPS),' report.log)
	echo "$measured tests have a figure"
	rm record
	"$@" -n | grep "^$measured tests, "
}

all=
if [ "${1:-}" = -a ]; then
	all=-a
	shift
fi
cpu=$*
emulator=qemu-$cpu-static
case $cpu in
aarch64)
	triplet=aarch64-linux-gnu arch=arm64 loader=ld-linux-aarch64.so.1 ;;
armhf)
	triplet=arm-linux-gnueabihf arch=armhf loader=ld-linux-armhf.so.3
	emulator=qemu-arm-static ;;
i686)
	triplet=i686-linux-gnu arch=i386 loader=ld-linux.so.2
	emulator=qemu-i386-static ;;
s390x)
	triplet=s390x-linux-gnu arch=s390x loader=ld64.so.1 ;;
*)
	echo "usage: other-cpu.sh [-a] aarch64 | armhf | i686 | s390x" >&2
	exit 2 ;;
esac
case $(uname -m),$cpu in
"$cpu,$cpu" | x86_64,i686 | i?86,i686 | arm64,aarch64) emulator= ;;
esac

source=$(CDPATH='' cd "$(dirname "$0")/../.." && pwd)
place=$(pwd)/cpu-$cpu
case $place in
*[!A-Za-z0-9/._-]*)
	say "an odd name for a directory: $place"
	exit 1 ;;
esac
mkdir "$place" && cd "$place" && mkdir apt build || exit 1
unset MAKEFLAGS MFLAGS MAKELEVEL	# this may be run by a make

for tool in cc timeout "$triplet-gcc" $emulator apt-get dpkg-deb; do
	command -v "$tool" >/dev/null 2>&1 || skip "no $tool here"
done
program=$place/${emulator:-build}/diskidx
libc=$(dirname "$("$triplet-gcc" -print-file-name=libc.so.6)")
libc=$(CDPATH='' cd "$libc" && pwd)
their=$place/root/usr/lib/$("$triplet-gcc" -print-multiarch)
link="-L$their -Wl,-rpath,$their:$libc -Wl,--dynamic-linker=$libc/$loader"
echo 'int main(void) { return 0; }' >try.c
"$triplet-gcc" $link -o try try.c 2>/dev/null ||
	skip "no C library for $triplet-gcc here"
$emulator ./try || skip "its programs don't run here"

fetch && cd build || fail "its libraries"
bounded "$build_seconds" configure.log "$source/configure" \
	--host="$triplet" --enable-werror --with-libaio --with-liburing \
	--with-cmocka CPPFLAGS="-isystem $place/root/usr/include" \
	LDFLAGS="$link" || fail configure
grep -E '^ *(platform|compiler|engines)  ' configure.log
bounded "$build_seconds" make.log make -j4 || fail make
[ -z "$emulator" ] || make_program || fail "a program that calls the other"
choose_tests
check || fail "$summary"
measure "$program" || fail "its measurement"
bounded "$build_seconds" static.log make static STATIC_HOST="$triplet" \
	STATIC_CC="$triplet-gcc" || fail "make static"
measure $emulator ./diskidx-static || fail "the static program's measurement"
say "$summary; ${emulator:-no emulator}; static, too"
cd ../.. && rm -rf "$place"
