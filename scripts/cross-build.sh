#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# cross-build.sh - build diskidx for other systems with `zig cc`, which brings
# the headers and C libraries of many.
#
#	cross-build.sh [TARGET...]	as zig names them; or those below
#
# Each is configured and built with warnings as errors in cross-TARGET in the
# working directory, which is removed if that worked. $ZIG is the command.
# Exit status: 0 all were built; 1 not all; 77 there is no zig here.
set -u

targets='x86_64-freebsd x86_64-netbsd x86_64-openbsd aarch64-macos'
zig=${ZIG:-zig}
source=$(CDPATH='' cd "$(dirname "$0")/.." && pwd)

# The name that configure uses for a target is zig's, except for macOS, where the
# linker accepts only archives of the system's own kind.
build()
{
	host=$1
	archiver="$zig ar"
	case $1 in
	*-macos)
		host=${1%-macos}-apple-darwin23
		archiver="$zig ar --format=darwin" ;;
	esac
	mkdir "cross-$1" && cd "cross-$1" || return
	"$source/configure" --host="$host" --enable-werror \
		--without-libaio --without-liburing --without-cmocka \
		CC="$zig cc -target $1" AR="$archiver" RANLIB="$zig ranlib" \
		>configure.log 2>&1 || {
		tail -n 20 configure.log
		return 1
	}
	make -j2 diskidx >make.log 2>&1 || {
		grep -E 'error|undefined' make.log | head -n 20
		return 1
	}
}

$zig version >/dev/null 2>&1 || {
	echo "cross-build: no zig here" >&2
	exit 77
}
status=0
# shellcheck disable=SC2086	# a list of words
[ $# -gt 0 ] || set -- $targets
for target; do
	if (build "$target"); then
		echo "cross-build: $target: built, platform" \
			"$(sed -n 's/^ *platform  *//p' \
			"cross-$target/configure.log" | sed 's/ .*//')"
		rm -rf "cross-$target"
	else
		echo "cross-build: $target: FAILED, see cross-$target"
		status=1
	fi
done
exit $status
