#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# platforms.sh - test of the platforms that this system isn't: each has every
# function that platform.h asks for, and that of Solaris compiles, with all
# warnings, against headers that declare what it documents
# (tests/support/stubs/solaris). scripts/cross-build.sh builds the others with
# their own headers, and tests/lab/solaris.sh runs Solaris'.
. "$(dirname "$0")/../support/tap.sh"

platforms=$srcdir/src/platform
header=$srcdir/include/diskidx/platform.h

# Which compiler configure found, and whether it understands these options.
compiler=$(sed -n 's/^CC = //p' Makefile 2>/dev/null)
: "${compiler:=${CC:-cc}}"
warnings='-Wall -Wextra -Werror -Wstrict-prototypes -Wmissing-prototypes'
# Without a main: one that knows no -fsyntax-only, and links, fails.
echo 'int nothing;' >"$scratch/try.c"
can_compile()
{
	# shellcheck disable=SC2086	# options are words
	[ "$(uname -s)" = Linux ] && [ -f config.h ] &&
		$compiler -fsyntax-only -std=gnu99 $warnings \
		"$scratch/try.c" 2>/dev/null
}

if can_compile; then
	# shellcheck disable=SC2086	# options are words
	ok "solaris.c compiles" $compiler -fsyntax-only -std=gnu99 $warnings \
		-D_GNU_SOURCE -I"$srcdir/tests/support/stubs/solaris" -I. \
		-I"$srcdir/include" -I"$srcdir/src" "$platforms/solaris.c" \
		"$platforms/pages.c"
else
	skip "solaris.c" compiler "needs Linux and a compiler like gcc"
fi

# An older C library on newer headers of Linux.
cat >"$scratch/statx.c" <<END
#include <sys/stat.h>
int main(void);
int main(void) { return statx != 0; }
END
old=$srcdir/tests/support/stubs/old-libc
if ! can_compile || ! grep '^#define HAVE_DECL_STATX 1' config.h >/dev/null
then
	skip "posix.c, of a libc without statx" compiler "this has none, either"
else
	not_ok "what configure tries fails with a libc without statx" \
		"$compiler" -fsyntax-only -D_GNU_SOURCE -I"$old" "$scratch/statx.c"
	sed 's/^\(#define HAVE_DECL_STATX\) 1/\1 0/' config.h \
		>"$scratch/config.h"
	# shellcheck disable=SC2086	# options are words
	ok "and posix.c compiles" $compiler -fsyntax-only -std=gnu99 $warnings \
		-D_GNU_SOURCE -I"$old" -I"$scratch" -I"$srcdir/include" \
		-I"$srcdir/src" "$platforms/posix.c"
fi

# The functions and constants that platform.h calls a platform's own, by name.
own=$(awk '/^(\/\*| \*) \(own\)/ { own = 1 }
	own && match($0, /platform_[a-z_]*[(;]/) {
		print substr($0, RSTART, RLENGTH - 1)
		own = 0
	}' "$header")
like "the header says which functions are a platform's own" "$own" \
	'^platform_pages$'
for file in linux solaris bsd darwin generic; do
	missing=
	for name in $own; do
		grep -E "^$name\(|^const .* $name =" "$platforms/$file.c" \
			>/dev/null ||
			missing="$missing $name"
	done
	is "$file.c has every function" "$missing" ""
	like "configure knows $file.c" "$(cat "$srcdir/configure.ac")" \
		"platform=$file"
done

# What is said of one system only is asked for in its place only.
is "nobody beside the platforms flushes or advises by himself" \
	"$(cd "$srcdir" && grep -rnE \
		'[^a-z_](fdatasync|posix_fadvise|directio|madvise) ?\(' \
		src --include='*.c' 2>/dev/null | grep -v '^src/platform/' |
		grep -vE '^[^:]*:[0-9]+:( \*|.*[*"])')" ""

done_testing
