#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# output.sh - which output of a run goes where: files of -f FORMAT=FILE in
# addition to standard output, only the score, and the line that says what comes
# next; in a transcript. Lines for eval, which a shell reads correctly whatever
# a name contains. Names of any bytes: a terminal or a spreadsheet gets no
# control character (also not from C1), no mark that turns the text around,
# nothing that is not UTF-8, and no cell that is a formula. And a report in a
# terminal, which has its width, and colors unless they are switched off; files
# and pipes have none.
tap_in_memory=yes
. "$(dirname "$0")/../support/tap.sh"
need_diskidx

golden=$(cd "$srcdir/tests/golden" && pwd) || bail "no tests/golden"
cd "$scratch" || bail "can't go to $scratch"
mkdir disk || bail "can't make a directory to test"

tiny()
{
	diskidx -d disk -s 4m -t 0.01 -i 3 "$@"
}

# refused ARGUMENT...: what can't be written is found before anything is
# measured.
refused()
{
	tiny --no-save fsbuffer "$@"
	code=$?
	ls -A disk
	return "$code"
}
ln -s nowhere link
records=$srcdir/tests/golden/records

# A whole suite, of which one test has no figure.
awk 'BEGIN { FS = OFS = "\t" } $1 == "end" { $2 = n; out = 0 }
	$1 == "test" { out = $2 == "commit" }
	!out || $1 == "test" { print; n++ }
	out && $1 == "test" { print "missing", "no time"; n++ }' \
	"$records/good-suite.record" >partial

transcript output "${1:-}"

# Reports of many runs grow as they do.

# many N: so many runs, an hour apart.
many()
{
	awk -v n="$1" -v apart_s=3600 -f "$srcdir/tests/support/many.awk" \
		"$golden/old.record"
}
# bytes FORMAT N
bytes()
{
	many "$2" >many.record
	"$DISKIDX" report -f "$1" many.record | wc -c
}
for format in json html; do
	few=$(bytes $format 5)
	more=$(bytes $format 50)
	ok "ten times the runs are not 15 times the $format" \
		test "$more" -le $((15 * few))
done
rm many.record

# A pipe on which others have asked that calls don't wait.

# is_full: the pipe takes no more; or it takes bytes that no report has.
is_full()
{
	! dd if=/dev/zero of=pipe bs=4096 count=1 conv=notrunc oflag=nonblock \
		2>/dev/null
}

# slow SENTENCE ARGUMENT...: standard output is such a pipe, which nobody reads
# before it is full.
slow()
{
	sentence=$1
	shift
	{
		dd if=/dev/null oflag=nonblock 2>/dev/null
		"$DISKIDX" "$@" 2>"$scratch/err"
		echo "$?" >"$scratch/status"
	} >pipe &
	exec 7<pipe
	ok "$sentence" until_event is_full
	tr -d '\0' <&7 >"$scratch/slow"
	exec 7<&-
	wait
	is "and its status is 0" "$(cat "$scratch/status")" 0
}
mkfifo pipe
if dd if=/dev/null oflag=nonblock 2>/dev/null; then
	"$DISKIDX" report -f json "$golden"/*.record >"$scratch/whole" \
		2>/dev/null
	slow "a report fills a pipe" report -f json "$golden"/*.record
	same "a slow pipe gets all of it" "$scratch/slow" "$scratch/whole"
	slow "a run fills a pipe" -q -d disk -s 4m -t 0.001 -i 1 --no-save \
		-f json disk
	ok "a slow pipe gets all of it, too" \
		awk 'END { exit $0 != "}" }' "$scratch/slow"
else
	skip "a slow pipe gets all of a report" helpers "dd asks for no such one"
fi

# Lines for eval.

odd="it's \$(touch $scratch/harm) \`touch $scratch/harm\` \"\\ a"
odd=$odd awk 'BEGIN { FS = OFS = "\t" }
	$1 == "target" && $3 == "directory" { $4 = ENVIRON["odd"] }
	{ print }' "$records/good-suite.record" >"$scratch/odd.record"
"$DISKIDX" report -f json "$scratch/odd.record" >"$scratch/odd.json"
eval "$("$DISKIDX" report -f shell "$scratch/odd.record")"
is "a directory is taken as it is" "$DISKIDX_DIRECTORY" "$odd"
ok "and does no harm" test ! -e "$scratch/harm"
is "the score is that of -q" "$(printf '%.1f\n' "$DISKIDX_SCORE")" \
	"$("$DISKIDX" report -q "$records/good-suite.record")"
is "and the trust that of JSON" "$DISKIDX_TRUST: $DISKIDX_TRUST_WHY" \
	"$(sed -n 's/^ *"trust": "\([a-z]*\)",*$/\1/p
		s/^ *"why": "\(.*\)"$/\1/p' "$scratch/odd.json" | sed 2q |
		paste -s -d : - | sed 's/:/: /')"
for job in seq-a seq_a SEQ.A seq-a-2; do
	printf '[%s]\nstonewall\nrw=write\nbs=64k\nsize=4m\n' $job
done >names.fio
"$DISKIDX" -q -d disk --no-save -f shell names.fio >names 2>"$scratch/err"
is "jobs that differ in other signs have names of their own" \
	"$(sed -n 's/_VALUE=.*//p' names | tr '\n' ' ')" \
	"DISKIDX_TEST_NAMES_SEQ_A DISKIDX_TEST_NAMES_SEQ_A_2 \
DISKIDX_TEST_NAMES_SEQ_A_3 DISKIDX_TEST_NAMES_SEQ_A_2_2 "
is "and no name is there twice" "$(sed 's/=.*//' names | sort | uniq -d)" ""
eval "$("$DISKIDX" report -f shell "$scratch/record")"
is "what another record lacks is empty" "$DISKIDX_SCORE$DISKIDX_TRUST" ""

