#!/bin/sh
# static-builds.sh - build diskidx as one file that needs no library, for several
# CPUs, with Debian's cross compilers, and run it here: a small test, under
# qemu's user emulation where this CPU can't.
#
#	static-builds.sh [-w] all | CPU...
#
# Each is configured and built in static-CPU in the working directory, with
# warnings as errors; -w keeps the program there, else it is removed. A CPU is
# skipped, and said to be, where its compiler or emulator is not. Exit status:
# 0 all were built and ran; 1 something did not; 2 usage; 77 nothing failed, but
# a CPU was skipped.
set -u

cpus='x86_64 i686 aarch64 armhf s390x'
build_seconds=600
run_seconds=120
# Of each kind of I/O, and with every workload but that of small files.
tests='seq-write seq-read rand-read-q1 rand-write-q32 commit fsbuffer'
keep=

say()
{
	echo "static-builds: $*"
}

# Set the prefix of that CPU's compiler, and its emulator; fails for others.
describe()
{
	case $1 in
	x86_64) triplet=x86_64-linux-gnu emulator=qemu-x86_64-static ;;
	i686) triplet=i686-linux-gnu emulator=qemu-i386-static ;;
	aarch64) triplet=aarch64-linux-gnu emulator=qemu-aarch64-static ;;
	armhf) triplet=arm-linux-gnueabihf emulator=qemu-arm-static ;;
	s390x) triplet=s390x-linux-gnu emulator=qemu-s390x-static ;;
	*) return 1 ;;
	esac
	case $(uname -m),$1 in
	"$1,$1" | x86_64,i686) emulator= ;;
	esac
}

build()
{
	timeout "$build_seconds" "$source/configure" --host="$triplet" \
		--enable-werror --without-libaio --without-liburing \
		--without-cmocka CFLAGS=-Os LDFLAGS='-static -s' \
		>configure.log 2>&1 || { tail -n 20 configure.log; return 1; }
	timeout "$build_seconds" make -j2 diskidx >make.log 2>&1 || {
		grep -E 'error|undefined' make.log | head -n 20
		return 1
	}
}

# Measure, and read the record again, whose numbers come in any byte order; each
# test has a figure, and nothing is left.
measure()
{
	mkdir disk || return
	# shellcheck disable=SC2015,SC2086	# what follows fails; several tests
	timeout -s KILL "$run_seconds" $emulator ./diskidx -q -d disk -s 4m \
		-t 0.05 -i 2 -o record $tests >run.log 2>&1 &&
		$emulator ./diskidx report -q record >report.log || {
		cat run.log
		return 1
	}
	for test in $tests; do
		grep -E "^[0-9.]+ [^ ]+ $test\$" report.log >/dev/null || {
			say "$test has no figure"
			cat run.log
			return 1
		}
	done
	[ -z "$(ls -A disk)" ]
}

if [ "${1:-}" = -w ]; then
	keep=yes
	shift
fi
# shellcheck disable=SC2086	# a list of words
[ "$*" = all ] && set -- $cpus
for cpu; do
	describe "$cpu" || set --
done
if [ $# -eq 0 ]; then
	echo "usage: static-builds.sh [-w] all | CPU... (of $cpus)" >&2
	exit 2
fi
source=$(CDPATH='' cd "$(dirname "$0")/.." && pwd)
unset MAKEFLAGS MFLAGS MAKELEVEL	# this may be run by a make
status=0
for cpu; do
	describe "$cpu"
	for tool in "$triplet-gcc" ${emulator:+"$emulator"}; do
		command -v "$tool" >/dev/null 2>&1 && continue
		say "$cpu: skipped: no $tool here"
		[ "$status" -ne 0 ] || status=77
		continue 2
	done
	rm -rf "static-$cpu"
	if mkdir "static-$cpu" && (cd "static-$cpu" && build && measure); then
		say "$cpu: built, $(du -k "static-$cpu/diskidx" | cut -f 1) KiB," \
			"and run by ${emulator:-itself}"
		[ -n "$keep" ] || rm -rf "static-$cpu"
	else
		say "$cpu: FAILED, see static-$cpu"
		status=1
	fi
done
exit $status
