#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# language.sh - test of the languages of the sources: C99 with POSIX, so that
# compilers without GNU C can build them. Where something of GNU C is used, an
# #if asks for it, and there is another way. The platform of Solaris compiles
# against headers that declare what Solaris documents
# (tests/support/stubs/solaris). All C is in 80 columns, each file names its
# license, and shellcheck accepts all scripts.
. "$(dirname "$0")/../support/tap.sh"
tree=$scratch/tree	# of breaches
mkdir "$tree"

compiler=$(sed -n 's/^CC = //p' Makefile 2>/dev/null)
: "${compiler:=${CC:-cc}}"
platform=$(sed -n \
	's|^nodist_libdiskidx_a_SOURCES = src/platform/\([^ ]*\).*|\1|p' \
	Makefile 2>/dev/null)

# compiles OPTION... FILE...
compiles()
{
	# shellcheck disable=SC2086	# a compiler may have options
	$compiler -fsyntax-only "$@"
}

# A compiler that isn't GNU's; the GNU C library takes names of types for
# missing then.
strict="-std=c99 -pedantic-errors -U__GNUC__ -U__ATOMIC_ACQUIRE
	-D_Float32=float32 -D_Float64=float64 -D_Float32x=float32x
	-D_Float64x=float64x"
warnings='-Wall -Wextra -Werror -Wstrict-prototypes -Wmissing-prototypes'
cat >"$scratch/try.c" <<END
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) { return 0; }
END
echo 'int main(void) { return ({ 0; }); }' >"$tree/statement.c"
# shellcheck disable=SC2046,SC2086	# options and names are words
if [ -z "$platform" ] || ! [ -f config.h ] ||
    ! compiles -std=c99 $warnings "$scratch/try.c" 2>/dev/null; then
	skip "the sources are strict C99" compiler "needs a compiler like gcc"
elif ! compiles $strict "$scratch/try.c" 2>/dev/null; then
	skip "the sources are strict C99" headers \
		"the C library's headers are not"
else
	# Such a one has no liburing, whose header is in GNU C.
	grep -v HAVE_LIBURING config.h >"$scratch/config.h"
	ok "the sources are strict C99" compiles $strict -I"$scratch" -I. \
		-I"$srcdir/include" -I"$srcdir/src" \
		$(find "$srcdir/src" -name '*.c' ! -path '*/platform/*') \
		"$srcdir/src/platform/posix.c" "$srcdir"/src/platform/parse*.c \
		"$srcdir/src/platform/$platform" devices.c profile-list.c
	not_ok "a statement in an expression is found" compiles $strict \
		"$tree/statement.c"
fi
# shellcheck disable=SC2086	# options are words
if [ "$platform" = linux.c ] &&
    compiles -std=gnu99 $warnings "$scratch/try.c" 2>/dev/null; then
	ok "solaris.c compiles" compiles -std=gnu99 $warnings -D_GNU_SOURCE \
		-I"$srcdir/tests/support/stubs/solaris" -I. \
		-I"$srcdir/include" -I"$srcdir/src" \
		"$srcdir/src/platform/solaris.c" "$srcdir/src/platform/pages.c"
else
	skip "solaris.c" compiler "needs Linux and a compiler like gcc"
fi
is "configure knows each platform" "$(
	sed -n 's/.*\[platform=\([a-z]*\)\].*/\1/p' "$srcdir/configure.ac" |
		sort | tr '\n' ' ')" "bsd darwin generic linux solaris "

# What a compiler may accept all the same, where no #if asks for it.
# gnu DIRECTORY...: the lines that are in GNU C.
gnu()
{
	find "$@" -name '*.[ch]' -exec awk 'FNR == 1 { asked = 0 }
	/^#if.*__(GNUC|ATOMIC_)/ { asked = 1 }
	/^#(else|endif)/ { asked = 0 }
	!asked && /(__(attribute|atomic_|builtin_|extension|sync_|typeof)|[^a-z_]typeof *\()/ {
		print FILENAME ":" FNR
	}' {} +
}
is "GNU C is used where an #if asks for it" \
	"$(gnu "$srcdir/src" "$srcdir/include")" ""

# wide DIRECTORY...: the lines of more than 80 columns.
wide()
{
	find "$@" -name '*.[ch]' | while read -r file; do
		expand "$file" | grep -n '.\{81\}' | sed "s|:.*||; s|^|$file:|"
	done
}
is "lines have at most 80 columns" "$(wide "$srcdir/src" "$srcdir/include" \
	"$srcdir/tests")" ""

# unlicensed DIRECTORY...: the sources whose first lines do not name both.
unlicensed()
{
	find "$@" -type f \( -name '*.[ch157]' -o -name '*.sh' -o \
		-name '*.awk' -o -name '*.py' \) | while read -r file; do
		[ "$(head -n 3 "$file" | grep -c -e 'Copyright (C) The diskidx authors' \
			-e 'SPDX-License-Identifier: GPL-2\.0-or-later$')" -eq 2 ] ||
			echo "$file"
	done
}
is "sources and manual pages name license and copyright holder" \
	"$(unlicensed "$srcdir/src" "$srcdir/include" "$srcdir/tests" \
	"$srcdir/scripts" "$srcdir/man")" ""

# What they find in a source with one fault of each kind.
{
	echo '/* SPDX-License-Identifier: GPL-2.0-or-later */'
	printf 'static int __attribute__((unused)) x;\n'
	printf '\t\t\t\t\t\t\t\t\t\tx\n'
} >"$tree/breach.c"
is "GNU C is found" "$(gnu "$tree")" "$tree/breach.c:2"
is "a line of 81 columns is" "$(wide "$tree")" "$tree/breach.c:3"
rm "$tree/statement.c"
is "and a source without the copyright holder" "$(unlicensed "$tree")" \
	"$tree/breach.c"

# What scripts source is found from the top.
if command -v shellcheck >/dev/null 2>&1; then
	printf '#!/bin/sh\nrm $1\n' >"$tree/breach.sh"
	not_ok "a word that is split is found" shellcheck "$tree/breach.sh"
	cd "$srcdir" || exit
	# shellcheck disable=SC2046	# names are words
	ok "shellcheck has nothing to say" shellcheck \
		$(find scripts tests .ci/run \( -name '*.sh' -o -name run \) \
		-type f)
else
	skip "shellcheck has nothing to say" shellcheck "no shellcheck here"
fi
done_testing
