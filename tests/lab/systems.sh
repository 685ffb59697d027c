#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# systems.sh - the platforms of other systems run here: each is compiled against
# tests/support/stubs and linked with a library that acts as the system does, on the
# virtual disk (tests/support/preload/virtual-machine.h). What a quick run prints there
# is in doc/reports, which `make update-golden` writes: each row is right, n/a
# or flagged, with the true reason.

# shellcheck source=tests/support/tap.sh
. "$(dirname "$0")/../support/tap.sh"
need_diskidx
need_mathematics

preload=$(cd "$srcdir/tests/support/preload" && pwd)
stubs=$srcdir/tests/support/stubs
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

# compile SYSTEM FILE OPTION...: a source of src/, as on that system; it has no
# engine of Linux's.
compile()
{
	compile_to=$scratch/$1-$(basename "$2").o
	compile_from=$2
	shift 2
	# shellcheck disable=SC2086	# a compiler may have options
	$compiler "$@" -std=gnu99 -D_GNU_SOURCE -I"$scratch/config" \
		-I"$srcdir/include" -I"$srcdir/src" -c -o "$compile_to" \
		"$srcdir/src/$compile_from.c" 2>>"$scratch/compiled"
}

# build SYSTEM PLATFORM OPTION...: the program, in $scratch/SYSTEM.
build()
{
	system=$1
	platform=$2
	shift 2
	sources="$preload/virtual-time.c $preload/virtual-threads.c
		$preload/virtual-disk.c $preload/virtual-machine.c"
	[ "$system" = linux ] || sources="$sources $preload/virtual-pages.c"
	for file in "platform/$platform" platform/posix engine/libaio \
	    engine/uring; do
		compile "$system" "$file" "$@" || return
	done
	# shellcheck disable=SC2086	# several words
	preloadable "$scratch/$system.so" $sources "$preload/$system.c" &&
		$compiler -o "$scratch/$system" src/main.o \
		"$scratch/$system"-*.o libdiskidx.a "$scratch/$system.so" \
		$libraries -lpthread -lm 2>>"$scratch/compiled"
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

# report TITLE SYSTEM [VARIABLE=VALUE]...: a chapter of the page.
report()
{
	title=$1
	system=$2
	shift 2
	printf '\n%s\n%s\n\n' "$title" "$(echo "$title" | tr -c '\n' '-')"
	run "$@" "$scratch/$system" --quick -s 64m --no-save
	grep -v '^round\|^filling\|^15 tests, 5 rounds, about' \
		"$scratch/errors"
}

page()
{
	cat <<END
Reports of other systems, made by tests/lab/systems.sh

Each is what \`diskidx --quick -s 64m\` prints with the platform of that system,
which runs on Linux here: src/platform's own code, compiled against the
declarations of tests/support/stubs and linked with a library of tests/support/preload that
answers as the source of the system does. The disk is virtual, the same for
all: a read takes 8 ms, writes go at 25 MB/s, a flush takes 8 ms. So the figures
say nothing of these systems, and the rows all: which there are, which not, and
why.
END
	report "illumos, ZFS" illumos VIRTUAL_POOL=all
	report "illumos, ZFS with primarycache=metadata" \
		illumos VIRTUAL_POOL=metadata
	report "illumos, UFS" illumos
	report "FreeBSD, ZFS (OpenZFS 2.2)" freebsd VIRTUAL_POOL=all
	report "FreeBSD, ZFS (OpenZFS 2.3 or later)" \
		freebsd VIRTUAL_POOL=all,direct
	report "FreeBSD, UFS mounted by its label" freebsd
	report "macOS on Apple silicon, APFS" macos
	report "Linux, ZFS (OpenZFS 2.0)" linux VIRTUAL_POOL=all,io
	report "Linux, ZFS (OpenZFS 2.2)" linux VIRTUAL_POOL=all
	report "Linux, ZFS (OpenZFS 2.2) with primarycache=metadata" \
		linux VIRTUAL_POOL=metadata
	report "Linux, ZFS (OpenZFS 2.3 or later)" \
		linux VIRTUAL_POOL=all,direct
	report "Linux, overlay on ext4" linux VIRTUAL_OVERLAY=yes
}

# shellcheck disable=SC2015	# what follows ends this
build linux linux &&
	build illumos solaris -I"$stubs/solaris" -I"$stubs/common" &&
	build freebsd bsd -D__FreeBSD__=15 -I"$stubs/freebsd" \
		-I"$stubs/common" &&
	build macos darwin -I"$stubs/darwin" -I"$stubs/common" ||
	skip_all preload "no such programs can be made here: $(
		sed q "$scratch/compiled")"
"$scratch/linux" --version >"$scratch/out" 2>&1 ||
	skip_all preload "the library can't be loaded: $(sed q "$scratch/out")"

page >"$scratch/page"
[ "${1:-}" != update ] || cat "$scratch/page" >"$srcdir/doc/reports"
same "each system's report is that of doc/reports" "$scratch/page" \
	"$srcdir/doc/reports"
# The record has milliseconds, and the systems have nanoseconds, or a fraction
# of a second.
for system in illumos freebsd 'linux with metadata,io'; do
	case $system in
	*with*) set -- VIRTUAL_POOL="${system#* with }" ;;
	*) set -- ;;
	esac
	rm -f "$scratch/record"
	run "$@" "$scratch/${system%% *}" -q -s 16m -t 1 -i 1 \
		-o "$scratch/record" rand-read-q1 >"$scratch/out"
	is "$system: the disk was busy for 8 ms a read" "$(
		awk '$1 == "device" { print int($10 / $2 + 0.5) }' \
			"$scratch/record")" 8
done

# 90 copies take 270 descriptors, and macOS begins with 256.
is "macOS: the limit of descriptors is raised" "$(ulimit -Sn 256
	run "$scratch/macos" -q -s 1m -t 0.05 -i 1 -c 90 -e sync --no-save \
		-f csv rand-read-q1 |
		grep -c ',rand-read-q1,[^,]*,Random,[0-9]')" 1

is "nothing is left" "$(ls -A "$here")" ""
done_testing
