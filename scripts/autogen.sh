#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# autogen.sh - regenerate the build files that are kept in the repository:
# configure, aclocal.m4, Makefile.in, config.h.in and build-aux/.
#
# Only needed after an edit of configure.ac or Makefile.am. The versions are
# pinned, so that regenerating without such an edit changes nothing.
set -eu

autoconf_wanted=2.71
automake_wanted=1.16.5

die()
{
	echo "autogen: $*" >&2
	exit 1
}

# want VERSION PROGRAM: refuses any other version of an autotool.
want()
{
	command -v "$2" >/dev/null 2>&1 || die "$2 not found: need $2 $1"
	found=$("$2" --version | sed -n '1s/.* //p')
	[ "$found" = "$1" ] || die "$2 is version $found: need exactly $1"
}

CDPATH='' cd "$(dirname "$0")/.."
[ -f configure.ac ] || die "no configure.ac beside scripts/"

# autoreconf runs these programs, under the same names.
: "${AUTOCONF:=autoconf}" "${AUTOHEADER:=autoheader}"
: "${ACLOCAL:=aclocal}" "${AUTOMAKE:=automake}"
export AUTOCONF AUTOHEADER ACLOCAL AUTOMAKE

want "$autoconf_wanted" "$AUTOCONF"
want "$autoconf_wanted" "$AUTOHEADER"
want "$autoconf_wanted" "${AUTORECONF:=autoreconf}"
want "$automake_wanted" "$ACLOCAL"
want "$automake_wanted" "$AUTOMAKE"

# Here warnings are errors; elsewhere, with another version, they need not be.
AUTOMAKE="$AUTOMAKE -Werror"

# automake has its own of these, which may know fewer systems than ours do.
kept=$(mktemp -d)
trap 'rm -rf "$kept" autom4te.cache configure~ config.h.in~' 0
cp -p build-aux/config.guess build-aux/config.sub "$kept"
"$AUTORECONF" -fi
for name in config.guess config.sub; do
	cmp -s "$kept/$name" "build-aux/$name" ||
		awk -F "'" '/^timestamp=/ { print $2, FILENAME }' \
			"$kept/$name" "build-aux/$name" | sort | {
			read -r _ _
			read -r _ newest
			[ "$newest" = "build-aux/$name" ] ||
				cp -p "$kept/$name" "build-aux/$name"
		}
done
