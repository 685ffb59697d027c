#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# other-cpu.sh - build diskidx for another CPU with Debian's cross compiler,
# and run it here: its tests and a measurement, under qemu's user emulation or,
# where this CPU can, without it.
#
#	other-cpu.sh [-a] [-w] all | CPU...
#
# Needs that CPU's compiler and C library, and qemu-user-static, as
# install-deps.sh --ports installs them. libaio, liburing and cmocka for that
# CPU are downloaded by an apt-get that keeps its lists and its state in a
# directory of its own: what is installed here, and the architectures that dpkg
# knows, stay as they are.
#
# Each is configured and built in cpu-CPU/build in the working directory, with
# warnings as errors; what is in cpu-CPU already is removed, if it comes from
# here, and so is all of it if all worked, without -w. An emulator is slow: the
# first CPU that needs one has the tests that are done in minutes there, each
# other one the unit tests of them and two of a known disk; with -a each has all.
#
# Exit status: 0 all worked; 1 something did not; 2 usage; 77 nothing failed,
# but a CPU was skipped, with the reason said.
# shellcheck disable=SC2154	# functions by name; cpus.sh sets variables
set -u
. "$(dirname "$0")/../../scripts/cpus.sh"

cpus='i686 aarch64 armhf s390x'
libraries='libaio-dev liburing-dev libcmocka-dev'
fetch_seconds=300
build_seconds=600
check_seconds=1800
run_seconds=180

# Tests that a CPU makes no difference to, or that would try the emulator, or
# nothing, in place of diskidx; and without -a those that take long in it.
why_not()
{
	case $1 in
	*/floors.sh | */language.sh | */manual.sh | */packaging.sh)
		echo "says the same of every CPU"
		return ;;
	esac
	[ -n "$emulator" ] || return
	case $1 in
	tests/lab/terminal.sh)
		echo "runs programs of its own, which have no emulator" ;;
	*)
		[ -n "$all" ] || why_not_now "$1" ;;
	esac
}

why_not_now()
{
	case $turn,$1 in
	[!1],*/truth.sh | [!1],*/figures.sh) ;;
	1,*.sh)
		! grep -q 'preloadable\|virtual-disk\.sh' "$source/$1" ||
			echo "takes a minute in the emulator: see -a" ;;
	1,*) ;;
	*.sh | *,*/fall | *,*/histogram)
		echo "is done for the first CPU: see -a" ;;
	esac
}

# bounded SECONDS LOG COMMAND...: shows the end of what it printed if it fails.
bounded()
{
	seconds=$1
	log=$2
	shift 2
	timeout -k 10 "$seconds" "$@" >"$log" 2>&1 </dev/null || {
		failed=$?
		tail -n 20 "$log"
		say "status $failed of: $*"
		return 1
	}
}

# Succeed if a program for that CPU can be made and run here.
try_compiler()
{
	echo 'int main(void) { return 0; }' >try.c
	# shellcheck disable=SC2086	# options are words
	if ! "$triplet-gcc" $link -o try try.c 2>/dev/null; then
		summary="no C library for $triplet-gcc here"
	elif ! $emulator ./try >/dev/null 2>&1; then
		summary="its programs don't run here"
	else
		return 0
	fi
	return 77
}

# An apt that knows nothing but that architecture, in $place/apt. Of this
# machine's configuration it has the sources, and how they are reached.
configure_apt()
{
	# The configuration may hold passwords.
	chmod 700 apt &&
		mkdir -p apt/state/lists/partial apt/cache/archives/partial apt/none &&
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
	configure_apt || exit 1
	APT_CONFIG=$place/apt/apt.conf
	export APT_CONFIG
	bounded "$fetch_seconds" apt.log apt-get -q update ||
		say "going on with the lists that it got"
	# shellcheck disable=SC2086	# several packages
	apt-get -qq --print-uris --no-install-recommends install \
		$libraries >uris 2>apt.log || {
		cat apt.log
		exit 1
	}
	names=$(sed -En \
		"s/^'[^']*' (lib(aio|uring|cmocka)[^_]*)_.*/\\1/p" uris)
	cd apt || exit 1
	# shellcheck disable=SC2086
	bounded "$fetch_seconds" ../apt.log apt-get -q download $names || exit 1
	for package in *.deb; do
		dpkg-deb -x "$package" ../root || exit 1
	done
)

