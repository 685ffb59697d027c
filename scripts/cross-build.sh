#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# cross-build.sh - build diskidx for another system with `zig cc`, which
# brings the headers and C libraries of many.
#
#	cross-build.sh [-w] TARGET...	TARGET: as zig names it, or `all`
#
# Each is configured and built in cross-TARGET in the working directory, with
# warnings as errors; -w keeps the program there, else it is removed. $ZIG is
# the command (zig, else that of python3's ziglang, by itself, since a python3 a
# file takes a fifth of the time). Where there is none, all targets are skipped,
# and said to be: exit status 77. 0: all were built; 1: not all.
set -u

targets='x86_64-freebsd x86_64-netbsd x86_64-openbsd aarch64-macos
	aarch64-linux-musl x86_64-linux-musl x86-linux-musl'
keep=

say()
{
	echo "cross-build: $*"
}

find_zig()
{
	of_python=$(python3 -c 'import os, ziglang
print(os.path.join(os.path.dirname(ziglang.__file__), "zig"))' 2>/dev/null)
	for command in "${ZIG:-}" zig "$of_python"; do
		if [ -n "$command" ] && $command version >/dev/null 2>&1; then
			echo "$command"
			return
		fi
	done
}

# The name that configure knows the target by.
host_of()
{
	cpu=${1%%-*}
	case $cpu in
	x86) cpu=i686 ;;
	esac
	case $1 in
	*-freebsd*) echo "$cpu-unknown-freebsd14" ;;
	*-netbsd*) echo "$cpu-unknown-netbsd10" ;;
	*-openbsd*) echo "$cpu-unknown-openbsd7" ;;
	*-macos*) echo "$cpu-apple-darwin23" ;;
	*-linux-*) echo "$cpu-unknown-${1#*-}" ;;
	*) echo "$cpu-unknown-${1#*-}" ;;
	esac
}

# Its linker takes archives of the system's own kind only.
archiver_of()
{
	case $1 in
	*-macos*) echo "$zig ar --format=darwin" ;;
	*) echo "$zig ar" ;;
	esac
}

build()
{
	mkdir -p "cross-$1" && (
		cd "cross-$1" || exit 1
		"$source/configure" --host="$(host_of "$1")" \
			--enable-werror --without-libaio --without-liburing \
			--without-cmocka CC="$zig cc -target $1" \
			AR="$(archiver_of "$1")" \
			RANLIB="$zig ranlib" >configure.log 2>&1 ||
			{ tail -n 20 configure.log; exit 1; }
		make -j2 diskidx >make.log 2>&1 ||
			{ grep -E 'error|undefined' make.log | head -n 20
			exit 1; }
	)
}

if [ "${1:-}" = -w ]; then
	keep=yes
	shift
fi
if [ $# -eq 0 ] || [ "${1#-}" != "$1" ]; then
	echo "usage: cross-build.sh [-w] all | TARGET..." >&2
	exit 2
fi
# shellcheck disable=SC2086	# a list of words
[ "$*" = all ] && set -- $targets
source=$(CDPATH='' cd "$(dirname "$0")/.." && pwd)
zig=$(find_zig)
if [ -z "$zig" ]; then
	say "no zig here: skipped $*"
	exit 77
fi
status=0
for target; do
	if build "$target"; then
		say "$target: built, platform" \
			"$(sed -n 's/^ *platform  *//p' \
			"cross-$target/configure.log" | sed 's/ .*//')"
	else
		say "$target: FAILED, see cross-$target"
		status=1
		continue
	fi
	[ -n "$keep" ] || rm -rf "cross-$target"
done
exit $status
