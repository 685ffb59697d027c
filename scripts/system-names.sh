#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# system-names.sh - print the names that the headers of C and POSIX declare on
# illumos, FreeBSD, NetBSD, OpenBSD, macOS and Linux, with all extensions that
# configure asks for: macros, functions, types, variables and enumerators. They
# are tests/data/system-names; tests/shell/system-names.sh finds those of ours
# that are among them.
#
#	system-names.sh GATE >tests/data/system-names
#
# GATE is a checkout of illumos-gate (github.com/illumos/illumos-gate), of which
# usr/src/head and usr/src/uts are enough. The other headers are those that zig
# ships (ziglang.org): FreeBSD's, NetBSD's, OpenBSD's, Apple's, glibc's and
# musl's. $ZIG is its command (zig), and clang reads them all.
#
# A name that begins with an underscore is the system's anywhere, and left out.
set -eu

targets='x86_64-freebsd x86_64-netbsd x86_64-openbsd aarch64-macos
	x86_64-linux-gnu x86_64-linux-musl'
illumos=x86_64-pc-solaris2.11

# As config.h has them on every system.
extensions='-D_ALL_SOURCE -D_DARWIN_C_SOURCE -D__EXTENSIONS__ -D_GNU_SOURCE
	-D_NETBSD_SOURCE -D_OPENBSD_SOURCE -D_POSIX_PTHREAD_SEMANTICS
	-D_REENTRANT -D_FILE_OFFSET_BITS=64'

if [ $# -ne 1 ] || [ ! -d "$1/usr/src/head" ]; then
	echo "usage: system-names.sh GATE, a checkout of illumos-gate" >&2
	exit 2
fi
gate=$1/usr/src
: "${ZIG:=zig}"
floors=$(dirname "$0")/../tests/shell/floors.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# The headers that floors.sh allows in all files, as far as a system has them.
include_all()
{
	echo '#include <sys/types.h>'
	sed -n "/^headers='/,/^'/p" "$floors" | tr ' ' '\n' | grep '\.h$' |
	while read -r header; do
		printf '#if __has_include(<%s>)\n' "$header"
		printf '#include <%s>\n#endif\n' "$header"
	done
}

# The names in what the preprocessor made of them for that target.
names_in()
{
	clang --target="$1" -w -fsyntax-only -Xclang -ast-dump "$2" \
		>"$scratch/tree"
	awk '/^[|`]-(TypedefDecl|FunctionDecl|VarDecl) / ||
	    /^[|` ]*-EnumConstantDecl / {
		sub(/ \047.*/, "")	# its type
		print $NF
	}' "$scratch/tree"
	awk '/^# [0-9]+ "/ {
		is_header = $3 !~ /^"</
	}
	/^#define / && is_header {
		sub(/[(].*/, "", $2)
		print $2
	}' "$2"
}

include_all >"$scratch/all.c"
# shellcheck disable=SC2086	# options and commands are words
{
	clang --target=$illumos -nostdlibinc -isystem "$gate/head" \
		-isystem "$gate/uts/common" -isystem "$gate/uts/intel" \
		$extensions -E -dD "$scratch/all.c" >"$scratch/illumos.c"
	names_in $illumos "$scratch/illumos.c"
	for target in $targets; do
		$ZIG cc -target "$target" $extensions -E -dD \
			"$scratch/all.c" >"$scratch/$target.c"
		names_in "$target" "$scratch/$target.c"
	done
} >"$scratch/names"
LC_ALL=C sort -u "$scratch/names" | grep -v '^_'
