# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# cpus.sh - the CPUs that Debian has cross compilers for, and a loop over them;
# to be sourced by what builds and runs diskidx for others than this one.
#
#	for_cpus PREFIX TRY [-w] all | CPU...
#				calls TRY for each of $cpus, or of those named,
#				in the directory PREFIX-CPU of the working
#				directory, which is new and, unless something
#				failed or -w was given, removed; says at last
#				what came of each, and ends the script with its
#				exit status
#
# Before TRY are set $cpu; $place, the directory; $source, that of the sources;
# the $triplet of the compiler; Debian's $arch; the $loader, a file beside the
# C library; and the $emulator, which is empty if the CPU needs none here. TRY
# sets a $summary and returns 0; 77, if it skipped the CPU for that reason; or
# another number, if something failed.
# shellcheck shell=sh disable=SC2034,SC2154	# variables are for the scripts

cpu_table='
x86_64	x86_64-linux-gnu	amd64	ld-linux-x86-64.so.2	x86_64
i686	i686-linux-gnu		i386	ld-linux.so.2		i386
aarch64	aarch64-linux-gnu	arm64	ld-linux-aarch64.so.1	aarch64
armhf	arm-linux-gnueabihf	armhf	ld-linux-armhf.so.3	arm
s390x	s390x-linux-gnu		s390x	ld64.so.1		s390x
'

say()
{
	echo "$(basename "$0" .sh): $*"
}

# Set what the table has of that CPU; fails if it isn't there.
describe()
{
	# shellcheck disable=SC2046	# several words
	set -- "$1" $(echo "$cpu_table" | grep "^$1[[:space:]]")
	[ $# -eq 6 ] || return
	triplet=$3 arch=$4 loader=$5 emulator=qemu-$6-static
	case $(uname -m),$1 in
	"$1,$1" | x86_64,i686 | i?86,i686 | arm64,aarch64) emulator= ;;
	esac
}

# Return 77, with the reason in $summary, unless these programs are here.
need()
{
	for tool; do
		command -v "$tool" >/dev/null 2>&1 && continue
		summary="no $tool here"
		return 77
	done
}

# In a directory of its own; what isn't from here is left alone.
try_cpu()
{
	place=$here/$1-$cpu
	summary="see $1-$cpu"
	if [ -d "$place" ] && ! [ -f "$place/.removable" ]; then
		summary="not from here, so left alone: $place"
		return 1
	fi
	rm -rf "$place"
	mkdir "$place" && : >"$place/.removable" && cd "$place" || return
	"$2"
	tried=$?
	cd "$here" || exit 1
	case $keep$tried in
	0 | 77) rm -rf "$place" ;;
	esac
	return $tried
}

for_cpus()
{
	prefix=$1
	try=$2
	shift 2
	keep=
	if [ "${1:-}" = -w ]; then
		keep=yes
		shift
	fi
	# shellcheck disable=SC2086	# a list of words
	[ "$*" = all ] && set -- $cpus
	for cpu; do
		case " $cpus " in
		*" $cpu "*) ;;
		*) set -- ;;
		esac
	done
	if [ $# -eq 0 ]; then
		echo "usage: ${0##*/} [-w] all | CPU... (of $cpus)" >&2
		exit 2
	fi
	source=$(CDPATH='' cd "$(dirname "$0")/.." && pwd)
	[ -x "$source/configure" ] || source=${source%/*}	# from tests/lab
	here=$(pwd)
	unset MAKEFLAGS MFLAGS MAKELEVEL	# this may be run by a make
	status=0
	verdicts=
	for cpu; do
		describe "$cpu"
		try_cpu "$prefix" "$try"
		case $? in
		0)
			summary="$summary; ${emulator:-no emulator}" ;;
		77)
			summary="skipped: $summary"
			[ "$status" -ne 0 ] || status=77 ;;
		*)
			summary="FAILED: $summary"
			status=1 ;;
		esac
		verdicts="$verdicts$cpu: $summary
"
	done
	printf %s "$verdicts" | while read -r verdict; do
		say "$verdict"
	done
	exit $status
}
