#!/bin/sh
# output.sh - what of a run goes where: files of -f FORMAT=FILE beside standard
# output, the score alone, the line that says what is to come, and lines for
# eval, which a shell takes as they are meant whatever a name holds. All but the
# last is in a transcript.
# shellcheck disable=SC2317	# functions that the transcript calls
: "${srcdir:=$(dirname "$0")/../..}"
tap_in_memory=yes
# shellcheck source=tests/shell/tap.sh
. "$srcdir/tests/shell/tap.sh"
need_diskidx

golden=$(cd "$srcdir/tests/data/golden" && pwd) || bail "no tests/data/golden"
srcdir=$(cd "$srcdir" && pwd)
cd "$scratch" || bail "can't go to $scratch"
PATH=$(dirname "$DISKIDX"):$PATH
export PATH
mkdir disk || bail "can't make a directory to test"

tiny()
{
	diskidx -d disk -s 4m -t 0.01 -i 3 "$@"
}

# refused ARGUMENT...: what can't be written is found before anything is measured.
refused()
{
	tiny --no-save fsbuffer "$@"
	code=$?
	ls -A disk
	return "$code"
}
ln -s nowhere link

transcript output "${1:-}"

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
cd .. || exit
done_testing
