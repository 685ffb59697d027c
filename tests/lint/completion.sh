#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# completion.sh - what bash, zsh and fish complete: every option, suite, test
# and name that the program's lists have. The scripts are asked as these shells
# ask them.
. "$(dirname "$0")/../support/tap.sh"
need_diskidx
PATH=$(dirname "$DISKIDX"):$PATH
export PATH
scripts=$srcdir/packaging/completion

names()
{
	"$DISKIDX" list "$1" | sed -n 's/^\([a-z][^ ]*\) .*/\1/p'
}
"$DISKIDX" list options | sed -n \
	's/^ *\(-., \)\{0,1\}--\([a-z-]*\).*/--\2/p' | sort >"$scratch/options"
{
	printf '%s\n' run compare report list help
	names suites
	names tests
} | sort >"$scratch/words"
{
	printf '%s\n' options records
	"$DISKIDX" list | sed -n 's/^\([a-z]*\):$/\1/p'
} | sort >"$scratch/kinds"
for kind in engines formats baselines; do
	names $kind | sort >"$scratch/$kind"
done
names tests | sed -n 's/^access:\(seq.*\)/\1/p' | sort >"$scratch/access"

# What each shell prints for a line: the words that may take the last one's
# place, as far as the shell replaces it.

cat >"$scratch/bash" <<'END'
. "$1/diskidx"
COMP_LINE=$2
COMP_POINT=${#2}
read -ra COMP_WORDS <<<"${2//[=:]/ & }"
[[ $2 != *' ' ]] || COMP_WORDS+=('')
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_diskidx
printf '%s\n' "${COMPREPLY[@]}"
END
cat >"$scratch/zsh" <<'END'
compadd() { print -l -- "${@:2}" }
compset() { PREFIX=${PREFIX#*=} }
_files() { }
words=(${=2})
[[ $2 != *' ' ]] || words+=('')
CURRENT=$#words
PREFIX=$words[-1]
directory=$1
set --
. $directory/_diskidx
END
cat >"$scratch/fish" <<'END'
source $argv[1]/diskidx.fish
complete -C $argv[2] | string replace -r '\t.*' ''
END

# completes SHELL LINE FILE: the words of the file, among the others.
completes()
{
	"$1" "$scratch/$1" "$scripts" "$2" 2>"$scratch/err" |
		sed 's/^--[a-z]*=\([a-z]\)/\1/; s/=$//; s/^access://' |
		grep . | sort -u >"$scratch/replies"
	sed 's/^access://' "$3" | sort -u | comm -13 "$scratch/replies" - \
		>"$scratch/missing"
	is "$1: '$2'" "$(cat "$scratch/missing" "$scratch/err")" ""
}

for shell in bash zsh fish; do
	if ! command -v $shell >/dev/null 2>&1; then
		skip "$shell completes" $shell "no $shell"
		continue
	fi
	case $shell in
	bash) script=diskidx ;;
	zsh) script=_diskidx ;;
	fish) script=diskidx.fish ;;
	esac
	ok "$script is of $shell" $shell -n "$scripts/$script"
	HOME=$scratch
	export HOME
	completes $shell 'diskidx --' "$scratch/options"
	completes $shell 'diskidx -q -' "$scratch/options"
	completes $shell 'diskidx ' "$scratch/words"
	completes $shell 'diskidx -q access:seq' "$scratch/access"
	completes $shell 'diskidx list ' "$scratch/kinds"
	completes $shell 'diskidx -e ' "$scratch/engines"
	completes $shell 'diskidx --engine=' "$scratch/engines"
	completes $shell 'diskidx commit --format ' "$scratch/formats"
	completes $shell 'diskidx report -B ' "$scratch/baselines"
	"$shell" "$scratch/$shell" "$scripts" 'diskidx compare x' \
		2>/dev/null | grep -xFf "$scratch/words" >"$scratch/wrong"
	is "$shell: compare takes files" "$(cat "$scratch/wrong")" ""
done

done_testing
