#!/bin/sh
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

# Each kind of a name is found, and what isn't one is not.
mkdir -p "$scratch/tree/src" "$scratch/tree/include"
found()
{
	printf '%b\n' "$2" >"$scratch/tree/src/x.c"
	is "$1" "$(breaches "$scratch/tree" | sed 's/.*: //' | tr '\n' ' ')" "$3"
}
found "a function" 'static int\ntell(const char *what)\n{\n	read(0);\n}' "tell "
found "a prototype" 'int *tell(int fd);\nconst char *call(void);' \
	"tell "
found "a type" 'typedef uint64_t off_t;\ntypedef int (*tell)(int off_t);' \
	"off_t tell "
found "a macro" '#define tell(x) x\n# define EIO 5 /* read */' "tell EIO "
found "an enumerator" 'enum tell { A, EIO = 5,\n	/* EINTR,\n	 * EPERM */
	EAGAIN	/* EPERM,\n		   ENXIO */\n};\nenum read x(int EBADF);' "EIO EAGAIN "
found "a variable" 'static int calls, tell;\nstruct {\n	int read;\n} *write;
static const char *const open[3] = {' "tell write open "
found "a tag, a member, a call and a comment" 'struct tell {\n	int read;\n};
int\nx(int read)\n{\n	tell(read);\n	return open(write);\n}
/* int tell(int); */\nunion close;\nenum stat { B };' ""
found "a macro that a system may lack" \
	'#ifndef O_NOFOLLOW\n#define O_NOFOLLOW 0\n#endif' ""

done_testing
