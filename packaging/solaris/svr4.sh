#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# svr4.sh - makes what pkgmk needs for an SVR4 package: pkginfo and prototype.
#
#	./configure --prefix=/usr --enable-system-v-manual && make
#	make install DESTDIR=/tmp/proto
#	sh packaging/solaris/svr4.sh /tmp/proto /tmp/svr4
#	pkgmk -o -r /tmp/proto -d /tmp -f /tmp/svr4/prototype
#	pkgtrans -s /tmp /tmp/diskidx.pkg diskidx
#
# The prototype lists every file below DESTDIR. Directories are named with "?"
# for mode and owner: they belong to the system. ARCH is this machine's unless
# it is set in the environment.
set -eu

if [ $# -ne 2 ] || [ ! -d "$1" ]; then
	echo "usage: svr4.sh DESTDIR OUTPUT-DIRECTORY" >&2
	exit 2
fi
here=$(CDPATH='' cd "$(dirname "$0")" && pwd)
mkdir -p "$2"
output=$(CDPATH='' cd "$2" && pwd)

{
	cat "$here/pkginfo"
	echo "ARCH=${ARCH:-$(uname -p)}"
} >"$output/pkginfo"

{
	echo "i pkginfo=$output/pkginfo"
	echo "i copyright=$(CDPATH='' cd "$here/../.." && pwd)/COPYING"
	cd "$1"
	find ./* -type d -print | sort | sed 's|^\./|d none |; s|$| ? ? ?|'
	find ./* -type f -print | sort | sed 's|^\./|f none |
		\| usr/bin/|s|$| 0555 root bin|
		\| usr/bin/|!s|$| 0444 root bin|'
} >"$output/prototype"
