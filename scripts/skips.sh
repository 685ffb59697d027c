#!/bin/sh
# skips.sh - which checks a variant of the CI skips: those of
# tests/data/skips.txt, no more and no less.
#
#	skips.sh parts VARIANT		the parts that it must have, in a line:
#					all of tests/shell/tap.sh but those
#					that its lines in the list lack
#	skips.sh compare VARIANT LOG	fails unless what `make check` printed
#					has the skips of the list; tells which
#	skips.sh list VARIANT LOG	those of the log, as lines of the list
set -u
LC_ALL=C
export LC_ALL
tests=$(CDPATH='' cd "$(dirname "$0")/../tests" && pwd)

# Neither the number of a check nor the whole reason is in the list.
list()
{
	awk -v variant="$1" '
	function line(part, check) {
		print variant " | " test " | " part " | " check
	}
	!/^SKIP: / { next }
	{
		sub(/^SKIP: tests\//, "")
		test = $1
		sub(/\.sh$/, "", test)
		sub(/^[^ ]* /, "")
		if (sub(/^- /, "")) {
			sub(/:.*/, "")
			line($0, "all of it")
		} else {
			sub(/^[0-9]+ - /, "")
			part = $0
			sub(/.*# SKIP /, "", part)
			sub(/:.*/, "", part)
			sub(/ # SKIP .*/, "")
			line(part, $0)
		}
	}' "$2" | sort -u
}

of_variant()
{
	sed -n "s/^$1 | /&/p" "$tests/data/skips.txt" | sort
}

parts()
{
	lacking=$(of_variant "$1" | awk -F ' [|] ' '{ print $3 }')
	sed -n '/^tap_parts="/,/"$/p' "$tests/shell/tap.sh" |
		sed 's/^tap_parts=//; s/["\\]//g' | tr -s ' ' '\n' |
		grep . | grep -v -x -F "${lacking:-none at all}" | tr '\n' ' '
}

case $#-${1:-} in
2-parts)
	parts "$2" ;;
3-list)
	list "$2" "$3" ;;
3-compare)
	wanted=$(mktemp) || exit
	trap 'rm -f "$wanted"' 0
	of_variant "$2" >"$wanted"
	list "$2" "$3" | diff "$wanted" - && exit
	echo "skips: $2 skips other checks than tests/data/skips.txt has"
	exit 1 ;;
*)
	sed -n '2,/^set/s/^# //p' "$0" >&2
	exit 2 ;;
esac
