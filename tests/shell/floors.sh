#!/bin/sh
# floors.sh - test of the architecture: who may include whom. Greps every file
# of src/ and include/diskidx/, then proves on files made here that a breach
# is found.

# A row a folder of src/, from the ground up: the contracts in include/diskidx/
# that it owns, and the folders whose contracts it may include besides its own;
# these stand above it, so there is no circle. main is src/main.c.
folders='
base       | alloc buffer clock counters facts message operation pool printf random reader signals suggest transfer units wrap |
stats      | changepoint histogram sample statistics | base
platform   | platform | base
test       | baseline params suite test traits | base stats
engine     | engine request | base platform test
target     | target tree | base platform
workload   | counts workload | base stats platform test engine target
worker     | worker | base stats platform test engine target workload
jobfile    | jobfile | base test
result     | flags index result | base stats test
record     | record | base stats test result
comparison | comparison | base stats test result record
format     | format | base stats test result record comparison
run        | budget options plan run | base stats platform test engine target workload worker jobfile result record
command    | commands | base stats platform test engine result record comparison format run
main       | | base command
'

# The measuring side and the reporting side, which meet in run/. base, stats
# and test serve both.
measuring='platform engine target workload worker'
reporting='result record comparison format'

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
clock_gettime  | src/base/clock.c src/engine/threads.c
CLOCK_REALTIME | src/engine/threads.c
time           | src/base/random.c src/run/record.c
gettimeofday   |
'

# Tables that are the same in every build: no conditionals.
lookups='src/engine/engine.c src/workload/workload.c src/format/format.c'

