#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# manual.sh - the manual pages and README say what the program says of itself:
# its options, and everything that `diskidx list` has; and the manual
# has all keys of a job file. And the pages are rendered without a warning.
. "$(dirname "$0")/../support/tap.sh"
need_diskidx

for name in diskidx.1 diskidx-jobfile.5 diskidx-suites.7; do
	[ -r "$srcdir/man/$name" ] || bail "no $name"
	cat "$srcdir/man/$name"
done >"$scratch/manual"
page=$scratch/manual

# plain FILE: a page without its markup.
plain()
{
	sed 's/^\.\\".*//; s/\\f[BIRP]//g; s/\\-/-/g; s/\\(bu/*/g; s/\\ / /g
		s/\\e/\\/g; s/\\&//g' "$1"
}
plain "$page" >"$scratch/page"

# --help and its like.

transcript manual "${1:-}"
version=$(cut -d ' ' -f 2 "$scratch/version")
is "the pages are of this version" \
	"$(grep '^\.TH' "$srcdir"/man/*.[1-8] |
		grep -v "\"diskidx $version\"")" ""

# Options. In the list a line begins with them, in the page a tagged paragraph.

options()
{
	sed -n 's/^ *\(-[A-Za-z], \)\{0,1\}\(--[a-z-]*\)\(=\{0,1\}\).*/\1\2\3/p'
}
options <"$scratch/help" | sort >"$scratch/help-options"
# The macro .B is bold by itself; \f says it otherwise.
sed -n '/^\.SH OPTIONS/,/^\.SH TESTS/p' "$scratch/page" | awk '
	tagged { sub(/^\.B /, ""); print }
	{ tagged = /^\.TP/ }' | options | sort >"$scratch/page-options"
ok "the list has options" test -s "$scratch/help-options"
same "the page has the options of the list" "$scratch/page-options" \
	"$scratch/help-options"

# Each option that is spoken of anywhere in the page exists, but for those in
# fio's command lines.
sed '/^fio /,/^\.fi$/d; / fio --/d' "$scratch/page" | tr -c 'A-Za-z0-9-' '\n' |
	grep -E '^--[a-z]' | sort -u \
	>"$scratch/spoken"
sed 's/.*--/--/; s/=//' "$scratch/help-options" | sort -u >"$scratch/long"
is "the page speaks of no other" \
	"$(comm -23 "$scratch/spoken" "$scratch/long")" ""

# The same of README, the short ones included.
tr -s ' \t`(),;:/|"' '\n' <"$srcdir/README" | sed -n 's/[.=].*//
	s/\[.*//; /^-[A-Za-z]$/p; /^--[a-z][a-z-]*$/p' | sort -u \
	>"$scratch/spoken"
{
	cat "$scratch/long"
	sed -n 's/^ *\(-[A-Za-z]\), .*/\1/p' "$scratch/help"
} | sort -u >"$scratch/all"
ok "README speaks of options" test -s "$scratch/spoken"
is "README speaks of no other" "$(comm -23 "$scratch/spoken" "$scratch/all")" ""

like "the page has -B, and that report takes it again" \
	"$(sed -n '/^\.SS How to read/,/^\.SS Contents/p' "$scratch/page" |
		tr '\n' ' ')" \
	'-B *takes another baseline.* diskidx report *takes \.B -B again'

# The option's argument, but for what has more than one name.
grep '=$' "$scratch/help-options" >"$scratch/with-argument"
awk '
function argument(line)
{
	sub(/.*=/, "", line)
	match(line, /^[A-Z]*/)
	return substr(line, 1, RLENGTH)
}
FILENAME == ARGV[1] { option[++n] = $0 }
FILENAME == ARGV[2] {
	sub(/^ */, "")
	for (i = 1; i <= n; i++)
		if (index($0, option[i]) == 1)
			list[i] = list[i] argument($0)
}
FILENAME == ARGV[3] {
	for (i = 1; i <= n; i++)
		if (index($0, option[i]) == 1 && !(i in page))
			page[i] = argument($0)
}
END {
	for (i = 1; i <= n; i++)
		if (list[i] != page[i])
			print option[i] " " list[i] " " page[i]
}' "$scratch/with-argument" "$scratch/help" "$scratch/page" >"$scratch/wrong"
is "arguments are called alike" "$(cat "$scratch/wrong")" ""

# The options of each subcommand. diskidx refuses any other before it looks at
# the value.
for command in compare report list merge; do
	while read -r option; do
		name=${option##*--}
		case $("$DISKIDX" $command "--${name%=}" 2>&1),$option in
		*'belongs to'*) ;;
		*,-?,*) echo "${option%%,*}" ;;
		*) echo "--${name%=}" ;;
		esac
	done <"$scratch/help-options" | sort >"$scratch/taken"
	sed -n "/^\.B $command\$/,/^\.TP/p" "$scratch/page" |
		sed -n '/^It takes the options/,$ s/^\.BR* \(-[^ ]*\).*/\1/p' | sort |
		diff - "$scratch/taken" >"$scratch/wrong"
	is "the page has the options of $command" "$(cat "$scratch/wrong")" ""
