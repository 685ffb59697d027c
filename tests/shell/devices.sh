#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# devices.sh - a job's filename may be a disk, or a file that is there. fio
# writes to both; diskidx to neither: a private file on that disk, or beside
# that file, is measured, and a note says so.

tap_mounts=yes
: "${srcdir:=$(dirname "$0")/../..}"
# shellcheck source=tests/shell/tap.sh
. "$srcdir/tests/shell/tap.sh"
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
is "a file that is there: it is as it was" \
	"$(ls -A "$scratch/data") $(cat "$place")" "base precious"

is_so="a disk: a private file where it is mounted"
lacks=mounts
why="its image can't be made"
if [ ! -e /proc/mounts ]; then
	skip "$is_so" proc "nothing tells its device"
elif command -v mkfs.ext4 >"$scratch/errors" 2>&1 &&
    dd if=/dev/zero of="$scratch/image" bs=1 count=1 seek=67108863 \
	2>"$scratch/errors" &&
    mkfs.ext4 -q -F "$scratch/image" 2>"$scratch/errors" &&
    try_mount disk -o loop "$scratch/image"; then
	place=$(awk -v at="$scratch/disk" '$2 == at { print $1 }' /proc/mounts)
	job
	is "$is_so" "$status $(fact directory)" "0 $scratch/disk"
	like "a disk: a note says so" "$(cat "$scratch/json")" \
		"$place carries $scratch/disk \\($place\\): measured in a private"
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
