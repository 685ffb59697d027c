#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# manual.sh - the manual pages, README and the completions of bash, zsh and fish
# agree with the program: its options, and everything in `diskidx list`; and the
# manual has all keys of a job file. The pages are rendered without a warning,
# and their examples do what they say in all shells.
tap_in_memory=yes
. "$(dirname "$0")/../support/tap.sh"
need_diskidx

# plain PAGE...: without markup.
plain()
{
	(cd "$srcdir/man" && cat "$@") | sed 's/^\.\\".*//; s/\\f[BIRP]//g
		s/\\-/-/g; s/\\(bu/*/g; s/\\ / /g; s/\\e/\\/g; s/\\&//g'
}
plain diskidx.1 diskidx-jobfile.5 diskidx-suites.7 >"$scratch/page"

# --help and its like.

transcript manual "${1:-}"
version=$(cut -d ' ' -f 2 "$scratch/version")
is "the pages are of this version" \
	"$(grep '^\.TH' "$srcdir"/man/*.[1-8] |
		grep -v "\"diskidx $version\"")" ""

# Options, with what they are given, but for what has more than one name. In the
# list a line begins with them, in the page a tagged paragraph.

options()
{
	sed -n 's/^ *\(-[A-Za-z], \)\{0,1\}\(--[a-z-]*=\{0,1\}[A-Z]*\).*/\1\2/p'
}

# tags FIRST LAST: the tags of paragraphs in that chapter. The macro .B is bold
# by itself; \f says it otherwise.
tags()
{
	sed -n "/^\.SH $1/,/^\.SH $2/p" "$scratch/page" | awk '
		tagged { sub(/^\.B /, ""); print }
		{ tagged = /^\.TP/ }'
}
options <"$scratch/help" | sort >"$scratch/options"
tags OPTIONS TESTS | options | sort >"$scratch/page-options"
ok "the list has options" test -s "$scratch/options"
same "the page has the options of the list" "$scratch/page-options" \
	"$scratch/options"

# Each option that is spoken of exists: in the page, but for those in fio's
# command lines, and in README the short ones as well.
sed 's/=.*//' "$scratch/options" | tr -s ', ' '\n' >"$scratch/names"
sed '/^fio /,/^\.fi$/d; / fio --/d' "$scratch/page" |
	tr -c 'A-Za-z0-9-' '\n' | grep -E '^--[a-z]' >"$scratch/spoken"
tr -s ' \t`(),;:/|"' '\n' <"$srcdir/README" | sed -n 's/[.=].*//
	s/\[.*//; /^-[A-Za-z]$/p; /^--[a-z][a-z-]*$/p' >"$scratch/in-readme"
ok "README speaks of options" test -s "$scratch/in-readme"
is "it and the page speak of no other" "$(cat "$scratch/in-readme" \
	"$scratch/spoken" | grep -vxF -e '' -f "$scratch/names")" ""

# The options of each subcommand. diskidx refuses any other before it looks at
# the value.
for command in compare report list merge; do
	while read -r option; do
		name=${option##*--}
		name=--${name%%=*}
		case $("$DISKIDX" $command "$name" 2>&1),$option in
		*'is an option of'*) ;;
		*,-?,*) echo "${option%%,*}" ;;
		*) echo "$name" ;;
		esac
	done <"$scratch/options" | sort >"$scratch/taken"
	sed -n "/^\.B $command\$/,/^\.TP/p" "$scratch/page" |
		sed -n '/^It accepts the options/,$ s/^\.BR* \(-[^ ]*\).*/\1/p' | sort |
		diff - "$scratch/taken" >"$scratch/wrong"
	is "the page has the options of $command" "$(cat "$scratch/wrong")" ""
done

# Defaults, and the rounds of --quick and --full: both say the same.
for option in size time iterations copies quick full; do
	said=$(sed -n "s/(suite disk: /(/
		s/^ .*--${option}[= ].*(\([^ ]*\))\$/(default \1)/p
		s/^ *--$option  *\([0-9]* rounds of .*\)/\1/p" "$scratch/help")
	sed -n "/--$option=/,/^\.TP/p; /^\.B --$option\$/,/^\.TP/p" \
		"$scratch/page" | grep -F "${said:-nothing}" >/dev/null ||
		echo "$option: ${said:-nothing}"
done >"$scratch/wrong"
is "defaults and rounds are the same" "$(cat "$scratch/wrong")" ""
like "the baseline of the scores is the first" \
	"$(grep -e '--baseline=' "$scratch/help")" \
	"($("$DISKIDX" list baselines | sed -n 's/^\([a-z][^ ]*\) .*/\1/p' |
		sed 1q))"

