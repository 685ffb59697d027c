#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
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
# shellcheck disable=SC2154	# functions by name; cpus.sh sets variables
set -u
. "$(dirname "$0")/cpus.sh"

cpus='x86_64 i686 aarch64 armhf s390x'
build_seconds=600
run_seconds=120
# Of each kind of I/O, and with every workload but that of small files.
tests='seq-write seq-read rand-read-q1 rand-write-q32 commit fsbuffer'

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
	# shellcheck disable=SC2086	# what follows fails; several tests
	timeout -s KILL "$run_seconds" $emulator ./diskidx -q -f csv -d disk -s 4m \
		-t 0.05 -i 2 -o record $tests >run.log 2>&1 &&
		$emulator ./diskidx report -f csv record >report.log || {
		cat run.log
		return 1
	}
	for test in $tests; do
		grep -E ",$test,.*,[0-9.e+]+,(KBps|MiB/s|IOPS)," report.log >/dev/null || {
			say "$test has no figure"
			cat run.log
			return 1
		}
	done
	[ -z "$(ls -A disk)" ]
}

try()
{
	# shellcheck disable=SC2086	# none, if it is empty
	need "$triplet-gcc" $emulator || return
	build && measure || return 1
	summary="built, $(du -k diskidx | cut -f 1) KiB, and run"
}

for_cpus static try "$@"
