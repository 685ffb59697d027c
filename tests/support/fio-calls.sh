# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# fio-calls.sh - shared by the tests of diskidx instead of fio, to be sourced
# instead of virtual-disk.sh.
#
#	fio ARGUMENT...		on a disk with the $laws, into $scratch/out and
#				err; prints the status, unless it ended well,
#				and its messages, except about differences
#	terse FIELD...		these fields of the terse line there, by number
#	values KEY [FROM,TO]	the values of a key in the JSON there, as a
#				script greps them, between two lines
# shellcheck shell=sh disable=SC2034	# for virtual-disk.sh

. "$(dirname "$0")/../support/virtual-disk.sh"
size=		# fio's
quiet=
laws='constant:500 constant:100 constant:300'
cd "$scratch" || bail "can't go to $scratch"

fio()
{
	# shellcheck disable=SC2086	# three words
	on_disk $laws fio "$@" >out 2>err || printf 'status %s ' $?
	sed '/^diskidx: unlike fio: /d' err
}

terse()
{
	awk -F ';' -v fields="$*" '{
		n = split(fields, field, " ")
		for (i = 1; i <= n; i++)
			printf "%.4g%s", $field[i], (i < n ? " " : "\n")
	}' out
}

values()
{
	sed -n "${2:-}s|^ *\"$1\" : \"*\([^\",]*\).*|\1|p" out
}
