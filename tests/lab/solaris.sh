#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# solaris.sh - the platform of Solaris runs here: it is compiled against
# tests/support/stubs/solaris and linked with a library that acts like illumos,
# on the virtual disk (tests/support/preload/illumos.c). doc/reports, which
# `make update-golden` writes, has the output of a quick run there: each row is
# right, n/a or flagged, with the true reason.
#
# Needs: Linux and a compiler.
# Takes: a few seconds.

. "$(dirname "$0")/../support/tap.sh"
need_diskidx
need_mathematics

preload=$(cd "$srcdir/tests/support/preload" && pwd)
stubs=$srcdir/tests/support/stubs/solaris
here=$scratch/disk
mkdir "$here" "$scratch/config"
grep -v 'HAVE_LIBAIO\|HAVE_LIBURING' config.h >"$scratch/config/config.h"
patience=
! timeout -s KILL 60 true 2>/dev/null || patience="timeout -s KILL 300"

# of_make NAME...: the values that make has of these.
of_make()
{
	for name; do
		sed -n "s/^$name = //p" Makefile 2>/dev/null
	done | tr '\n' ' '
}
compiler=$(of_make CC)
libraries=$(of_make LDFLAGS AIO_LIBS URING_LIBS LIBS)

# build: the program, in $scratch/illumos. It has no engine of Linux's.
# shellcheck disable=SC2086	# a compiler may have options
build()
{
	for file in platform/solaris platform/posix engine/libaio \
	    engine/uring; do
		$compiler -I"$stubs" -std=gnu99 -D_GNU_SOURCE \
			-I"$scratch/config" -I"$srcdir/include" \
			-I"$srcdir/src" -c -o "$scratch/${file#*/}.o" \
			"$srcdir/src/$file.c" 2>>"$scratch/compiled" || return
	done
	preloadable "$scratch/illumos.so" "$preload/virtual-time.c" \
		"$preload/virtual-threads.c" "$preload/virtual-disk.c" \
		"$preload/illumos.c" &&
		$compiler -o "$scratch/illumos" src/main.o "$scratch"/*.o \
		libdiskidx.a "$scratch/illumos.so" $libraries -lpthread -lm \
		2>>"$scratch/compiled"
}

# run [VARIABLE=VALUE]... PROGRAM ARGUMENT...
run()
{
	(
		cd "$here" && $patience env VIRTUAL_READ=constant:8000 \
			VIRTUAL_WRITE=rate:25000000 \
			VIRTUAL_FLUSH=constant:8000 VIRTUAL_CPU=20,10 \
			VIRTUAL_CACHE=1000 TZ=UTC "$@" -d . --seed=1 \
			2>"$scratch/errors"
	) || echo "exit status $?"
}

# report TITLE [VARIABLE=VALUE]...: a chapter of the page.
report()
{
	title=$1
	shift
	printf '\n%s\n%s\n\n' "$title" "$(echo "$title" | tr -c '\n' '-')"
	run "$@" "$scratch/illumos" --quick -s 64m --no-save
	grep -v '^round\|^filling\|^15 tests, 5 rounds, about' \
		"$scratch/errors"
}

page()
{
	cat <<END
Reports on illumos, made by tests/lab/solaris.sh

Each report is what \`diskidx --quick -s 64m\` prints with the platform of
Solaris, which runs on Linux here: src/platform's own code, compiled against the
declarations in tests/support/stubs and linked with a library from
tests/support/preload that answers like the source of the system. The disk is
virtual, and the same for all reports: a read takes 8 ms, a flush takes 8 ms,
and writes have 25 MB/s. So the results say nothing about the system, but the
rows do: which tests have a result, which have none, and why.
END
	report "illumos, ZFS" VIRTUAL_POOL=all
	report "illumos, ZFS with primarycache=metadata" VIRTUAL_POOL=metadata
	report "illumos, UFS"
}

build || skip_all preload \
	"no such program can be made here: $(sed q "$scratch/compiled")"
"$scratch/illumos" --version >"$scratch/out" 2>&1 ||
	skip_all preload "the library can't be loaded: $(sed q "$scratch/out")"

page >"$scratch/page"
[ "${1:-}" != update ] || cat "$scratch/page" >"$srcdir/doc/reports"
same "each report is that of doc/reports" "$scratch/page" "$srcdir/doc/reports"

# The record has milliseconds, and the system nanoseconds.
run "$scratch/illumos" -q -s 16m -t 1 -i 1 -o "$scratch/record" rand-read-q1 \
	>"$scratch/out"
is "the disk was busy for 8 ms a read" "$(
	awk '$1 == "device" { print int($10 / $2 + 0.5) }' \
		"$scratch/record")" 8

is "nothing is left" "$(ls -A "$here")" ""
done_testing
