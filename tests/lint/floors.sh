#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# floors.sh - test of the architecture: who may include whom. Greps every file
# of src/ and include/diskidx/, then proves on files made here that a breach
# is found.

# A row a folder of src/, from the ground up: the contracts in include/diskidx/
# that it owns, and the folders whose contracts it may include besides its own;
# these stand above it, so there is no circle. main is src/main.c.
folders='
base       | alloc amount array checksum clock counters error facts message operation printf random reader signals suggest texts transfer units utf8 wrap |
stats      | fall histogram sample statistics | base
platform   | buffer platform pool | base
test       | baseline category expectation params recipe roster sizes suite test traits | base stats
engine     | engine request | base platform test
target     | target tree | base platform
workload   | counts workload | base stats platform test engine target
worker     | worker | base stats platform test engine target workload
jobfile    | jobfile | base test
result     | fitness flags index line result | base stats test
record     | record | base stats test result
comparison | comparison ranking repeats | base stats test result record
hosts      | hosts | base stats test result record comparison
report     | document figures plot report table view | base stats test result record comparison hosts
format     | format | base stats test result record comparison hosts report
run        | budget options plan run supervisor | base stats platform test engine target workload worker jobfile result record
command    | commands | base stats platform test engine result record comparison hosts report format run
main       | | base command
'

# The measuring side and the reporting side, which meet in run/. base, stats
# and test serve both.
measuring='platform engine target workload worker'
reporting='result record comparison hosts report format'

# Who speaks to the user.
speakers='run command main'

# Macros that name an operating system: src/platform/ only.
system_macros='
__linux__ __linux linux __gnu_linux__ __ANDROID__ __sun__ __sun sun __SVR4
__svr4__ __APPLE__ __MACH__ __FreeBSD__ __FreeBSD_kernel__ __NetBSD__
__OpenBSD__ __DragonFly__ __bsdi__ BSD _AIX __hpux __HAIKU__ __QNX__ __GNU__
__CYGWIN__ __MINGW32__ _WIN32 _WIN64 WIN32 __WIN32__ __unix__ __unix unix
'

# Their names, in any letters: in code and texts of src/platform/ only, and in
# what an engine says of itself. Comments may say which system forced something.
system_names='
linux solaris sunos illumos freebsd netbsd openbsd dragonfly macos darwin
haiku cygwin windows glibc musl zfs
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

# Who may ask for the time: a duration by anything but the monotonic clock would
# be wrong when somebody sets the time of day.
clocks='
clock_gettime  | src/base/clock.c src/engine/threads.c src/platform/posix.c
CLOCK_REALTIME | src/engine/threads.c
time           | src/base/random.c src/run/record.c
gettimeofday   |
'

# Tables that are the same in every build: no conditionals.
lookups='src/engine/engine.c src/workload/workload.c src/format/format.c'

. "$(dirname "$0")/../support/tap.sh"

# code FILE...: lines FILE, NUMBER and TEXT with tabs between, without comments.
# Lines that a backslash joins are one, which has the number of its last. A
# string with the signs of a comment in it would be taken for one.
code()
{
	awk '
	function strip(text,   at)
	{
		at = index(text, in_comment ? "*/" : "/*")
		if (at == 0)
			return in_comment ? "" : text
		in_comment = !in_comment
		return (in_comment ? substr(text, 1, at - 1) " " : "") \
			strip(substr(text, at + 2))
	}

	FNR == 1 {
		in_comment = 0
		joined = ""
	}
	{
		joined = joined strip($0)
		if (sub(/\\$/, " ", joined))
			next
		print FILENAME "\t" FNR "\t" joined
		joined = ""
	}' "$@"
}

