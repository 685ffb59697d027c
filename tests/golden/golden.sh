#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# golden.sh - what the program prints of the records in tests/golden, in
# every format, against committed transcripts: lines "$ COMMAND", and below each
# what it printed. To add a case, add such a line, and a record if need be.
# `make update-golden` replays the commands into the files; git diff then shows
# what changed. What must be true of each format, golden.awk checks as well.
# shellcheck disable=SC2016,SC2317	# sh -c; functions that transcripts call
# shellcheck source=tests/support/tap.sh
. "$(dirname "$0")/../support/tap.sh"
need_diskidx

goldens=$(cd "$srcdir/tests/golden" && pwd) ||
	bail "can't find tests/golden"

diskidx()
{
	"$DISKIDX" "$@" 2>&1
}

# each RECORD [OPTION...]: the report of each of its runs by itself.
each()
{
	rm -f "$scratch"/run.*
	awk -v to="$scratch/run." '
		NR == 1 { head = $0; next }
		/^run\t/ { file = to (++n); print head >file }
		{ print >file }' "$1"
	n=$(grep -c '^run	' "$1")
	shift
	i=0
	while [ $((i += 1)) -le "$n" ]; do
		diskidx report "$@" "$scratch/run.$i"
	done
}

# pool RECORD: $scratch/pool.record is like it, of a device that keeps no times.
pool()
{
	awk -F'\t' -v OFS='\t' '
		/^device/ { $5 = $9 = $10 = $11 = 0 }
		{ print }' "$1" >"$scratch/pool.record"
}

# part KEY[,KEY...]: of JSON on standard input the values of these keys, each
# on a line of its own.
part()
{
	awk -v keys=",$1," '
	function plain(line)
	{
		sub(/^ */, "", line)
		return line
	}
	{
		depth = match($0, /[^ ]/)
		split($0, quoted, "\"")
	}
	inside {
		whole = whole " " plain($0)
		if (depth == inside) {
			inside = 0
			print whole
		}
		next
	}
	quoted[1] ~ /^ *$/ && index(keys, "," quoted[2] ",") {
		whole = plain($0)
		if (whole ~ /[[{]$/)
			inside = depth
		else
			print whole
	}'
}

for golden in "$goldens"/*.golden; do
	name=$(basename "$golden")
	(cd "$goldens" && replay "$golden") >"$scratch/$name"
	if [ "${1:-}" = update ]; then
		cmp -s "$scratch/$name" "$golden" ||
			cat "$scratch/$name" >"$golden"
	fi
	same "$name" "$scratch/$name" "$golden"
	ok "$name: each format is as it must be" \
		awk -f "$srcdir/tests/golden/golden.awk" "$scratch/$name"
done

# A field of CSV that is quoted in part is none to other programs.
cat >"$scratch/bad" <<'END'
$ diskidx compare -f csv old.record new.record
target,id,unit
/srv,latency:p50:"rand-read-q32:b=8k,q=2",ns
/srv,"rand-read-q32:b=8k,q=2",IOPS
END
not_ok "a field of CSV that is quoted in part is seen" \
	awk -f "$srcdir/tests/golden/golden.awk" "$scratch/bad"
is "and no other" "$(grep -c . "$scratch/out")" 1
# Any report in terminals of any width.
for record in "$goldens"/*.record; do
	for columns in 60 80 132; do
		echo "$ COLUMNS=$columns diskidx report $record"
		COLUMNS=$columns "$DISKIDX" report "$record"
		echo "$ COLUMNS=$columns diskidx report -v $record"
		COLUMNS=$columns "$DISKIDX" report -v "$record"
		echo "$ COLUMNS=$columns diskidx report --brief $record"
		COLUMNS=$columns "$DISKIDX" report --brief "$record"
		echo "$ COLUMNS=$columns diskidx list records $record"
		COLUMNS=$columns "$DISKIDX" list records "$record"
	done
done >"$scratch/widths" 2>/dev/null
ok "no line is wider than the terminal, but a path" \
	awk -f "$srcdir/tests/golden/golden.awk" "$scratch/widths"
is "a wide one is used" "$(awk 'length > widest { widest = length }
	END { print (widest > 120) }' "$scratch/widths")" 1

# A disk that is full is told, whatever was being written.
for format in $(diskidx list formats | sed -n 's/^\([a-z]*\) .*/\1/p'); do
	for command in "report small.record" "compare old.record new.record"; do
		case $format$command in
		unixbenchcompare* | shellcompare*) continue ;;
		esac
		is_so="$format: ${command%% *}: what can't be written is told"
		if [ -w /dev/full ]; then
			# shellcheck disable=SC2086	# several words
			exits "$is_so" 2 sh -c 'cd "$1" && shift &&
				"$@" >/dev/full' sh "$goldens" "$DISKIDX" \
				$command -f "$format"
		else
			skip "$is_so" full "no /dev/full"
		fi
	done
done

for golden in "$goldens"/*.record; do
	ok "$(basename "$golden") is in a transcript" \
		grep -F -q "$(basename "$golden")" "$goldens"/*.golden \
			"$srcdir"/tests/*/*.transcript
done
done_testing