# Names.

# bold FILE: the words in bold, and all of a line that has some.
bold()
{
	sed 's/\\-/-/g' "$1" | awk '
	/^\.SS [^ ]* / { print $2 }
	/^\.BR? / {
		line = $0
		sub(/^\.BR? ("[^"]*" )?/, "", line)
		split(line, word, " ")
		print word[1]
	}
	/^\.BR / {
		n = split($0, word, /[( ]/)
		for (i = 2; i <= n; i++)
			if (sub(/,.*/, "", word[i]) || i < n)
				print word[i]
	}
	{
		while (match($0, /\\fB[^\\]*\\f/)) {
			print substr($0, RSTART + 3, RLENGTH - 5)
			$0 = substr($0, RSTART + RLENGTH)
		}
	}'
}

# named PAGE KIND NAME...: the manual page has each as a word in bold; there are
# some.
named()
{
	page=$1
	kind=$2
	shift 2
	bold "$srcdir/man/$page" >"$scratch/bold"
	is "$page has the $kind" "$(printf '%s\n' "${@:-none}" |
		grep -vxF -f "$scratch/bold")" ""
}
names()
{
	"$DISKIDX" list "$1" | sed -n 's/^\([a-z][^ ]*\) .*/\1/p'
}
commands=$("$DISKIDX" --help | sed -n 's/^Commands: //p')
kinds="options records $("$DISKIDX" list | sed -n 's/^\([a-z]*\):$/\1/p')"
# shellcheck disable=SC2046,SC2086	# several names
{
	named diskidx.1 commands $commands
	named diskidx.1 suites $(names suites)
	named diskidx-suites.7 suites $(names suites | grep -vx disk)
	named diskidx.1 engines $(names engines)
	named diskidx.1 formats $(names formats)
	named diskidx-suites.7 baselines $(names baselines)
	named diskidx.1 'kinds of lists' $kinds
	named diskidx.1 flags $(sed -n \
		's/^[[:space:]]*"\([a-z-]*\)", .[A-Z].,$/\1/p' \
		"$srcdir/src/result/flags-table.c")
	named diskidx-record.5 facts $(sed -n \
		's/^	[A-Z]*([A-Z_]*, "\([a-z_]*\)".*/\1/p' \
		"$srcdir/include/diskidx/base/facts.h")
}
"$DISKIDX" list references >"$scratch/references"
same "the list has the devices of share/diskidx" "$scratch/references" \
	"$srcdir/share/diskidx/devices"
# Those of fio are one there.
is "the list has the formats" "$(for name in $(names formats); do
		name=${name%%-*}
		grep -E -e "--format=.*[ ,]$name([ ,]|\$)" "$scratch/help" \
			>/dev/null || echo "$name"
	done)" ""
# The keys of a job file, which are the tags of paragraphs in its page.
sed -n 's/^	X([A-Z_]*, { \([^}]*\)}.*/\1/p' "$srcdir/src/jobfile/script.h" |
	tr ',' '\n' | sed 's/[^"]*"\([^"]*\)".*/\1/' | sort >"$scratch/keys"
plain diskidx-jobfile.5 |
	awk 'tagged && /^\.B/ { print } { tagged = /^\.TP/ }' |
	sed 's/^\.BR* //; s/" or "/ /g; s/[",]/ /g' | tr -s ' ' '\n' |
	sed '/^$/d' | sort >"$scratch/page-keys"
ok "a job file has keys" test -s "$scratch/keys"
same "the page has the keys of a job file, and no other" \
	"$scratch/page-keys" "$scratch/keys"
# Each test: id UNIT title; a category may have blanks. The section of a suite
# is called like it, and that of `disk` is TESTS.
"$DISKIDX" list tests | awk 'match($0, / (KBps|MiB\/s|IOPS|ops\/s) +/) {
	print $1, substr($0, RSTART + 1) }' >"$scratch/tests"
