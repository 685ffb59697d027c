#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# system-names.sh - none of our functions, types, macros, enumerators and
# variables of a file has a name that the headers of a system declare, which
# would end a build there: a static tell() did on illumos. Those names are
# tests/data/system-names, by scripts/system-names.sh. Tags are names apart, and
# a macro may stand in for one that a system lacks.
: "${srcdir:=$(dirname "$0")/../..}"
# shellcheck source=tests/shell/tap.sh
. "$srcdir/tests/shell/tap.sh"

taken=$srcdir/tests/data/system-names

# names_in FILE...: FILE:LINE: NAME of all that these declare, as our style
# writes it: what is of a file begins in the first column, and a function with
# its name.
names_in()
{
	awk '
	function declare(name)
	{
		gsub(/^[ \t*]+|[ \t]+$/, "", name)
		sub(/.*[ \t*]/, "", name)
		if (name ~ /^[A-Za-z]/)
			print FILENAME ":" FNR ": " name
	}

	function declare_all(names, separated, n, i)
	{
		n = split(names, separated, ",")
		for (i = 1; i <= n; i++) {
			sub(/=.*/, "", separated[i])
			declare(separated[i])
		}
	}

	FNR == 1 {
		is_comment = is_enum = 0
		lacking = ""
	}
	is_comment {
		if (!sub(/.*\*\//, ""))
			next
		is_comment = 0
	}
	{
		gsub(/"([^"\\]|\\.)*"/, "")
		gsub(/\/\*.*\*\//, "")
		is_comment = sub(/\/\*.*/, "")
	}

	/^#[ \t]*(ifndef|define)[ \t]/ {
		sub(/^#[ \t]*/, "")
		sub(/\(.*/, "", $2)
		if ($1 == "ifndef")
			lacking = $2
		else if ($2 != lacking)
			declare($2)
		next
	}

	/(^|[ \t])enum([ \t]+[a-z_0-9]+)?[ \t]*\{/ {
		is_enum = 1
		sub(/.*\{/, "")
	}
	is_enum {
		is_enum = !/\}/
		sub(/\}.*/, "")
		declare_all($0)
		next
	}

	/^typedef .*\(\*/ {
		sub(/.*\(\*/, "")
		sub(/\).*/, "")
		declare($0)
		next
	}
	/^[A-Za-z}].*[=;({]/ {
		gsub(/\[[^]]*\]/, "")
		sub(/[=;({].*/, "")
		if (!/(struct|union|enum)[ \t]+[a-z_0-9]+[ \t]*$/)
			declare_all($0)
	}' "$@"
}

# breaches ROOT: those that are taken.
breaches()
{
	(
	cd "$1" || exit 2
	# shellcheck disable=SC2046	# no file here has blanks in its name
	names_in $(find src include -name '*.[ch]' | sort)
	) | awk 'NR == FNR {
		is_taken[$1] = 1
		next
	}
	$2 in is_taken' "$taken" -
}

is "our names are no system's" "$(breaches "$srcdir")" ""
ok "theirs are sorted" sh -c 'LC_ALL=C sort -c -u "$1"' sort "$taken"
is "and nothing but names" "$(grep -v '^[A-Za-z][A-Za-z0-9_]*$' "$taken")" ""
for name in tell:illumos cpuset_setid:FreeBSD pollts:NetBSD \
    recallocarray:OpenBSD exchangedata:macOS O_TMPFILE:Linux; do
	ok "those of ${name#*:} are there" grep -qx "${name%:*}" "$taken"
done

# Each kind of a name is found, and what isn't one is not: neither tags, members,
# calls and comments, nor a macro that a system may lack.
mkdir -p "$scratch/tree/src" "$scratch/tree/include"
cat >"$scratch/tree/src/x.c" <<'END'
struct tell {
	int read;
};
static int
tell(const char *what)
{
	read(0);
	return open(write);
}
/* int pause(int); */
#ifndef O_NOFOLLOW
#define O_NOFOLLOW 0
#endif
int *stat(int fd);
typedef uint64_t off_t;
typedef int (*time)(int off_t);
# define EIO 5 /* read */
enum close { A, ENOENT = 5,	/* EPERM,
				   ENXIO */
	EAGAIN };
static int calls, link;
struct {
	int read;
} *write;
static const char *const open[3] = {
END
is "all names of a file are found" "$(breaches "$scratch/tree" |
	sed 's/.*: //' | tr '\n' ' ')" \
	"tell stat off_t time EIO ENOENT EAGAIN link write open "

done_testing
