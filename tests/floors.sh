#!/bin/sh
# floors.sh - test of the architecture: who may include whom. Greps every file
# of src/ and include/diskidx/, then proves on files made here that a breach
# is found.

# A row a floor: its nouns, and what they may include besides the system's
# headers, as floors or single nouns. A file's noun is the directory's name
# below src/DIR/, else its own up to the first dash (record-read.c is record's).
floors='
1  | message clock units random buffer signals facts counters params suggest | 1
2a | platform                               | 1 2a
2b | histogram sample statistics changepoint | 1 2b
3  | target tree janitor engine request     | 1 2a 3
4  | workload worker tally crew             | 1 2a 2b 3 4
5  | test suite jobfile result baseline index validity record comparison | 1 2b 5
6  | format                                 | 1 2b 6 suite record result index baseline validity comparison
7  | options option plan budget run main progress commands compare report list | 1 2a 2b 3 4 5 6 7
'

# The two sides, which meet in run.c only. 2b serves both.
disk_side='2a 3 4'
paper_side='5 6'

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
clock_gettime  | src/clock.c src/engine/threads.c
CLOCK_REALTIME | src/engine/threads.c
time           | src/random.c src/run-record.c
gettimeofday   |
'

# Tables that are the same in every build: no conditionals.
lookups='src/engine/engine.c src/workload/workload.c src/format/format.c'

: "${srcdir:=$(dirname "$0")/..}"
# shellcheck source=tests/tap.sh
. "$srcdir/tests/tap.sh"