# Names and operands of any bytes.

e=$(printf '\303\251')			# a letter, which stays
unknown=$(printf '\357\277\275')	# U+FFFD, of JSON
dir=$(printf 'a%s\033]0;x\007\302\233\342\200\256\177\tb\nc' "$e")
bytes=$(printf '%s\233' "$dir")		# and one byte that is no UTF-8
mkdir "$dir" || bail "can't make a directory to test"
! mkdir "$bytes" 2>/dev/null || dir=$bytes

# plain SENTENCE COMMAND...: it prints something, all of plain characters.
plain()
{
	sentence=$1
	shift
	tap_run "$@"
	is "$sentence is plain" "$(cat out err | sed "s/$e//g; s/$unknown//g" |
		tr -cd '\000-\011\013-\037\177-\377' | od -An -c)" ""
	isnt "$sentence: there is something" "$out$err" ""
}

for arguments in --no-save "--no-save -d" list; do
	# shellcheck disable=SC2086	# several words
	plain "$arguments" diskidx $arguments "$bytes/none"
	is "it is refused in a line" "$status $(wc -l <err | tr -d ' ')" "2 1"
	like "which names it" "$err" "a$e\\?"
done
plain "a run" diskidx -v -t 0.01 -i 1 -d "$dir" -o "$dir/odd" fsbuffer
cp "$dir/odd" "$dir/odd.diskidx"
tiny -i 1 -q -o plain fsbuffer >out
for format in text json csv markdown html unixbench; do
	plain "a report in $format" diskidx report -f $format "$dir/odd"
	[ $format = unixbench ] || plain "a comparison in $format" \
		diskidx compare -f $format "$dir/odd" plain
done
plain "a dry run" diskidx -n -d "$dir"

# odd_texts RECORD: with such bytes in each of its texts, but no control
# characters of ASCII, which no record has.
odd_texts()
{
	tr -d '\200-\377' <"$golden/$1.record" |
		awk -v odd="$(printf '%s\302\2331m\2332J\342\200\256' "$e")" '
	BEGIN { FS = OFS = "\t" }
	$1 == "run" { $2 = $2 odd; NF = 8 }
	$1 == "end" { NF = 2 }
	$1 ~ /^(host|plan|target)$/ && $NF !~ /^[0-9]*$/ { $NF = $NF odd }
	$1 ~ /^(note|setting|missing)$/ { $2 = $2 odd }
	$1 == "test" { $2 = $2 odd; $3 = $3 odd; $14 = $14 odd }
	{ print }'
}
for name in disk fio details unixbench; do
	odd_texts $name >"odd-$name"
	for format in text json csv markdown html unixbench shell fio fio-json \
	    fio-terse fio-terse5; do
		plain "odd texts of $name in $format" \
			diskidx report -v -f $format "odd-$name"
	done
	for options in --brief --brief=line -q; do
		plain "and with $options" diskidx report $options "odd-$name"
	done