: "${srcdir:=$(dirname "$0")/../..}"
# shellcheck source=tests/shell/tap.sh
. "$srcdir/tests/shell/tap.sh"

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
	{
		echo "$folders" | sed -n 's/|/| folder |/p'
		echo "speakers | $speakers"
		echo "macros | $(echo "$system_macros" | tr '\n' ' ')"
		echo "lookups | $lookups"
		echo "names | $(echo "$system_names" | tr '\n' ' ')"
		echo "headers | $(echo "$headers" | tr '\n' ' ')"
		echo "engines | $engine_headers"
		echo "$clocks" | sed -n 's/|/| clock |/p'
	} | awk '
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
		if (folder == "platform")
			return
		n = split(text, word, /[^A-Za-z0-9_]+/)
		for (i = 2; i <= n; i++)
			if (word[i] in is_system)
				breach("system", word[i])
	}

	# Lines that are no directives, without comments.
	function code(text, word, n, i, name)
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
		n = split(column[column[2] ~ /^ *folder *$/ ? 3 : 2], member, " ")
		for (i = 1; i <= n; i++) {
			if (column[2] ~ /^ *folder *$/)
				owner[member[i]] = column[1]
			else if (column[1] == "speakers")
				is_speaker[member[i]] = 1
			else if (column[1] == "macros")
				is_system[member[i]] = 1
			else if (column[1] == "lookups")
				is_lookup[member[i]] = 1
			else if (column[1] == "names")
				is_name[member[i]] = 1
			else if (column[1] == "headers")
				posix[member[i]] = 1
			else if (column[1] == "engines")
				library[member[i]] = 1
		}
		if (column[2] ~ /^ *folder *$/)
			above[column[1]] = column[4]
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

	END {
		end_of_file()
		line = 1
		for (file in exists)
			if (file ~ /^include/ && (!(file in user) ||
			    user[file] == folder_of(file)))
				breach("private", "no folder but " \
					folder_of(file) " uses this contract")
	}
	' - "$@"
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
	awk '
	function folder_of(path)
	{
		sub(/[^\/]*$/, "", path)
		return path
	}

	FNR == 1 {
		in_comment = 0
		before = ""
		file = FILENAME
		# A build has but one of the platforms: all count as one file.
		if (file ~ /^src\/platform\// && file !~ /\/(posix|parse)[.]c$/)
			file = "src/platform/NAME.c"
	}
	{
		gsub(/"([^"\\]|\\.)*"/, "")
		while (match($0, /\/[*]([^*]|[*]+[^*\/])*[*]+\//))
			$0 = substr($0, 1, RSTART - 1) " " \
				substr($0, RSTART + RLENGTH)
		if (in_comment) {
			if (!index($0, "*/"))
				next
			$0 = substr($0, index($0, "*/") + 2)
			in_comment = 0
		}
		if (index($0, "/*")) {
			$0 = substr($0, 1, index($0, "/*") - 1)
			in_comment = 1
		}
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
	}' $(find src -name '*.c' | sort) </dev/null | sort
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
ok "src has at most 20 names" \
	test "$(find "$srcdir/src/." ! -name . -prune | wc -l)" -le 20

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
is "one that has is found" "$(misplaced 'a | | b
b | | a')" "a before b"

crossings()
{
	echo "$folders" | while IFS='|' read -r folder _ may; do
		for side in "$measuring|$reporting" "$reporting|$measuring"; do
			case " ${side%|*} " in
			*" ${folder%% *} "*) ;;
			*) continue ;;
			esac
			for other in ${side#*|}; do
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
	mkdir -p "$tree/include/diskidx"
	for folder in base stats platform test engine target workload worker \
	    result record comparison format/text run; do
		mkdir -p "$tree/src/$folder"
	done
	for header in clock message histogram params target workload format \
	    plan engine; do
		put "include/diskidx/$header.h" "int ${header}_x(void);"
	done
	put include/diskidx/record.h '#include "diskidx/result.h"' \
		'#include "diskidx/histogram.h"'
	put include/diskidx/result.h '#include "diskidx/histogram.h"' \
		'#include "diskidx/params.h"'
	put src/platform/linux.c '#include <config.h>' '#ifdef __linux__' \
		'#include <sys/stat.h>' '#endif'
	put src/engine/engine.c '/*' ' * #ifdef in a comment is none:' \
		'#ifdef __linux__' ' */' '#include <config.h>' \
		'#include "diskidx/engine.h" /* this engine */' \
		'#include "local.h"' "char c = '\"'; /* #ifdef" \
		'#if __sun' '*/ int x;'
	put src/engine/local.h '#include "diskidx/clock.h"' \
		'#include "diskidx/params.h"'
	put src/worker/worker.c '#include <config.h>' '' '# include <stdio.h>' \
		'#include "diskidx/workload.h"' '#include "diskidx/target.h"' \
		'#include "diskidx/engine.h"'
	put src/format/view.h '#include "diskidx/record.h"'
	put src/format/text/text.c '#include <config.h>' \
		'#include "diskidx/record.h"' '#include "format/view.h"'
	put src/record/read.c '#include <config.h>' '#include "lines.h"'
	put src/record/lines.h '#include "diskidx/record.h"'
	put src/run/plan.c '#include <config.h>' '#include "diskidx/plan.h"' \
		'#include "diskidx/message.h"'
	put src/main.c '#include <config.h>' '#include "diskidx/commands.h"' \
		'#include "diskidx/message.h"'
	put include/diskidx/commands.h '#include "diskidx/format.h"' \
		'#include "diskidx/plan.h"'
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
finds "a file without a folder" \
	"src/banana.c:1: [folder] the table of folders has no banana"
mkdir "$tree/src/banana"
put src/banana/clock.c '#include <config.h>'
finds "an unknown folder" \
	"src/banana/clock.c:1: [folder] the table of folders has no banana"
put include/diskidx/banana.h '#include "diskidx/clock.h"'
finds "a contract that nobody owns" \
	"include/diskidx/banana.h:1: [folder] the table of folders has no banana
include/diskidx/banana.h:1: [private] no folder but banana uses this contract"
put src/record/record-read.c '#include <config.h>'
finds "a name that repeats its folder's" \
	"src/record/record-read.c:1: [folder] its name repeats that of its folder"
put src/run/plan.c '#include <config.h>' '#include "diskidx/message.h"'
put include/diskidx/commands.h '#include "diskidx/format.h"'
finds "a contract that one folder uses" \
	"include/diskidx/plan.h:1: [private] no folder but run uses this contract"
put src/engine/null.c '#include <config.h>' '#include "diskidx/message.h"'
finds "an engine that speaks to the user" \
	"src/engine/null.c:2: [message] engine does not speak to the user"
put src/format/json.c '#include <config.h>' '#include "text/view.h"'
finds "a header of a folder in this one" \
	"src/format/json.c:2: [include] text/view.h is neither in this folder nor \"diskidx/...\"
src/format/json.c:2: [include] there is no src/format/text/view.h"

# forbids FILE HEADER: in this file, that include is the one breach.
forbids()
{
	put "$1" '#include <config.h>' "#include \"diskidx/$2.h\""
	is "$1 may not include $2" "$(check "$tree")" \
		"$1:2: [include] $3 may not include $4"
	clean_tree
}

forbids src/base/clock.c engine base engine
forbids src/platform/posix.c target platform target
forbids src/stats/histogram.c target stats target
forbids src/target/fill.c histogram target stats
forbids src/engine/null.c histogram engine stats
forbids src/engine/null.c record engine record
forbids src/workload/random.c record workload record
forbids src/workload/random.c plan workload run
forbids src/worker/group.c format worker format
forbids src/result/flags.c engine result engine
forbids src/record/save.c workload record workload
forbids src/comparison/match.c target comparison target
forbids src/result/index.c format result format
forbids src/format/json.c engine format engine
forbids src/format/json.c plan format run

put src/base/clock.c '#include <config.h>' '#include <diskidx/record.h>'
finds "a contract in angle brackets" \
	"src/base/clock.c:2: [include] write \"diskidx/record.h\""
# shellcheck disable=SC1003	# a backslash at the end of a line of C
put src/base/clock.c '#include <config.h>' '#include \' '  "diskidx/record.h"'
finds "an include on two lines" \
	"src/base/clock.c:3: [include] base may not include record"

put src/base/clock.c '#include <time.h>' '#include <config.h>'
finds "config.h that comes second" \
	"src/base/clock.c:1: [config] <config.h> is not first
src/base/clock.c:2: [config] <config.h> is not first"
put src/base/clock.c 'int x;'
finds "config.h that doesn't come" \
	"src/base/clock.c:1: [config] does not include <config.h>"
put include/diskidx/clock.h '#include <config.h>'
finds "config.h in a header" \
	"include/diskidx/clock.h:1: [config] a header includes config.h"
put src/base/clock.c '#include "config.h"'
finds "config.h in quotes" \
	"src/base/clock.c:1: [config] <config.h> is not first
src/base/clock.c:1: [config] write <config.h>, in a .c only"

put src/base/clock.c '#include <config.h>' '#if defined(__APPLE__)' '#endif'
finds "a system's macro outside the platform" \
	"src/base/clock.c:2: [system] __APPLE__"
# shellcheck disable=SC1003
put src/base/clock.c '#include <config.h>' '#if defined(X) || \' \
	'    defined(__sun)' '#endif'
finds "one on a continued line" "src/base/clock.c:3: [system] __sun"
put src/base/clock.c '#include <config.h>' 'int x = __sun; /* Solaris */'
finds "one in a line of code" "src/base/clock.c:2: [system] __sun"
put src/worker/group.c '#include <config.h>' 'char x[] = "not on Linux";'
finds "a system's name in a text" "src/worker/group.c:2: [system] Linux"
put src/engine/null.c '#include <config.h>' 'char x[] = "not on Linux";' \
	'#include <libaio.h>'
finds "an engine may say where it is to be had" ""
put src/worker/group.c '#include <config.h>' '#include <libaio.h>' \
	'#include <linux/fs.h>' '#include <sys/mman.h>'
finds "a header that isn't POSIX" "src/worker/group.c:2: [system] <libaio.h>
src/worker/group.c:3: [system] <linux/fs.h>"
put src/worker/group.c '#include <config.h>' 'int time;' 'void' 'x(void)' '{' \
	'	time(NULL); clock_gettime(0, NULL);' '}'
finds "the time of day" "src/worker/group.c:6: [clock] time
src/worker/group.c:6: [clock] clock_gettime"
put src/format/format.c '#include <config.h>' '#ifdef HAVE_JSON' '#endif'
finds "a conditional in a lookup table" \
	"src/format/format.c:2: [lookup] a conditional in a lookup table"

# Circles.

put src/record/lines.c 'void' 'lines_skip(void)' '{' '	read_next();' '}'
put src/record/read.c 'void' 'read_next(void)' '{' \
	'	x->lines_skip();	/* lines_skip() */' '	puts("lines_skip");' '}'
is "one file calls another" "$(circles "$tree")" ""
put src/record/read.c 'void' 'read_next(void)' '{' '	lines_skip();' '}'
is "two files call each other" "$(circles "$tree")" \
	"src/record/lines.c -> src/record/read.c: read_next
src/record/read.c -> src/record/lines.c: lines_skip"
put src/record/read.c 'static void' 'read_next(void)' '{' \
	'	lines_skip();' '}'
is "one of them is another of that name" "$(circles "$tree")" ""

done_testing
