#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# devices.sh - a job's filename may be a disk, or a file that is there. fio
# writes to both; diskidx to neither: a private file on that disk, or beside
# that file, is measured, and a note says so.
#
# Needs: root, mounts, mkfs.ext4, strace; without them files only.
# Takes: 5 s.

tap_mounts=yes
. "$(dirname "$0")/../support/tap.sh"
need_diskidx

# job ARGUMENT...: a short one, as JSON into $scratch/json.
job()
{
	"$DISKIDX" -q -f json --no-save -t 0.05 "$@" fio --name=a \
		--rw=randwrite --size=4m --filename="$place" \
		>"$scratch/json" 2>"$scratch/errors"
	status=$?
}

# fact KEY: its first value in that.
fact()
{
	sed -n "s/.*\"$1\": \"\(.*\)\",*/\1/p" "$scratch/json" | head -n 1
}

mkdir "$scratch/data"
place=$scratch/data/base
echo precious >"$place"
job
is "a file that is there: it is measured" "$status" 0
is "a file that is there: beside it" "$(fact directory)" "$scratch/data"
like "a file that is there: a note says so" "$(cat "$scratch/json")" \
	'base is there already and is not opened: a private file beside it'
"$DISKIDX" --no-save -t 0.05 fio --name=a --rw=randwrite --size=4m \
	--filename="$place" >"$scratch/text" 2>"$scratch/errors"
is "a file that is there: without -v, too" "$(tr -s ' \n' ' ' \
	<"$scratch/text" | grep -c 'is not opened: a private file beside')" 1
is "a file that is there: it is as it was" \
	"$(ls -A "$scratch/data") $(cat "$place")" "base precious"

# What is no disk gets one line, with the remedy.
refuses()
{
	place=$1
	job
	like "$1 is refused in one line" \
		"$status $(wc -l <"$scratch/errors" | tr -d ' ') $(cat \
		"$scratch/errors")" "^2 1 diskidx: fio --filename: .*$2"
}
refuses /dev/null 'is no disk and no file; give a directory with -d$'
refuses /dev/no-such-disk 'No such file or directory; give a directory with -d$'
refuses "$scratch/data/" 'is not a file.s name; for a directory give directory='
ln -s /dev/null "$scratch/data/link"
refuses "$scratch/data/link" 'is no disk and no file'

place=/dev/no-such-disk
job -d "$scratch/data"
is "$place and -d: there" "$status $(fact directory)" "0 $scratch/data"

is_so="a disk: a private file where it is mounted"
lacks=mounts
why="its image can't be made"
# outside: the sum of what lies before and behind the file system in its image.
outside()
{
	{
		dd if="$scratch/image" bs=1024k count=1
		dd if="$scratch/image" bs=1024k skip=65
	} 2>"$scratch/errors" | cksum
}

# The file system lies within the image as a partition does on a disk.
if [ ! -e /proc/mounts ]; then
	skip "$is_so" proc "nothing tells its device"
elif command -v mkfs.ext4 >"$scratch/errors" 2>&1 &&
    awk 'BEGIN { while (n++ < 1024 * 66 * 16) printf "%064d", n }' \
	>"$scratch/image" && before=$(outside) &&
    mkfs.ext4 -q -F -E offset=1048576 "$scratch/image" 64m \
	2>"$scratch/errors" &&
    try_mount disk -o loop,offset=1048576,sizelimit=67108864 \
	"$scratch/image"; then
	awk 'BEGIN { while (n++ < 100000) print n }' >"$scratch/disk/precious"
	precious=$(cksum <"$scratch/disk/precious")
	place=$(awk -v at="$scratch/disk" '$2 == at { print $1 }' /proc/mounts)
	job
	is "$is_so" "$status $(fact directory)" "0 $scratch/disk"
	like "a disk: a note says so" "$(cat "$scratch/json")" \
		"$place carries $scratch/disk \\($place\\): measured in a private"
	is "a disk: what lies there already is as it was" \
		"$(cksum <"$scratch/disk/precious") $(ls -A "$scratch/disk")" \
		"$precious lost+found
precious"
	sync
	is "a disk: so is all around the file system" "$(outside)" "$before"
	ln -s "$place" "$scratch/data/by-id"
	device=$place
	place=$scratch/data/by-id
	job
	is "a name of a disk: there" "$status $(fact directory)" \
		"0 $scratch/disk"
	place=$device
	if command -v strace >"$scratch/errors" 2>&1 &&
	    strace -f -q -o "$scratch/trace" -e trace=open,openat,creat \
		"$DISKIDX" -q --no-save -t 0.05 fio --name=a --rw=randwrite \
		--size=4m --filename="$place" >"$scratch/out" \
		2>"$scratch/errors"; then
		is "a disk: no device is opened" "$(sed -n \
			's/.*"\(\/[^"]*\)".*/\1/p' "$scratch/trace" |
			while read -r path; do
				[ ! -b "$path" ] || echo "$path"
			done)" ""
		like "a disk: but a file on it" "$(cat "$scratch/trace")" \
			'O_RDWR\|O_CREAT\|O_EXCL'
	else
		skip "a disk: no device is opened" strace "none here"
	fi
	job -d "$scratch/data"
	is "a disk and -d: there" "$status $(fact directory)" \
		"0 $scratch/data"
	mount -o remount,ro "$scratch/disk"
	job
	like "a disk that is mounted for reading: refused" \
		"$status $(cat "$scratch/errors")" \
		"^2 .*$place carries no mounted file system that you may"
else
	skip "$is_so" "$lacks" "$why"
fi
done_testing