# check ROOT: prints a line "FILE:LINE: [RULE] WHAT" for each breach below
# ROOT; fails where there is nothing to check. The rules:
#	folder   a file that the table doesn't know, or whose name repeats its
#	         folder's
#	include  an include that the floors forbid, or not written as it should
#	private  a contract in include/diskidx/ that one folder alone uses
#	message  message.h included by other than who speaks to the user
#	config   <config.h> missing, late, or in a header
#	system   an operating system's macro, name or header outside src/platform/
#	clock    the time asked for elsewhere than it may be
#	lookup   a conditional in a lookup table
check()
{
	(
	cd "$1" || exit 2
	# shellcheck disable=SC2046	# no file here has blanks in its name
	set -- $(find src include/diskidx -name '*.[ch]' 2>/dev/null | sort)
	[ $# -gt 0 ] || { echo "nothing to check"; exit 1; }
	# shellcheck disable=SC2086,SC2116	# lists of words, in one line
	code "$@" | awk -v files="$*" -v speakers="$speakers" \
		-v macros="$(echo $system_macros)" \
		-v names="$(echo $system_names)" -v headers="$(echo $headers)" \
		-v libraries="$engine_headers" -v lookups="$lookups" \
		-v folders="$(echo "$folders" | tr '\n' ';')" \
		-v clocks="$(echo "$clocks" | tr '\n' ';')" '
	# Make a set of words.
	function words(text, set, word, n, i)
	{
		n = split(text, word, " ")
		for (i = 1; i <= n; i++)
			set[word[i]] = 1
	}

	# The folder that a file belongs to, or that owns a contract.
	function folder_of(path, part, n)
	{
		n = split(path, part, "/")
		sub(/[.][ch]$/, "", part[n])
		if (part[1] == "include")
			return part[n] in owner ? owner[part[n]] : part[n]
		return part[2] ~ /[.]c$/ ? part[n] : part[2]
	}

	function breach(rule, what)
	{
		print file ":" line ": [" rule "] " what
	}

	function end_of_file()
	{
		if (file ~ /\.c$/ && !includes)
			breach("config", "does not include <config.h>")
	}

	function start_of_file()
	{
		file = $1
		line = 1
		includes = 0
		folder = folder_of(file)
		if (!(folder in above))
			breach("folder", "the table of folders has no " folder)
		if (file ~ "/" folder "/" folder "-")
			breach("folder", "its name repeats that of its folder")
	}

	function include(what, header, path)
	{
		includes++
		if (what == "<config.h>") {
			if (file ~ /\.h$/)
				breach("config", "a header includes config.h")
			else if (includes > 1)
				breach("config", "<config.h> is not first")
			return
		}
		if (includes == 1 && file ~ /\.c$/)
			breach("config", "<config.h> is not first")
		header = substr(what, 2, length(what) - 2)
		if (what ~ /^</) {
			if (header ~ /^diskidx\//)
				breach("include", "write \"" header "\"")
			else if (folder != "platform" && !(header in posix) &&
				 !(folder == "engine" && header in library))
				breach("system", what)
			return
		}
		if (what !~ /^"[^"]*"$/) {
			breach("include", "computed: " what)
			return
		}
		if (header == "config.h") {
			breach("config", "write <config.h>, in a .c only")
			return
		}
		path = "include/" header
		if (header !~ /^diskidx\//) {
			path = file
			sub(/[^\/]*$/, header, path)
		}
		if (header ~ "^" folder "/")
			path = "src/" header	# from a folder in this one
		else if (header !~ /^(diskidx\/)?[^\/]*$/)
			breach("include", header " is neither in this " \
				"folder nor \"diskidx/...\"")
		if (!(path in exists))
			breach("include", "there is no " path)
		else if (folder in above)
			allowed(folder_of(path), path)
	}

	function allowed(other, path)
	{
		if (!(path in user))
			user[path] = folder
		else if (user[path] != folder)
			user[path] = "several"
		if (path == "include/diskidx/message.h" &&
		    !(folder in is_speaker) && file != "src/base/message.c")
			breach("message", folder " does not speak to the user")
		if (other in above && other != folder &&
		    !index(" " above[folder] " ", " " other " "))
			breach("include", folder " may not include " other)
	}

	function directive(text, word, n, i)
	{
		sub(/^[ \t]*#[ \t]*/, "", text)
		if (text ~ /^include[ \t"<]/) {
			sub(/^include[ \t]*/, "", text)
			sub(/[ \t]*$/, "", text)
			include(text)
			return
		}
		if ((file in is_lookup) && text ~ /^(if|elif)/)
			breach("lookup", "a conditional in a lookup table")
		n = folder == "platform" ? 0 : split(text, word, /[^A-Za-z0-9_]+/)
		for (i = 2; i <= n; i++)
			if (word[i] in is_system)
				breach("system", word[i])
	}

	# Lines that are no directives.
	function statement(text, word, n, i, name)
	{
		n = folder == "platform" ? 0 : split(text, word, /[^A-Za-z0-9_]+/)
		for (i = 1; i <= n; i++)
			if (folder != "engine" && (tolower(word[i]) in is_name) ||
			    word[i] ~ /^_/ && (word[i] in is_system))
				breach("system", word[i])
		gsub(/"([^"\\]|\\.)*"/, "", text)
		while (match(text, /[A-Za-z0-9_]+/)) {
			name = substr(text, RSTART, RLENGTH)
			text = substr(text, RSTART + RLENGTH)
			if ((name in askers) &&
			    (name ~ /^CLOCK/ || text ~ /^[ \t]*\(/) &&
			    !index(" " askers[name] " ", " " file " "))
				breach("clock", name)
		}
	}

	BEGIN {
		FS = "\t"
		words(files, exists)
		words(speakers, is_speaker)
		words(macros, is_system)
		words(names, is_name)
		words(headers, posix)
		words(libraries, library)
		words(lookups, is_lookup)
		rows = split(clocks, row, ";")
		for (i = 1; i <= rows; i++) {
			split(row[i], column, / *[|] */)
			askers[column[1]] = column[2]
		}
		rows = split(folders, row, ";")
		for (i = 1; i <= rows; i++) {
			if (split(row[i], column, / *[|] */) < 3)
				continue
			above[column[1]] = column[3]
			n = split(column[2], contract, " ")
			for (k = 1; k <= n; k++)
				owner[contract[k]] = column[1]
		}
	}

	$1 != file {
		end_of_file()
		start_of_file()
	}

	{
		line = $2
		sub(/^[^\t]*\t[^\t]*\t/, "")
		if (/^[ \t]*#/)
			directive($0)
		else
			statement($0)
	}

	END {
		end_of_file()
		line = 1
		for (file in exists)
			if (file ~ /^include/ && (!(file in user) ||
			    user[file] == folder_of(file)))
				breach("private", "no folder but " \
					folder_of(file) " uses this contract")
	}'
	)
}

# circles ROOT: prints "FILE -> FILE: NAME" for each call (or other use of a
# name) between files of one folder that is part of a circle. A file gives the
# functions and constant structures that it defines at the start of a line and
# doesn't declare static.
circles()
{
	(
	cd "$1" || exit 2
	# shellcheck disable=SC2046	# no file here has blanks in its name
	code $(find src -name '*.c' | sort) | awk '
	function folder_of(path)
	{
		sub(/[^\/]*$/, "", path)
		return path
	}

	{
		file = $1
		# A build has but one of the platforms: all count as one file.
		if (file ~ /^src\/platform\// && file !~ /\/(posix|parse)[.]c$/)
			file = "src/platform/NAME.c"
		sub(/^[^\t]*\t[^\t]*\t/, "")
		gsub(/"([^"\\]|\\.)*"/, "")
		if (match($0, /^[a-z_][a-z0-9_]*\(/) && before !~ /^static/)
			definer[substr($0, 1, RLENGTH - 1)] = file
		if (/^const struct [a-z_]+ [a-z_0-9]+.* =/)
			definer[$4] = file
		before = $0
		gsub(/(->|[.])[ \t]*[a-z_][a-z0-9_]*/, "")
		n = split($0, word, /[^A-Za-z0-9_]+/)
		for (i = 1; i <= n; i++)
			if (word[i] ~ /^[a-z]/)
				uses[file, word[i]] = 1
	}

	END {
		for (use in uses) {
			split(use, part, SUBSEP)
			to = definer[part[2]]
			if (to != "" && to != part[1] &&
			    folder_of(to) == folder_of(part[1]))
				arrow[part[1], to] = part[2]
		}
		# Take away what nothing leads to, and what leads nowhere.
		do {
			split("", leads)
			split("", led)
			for (a in arrow) {
				split(a, part, SUBSEP)
				leads[part[1]] = led[part[2]] = 1
			}
			gone = 0
			for (a in arrow) {
				split(a, part, SUBSEP)
				if (!(part[1] in led) || !(part[2] in leads)) {
					delete arrow[a]
					gone++
				}
			}
		} while (gone)
		for (a in arrow) {
			split(a, part, SUBSEP)
			print part[1] " -> " part[2] ": " arrow[a]
		}
	}' | sort
	)
}

# Renderers turn documents into text, Markdown and HTML, and know nothing of
# what these tell of.
renderers='src/format/text/*.[ch] src/format/markdown.c src/format/html/*.[ch]'
told='result record comparison'

# strays ROOT: prints "FILE: HEADER" for each contract of the folders told that
# a renderer includes, by itself or by way of other headers.
strays()
{
	(
	cd "$1" || exit 2
	# shellcheck disable=SC2046,SC2086,SC2116	# patterns, lists of words
	code $(find src/format include/diskidx -name '*.[ch]' | sort) | awk \
		-v renderers="$(echo $renderers)" \
		-v headers="$(for folder in $told; do
			echo "$folders" | sed -n "s/^$folder *|\(.*\)|.*/\1/p"
		done | tr '\n' ' ')" '
	function follow(file, path, n, i)
	{
		n = split(includes[file], path, " ")
		for (i = 1; i <= n; i++) {
			if (found[path[i]]++)
				continue
			if (path[i] in is_told)
				print renderer[r] ": " path[i]
			follow(path[i])
		}
	}

	BEGIN {
		FS = "\t"
		renderer_count = split(renderers, renderer, " ")
		n = split(headers, header, " ")
		for (i = 1; i <= n; i++)
			is_told["include/diskidx/" header[i] ".h"] = 1
	}

	$3 ~ /^[ \t]*#[ \t]*include[ \t]*"/ {
		split($3, part, "\"")
		path = $1
		sub(/[^\/]*$/, part[2], path)
		if (part[2] ~ /^diskidx\//)
			path = "include/" part[2]
		else if (part[2] ~ /^format\//)
			path = "src/" part[2]
		includes[$1] = includes[$1] " " path
	}

	END {
		for (r = 1; r <= renderer_count; r++) {
			split("", found)
			follow(renderer[r])
		}
	}'
	)
}

# are_short ROOT: fails if the renderers have over 950 lines together; draw.c,
# which draws the pictures, is not counted.
are_short()
{
	(
	cd "$1" || exit 2
	for file in $renderers; do
		[ "${file##*/}" = draw.c ] || cat "$file"
	done | awk 'END { exit NR == 0 || NR > 950 }'
	)
}

# The sources.

check "$srcdir" >"$scratch/breaches"
unlike "there are sources to check" "$(cat "$scratch/breaches")" \
	'^nothing to check'

# keeps RULE SENTENCE
keeps()
{
	is "$2" "$(grep -F "[$1]" "$scratch/breaches")" ""
}

keeps folder "every file has a folder, and a name of its own there"
keeps include "no file includes above its folder"
keeps private "every contract is used by two folders or more"
keeps message "only run, command and main speak to the user"
keeps config "config.h comes first in every .c, and in no header"
keeps system "only src/platform/ names an operating system"
keeps clock "only what dates a run asks for the time of day"
keeps lookup "the lookup tables are the same in every build"
is "no files of a folder call each other in a circle" \
	"$(circles "$srcdir")" ""
is "no renderer includes results, records or comparisons" \
	"$(strays "$srcdir")" ""
ok "the renderers have at most 950 lines" are_short "$srcdir"
# A build here has objects there, too.
ok "src has at most 20 names" test "$(find "$srcdir/src/." ! -name . -prune \
	! -name '*.o' ! -name '.[!.]*' | wc -l)" -le 20

# The table: a folder stands above those that it uses, and neither side
# includes the other.

# misplaced TABLE: what a row may include but doesn't stand above.
misplaced()
{
	echo "$1" | awk -F'|' '
	NF > 1 {
		n = split($3, other, " ")
		for (i = 1; i <= n; i++)
			if (!(other[i] in seen))
				print $1 "before " other[i]
		gsub(/ /, "", $1)
		seen[$1] = 1
	}'
}
is "the table of folders has no circle" "$(misplaced "$folders")" ""

crossings()
{
	echo "$folders" | while IFS='|' read -r folder _ may; do
		for side in "$measuring|$reporting" "$reporting|$measuring"; do
			case " ${side%"|"*} " in
			*" ${folder%% *} "*) ;;
			*) continue ;;
			esac
			for other in ${side#*"|"}; do
				case " $may " in
				*" $other "*) echo "$folder may include $other" ;;
				esac
			done
		done
	done
}
is "the measuring side and the reporting side are apart" "$(crossings)" ""
is "no contract has two owners" \
	"$(echo "$folders" | cut -s -d'|' -f2 | tr -s ' ' '\n' | sort | uniq -d |
		grep .)" ""

# The checker itself: on a copy of the sources with files that break each rule.
# They are rows of tests/lint/breaches: file, its text, and the breaches, as
# LINE: [RULE] WHAT. In a text and in breaches are the escapes of printf; @ is
# the line of config.h, and "NAME" that of a contract.

tree=$scratch/tree
mkdir -p "$tree/include"
cp -R "$srcdir/src" "$tree"
cp -R "$srcdir/include/diskidx" "$tree/include"
chmod -R u+w "$tree"
while IFS='|' read -r file text breaches; do
	mkdir -p "$tree/${file%/*}"
	printf '%b\n' "$text" | sed 's/^@/#include <config.h>/
		s|^"\([a-z]*\)"|#include "diskidx/\1.h"|' >"$tree/$file"
	printf '%b\n' "$breaches" | sed "s|^|$file:|"
done <"$srcdir/tests/lint/breaches" | grep -v ':$' | sort >"$scratch/wanted"
check "$tree" 2>&1 | sort >"$scratch/breaches"
same "each breach is found, and nothing else" "$scratch/breaches" \
	"$scratch/wanted"
is "as is a circle" "$(circles "$tree")" \
	"src/record/circle-a.c -> src/record/circle-b.c: circle_b
src/record/circle-b.c -> src/record/circle-a.c: circle_a"
like "and a renderer that comes to results by way of another header" \
	"$(strays "$tree")" '^src/format/text/stray.c: include/diskidx/result.h$'
awk 'BEGIN { while (n++ < 950) print "int x;" }' >"$tree/src/format/markdown.c"
not_ok "and renderers that are too long" are_short "$tree"
mkdir "$scratch/empty"
not_ok "and an empty tree" check "$scratch/empty"

done_testing
