#!/bin/sh
# record.sh - what a run saves: where, that it is never anything else's end,
# and that it is read back as it was. What a damaged record looks like to the
# reader is in tests/unit/record, and to the user in bad-input.sh.
# shellcheck disable=SC2317	# functions that ok and exits call
: "${srcdir:=$(dirname "$0")/../..}"
# shellcheck source=tests/shell/tap.sh
. "$srcdir/tests/shell/tap.sh"
need_diskidx

# Relative paths: what is printed does not depend on where this runs.
here=${scratch##*/}
dir=$here/disk
mkdir "$dir" || bail "can't make a directory to test"

# tiny ARGUMENT...: a short run of a few tests.
tiny()
{
	"$DISKIDX" -d "$dir" -t 0.02 -i 2 -s 4m "$@" \
		fsbuffer seq-write rand-mixed-q32 commit
}

# least ARGUMENT...: the shortest run that there is.
least()
{
	"$DISKIDX" -d "$dir" -t 0.01 -i 1 "$@" fsbuffer
}

# with VARIABLE=VALUE... -- COMMAND...: the command in an environment that has
# none of the variables about records but these.
with()
{
	(
		unset DISKIDX_RESULTDIR XDG_STATE_HOME HOME
		while [ "$1" != -- ]; do
			export "${1?}"
			shift
		done
		shift
		"$@"
	)
}

# What is below a directory, by name.
below()
{
	(cd "$1" 2>/dev/null && find . -type f | LC_ALL=C sort)
}

# one_line SENTENCE REGEX: the last command printed nothing but one line of
# error that matches.
one_line()
{
	if [ -z "$out" ] && [ "$(wc -l <"$scratch/err")" -eq 1 ]; then
		like "$1" "$err" "^diskidx: $2"
	else
		fail "$1"
		note "stdout: $out"
		note "stderr: $err"
	fi
}

# The default place.

exits "a run is saved" 0 least
like "and says where" "$out" "^The record is in $DISKIDX_RESULTDIR/"
is "in DISKIDX_RESULTDIR, one file" \
	"$(below "$DISKIDX_RESULTDIR" | grep -E -c -e \
	'^\./[A-Za-z0-9.-]+-[0-9]{4}-[0-9]{2}-[0-9]{2}-01\.diskidx$')" 1
saved=$(ls "$DISKIDX_RESULTDIR"/*-01.diskidx)
cp "$saved" "$scratch/first"
exits "so is another" 0 least
is "in a file of its own" "$(below "$DISKIDX_RESULTDIR" | wc -l | tr -d ' ')" 2
same "the first stays as it was" "$saved" "$scratch/first"
is "no other file is left there" \
	"$(below "$DISKIDX_RESULTDIR" | grep -v '\.diskidx$')" ""

state=$scratch/state
home=$scratch/home
mkdir "$home"
exits "without DISKIDX_RESULTDIR" 0 \
	with XDG_STATE_HOME="$state" HOME="$home" -- least
is "it is XDG_STATE_HOME" \
	"$(below "$state" | grep -c '^\./diskidx/.*\.diskidx$')" 1
is "and not HOME" "$(below "$home")" ""
exits "without that" 0 with HOME="$home" -- least
is "it is below HOME" \
	"$(below "$home" | grep -c '^\./\.local/state/diskidx/.*\.diskidx$')" 1
exits "an empty variable is as none, and one that is relative" 0 \
	with DISKIDX_RESULTDIR= XDG_STATE_HOME=relative HOME="$home" -- least
is "so it is HOME again" "$(below "$home" | wc -l | tr -d ' ')" 2
exits "without any" 2 with -- least
is "nothing is measured, since the record could not be saved" "$out$err" \
	"diskidx: the record cannot be saved: HOME is not set; use -o FILE or --no-save"
exits "without any, but with --no-save" 0 with -- least --no-save

exits "--no-save" 0 with HOME="$home" -- least --no-save
is "saves nothing" "$(below "$home" | wc -l | tr -d ' ')" 2
unlike "and says nothing of a record" "$out" 'The record is in'
is "nor warns" "$(grep '^diskidx: ' "$scratch/err")" ""

# A place that can't be written, for root neither.
echo "a file" >"$scratch/file"
exits "an unwritable place is found before anything is measured" 2 \
	with DISKIDX_RESULTDIR="$scratch/file/records" -- least -q
like "and told" "$out$err" \
	'^diskidx: the record cannot be saved: .*file.*; use -o FILE or --no-save$'
is "what is in the way stays" "$(cat "$scratch/file")" "a file"
exits "a plan needs none" 0 \
	with DISKIDX_RESULTDIR="$scratch/file/records" -- least -n

# -o: new, appended, refused.

record=$here/own.record
exits "-o" 0 tiny -o "$record"
sed '/^The record is in/,$d' "$scratch/out" >"$scratch/text"
like "says where the record is" "$out" "^The record is in $record\$"
is "there it is, and nothing is left beside it" \
	"$(find "$here" -name 'own.record*' -size +0)" "$record"
cp "$record" "$scratch/first"
exits "report prints it again" 0 "$DISKIDX" report "$record"
same "the same, but for where the record is" "$scratch/out" "$scratch/text"
is "with nothing on standard error" "$err" ""

exits "-o again, twice in one call" 0 least --repeat=2 -o "$record"
size=$(wc -c <"$scratch/first" | tr -d ' ')
ok "keeps the file as it was" \
	dd if="$record" of="$scratch/head" bs="$size" count=1
same "to the byte" "$scratch/head" "$scratch/first"
ok "and adds to it" test "$(wc -c <"$record")" -gt "$size"
exits "the report" 0 "$DISKIDX" report "$record"
is "has a line for each of three runs" \
	"$(sed '/^---/,$d' "$scratch/out" | grep -c ' [0-9][0-9]:[0-9][0-9] ')" 3
is "and the newest in full" "$(grep -c '^Run: ' "$scratch/out")" 1
exits "the report with -v" 0 "$DISKIDX" report -v "$record"
is "has all three runs" "$(grep -c '^Run: ' "$scratch/out")" 3

# refused SENTENCE FILE REASON: -o FILE is refused before anything is done.
refused()
{
	sum=
	if [ -f "$2" ] && [ ! -h "$2" ]; then
		touch -t 200001010000 "$2"
		sum=$(cksum <"$2")
	fi
	mark=$(ls -ldn "$2" 2>&1)
	exits "$1: refused" 2 least -o "$2"
	one_line "$1: in a line" "-o: $2:$3"
	is "$1: nothing is done to it" "$(ls -ldn "$2" 2>&1)" "$mark"
	[ -z "$sum" ] || is "$1: nor to what it has" "$(cksum <"$2")" "$sum"
	is "$1: nothing measured" "$(ls -A "$dir")" ""
}
echo "precious" >"$here/precious"
refused "-o with another file" "$here/precious" \
	" exists and is not a record; name a new file\$"
: >"$here/empty"
refused "-o with an empty file" "$here/empty" " is empty, .*; name a new file\$"
sed '$d' "$scratch/first" >"$here/cut"
refused "-o with a record that is cut off" "$here/cut" \
	"[0-9]*: the record has no whole run; name a new file\$"
sed 's/^sample	/simple	/' "$scratch/first" >"$here/damaged"
refused "-o with a damaged record" "$here/damaged" \
	'[0-9]*: unknown line "simple"; name a new file$'
refused "-o with a directory" "$here" " is a directory; name a file in it\$"
refused "-o in a directory that isn't there" "$here/nowhere/x" " No such file"
mkfifo "$here/fifo"
refused "-o with a FIFO" "$here/fifo" " is a FIFO; name a new file\$"
cp "$scratch/first" "$here/mine"
ln -s mine "$here/link"
refused "-o with a link to a record" "$here/link" \
	" is a symbolic link; name the file that it leads to\$"
same "which stays as it was" "$here/mine" "$scratch/first"
ln -s nowhere "$here/dangling"
refused "-o with a link to nothing" "$here/dangling" " is a symbolic link; "
ok "makes nothing" test ! -e "$here/nowhere"
# A link on some systems.
refused "-o with a device" /dev/null " is a (device|symbolic link); name "
# One that has no driver: to open it would fail.
if mknod "$here/watchdog" c 250 255 2>/dev/null; then
	refused "-o with a device that nothing opens" "$here/watchdog" \
		" is a device; name a new file\$"
else
	skip "-o with a device that nothing opens" root "none can be made here"
fi
if [ -f /proc/self/mem ]; then
	exits "-o with a process's memory" 2 least -o /proc/self/mem
	one_line "is refused" "-o: /proc/self/mem: is empty, "
else
	skip "-o with a process's memory" proc "there is none"
fi
exits "-o with --no-save" 2 least -o "$here/new" --no-save
ok "saves nothing" test ! -e "$here/new"

# Nobody else's link leads the records of the default place anywhere.
mkdir "$here/theirs"
ln -s theirs "$here/way"
exits "a link of one's own to the default place" 0 \
	with DISKIDX_RESULTDIR="$here/way/records" -- least
is "is followed" "$(below "$here/theirs" | wc -l | tr -d ' ')" 1
if [ "$(id -u)" -eq 0 ] && chown -h 65534 "$here/way" 2>/dev/null; then
	exits "a link of another user" 2 \
		with DISKIDX_RESULTDIR="$here/way/records" -- least
	like "is not" "$err" \
		"the record cannot be saved: $here/way: another user's symbolic link; "
	is "so there is no record" "$(below "$here/theirs" | wc -l |
		tr -d ' ')" 1
else
	skip "a link of another user is not" root "it takes two users"
fi

# Every format: the run's own output, and the record's.

for format in json csv markdown html svg; do
	exits "$format: a run" 0 tiny -f $format -o "$here/$format.record"
	cp "$scratch/out" "$scratch/$format"
	exits "$format: its report" 0 \
		"$DISKIDX" report -f $format "$here/$format.record"
	same "$format: is the same" "$scratch/out" "$scratch/$format"
done
for options in -v --si "-q -v --si"; do
	# shellcheck disable=SC2086	# several options
	tiny $options -o "$here/options.record" 2>/dev/null |
		sed '/^The record is in/,$d' >"$scratch/text"
	# shellcheck disable=SC2086
	exits "text with $options: a report" 0 \
		"$DISKIDX" report $options "$here/options.record"
	same "text with $options: is the same" "$scratch/out" "$scratch/text"
	rm "$here/options.record"
done

mkdir "$here/other"
"$DISKIDX" -d "$dir" -d "$here/other" -c 1 -c 2 -t 0.02 -i 2 -s 4m \
	-o "$here/four.record" -f json seq-write fsbuffer -Q 4 rand-read-q32 \
	>"$scratch/json" 2>/dev/null
exits "targets, copies and variants: a report" 0 \
	"$DISKIDX" report -f json "$here/four.record"
same "targets, copies and variants: is the same" "$scratch/out" "$scratch/json"

# report.

exits "report of several records" 0 \
	"$DISKIDX" report -v "$here/json.record" "$here/csv.record"
is "has all" "$(grep -c '^Run: ' "$scratch/out")" 2
if command -v jq >/dev/null 2>&1; then
	"$DISKIDX" report -f json "$here/json.record" "$record" >"$scratch/out"
	is "as JSON it is one document, an array" \
		"$(jq -s 'length, (.[0] | length)' "$scratch/out" |
		tr '\n' ' ')" "1 4 "
else
	skip "as JSON it is one document, an array" jq "no jq"
fi
least -o "$here/strict" >"$scratch/text" 2>&1
exits "report --strict of File Copy" 0 \
	"$DISKIDX" report --strict "$here/strict"
"$DISKIDX" -d "$dir" -i 1 -t 0.0001 -b 4m -s 8m -o "$here/short" seq-write \
	>"$scratch/text" 2>&1
exits "report --strict of a sample that is too short" 1 \
	"$DISKIDX" report --strict "$here/short"
exits "without --strict" 0 "$DISKIDX" report "$here/short"

# CSV is printed run by run, so that a long record needs little memory: what is
# behind the first run is only written when that one was printed.
"$DISKIDX" report -f csv "$scratch/first" >"$scratch/once"
{ cat "$scratch/once" && sed 1d "$scratch/once"; } >"$scratch/twice"
mkfifo "$scratch/pipe"
: >"$scratch/rows"
has_first()
{
	[ "$(wc -l <"$scratch/rows")" -eq "$(wc -l <"$scratch/once")" ]
}
{
	cat "$scratch/first"
	! await 20 has_first || : >"$scratch/streamed"
	sed 1d "$scratch/first"
} >"$scratch/pipe" &
"$DISKIDX" report -f csv "$scratch/pipe" >"$scratch/rows" 2>&1
wait
ok "CSV: a run is printed before the next is read" test -e "$scratch/streamed"
same "CSV: two runs have one heading" "$scratch/rows" "$scratch/twice"
"$DISKIDX" report -f csv "$scratch/first" "$scratch/first" >"$scratch/rows"
same "CSV: two files as well" "$scratch/rows" "$scratch/twice"

# A run that was cut off, as by SIGKILL or a loss of power in mid-append.

{ cat "$scratch/first" && sed '1d; $d' "$scratch/first"; } >"$here/half"
dd if="$here/half" of="$here/torn" bs=1 count=$((2 * size - 1000)) 2>/dev/null
"$DISKIDX" report "$scratch/first" >"$scratch/whole" 2>&1
for each in half torn; do
	exits "$each: the run before is reported" 0 \
		"$DISKIDX" report "$here/$each"
	same "$each: as it is" "$scratch/out" "$scratch/whole"
	is "$each: with a warning" "$(echo "$err" | sed 's/:[0-9]*:/:N:/')" \
		"diskidx: $here/$each:N: a run was cut off here; it is left out"
	cp "$here/$each" "$scratch/before"
	exits "$each: -o appends" 0 least -o "$here/$each"
	like "$each: with that warning" "$err" \
		"^diskidx: -o: $here/$each:[0-9]*: a run was cut off here; "
	dd if="$here/$each" of="$scratch/head" bs="$(wc -c <"$scratch/before" |
		tr -d ' ')" count=1 2>/dev/null
	same "$each: what was there stays" "$scratch/head" "$scratch/before"
	exits "$each: so does the next one" 0 least -o "$here/$each"
	exits "$each: all whole runs are reported" 0 \
		"$DISKIDX" report -v "$here/$each"
	is "$each: three of them" "$(grep -c '^Run: ' "$scratch/out")" 3
done

# A record as baseline.

cp "$scratch/first" "$here/first.record"
exits "a record against itself" 0 \
	"$DISKIDX" report -B "$here/first.record" "$here/first.record"
like "is 10.0" "$out" '^  fsbuffer .* KBps +10\.0 '
like "and names the file" "$out" ' first\.record$'
exits "a run with other copies" 0 "$DISKIDX" -d "$dir" -t 0.02 -i 1 -s 4m \
	-c 2 --no-save -f csv -B "$here/first.record" fsbuffer
is "has no index" "$(awk -F, 'NR == 1 || $19 != "" { print $19 }' \
	"$scratch/out")" index
exits "a run against a record" 0 least --no-save -B "$here/first.record"
like "has an index" "$out" '^  fsbuffer .* KBps +[0-9]+\.[0-9] '
like "and names it" "$out" 'baseline first\.record'
exits "one that is saved" 0 least -o "$here/against" -B "$here/first.record"
like "says how to print it again" "$out" \
	"diskidx report -v -B $here/first\.record $here/against\$"
like "and is partial, of one test" "$out" '^File Copy .* \(partial\)$'
sed '/^The record is in/,$d' "$scratch/out" >"$scratch/printed"
"$DISKIDX" report -B "$here/first.record" "$here/against" >"$scratch/out" 2>&1
same "which prints the same" "$scratch/out" "$scratch/printed"
exits "one against the default" 0 least -o "$here/usual" -B hdd-7200
like "needs no baseline to be printed again" "$out" \
	"diskidx report -v $here/usual\$"
# What is offered is a command, wherever the records are and whatever is named.
odd=$scratch/"it's \$HOME; a place"
mkdir "$odd"
cp "$here/first.record" "$odd/the first"
(cd "$odd" && with DISKIDX_RESULTDIR="$odd/records of" -- "$DISKIDX" \
	-q -v -d "$scratch/disk" -t 0.01 -i 1 -B "the first" fsbuffer) \
	>"$scratch/odd" 2>&1
# shellcheck disable=SC2016	# for the shell that takes it
sed -n 's/^   every figure:  *diskidx/"$DISKIDX"/p' "$scratch/odd" \
	>"$scratch/offer"
sed '/^The record is in/,$d' "$scratch/odd" >"$scratch/printed"
is "a report of a record in an odd place offers a command" \
	"$(wc -l <"$scratch/offer" | tr -d ' ')" 1
ok "which a shell takes from elsewhere" sh "$scratch/offer"
same "and which prints the same" "$scratch/out" "$scratch/printed"
(cd "$odd" && "$DISKIDX" -d "$scratch/disk" -t 0.01 -i 1 -o "./a record" \
	-B "the first" fsbuffer) >"$scratch/odd" 2>&1
like "both stay relative if the record is" "$(cat "$scratch/odd")" \
	"diskidx report -v -B 'the first' '\./a record'\$"
rm -rf "$odd"
exits "a label and a price" 0 least -q -o "$here/priced" --note="a  label" \
	--price="5.50 EUR/month"
is "are in the record as given" \
	"$(awk -F '\t' '$2 ~ /^(note|price)$/ { print $3 }' "$here/priced")" \
	"a  label
5.50 EUR/month"
# list records.

minute='[0-9]-[0-9][0-9] [0-9][0-9]:[0-9][0-9]'
exits "list records" 0 "$DISKIDX" list records
is "has a line for each run" "$(grep -c "$minute" "$scratch/out")" 2
# A long path is continued in the next line.
like "with the file" "$(tr -d ' \n' <"$scratch/out")" \
	"$DISKIDX_RESULTDIR/.*-01\.diskidx"
is "of File Copy alone no score" \
	"$(grep -c "$minute  *[0-9]" "$scratch/out")" 0
cp "$srcdir/tests/data/golden/flags.record" \
	"$DISKIDX_RESULTDIR/scored.diskidx"
exits "list records with a score" 0 "$DISKIDX" list records
is "has it" "$(grep -c "$minute  *[0-9]" "$scratch/out")" 1
rm "$DISKIDX_RESULTDIR/scored.diskidx"
exits "list records elsewhere" 0 \
	with DISKIDX_RESULTDIR="$scratch/nowhere" -- "$DISKIDX" list records
is "has none" "$out" ""
cp "$here/damaged" "$DISKIDX_RESULTDIR/damaged.diskidx"
not_ok "list records with a damaged one" "$DISKIDX" list records
is "has the others" "$(grep -c "$minute" "$scratch/out")" 2
like "and names the damaged one" "$err" \
	"^diskidx: $DISKIDX_RESULTDIR/damaged.diskidx:[0-9]*: "
mkfifo "$DISKIDX_RESULTDIR/fifo.diskidx"
rm "$DISKIDX_RESULTDIR/damaged.diskidx"
patience=
! timeout -s KILL 60 true 2>/dev/null || patience="timeout -s KILL 60"
# shellcheck disable=SC2086	# several words, or none
exits "list records beside a FIFO" 0 $patience "$DISKIDX" list records
is "has the others as well" "$(grep -c "$minute" "$scratch/out")" 2
exits "list records without a place" 2 with -- "$DISKIDX" list records
one_line "says why" "HOME is not set"

# More runs than 99 a day.
busy=$scratch/busy
mkdir "$busy"
name=$(basename "$saved" -01.diskidx)
for i in 0 1 2 3 4 5 6 7 8 9; do
	for j in 0 1 2 3 4 5 6 7 8 9; do
		cp "$scratch/first" "$busy/$name-$i$j.diskidx"
	done
done
cp "$scratch/first" "$busy/$name-100.diskidx"
ln -s nowhere "$busy/$name-101.diskidx"
exits "the hundredth run of a day" 0 \
	with DISKIDX_RESULTDIR="$busy" -- least -q -v
like "has a file of its own, as all before it" "$out" \
	"^The record is in $busy/.*-(01|102)\.diskidx\$"
same "which stay as they are" "$busy/$name-99.diskidx" "$scratch/first"
rm "$busy/$name-101.diskidx"
with DISKIDX_RESULTDIR="$busy" -- "$DISKIDX" list records >"$scratch/out"
like "and is listed behind those" "$(tr -d ' \n' <"$scratch/out" |
	sed 's/.*\(-[0-9]*\.diskidx\).*/\1/')" '^-10[02]\.diskidx$'

is "the directory under test is as it was" "$(ls -A "$dir")" ""

done_testing