is "each test has a unit" "$(cut -d ' ' -f 1 "$scratch/tests")" "$(names tests)"
mkdir "$scratch/section"
awk -v to="$scratch/section/" '
	$1 == ".SH" || $1 == ".SS" && part != "disk" {
		part = $2 == "TESTS" ? "disk" : $2
	}
	part != "" { print >(to part) }' "$scratch/page"
for suite in $(names suites); do
	for word in Measured 'Not measured' 'By hand'; do
		[ "$suite" = disk ] ||
			grep "$word" "$scratch/section/$suite" >/dev/null ||
			echo "$suite: $word"
	done
done >"$scratch/wrong" 2>&1
while read -r id unit title; do
	part=disk
	[ "$id" = "${id#*:}" ] || part=${id%%:*}
	part=$scratch/section/$part
	grep "^\.SS .* in .*$unit" "$part" >/dev/null || echo "$id: $unit"
	grep -xF ".B $id" "$part" >/dev/null || echo "$id"
	grep "^$title" "$part" >/dev/null || echo "$id: $title"
done <"$scratch/tests" >>"$scratch/wrong"
is "suites have sections: what is measured and what not, by hand, their tests" \
	"$(cat "$scratch/wrong")" ""
# The variables that the program reads, and TZ, which the C library does.
{
	echo TZ
	find "$srcdir/src" -name '*.c' -exec cat {} + | tr ' ,;' '\n' | sed -n \
		-e 's/.*getenv("\([A-Z_]*\)").*/\1/p'
} | sort -u >"$scratch/variables"
tags ENVIRONMENT EXAMPLES | sort >"$scratch/page-variables"
ok "the program reads HOME" grep -x HOME "$scratch/variables"
same "the page has the variables that it reads, and no other" \
	"$scratch/page-variables" "$scratch/variables"

# Rendering.

macro='\.(B|I|BR|BI|IR|RB|RI|IB|SH|SS)'
word='("[^"]*"|([^ "\]|\\.)([^ \]|\\.)*)'
is "no macro has more than the six words of old nroff" \
	"$(grep -nE "^$macro( +$word){7}" "$srcdir"/man/*.[1-8])" ""
if command -v mandoc >/dev/null 2>&1; then
	is "mandoc has nothing to say, but of long lines" "$(mandoc -T lint \
		-W style "$srcdir"/man/*.[1-8] | grep -v 'longer than 80 bytes')" ""
else
	skip "mandoc has nothing to say" mandoc "no mandoc"