done

# Defaults: both say the same number.
defaults()
{
	while read -r option default; do
		grep -E -e "--$option=.*\($default\)\$" "$scratch/help" \
			>/dev/null || echo "list: $option is not $default"
		sed -n "/--$option=/,/^\.TP/p" "$scratch/page" |
			grep -E -e "$default unless given" >/dev/null ||
			echo "page: $option is not $default"
	done
}
is "defaults are the same" "$(defaults <<'END'
size 1g
time 2
iterations 8
copies 1
END
)" ""

for option in quick full; do
	text=$(sed -n "s/^ *--$option  *//p" "$scratch/help")
	like "--$option has its rounds" "$text" \
		"^[0-9]* rounds of [0-9.]* seconds"
	sed -n "/^\.B --$option\$/,/^\.TP/p" "$scratch/page" >"$scratch/tagged"
	like "and the page has the same" "$(cat "$scratch/tagged")" "^$text"
done
like "the baseline of the scores is the first" \
	"$(grep -e '--baseline=' "$scratch/help")" \
	"($("$DISKIDX" list baselines | sed -n 's/^\([a-z][^ ]*\) .*/\1/p' |
		sed 1q))"

# The names that `diskidx list` has.

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
	}' >"$scratch/bold"
}
bold "$page"

# named KIND NAME...: each is in the page, as a word in bold.
named()
{
	kind=$1
	shift
	if [ $# -eq 0 ]; then
		fail "the page has the $kind"
		note "there are none"
	else
		is "the page has the $kind" "$(printf '%s\n' "$@" |
			grep -vxF -f "$scratch/bold")" ""
	fi
}
names()
{
	"$DISKIDX" list "$1" | sed -n 's/^\([a-z][^ ]*\) .*/\1/p'
}
for kind in tests suites engines formats baselines; do
	# shellcheck disable=SC2046	# several names
	named $kind $(names $kind)
done
"$DISKIDX" list references >"$scratch/references"
same "the list has the devices of share/diskidx" "$scratch/references" \
	"$srcdir/share/diskidx/devices"
bold "$srcdir/man/diskidx.1"
# shellcheck disable=SC2046
named "suites in diskidx.1" $(names suites)
bold "$page"
# Those of fio are one there.
is "the list has the formats" "$(for name in $(names formats); do
		name=${name%%-*}
		grep -E -e "--format=.*[ ,]$name([ ,]|\$)" "$scratch/help" \
			>/dev/null || echo "$name"
	done)" ""
# shellcheck disable=SC2046
named "kinds of lists" options records \
	$("$DISKIDX" list | sed -n 's/^\([a-z]*\):$/\1/p')
# shellcheck disable=SC2046
named flags $(sed -n 's/^[[:space:]]*"\([a-z-]*\)", .[A-Z].,$/\1/p' \
	"$srcdir/src/result/flags-table.c")
# The keys of a job file, which are the tags of paragraphs in its page.
sed -n '/keys\[JOB_KEYS\] = {/,/^};/p' "$srcdir/src/jobfile/keys.c" |
	sed '/^	\[JOB_[^}]*$/{
		N
		s/\n[[:space:]]*/ /
	}' | sed -n 's/^	\[JOB_[A-Z_]*\] = { { \([^}]*\)}.*/\1/p' | tr ',' '\n' |
	sed 's/[^"]*"\([^"]*\)".*/\1/' | sort >"$scratch/keys"
plain "$srcdir/man/diskidx-jobfile.5" |
	awk 'tagged && /^\.B/ { print } { tagged = /^\.TP/ }' |
	sed 's/^\.BR* //; s/" or "/ /g; s/[",]/ /g' | tr -s ' ' '\n' |
	sed '/^$/d' | sort >"$scratch/page-keys"
ok "a job file has keys" test -s "$scratch/keys"
same "the page has the keys of a job file, and no other" \
	"$scratch/page-keys" "$scratch/keys"
bold "$srcdir/man/diskidx-record.5"
# shellcheck disable=SC2046
named "facts of a record" $(sed -n 's/^	[A-Z]*([A-Z_]*, "\([a-z_]*\)".*/\1/p' \
	"$srcdir/include/diskidx/facts.h")
# Each test: id UNIT title; a category may have blanks.
"$DISKIDX" list tests | awk '
	/^[a-z]/ {
		for (i = 2; i < NF; i++)
			if ($i ~ /^(KBps|MiB\/s|IOPS|ops\/s)$/)
				break
		printf "%s %s", $1, $i
		while (++i <= NF)
			printf " %s", $i
		print ""
	}' >"$scratch/tests"
is "each test has a unit" "$(awk '$2 == "" || $3 == ""' "$scratch/tests")" ""