# check ROOT: prints a line "FILE:LINE: [RULE] WHAT" for each breach below
# ROOT; fails where there is nothing to check. The rules:
#	noun     a file that the table doesn't know
#	include  an include that the floors forbid, or not written as it should
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
	{
		echo "$floors"
		echo "macros | $(echo "$system_macros" | tr '\n' ' ')"
		echo "lookups | $lookups"
		echo "names | $(echo "$system_names" | tr '\n' ' ')"
		echo "headers | $(echo "$headers" | tr '\n' ' ')"
		echo "engines | $engine_headers"
		echo "$clocks" | sed -n 's/|/| clock |/p'
	} | awk '
	function noun_of(path, part, n)
	{
		n = split(path, part, "/")
		if (part[1] == "src" && n > 2)
			return part[2]
		sub(/[-.].*/, "", part[n])
		return part[n]
	}

	function breach(rule, what)
	{
		print file ":" line ": [" rule "] " what
	}

	# The text without comments; keeps strings, for they name headers.
	function strip(text, out, token)
	{
		out = ""
		while (text != "") {
			if (in_comment) {
				if (!index(text, "*/"))
					return out
				text = substr(text, index(text, "*/") + 2)
				in_comment = 0
				continue
			}
			if (!match(text, token_start))
				return out text
			out = out substr(text, 1, RSTART - 1)
			text = substr(text, RSTART)
			token = substr(text, 1, 2)
			if (token == "//")
				return out
			if (token == "/*") {
				text = substr(text, 3)
				in_comment = 1
				out = out " "
			} else if (match(text, quoted)) {
				out = out substr(text, 1, RLENGTH)
				text = substr(text, RLENGTH + 1)
			} else {
				out = out substr(text, 1, 1)
				text = substr(text, 2)
			}
		}
		return out
	}

	function end_of_file()
	{
		if (file ~ /\.c$/ && !includes)
			breach("config", "does not include <config.h>")
	}

	function start_of_file()
	{
		file = FILENAME
		line = 1
		in_comment = 0
		includes = 0
		joined = ""
		noun = noun_of(file)
		if (!(noun in floor_of))
			breach("noun", "the table of floors has no " noun)
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
			else if (noun != "platform" && !(header in posix) &&
				 !(noun == "engine" && header in library))
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
		if (header ~ /\/.*\// || header ~ /^\.\.?\// ||
		    (header ~ /\// && header !~ /^diskidx\//))
			breach("include", header " is neither beside this " \
				"file nor \"diskidx/...\"")
		else if (!(path in exists))
			breach("include", "there is no " path)
		else if (noun in floor_of)
			allowed(noun_of(path), path)
	}

	function allowed(other, path)
	{
		if (!(other in floor_of))
			return		# said already, at its own file
		if (!((floor_of[noun], floor_of[other]) in may) &&
		    !((floor_of[noun], other) in may))
			breach("include", noun " (floor " floor_of[noun] \
				") may not include " other " (floor " \
				floor_of[other] ")")
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
		if (noun == "platform")
			return
		n = split(text, word, /[^A-Za-z0-9_]+/)
		for (i = 2; i <= n; i++)
			if (word[i] in is_system)
				breach("system", word[i])
	}

	# Lines that are no directives, without comments.
	function code(text, word, n, i, name)
	{
		n = noun == "platform" ? 0 : split(text, word, /[^A-Za-z0-9_]+/)
		for (i = 1; i <= n; i++)
			if (noun != "engine" && (tolower(word[i]) in is_name) ||
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
		quote = sprintf("%c", 39)
		token_start = "[\"" quote "]|/[*]|//"
		quoted = "^(\"([^\"\\\\]|\\\\.)*\"|" \
			quote "([^" quote "\\\\]|\\\\.)*" quote ")"
		for (i = 1; i < ARGC; i++)
			exists[ARGV[i]] = 1
		reading_table = 1
	}

	reading_table && FILENAME !~ /\.[ch]$/ {
		if (split($0, column, "|") < 2)
			next
		gsub(/[ \t]/, "", column[1])
		if (column[2] ~ /^ *clock *$/) {
			sub(/^ */, "", column[3])
			askers[column[1]] = column[3]
			next
		}
		n = split(column[2], member, " ")
		for (i = 1; i <= n; i++) {
			if (column[1] == "macros")
				is_system[member[i]] = 1
			else if (column[1] == "lookups")
				is_lookup[member[i]] = 1
			else if (column[1] == "names")
				is_name[member[i]] = 1
			else if (column[1] == "headers")
				posix[member[i]] = 1
			else if (column[1] == "engines")
				library[member[i]] = 1
			else
				floor_of[member[i]] = column[1]
		}
		n = split(column[3], member, " ")
		for (i = 1; i <= n; i++)
			may[column[1], member[i]] = 1
		next
	}

	FNR == 1 {
		if (!reading_table)
			end_of_file()
		reading_table = 0
		start_of_file()
	}

	{
		line = FNR
		joined = joined strip($0)
		if (joined ~ /\\$/) {
			sub(/\\$/, " ", joined)
			next
		}
		if (joined ~ /^[ \t]*#/)
			directive(joined)
		else
			code(joined)
		joined = ""
	}

	END { end_of_file() }
	' - "$@"
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

keeps noun "every file has a floor"
keeps include "no file includes above its floor"
keeps config "config.h comes first in every .c, and in no header"
keeps system "only src/platform/ names an operating system"
keeps clock "only what dates a run asks for the time of day"
keeps lookup "the lookup tables are the same in every build"

# The table: neither side may include the other, on any floor.

crossings()
{
	echo "$floors" | while IFS='|' read -r floor _ may; do
		for side in "$disk_side|$paper_side" "$paper_side|$disk_side"; do
			case " ${side%|*} " in
			*" ${floor%% *} "*) ;;
			*) continue ;;
			esac
			for other in ${side#*|}; do
				case " $may " in
				*" $other "*) echo "$floor may include $other" ;;
				esac
			done
		done
	done
}
is "the table keeps the disk side and the paper side apart" "$(crossings)" ""
is "no noun is on two floors" \
	"$(echo "$floors" | cut -s -d'|' -f2 | tr -s ' ' '\n' | sort | uniq -d |
		grep .)" ""

# The checker itself, on a small tree that keeps every rule.

tree=$scratch/tree

# put FILE LINE...
put()
{
	file=$tree/$1
	shift
	printf '%s\n' "$@" >"$file"
}

clean_tree()
{
	rm -rf "$tree"
	mkdir -p "$tree/include/diskidx" "$tree/src/engine" \
		"$tree/src/workload" "$tree/src/format" "$tree/src/platform"
	for header in clock params platform histogram sample target engine \
	    workload worker test result index baseline validity record \
	    format plan; do
		put "include/diskidx/$header.h" "int ${header}_x(void);"
	done
	put include/diskidx/record.h '#include "diskidx/result.h"' \
		'#include "diskidx/histogram.h"'
	put src/platform/linux.c '#include <config.h>' '#ifdef __linux__' \
		'#include <sys/stat.h>' '#endif' \
		'#include "diskidx/platform.h"'
	put src/engine/engine.c '/*' ' * #ifdef in a comment is none:' \
		'#ifdef __linux__' ' */' '#include <config.h>' \
		'#include "diskidx/engine.h" /* this engine */' \
		'#include "local.h"' "char c = '\"'; /* #ifdef" \
		'#if __sun' '*/ int x;'
	put src/engine/local.h '#include "diskidx/clock.h"'
	put src/worker.c '#include <config.h>' '' '# include <stdio.h>' \
		'#include "diskidx/worker.h"' '#include "diskidx/sample.h"'
	put src/format/text.c '#include <config.h>' \
		'#include "diskidx/record.h"' '#include "diskidx/validity.h"'
	put src/record-read.c '#include <config.h>' \
		'#include "record-lines.h"'
	put src/record-lines.h '#include "diskidx/record.h"'
	put src/main.c '#include <config.h>' '#include "diskidx/engine.h"' \
		'#include "diskidx/format.h"'
}

# finds SENTENCE BREACH: the tree has this one breach and no other.
finds()
{
	is "$1" "$(check "$tree" 2>&1)" "$2"
	clean_tree
}

clean_tree
finds "a tree that keeps the rules passes" ""
mkdir "$scratch/empty"
not_ok "an empty tree fails" check "$scratch/empty"

put src/banana.c '#include <config.h>'
finds "an unknown noun" \
	"src/banana.c:1: [noun] the table of floors has no banana"
mkdir "$tree/src/banana"
put src/banana/clock.c '#include <config.h>'
finds "an unknown directory" \
	"src/banana/clock.c:1: [noun] the table of floors has no banana"

# forbids FILE HEADER: in this file, that include is the one breach.
forbids()
{
	put "$1" '#include <config.h>' "#include \"diskidx/$2.h\""
	is "$1 may not include $2" \
		"$(check "$tree" | sed 's/ (floor [^)]*)//g')" \
		"$1:2: [include] $3 may not include $2"
	clean_tree
}

forbids src/clock.c platform clock
forbids src/platform/posix.c target platform
forbids src/histogram.c target histogram
forbids src/target.c sample target
forbids src/engine/null.c histogram engine
forbids src/engine/null.c record engine
forbids src/workload/random.c record workload
forbids src/workload/random.c plan workload
forbids src/worker.c format worker
forbids src/result.c engine result
forbids src/record.c workload record
forbids src/comparison.c platform comparison
forbids src/index.c format index
forbids src/format/json.c engine format
forbids src/format/json.c plan format

put include/diskidx/target.h '#ifndef X' '#define X' \
	'#include "diskidx/record.h"' '#endif'
finds "an include that a header makes" \
	"include/diskidx/target.h:3: [include] target (floor 3) may not include record (floor 5)"
put src/engine/null.c '#include <config.h>' '#include "../worker.h"'
finds "a way around by a relative path" \
	"src/engine/null.c:2: [include] ../worker.h is neither beside this file nor \"diskidx/...\""
put src/engine/null.c '#include <config.h>' '#include "workload.h"'
finds "a local header that isn't beside the file" \
	"src/engine/null.c:2: [include] there is no src/engine/workload.h"
put src/clock.c '#include <config.h>' '#include <diskidx/record.h>'
finds "a contract in angle brackets" \
	"src/clock.c:2: [include] write \"diskidx/record.h\""
# shellcheck disable=SC1003	# a backslash at the end of a line of C
put src/clock.c '#include <config.h>' '#include \' '  "diskidx/record.h"'
finds "an include on two lines" \
	"src/clock.c:3: [include] clock (floor 1) may not include record (floor 5)"

put src/clock.c '#include <time.h>' '#include <config.h>'
finds "config.h that comes second" \
	"src/clock.c:1: [config] <config.h> is not first
src/clock.c:2: [config] <config.h> is not first"
put src/clock.c 'int x;'
finds "config.h that doesn't come" \
	"src/clock.c:1: [config] does not include <config.h>"
put include/diskidx/clock.h '#include <config.h>'
finds "config.h in a header" \
	"include/diskidx/clock.h:1: [config] a header includes config.h"
put src/clock.c '#include "config.h"'
finds "config.h in quotes" \
	"src/clock.c:1: [config] <config.h> is not first
src/clock.c:1: [config] write <config.h>, in a .c only"

put src/clock.c '#include <config.h>' '#if defined(__APPLE__)' '#endif'
finds "a system's macro outside the platform" \
	"src/clock.c:2: [system] __APPLE__"
# shellcheck disable=SC1003
put src/clock.c '#include <config.h>' '#if defined(X) || \' \
	'    defined(__sun)' '#endif'
finds "one on a continued line" "src/clock.c:3: [system] __sun"
put src/clock.c '#include <config.h>' 'int x = __sun; /* Solaris */'
finds "one in a line of code" "src/clock.c:2: [system] __sun"
put src/worker.c '#include <config.h>' 'char x[] = "not on Linux";'
finds "a system's name in a text" "src/worker.c:2: [system] Linux"
put src/engine/null.c '#include <config.h>' 'char x[] = "not on Linux";' \
	'#include <libaio.h>'
finds "an engine may say where it is to be had" ""
put src/worker.c '#include <config.h>' '#include <libaio.h>' \
	'#include <linux/fs.h>' '#include <sys/mman.h>'
finds "a header that isn't POSIX" "src/worker.c:2: [system] <libaio.h>
src/worker.c:3: [system] <linux/fs.h>"
put src/worker.c '#include <config.h>' 'int time;' 'void' 'x(void)' '{' \
	'	time(NULL); clock_gettime(0, NULL);' '}'
finds "the time of day" "src/worker.c:6: [clock] time
src/worker.c:6: [clock] clock_gettime"
put src/format/format.c '#include <config.h>' '#ifdef HAVE_JSON' '#endif'
finds "a conditional in a lookup table" \
	"src/format/format.c:2: [lookup] a conditional in a lookup table"

done_testing