fi
# A groff may come without the man macros: then it renders nothing.
if command -v groff >/dev/null 2>&1 &&
    echo '.TH A 1' | groff -man -Tascii >/dev/null 2>&1; then
	for file in "$srcdir"/man/*.[1-8]; do
		groff -man -Tascii -P-cbou -ww "$file"
	done >"$scratch/rendered" 2>"$scratch/err"
	is "groff has nothing to say" "$(cat "$scratch/err")" ""
	is "pages have 80 columns at most" \
		"$(awk 'length > 80' "$scratch/rendered")" ""
	ok "diskidx(1) has 900 lines at most" test "$(groff -man -Tascii \
		-P-cbou "$srcdir/man/diskidx.1" | wc -l)" -le 900
else
	skip "groff has nothing to say" groff "no groff -man"
fi

# Completion. What each shell prints for a line: the words that may take the
# last one's place, as far as the shell replaces it. The scripts are asked as
# these shells ask them.

cat >"$scratch/bash" <<'END'
. "$1/diskidx"
COMP_LINE=$2
COMP_POINT=${#2}
read -ra COMP_WORDS <<<"${2//[=:]/ & }"
[[ $2 != *' ' ]] || COMP_WORDS+=('')
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_diskidx
printf '%s\n' "${COMPREPLY[@]}"
END
cat >"$scratch/zsh" <<'END'
compadd() { print -l -- "${@:2}" }
compset() { PREFIX=${PREFIX#*=} }
_files() { }
words=(${=2})
[[ $2 != *' ' ]] || words+=('')
CURRENT=$#words
PREFIX=$words[-1]
directory=$1
set --
. $directory/_diskidx
END
cat >"$scratch/fish" <<'END'
source $argv[1]/diskidx.fish
complete -C $argv[2] | string replace -r '\t.*' ''
END
HOME=$scratch
export HOME
{
	echo "$commands help" | tr ' ' '\n'
	names suites
	names tests
} >"$scratch/words"

# The options that take words, as their table has them: NAME=WORD WORD...
awk '
	match($0, /"--[a-z-]*"/) { name = substr($0, RSTART + 1, RLENGTH - 2) }
	{
		for (; match($0, /WORD\("[a-z]*"/); $0 = substr($0, RSTART + 6))
			words[name] = words[name] " " \
				substr($0, RSTART + 6, RLENGTH - 7)
	}
	END { for (name in words) print name "=" words[name] }' \
	"$srcdir/src/command/options.c" >"$scratch/word-options"
like "options take words" "$(cat "$scratch/word-options")" \
	'^--color= auto always never$'
cat >>"$scratch/word-options" <<'END'
fio --rw=read write rw randread randwrite randrw
fio --output-format=normal json json+ terse
END

# replies SHELL LINE
replies()
{
	"$1" "$scratch/$1" "$srcdir/packaging/completion" "$2" \
		2>"$scratch/err" | sed 's/^--[a-z-]*=\([a-z]\)/\1/; s/=$//
		s/^access://' | grep .
}
for script in bash:diskidx zsh:_diskidx fish:diskidx.fish; do
	shell=${script%:*}
	if ! command -v "$shell" >/dev/null 2>&1; then
		skip "$shell completes" "$shell" "no $shell"
		continue
	fi
	ok "${script#*:} is of $shell" "$shell" -n \
		"$srcdir/packaging/completion/${script#*:}"
	while IFS='|' read -r line wanted; do
		replies "$shell" "$line" >"$scratch/replies"
		is "$shell: '$line'" "$(eval "$wanted" | sed 's/^access://' |
			grep -vxF -f "$scratch/replies"
			cat "$scratch/err")" ""
	done <<'END'
diskidx --|grep '^--' "$scratch/names"
diskidx -q -|grep '^--' "$scratch/names"
diskidx |cat "$scratch/words"
diskidx -q access:seq|names tests | grep '^access:seq'
diskidx list |printf '%s\n' $kinds
diskidx -e |names engines
diskidx --engine=|names engines
diskidx commit --format |names formats
diskidx report -B |names baselines
diskidx help |printf '%s\n' $commands
diskidx suits |names profiles
diskidx -n |names profiles
diskidx fio --|printf -- '--%s\n' name rw bs size runtime time_based output
END
	while IFS='=' read -r option words; do
		# shellcheck disable=SC2086	# several words
		is "$shell: all words of $option" \
			"$(replies "$shell" "diskidx $option=" | tr ' ' '\n' |
				sort)" "$(printf '%s\n' $words | sort)"
	done <"$scratch/word-options"
	is "$shell: options of fio are keys of job files" \
		"$(replies "$shell" 'diskidx fio --' | sed 's/^--//; s/=.*//
			/^output/d' | grep -vxFf "$scratch/keys")" ""
	is "$shell: compare takes files" "$(replies "$shell" \
		'diskidx compare x' | grep -xFf "$scratch/words")" ""
done

# Examples. What the shells find as diskidx: the directories of the manual are
# below the scratch directory, and a run is only planned, but for one that a
# pipe reads.

mkdir "$scratch/bin"
cat >"$scratch/bin/diskidx" <<END
#!/bin/sh
case "\$*" in
compare*|report*) exec "$DISKIDX" "\$@" ;;
*'-f json '*) exec "$DISKIDX" "\$@" --cache=buffered -e threads -s 2m -t 0.02 \\
	-i 1 --no-save ;;
*) exec "$DISKIDX" --dry-run "\$@" ;;
esac
END
chmod +x "$scratch/bin/diskidx"
mkdir "$scratch/mnt"
for name in a b c data; do
	mkdir "$scratch/mnt/$name"
done
cp "$srcdir/tests/unit/jobs/"*.fio "$scratch/mnt" 2>/dev/null
PATH=$scratch/bin:$PATH

