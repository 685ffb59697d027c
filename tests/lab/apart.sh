#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# apart.sh - for scripts that work in namespaces of their own; to be sourced.
#
# Before, a script sets $script (its name), $need_kib (of disk) and $place
# (empty), and takes the option --place=DIR, which is not for people, as $place.
# Then `set_apart "$@"` starts the script once more, in namespaces of its own for
# mounts and processes, and only that one goes on. Whatever happens, its mounts,
# its processes and $place end with it: what is mounted there was never mounted
# where $place is removed.
# shellcheck disable=SC2154	# the script sets them

namespaces='--mount --propagation private --pid --fork --kill-child
	--mount-proc'

say()
{
	echo "$script: $*" >&2
}

# die WORDS [STATUS]
die()
{
	say "$1"
	exit "${2:-1}"
}

set_apart()
{
	if [ -n "$place" ]; then
		[ $$ -eq 1 ] || die "--place is not for people" 2
		return
	fi
	[ "$(uname -s)" = Linux ] || die "not on Linux" 77
	[ "$(id -u)" = 0 ] || die "not root" 77
	# shellcheck disable=SC2086	# options are words
	unshare $namespaces true >/dev/null 2>&1 ||
		die "no namespaces can be made here" 77
	place=$(mktemp -d "${TMPDIR:-/var/tmp}/$script.XXXXXX") || exit 1
	place=$(CDPATH='' cd "$place" && pwd -P) || exit 1
	# What is being ended may still make a file.
	trap 'rm -rf "$place" || { sleep 1; rm -rf "$place"; }' 0
	case $place in
	*[!A-Za-z0-9/._-]*) die "an odd name for a directory: $place" ;;
	esac
	free_kib=$(df -Pk "$place" | awk 'NR == 2 { print $4 }')
	[ "$free_kib" -ge "$need_kib" ] ||
		die "only $free_kib KiB free in $place, needs $need_kib" 77
	child=
	# unshare heeds no gentler signal, and its end kills the others.
	trap 'kill -s KILL "$child" 2>/dev/null; exit 1' HUP INT TERM
	# shellcheck disable=SC2086
	unshare $namespaces sh "$0" --place="$place" "$@" &
	child=$!
	wait "$child"
	exit
}
