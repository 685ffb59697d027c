#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# language.sh - test of what the sources are written in: C99 with POSIX, so
# that compilers which don't know GNU C build them. Where something of GNU C is
# used, an #if asks for it, and there is another way. All is in 80 columns, and
# each file names its licence.
. "$(dirname "$0")/../support/tap.sh"

compiler=$(sed -n 's/^CC = //p' Makefile 2>/dev/null)
: "${compiler:=${CC:-cc}}"
options="-fsyntax-only -std=c99 -pedantic-errors -w"
platform=$(sed -n 's|^nodist_libdiskidx_a_SOURCES = src/platform/\([^ ]*\).*|\1|p' \
	Makefile 2>/dev/null)

# The sources of the program that is built here.
sources()
{
	find "$srcdir/src" -name '*.c' ! -path '*/platform/*'
	echo "$srcdir/src/platform/posix.c $srcdir/src/platform/parse.c"
	echo "$srcdir/src/platform/$platform devices.c recipes.c"
}

# A compiler that isn't GNU's; the GNU C library takes names of types for
# missing then.
strict="$options -U__GNUC__ -U__ATOMIC_ACQUIRE -D_Float32=float32
	-D_Float64=float64 -D_Float32x=float32x -D_Float64x=float64x"
cat >"$scratch/try.c" <<END
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) { return 0; }
END
# shellcheck disable=SC2086	# options are words
if [ -z "$platform" ] || ! [ -f config.h ] ||
    ! $compiler $options "$scratch/try.c" 2>/dev/null; then
	skip "the sources are strict C99" compiler "needs a compiler like gcc"
elif ! $compiler $strict "$scratch/try.c" 2>/dev/null; then
	skip "the sources are strict C99" headers \
		"the C library's headers are not"
else
	# Such a one has no liburing, whose header is in GNU C.
	grep -v HAVE_LIBURING config.h >"$scratch/config.h"
	# shellcheck disable=SC2046,SC2086	# options and names are words
	ok "the sources are strict C99" $compiler $strict -I"$scratch" -I. \
		-I"$srcdir/include" -I"$srcdir/src" $(sources)
fi

# What a compiler may accept all the same, where no #if asks for it.
# gnu FILE...: the lines that are in GNU C.
gnu()
{
	awk 'FNR == 1 { asked = 0 }
	/^#if.*__(GNUC|ATOMIC_)/ { asked = 1 }
	/^#(else|endif)/ { asked = 0 }
	!asked && /(__(attribute|atomic_|builtin_|extension|sync_|typeof)|[^a-z_]typeof *\()/ {
		print FILENAME ":" FNR ": " $0
	}' "$@"
}
# shellcheck disable=SC2046	# names are words
is "GNU C is used where an #if asks for it" \
	"$(gnu $(find "$srcdir/src" "$srcdir/include" -name '*.[ch]'))" ""

# wide FILE...: the lines of more than 80 columns, by tabs of 8.
wide()
{
	awk '{ columns = 0 }
	length($0) + 7 * gsub(/\t/, "&") > 80 {
		columns = 0
		n = split($0, part, "\t")
		for (i = 1; i < n; i++)
			columns += int(length(part[i]) / 8) * 8 + 8
		columns += length(part[n])
	}
	columns > 80 { print FILENAME ":" FNR ": " columns }' "$@"
}
# shellcheck disable=SC2046	# names are words
is "lines have at most 80 columns" "$(wide $(find "$srcdir/src" \
	"$srcdir/include" "$srcdir/tests" -name '*.[ch]'))" ""

# unlicensed DIRECTORY...: the sources whose first lines do not name both.
unlicensed()
{
	find "$@" -type f \( -name '*.[ch157]' -o -name '*.sh' -o \
		-name '*.awk' -o -name '*.py' \) | while read -r file; do
		head -n 3 "$file" | awk -v file="$file" '
		/SPDX-License-Identifier: GPL-2\.0-or-later$/ { licence = 1 }
		/Copyright \(C\) The diskidx authors/ { holder = 1 }
		END { if (!licence || !holder) print file }'
	done
}
is "sources and manual pages name licence and copyright holder" \
	"$(unlicensed "$srcdir/src" "$srcdir/include" "$srcdir/tests" \
	"$srcdir/scripts" "$srcdir/man")" ""

done_testing
