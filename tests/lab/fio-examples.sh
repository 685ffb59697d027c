#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# fio-examples.sh - which of fio's own example files diskidx runs, and which it
# refuses for what: the table of doc/fio-examples.
#
#	fio-examples.sh CHECKOUT [DISKIDX]
#
# CHECKOUT is a directory with fio's sources, https://github.com/axboe/fio.
# Each file runs for a moment in a directory of its own, at the smallest size.
# A file whose only fault is the path of a device is tried again without it.
set -u
LC_ALL=C
# Variables that xnvme-compare.fio asks for, with one job's own values.
FIO_BS=4k FIO_RW=randread FIO_IODEPTH=1
export LC_ALL FIO_BS FIO_RW FIO_IODEPTH

checkout=${1:?usage: fio-examples.sh CHECKOUT [DISKIDX]}
diskidx=${2:-./diskidx}
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM

# try FILE: run it; its report is in $scratch/out, the faults in $scratch/err.
try()
{
	"$diskidx" -q -v -d "$scratch" -s 4m -t 0.02 -w 0 -D 0 -i 1 -c 1 \
		-e threads --no-save "$1" >"$scratch/out" 2>"$scratch/err"
}

# notes: the keys without effect in the report.
notes()
{
	tr -s ' \n' ' ' <"$scratch/out" |
		sed 's/Without effect here: /\n&/g' |
		sed -n 's/^Without effect here: \([^;]*\);.*/\1/p' |
		paste -s -d , - | sed 's/,\([^ ]\)/, \1/g'
}

# reasons: what was refused, in a word each.
reasons()
{
	sed 's/^diskidx: [^ ]* //' "$scratch/err" | awk '
	function add(reason) {
		if (!(reason in seen))
			text = text (text == "" ? "" : ", ") reason
		seen[reason] = 1
	}
	{ key = $1; sub(/:$/, "", key) }
	/is no variable/ { add("variables"); next }
	/is a device/ { add("a device"); next }
	/^ioengine: \047/ {
		split($0, part, "\047")
		add("the engine " part[2])
		next
	}
	/trim\047 is not done/ { add("trim"); next }
	/^verify|^experimental_verify/ { add("verify"); next }
	/there are no zoned devices|^zonesize/ { add("zones"); next }
	/^unknown key/ { split($0, part, "\047"); add(part[2]); next }
	/and [0-9]* more faults/ { next }
	/has no runtime/ { add("no runtime"); next }
	{ add(key) }
	END { print text }'
}

# row FILE: its line of the table.
row()
{
	name=$(basename "$1")
	if try "$1"; then
		effect=$(notes)
		echo "$name|runs|${effect:+without effect: }$effect"
		return
	fi
	why=$(reasons)
	if [ "$why" = "a device" ]; then
		grep -v '^filename=' "$1" >"$scratch/$name"
		try "$scratch/$name" && why="$why; it runs without that"
	fi
	echo "$name|refused|$why"
}

for file in "$checkout"/examples/*.fio; do
	row "$file"
done >"$scratch/table"
awk -F '|' '{
	printf "%-34s %-8s", $1, $2
	line = 43
	n = split($3, word, " ")
	for (i = 1; i <= n; i++) {
		if (line + 1 + length(word[i]) > 80 && line > 43) {
			printf "\n%43s", ""
			line = 43
		}
		printf " %s", word[i]
		line += 1 + length(word[i])
	}
	print ""
	count[$2]++
	if ($3 ~ /runs without/)
		almost++
}
END {
	printf "\n%d files: %d run, %d are refused, %d of them only for the " \
		"path of a device\n", NR, count["runs"], count["refused"], almost
}' "$scratch/table" | sed 's/ *$//'
