#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# fio.sh - what people publish for fio runs as it was pasted, but for the path
# of a device, and so does every recipe: with the length and the size of a test,
# all jobs have a figure, or this system has no direct I/O.
#
# Needs: space for small files, in memory if there is any.
# Takes: 15 s.

tap_in_memory=yes
. "$(dirname "$0")/../support/tap.sh"
need_diskidx

# A path below /dev would be taken for a device.
cd "$scratch" || bail "can't go to $scratch"
dir=disk
mkdir "$dir"
threads=yes
[ -z "$(unusable threads)" ] || threads=

# small ARGUMENT...: a run of that, short and small, as CSV.
small()
{
	"$DISKIDX" -q -f csv --no-save -d "$dir" -s 2m -t 0.02 -w 0 -i 1 -c 1 \
		-e threads "$@"
}

# measured SENTENCE JOBS ARGUMENT...: so many jobs have a figure.
measured()
{
	sentence=$1
	jobs=$2
	shift 2
	if [ -z "$threads" ]; then
		skip "$sentence" threads "no engine takes all depths and syncs"
		return
	fi
	small "$@" >"$scratch/out" 2>"$scratch/err" || :
	is "$sentence" "$(cat "$scratch/err"; awk -F, 'NR == 1 {
			for (i = 1; i <= NF; i++)
				column[$i] = i
		}
		NR > 1 && $column["value"] > 0 { n++ }
		NR > 1 && /not supported on this system/ { n++ }
		END { print n + 0 }' "$scratch/out")" "$jobs"
}

# Command lines of fio; their sources stand above them.
while read -r jobs words <&3; do
	words=$(echo "$words" | sed "s|DIR|$dir|")
	case $jobs in
	[0-9]*)
		# shellcheck disable=SC2086	# several words
		measured "pasted: $(echo "fio $words" | cut -c 1-50)" "$jobs" \
			fio $words ;;
	esac
done 3<"$srcdir/tests/lab/fio-pasted"

# Job files, which are planned alone.
while read -r jobs text <&3; do
	case $jobs in
	[0-9]*)
		printf '%b\n' "$text" >form.fio
		small -n form.fio >"$scratch/out" 2>"$scratch/err" || :
		is "form: $(printf '%s' "$text" | cut -c 1-60)" "$(cat "$scratch/err"
			grep -c '^  form:' "$scratch/out")" "$jobs" ;;
	esac
done 3<"$srcdir/tests/lab/fio-forms"

# The recipes, each with as many jobs as its list has sections.
"$DISKIDX" list recipes >"$scratch/recipes"
ok "there are recipes" test "$(grep -c '^[a-z]' "$scratch/recipes")" -ge 10
for name in $(sed -n 's/^\([a-z][a-z-]*\) .*/\1/p' "$scratch/recipes"); do
	jobs=$(awk -v name="$name" '/^[a-z]/ { on = $1 == name }
		on && $1 ~ /^\[/ && $1 != "[global]" { n++ }
		END { print n }' "$scratch/recipes")
	measured "recipe $name" "$jobs" recipe "$name"
	like "recipe $name has a source" "$(awk -v name="$name" '
		/^[a-z]/ { on = $1 == name }
		on && $1 == "#"' "$scratch/recipes")" .
done

is "nothing is left" "$(ls -A "$dir")" ""
cd .. || exit
done_testing
