#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# floors.sh - test of the architecture: which folder may include which. Reads
# every file of src/ and include/diskidx/, then proves with files made here that
# a breach is found.

# A row a folder of src/, from the ground up: its side (m measures, r reports,
# and these meet in run), and the folders that it may include besides its own;
# these stand above it, so there is no circle. The contracts of a folder are in
# include/diskidx/FOLDER/. main is src/main.c.
folders='
base       | |
stats      | | base
platform   | m | base
test       | | base stats
engine     | m | base platform test
target     | m | base platform
workload   | m | base stats platform test engine target
worker     | m | base stats platform test engine target workload
jobfile    | | base test
result     | r | base stats test
record     | r | base stats test result
comparison | r | base stats test result record
hosts      | r | base stats test result record comparison
report     | r | base stats test result record comparison hosts
format     | r | base stats test result record comparison hosts report
plan       | | base platform test engine target workload jobfile
run        | | base stats platform test engine target workload worker jobfile result record plan
command    | | base stats platform test engine result record comparison hosts report format plan run
main       | | base command
'

# What only some files may say, in code and in directives. Only run, command and
# main speak to the user; a duration by anything but the monotonic clock would
# be wrong when somebody sets the time of day; and how data get to the disk
# differs from system to system.
words='
include "diskidx/base/message[.]h" | ^src/(base/message[.]c|plan/|run/|command/|main[.]c)
clock_gettime ?[(] | ^src/(base/clock|engine/threads|platform/posix)[.]c
CLOCK_REALTIME     | ^src/engine/threads[.]c
time ?[(]          | ^src/(base/prng|run/recording)[.]c
gettimeofday ?[(]  | ^$
(fdatasync|posix_fadvise|directio|madvise) ?[(] | ^src/platform/
'

# Operating systems and C libraries, in any letters, by name or by a macro: in
# src/platform/ only. An engine may tell of them. Comments may say which system
# forced something.
systems='
linux gnu_linux android sun svr4 solaris sunos illumos apple mach macos darwin
freebsd freebsd_kernel netbsd openbsd dragonfly bsdi bsd aix hpux haiku qnx gnu
cygwin mingw32 win32 win64 windows unix glibc musl zfs
'

# Headers of C99 and POSIX; any other of the system's belongs to src/platform/,
# or is the library of one engine.
headers='
aio.h assert.h ctype.h dirent.h errno.h fcntl.h float.h inttypes.h limits.h
locale.h math.h poll.h pthread.h regex.h sched.h setjmp.h signal.h stdarg.h
stdbool.h stddef.h stdint.h stdio.h stdlib.h string.h strings.h sys/mman.h
sys/resource.h sys/select.h sys/stat.h sys/statvfs.h sys/time.h sys/types.h
sys/uio.h sys/utsname.h sys/wait.h termios.h time.h unistd.h wchar.h
'
engine_headers='libaio.h liburing.h'

# Tables that are the same in every build: no conditionals.
lookups='src/engine/engine.c src/workload/workload.c src/format/format.c'

. "$(dirname "$0")/../support/tap.sh"

# check ROOT: prints a line "FILE:LINE: [RULE] WHAT" for each breach below
# ROOT; fails where there is nothing to check. What each rule says is below,
# where it is asked for. A file gives, to others that may come back to it in a
# circle, the functions and constant structures that it defines at the start of
# a line and doesn't declare static. Renderers turn documents into text,
# Markdown and HTML, and come to nothing that these tell of, by way of headers,
# either; drawings and the style are not counted. A string with the
# signs of a comment in it would be taken for one.
check()
{
	(
	cd "$1" || exit 2
	# shellcheck disable=SC2046	# no file here has blanks in its name
	set -- $(find src include/diskidx -name '*.[ch]' 2>/dev/null | sort)
	[ $# -gt 0 ] || { echo "nothing to check"; exit 1; }
	# shellcheck disable=SC2086,SC2116	# lists of words, in one line
	awk -v files="$*" -v systems="$(echo $systems)" \
		-v headers="$(echo $headers)" -v libraries="$engine_headers" \
		-v lookups="$lookups" \
		-v folders="$(echo "$folders" | tr '\n' ';')" \
		-v words="$(echo "$words" | tr '\n' ';')" '
	# Make a set of words.
	function set_of(text, set, word, n, i)
	{
		n = split(text, word, " ")
		for (i = 1; i <= n; i++)
			set[word[i]] = 1
	}

	function breach(rule, what)
	{
		print file ":" line ": [" rule "] " what
	}

	function read_row(name, side, others, word, n, i)
	{
		side_of[name] = side
		may_include[name, name] = 1
		n = split(others, word, " ")
		for (i = 1; i <= n; i++) {
			may_include[name, word[i]] = 1
			if (!(word[i] in side_of))
				breach("table", word[i] " is not above " name)
			else if (side side_of[word[i]] ~ /mr|rm/)
				breach("table", name " is not on the side of " \
					word[i])
		}
	}

	# The folder that a file belongs to, or that owns a contract.
	function folder_of(path, part)
	{
		sub(/^include\//, "", path)
		split(path, part, "/")
		sub(/[.][ch]$/, "", part[2])
		return part[2]
	}

	function end_of_file()
	{
		if (file ~ /c$/ && !includes)
			breach("config", "does not include <config.h>")
	}

	function strip(text,   at)
	{
		at = index(text, in_comment ? "*/" : "/*")
		if (at == 0)
			return in_comment ? "" : text
		in_comment = !in_comment
		return (in_comment ? substr(text, 1, at - 1) " " : "") \
			strip(substr(text, at + 2))
	}

	function include(what, header, path, other)
	{
		if ((what == "<config.h>") != (!includes++ && file ~ /c$/))
			breach("config", "it is first in a .c, and there only")
		if (what == "<config.h>")
			return
		header = substr(what, 2, length(what) - 2)
		if (what ~ /^</) {
			if (header ~ /^diskidx\// || folder != "platform" &&
			    !(header in posix) &&
			    !(folder == "engine" && header in library))
				breach("system", what)
			return
		}
		path = file
		sub(/[^\/]*$/, header, path)
		if (header ~ /^diskidx\//)
			path = "include/" header
		else if (header ~ "^" folder "/")
			path = "src/" header	# from a folder in this one
		else if (header ~ /\//)
			path = header
		other = folder_of(path)
		if (!(path in exists))
			breach("include", "there is no " path)
		else if (other in side_of && folder in side_of &&
			 !((folder, other) in may_include))
			breach("include", folder " may not include " other)
		includes_of[file] = includes_of[file] " " path
		user[path] = path in user && user[path] != folder ? \
			"several" : folder
	}

	# Mark in `found` what arrows lead to.
	function follow(from, arrows, path, n, i)
	{
		n = split(arrows[from], path, " ")
		for (i = 1; i <= n; i++)
			if (!found[path[i]]++)
				follow(path[i], arrows)
	}

	# Whether a file includes a header of a folder, itself or by those of its
	# own folder.
	function shows(from, other, path, n, i)
	{
		n = split(includes_of[from], path, " ")
		for (i = 1; i <= n; i++)
			if (folder_of(path[i]) == other ||
			    folder_of(path[i]) == folder_of(from) &&
			    shows(path[i], other))
				return 1
		return folder_of(from) == other
	}

	BEGIN {
		set_of(files, exists)
		set_of(systems, is_system)
		set_of(headers, posix)
		set_of(libraries, library)
		set_of(lookups, is_lookup)
		file = "the table"
		n = split(folders, row, ";")
		for (line = 1; line <= n; line++)
			if (split(row[line], column, / *[|] */) > 2)
				read_row(column[1], column[2], column[3])
		n = split(words, row, ";")
		for (i = 1; i <= n; i++)
			if (split(row[i], column, / +[|] /) == 2)
				speakers[column[1]] = column[2]
	}

	FNR == 1 {
		end_of_file()
		file = FILENAME
		line = 1
		joined = ""
		in_comment = includes = 0
		folder = folder_of(file)
		if (!(folder in side_of))
			breach("folder", "the table of folders has no " folder)
		if (file ~ "/" folder "/" folder "-")
			breach("folder", "its name repeats that of its folder")
		called = file
		sub(/.*\//, "", called)
		if (called in path_of)
			breach("folder", "the same name as " path_of[called])
		if (file ~ /^src/)
			path_of[called] = file
		is_renderer = file ~ /^src\/format\/(text\/|markdown|html\/)/
		if (is_renderer)
			renderer[file]
		# A build has but one of the platforms: all count as one file.
		caller = file
		if (folder == "platform" && file !~ /\/(posix|parse)[.]c$/)
			caller = "src/platform/NAME.c"
	}
	is_renderer && file !~ /(strip|chart|style)[.]c$/ && ++rendered == 971 {
		breach("renderer", "they have over 970 lines")
	}

	# Lines that a backslash joins are one, which has the number of its last.
	{
		joined = joined strip($0)
		if (sub(/\\$/, " ", joined))
			next
		line = FNR
		$0 = joined
		joined = ""
		gsub(/[ \t]+/, " ")
		is_directive = sub(/^ ?# ?/, "#")
	}
	is_directive && sub(/^#include ?/, "#include ") {
		include($2)
	}
	is_directive && (file in is_lookup) && /^#(if|elif)/ {
		breach("lookup", "a conditional in a lookup table")
	}
	{
		n = folder == "platform" || /^#include/ ? 0 : \
			split($0, word, /[^A-Za-z0-9_]+/)
		for (i = 1; i <= n; i++) {
			name = tolower(word[i])
			gsub(/^_+|_+$/, "", name)
			if (name in is_system && (folder != "engine" ||
			    is_directive || word[i] ~ /^_/))
				breach("system", word[i])
		}
		if (!is_directive)
			gsub(/"([^"\\]|\\.)*"/, "")
		for (said in speakers)
			if ($0 ~ "(^|[^A-Za-z0-9_])" said &&
			    file !~ speakers[said])
				breach("word", said)
	}
	!is_directive && file ~ /c$/ {
		if (match($0, /^[a-z_][a-z0-9_]*\(/) && before !~ /^static/)
			definer[substr($0, 1, RLENGTH - 1)] = caller
		if (/^const struct [a-z_]+ [a-z_0-9]+.* =/)
			definer[$4] = caller
		before = $0
		gsub(/(->|[.]) ?[a-z_][a-z0-9_]*/, "")
		n = split($0, word, /[^A-Za-z0-9_]+/)
		for (i = 1; i <= n; i++)
			if (word[i] ~ /^[a-z]/)
				uses[caller, word[i]]
	}

	END {
		end_of_file()
		line = 1
		for (file in exists)
			if (file ~ /^include/ && (!(file in user) ||
			    user[file] == folder_of(file)))
				breach("private", "no folder but " \
					folder_of(file) " uses this contract")
		for (file in renderer) {
			split("", found)
			follow(file, includes_of)
			for (path in found)
				if (path ~ /^include/ && folder_of(path) ~ \
				    /^(result|record|comparison)$/)
					breach("renderer", "comes to " path)
		}
		for (use in uses) {
			split(use, part, SUBSEP)
			to = definer[part[2]]
			file = part[1]
			if (to != "" && to != file &&
			    folder_of(to) == folder_of(file))
				calls[file] = calls[file] " " to
			else if (to != "" && (file in exists) &&
				 !shows(file, folder_of(to)))
				breach("shown", "calls " part[2] ", but " \
					"includes no header of " folder_of(to))
		}
		for (file in calls) {
			split("", found)
			follow(file, calls)
			if (file in found)
				breach("circle", "calls itself by way of others")
		}
	}' "$@"
	)
}

check "$srcdir" >"$scratch/breaches"
unlike "there are sources to check" "$(cat "$scratch/breaches")" \
	'^nothing to check'

# keeps RULE SENTENCE
keeps()
{
	is "$2" "$(grep -F "[$1]" "$scratch/breaches")" ""
}

keeps table "no folder is above those that it uses, nor on the other side"
keeps folder "every file has a folder, and a name of its own"
keeps include "no file includes above its folder"
keeps shown "who calls functions of a folder includes a header of it"
keeps private "every contract is used by two folders or more"
keeps config "config.h comes first in every .c, and in no header"
keeps system "only src/platform/ names an operating system"
keeps word "only those speak to the user, date or flush who may"
keeps lookup "the lookup tables are the same in every build"
keeps circle "no files of a folder call each other in a circle"
keeps renderer "renderers have 970 lines at most, and know of no results"

# The checker itself: on a copy of the sources with files that break each rule.
# They are rows of tests/lint/breaches: file, its text, and the breaches, as
# LINE: [RULE] WHAT. In a text and in breaches are the escapes of printf; @ is
# the line of config.h, and "NAME" that of a contract. And on a table with such
# a row.

tree=$scratch/tree
mkdir -p "$tree/include"
cp -R "$srcdir/src" "$tree"
cp -R "$srcdir/include/diskidx" "$tree/include"
chmod -R u+w "$tree"
while IFS='|' read -r file text breaches; do
	mkdir -p "$tree/${file%/*}"
	printf '%b\n' "$text" | sed 's/^@/#include <config.h>/
		s|^"\([a-z/]*\)"|#include "diskidx/\1.h"|' >"$tree/$file"
	printf '%b\n' "$breaches" | sed "s|^|$file:|"
done <"$srcdir/tests/lint/breaches" | grep -v ':$' >"$scratch/rows"
awk 'BEGIN { while (n++ < 971) print "int x;" }' >>"$tree/src/format/markdown.c"
folders="${folders}late | m | later record"
sort - "$scratch/rows" >"$scratch/wanted" <<'END'
src/format/markdown.c:N: [renderer] they have over 970 lines
the table:21: [table] late is not on the side of record
the table:21: [table] later is not above late
END
check "$tree" | sed '/markdown/s/:[0-9]*/:N/' | sort >"$scratch/breaches"
same "each breach is found, and nothing else" "$scratch/breaches" \
	"$scratch/wanted"
mkdir "$scratch/empty"
not_ok "and in an empty tree is nothing" check "$scratch/empty"

done_testing
