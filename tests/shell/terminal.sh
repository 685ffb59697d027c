#!/bin/sh
# terminal.sh - what a run shows on the way: one line as wide as the terminal,
# whatever its width becomes, and after Ctrl-Z again; plain lines elsewhere; and
# objects with --progress=json. The engine is one that moves no data, so that
# nothing depends on the disk.
# shellcheck disable=SC2317	# functions that exits calls
: "${srcdir:=$(dirname "$0")/../..}"
# shellcheck source=tests/shell/tap.sh
. "$srcdir/tests/shell/tap.sh"
need_diskidx

helper=$(dirname "$DISKIDX")/tests/shell/in-terminal
[ -x "$helper" ] || helper=$(pwd)/tests/shell/in-terminal
[ -x "$helper" ] || skip_all helpers "no $helper: make check builds it"
"$helper" 80 -- true >/dev/null 2>"$scratch/err" ||
	skip_all terminal "$(cat "$scratch/err")"

here=$scratch/disk
mkdir "$here"
unset NO_COLOR
TERM=xterm
export TERM

# run ARGUMENT...: two tests, of which the second is flushed. Its report goes to
# a file.
run()
{
	"$DISKIDX" -d "$here" -s 2m -t 0.25 -i 2 -e null --cache=buffered \
		--no-save "$@" rand-read-q1 rand-write-q32 >"$scratch/report"
}
cat >"$scratch/run" <<END
exec "$DISKIDX" -d "$here" -s 2m -t 0.25 -i 2 -e null --cache=buffered \\
	--no-save "\$@" rand-read-q1 rand-write-q32 >"$scratch/report"
END

# in_terminal COLUMNS [EVENT]... -- [OPTION]...: what it shows there, a line for
# each time that the live line was drawn.
in_terminal()
{
	words=
	while [ "$1" != -- ]; do
		words="$words $1"
		shift
	done
	shift
	# shellcheck disable=SC2086	# several words
	"$helper" $words -- sh "$scratch/run" "$@" >"$scratch/shown"
	status=$?
	tr '\r' '\n' <"$scratch/shown" >"$scratch/lines"
	grep -E '^(\[[#.]*\] )? *[0-9]+ % ' "$scratch/lines" >"$scratch/live"
}

for columns in 40 60 80 200; do
	in_terminal $columns --
	is "$columns columns: it measures" $status 0
	is "the live line leaves the last column free" \
		"$(awk -v wanted=$((columns - 1)) 'length != wanted' \
			"$scratch/live")" ""
	like "the time left is told before the first sample" \
		"$(sed q "$scratch/live")" ' (ETA )?00:01 +start '
	like "and the test with its speed" "$(cat "$scratch/live")" \
		'rand-write-q32[^ ]* +[0-9]+ IOPS'
	bar=$(sed -n 's/^\[\([#.]*\)\].*start.*/\1/p' "$scratch/live")
	case $columns in
	40) is "there is no room for a bar" "$bar" "" ;;
	*)
		like "the bar grows" "$(cat "$scratch/live")" '^\[##'
		ok "and takes what is free" test ${#bar} -ge $((columns / 8))
		;;
	esac
	is "nothing of it stays" "$(tail -n 1 "$scratch/lines" | tr -d ' ')" ""
done

# Ctrl-Z, another width and Ctrl-C, each after a few redraws.
in_terminal 80 stop columns=60 interrupt -- -i 1000
is "Ctrl-C ends it" $status 130
like "Ctrl-Z stopped it" "$(cat "$scratch/lines")" '\[stopped\]'
sed '1,/\[stopped\]/d' "$scratch/lines" >"$scratch/later"
ok "then it is drawn again" grep -q '%  ETA .*rand-' "$scratch/later"
is "and in the new width from then on" \
	"$(awk '/%  ETA / { sub(/\^C/, ""); print length }' \
		"$scratch/later" | uniq | tail -n 1)" 59

# No live line.
for how in --progress=plain TERM=dumb; do
	case $how in
	TERM=*) TERM=dumb in_terminal 80 -- ;;
	*) in_terminal 80 -- $how ;;
	esac
	is "$how: no line is drawn again" "$(cat "$scratch/live")" ""
	like "$how: but a line for each test" "$(cat "$scratch/lines")" \
		'^round 1 of 2  rand-write-q32[^ ]* +[0-9.]+ IOPS '
done
exits "off a terminal" 0 run
is "no line goes back" "$(tr -cd '\r' <"$scratch/err")" ""
like "a line for each test" "$err" '^round 1 of 2  rand-write-q32[^ ]* +[0-9.]+ IOPS '
exits "-q in JSON" 0 run -q --progress=json
is "is quiet" "$err" ""

# Objects.

# objects: the lines in $scratch/err, each read as JSON.
objects()
{
	while IFS= read -r line; do
		printf '%s\n' "$line" >"$scratch/object"
		awk -f "$srcdir/tests/shell/flatten.awk" "$scratch/object" |
			sed 's|^/||' || echo "wrong: $line"
		echo
	done <"$scratch/err"
}
exits "--progress=json" 0 run --progress=json
is "prints an object a line" "$(grep -v '^{".*}$' "$scratch/err")" ""
objects >"$scratch/objects"
like "they have the time left" "$(cat "$scratch/objects")" '^left_s	[0-9.]+$'
is "each has an event" "$(awk 'BEGIN { RS = "" } !/event\t/' \
	"$scratch/objects")" ""
is "the events" "$(sed -n 's/^event	//p' "$scratch/objects" | uniq |
	sort | uniq | tr '\n' ' ')" "fill message result sample start "
is "each sample has a result" "$(awk 'BEGIN { RS = "" }
	/event\tresult/ && /unit\tIOPS/ && /value\t[0-9]/ { n++ }
	END { print n }' "$scratch/objects")" 4
is "time goes on, and ends" "$(awk -F '\t' '
	$1 == "elapsed_s" && $2 + 0 < last + 0 { print "back to " $2 }
	$1 == "elapsed_s" { last = $2 }
	$1 == "percent" { percent = $2 }
	END { print percent }' "$scratch/objects")" 100
"$DISKIDX" --progress=json -d "$here/no\"where" >"$scratch/out" \
	2>"$scratch/err"
is "an error is an object" "$(sed 's/: No such.*/ .../' "$scratch/err")" \
	"{\"event\": \"error\", \"text\": \"$here/no\\\"where: cannot test here ..."

is "nothing is left" "$(ls -A "$here")" ""
done_testing