# Each example in a file of its own, and the job file where they name it.
for name in diskidx.1 diskidx-jobfile.5; do
	sed -n '/^\.SH EXAMPLES/,/^\.SH [^E]/p' "$srcdir/man/$name"
done | sed "s/\\\\-/-/g; s/\\\\e/\\\\/g; s/\\\\&//g; s/\\\\(aq/'/g" |
	awk -v to="$scratch/example" -v job="$scratch/mnt/randread.fio" '
	/^\.fi/ { file = "" }
	begun { file = /^\[/ ? job : to "." ++n; begun = 0 }
	file != "" { print >file }
	/^\.nf/ { begun = 1 }'
ok "an example has a job file" test -s "$scratch/mnt/randread.fio"
ok "the manual has examples" test -s "$scratch/example.10"
if [ -z "$has_jq" ]; then
	skip "those for jq" jq "no jq"
	for file in $(grep -l '| *jq\|^ *jq' "$scratch"/example.*); do
		echo : >"$file"
	done
fi

# in_shell COMMAND...: all of them; what they print is in $scratch/printed.N,
# and here what went wrong.
in_shell()
{
	for file in "$scratch"/example.*; do
		cd "$scratch/mnt" || return
		rm -f ./*.json ./*.html
		cp "$srcdir/tests/golden/old.record" nightly.record
		for run in old new; do
			cp "$srcdir/tests/golden/runs-$run.record" $run.record
		done
		cp old.record a.record
		cp new.record b.record
		cp "$srcdir/tests/golden/same.record" c.record
		sed "s|/mnt/|$scratch/mnt/|g" "$file" >example
		printed=$scratch/printed.${file##*.}
		"$@" example >"$printed" 2>&1
		status=$?
		case $status-$(cat example) in
		0-* | 1-*--fail-if-slower*) continue ;;
		2-*" -s "*)	# the disk may be small
			grep -q 'the test files need' "$printed" && continue ;;
		esac
		echo "status $status:"
		cat example "$printed"
	done
}

for shell in sh bash dash 'busybox sh' ksh zsh; do
	if ! command -v "${shell% sh}" >/dev/null 2>&1; then
		skip "the examples run in $shell" shells "no $shell"
		continue
	fi
	# shellcheck disable=SC2086	# it may be two words
	is "the examples run in $shell" "$(in_shell $shell)" ""
	for file in $(grep -l 'eval\|jq' "$scratch"/example.*); do
		like "$shell: ${file##*/} gives its figures" "$(tr '\n' ' ' \
			<"$scratch/printed.${file##*.}")" '[0-9]'
	done
done

# The 99th percentile: of a record of random reads, also by another format. What
# fio calls clat is half of the least latency there. Of few reads it is a bound.
if [ -n "$has_jq" ]; then
	awk -F '\t' '$1 == "test" { out = $2 != "rand-read-q32" }
		$1 == "end" { print "end\t" n + 0; exit }
		out { next }
		{ print; n++ }
		$1 == "latency" {
			printf "completion\tread\t%s\t%.0f\t50000\t50000\t" \
				"673:%s\n", $3, 5e4 * $3, $3
			n++
		}' "$srcdir/tests/golden/old.record" >"$scratch/random.record"
	sed 's/9980\t2500290000\t.*/9\t900000\t100000\t100000\t737:9/
		/^sample\t[2-9]/,/^completion/d; s/^end.*/end\t29/' \
		"$scratch/random.record" >"$scratch/few.record"
	for name in random few; do
		record=$scratch/$name.record
		"$DISKIDX" report -f json "$record" >"$scratch/json"
		cat "$srcdir/README" "$scratch"/example.* |
			sed -n "s/^ *jq '\(.*99\.000000.*\)'\$/\1/p" |
			while read -r filter; do
				jq "$filter" "$scratch/json" | tail -n 1
			done | uniq >"$scratch/by-jq"
		"$DISKIDX" report -f shell "$record" | sed -n \
			"s/^.*_READ_Q32_P99_NS[A-Z_]*='\(.\{1,\}\)'/\1/p" \
			>"$scratch/by-shell"
		same "the p99 of jq is that of the shell: $name" \
			"$scratch/by-jq" "$scratch/by-shell"
	done
else
	skip "the p99 of jq is that of the shell" jq "no jq"
fi

done_testing