done
for format in text json csv markdown html shell; do
	plain "a comparison of them in $format" \
		diskidx compare -f $format odd-disk odd-fio
	[ $format = shell ] || plain "hosts of such names in $format" \
		diskidx merge -f $format odd-disk odd-fio
done
for length in 78 79 80 81 120; do
	name=$(printf "%${length}s" n | tr ' ' n)
	awk -v name="$name" 'BEGIN { FS = OFS = "\t" }
		$1 == "test" && $2 == "fsdisk" { $2 = name }
		{ print }' "$golden/two.record" >long
	plain "a name of $length characters" diskidx report long
	is "and in 80 columns, but for the name" "$(
		awk -v name="$length" 'length > 80 && length > name' out)" ""
done
plain "a list of records" env DISKIDX_RESULTDIR="$dir" diskidx list records
like "JSON loses nothing" "$(diskidx report -f json "$dir/odd")" \
	"\"directory\": \".*a$e .*\\\\u009b\\\\u202e"

# A formula begins with one of these.
for sign in = + - @; do
	cp "$dir/odd" "./${sign}1,\"2\""
	diskidx compare -f csv -- "${sign}1,\"2\"" plain >out 2>err
	is "CSV: no cell is a formula that begins with $sign" \
		"$(sed -n 2p out | cut -c 1-8)" "\"'${sign}1,\"\"2"
done
unlike "CSV: no figure is a text" "$(diskidx report -f csv "$dir/odd")" ",'"

# A terminal.

in_terminal=$(dirname "$DISKIDX")/tests/support/in-terminal
[ -x "$in_terminal" ] || in_terminal=$tap_start/tests/support/in-terminal
[ -x "$in_terminal" ] ||
	skip_all helpers "no $in_terminal: make check builds it"
"$in_terminal" 80 -- true >/dev/null 2>"$scratch/err" ||
	skip_all terminal "$(cat "$scratch/err")"
unset NO_COLOR
TERM=xterm
export TERM
old=$golden/old.record
new=$golden/new.record

# in_color ARGUMENT...: what is shown with escapes, which are readable then.
in_color()
{
	"$in_terminal" 80 -- diskidx "$@" | tr '\033' '^' | tr -d '\r' >shown
	grep '\^' shown
}
like "the trust has a color" "$(in_color report "$new")" \
	'^\^\[3[123]mTrust is (none|low|good)\^\[0m: '
like "so has a result" "$(cat shown)" '^\^\[1mrand-read-q1\^\[0m x2: '
sed 's/\^\[[0-9]*m//g' shown >uncolored
diskidx report "$new" >printed
same "else it is the same" uncolored printed
is "the verdicts have one" "$(in_color compare "$old" "$new" |
	sed -n 's/.* \(\^\[3[12]m[a-z]*\^\[0m\)$/\1/p' |
	sort -u)" "^[31mslower^[0m
^[32mfaster^[0m"
for options in --color=never "-f json" -q; do
	# shellcheck disable=SC2086	# several words
	is "$options has none" "$(in_color report $options "$new")" ""
done
is "NO_COLOR" "$(NO_COLOR=1; export NO_COLOR; in_color report "$new")" ""
is "TERM=dumb" "$(TERM=dumb in_color report "$new")" ""
is "nor has what is no terminal" "$(tr -cd '\033' <printed)" ""
NO_COLOR=1 tiny -e null --cache=buffered --no-save --color=always \
	-f text=file rand-read-q1 >report 2>/dev/null
ok "but --color=always has, of a run, too" grep -q '\[3[123]mTrust is ' report
is "and a file never" "$(tr -cd '\033' <file)" ""

longest()
{
	tr -d '\r' <"$1" | awk 'length > n { n = length } END { print n + 0 }'
}
diskidx report "$new" >printed
"$in_terminal" 60 -- diskidx report --color=never -f text=text "$new" >shown
wide=$(longest shown)
ok "60 columns of a terminal are used: $wide" \
	test "$wide" -gt 50 -a "$wide" -le 60
same "a file has 80" text printed
"$in_terminal" 140 -- diskidx report -v --color=never "$new" >shown
wide=$(longest shown)
ok "of 140 not all: $wide" test "$wide" -gt 110 -a "$wide" -le 132

is "nothing is left" "$(ls -A disk)" ""
cd .. || exit
done_testing