# In $place/build, from here on.

# A program for this CPU that runs the other's in the emulator. It has no
# library, so that what a test has loaded before others is loaded there only.
make_program()
{
	mkdir "$place/$emulator" || return
	cat >"$place/program.c" <<END
#include <stdlib.h>
#include <unistd.h>

int
main(int argc, char **argv)
{
	char **all = calloc((size_t)argc + 2, sizeof(*all));

	if (all == NULL)
		return 126;
	all[0] = "$emulator";
	all[1] = "$place/build/diskidx";
	for (int i = 1; i < argc; i++)
		all[i + 1] = argv[i];
	execv("$(command -v "$emulator")", all);
	return 127;
}
END
	cc -static -o "$program" "$place/program.c"
}

build()
{
	bounded "$build_seconds" configure.log "$source/configure" \
		--host="$triplet" --enable-werror --with-libaio \
		--with-liburing --with-cmocka \
		CPPFLAGS="-isystem $place/root/usr/include" \
		LDFLAGS="$link" || return
	sed -n 's/^ *\(platform\|compiler\|engines\)  /other-cpu: \1 /p' \
		configure.log
	bounded "$build_seconds" make.log make -j4 || return
	[ -z "$emulator" ] || make_program
}

# The tests that can be run, those that can't being named.
choose_tests()
{
	tests=
	for test in $(printf 'include Makefile\n.PHONY: names\n%s\n' \
	    'names: ; @echo $(TESTS)' | make -s -f - names); do
		reason=$(why_not "$test")
		if [ -n "$reason" ]; then
			say "$cpu: left out $test: $reason"
		else
			tests="$tests $test"
		fi
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

# The default engine has to be one that can be used here; the list says of the
# others why they can't.
measure()
{
	mkdir -p "$place/disk"
	engines=$("$program" list engines) || return
	echo "$engines" | sed "s/^/other-cpu: $cpu: /"
	echo "$engines" | grep -A 1 '(the default)' | grep 'not usable' &&
		return 1
	bounded "$run_seconds" run.log "$program" -q --quick -s 64m \
		--no-save -d "$place/disk" || return
	cat run.log
	grep '^[0-9][0-9.]*$' run.log >/dev/null || {
		say "no Disk Index Score"
		return 1
	}
	[ -z "$(ls -A "$place/disk")" ]
}

try()
{
	case $place in
	*[!A-Za-z0-9/._-]*) summary="an odd name for a directory: $place"
		return 1 ;;
	esac
	# shellcheck disable=SC2086	# none, if it is empty
	need cc timeout "$triplet-gcc" $emulator apt-get dpkg-deb || return
	mkdir apt build || return 1
	program=$place/${emulator:-build}/diskidx
	libc=$(dirname "$("$triplet-gcc" -print-file-name=libc.so.6)")
	libc=$(CDPATH='' cd "$libc" && pwd)
	their=$place/root/usr/lib/$("$triplet-gcc" -print-multiarch)
	link="-L$their -Wl,-rpath,$their:$libc"
	link="$link -Wl,--dynamic-linker=$libc/$loader"
	try_compiler || return
	summary="no test ran, see cpu-$cpu"
	[ -z "$emulator" ] || turn=$((turn + 1))
	fetch && cd build && build && choose_tests || return 1
	worked=0
	check || worked=1
	measure || worked=1
	return "$worked"
}

all=
if [ "${1:-}" = -a ]; then
	all=yes
	shift
fi
turn=0
for_cpus cpu try "$@"
