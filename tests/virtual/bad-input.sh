#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# bad-input.sh - wrong input is refused in one line that says why, with exit
# status 2, before anything is printed, created or written. One input of each
# kind is in a transcript; input that depends on the machine is here. tests/unit
# tests the values of options, plans, tables and job files one by one.
. "$(dirname "$0")/../support/tap.sh"
need_diskidx

cd "$scratch" || bail "can't go to $scratch"
DISKIDX_RESULTDIR=records
export DISKIDX_RESULTDIR
dir=disk
mkdir "$dir" || bail "can't make a directory to test"
echo "not diskidx's" >"$dir/foreign"
before=$(ls -lAn "$dir")

# Should something be measured all the same, it is little and soon over; and
# should it be written all the same, it is no more than 64 MiB a file.
ulimit -f 131072
cheap="-t 0.01 -i 1"

# refused SENTENCE REGEX COMMAND...: status 2, one line "diskidx: REGEX", no
# output, and the directory as it was.
refused()
{
	sentence=$1
	regex=$2
	shift 2
	tap_command=$*
	tap_run "$@"
	wrong=
	[ "$status" -eq 2 ] || wrong="$wrong; status $status"
	[ ! -s "$scratch/out" ] || wrong="$wrong; output"
	[ "$(wc -l <"$scratch/err")" -eq 1 ] || wrong="$wrong; not one line"
	tap_match "$err" "^diskidx: $regex" || wrong="$wrong; not: $regex"
	[ "$(ls -lAn "$dir")" = "$before" ] || wrong="$wrong; touched"
	[ ! -e "$DISKIDX_RESULTDIR" ] || wrong="$wrong; saved"
	if [ -z "$wrong" ]; then
		pass "$sentence"
	else
		fail "$sentence"
		tap_show "wanted 2$wrong"
		rm -rf "$DISKIDX_RESULTDIR"
	fi
}

# bad SENTENCE REGEX ARGUMENT...: the same of a run on the directory.
bad()
{
	sentence=$1
	regex=$2
	shift 2
	# shellcheck disable=SC2086	# several arguments
	refused "$sentence" "$regex" "$DISKIDX" $cheap -d "$dir" "$@"
}

# What the transcript calls: a short run there, and a file as printf makes it.
run()
{
	# shellcheck disable=SC2086	# several arguments
	diskidx $cheap -d "$dir" "$@"
}

put()
{
	file=$1
	shift
	# shellcheck disable=SC2059	# the format is ours
	printf "$@" >"$file"
}

# shellcheck disable=SC2034	# the transcript has it
long=$(printf '%01000d' 1)
cp "$srcdir"/tests/golden/records/*.record .
mkdir folder.fio
echo precious >precious
transcript bad-input "${1:-}"
is "nothing is made or written of it" "$(ls -lAn "$dir")" "$before"
ok "and nothing is saved" test ! -e "$DISKIDX_RESULTDIR"
is "what is no record stays as it was" "$(cat precious)" precious

# Directories.

# Not the directories that they are mounted on, which are on a disk.
for place in /proc/self /sys/kernel; do
	if [ -d $place ]; then
		bad "no disk at all: $place" "$place: " -d $place
	else
		skip "no disk at all: $place" proc "there is none"
	fi
done
# The device of the disk itself, where this system tells which it is.
device=$(df -P . | awk 'NR == 2 { print $1 }')
if [ -b "$device" ] && grep "^[^-]* - [^ ]* $device " /proc/self/mountinfo \
    >/dev/null 2>&1; then
	remedy="give a directory with -d"
	# Of a mount that this user may write to the point is told.
	[ ! -w "$(df -P . | awk 'NR == 2 { print $6 }')" ] ||
		remedy="$device is mounted on /[^ ]*, give a directory \
there with -d"
	bad "a disk's device" "$device is a device, and diskidx writes only to \
files; $remedy" -d "$device"
else
	skip "a disk's device" filesystem "no mount here has one"
fi
mkdir locked
chmod 555 locked
if [ -w locked ]; then
	skip "an unwritable directory" user "root may write everywhere"
else
	bad "an unwritable directory" "locked: .*Permission denied" \
		-d locked
fi

# Space.

bad "a size near to overflowing" "$dir: the test files need [0-9.]* EiB" \
	-s 9223372036854775807
bad "copies that overflow to nothing" "$dir: the test files need 16 EiB" \
	-s 4194304t -c 4 rand-read-q1

# A small disk, in a name space of its own, where one can be had. The run's
# own refusal is told from the set-up's by its status.
mkdir small
in_small()
{
	# shellcheck disable=SC2086	# expanded by the inner shell
	unshare $how sh -c '
		place=$1 options=$2 fill=$3
		shift 3
		mount -t tmpfs -o "$options" none "$place" || exit 90
		[ "$fill" = readonly ] || echo foreign >"$place/foreign"
		[ "$fill" != full ] ||
			dd if=/dev/zero of="$place/full" bs=64k 2>/dev/null
		before=$(ls -lAn "$place")
		"$@"
		status=$?
		[ "$(ls -lAn "$place")" = "$before" ] || exit 92
		exit $status
	' sh small "$@"
}
how=
for try in -rm -m; do
	if unshare $try sh -c 'mount -t tmpfs -o size=1m none "$1"' sh \
	    small 2>/dev/null; then
		how=$try
		break
	fi
done
small()
{
	if [ -z "$how" ]; then
		skip "$1" mounts "no private mount can be had here"
		return
	fi
	sentence=$1
	regex=$2
	options=$3
	fill=$4
	shift 4
	# shellcheck disable=SC2086	# several arguments
	refused "$sentence" "$regex" in_small "$options" "$fill" \
		"$DISKIDX" $cheap -d small "$@"
}
small "a disk smaller than the file" \
	"small: the test files need 64 MiB, but only [0-9.]* MiB can be used" \
	size=16m no -s 64m seq-read
# Where the platform knows how a file system is mounted.
if knows_filesystem .; then
	small "File Copy that nothing bounds" \
		"fsdisk cannot be limited to --max-write" \
		size=64m,sync no --max-write=1g fsdisk
else
	skip "File Copy that nothing bounds" filesystem \
		"this platform knows no mount options"
fi
small "a full disk" "small: there is no space for files here; " \
	size=16m full -s 8m
small "a read-only disk" "small: .*Read-only file system" \
	size=16m,ro readonly -s 8m seq-read

# A disk that turns out to be too small only when it is written: there, a limit
# on the size of a file.
limited()
{
	(ulimit -f 2048 && "$DISKIDX" -q -d "$dir" -t 0.01 -i 1 -s 8m \
		--no-save seq-read)
}
refused "a disk that takes no more" "$dir: filling the work file: " limited

crowded()
{
	(ulimit -n 128 && "$DISKIDX" -q -d "$dir" -t 0.01 -i 1 -s 1m -c 100 \
		--no-save fsbuffer)
}
refused "more files than may be open" \
	'.*cannot make test files: .*; use a smaller -c, or raise ulimit -n$' \
	crowded

cd .. || exit
done_testing
