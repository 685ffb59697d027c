#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# chroot.sh - what the scripts that work in a chroot share, to be sourced.
#
# Before, a script sets $script (its name), $need_kib (of disk), $step_lines (of
# what a failed step printed, to be shown) and $place (empty), and takes the
# option --place=DIR, which is not for people, as $place. Then
#
#	set_apart "$@"			the script starts itself once more, in
#					namespaces of its own for mounts and
#					processes, and only that one goes on
#	step SENTENCE SECONDS COMMAND...	runs that, or ends with status 1;
#					what it prints is in $log, which is
#					$place/log unless it was set
#	inside SENTENCE SECONDS SCRIPT	the same in the chroot, where $variables
#					are the environment, PATH among them;
#					$enter is a command in chroot's place
#	say WORDS, die WORDS [STATUS]	to standard error
#
# The chroot is $root, in $place. What is mounted there was never mounted where
# $place is removed, so nothing outside can be removed with it; and a signal
# that ends the script (but SIGKILL) ends all that it started.
# shellcheck disable=SC2154	# the script sets them

namespaces='--mount --propagation private --pid --fork --kill-child
	--mount-proc'

say()
{
	echo "$script: $*" >&2
}

die()
{
	say "$1"
	exit "${2:-1}"
}

make_place()
{
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
}

set_apart()
{
	root=$place/root
	if [ -n "$place" ]; then
		[ $$ -eq 1 ] || die "--place is not for people" 2
		return
	fi
	# shellcheck disable=SC2086	# options are words
	unshare $namespaces true >/dev/null 2>&1 ||
		die "no namespaces can be made here" 77
	make_place
	mkdir "$place/root"
	child=
	# unshare heeds no gentler signal, and its end kills the others.
	trap 'kill -s KILL "$child" 2>/dev/null; exit 129' HUP
	trap 'kill -s KILL "$child" 2>/dev/null; exit 130' INT
	trap 'kill -s KILL "$child" 2>/dev/null; exit 143' TERM
	# shellcheck disable=SC2086
	unshare $namespaces sh "$0" --place="$place" "$@" &
	child=$!
	wait "$child"
	exit
}

step()
{
	say "$1"
	seconds=$2
	shift 2
	timeout -k 10 "$seconds" "$@" >"${log:=$place/log}" 2>&1 </dev/null || {
		failed=$?
		tail -n "$step_lines" "$log" >&2
		die "failed with status $failed"
	}
}

inside()
{
	# shellcheck disable=SC2086	# words
	step "$1" "$2" env -i HOME=/root LC_ALL=C $variables \
		${enter:-"$(command -v chroot)"} "$root" /bin/sh -euc "$3"
}