# What the sections of the page lack: that of a suite is called like it, and that
# of `disk` is TESTS.
names suites >"$scratch/suites"
awk '
function begins(suite)
{
	return suite == "disk" ? $2 ~ /^(TESTS|File)/ || shown[suite] && \
		/^\.SS / : /^\.SS / && $2 == suite
}
function want(what, text, part)
{
	if (!index(text, part))
		print what ": " part
}
FILENAME == ARGV[1] { suite[++suites] = $1; next }
FILENAME == ARGV[2] { test[++tests] = $0; next }
/^\.S[SH] / {
	for (i = 1; i <= suites; i++)
		shown[suite[i]] = begins(suite[i])
}
{
	for (i = 1; i <= suites; i++)
		if (shown[suite[i]]) {
			text[suite[i]] = text[suite[i]] "\n" $0 "\n"
			if (/^\.SS /)
				head[suite[i]] = head[suite[i]] $0
		}
}
END {
	for (i = 1; i <= suites; i++)
		if (suite[i] != "disk") {
			want(suite[i], text[suite[i]], "Measured")
			want(suite[i], text[suite[i]], "Not measured")
			want(suite[i], text[suite[i]], "By hand")
		}
	for (i = 1; i <= tests; i++) {
		split(test[i], word, " ")
		of = index(word[1], ":") ? word[1] : "disk"
		sub(/:.*/, "", of)
		sub(/^[^ ]* [^ ]* /, "", test[i])
		want(word[1], text[of], "\n" test[i])
		want(word[1], text[of], "\n.B " word[1] "\n")
		want(word[1], head[of], word[2])
	}
}' "$scratch/suites" "$scratch/tests" "$scratch/page" >"$scratch/wrong"
is "suites have sections: what is measured and what not, by hand, their tests" \
	"$(cat "$scratch/wrong")" ""
# The variables that the program reads, and TZ, which the C library does.
{
	echo TZ
	find "$srcdir/src" -name '*.c' -exec cat {} + | tr ' ,;' '\n' | sed -n \
		-e 's/.*getenv("\([A-Z_]*\)").*/\1/p'
} | sort -u >"$scratch/variables"
sed -n '/^\.SH ENVIRONMENT/,/^\.SH FILES/p' "$scratch/page" | awk '
	tagged { sub(/^\.B /, ""); print }
	{ tagged = /^\.TP/ }' | sort >"$scratch/page-variables"
ok "the program reads HOME" grep -x HOME "$scratch/variables"
same "the page has the variables that it reads, and no other" \
	"$scratch/page-variables" "$scratch/variables"

# Rendering.

set -- "$srcdir"/man/*.[1-8]
for file; do
	name=${file##*/}
	is "$name: plain ASCII" \
		"$(tr -d '\n\t\040-\176' <"$file" | wc -c | tr -d ' ')" 0
	is "$name: no blanks at the end of a line" \
		"$(grep -n '[[:space:]]$' "$file")" ""
	if command -v mandoc >/dev/null 2>&1; then
		is "$name: mandoc has nothing to say" \
			"$(mandoc -T lint -W warning "$file" 2>&1)" ""
	else
		skip "$name: mandoc has nothing to say" mandoc "no mandoc"
	fi
	# Words in quotes are one, and so are those with a blank that is \ .
	is "$name: no macro has more than the six words of old nroff" "$(awk '
		/^\.(B|I|BR|BI|IR|RB|RI|IB|SH|SS) / {
			rest = $0
			sub(/^\.[A-Z]+ */, "", rest)
			gsub(/\\ /, "_", rest)
			for (words = 0; rest != ""; words++)
				if (!sub(/^"[^"]*" */, "", rest))
					sub(/^[^ ]+ */, "", rest)
			if (words > 6)
				print FNR ": " $0
		}' "$file")" ""
	# A groff may come without the man macros: then it renders nothing.
	if command -v groff >/dev/null 2>&1 &&
	    echo '.TH A 1' | groff -man -Tascii >/dev/null 2>&1; then
		is "$name: groff has nothing to say" \
			"$(groff -man -Tascii -ww -z "$file" 2>&1)" ""
		groff -man -Tascii -P-cbou "$file" >"$scratch/rendered" 2>&1
		is "$name: is 80 columns at most" \
			"$(awk 'length > 80' "$scratch/rendered")" ""
		[ "$name" != diskidx.1 ] || ok "$name: 1,100 lines at most" \
			test "$(wc -l <"$scratch/rendered")" -le 1100
		like "$name: begins as a page does" \
			"$(sed '/^$/d; q' "$scratch/rendered")" \
			'^ *[A-Za-z-]+\([1-8]\) .* [A-Za-z-]+\([1-8]\)$'
	else
		skip "$name: groff has nothing to say" groff "no groff -man"
		skip "$name: is 80 columns at most" groff "no groff -man"
		[ "$name" != diskidx.1 ] ||
			skip "$name: 1,100 lines at most" groff "no groff -man"
		skip "$name: begins as a page does" groff "no groff -man"
	fi
done

done_testing
