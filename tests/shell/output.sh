#!/bin/sh
# output.sh - what of a run goes where: files of -f FORMAT=FILE beside standard
# output, the score alone, the line that says what is to come, and lines for
# eval, which a shell takes as they are meant whatever a name holds.
: "${srcdir:=$(dirname "$0")/../..}"
# shellcheck source=tests/shell/tap.sh
. "$srcdir/tests/shell/tap.sh"
need_diskidx

golden=$(cd "$srcdir/tests/data/golden" && pwd) || bail "no tests/data/golden"
dir=$scratch/disk
mkdir "$dir" || bail "can't make a directory to test"

tiny()
{
	"$DISKIDX" -d "$dir" -s 4m -t 0.01 -i 3 "$@"
}

# Files beside standard output.

exits "a run with three outputs" 0 tiny -o "$scratch/record" fsbuffer \
	-f csv -f json="$scratch/a.json" -f markdown="$scratch/b.md"
cp "$scratch/out" "$scratch/csv"
like "tells first what is to come" "$(sed q "$scratch/err")" \
	'^1 test, 3 rounds, about [0-9.]+ m?s, writes at most [0-9.]+ [MG]iB; Ctrl-C stops and reports$'
for format in csv json markdown; do
	"$DISKIDX" report -f $format "$scratch/record" >"$scratch/$format.again"
done
same "standard output has what report prints" "$scratch/csv" \
	"$scratch/csv.again"
same "so has a file" "$scratch/a.json" "$scratch/json.again"
same "and another" "$scratch/b.md" "$scratch/markdown.again"
exits "report, too" 0 "$DISKIDX" report --brief -f json="$scratch/c.json" \
	-f csv="$scratch/d.csv" "$scratch/record"
same "makes a file" "$scratch/c.json" "$scratch/json.again"
same "of CSV as well" "$scratch/d.csv" "$scratch/csv.again"
exits "and compare" 0 "$DISKIDX" compare -f csv="$scratch/e.csv" \
	"$golden/old.record" "$golden/new.record"
"$DISKIDX" compare -f csv "$golden/old.record" "$golden/new.record" \
	>"$scratch/compared"
same "makes its own" "$scratch/e.csv" "$scratch/compared"

# What can't be written is found before anything is measured.

refused()
{
	name=$1
	what=$2
	shift 2
	exits "$name is refused" 2 tiny --no-save fsbuffer "$@"
	like "$name: which is told" "$out$err" "^diskidx: -f: $what\$"
	is "$name: nothing was touched" "$(ls -A "$dir")" ""
}
refused "a file that is there" \
	"json=$scratch/a.json: it is there already; name a new file" \
	-f json="$scratch/a.json"
ln -s nowhere "$scratch/link"
refused "a link to nothing" \
	"json=$scratch/link: it is there already; name a new file" \
	-f json="$scratch/link"
refused "a missing directory" "csv=$scratch/none/x: No such file or directory" \
	-f csv="$scratch/none/x"
refused "a file that two would write" \
	"csv=$scratch/x: it is to have another output as well" \
	-f json="$scratch/x" -f csv="$scratch/x"
refused "no name" "csv=: a file's name is missing behind the =" -f csv=
refused "an unknown format" "unknown format 'jsno'; did you mean json\?" \
	-f jsno="$scratch/x"
exits "the record's own file is refused" 2 tiny -o "$scratch/x" \
	-f json="$scratch/x" fsbuffer
is "and none is left" "$(ls "$scratch/x" 2>/dev/null)" ""
same "a file that was there stays" "$scratch/a.json" "$scratch/json.again"

# The score alone, or figures where there is none.

exits "a quiet run" 0 tiny -q --no-save fsbuffer
like "prints a figure" "$out" '^[0-9]+\.[0-9] KBps fsbuffer$'
is "in one line" "$(wc -l <"$scratch/out" | tr -d ' ')" 1
is "and nothing else" "$err" ""

# Lines for eval.

odd="it's \$(touch $scratch/harm) \`touch $scratch/harm\` \"\\ a"
odd=$odd awk 'BEGIN { FS = OFS = "\t" }
	$1 == "target" && $3 == "directory" { $4 = ENVIRON["odd"] }
	{ print }' "$golden/old.record" >"$scratch/odd.record"
"$DISKIDX" report -f json "$scratch/odd.record" >"$scratch/odd.json"
eval "$("$DISKIDX" report -f shell "$scratch/odd.record")"
is "a directory is taken as it is" "$DISKIDX_DIRECTORY" "$odd"
ok "and does no harm" test ! -e "$scratch/harm"
is "the score is that of -q" "$(printf '%.1f\n' "$DISKIDX_SCORE")" \
	"$("$DISKIDX" report -q "$scratch/odd.record" | sed q)"
is "and the trust that of JSON" "$DISKIDX_TRUST: $DISKIDX_TRUST_WHY" \
	"$(sed -n 's/^ *"trust": "\([a-z]*\)",*$/\1/p
		s/^ *"why": "\(.*\)"$/\1/p' "$scratch/odd.json" | sed 2q |
		paste -s -d : - | sed 's/:/: /')"
eval "$("$DISKIDX" report -f shell "$scratch/record")"
is "what another record lacks is empty" "$DISKIDX_SCORE$DISKIDX_TRUST" ""
done_testing
